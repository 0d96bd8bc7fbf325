"""The view of Mineral Rummy, field by field. Cards go by their kind's id, minerals by theirs."""

from engine.schema import Field, Message, head

MELD = Message(
    "RummyMeld",
    Field("mineral", 1, doc="the mineral on the table"),
    Field("seat", 2, doc="who melded it"),
    Field("cards", 3, many=1, doc="all cards on it, wilds included, sorted"),
    Field("wild_for", 4, null=True, doc="the ion its substitute stands for"),
    doc="A melded mineral: anyone may lay off on it.",
)

SEAT = Message(
    "RummySeat",
    Field("score", 1, doc="points won so far"),
    Field("left", 2, doc="points left in hand, summed over the finished rounds"),
    Field("hand", 3, doc="number of cards in hand"),
    Field("minerals", 4, doc="number of minerals still in the holder"),
    Field("known", 5, many=1, doc="cards everybody knows to be in this hand, sorted"),
    Field("turns", 6, doc="turns completed in this round"),
    Field("first_play", 7, doc="number of the turn, from 1, in which it first played a card this round; 0: none yet"),
    doc="What everybody knows of a seat.",
)

ROUND = Message(
    "RummyRound",
    Field("round", 1, doc="its number, from 1"),
    Field("reason", 2, "word", doc="why it ended: out, cap or blocked"),
    Field("winner", 3, null=True, doc="who went out"),
    Field("rummy", 4, "flag", doc="the whole hand went in one turn: points doubled"),
    Field("points", 5, doc="what the winner got"),
    Field("left", 6, many=1, doc="points left in each hand, by seat"),
    Field("turns", 7, doc="turns completed by all seats; the one of going out is not counted"),
    doc="A finished round.",
)

VIEW = Message(
    "RummyView",
    *head("rummy", "standard, single or target", "draw, play, call or over"),
    Field("turn", 11, doc="the seat on turn; in call, the discarder; when over, the last winner or who would have been next"),
    Field("dealer", 12, doc="the seat that deals this round; the one after it begins"),
    Field("taken", 13, null=True, doc="the card drawn from the discard pile this turn and still in hand; it may not be discarded"),
    Field("stock", 14, doc="number of cards in the stock"),
    Field("discard", 15, many=1, doc="the discard pile, top last"),
    Field("stock_from", 16, many=1, null=True, doc="what the last reshuffle put into the stock, sorted; null before the first"),
    Field("melds", 17, MELD, many=1, doc="the minerals on the table, ascending"),
    Field("seats", 18, SEAT, many=1, doc="by seat"),
    Field("history", 19, ROUND, many=1, doc="the finished rounds"),
    Field("hand", 20, many=1, only="seat", doc="own cards, sorted"),
    Field("minerals", 21, many=1, only="seat", doc="own minerals in the holder, sorted"),
    Field("need", 22, only="seat", doc="number of ions of the unmelded minerals; 0 when all are melded"),
    Field("rounds", 23, doc="the match has at most so many rounds"),
    Field("target", 24, doc="the match ends after a round when a total reaches it; 0: none"),
    Field("turns_each", 25, doc="turns each in a round before it ends without a winner"),
    Field("hands", 26, many=2, only="referee", doc="cards in hand, by seat"),
    Field("holders", 27, many=2, only="referee", doc="minerals in the holder, by seat"),
    Field("stock_cards", 28, many=1, only="referee", doc="the stock, top last"),
    Field("aside", 29, many=1, only="referee", doc="minerals out of play this round, sorted"),
    doc="What a seat knows of a match of Mineral Rummy.",
)  # fmt: skip
