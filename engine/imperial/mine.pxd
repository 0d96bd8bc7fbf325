"""The mine: cells, borders, carts. Inline, so that every module compiles its own copy into its hot path."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from engine.bits cimport lowest, lowest64, popcount
from engine.imperial.components cimport T
from engine.imperial.state cimport *

cdef extern from *:
    int clz64 "__builtin_clzll"(unsigned long long) noexcept nogil


cdef inline uint64_t places(const Mine* m, int level) noexcept nogil:
    """Where a card of the level may go, bit (x + 64) / 2."""
    cdef uint64_t above, span
    cdef int low, high
    if level == 1:
        if m.row[0] == 0:
            return <uint64_t>1 << (OFFSET // 2)
        low = lowest64(m.row[0]) - 2
        high = 63 - clz64(m.row[0]) + 2
        span = ~<uint64_t>0 >> (63 - high) if high < 63 else ~<uint64_t>0
        if low > 0:
            span &= ~<uint64_t>0 << low
        return span & ~m.row[0]
    # Rows 1 and 3 have even x, rows 2 and 4 odd x.
    above = m.row[level - 2]
    above |= above << 1 if level & 1 else above >> 1
    return above & ~m.row[level - 1]


cdef inline uint32_t key_at(int level, int bit) noexcept nogil:
    """The key of a place: level << 8 | x + 64."""
    return <uint32_t>(level << 8 | bit << 1 | (1 - (level & 1)))


cdef inline int cell_at(const Mine* m, uint32_t key) noexcept nogil:
    """The number of the cell with this key; -1: no card lies there."""
    cdef int i
    for i in range(m.count):
        if m.key[i] == key:
            return i
    return -1


cdef inline void note_border(Mine* m, int cell, int side, int ours, int theirs) noexcept nogil:
    if ours & theirs:
        m.sets[WHOLE + side] |= <uint16_t>(1 << cell)
    elif ours | theirs:
        m.sets[HALF + side] |= <uint16_t>(1 << cell)


cdef inline int put_card(Mine* m, int card, uint32_t key) noexcept nogil:
    """Puts a card on a free place; the number of its cell. The later cells move up by one."""
    cdef const Face* face = &T.card[card]
    cdef int level = key >> 8
    cdef int cell = 0
    cdef int i, rows, steps, carts, theirs
    cdef uint16_t low, bit, v
    while cell < m.count and m.key[cell] < key:
        cell += 1
    bit = <uint16_t>(1 << cell)
    low = <uint16_t>(bit - 1)
    if cell < m.count:
        for i in range(SETS):
            v = m.sets[i]
            m.sets[i] = <uint16_t>((v & low) | ((v & ~low) << 1))
        for i in range(m.count, cell, -1):
            m.key[i] = m.key[i - 1]
            m.card[i] = m.card[i - 1]
            m.machines[i] = m.machines[i - 1]
            m.sets[NEXT + i] = m.sets[NEXT + i - 1]
    m.count += 1
    m.key[cell] = <uint16_t>key
    m.card[cell] = <uint8_t>card
    m.machines[cell] = 0
    m.sets[NEXT + cell] = 0
    m.row[level - 1] |= <uint64_t>1 << ((key & 255) >> 1)
    m.sets[IN_ROW + level - 1] |= bit
    carts = face.factions
    while carts:
        m.sets[OF_FACTION + lowest(carts)] |= bit
        carts &= carts - 1
    carts = face.carts
    for i in range(m.count):
        rows = (m.key[i] >> 8) - level
        steps = <int>(m.key[i] & 255) - <int>(key & 255)
        # Across a border lies the card two steps beside, or one step beside in the next row.
        if not ((rows == 0 and (steps == 2 or steps == -2)) or ((rows == 1 or rows == -1) and (steps == 1 or steps == -1))):
            continue
        m.sets[NEXT + i] |= bit
        m.sets[NEXT + cell] |= <uint16_t>(1 << i)
        theirs = T.card[m.card[i]].carts
        # Borders tl tr r br bl l are bits 0 to 5; the one across is three further.
        if rows < 0:
            if steps < 0:
                note_border(m, cell, 0, carts & 1, theirs >> 3 & 1)
            else:
                note_border(m, cell, 1, carts >> 1 & 1, theirs >> 4 & 1)
        elif rows > 0:
            if steps > 0:
                note_border(m, i, 0, theirs & 1, carts >> 3 & 1)
            else:
                note_border(m, i, 1, theirs >> 1 & 1, carts >> 4 & 1)
        elif steps > 0:
            note_border(m, cell, 2, carts >> 2 & 1, theirs >> 5 & 1)
        else:
            note_border(m, i, 2, theirs >> 2 & 1, carts >> 5 & 1)
    return cell


cdef inline void put_token(Mine* m, int cell, int side) noexcept nogil:
    """A cart token on an incomplete cart."""
    cdef uint16_t bit = <uint16_t>(1 << cell)
    m.sets[HALF + side] &= ~bit
    m.sets[WHOLE + side] |= bit
    m.sets[WITH_TOKEN + side] |= bit


cdef inline void set_machines(Mine* m, int cell, int n) noexcept nogil:
    cdef uint16_t bit = <uint16_t>(1 << cell)
    m.machines[cell] = <uint8_t>n
    if n:
        m.sets[WITH_MACHINE] |= bit
    else:
        m.sets[WITH_MACHINE] &= ~bit
    if n >= T.machine_limit:
        m.sets[FULL] |= bit
    else:
        m.sets[FULL] &= ~bit


cdef inline int carts(const Mine* m) noexcept nogil:
    """Complete carts of the mine."""
    return popcount(m.sets[WHOLE]) + popcount(m.sets[WHOLE + 1]) + popcount(m.sets[WHOLE + 2])


cdef inline int carts_of(const Mine* m, int cell) noexcept nogil:
    """Complete carts on the borders of one card."""
    cdef uint32_t rest = m.sets[NEXT + cell]
    cdef int found = (m.sets[WHOLE] >> cell & 1) + (m.sets[WHOLE + 1] >> cell & 1) + (m.sets[WHOLE + 2] >> cell & 1)
    cdef int i, right
    while rest:
        i = lowest(rest)
        rest &= rest - 1
        right = (m.key[i] & 255) > (m.key[cell] & 255)
        if m.key[i] >> 8 > m.key[cell] >> 8:
            found += m.sets[WHOLE + 1 - right] >> i & 1
        elif m.key[i] >> 8 == m.key[cell] >> 8 and not right:
            found += m.sets[WHOLE + 2] >> i & 1
    return found


cdef inline uint32_t above(const Mine* m, int cell) noexcept nogil:
    """The cards directly above a card that lies below row 1."""
    cdef int level = m.key[cell] >> 8
    return m.sets[NEXT + cell] & m.sets[IN_ROW + level - 2] if level > 1 else 0
