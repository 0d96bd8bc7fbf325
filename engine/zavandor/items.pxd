"""Arithmetic of gem vectors, and what a seat's items do. Inline, so that rules, views and worlds share it at no cost."""

from libc.stdint cimport uint32_t

from engine.zavandor.components cimport T
from engine.zavandor.state cimport (
    GEMS, ITEMS, KING_COST, NOTHING, SPACE, Gems, Seat, State, Yield,
)

cdef enum:
    HIGH_BITS = 0x80808080


# --- Vectors.

cdef inline int at(Gems v, int i) noexcept nogil:
    return v >> (8 * i) & 0xff


cdef inline Gems unit(int i) noexcept nogil:
    return <Gems>1 << (8 * i)


cdef inline int total(Gems v) noexcept nogil:
    return <uint32_t>(v * <uint32_t>0x01010101) >> 24


cdef inline bint within(Gems v, Gems limit) noexcept nogil:
    """No count of `v` exceeds that of `limit`."""
    return (((limit | <Gems>HIGH_BITS) - v) & <Gems>HIGH_BITS) == <Gems>HIGH_BITS


cdef inline Gems less(Gems v, Gems off) noexcept nogil:
    """`v` less `off`, no count below 0."""
    cdef Gems rest = (v | <Gems>HIGH_BITS) - off
    cdef Gems kept = rest & <Gems>HIGH_BITS
    return rest & (kept - (kept >> 7))


cdef inline Gems support(Gems v) noexcept nogil:
    """0x7f where the count is not 0."""
    cdef Gems some = (v + <Gems>0x7f7f7f7f) & <Gems>HIGH_BITS
    return some - (some >> 7)


cdef inline Gems from_code(uint32_t code) noexcept nogil:
    """The vector of an action's argument."""
    return (code >> 12 & 15) | (code >> 8 & 15) << 8 | (code >> 4 & 15) << 16 | (code & 15) << 24


cdef inline uint32_t to_code(Gems v) noexcept nogil:
    return (v & 15) << 12 | (v >> 8 & 15) << 8 | (v >> 16 & 15) << 4 | (v >> 24 & 15)


cdef inline Gems held(const Gems* rows) noexcept nogil:
    """The gems of a hand or table, whatever their decks."""
    return rows[0] + rows[1] + rows[2] + rows[3]


# --- Items.

cdef inline bint is_full(const Seat* p, int item) noexcept nogil:
    return p.level[item] == T.slots[p.item[item]] and p.item[item] != NOTHING


cdef inline bint can_take_marker(const Seat* p) noexcept nogil:
    cdef int i
    for i in range(ITEMS):
        if p.level[i] < T.slots[p.item[i]]:
            return True
    return False


cdef inline Yield income_of(const Seat* p) noexcept nogil:
    cdef Yield sum = 0
    cdef int i
    for i in range(ITEMS):
        sum += T.income[p.item[i]][p.level[i]]
    return sum


cdef inline bint over_limit(const Seat* p, Gems cards) noexcept nogil:
    """The income exceeds the limit, and no full Packdragon lifts it."""
    return total(cards) > T.income_limit and not is_full(p, 1)


cdef inline bint has_choice(Gems cards) noexcept nogil:
    """An income over the limit comes from two decks or more."""
    return total(support(cards) & <Gems>0x01010101) > 1


cdef inline int usable(const Seat* p, int item) noexcept nogil:
    """How many options the item offers in the scroll step."""
    return 0 if p.used >> item & 1 else T.uses[p.item[item]][p.level[item]]


cdef inline bint has_usable(const Seat* p) noexcept nogil:
    cdef int i
    for i in range(SPACE, ITEMS):
        if usable(p, i):
            return True
    return False


cdef inline int free_space(const Seat* p) noexcept nogil:
    """The lowest free space's item number, or 0."""
    cdef int i
    for i in range(SPACE, SPACE + T.spaces[p.board]):
        if p.item[i] == NOTHING:
            return i
    return 0


cdef inline bint can_take_card(const Seat* p) noexcept nogil:
    """A free space, or a card that may make room."""
    cdef int i
    for i in range(SPACE, SPACE + T.spaces[p.board]):
        if p.item[i] == NOTHING or T.removable[p.item[i]]:
            return True
    return False


cdef inline Gems price_of(const State* s, const Seat* p, int item) noexcept nogil:
    cdef Gems price = T.price[p.item[item]][p.level[item]]
    return T.hall_cost[s.king] if price == <Gems>KING_COST else price


cdef inline Gems full_sum(const Seat* p, const Gems* table) noexcept nogil:
    """What the full items have of a table by things."""
    cdef Gems sum = 0
    cdef int i
    for i in range(SPACE, ITEMS):
        if is_full(p, i):
            sum += table[p.item[i]]
    return sum


cdef inline Gems wild_of(const Seat* p) noexcept nogil:
    """0x7f for each gem that may stand for any."""
    cdef Gems wild = 0
    cdef int i
    for i in range(SPACE, ITEMS):
        if is_full(p, i):
            wild |= T.wild[p.item[i]]
    return wild


cdef inline bint searchable(const State* s, int gem) noexcept nogil:
    """No pile shows the gem, its deck has a card, and it was not searched in vain before."""
    return not at(held(s.discards), gem) and s.deck_size[T.search[gem]] and not s.failed >> gem & 1


cdef inline bint bank_has(const State* s) noexcept nogil:
    """Something can be taken or searched."""
    cdef int gem
    for gem in range(GEMS):
        if at(held(s.discards), gem) or searchable(s, gem):
            return True
    return False
