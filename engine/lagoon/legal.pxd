"""What is possible in Miner's Lagoon: the legal steps of every effect, and whether there is one.

Inline, for the rules and for the check that a seat under way in an action can go on.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from engine.bits cimport lowest, lowest64
from engine.lagoon.state cimport (
    ARTIFACT, ASSIGN, BOOST, BUY, CLOSE, COLLECT, COLUMNS, COSTS, CRUSH, DEMOLISH, DISCARD, DO_ARTIFACT, DO_BOOST, DO_BUY,
    DO_CLOSE, DO_COLLECT, DO_CRUSH, DO_DEMOLISH, DO_DISCARD, DO_DRAW, DO_ENRICH, DO_EQUIP, DO_GALLERIES, DO_MINE, DO_MONEY,
    DO_RAISE, DO_RECRUIT, DO_SELL, DO_SHIP, DO_TRADE, DRAW, ENRICH, EQUIP, LEVEL_1, MONEY, PAY, PLACE, RAISE, RESOURCES, SHIP,
    SITE, STOP, TRADE, UNITS, Effect, Seat, State, Tables,
)


# --- Sets of what a seat may do.

cdef inline int line(const State* s, int resource) noexcept nogil:
    """Cubes of a resource at level 0: four owners, a byte each, added up in the top one."""
    cdef uint32_t owners
    memcpy(&owners, &s.center[resource][0], 4)
    return <int>(owners * <uint32_t>0x01010101 >> 24)


cdef inline uint32_t assignable(const State* s, const Tables* t, const Seat* me) noexcept nogil:
    """Positions of the ship's site with work left for the free Miners."""
    cdef uint32_t found = s.there & ~s.dry & <uint32_t>SITE << 6 * (me.ship - 1)
    cdef uint32_t rest
    cdef int at
    if me.miners_free < 2:
        if me.miners_free == 0:
            return 0
        found &= LEVEL_1
    if s.pending.count:
        rest = found
        while rest:
            at = lowest(rest)
            rest &= rest - 1
            if s.pending.assigned[at] >> (at & 1) >= (s.left[at] if s.up >> at & 1 else t.gallery_limit):
                found &= ~(<uint32_t>1 << at)
    return found


cdef inline uint32_t enrichable(const State* s, const Tables* t, const Seat* me, const Effect* e) noexcept nogil:
    cdef uint32_t found = 0
    cdef int r
    for r in range(RESOURCES):
        found |= <uint32_t>(me.unit[r] > 0 and s.pending.enriched[r] < e.same and line(s, r) < t.line_limit) << r
    return found


cdef inline uint32_t buyable(const State* s, const Tables* t, const Seat* me, int seat, int resource) noexcept nogil:
    """Cells of the resource from which the seat may buy."""
    cdef int money = me.unit[MONEY] if me.unit[MONEY] < 4 else 4
    return s.present[resource] & t.buyable[seat][money] & t.vacant[me.cubes >> 4 * resource & 15]


cdef inline bint may_buy(const State* s, const Tables* t, const Seat* me, int seat) noexcept nogil:
    cdef int money = me.unit[MONEY] if me.unit[MONEY] < 4 else 4
    cdef const uint32_t* vacant = t.vacant
    return t.buyable[seat][money] & (
        s.present[0] & vacant[me.cubes & 15] | s.present[1] & vacant[me.cubes >> 4 & 15]
        | s.present[2] & vacant[me.cubes >> 8 & 15] | s.present[3] & vacant[me.cubes >> 12]
    ) != 0


cdef inline uint32_t purchasable(const State* s, const Seat* me, const Tables* t) noexcept nogil:
    """Artifacts of the ship's island that the seat can pay."""
    cdef uint32_t found = s.artifacts >> 4 * (me.ship - 1) & 15
    cdef int r
    for r in range(RESOURCES):
        found &= ~(<uint32_t>(me.unit[r] < t.artifact_cost) << r)
    return found


cdef inline int capped(int amount) noexcept nogil:
    return amount if amount < COSTS else COSTS - 1


cdef inline uint32_t equippable(const State* s, const Tables* t, const Seat* me) noexcept nogil:
    return s.equipment_market & t.affordable[capped(me.unit[MONEY])]


