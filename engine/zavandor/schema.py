"""What a seat knows of a match of The Mines of Zavandor, field by field."""

from engine.schema import Field, Message, head

CARD = Message(
    "ZavandorCard",
    Field("card", 1, doc="id of the improvement"),
    Field("level", 2, doc="markers on it"),
    Field("used", 3, "flag", doc="a hoard that has been used"),
    doc="An improvement in a gallery; a free space is an empty message.",
)

ROW = Message(
    "ZavandorRow",
    Field("right", 1, null=True, doc="id of the improvement on sale"),
    Field("middle", 2, null=True, doc="id of the one on sale next round"),
    Field("deck", 3, many=1, doc="ids of those to come, the next one last"),
    doc="The improvements of one suit.",
)

SEAT = Message(
    "ZavandorSeat",
    Field("board", 1, doc="id of its board"),
    Field("family", 2, doc="level of the Family clan"),
    Field("dragon", 3, null=True, doc="level of the Packdragon, if the board has one"),
    Field("vp", 4, doc="VP collected so far"),
    Field("gallery", 5, CARD, many=1, holes=True, doc="one entry a space"),
    Field("backs", 6, many=1, doc="hand cards by deck"),
    Field("known", 7, many=2, doc="[deck][gem]: cards everybody knows to be in the hand"),
    Field("hand", 8, many=2, null=True, doc="[deck][gem]: all hand cards; hidden from the other seats"),
    Field("table", 9, many=2, doc="[deck][gem]: bid cards still on the table"),
    Field("bids", 10, many=1, null=True, holes=True, doc="by gem the number bid this round, once it may be seen"),
    doc="What one seat has.",
)

TRADE = Message(
    "ZavandorTrade",
    Field("cycle", 1, doc="1 or 2"),
    Field("seat", 2, doc="whose trade turn it is"),
    Field("offered", 3, "flag", doc="an offer was made in this turn"),
    Field("any_offer", 4, "flag", doc="an offer was made in this round"),
    Field("give", 5, many=1, null=True, doc="gems offered, by gem"),
    Field("want", 6, many=1, null=True, doc="gems asked for, by gem"),
    Field("failed", 7, many=1, doc="gems searched in vain in this bank trade"),
    doc="The trade in progress.",
)

FINAL = Message(
    "ZavandorFinal",
    Field("coins", 1, doc="VP collected"),
    Field("bought", 2, doc="VP bought with the last gems"),
    Field("items", 3, doc="points of the full items"),
    Field("left", 4, doc="cards left over"),
    doc="How a seat's score came about.",
)

VIEW = Message(
    "ZavandorView",
    *head(
        "zavandor",
        "standard or reverse",
        "income_draw, income_place, scrolls, scroll_place, trade, bank_give, bank_take, offer_give, offer_want, offer_reply, "
        "bid, reward, king, upgrade or over",
    ),
    Field("starter", 11, doc="starting player of the round"),
    Field("turn", 12, null=True, doc="seat asked; none while all bid"),
    Field("king", 13, doc="id of the King's hall"),
    Field("seats", 14, SEAT, many=1, doc="by seat"),
    Field("rows", 15, ROW, many=1, doc="improvements on sale, by gem"),
    Field("decks", 16, many=1, doc="cards in the gem decks"),
    Field("decks_from", 17, many=2, doc="[deck][gem]: cards in the deck or drawn face down since its last shuffle"),
    Field("discards", 18, many=2, doc="[deck][gem]: cards in the discard piles"),
    Field("removed", 19, many=1, doc="ids of improvements out of the game"),
    Field("markers", 20, doc="free markers the seat at turn has left to place"),
    Field("upgraded", 21, many=1, doc="items the seat at turn has upgraded in this phase"),
    Field("trade", 22, TRADE, null=True, doc="in the trade phases"),
    Field("winners", 23, many=1, holes=True, doc="by gem: who won this round's auction"),
    Field("evaluating", 24, null=True, doc="gem of the reward being chosen"),
    Field("deck_cards", 25, many=2, null=True, doc="for the referee: the decks' gems, top last"),
    Field("discard_cards", 26, many=2, null=True, doc="for the referee: the piles' gems, first discarded first"),
    Field("final", 27, FINAL, many=1, only="over", doc="by seat"),
    doc="All that a seat may know.",
)
