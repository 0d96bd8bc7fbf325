"""The memory of a match of Miner's Lagoon, and the tables of its components.

Sets of cards, tiles, cubes and places are bits. Whatever may be absent is stored plus 1, so that 0 means none; whatever is
not in use is 0, so that equal positions are equal bytes.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    SEATS = 4
    RESOURCES = 4               # gold, iron, copper, silver
    MONEY = 4                   # as a unit, after the resources
    UNITS = 5
    LEVELS = 5                  # of the Enrichment Center, 0 to 4
    CELLS = 20                  # of one resource in the center: level * 4 + owner
    COLUMNS = 6
    POSITIONS = 12              # column * 2 + level - 1
    LEVEL_1 = 0x555             # positions of level 1, as a set; those of level 2 are one bit up
    SITE = 0x3f                 # positions of site 0, as a set; those of site 1 are six bits up
    SPACES = 20
    OBJECTIVES = 24
    CORPORATIONS = 12
    DEALS = 40
    EQUIPMENT = 24
    GALLERIES = 40
    SHIPMENTS = 41
    OFFERED = 3                 # Objectives to choose from; Corporations are one fewer
    DRAWN = 2                   # most galleries laid by one action
    NEEDS = 3                   # most resources a Deal asks for
    MOST = 10000                # of money or of a resource in a view; play stays far below
    MOST_CUBES = 31             # of one owner on a cell of the center in a view; play stays far below, and below 128

cdef enum:                      # numbers of the streams that shuffle the decks
    OBJECTIVE_STREAM = 1
    CORPORATION_STREAM
    DEAL_STREAM
    EQUIPMENT_STREAM
    GALLERY_STREAM
    SHIPMENT_STREAM

cdef enum Phase:
    CHOOSE_OBJECTIVES
    CHOOSE_CORPORATIONS
    ISLANDS
    ACTIONS
    OVER

cdef enum Kind:                 # of an action: the top byte of its code
    PASS
    STOP
    RETURN
    CORPORATION
    ISLAND
    ACT
    DEPART
    USE
    ASSIGN
    PLACE
    ENRICH
    BUY
    TRADE
    ARTIFACT
    EQUIP
    SHIP
    DRAW
    CLOSE
    PAY
    DISCARD
    RAISE
    BOOST
    COLLECT
    CRUSH
    DEMOLISH

cdef enum Word:                 # what an effect does, in the order of tables.WORDS; 0: none
    DO_RECRUIT = 1
    DO_MONEY
    DO_SELL
    DO_DEPART
    DO_MINE
    DO_GALLERIES
    DO_ENRICH
    DO_BUY
    DO_TRADE
    DO_ARTIFACT
    DO_EQUIP
    DO_SHIP
    DO_DRAW
    DO_CLOSE
    DO_DISCARD
    DO_RAISE
    DO_BOOST
    DO_COLLECT
    DO_CRUSH
    DO_DEMOLISH
    WORDS


cdef struct Seat:
    uint64_t deals              # in hand
    uint64_t deals_closed
    uint64_t shipments
    uint32_t equipment
    uint32_t equipment_used     # this round
    uint32_t objectives         # kept
    uint32_t offer              # Objectives or Corporations to choose from
    int32_t score               # on the track
    uint16_t unit[UNITS]        # plain resources, and money
    uint16_t cubes              # enriched, on the player board: bit resource * 4 + level - 1
    uint8_t artifacts[RESOURCES]
    uint8_t merchants
    uint8_t merchants_free
    uint8_t miners
    uint8_t miners_free
    uint8_t deals_held          # number of Deals in hand, also where they are hidden
    uint8_t ship                # island, 0: none
    uint8_t passed
    uint8_t acted               # completed an action this round
    uint8_t closed              # closed a Deal on a board space this round
    uint8_t corporation         # 1 + id
    uint8_t declined            # 1 + id of the other Corporation
    uint8_t returned            # 1 + id of the Objective given back


cdef struct Pending:            # the action under way
    uint8_t what                # 1 + space, or 1 + SPACES + equipment; 0: none
    uint8_t mode                # the word carried out; 0 while two alternatives are open
    uint8_t count               # steps done
    uint8_t enriched[RESOURCES] # placed by this action
    uint8_t assigned[POSITIONS] # Miners
    uint8_t laid                # number of galleries laid
    uint8_t placed[DRAWN]       # their columns, in order
    uint8_t faces_up            # number laid face up
    uint8_t deal                # 1 + the one being paid
    uint8_t tiles_left          # drawn and not yet laid
    uint8_t tiles[DRAWN]        # 1 + id, next first


cdef struct State:
    Seat seats[SEATS]
    # --- The match.
    uint8_t players
    uint8_t phase
    uint8_t round
    uint8_t token               # seat with the Island Selection token
    uint8_t waiting             # seats still to choose, as a set, in the two phases of the setup
    uint8_t turn                # who must act, in ISLANDS and ACTIONS
    uint8_t actions_left
    uint8_t final_round
    uint8_t ordered             # number of seats in `order`: none, or all
    uint8_t order[SEATS]
    Pending pending
    # --- The board.
    uint8_t users[SPACES]       # seats that used the space this round, as a set
    uint8_t queue[SPACES]       # the same in order, 2 bits each, the first lowest
    uint16_t there              # positions with a gallery
    uint16_t up                 # positions with a gallery face up
    uint16_t dry                # of these, the ones with nothing left; follows from `left`
    uint8_t tile[POSITIONS]     # id; 0 too where it is hidden
    uint8_t left[POSITIONS]     # minerals still on it, if face up
    uint8_t by[POSITIONS]       # 1 + the seat that laid it face down
    uint8_t artifacts           # still to be bought: bit site * 4 + resource
    uint32_t present[RESOURCES] # cells with a cube, as a set; follows from `center`
    uint8_t center[RESOURCES][CELLS]
    uint32_t equipment_market
    uint64_t shipment_market
    # --- Decks, top last, and discard piles, first discarded first.
    uint32_t deals_taken        # words taken from the stream of the deals
    uint32_t galleries_taken    # and of the galleries
    uint8_t deals_size
    uint8_t equipment_size
    uint8_t galleries_size
    uint8_t shipments_size
    uint8_t deals_out           # discarded
    uint8_t galleries_out
    uint8_t objectives[OBJECTIVES]      # their number follows from players and phase, as that of the next
    uint8_t corporations[CORPORATIONS]
    uint8_t deals[DEALS]
    uint8_t equipment[EQUIPMENT]
    uint8_t galleries[GALLERIES]
    uint8_t shipments[SHIPMENTS]
    uint8_t deal_discard[DEALS]
    uint8_t gallery_discard[GALLERIES]


# --- The tables.

cdef struct Effect:             # one alternative; parameters its word does not have are 0
    uint8_t do
    uint8_t worker              # 0 Merchant, 1 Miner
    uint8_t resource
    uint8_t cost
    uint8_t limit
    uint8_t money
    uint8_t tiles
    uint8_t pay[DRAWN + 1]      # by number laid face up
    uint8_t times
    uint8_t same
    uint8_t give
    uint8_t bonus
    uint8_t once
    uint8_t level
    uint8_t vp


cdef struct Action:             # of a space or card
    uint8_t ways
    Effect way[2]


cdef struct Deal:
    uint8_t needs
    uint8_t resource[NEEDS]
    uint8_t level[NEEDS]
    uint8_t vp


cdef struct Shipment:
    uint8_t resources[RESOURCES]
    uint8_t artifact            # 1 + resource
    uint8_t vp
    uint8_t money


cdef struct Corporation:
    uint8_t merchants
    uint8_t miners
    uint8_t money
    uint8_t resources[RESOURCES]
    uint8_t deals


cdef struct Objective:
    uint8_t form                # as in tables.FORMS
    uint8_t metric              # as in tables.METRICS
    uint8_t vp
    uint8_t rows
    uint16_t least[4]
    uint8_t worth[4]


cdef enum:
    AMOUNTS = 5                 # 0, 1, 2, 3, "4 or more" as an index
    COSTS = 100                 # costs are below


cdef struct Tables:
    Action action[SPACES + EQUIPMENT]
    uint32_t acts[5]            # spaces of an island but the one to depart, as a set
    uint8_t departs[5]          # the one to depart
    uint32_t active             # Equipment with an effect, as a set
    uint8_t equipment_cost[EQUIPMENT]
    uint8_t equipment_vp[EQUIPMENT]
    uint32_t affordable[COSTS]  # Equipment that costs no more
    uint8_t mineral[GALLERIES]
    uint8_t amount[GALLERIES]
    Deal deal[DEALS]
    uint64_t payable[RESOURCES][16]     # Deals whose need of the resource these cubes of it can pay
    Shipment shipment[SHIPMENTS]
    uint64_t shippable[RESOURCES][COSTS]    # shipments that ask for no more of the resource
    uint64_t artless[RESOURCES] # shipments that do not ask for that Artifact
    uint64_t bulk               # shipments that ask for 3 plain resources or more
    uint64_t art                # shipments that ask for an Artifact
    Corporation corporation[CORPORATIONS]
    Objective objective[OBJECTIVES]
    uint32_t buyable[SEATS][AMOUNTS]    # cells from which a seat with so much money may buy
    uint32_t vacant[16]         # cells whose level these cubes of the resource leave free
    uint8_t pay_round[100]
    uint8_t rounds
    uint16_t goal
    uint8_t turn_actions
    uint8_t equipment_shown
    uint8_t shipments_shown
    uint8_t artifact_cost
    uint8_t artifact_vp
    uint8_t line_limit
    uint8_t owner_vp
    uint8_t gallery_limit


cdef inline int objectives_size(const State* s) noexcept nogil:
    """Number of cards in the deck of Objectives."""
    return OBJECTIVES - OFFERED * s.players


cdef inline int corporations_size(const State* s) noexcept nogil:
    return CORPORATIONS if s.phase == CHOOSE_OBJECTIVES else CORPORATIONS - (OFFERED - 1) * s.players


cdef inline const Effect* carried(const State* s, const Tables* t) noexcept nogil:
    """The alternative being carried out; the first while two are open."""
    cdef const Action* a = &t.action[s.pending.what - 1]
    return &a.way[1] if a.ways == 2 and s.pending.mode == a.way[1].do else &a.way[0]


cdef inline void settle(State* s) noexcept nogil:
    """Works out all that follows from something else: dry, present."""
    cdef int i, j
    s.dry = 0
    for i in range(POSITIONS):
        s.dry |= <uint16_t>((s.up >> i & 1) << i if s.left[i] == 0 else 0)
    for i in range(RESOURCES):
        s.present[i] = 0
        for j in range(CELLS):
            s.present[i] |= <uint32_t>(s.center[i][j] != 0) << j
