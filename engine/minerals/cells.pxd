"""Sets of cells: the 16 x 16 grid as 256 bits, and what is asked of whole sets at once.

Bit `c` of a set is cell `c = 16*r + q`, so a row is 16 bits and eight rows are one vector register. A step to a neighbour is a
shift within the rows, or by one row, or both; tiles lie only on inner cells, so nothing that matters is shifted over an edge.
Written with the vector extensions of GCC and Clang; they compile to plain code where there are no vectors. Little-endian.
"""

from libc.stdint cimport uint8_t, uint64_t

cdef extern from *:
    """
    #ifndef MINERALS_CELLS
    #define MINERALS_CELLS
    #include <stdint.h>
    #include <string.h>
    #define QUICK static inline __attribute__((always_inline))

    typedef struct { uint64_t w[4]; } Cells;
    typedef uint16_t Rows __attribute__((vector_size(16)));
    typedef uint64_t Words __attribute__((vector_size(16)));
    typedef struct { Rows low, high; } Wide;    /* a set while it is worked on: rows 0-7 and 8-15 */

    QUICK Wide wide(const Cells *c) { Wide v; memcpy(&v, c, 32); return v; }
    QUICK Cells cells(Wide v) { Cells c; memcpy(&c, &v, 32); return c; }
    QUICK Wide both(Wide a, Wide b) { Wide v = {a.low & b.low, a.high & b.high}; return v; }
    QUICK Wide either(Wide a, Wide b) { Wide v = {a.low | b.low, a.high | b.high}; return v; }
    QUICK Wide without(Wide a, Wide b) { Wide v = {a.low & ~b.low, a.high & ~b.high}; return v; }
    QUICK Wide east(Wide a) { Wide v = {a.low << 1, a.high << 1}; return v; }
    QUICK Wide west(Wide a) { Wide v = {a.low >> 1, a.high >> 1}; return v; }

    QUICK int any(Wide a) {
        Words v = (Words)(a.low | a.high);
        return (v[0] | v[1]) != 0;
    }

    QUICK Wide south(Wide a) {          /* r + 1 */
        Rows none = {0};
        Wide v = {__builtin_shufflevector(none, a.low, 0, 8, 9, 10, 11, 12, 13, 14),
                  __builtin_shufflevector(a.low, a.high, 7, 8, 9, 10, 11, 12, 13, 14)};
        return v;
    }

    QUICK Wide north(Wide a) {          /* r - 1 */
        Rows none = {0};
        Wide v = {__builtin_shufflevector(a.low, a.high, 1, 2, 3, 4, 5, 6, 7, 8),
                  __builtin_shufflevector(a.high, none, 1, 2, 3, 4, 5, 6, 7, 8)};
        return v;
    }

    QUICK Wide single(int cell) {
        const Rows low = {0, 1, 2, 3, 4, 5, 6, 7}, high = {8, 9, 10, 11, 12, 13, 14, 15};
        uint16_t row = cell >> 4, bit = 1 << (cell & 15);
        Wide v = {(Rows)(low == row) & bit, (Rows)(high == row) & bit};
        return v;
    }

    /* The set moved one step in a direction; directions go round as 0 .. 5 = +1, -15, -16, -1, +15, +16. */
    QUICK Wide step(Wide a, int direction) {
        switch (direction) {
            case 0: return east(a);
            case 1: return east(north(a));
            case 2: return north(a);
            case 3: return west(a);
            case 4: return west(south(a));
            default: return south(a);
        }
    }

    /* The set and its neighbours, on land. */
    QUICK Wide grown(Wide a, Wide land) {
        Wide w = either(a, west(a)), e = either(a, east(a));
        return both(either(either(w, e), either(south(w), north(e))), land);
    }

    QUICK Wide filled(Wide seed, Wide land) {
        for (;;) {
            Wide a = grown(seed, land);
            seed = grown(a, land);
            if (!any(without(seed, a))) return seed;
        }
    }

    /* Fills the land from a seed. 1 as soon as it holds all goals and meets a mark, even if unfinished;
       0 when it is finished without that. */
    QUICK int fill_until(Wide *seed, Wide land, Wide goals, Wide marks) {
        for (;;) {
            Wide a = grown(*seed, land), b = grown(a, land);
            *seed = b;
            if (!any(without(goals, b)) && any(both(marks, b))) return 1;
            if (!any(without(b, a))) return 0;
        }
    }

    /* The cells with at least n neighbours in the set. */
    QUICK Wide beside(Wide a, int n) {
        Wide none = {{0}, {0}}, there[6], least[7] = {none, none, none, none, none, none, none};
        there[0] = east(a); there[3] = west(a);
        there[2] = north(a); there[1] = east(there[2]);
        there[5] = south(a); there[4] = west(there[5]);
        for (int d = 0; d < 6; d++) {
            for (int i = n; i > 1; i--) least[i] = either(least[i], both(least[i - 1], there[d]));
            least[1] = either(least[1], there[d]);
        }
        return least[n];
    }

    /* The cells whose ring of six meets the set in two or more separate runs. */
    QUICK Wide split_rings(Wide a) {
        Wide none = {{0}, {0}}, one = none, two = none, last = step(a, 5);
        for (int d = 0; d < 6; d++) {
            Wide there = step(a, d), begins = without(there, last);
            two = either(two, both(one, begins));
            one = either(one, begins);
            last = there;
        }
        return two;
    }

    QUICK int lowest(Cells c) {
        for (int i = 0; i < 3; i++) if (c.w[i]) return 64 * i + __builtin_ctzll(c.w[i]);
        return 192 + __builtin_ctzll(c.w[3]);
    }

    /* The tiles of an undivided board that can go without dividing it. A tile holds the board together if and only if two
       gaps of its ring belong to the same water: the outside, or one hole. A hole of one cell cannot do that. */
    static Cells removable(const Cells *tiles) {
        const Rows sides = {0xffff, 0x8001, 0x8001, 0x8001, 0x8001, 0x8001, 0x8001, 0x8001};
        const Rows bottom = {0x8001, 0x8001, 0x8001, 0x8001, 0x8001, 0x8001, 0x8001, 0xffff};
        Wide rim = {sides, bottom}, land = wide(tiles), water = {~land.low, ~land.high};
        Wide outside = filled(rim, water), kept = split_rings(outside);
        Wide holes = without(water, outside);
        holes = both(holes, beside(holes, 1));
        while (any(holes)) {
            Wide hole = filled(single(lowest(cells(holes))), holes);
            kept = either(kept, split_rings(hole));
            holes = without(holes, hole);
        }
        return cells(without(land, kept));
    }

    /* The tiles at the end of a path of `steps` steps with one change of direction that never enters two
       empty cells in a row; `land` is without the start. */
    static Wide bent_paths(int start, int steps, Wide land) {
        Wide none = {{0}, {0}}, ends = none;
        Wide dry[5], wet[5];                    /* after k steps in all directions: on a tile, on an empty cell */
        for (int k = 0; k < 5; k++) dry[k] = wet[k] = none;
        for (int d = 0; d < 6; d++) {
            Wide on = single(start), off = none;
            for (int k = 1; k < steps; k++) {
                Wide from = step(either(on, off), d), jump = step(on, d);
                on = both(from, land);
                off = without(jump, land);
                dry[k] = either(dry[k], on);
                wet[k] = either(wet[k], off);
            }
        }
        for (int d = 0; d < 6; d++) {
            Wide on = none, off = none, straight = single(start);
            for (int k = 1; k < steps; k++) {
                straight = step(straight, d);
                on = either(on, without(dry[k], straight));
                off = either(off, without(wet[k], straight));
                Wide from = step(either(on, off), d), jump = step(on, d);
                on = both(from, land);
                off = without(jump, land);
            }
            ends = either(ends, on);
        }
        return ends;
    }

    QUICK int count(const Cells *c) {
        return __builtin_popcountll(c->w[0]) + __builtin_popcountll(c->w[1])
             + __builtin_popcountll(c->w[2]) + __builtin_popcountll(c->w[3]);
    }

    /* The place of the k-th set bit of a word, k from 0: sums of bits by bytes, then within the byte (S. Vigna, 2008). */
    QUICK int nth_of_word(uint64_t x, unsigned k) {
        const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
        uint64_t s = x - ((x >> 1) & 0x5555555555555555u);
        s = (s & 0x3333333333333333u) + ((s >> 2) & 0x3333333333333333u);
        s = ((s + (s >> 4)) & 0x0f0f0f0f0f0f0f0fu) * ones;
        int place = __builtin_ctzll(((s | tops) - (k + 1) * ones) & tops) & 56;
        k -= (unsigned)((s << 8) >> place) & 255;
        uint64_t y = (((x >> place & 255) * ones) & 0x8040201008040201u);      /* bit i in byte i */
        y = ((((y + 0x7f7f7f7f7f7f7f7fu) | y) & tops) >> 7) * ones;            /* sums of bits */
        return place + (__builtin_ctzll(((y | tops) - (k + 1) * ones) & tops) >> 3);
    }

    QUICK int nth(const Cells *c, int k) {
        int a = __builtin_popcountll(c->w[0]), b = a + __builtin_popcountll(c->w[1]);
        int d = b + __builtin_popcountll(c->w[2]);
        int i = (k >= a) + (k >= b) + (k >= d);         /* no branches: they could not be foreseen */
        int before = (a & -(k >= a)) + ((b - a) & -(k >= b)) + ((d - b) & -(k >= d));
        return 64 * i + nth_of_word(c->w[i], k - before);
    }
    #endif
    """
    ctypedef struct Cells:
        uint64_t w[4]
    ctypedef struct Wide:
        pass

    Wide wide(const Cells* c) noexcept nogil
    Cells cells(Wide v) noexcept nogil
    Wide both(Wide a, Wide b) noexcept nogil
    Wide either(Wide a, Wide b) noexcept nogil
    Wide without(Wide a, Wide b) noexcept nogil
    Wide single(int cell) noexcept nogil
    bint any(Wide a) noexcept nogil
    Wide grown(Wide a, Wide land) noexcept nogil
    Wide filled(Wide seed, Wide land) noexcept nogil
    bint fill_until(Wide* seed, Wide land, Wide goals, Wide marks) noexcept nogil
    Wide beside(Wide a, int n) noexcept nogil
    int lowest(Cells c) noexcept nogil
    Cells removable(const Cells* tiles) noexcept nogil
    Wide bent_paths(int start, int steps, Wide land) noexcept nogil
    int count(const Cells* c) noexcept nogil
    int nth(const Cells* c, int k) noexcept nogil


cdef inline bint has(const Cells* c, int cell) noexcept nogil:
    return c.w[cell >> 6] >> (cell & 63) & 1


cdef inline void add(Cells* c, int cell) noexcept nogil:
    c.w[cell >> 6] |= <uint64_t>1 << (cell & 63)


cdef inline void drop(Cells* c, int cell) noexcept nogil:
    c.w[cell >> 6] &= ~(<uint64_t>1 << (cell & 63))


cdef inline bint empty(const Cells* c) noexcept nogil:
    return (c.w[0] | c.w[1] | c.w[2] | c.w[3]) == 0


cdef inline int take_lowest(Cells* c) noexcept nogil:
    """The smallest cell of a set that is not empty; it leaves the set."""
    cdef int cell = lowest(c[0])
    drop(c, cell)
    return cell
