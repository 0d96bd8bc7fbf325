"""The memory of a match of Minerals: its State, and the tables of its components."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from engine.minerals.cells cimport Cells

cdef enum:
    SEATS = 5
    KINDS = 5                   # minerals, ids 1-5; a bag counts mineral k at k - 1
    BAG = 8                     # bytes of a bag, the last three always 0
    CARDS = 24                  # ids 1-24; sets of cards have bit `id`
    TOOLS = 10                  # ids 1-10; sets of tools have bit `id`
    TOOL_TILES = 5
    EDGE = 64                   # bytes around the grid: the longest step, 5 rows of 16, stays inside
    PAWN = 8                    # in the grid, added to a mineral with a pawn on it
    INNER = 196                 # cells that can hold tiles
    START = 3                   # tiles the board grows from
    STYLES = 16


cdef enum Phase:
    REMOVE                      # setup: a tile is taken off the board
    PLACE                       # setup: the right neighbour's pawn is put down
    BEFORE                      # the move, or giving up, or a tool first
    PUT                         # the drawn mineral must be put down
    CUT                         # which mineral to take from fragments being cut off
    AFTER                       # a card, a tool, or the end of the turn
    OVER


cdef enum Kind:
    # Kinds of actions, the codes' top byte. A tool's kind is TOOL + its id.
    DO_REMOVE = 1
    DO_PLACE = 2
    DO_END = 3
    DO_LOWEST = 4
    DO_PASS = 5
    DO_MOVE = 6
    DO_RELOCATE = 7
    DO_PUT = 8
    DO_CARD = 9
    TOOL = 9


cdef enum Effect:
    # The closed list of what tools do, in the order of tables.EFFECTS.
    ADD_TILE
    CHOOSE_CUT
    DRAW
    EXCHANGE
    TURN
    SLIDE
    TAKE_ADJACENT
    CARRY
    EXTRA_MOVE
    COPY


cdef enum:
    # When tools may be used, in the order of tables.MOMENTS.
    AT_BEFORE
    AT_CUT
    AT_AFTER
    MOMENTS


cdef enum:
    # How the board grows, in the order of tables.STYLES.
    FREE
    ROUND
    RAGGED
    LONG


cdef struct State:
    Cells tiles                 # where tiles lie
    Cells white                 # where wollastonite lies
    Cells pawned                # where pawns stand
    uint8_t grid[EDGE + 256 + EDGE]     # by cell: 0 or the mineral, + PAWN under a pawn; the edges stay 0
    uint8_t pawn[SEATS]         # cell of a seat's pawn, 0 before it is placed
    uint8_t phase
    uint8_t turn                # seat whose turn it is
    uint8_t removals            # tiles still to be taken off in setup
    uint8_t pool[SEATS][BAG]
    uint8_t spent[SEATS][BAG]   # paid for tools
    uint8_t pouch[BAG]
    uint32_t cards[SEATS]       # sets of cards taken
    uint32_t low[SEATS]         # those of them taken without their orpiment
    uint32_t row                # set of cards lying face up
    uint32_t draws              # words taken from the pouch's stream
    uint16_t round
    uint16_t up                 # set of tools in play
    uint8_t deck[CARDS]         # bottom to top, 0 above the top
    uint8_t deck_count
    uint8_t tool_used           # this turn
    uint8_t card_taken          # this turn
    uint8_t dug_cell            # of this turn's last correct move; 0 before it
    uint8_t dug_kind
    uint8_t drawn               # in phase PUT, the mineral to put down
    uint8_t unused[2]


cdef struct Card:
    uint8_t cost[BAG]
    uint8_t value
    uint8_t low_value
    uint8_t printed             # minerals shown on it


cdef struct Tool:
    uint8_t cost                # mineral id
    uint8_t effect
    uint8_t number              # min_adjacent, draw or limit
    uint64_t exchanges          # set of exchanges within its limit


cdef struct Exchange:
    uint32_t code               # the five nibbles
    uint8_t take[BAG]
    uint8_t give[BAG]


cdef struct Tables:
    uint8_t counts[BAG]         # tiles of a mineral
    uint8_t tiles               # of all minerals
    uint8_t removals
    uint8_t row                 # face-up cards
    uint8_t start[START]        # cells
    uint8_t max_barred
    uint8_t styles
    uint8_t style[STYLES]
    uint8_t inner[INNER]        # cells that can hold tiles, ascending
    Cells inside                # the same as a set
    int steps[6]                # to the neighbours of a cell, ascending
    Cells near[256]             # the neighbours of an inner cell
    uint8_t measure[4][256]     # by style (ROUND, LONG) and cell
    uint8_t arcs[64]            # runs of tiles in a ring, by its six neighbours in ascending order as bits
    Card card[CARDS + 1]
    uint32_t one_diamond
    uint32_t two_diamonds
    uint32_t lows               # cards with a low value
    uint32_t payable[KINDS][16] # cards that ask for at most n of a mineral; 15 stands for more too
    Tool tool[TOOLS + 1]
    uint8_t side[TOOL_TILES][2] # tool ids
    uint16_t when[MOMENTS]      # sets of tools
    uint16_t priced[KINDS]      # tools that cost a mineral
    uint16_t copies             # tools that copy
    uint16_t cutters            # tools that choose in a cut-off
    int exchanges
    Exchange exchange[64]
    uint64_t givable[KINDS][8]  # exchanges that give at most n of a mineral; 7 stands for more too
    uint64_t takable[KINDS][8]


cdef struct Variant:
    bint cards
    bint tools
    bint by_number              # a mineral counts 1, whatever its value
