"""What a seat knows of a match of Minerals, field by field."""

from engine.schema import Field, Message, head

VIEW = Message(
    "MineralsView",
    *head("minerals", "standard, kids6 or kids7", "remove, place, before, put, cut, after or over", "0 during setup"),
    Field("turn", 11, doc="seat whose turn it is; in setup, who removes or places"),
    Field("board", 12, "word", many=1, doc="16 rows of 16 characters: board[r][q] is . or the mineral's id"),
    Field("pawns", 13, many=1, holes=True, doc="by seat the cell 16*r + q of its pawn"),
    Field("pools", 14, many=2, doc="[seat][mineral]: minerals held"),
    Field("spent", 15, many=2, doc="[seat][mineral]: minerals paid for tools"),
    Field("pouch", 16, many=1, doc="by mineral, how many lie in the pouch"),
    Field("cards", 17, many=3, doc="[seat]: pairs of card id and 1 if taken without its orpiment, ascending"),
    Field("row", 18, many=1, doc="ids of the face-up cards, ascending"),
    Field("deck_count", 19, doc="cards left in the deck"),
    Field("tools", 20, many=1, doc="ids of the five tools that lie up, by tile"),
    Field("removals_left", 21, doc="tiles still to be taken off before the game"),
    Field("tool_used", 22, "flag", doc="a tool was used this turn"),
    Field("card_taken", 23, "flag", doc="a card was taken this turn"),
    Field("dug", 24, many=1, null=True, doc="cell and mineral of this turn's last correct move"),
    Field("drawn", 25, null=True, doc="mineral drawn and still to be put down"),
    Field("fragments", 26, many=2, doc="in phase cut, the cells of each fragment without a pawn"),
    Field("deck", 27, many=1, only="referee", doc="card ids, bottom to top"),
    doc="What a seat knows of a match of Minerals.",
)
