"""The memory of a match of Imperial Miners, and of its components."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    SEATS = 5
    LEVELS = 4
    FACTIONS = 6
    BOARDS = 3
    EVENTS = 18
    KINDS = 128                 # card ids fit seven bits
    PILE_ROOM = 44              # the largest level has 43 cards
    HAND_ROOM = 24              # 8 after each effect, 12 seen within one; a full hand takes no more
    MINE_ROOM = 16              # a card a round: 10 in play, some more in positions set up by hand
    DRAFT_ROOM = 8
    AGENDA_ROOM = 24            # at most: a chain, an effect of each card, a move, a board, an effect of a space
    TRACK_ROOM = 32
    OFFSET = 64                 # a cell's x is kept as x + 64


cdef enum Phase:
    DRAFT
    EVENT
    CHOOSE
    MINE
    END
    OVER


cdef enum Kind:                 # of an action, the top byte of its code
    SKIP
    OPTION
    DIG
    PLAY
    DISCARD
    PLACE
    CLIMB
    SURFACE
    DRAW
    FACTION
    SEARCH
    BOARD
    MACHINE
    COLLAPSE
    CLEAR
    CART
    ACTIVATE
    TIMES


cdef enum Item:                 # of the agenda
    NOTHING
    TO_PLACE
    TO_CHAIN
    TO_CLIMB
    TO_SURFACE
    TO_OPTION
    TO_EFFECT
    TO_MOVE
    TO_BOARD


cdef enum Source:               # of an effect
    NO_SOURCE
    OF_CARD
    OF_SURFACE
    OF_PROGRESS
    OF_EVENT


cdef enum Op:                   # in the order of tables.OPS
    OP_COINS
    OP_VP
    OP_DRAW
    OP_SEARCH
    OP_ADVANCE
    OP_MACHINE
    OP_UNMACHINE
    OP_COLLAPSE
    OP_CLEAR
    OP_CART
    OP_ACTIVATE
    OP_DISCARD
    OP_EXCHANGE


cdef enum Metric:               # in the order of tables.METRICS
    BY_NONE
    BY_FACTION
    BY_FACTIONS
    BY_LEVEL
    BY_MACHINES
    BY_MACHINE_CARDS
    BY_MACHINES_HERE
    BY_COLLAPSES
    BY_CARTS
    BY_CARTS_HERE
    BY_NEIGHBOURS
    BY_ABOVE
    BY_SIDES
    BY_HAND
    BY_BOARDS_DONE
    BY_SPACE
    BY_ADVANCED


cdef enum Where:                # in the order of tables.PLACES
    AT_NONE
    AT_HERE
    AT_ANY
    AT_OTHER
    AT_ADJACENT
    AT_MACHINE
    AT_LEVEL
    AT_FACTION


cdef enum EventType:            # in the order of tables.TYPES
    IMMEDIATE
    ABILITY
    AT_END


cdef enum:                      # the sets of cells a mine keeps, one bit a cell
    IN_ROW = 0                  # of row 1, 2, 3, 4
    OF_FACTION = 4              # of each faction
    COLLAPSED = 10
    ACTIVATED = 11              # this round
    WITH_MACHINE = 12
    FULL = 13                   # as many machines as a card may bear
    HALF = 14                   # whose border tl, tr, r is an incomplete cart
    WHOLE = 17                  # ... a complete one
    WITH_TOKEN = 20             # ... and has a token
    NEXT = 23                   # the neighbours of each cell
    SETS = 39


cdef struct Mine:
    # The cells are numbered by level, then x; a card put down moves the later ones up.
    uint64_t row[LEVELS]        # taken places, bit (x + 64) / 2
    uint16_t key[MINE_ROOM]     # level << 8 | x + 64 of each cell, ascending
    uint16_t sets[SETS]         # see above
    uint16_t count              # cards
    uint8_t card[MINE_ROOM]     # its id
    uint8_t machines[MINE_ROOM]


cdef struct Seat:
    Mine mine
    int32_t coins
    int32_t vp
    uint16_t boards_done
    uint16_t advanced           # spaces this round
    uint8_t board               # 1 + the board the marker is on, 0: none
    uint8_t space
    uint8_t choice              # 0: none, 1: dig, 2 + id of the card committed
    uint8_t revealed            # 1 + id of the card to be placed, 0: none
    uint8_t levels[LEVELS]      # cards in hand of each level; in the draft, those discarded too
    uint8_t held                # cards in hand
    uint8_t seen                # of these, shown by a search
    uint8_t dropped             # cards discarded in the draft
    uint8_t hand[HAND_ROOM]     # ids ascending
    uint8_t shown[HAND_ROOM]    # ids ascending
    uint8_t draft[DRAFT_ROOM]   # ids ascending


cdef struct Task:               # an item of the agenda
    uint8_t item
    uint8_t source              # effect
    uint8_t cell                # chain, climb, option, effect of a card: number of the cell
    uint8_t effect              # effect of a card or surface board: which, from 1
    uint8_t step                # effect: the first step with something left to do
    uint8_t left                # effect: times that step is still due, 0: not begun; surface: effects; move: spaces
    uint8_t faction             # effect: 1 + the faction named for the search, 0: none
    uint8_t marks               # effect: piles searched in vain; surface: effects used; bit 0 is the first


cdef struct State:
    Seat seat[SEATS]
    uint32_t taken[3]           # words taken of the streams of piles 1, 2, 3
    uint8_t pile[LEVELS][PILE_ROOM]         # top last
    uint8_t piled[LEVELS]
    uint8_t discard[LEVELS][PILE_ROOM]      # first discarded first
    uint8_t discarded[LEVELS]
    uint8_t event_deck[EVENTS]  # top last
    uint8_t events_left
    uint8_t events[EVENTS]      # those revealed, one a round
    uint8_t track[BOARDS]       # in play
    uint8_t players
    uint8_t kind                # of the variant
    uint8_t phase
    uint8_t round
    uint8_t waiting             # seats that must act, one bit each
    uint8_t served              # the seat the agenda is of; 0 where there is none
    uint8_t depth               # items of the agenda
    Task agenda[AGENDA_ROOM]    # top last


# --- The components.

cdef struct Step:
    uint8_t op
    uint8_t n
    uint8_t metric
    uint8_t metric_arg
    uint8_t each
    uint8_t div
    uint8_t most                # of the amount; 255: no limit
    uint8_t where
    uint8_t where_arg
    uint8_t level               # draw: of this pile, 0: of any
    uint8_t faction             # search: whom, FACTIONS: any
    uint8_t coins               # exchange
    uint8_t vp


cdef struct Effect:
    uint8_t need                # metric
    uint8_t need_arg
    uint8_t need_min
    uint8_t pay
    uint8_t discount            # 1 + faction, 0: none
    uint8_t steps
    uint16_t first              # of its steps in Tables.step


cdef struct Face:               # of a mine card
    uint8_t level
    uint8_t cost
    uint8_t factions            # one bit each
    uint8_t carts               # full half-carts, bits tl tr r br bl l
    uint8_t effects
    uint16_t first              # of its effects in Tables.effect


cdef struct EventCard:
    uint8_t type
    uint8_t minus[LEVELS]       # what the cards of a level cost less
    uint8_t extra               # surface effects more
    uint8_t plus                # spaces more an advance
    uint8_t rescue
    uint8_t coins               # an activation
    uint16_t effect


cdef struct Tables:
    Step step[2048]
    Effect effect[600]
    Face card[KINDS]
    int16_t copies[KINDS]       # of each card
    uint8_t by_level[KINDS]     # the cards' ids by level, ascending within one
    uint8_t first[LEVELS + 1]   # where each level begins there
    EventCard event[EVENTS]
    uint16_t space[2 * BOARDS][TRACK_ROOM]  # effect of a track's space
    uint8_t top[2 * BOARDS]     # the highest space
    uint16_t surface[SEATS]     # the first of a board's three effects
    uint8_t stock[LEVELS][PILE_ROOM]        # all cards of a level, ids ascending
    uint8_t stocked[LEVELS]
    uint8_t deal[2][3]
    uint8_t drop[2]
    uint8_t kinds               # different cards
    uint8_t rounds
    uint8_t hand_limit
    uint8_t machine_limit
    uint8_t cart_vp
    uint8_t titles
    int32_t title_from[8]
    char title[8][64]
    char faction[FACTIONS][24]
