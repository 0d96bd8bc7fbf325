"""The board as rules see it: tiles coming and going, plain moves, fragments."""

from libc.stdint cimport uint8_t, uint32_t

from engine.bits cimport lowest as lowest_bit
from engine.minerals.cells cimport (
    Cells, Wide, any, both, cells, either, empty, fill_until, lowest, single, take_lowest, wide, without,
)
from engine.minerals.state cimport EDGE, KINDS, PAWN, State, Tables

cdef enum:
    MAX_LOOSE = 3               # a ring of six has at most three runs of tiles


cdef inline uint8_t* at(State* s, int cell) noexcept nogil:
    return s.grid + EDGE + cell


cdef inline int mineral(State* s, int cell) noexcept nogil:
    return at(s, cell)[0] & 7


# The sets of a state are always read and written as a whole, never a word of them: a vector loaded soon after a word of it was
# stored has to wait until the store is through.

cdef inline void lay(State* s, int cell, int kind) noexcept nogil:
    """Puts a tile on an empty cell."""
    at(s, cell)[0] = kind
    s.tiles = cells(either(wide(&s.tiles), single(cell)))
    if kind == 1:
        s.white = cells(either(wide(&s.white), single(cell)))


cdef inline int lift(State* s, int cell) noexcept nogil:
    """Takes a tile without a pawn off the board; its mineral."""
    cdef int kind = at(s, cell)[0]
    at(s, cell)[0] = 0
    s.tiles = cells(without(wide(&s.tiles), single(cell)))
    s.white = cells(without(wide(&s.white), single(cell)))
    return kind


cdef inline void set_pawn(State* s, int seat, int cell) noexcept nogil:
    s.pawn[seat] = cell
    at(s, cell)[0] |= PAWN
    s.pawned = cells(either(wide(&s.pawned), single(cell)))


cdef inline void lift_pawn(State* s, int cell) noexcept nogil:
    at(s, cell)[0] &= ~PAWN
    s.pawned = cells(without(wide(&s.pawned), single(cell)))


cdef inline Cells free_white(State* s) noexcept nogil:
    return cells(without(wide(&s.white), wide(&s.pawned)))


cdef inline int free_tile(uint8_t b) noexcept nogil:
    return <uint8_t>(b - 1) < KINDS


cdef inline int passable(const uint8_t* g, int d, int v) noexcept nogil:
    """No two empty cells in a row before the last of `v` >= 3 steps from `g`. No branches: they could not be foreseen."""
    return (
        ((g[d] | g[2 * d]) != 0)
        & (((g[2 * d] | g[3 * d]) != 0) | (v < 4))
        & (((g[3 * d] | g[4 * d]) != 0) | (v < 5))
    )


cdef inline int plain_moves(State* s, int cell) noexcept nogil:
    """The plain moves of a pawn on a cell: a bit for each of -16, -15, -1, +1, +15, +16, its steps in that direction.

    The last cell must be a tile without a pawn; with one or two steps that is all there is to ask.
    """
    cdef const uint8_t* g = at(s, cell)
    cdef int v = g[0] & 7
    cdef int found = (
        free_tile(g[-16 * v]) | free_tile(g[-15 * v]) << 1 | free_tile(g[-v]) << 2
        | free_tile(g[v]) << 3 | free_tile(g[15 * v]) << 4 | free_tile(g[16 * v]) << 5
    )
    if v >= 3 and found:
        found &= (
            passable(g, -16, v) | passable(g, -15, v) << 1 | passable(g, -1, v) << 2
            | passable(g, 1, v) << 3 | passable(g, 15, v) << 4 | passable(g, 16, v) << 5
        )
    return found


cdef inline bint ended(State* s, int players) noexcept nogil:
    """No wollastonite is free and no pawn has a plain move."""
    cdef int seat
    if any(without(wide(&s.white), wide(&s.pawned))):
        return False
    for seat in range(players):
        if plain_moves(s, s.pawn[seat]):
            return False
    return True


cdef inline int loose(State* s, const Tables* t, int hole, Cells* out) noexcept nogil:
    """The fragments without a pawn that a tile gone from `hole` left behind, by their smallest cells; how many.

    Only what touched the tile can have come loose. If its neighbours still lie in one run and one of them carries a pawn,
    nothing has; otherwise the tiles are filled from one neighbour until all others and a pawn are met.
    """
    cdef const uint8_t* g = at(s, hole)
    cdef const uint8_t* up = g - 16
    cdef const uint8_t* left = g - 1
    cdef int ring = (
        (up[0] != 0) | (up[1] != 0) << 1 | (left[0] != 0) << 2 | (g[1] != 0) << 3 | (g[15] != 0) << 4 | (g[16] != 0) << 5
    )
    cdef int n = 0
    cdef Wide land, goals, marks, found
    if t.arcs[ring] == 0:
        return 0
    if t.arcs[ring] == 1 and (up[0] | up[1] | left[0] | g[1] | g[15] | g[16]) & PAWN:
        return 0
    land = wide(&s.tiles)
    marks = wide(&s.pawned)
    goals = both(land, wide(&t.near[hole]))
    found = single(hole + t.steps[lowest_bit(ring)])
    while not fill_until(&found, land, goals, marks):
        if not any(both(found, marks)):
            out[n] = cells(found)
            n += 1
        goals = without(goals, found)
        if not any(goals):
            break
        found = single(lowest(cells(goals)))
    if n > 1:
        sort_fragments(out, n)
    return n


cdef inline void sort_fragments(Cells* fragments, int n) noexcept nogil:
    cdef int i, j
    cdef Cells held
    for i in range(1, n):
        for j in range(i, 0, -1):
            if lowest(fragments[j]) < lowest(fragments[j - 1]):
                held = fragments[j]
                fragments[j] = fragments[j - 1]
                fragments[j - 1] = held


cdef inline uint32_t kinds_of(State* s, Cells fragment) noexcept nogil:
    """The minerals of a set of tiles, as bits."""
    cdef uint32_t kinds = 0
    while not empty(&fragment):
        kinds |= 1 << mineral(s, take_lowest(&fragment))
    return kinds