cdef inline uint64_t shippable(const State* s, const Tables* t, const Seat* me) noexcept nogil:
    cdef uint64_t found = s.shipment_market
    cdef int r
    for r in range(RESOURCES):
        found &= t.shippable[r][capped(me.unit[r])]
        if me.artifacts[r] == 0:
            found &= t.artless[r]
    return found


cdef inline uint64_t payable(const Tables* t, const Seat* me) noexcept nogil:
    """All Deals, in hand or not, that the seat's cubes can pay."""
    return (
        t.payable[0][me.cubes & 15] & t.payable[1][me.cubes >> 4 & 15]
        & t.payable[2][me.cubes >> 8 & 15] & t.payable[3][me.cubes >> 12]
    )


cdef inline uint64_t closable(const Tables* t, const Seat* me, const Effect* e) noexcept nogil:
    return 0 if e.once and me.closed else me.deals & payable(t, me)


cdef inline uint32_t raisable(const Seat* me, const Effect* e) noexcept nogil:
    return me.cubes & ~(me.cubes >> 1) & 0x7777 if me.unit[MONEY] >= e.cost else 0


cdef inline uint32_t collectable(const State* s, const Effect* e) noexcept nogil:
    return s.there & ~s.dry & <uint32_t>LEVEL_1 << (e.level - 1)


cdef inline uint32_t crushable(const Seat* me, const Effect* e) noexcept nogil:
    return me.cubes & 0x1111 * (16 - (1 << (e.level - 1)))


# --- Whether an effect has a step at all, or the next one.

cdef inline bint possible(const State* s, const Tables* t, const Seat* me, int seat, const Effect* e) noexcept nogil:
    """Whether the alternative can be begun; under way, whether it can go on (but for `galleries` and the payments)."""
    cdef int word = e.do
    if word == DO_RECRUIT:
        return (me.miners if e.worker else me.merchants) < e.limit and me.unit[MONEY] >= e.cost
    elif word == DO_MONEY:
        return True
    elif word == DO_SELL:
        return me.unit[e.resource] > 0
    elif word == DO_MINE:
        return assignable(s, t, me) != 0
    elif word == DO_GALLERIES:
        return True
    elif word == DO_ENRICH:
        return s.pending.count < e.times and enrichable(s, t, me, e) != 0
    elif word == DO_BUY:
        return s.pending.count < e.times and may_buy(s, t, me, seat)
    elif word == DO_TRADE:
        return s.pending.count < e.times and (
            me.unit[0] + me.unit[1] + me.unit[2] + me.unit[3] + me.unit[4] >= e.give
        )
    elif word == DO_ARTIFACT:
        return purchasable(s, me, t) != 0
    elif word == DO_EQUIP:
        return equippable(s, t, me) != 0
    elif word == DO_SHIP:
        return shippable(s, t, me) != 0
    elif word == DO_DRAW:
        return s.deals_size + s.deals_out > 0
    elif word == DO_CLOSE:
        return closable(t, me, e) != 0
    elif word == DO_DISCARD:
        return me.deals != 0
    elif word == DO_RAISE:
        return raisable(me, e) != 0
    elif word == DO_BOOST:
        return s.present[0] | s.present[1] | s.present[2] | s.present[3] != 0
    elif word == DO_COLLECT:
        return collectable(s, e) != 0
    elif word == DO_CRUSH:
        return crushable(me, e) != 0
    elif word == DO_DEMOLISH:
        return s.there != 0
    return False


# --- The lists of legal steps.

cdef inline int list_set(uint64_t members, uint32_t code, uint32_t* out) noexcept nogil:
    """A code for every member of a set."""
    cdef int n = 0
    while members:
        out[n] = code | lowest64(members)
        n += 1
        members &= members - 1
    return n


cdef inline int list_cubes(uint32_t cubes, uint32_t code, uint32_t* out) noexcept nogil:
    """A code with resource and level for every cube of a player board."""
    cdef int n = 0
    cdef int at
    while cubes:
        at = lowest(cubes)
        out[n] = code | (at >> 2) << 8 | (at & 3) + 1
        n += 1
        cubes &= cubes - 1
    return n


cdef inline int list_cells(uint32_t cells, uint32_t code, uint32_t* out) noexcept nogil:
    """A code with level and owner for every cell of a resource."""
    cdef int n = 0
    cdef int at
    while cells:
        at = lowest(cells)
        out[n] = code | (at >> 2) << 8 | at & 3
        n += 1
        cells &= cells - 1
    return n


