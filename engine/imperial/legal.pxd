"""What may be chosen: hands, metrics, targets, and the legal codes of every decision. Inline, as mine.pxd."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from engine.bits cimport lowest, lowest64, popcount
from engine.imperial.components cimport T
from engine.imperial.mine cimport above, carts, carts_of, key_at, places
from engine.imperial.state cimport *


# --- Hands: lists of ids, ascending.

cdef inline void insert(uint8_t* cards, uint8_t* count, int card) noexcept nogil:
    cdef int i = count[0]
    while i and cards[i - 1] > card:
        cards[i] = cards[i - 1]
        i -= 1
    cards[i] = <uint8_t>card
    count[0] += 1


cdef inline bint remove(uint8_t* cards, uint8_t* count, int card) noexcept nogil:
    """Takes one copy out; False: there is none."""
    cdef int i = 0
    cdef int n = count[0]
    while i < n and cards[i] != card:
        i += 1
    if i == n:
        return False
    for i in range(i, n - 1):
        cards[i] = cards[i + 1]
    cards[n - 1] = 0
    count[0] -= 1
    return True


cdef inline void take(Seat* p, int card) noexcept nogil:
    insert(p.hand, &p.held, card)
    p.levels[T.card[card].level - 1] += 1


cdef inline void lose(Seat* p, int card) noexcept nogil:
    """A card leaves the hand; if a search has shown a copy of it, that one."""
    remove(p.hand, &p.held, card)
    remove(p.shown, &p.seen, card)
    p.levels[T.card[card].level - 1] -= 1


# --- The round.

cdef inline int start_of(const State* s) noexcept nogil:
    """The seat served first."""
    return (s.round - 1) % s.players if s.round else 0


cdef inline const EventCard* event_of(const State* s) noexcept nogil:
    return &T.event[s.events[s.round - 1]]


# --- Effects.

cdef inline int measure(const Seat* p, int metric, int arg, int cell) noexcept nogil:
    """A metric of the seat; `cell` is this card's."""
    cdef const Mine* m = &p.mine
    cdef int i
    cdef int found = 0
    if metric == BY_FACTION:
        return popcount(m.sets[OF_FACTION + arg])
    if metric == BY_FACTIONS:
        for i in range(FACTIONS):
            found += m.sets[OF_FACTION + i] != 0
        return found
    if metric == BY_LEVEL:
        return popcount(m.sets[IN_ROW + arg - 1])
    if metric == BY_MACHINES:
        for i in range(m.count):
            found += m.machines[i]
        return found
    if metric == BY_MACHINE_CARDS:
        return popcount(m.sets[WITH_MACHINE])
    if metric == BY_MACHINES_HERE:
        return m.machines[cell]
    if metric == BY_COLLAPSES:
        return popcount(m.sets[COLLAPSED])
    if metric == BY_CARTS:
        return carts(m)
    if metric == BY_CARTS_HERE:
        return carts_of(m, cell)
    if metric == BY_NEIGHBOURS:
        return popcount(m.sets[NEXT + cell])
    if metric == BY_ABOVE:
        return popcount(above(m, cell))
    if metric == BY_SIDES:
        return popcount(m.sets[NEXT + cell] & m.sets[IN_ROW + (m.key[cell] >> 8) - 1])
    if metric == BY_HAND:
        return p.held
    if metric == BY_BOARDS_DONE:
        return p.boards_done
    if metric == BY_SPACE:
        return p.space
    if metric == BY_ADVANCED:
        return p.advanced
    return 0


