"""What a seat knows of a match of Miner's Lagoon, field by field. Resources are numbered gold 0, iron 1, copper 2, silver 3."""

from engine.schema import Field, Message, head

GALLERY = Message(
    "LagoonGallery",
    Field("tile", 1, null=True, doc="id of the tile, if the seat knows it"),
    Field("up", 2, "flag", doc="face up"),
    Field("left", 3, null=True, doc="minerals still on it, if face up"),
    Field("by", 4, null=True, doc="seat that laid it face down; none for those of the setup"),
    doc="A gallery on the board.",
)

PENDING = Message(
    "LagoonPending",
    Field("source", 1, "word", doc="space or equipment"),
    Field("id", 2, doc="of the space or Equipment card"),
    Field("mode", 3, "word", null=True, doc="the effect carried out; none while two alternatives are open"),
    Field("count", 4, doc="steps done"),
    Field("enriched", 5, many=1, doc="cubes placed by this action, by resource"),
    Field("assigned", 6, many=1, doc="Miners by position: column * 2 + level - 1"),
    Field("placed", 7, many=1, doc="columns of the galleries laid, in order"),
    Field("faces_up", 8, doc="number of galleries laid face up"),
    Field("deal", 9, null=True, doc="id of the Deal being paid"),
    Field("tiles", 10, many=1, null=True, doc="galleries drawn and not yet laid, next first; for the acting seat"),
    Field("tiles_left", 11, doc="their number"),
    doc="The action under way, its steps not all done.",
)

DECK_SIZES = Message(
    "LagoonDeckSizes",
    Field("deals", 1),
    Field("equipment", 2),
    Field("galleries", 3),
    Field("shipments", 4),
    doc="Numbers of cards and tiles left in the decks.",
)

DECKS = Message(
    "LagoonDecks",
    Field("objectives", 1, many=1),
    Field("corporations", 2, many=1),
    Field("deals", 3, many=1),
    Field("equipment", 4, many=1),
    Field("galleries", 5, many=1),
    Field("shipments", 6, many=1),
    doc="The decks, top last.",
)

SEAT = Message(
    "LagoonSeat",
    Field("score", 1, doc="on the track"),
    Field("money", 2),
    Field("resources", 3, many=1, doc="plain ones, by resource"),
    Field("enriched", 4, many=2, doc="[resource][level - 1]: 1 if there is such a cube on the board, else 0"),
    Field("merchants", 5, doc="owned"),
    Field("merchants_free", 6, doc="not placed this round"),
    Field("miners", 7, doc="owned"),
    Field("miners_free", 8, doc="not placed this round"),
    Field("artifacts", 9, many=1, doc="by resource"),
    Field("equipment", 10, many=1, doc="ids"),
    Field("equipment_used", 11, many=1, doc="ids of those used this round"),
    Field("shipments", 12, many=1, doc="ids of those made"),
    Field("deals_closed", 13, many=1, doc="ids"),
    Field("deals_held", 14, doc="number of Deals in hand"),
    Field("ship", 15, doc="island 1 to 4; 0: at none yet"),
    Field("passed", 16, "flag", doc="no more turns this round"),
    Field("acted", 17, "flag", doc="completed an action this round"),
    Field("closed", 18, "flag", doc="closed a Deal on a space of the board this round"),
    Field("corporation", 19, null=True, doc="id, once chosen for the seat itself, once revealed for all"),
    Field("objectives", 20, many=1, null=True, doc="ids; for the seat itself, for all when over"),
    Field("deals", 21, many=1, null=True, doc="ids of the Deals in hand; for the seat itself"),
    Field("offer", 22, many=1, null=True, doc="ids of the cards to choose from; for the seat itself"),
    Field("objective_returned", 23, null=True, doc="id, for the seat itself"),
    Field("corporation_declined", 24, null=True, doc="id, for the seat itself"),
    doc="A seat and all it owns.",
)

VIEW = Message(
    "LagoonView",
    *head("lagoon", "standard", "objectives, corporations, islands, actions or over"),
    Field("token", 11, doc="seat that picks its island first"),
    Field("order", 12, many=1, doc="turn order of the round; empty before all have picked an island"),
    Field("actions_left", 13, doc="of the seat on turn, the one under way included"),
    Field("final_round", 14, "flag", doc="the game ends with this round"),
    Field("spaces", 15, many=2, doc="for each of the 20 spaces the seats that used it this round, in order"),
    Field("galleries", 16, GALLERY, many=2, holes=True, doc="columns 1a, 1b, 1c, 2a, 2b, 2c: level 1, level 2"),
    Field("center", 17, many=3, doc="cubes in the Enrichment Center: [resource][level 0 to 4][owner]"),
    Field("artifacts", 18, many=2, doc="[site][resource]: 1 if still to be bought, else 0"),
    Field("equipment_market", 19, many=1, doc="ids"),
    Field("shipment_market", 20, many=1, doc="ids"),
    Field("deck_sizes", 21, DECK_SIZES),
    Field("deal_discard", 22, many=1, doc="ids, first discarded first"),
    Field("gallery_discard", 23, many=1, doc="ids, first discarded first"),
    Field("pending", 24, PENDING, null=True),
    Field("seats", 25, SEAT, many=1),
    Field("decks", 26, DECKS, only="referee"),
    Field("objective_vp", 27, many=2, only="over", doc="by seat: VP of its Objectives, in their order"),
    doc="What a seat knows of a match of Miner's Lagoon.",
)