cdef inline int list_trades(const Seat* me, const Effect* e, uint32_t* out) noexcept nogil:
    cdef int n = 0
    cdef int a, b, c
    for a in range(UNITS):
        if me.unit[a] == 0:
            continue
        if e.give == 1:
            for c in range(UNITS):
                out[n] = TRADE << 24 | a << 16 | 255 << 8 | c
                n += c != a
            continue
        for b in range(a, UNITS):
            if me.unit[b] < 1 + (a == b):
                continue
            for c in range(UNITS):
                out[n] = TRADE << 24 | a << 16 | b << 8 | c
                n += c != a and c != b
    return n


cdef inline int list_places(const State* s, uint32_t* out) noexcept nogil:
    cdef int n = 0
    cdef int column
    for column in range(COLUMNS):
        if s.pending.laid and s.pending.placed[0] == column:
            continue
        out[n] = PLACE << 24 | column << 8
        out[n + 1] = PLACE << 24 | column << 8 | 1
        n += 2
    return n


cdef inline int list_payments(const State* s, const Tables* t, const Seat* me, uint32_t* out) noexcept nogil:
    """The cubes that serve for the next need of the Deal being paid."""
    cdef int deal = s.pending.deal - 1
    cdef int need = s.pending.count - 1
    cdef int r = t.deal[deal].resource[need]
    return list_cubes(me.cubes & (16 - (1 << (t.deal[deal].level[need] - 1))) << 4 * r, PAY << 24, out)


cdef inline int list_steps(
    const State* s, const Tables* t, const Seat* me, int seat, const Effect* e, uint32_t* out
) noexcept nogil:
    """The legal steps of the alternative but `stop`, ascending; how many."""
    cdef int word = e.do
    cdef int n = 0
    cdef int r
    if word == DO_MINE:
        return list_set(assignable(s, t, me), ASSIGN << 24, out)
    elif word == DO_GALLERIES:
        return list_places(s, out)
    elif word == DO_ENRICH:
        return list_set(enrichable(s, t, me, e), ENRICH << 24, out)
    elif word == DO_BUY:
        for r in range(RESOURCES):
            n += list_cells(buyable(s, t, me, seat, r), BUY << 24 | r << 16, out + n)
        return n
    elif word == DO_TRADE:
        return list_trades(me, e, out)
    elif word == DO_ARTIFACT:
        return list_set(purchasable(s, me, t), ARTIFACT << 24, out)
    elif word == DO_EQUIP:
        return list_set(equippable(s, t, me), EQUIP << 24, out)
    elif word == DO_SHIP:
        return list_set(shippable(s, t, me), SHIP << 24, out)
    elif word == DO_DRAW:
        out[0] = DRAW << 24
        return s.deals_size + s.deals_out > 0
    elif word == DO_CLOSE:
        if s.pending.deal:
            return list_payments(s, t, me, out)
        return list_set(closable(t, me, e), CLOSE << 24, out)
    elif word == DO_DISCARD:
        return list_set(me.deals, DISCARD << 24, out)
    elif word == DO_RAISE:
        return list_cubes(raisable(me, e), RAISE << 24, out)
    elif word == DO_BOOST:
        for r in range(RESOURCES):
            n += list_cells(s.present[r], BOOST << 24 | r << 16, out + n)
        return n
    elif word == DO_COLLECT:
        return list_set(collectable(s, e), COLLECT << 24, out)
    elif word == DO_CRUSH:
        return list_cubes(crushable(me, e), CRUSH << 24, out)
    elif word == DO_DEMOLISH:
        return list_set(s.there, DEMOLISH << 24, out)
    return 0


cdef inline int list_pending(const State* s, const Tables* t, int seat, const Effect* e, uint32_t* out) noexcept nogil:
    """The options of a seat under way in an action; `e` is the alternative carried out, or the first of two."""
    cdef const Seat* me = &s.seats[seat]
    cdef int word = e.do
    cdef int n = 0
    if s.pending.mode == 0:
        n = list_steps(s, t, me, seat, e, out)
        return n + list_steps(s, t, me, seat, e + 1, out + n)
    if s.pending.count and (word == DO_MINE or word == DO_ENRICH or word == DO_BUY or word == DO_TRADE):
        out[0] = STOP << 24
        n = 1
    return n + list_steps(s, t, me, seat, e, out + n)
