"""The memory of a match of Mineral Rummy, and the tables of its components.

Cards of one kind are alike, so a hand is a Bag: 3 bits for how many of each kind, kind 0 lowest. Sets of kinds are bits of
a uint32, sets of minerals bits of a uint16. Whatever may be absent is stored plus 1, so that 0 means none; whatever is not
in use is 0, so that equal positions are equal bytes.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from engine.bits cimport lowest, lowest64, popcount64
from engine.game cimport MAX_SEATS

ctypedef uint64_t Bag

cdef enum:
    KINDS = 21                  # a Bag has room for no more
    DECK = 55                   # ion cards
    MINERALS = 16               # mineral cards
    ROUNDS = 12                 # the longest match
    VARIANTS = 8
    BAG_ROOM = 160              # bytes that `unpack` needs for any bag, true or not
    WORD = 24                   # bytes of a slug, its closing 0 included

cdef enum Phase:
    DRAW
    PLAY
    CALL
    OVER

cdef enum Reason:               # why a round ended
    OUT
    CAP
    BLOCKED

cdef enum Kind:                 # of an action: the top byte of its code
    PASS
    DRAW_STOCK
    DRAW_DISCARD
    DISCARD
    MELD
    LAY
    SWAP
    CALL_LAY
    CALL_SWAP


cdef struct Round:              # a finished one
    uint16_t left[MAX_SEATS]    # points left in each hand
    uint16_t points             # what the winner got
    uint16_t turns              # completed by all seats
    uint8_t reason
    uint8_t winner              # 1 + seat, 0: none
    uint8_t rummy
    uint8_t spare


cdef struct State:
    # --- The match.
    Round history[ROUNDS]       # `rounds` of them
    uint32_t score[MAX_SEATS]   # total points
    uint32_t left[MAX_SEATS]    # total left-over points
    uint8_t players
    uint8_t variant
    uint8_t round               # the one being played, from 1
    uint8_t rounds              # finished ones
    # --- The round: whose turn it is.
    uint8_t phase
    uint8_t turn                # on turn; in CALL, the discarder
    uint8_t actor               # who must act: `turn`, but in CALL the seat being asked
    uint8_t taken               # 1 + kind of the taken card, 0: none
    uint8_t turns[MAX_SEATS]    # completed
    uint8_t first_play[MAX_SEATS]   # the turn, from 1, in which it first played a card; 0: none yet
    # --- Hands and holders.
    Bag hand[MAX_SEATS]
    Bag known[MAX_SEATS]        # the part of the hand that everybody knows
    uint32_t held[MAX_SEATS]    # kinds in the hand; follows from `hand`
    uint16_t holder[MAX_SEATS]  # unmelded minerals
    uint8_t cards[MAX_SEATS]    # number of cards in the hand
    uint8_t minerals[MAX_SEATS] # number of minerals in the holder
    uint8_t need[MAX_SEATS]     # ions of the holder; follows from `holder`
    # --- The table.
    uint16_t melded
    uint8_t owner[MINERALS]     # who melded it
    uint8_t wild_for[MINERALS]  # 1 + kind its substitute stands for, 0: no substitute
    Bag meld[MINERALS]          # the cards on it
    uint16_t standing[KINDS]    # the melds whose substitute stands for the kind; follows from `wild_for`
    uint32_t swaps              # kinds with such a meld
    uint32_t takes              # kinds that some meld takes; follows from `melded`
    # --- The piles, top last.
    Bag stock_from              # what the last reshuffle put into the stock
    uint32_t shuffled           # words the reshuffles took from their stream
    uint8_t reshuffled          # whether there was a reshuffle in this round
    uint8_t stocked             # number of cards in the stock
    uint8_t discarded           # number of cards in the discard pile
    uint8_t stock[DECK]
    uint8_t discard[DECK]


cdef struct Tables:
    int kinds
    int wild                    # the wild kind, the last
    Bag whole                   # all ion cards
    uint8_t deck[DECK]          # in the order in which the deck is built
    uint32_t ions[MINERALS]     # kinds of a mineral
    uint8_t need[MINERALS]      # how many
    uint8_t wilds[MINERALS]     # whether a wild may stand for one of them
    uint16_t taking[KINDS]      # minerals that take the kind
    int points                  # of an ion left in a hand
    int wild_points
    int rummy_factor
    int rummy_first_turn
    int turns_each
    int deal_minerals[MAX_SEATS + 1]    # each, by number of players
    int deal_ions[MAX_SEATS + 1]
    int rounds[VARIANTS]        # 0: as many as players
    int target[VARIANTS]        # 0: none
    char slug[VARIANTS][WORD]





cdef inline Bag card(int kind) noexcept nogil:
    """A bag of one card."""
    return <Bag>1 << 3 * kind


cdef inline int count(Bag bag, int kind) noexcept nogil:
    return <int>(bag >> 3 * kind) & 7


cdef inline int size_of(Bag bag) noexcept nogil:
    """How many cards: the bits worth 1, 2 and 4 of all kinds at once."""
    cdef Bag ones = <Bag>0x9249249249249249
    return popcount64(bag & ones) + 2 * popcount64(bag >> 1 & ones) + 4 * popcount64(bag >> 2 & ones)


cdef inline uint32_t kinds_of(Bag bag) noexcept nogil:
    cdef uint32_t kinds = 0
    cdef int kind
    while bag:
        kind = lowest64(bag) // 3
        kinds |= <uint32_t>1 << kind
        bag &= ~(<Bag>7 << 3 * kind)
    return kinds


cdef inline int unpack(Bag bag, uint8_t* out) noexcept nogil:
    """The cards of a bag, sorted; how many. Writes eight bytes a kind: `out` has BAG_ROOM."""
    cdef int n = 0
    cdef int kind
    cdef uint64_t eight
    while bag:
        kind = lowest64(bag) // 3
        eight = <uint64_t>0x0101010101010101 * <uint64_t>kind
        memcpy(out + n, &eight, 8)
        n += count(bag, kind)
        bag &= ~(<Bag>7 << 3 * kind)
    return n


cdef inline int need_of(const Tables* t, uint32_t holder) noexcept nogil:
    cdef int need = 0
    while holder:
        need += t.need[lowest(holder)]
        holder &= holder - 1
    return need


cdef inline int points_of(const Tables* t, Bag hand, int cards) noexcept nogil:
    return t.points * cards + (t.wild_points - t.points) * count(hand, t.wild)


cdef inline int last_round(const State* s, const Tables* t) noexcept nogil:
    """The largest number of rounds of the match."""
    return t.rounds[s.variant] if t.rounds[s.variant] else s.players


cdef inline void settle(State* s, const Tables* t) noexcept nogil:
    """Works out all that follows from something else: held, need, standing, swaps, takes."""
    cdef uint32_t melds = s.melded
    cdef int i, kind
    for i in range(s.players):
        s.held[i] = kinds_of(s.hand[i])
        s.need[i] = <uint8_t>need_of(t, s.holder[i])
    for i in range(KINDS):
        s.standing[i] = 0
    s.swaps = 0
    s.takes = 0
    while melds:
        i = lowest(melds)
        melds &= melds - 1
        s.takes |= t.ions[i] | <uint32_t>1 << t.wild
        if s.wild_for[i]:
            kind = s.wild_for[i] - 1
            s.standing[kind] |= <uint16_t>(1 << i)
            s.swaps |= <uint32_t>1 << kind
