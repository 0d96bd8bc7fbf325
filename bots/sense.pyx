"""What random play in a search knows of a game: which of its actions nobody in his senses would leave out.

Most games need none: scores come at every step and tell enough. In Mineral Rummy they come at the end of a round only, and play
that throws away what it needs never gets there.
"""

from libc.stdint cimport uint32_t

from engine.rummy import tables as rummy_tables

from engine.bits cimport lowest, popcount
from engine.game cimport Game
from engine.rummy.rules cimport Rummy
from engine.rummy.state cimport (
    DISCARD, DRAW, DRAW_DISCARD, DRAW_STOCK, KINDS, LAY, MELD, PLAY, State, count,
)

cdef uint32_t ALL = 0xFFFFFFFF  # kinds of cards

cdef uint32_t TAKING[KINDS]     # Mineral Rummy: the minerals that need the kind, as a set
cdef int WILD                   # and its wild kind


def _load():
    global WILD
    data = rummy_tables.load()
    WILD = len(data.ions) - 1
    for mineral in data.minerals:
        for ion in mineral.ions:
            TAKING[<int>ion] |= <uint32_t>1 << <int>mineral.id


_load()


cdef Sense sense_of(Game game):
    if isinstance(game, Rummy):
        return rummy
    return NULL


cdef inline int keep(uint32_t* codes, int n, uint32_t action, uint32_t kinds) noexcept nogil:
    """Keeps the actions of a kind about certain cards, if there are any; 0: there are none, nothing was changed."""
    cdef int i, kept = 0
    for i in range(n):
        if codes[i] >> 24 == action and kinds >> (codes[i] >> 16 & 0xFF) & 1:
            codes[kept] = codes[i]
            kept += 1
    return kept


cdef int rummy(Game world, int seat, uint32_t* codes, int n) noexcept nogil:
    """Meld at once, draw what is needed, part with what is not."""
    cdef State* s = &(<Rummy>world).s
    cdef uint32_t holder = s.holder[seat]
    cdef uint32_t kinds = s.held[seat]
    cdef uint32_t spare = 0
    cdef int kind
    if s.phase == DRAW:
        kind = s.discard[s.discarded - 1] if s.discarded else WILD
        if popcount(holder & TAKING[kind]) > count(s.hand[seat], kind):
            return keep(codes, n, DRAW_DISCARD, ALL) or n
        return keep(codes, n, DRAW_STOCK, ALL) or n
    if s.phase != PLAY:
        return n
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        if count(s.hand[seat], kind) > popcount(holder & TAKING[kind]) and not (kind == WILD and holder):
            spare |= <uint32_t>1 << kind
    return keep(codes, n, MELD, ALL) or keep(codes, n, LAY, spare) or keep(codes, n, DISCARD, spare) or n