cdef inline int amount(const Seat* p, const Step* step, int cell) noexcept nogil:
    cdef int found = step.n
    if step.metric != BY_NONE:
        found += step.each * (measure(p, step.metric, step.metric_arg, cell) // step.div)
    return step.most if step.most != 255 and found > step.most else found


cdef inline int price(const Seat* p, const Effect* e) noexcept nogil:
    cdef int pay = e.pay
    if e.discount:
        pay -= popcount(p.mine.sets[OF_FACTION + e.discount - 1])
    return pay if pay > 0 else 0


cdef inline bint usable(const Seat* p, const Effect* e, int cell) noexcept nogil:
    if e.need != BY_NONE and measure(p, e.need, e.need_arg, cell) < e.need_min:
        return False
    return price(p, e) <= p.coins


cdef inline const Effect* effect_of(const State* s, const Task* t) noexcept nogil:
    """The effect an item of the agenda is about."""
    cdef const Seat* p = &s.seat[s.served]
    if t.source == OF_CARD:
        return &T.effect[T.card[p.mine.card[t.cell]].first + t.effect - 1]
    if t.source == OF_SURFACE:
        return &T.effect[T.surface[s.served] + t.effect - 1]
    if t.source == OF_PROGRESS:
        return &T.effect[T.space[s.track[p.board - 1]][p.space]]
    return &T.effect[event_of(s).effect]


cdef inline uint32_t cells(const Mine* m, const Step* step, int cell) noexcept nogil:
    """The cells that a step's `where` names."""
    if step.where == AT_ANY:
        return (1 << m.count) - 1
    if step.where == AT_HERE:
        return 1 << cell
    if step.where == AT_OTHER:
        return ((1 << m.count) - 1) & ~(1 << cell)
    if step.where == AT_ADJACENT:
        return m.sets[NEXT + cell]
    if step.where == AT_MACHINE:
        return m.sets[WITH_MACHINE]
    if step.where == AT_LEVEL:
        return m.sets[IN_ROW + step.where_arg - 1]
    return m.sets[OF_FACTION + step.where_arg]


cdef inline uint32_t targets(const Mine* m, const Step* step, int cell) noexcept nogil:
    """The cells a step with a choice of cells may take."""
    cdef uint32_t found = cells(m, step, cell)
    if step.op == OP_MACHINE:
        return found & ~m.sets[FULL]
    if step.op == OP_COLLAPSE:
        return found & ~m.sets[COLLAPSED]
    if step.op == OP_CLEAR:
        return found & m.sets[COLLAPSED]
    return found & ~m.sets[ACTIVATED]


cdef inline uint32_t full_piles(const State* s) noexcept nogil:
    """The piles 1, 2, 3 with cards or discards; bit 0 is pile 1."""
    cdef int i
    cdef uint32_t found = 0
    for i in range(3):
        found |= <uint32_t>((s.piled[i] | s.discarded[i]) != 0) << i
    return found


cdef inline int times_limit(const Seat* p, const Step* step) noexcept nogil:
    cdef int most = p.coins // step.coins
    return step.most if most > step.most else most


cdef inline bint hears(const State* s, const Task* t, const Step* step) noexcept nogil:
    """Whether the step begun has a legal action."""
    cdef const Seat* p = &s.seat[s.served]
    cdef int op = step.op
    if op == OP_DRAW:
        return full_piles(s) != 0
    if op == OP_SEARCH:
        return p.held < HAND_ROOM and (full_piles(s) & ~<uint32_t>t.marks) != 0
    if op == OP_CART:
        return (p.mine.sets[HALF] | p.mine.sets[HALF + 1] | p.mine.sets[HALF + 2]) != 0
    if op == OP_DISCARD:
        return p.held != 0
    if op == OP_EXCHANGE:
        return times_limit(p, step) != 0
    return targets(&p.mine, step, t.cell) != 0


cdef inline int ask_of(const State* s, const Task* t) noexcept nogil:
    """The kind of action that an item of the agenda asks for."""
    cdef const Effect* e
    cdef const Step* step
    if t.item == TO_PLACE:
        return PLACE
    if t.item == TO_CLIMB:
        return CLIMB
    if t.item == TO_SURFACE:
        return SURFACE
    if t.item == TO_OPTION:
        return OPTION
    if t.item == TO_BOARD:
        return BOARD
    e = effect_of(s, t)
    if t.step == e.steps:
        return DISCARD
    step = &T.step[e.first + t.step]
    if step.op == OP_SEARCH:
        return FACTION if step.faction == FACTIONS and not t.faction else SEARCH
    if step.op == OP_DRAW:
        return DRAW
    if step.op == OP_MACHINE:
        return MACHINE
    if step.op == OP_COLLAPSE:
        return COLLAPSE
    if step.op == OP_CLEAR:
        return CLEAR
    if step.op == OP_CART:
        return CART
    if step.op == OP_ACTIVATE:
        return ACTIVATE
    if step.op == OP_DISCARD:
        return DISCARD
    return TIMES


# --- The legal codes of each decision, ascending.

cdef inline int list_cells(const Mine* m, uint32_t kind, uint32_t rest, uint32_t* out) noexcept nogil:
    cdef int n = 0
    while rest:
        out[n] = kind << 24 | <uint32_t>m.key[lowest(rest)] << 8
        rest &= rest - 1
        n += 1
    return n


cdef inline int list_bits(uint32_t kind, uint32_t rest, uint32_t first, uint32_t* out) noexcept nogil:
    """A code for each bit, its argument counted from `first`."""
    cdef int n = 0
    while rest:
        out[n] = kind << 24 | (lowest(rest) + first) << 16
        rest &= rest - 1
        n += 1
    return n


cdef inline int list_hand(const Seat* p, uint32_t* out) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(p.held):
        if i == 0 or p.hand[i] != p.hand[i - 1]:
            out[n] = <uint32_t>DISCARD << 24 | <uint32_t>p.hand[i] << 16
            n += 1
    return n


cdef inline int price_of(const State* s, int card) noexcept nogil:
    """What it costs to play a card this round."""
    cdef const Face* face = &T.card[card]
    cdef int cost = <int>face.cost - event_of(s).minus[face.level - 1]
    return cost if cost > 0 else 0


cdef inline int list_choices(const State* s, int seat, uint32_t* out) noexcept nogil:
    """The cards that can be paid and placed; `dig` if there is none."""
    cdef const Seat* p = &s.seat[seat]
    cdef uint32_t room = 0
    cdef int i, card
    cdef int n = 0
    for i in range(LEVELS):
        room |= <uint32_t>(places(&p.mine, i + 1) != 0) << i
    for i in range(p.held):
        card = p.hand[i]
        if i and card == p.hand[i - 1]:
            continue
        if room >> (T.card[card].level - 1) & 1 and price_of(s, card) <= p.coins:
            out[n] = <uint32_t>PLAY << 24 | <uint32_t>card << 16
            n += 1
    if n == 0:
        out[0] = <uint32_t>DIG << 24
        n = 1
    return n


cdef inline int list_places(const Seat* p, uint32_t* out) noexcept nogil:
    cdef int level = T.card[p.revealed - 1].level
    cdef uint64_t rest = places(&p.mine, level)
    cdef int n = 0
    while rest:
        out[n] = <uint32_t>PLACE << 24 | key_at(level, lowest64(rest)) << 8
        rest &= rest - 1
        n += 1
    return n


cdef inline int list_carts(const Mine* m, uint32_t* out) noexcept nogil:
    cdef uint32_t rest = m.sets[HALF] | m.sets[HALF + 1] | m.sets[HALF + 2]
    cdef int cell, side
    cdef int n = 0
    while rest:
        cell = lowest(rest)
        rest &= rest - 1
        for side in range(3):
            if m.sets[HALF + side] >> cell & 1:
                out[n] = <uint32_t>CART << 24 | <uint32_t>m.key[cell] << 8 | side
                n += 1
    return n


cdef inline uint32_t usable_surface(const State* s, const Task* t) noexcept nogil:
    """The surface effects that may be chosen; bit 0 is the first."""
    cdef uint32_t found = 0
    cdef int i
    for i in range(3):
        if not t.marks >> i & 1 and usable(&s.seat[s.served], &T.effect[T.surface[s.served] + i], 0):
            found |= 1 << i
    return found


cdef inline int list_option(const Seat* p, int cell, uint32_t* out) noexcept nogil:
    cdef const Face* face = &T.card[p.mine.card[cell]]
    cdef int i
    cdef int n = 1
    out[0] = SKIP
    for i in range(face.effects):
        if usable(p, &T.effect[face.first + i], cell):
            out[n] = <uint32_t>OPTION << 24 | <uint32_t>(i + 1) << 16
            n += 1
    return n


cdef inline int list_effect(const State* s, const Task* t, uint32_t* out) noexcept nogil:
    """What the effect on top of the agenda asks."""
    cdef const Seat* p = &s.seat[s.served]
    cdef const Effect* e = effect_of(s, t)
    cdef const Step* step
    cdef int op
    if t.step == e.steps:
        return list_hand(p, out)
    step = &T.step[e.first + t.step]
    op = step.op
    if op == OP_DRAW:
        return list_bits(DRAW, full_piles(s), 1, out)
    if op == OP_SEARCH:
        if step.faction == FACTIONS and not t.faction:
            return list_bits(FACTION, (1 << FACTIONS) - 1, 0, out)
        return list_bits(SEARCH, full_piles(s) & ~<uint32_t>t.marks, 1, out)
    if op == OP_CART:
        return list_carts(&p.mine, out)
    if op == OP_DISCARD:
        return list_hand(p, out)
    if op == OP_EXCHANGE:
        return list_times(times_limit(p, step), out)
    return list_cells(&p.mine, ask_of(s, t), targets(&p.mine, step, t.cell), out)


cdef inline int list_times(int most, uint32_t* out) noexcept nogil:
    cdef int i
    for i in range(most + 1):
        out[i] = <uint32_t>TIMES << 24 | <uint32_t>i << 16
    return most + 1


cdef inline int list_options(const State* s, int seat, uint32_t* out) noexcept nogil:
    """The legal codes of a seat that must act."""
    cdef const Seat* p = &s.seat[seat]
    cdef const Task* t
    if s.phase == DRAFT:
        return list_hand(p, out)
    if s.phase == CHOOSE:
        return list_choices(s, seat, out)
    t = &s.agenda[s.depth - 1]
    if t.item == TO_OPTION:
        return list_option(p, t.cell, out)
    if t.item == TO_EFFECT:
        return list_effect(s, t, out)
    if t.item == TO_PLACE:
        return list_places(p, out)
    if t.item == TO_CLIMB:
        return list_cells(&p.mine, CLIMB, above(&p.mine, t.cell), out)
    if t.item == TO_SURFACE:
        return list_bits(SURFACE, usable_surface(s, t), 1, out)
    return list_bits(BOARD, ((1 << BOARDS) - 1) & ~(1 << p.board >> 1), 0, out)
