"""What the spaces and the Equipment of Miner's Lagoon do: the words of their effects, carried out step by step."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from engine.bits cimport lowest, popcount, popcount64
from engine.chance cimport Seed, shuffle_on
from engine.deck cimport pop, put_on, turn_over
from engine.lagoon.legal cimport possible
from engine.lagoon.state cimport (
    ARTIFACT, ASSIGN, BOOST, BUY, CELLS, CLOSE, COLLECT, CRUSH, DEAL_STREAM, DEMOLISH, DISCARD, DO_BUY, DO_CLOSE, DO_DRAW,
    DO_ENRICH, DO_GALLERIES, DO_MINE, DO_MONEY, DO_RECRUIT, DO_SELL, DRAW, ENRICH, EQUIP, GALLERY_STREAM, LEVEL_1, MONEY, PAY,
    PLACE, POSITIONS, RAISE, RESOURCES, SHIP, STOP, TRADE, Action, Deal, Effect, Seat, Shipment, State, Tables, carried,
)


# --- Points.

cdef inline void award(State* s, const Tables* t, int seat, int vp) noexcept nogil:
    s.seats[seat].score += vp
    s.final_round |= s.seats[seat].score >= t.goal


# --- Decks.

cdef int pop_deal(State* s, const Seed* key) noexcept nogil:
    """The top Deal; deck or discard pile must have one."""
    if s.deals_size == 0:
        turn_over(s.deal_discard, &s.deals_out, s.deals, &s.deals_size)
        shuffle_on(key, DEAL_STREAM, &s.deals_taken, s.deals, s.deals_size)
    return pop(s.deals, &s.deals_size)


cdef int pop_gallery(State* s, const Seed* key) noexcept nogil:
    """The top gallery; deck and discard pile always have one."""
    if s.galleries_size == 0:
        turn_over(s.gallery_discard, &s.galleries_out, s.galleries, &s.galleries_size)
        shuffle_on(key, GALLERY_STREAM, &s.galleries_taken, s.galleries, s.galleries_size)
    return pop(s.galleries, &s.galleries_size)


cdef void refill(State* s, const Tables* t) noexcept nogil:
    """Both markets up to their size, as far as the decks go."""
    cdef int n = popcount(s.equipment_market)
    while n < t.equipment_shown and s.equipment_size:
        s.equipment_market |= <uint32_t>1 << pop(s.equipment, &s.equipment_size)
        n += 1
    n = popcount64(s.shipment_market)
    while n < t.shipments_shown and s.shipments_size:
        s.shipment_market |= <uint64_t>1 << pop(s.shipments, &s.shipments_size)
        n += 1


# --- Galleries.

cdef inline void clear(State* s, int at) noexcept nogil:
    cdef uint16_t others = <uint16_t>~(1 << at)
    s.there &= others
    s.up &= others
    s.dry &= others
    s.tile[at] = 0
    s.left[at] = 0
    s.by[at] = 0


cdef inline void discard_gallery(State* s, int at) noexcept nogil:
    put_on(s.gallery_discard, &s.galleries_out, s.tile[at])
    clear(s, at)


cdef inline void move_gallery(State* s, int old, int new) noexcept nogil:
    s.there |= <uint16_t>(1 << new)
    s.up |= <uint16_t>((s.up >> old & 1) << new)
    s.dry |= <uint16_t>((s.dry >> old & 1) << new)
    s.tile[new] = s.tile[old]
    s.left[new] = s.left[old]
    s.by[new] = s.by[old]
    clear(s, old)


cdef inline void turn_up(State* s, const Tables* t, int at) noexcept nogil:
    s.up |= <uint16_t>(1 << at)
    s.by[at] = 0
    s.left[at] = t.amount[s.tile[at]]
    s.dry |= <uint16_t>((s.left[at] == 0) << at)


cdef inline void dig(State* s, const Tables* t, Seat* me, int at, int units) noexcept nogil:
    """Takes minerals from an open gallery, as far as they go."""
    if units > s.left[at]:
        units = s.left[at]
    s.left[at] -= <uint8_t>units
    s.dry |= <uint16_t>((s.left[at] == 0) << at)
    me.unit[t.mineral[s.tile[at]]] += <uint16_t>units


cdef inline void close_up(State* s) noexcept nogil:
    """In columns without level 1 the gallery of level 2 moves down."""
    cdef uint32_t gaps = s.there >> 1 & ~s.there & LEVEL_1
    while gaps:
        move_gallery(s, lowest(gaps) + 1, lowest(gaps))
        gaps &= gaps - 1


cdef inline void clear_exhausted(State* s, const Tables* t) noexcept nogil:
    """Those that were empty from the start stay."""
    cdef uint32_t dry = s.dry
    cdef int at
    while dry:
        at = lowest(dry)
        dry &= dry - 1
        if t.amount[s.tile[at]]:
            discard_gallery(s, at)
    close_up(s)


cdef void lay(State* s, const Tables* t, int column, int tile, bint up, int by) noexcept nogil:
    """A gallery to level 1 of a column; `by` is 1 + the seat that lays it, 0 at setup."""
    cdef int at = 2 * column
    if s.there >> (at + 1) & 1:
        discard_gallery(s, at + 1)
    if s.there >> at & 1:
        move_gallery(s, at, at + 1)
    s.there |= <uint16_t>(1 << at)
    s.tile[at] = <uint8_t>tile
    if up:
        turn_up(s, t, at)
    else:
        s.by[at] = <uint8_t>by


cdef inline void mine(State* s, const Tables* t, Seat* me) noexcept nogil:
    """The end of the action: all assigned galleries are opened, dug and, if exhausted, cleared."""
    cdef int at
    for at in range(POSITIONS):
        if s.pending.assigned[at]:
            if not s.up >> at & 1:
                turn_up(s, t, at)
            dig(s, t, me, at, s.pending.assigned[at] >> (at & 1))
    clear_exhausted(s, t)


# --- The Enrichment Center.

cdef inline void put_cube(State* s, int resource, int cell) noexcept nogil:
    s.center[resource][cell] += 1
    s.present[resource] |= <uint32_t>1 << cell


cdef inline void take_cube(State* s, int resource, int cell) noexcept nogil:
    s.center[resource][cell] -= 1
    s.present[resource] &= ~(<uint32_t>(s.center[resource][cell] == 0) << cell)


cdef inline void buy(State* s, const Tables* t, int seat, int resource, int level, int owner) noexcept nogil:
    take_cube(s, resource, level * 4 + owner)
    if owner != seat:
        s.seats[seat].unit[MONEY] -= <uint16_t>level
        s.seats[owner].unit[MONEY] += <uint16_t>level
    award(s, t, owner, t.owner_vp)
    s.seats[seat].cubes |= <uint16_t>(1 << (4 * resource + level - 1))


# --- Cards.

cdef inline void ship(State* s, const Tables* t, int seat, int tile) noexcept nogil:
    cdef Seat* me = &s.seats[seat]
    cdef const Shipment* asked = &t.shipment[tile]
    cdef int r
    for r in range(RESOURCES):
        me.unit[r] -= asked.resources[r]
    if asked.artifact:
        me.artifacts[asked.artifact - 1] -= 1
    me.shipments |= <uint64_t>1 << tile
    s.shipment_market &= ~(<uint64_t>1 << tile)
    refill(s, t)
    me.unit[MONEY] += asked.money
    award(s, t, seat, asked.vp)


cdef inline bint pay(State* s, const Tables* t, int seat, const Effect* e, int resource, int level) noexcept nogil:
    """One need of the Deal; whether it was the last."""
    cdef Seat* me = &s.seats[seat]
    cdef const Deal* deal = &t.deal[s.pending.deal - 1]
    me.cubes &= <uint16_t>~(1 << (4 * resource + level - 1))
    if s.pending.count <= deal.needs:       # counts the `close` too
        return False
    me.deals_closed |= <uint64_t>1 << (s.pending.deal - 1)
    award(s, t, seat, deal.vp + e.bonus)
    return True


# --- The course of an action. Both return whether it is complete.

cdef bint begin(State* s, const Tables* t, const Seed* key, int seat, int what) noexcept nogil:
    """Starts what a space or card does; the workers have been placed."""
    cdef const Action* a = &t.action[what]
    cdef const Effect* e = &a.way[0]
    cdef Seat* me = &s.seats[seat]
    cdef int i
    if e.do == DO_RECRUIT:
        me.unit[MONEY] -= e.cost
        if e.worker:
            me.miners += 1
            me.miners_free += 1
        else:
            me.merchants += 1
            me.merchants_free += 1
        return True
    elif e.do == DO_MONEY:
        me.unit[MONEY] += e.money
        return True
    elif e.do == DO_SELL:
        me.unit[e.resource] -= 1
        me.unit[MONEY] += e.money
        return True
    s.pending.what = <uint8_t>(what + 1)
    s.pending.mode = e.do if a.ways == 1 else 0
    if e.do == DO_GALLERIES:
        s.pending.tiles_left = e.tiles
        for i in range(e.tiles):
            s.pending.tiles[i] = <uint8_t>(pop_gallery(s, key) + 1)
    return False


cdef bint step(State* s, const Tables* t, const Seed* key, int seat, uint32_t code) noexcept nogil:
    cdef Seat* me = &s.seats[seat]
    cdef int kind = code >> 24
    cdef int a = code >> 16 & 255
    cdef int b = code >> 8 & 255
    cdef int c = code & 255
    cdef const Effect* e
    if s.pending.mode == 0:
        s.pending.mode = DO_ENRICH if kind == ENRICH else DO_BUY if kind == BUY else DO_DRAW if kind == DRAW else DO_CLOSE
    e = carried(s, t)
    if kind == STOP:
        if e.do == DO_MINE:
            mine(s, t, me)
        return True
    s.pending.count += 1

    if kind == ASSIGN:
        me.miners_free -= <uint8_t>(1 + (c & 1))
        s.pending.assigned[c] += <uint8_t>(1 + (c & 1))
        if possible(s, t, me, seat, e):
            return False
        mine(s, t, me)
        return True
    elif kind == PLACE:
        lay(s, t, b, s.pending.tiles[0] - 1, c, seat + 1)
        s.pending.tiles[0] = s.pending.tiles[1]
        s.pending.tiles[1] = 0
        s.pending.tiles_left -= 1
        s.pending.placed[s.pending.laid] = <uint8_t>b
        s.pending.laid += 1
        s.pending.faces_up += <uint8_t>c
        if s.pending.tiles_left:
            return False
        me.unit[MONEY] += e.pay[s.pending.faces_up]
        return True
    elif kind == ENRICH:
        me.unit[c] -= 1
        s.pending.enriched[c] += 1
        put_cube(s, c, seat)
        return not possible(s, t, me, seat, e)
    elif kind == BUY:
        buy(s, t, seat, a, b, c)
        return not possible(s, t, me, seat, e)
    elif kind == TRADE:
        me.unit[a] -= 1
        if b != 255:
            me.unit[b] -= 1
        me.unit[c] += 1
        return not possible(s, t, me, seat, e)
    elif kind == ARTIFACT:
        me.unit[c] -= t.artifact_cost
        me.artifacts[c] += 1
        s.artifacts &= <uint8_t>~(1 << (4 * (me.ship - 1) + c))
    elif kind == EQUIP:
        me.unit[MONEY] -= t.equipment_cost[c]
        me.equipment |= <uint32_t>1 << c
        s.equipment_market &= ~(<uint32_t>1 << c)
        refill(s, t)
        award(s, t, seat, t.equipment_vp[c])
    elif kind == SHIP:
        ship(s, t, seat, c)
    elif kind == DRAW:
        me.deals |= <uint64_t>1 << pop_deal(s, key)
        me.deals_held += 1
    elif kind == CLOSE:
        me.deals &= ~(<uint64_t>1 << c)
        me.deals_held -= 1
        me.closed |= e.once
        s.pending.deal = <uint8_t>(c + 1)
        return False
    elif kind == PAY:
        return pay(s, t, seat, e, b, c)
    elif kind == DISCARD:
        me.deals &= ~(<uint64_t>1 << c)
        me.deals_held -= 1
        put_on(s.deal_discard, &s.deals_out, c)
        me.unit[MONEY] += e.money
    elif kind == RAISE:
        me.unit[MONEY] -= e.cost
        me.cubes ^= <uint16_t>(3 << (4 * b + c - 1))
    elif kind == BOOST:
        take_cube(s, a, 4 * b + c)
        if 4 * (b + 1) < CELLS:
            put_cube(s, a, 4 * (b + 1) + c)
    elif kind == COLLECT:
        if not s.up >> c & 1:
            turn_up(s, t, c)
        dig(s, t, me, c, 1)
        clear_exhausted(s, t)
    elif kind == CRUSH:
        me.cubes &= <uint16_t>~(1 << (4 * b + c - 1))
        award(s, t, seat, e.vp)
    elif kind == DEMOLISH:
        discard_gallery(s, c)
        close_up(s)
    return True
