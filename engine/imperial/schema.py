"""What a seat knows of a match of Imperial Miners, field by field."""

from engine.schema import Field, Message, head

CELL = Message(
    "ImperialCell",
    Field("level", 1, doc="row, 1 to 4"),
    Field("x", 2, doc="in half-card steps; a card covers x and x+1"),
    row=True,
    doc="A place in a mine.",
)

TOKEN = Message(
    "ImperialToken",
    Field("level", 1, doc="row of the lower or left card of the border"),
    Field("x", 2, doc="x of that card"),
    Field("side", 3, "word", doc="the border of that card: tl, tr or r"),
    row=True,
    doc="A cart token on a border between two cards.",
)

CARD = Message(
    "ImperialCard",
    Field("level", 1, doc="row, 1 to 4"),
    Field("x", 2, doc="in half-card steps"),
    Field("card", 3, doc="id of the card"),
    Field("machines", 4, doc="machines on it"),
    Field("collapse", 5, "flag", doc="a collapse lies on it and swallows its next activation"),
    Field("activated", 6, "flag", doc="it was activated this round"),
    doc="A card in a mine.",
)

SEAT = Message(
    "ImperialSeat",
    Field("coins", 1, doc="coins"),
    Field("vp", 2, doc="victory points gained, carts not counted"),
    Field("carts", 3, doc="complete carts in the mine"),
    Field("hand_levels", 4, many=1, doc="cards of level 1 to 4 in hand; in the draft the dealt ones, discarded or not"),
    Field("hand", 5, many=1, null=True, doc="ids of the cards in hand, ascending; of the own seat alone"),
    Field("shown", 6, many=1, doc="ids of the cards in hand that a search has shown to all"),
    Field("draft", 7, many=1, null=True, doc="ids discarded in the draft so far; of the own seat alone"),
    Field("choice", 8, null=True, names={-1: "dig"}, doc="id of the card committed, or a dig; of the own seat alone"),
    Field("revealed", 9, null=True, doc="id of the card revealed and not yet placed"),
    Field("board", 10, null=True, doc="progress board the marker is on, 0 to 2"),
    Field("space", 11, doc="its space, 0 at the bottom"),
    Field("boards_done", 12, doc="progress boards finished"),
    Field("advanced", 13, doc="spaces the marker went up this round"),
    Field("mine", 14, CARD, many=1, doc="the cards of the mine, by level, then x"),
    Field("tokens", 15, TOKEN, many=1, doc="the cart tokens, by level, x and side"),
    doc="What is known of one seat.",
)

PENDING = Message(
    "ImperialPending",
    Field("seat", 1, doc="the seat that decides"),
    Field("ask", 2, "word", doc="first word of the notations; option stands for skip too"),
    Field("source", 3, "word", doc="what asks: mine, card, surface, progress or event"),
    Field("cell", 4, CELL, null=True, doc="the card whose effect or option it is, or the one climbed from"),
    Field("left", 5, doc="decisions of this step that are due at most, this one included"),
    doc="The decision due.",
)

TASK = Message(
    "ImperialTask",
    Field("item", 1, "word", doc="place, chain, climb, surface, option, effect, move or board"),
    Field("cell", 2, CELL, null=True, only="item=chain,climb,option,effect", doc="the card it is about"),
    Field("left", 3, null=True, only="item=surface,effect", doc="effects or times still to come; null: not begun"),
    Field("used", 4, many=1, only="item=surface", doc="the effects chosen in this visit, 1 to 3"),
    Field("source", 5, "word", only="item=effect", doc="whose effect: card, surface, progress or event"),
    Field("effect", 6, null=True, only="item=effect", doc="which effect of the card or surface board, from 1"),
    Field("step", 7, only="item=effect", doc="index of the first step with something left to do"),
    Field("faction", 8, "word", null=True, only="item=effect", doc="the faction named for the search going on"),
    Field("tried", 9, many=1, only="item=effect", doc="the piles this search has looked through in vain"),
    Field("spaces", 10, only="item=move", doc="spaces to go up once a board is chosen"),
    doc="One thing the seat that decides has yet to do.",
)

VIEW = Message(
    "ImperialView",
    *head("imperial", "standard or first", "draft, event, choose, mine, end or over", "1 to 10; 0 in the draft"),
    Field("start", 11, doc="the seat served first this round"),
    Field("event", 12, null=True, doc="id of the round's event"),
    Field("events_seen", 13, many=1, doc="ids of all events revealed, in order"),
    Field("events_left", 14, doc="cards in the event deck"),
    Field("tracks", 15, many=1, doc="ids of the three tracks in play, by board"),
    Field("deck_counts", 16, many=1, doc="cards in the piles of level 1 to 4"),
    Field("discards", 17, many=2, doc="discard piles of level 1 to 4, first discarded first"),
    Field("seats", 18, SEAT, many=1, doc="what is known of each seat"),
    Field("pending", 19, PENDING, null=True, doc="the decision due; null where all seats choose at once"),
    Field("agenda", 20, TASK, many=1, doc="what the seat that decides has yet to do, bottom first; the last one asks"),
    Field("decks", 21, many=2, only="referee", doc="piles of level 1 to 4, top last"),
    Field("event_deck", 22, many=1, only="referee", doc="the event deck, top last"),
    Field("title", 23, "word", only="title", doc="title of a solo match that is over"),
    doc="What a seat knows of a match of Imperial Miners.",
)
