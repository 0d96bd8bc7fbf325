"""The rules of Miner's Lagoon.

phase         who acts               actions               what follows
objectives    all seats at once      return                after the last: corporations
corporations  all seats at once      corporation           after the last: the board is laid out, islands
islands       clockwise from token   island                after the last: actions, low islands first
actions       the seat on turn       act, use              the steps of the effect (effects.pyx); then the end of the action
                                     depart                the end of the action, or of the turn if it is the first of the round
                                     pass                  the end of the turn, for this round
over          nobody

end of the action   the next one, or after the second the end of the turn
end of the turn     the next seat in order that has not passed; or the end of the round, when all have
end of the round    cubes ripen, workers are paid; the next round's islands, or over
"""

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memmove, memset

from engine.bits cimport lowest, popcount
from engine.chance cimport Seed, shuffle_on, shuffle_once
from engine.deck cimport pop
from engine.game cimport REFEREE, Game
from engine.schema cimport Message
from engine.lagoon.components cimport T
from engine.lagoon.effects cimport begin, lay, pop_deal, pop_gallery, refill, step
from engine.lagoon.legal cimport list_pending, list_set, possible
from engine.lagoon.scoring cimport objective_vp, result
from engine.lagoon.state cimport (
    ACT, ACTIONS, ARTIFACT, ASSIGN, BOOST, BUY, CELLS, CHOOSE_CORPORATIONS, CORPORATION_STREAM, CHOOSE_OBJECTIVES,
    OBJECTIVE_STREAM, CLOSE, COLLECT, COLUMNS, CORPORATION, CORPORATIONS, CRUSH, DEALS, DEAL_STREAM, DEMOLISH, DEPART, DISCARD,
    DO_MINE, DRAW, ENRICH, EQUIP, EQUIPMENT, EQUIPMENT_STREAM, GALLERIES, GALLERY_STREAM, ISLAND, ISLANDS, MONEY, OBJECTIVES,
    OFFERED, OVER, PASS, PAY, PLACE, RAISE, RESOURCES, RETURN, SEATS, SHIP, SHIPMENTS, SHIPMENT_STREAM, SPACES, STOP, TRADE,
    USE, Action, Corporation, Seat, State, carried, corporations_size,
)
from engine.lagoon.view cimport read_view, write_view
from engine.lagoon.worlds cimport draw, flaw, hide

from engine.info import GameInfo
from engine.lagoon.components import DATA
from engine.lagoon.schema import VIEW

cdef object INFO = GameInfo("lagoon", "Miner's Lagoon", 2, 4, ("standard",))
cdef Message SCHEMA = VIEW


# --- Setup.

cdef inline void build(uint8_t* deck, int n) noexcept nogil:
    cdef int i
    for i in range(n):
        deck[i] = <uint8_t>i


cdef uint32_t deal_offer(uint8_t* deck, uint8_t* size, int n) noexcept nogil:
    """The set of the top n cards of a deck."""
    cdef uint32_t offer = 0
    cdef int i
    for i in range(n):
        offer |= <uint32_t>1 << pop(deck, size)
    return offer


cdef void set_up(State* s, const Seed* key) noexcept nogil:
    cdef uint8_t size = OBJECTIVES
    cdef int i
    build(s.objectives, OBJECTIVES)
    build(s.corporations, CORPORATIONS)
    build(s.deals, DEALS)
    build(s.equipment, EQUIPMENT)
    build(s.galleries, GALLERIES)
    build(s.shipments, SHIPMENTS)
    shuffle_once(key, OBJECTIVE_STREAM, s.objectives, OBJECTIVES)
    shuffle_once(key, CORPORATION_STREAM, s.corporations, CORPORATIONS)
    shuffle_on(key, DEAL_STREAM, &s.deals_taken, s.deals, DEALS)
    shuffle_once(key, EQUIPMENT_STREAM, s.equipment, EQUIPMENT)
    shuffle_on(key, GALLERY_STREAM, &s.galleries_taken, s.galleries, GALLERIES)
    shuffle_once(key, SHIPMENT_STREAM, s.shipments, SHIPMENTS)
    s.deals_size = DEALS
    s.equipment_size = EQUIPMENT
    s.galleries_size = GALLERIES
    s.shipments_size = SHIPMENTS
    s.artifacts = 255
    s.round = 1
    s.phase = CHOOSE_OBJECTIVES
    s.waiting = <uint8_t>((1 << s.players) - 1)
    for i in range(s.players):
        s.seats[i].offer = deal_offer(s.objectives, &size, OFFERED)


# --- objectives

cdef inline void return_objective(State* s, int seat, int card) noexcept nogil:
    cdef Seat* me = &s.seats[seat]
    cdef uint8_t size = CORPORATIONS
    cdef int i
    me.objectives = me.offer & ~(<uint32_t>1 << card)
    me.returned = <uint8_t>(card + 1)
    me.offer = 0
    s.waiting &= <uint8_t>~(1 << seat)
    if s.waiting == 0:
        s.phase = CHOOSE_CORPORATIONS
        s.waiting = <uint8_t>((1 << s.players) - 1)
        for i in range(s.players):
            s.seats[i].offer = deal_offer(s.corporations, &size, OFFERED - 1)


# --- corporations

cdef inline void keep_corporation(State* s, int seat, int card, const Seed* key) noexcept nogil:
    cdef Seat* me = &s.seats[seat]
    me.corporation = <uint8_t>(card + 1)
    me.declined = <uint8_t>(lowest(me.offer & ~(<uint32_t>1 << card)) + 1)
    me.offer = 0
    s.waiting &= <uint8_t>~(1 << seat)
    if s.waiting == 0:
        equip_seats(s, key)
        lay_out(s, key)
        begin_round(s)


cdef void equip_seats(State* s, const Seed* key) noexcept nogil:
    cdef const Corporation* c
    cdef Seat* me
    cdef int i, r
    for i in range(s.players):
        me = &s.seats[i]
        c = &T.corporation[me.corporation - 1]
        me.merchants = c.merchants
        me.miners = c.miners
        me.unit[MONEY] = c.money
        for r in range(RESOURCES):
            me.unit[r] = c.resources[r]
        me.deals_held = c.deals
        for r in range(c.deals):
            me.deals |= <uint64_t>1 << pop_deal(s, key)


cdef void lay_out(State* s, const Seed* key) noexcept nogil:
    """The markets, and a gallery at level 1 of every column: a and b face down, c face up."""
    cdef int column
    refill(s, &T)
    for column in range(COLUMNS):
        lay(s, &T, column, pop_gallery(s, key), column % 3 == 2, 0)


# --- islands

cdef void begin_round(State* s) noexcept nogil:
    cdef Seat* me
    cdef int i
    s.phase = ISLANDS
    s.turn = s.token
    s.actions_left = 0
    s.ordered = 0
    memset(s.order, 0, SEATS)
    memset(s.users, 0, SPACES)
    memset(s.queue, 0, SPACES)
    for i in range(s.players):
        me = &s.seats[i]
        me.merchants_free = me.merchants
        me.miners_free = me.miners
        me.equipment_used = 0
        me.ship = me.passed = me.acted = me.closed = 0


cdef inline int island_options(const State* s, uint32_t* out) noexcept nogil:
    cdef uint32_t free = 0b11110
    cdef int i
    for i in range(s.players):
        free &= ~(<uint32_t>1 << s.seats[i].ship)
    return list_set(free, ISLAND << 24, out)


cdef inline void pick_island(State* s, int seat, int island) noexcept nogil:
    cdef int i
    s.seats[seat].ship = <uint8_t>island
    s.turn = <uint8_t>(seat + 1 if seat + 1 < s.players else 0)
    if s.turn != s.token:
        return
    s.phase = ACTIONS
    for island in range(1, 5):
        for i in range(s.players):
            if s.seats[i].ship == island:
                s.order[s.ordered] = <uint8_t>i
                s.ordered += 1
    s.turn = s.order[0]
    s.actions_left = T.turn_actions


# --- actions

cdef inline int action_options(const State* s, int seat, uint32_t* out) noexcept nogil:
    cdef const Seat* me = &s.seats[seat]
    cdef const Action* a
    cdef uint32_t rest = T.acts[me.ship]
    cdef int n = 1
    cdef int i, users
    out[0] = PASS << 24
    while rest:
        i = lowest(rest)
        rest &= rest - 1
        users = s.users[i]
        a = &T.action[i]
        if users >> seat & 1 or (me.merchants_free <= popcount(users) and a.way[0].do != DO_MINE):
            continue
        out[n] = ACT << 24 | i
        n += possible(s, &T, me, seat, &a.way[0]) or (a.ways == 2 and possible(s, &T, me, seat, &a.way[1]))

    users = s.users[T.departs[me.ship]]
    if me.merchants_free > popcount(users) and not users >> seat & 1:
        for i in range(1, 5):
            out[n] = DEPART << 24 | i
            n += i != me.ship

    rest = me.equipment & ~me.equipment_used & T.active if me.miners_free else 0
    while rest:
        i = lowest(rest)
        rest &= rest - 1
        a = &T.action[SPACES + i]
        out[n] = USE << 24 | i
        n += possible(s, &T, me, seat, &a.way[0]) or (a.ways == 2 and possible(s, &T, me, seat, &a.way[1]))
    return n


cdef inline void occupy(State* s, int seat, int space) noexcept nogil:
    """Puts the seat's workers on a space; Miners come step by step."""
    cdef int others = popcount(s.users[space])
    if T.action[space].way[0].do != DO_MINE:
        s.seats[seat].merchants_free -= <uint8_t>(1 + others)
    s.users[space] |= <uint8_t>(1 << seat)
    s.queue[space] |= <uint8_t>(seat << 2 * others)


cdef inline void depart(State* s, int seat, int island) noexcept nogil:
    cdef Seat* me = &s.seats[seat]
    occupy(s, seat, T.departs[me.ship])
    me.ship = <uint8_t>island
    if me.acted:
        end_action(s, seat)
    else:
        me.acted = 1
        end_turn(s, seat)


cdef inline void end_action(State* s, int seat) noexcept nogil:
    s.seats[seat].acted = 1
    s.actions_left -= 1
    if s.actions_left == 0:
        end_turn(s, seat)


cdef inline void end_turn(State* s, int seat) noexcept nogil:
    """The next seat in order that has not passed; it may be the same."""
    cdef int at = 0
    cdef int i
    while s.order[at] != seat:
        at += 1
    for i in range(s.players):
        at = at + 1 if at + 1 < s.players else 0
        if not s.seats[s.order[at]].passed:
            s.turn = s.order[at]
            s.actions_left = T.turn_actions
            return
    end_round(s)


# --- The end of a round.

cdef inline void ripen(State* s) noexcept nogil:
    """Every cube of the center one level up; the top level leaves."""
    cdef int r
    for r in range(RESOURCES):
        if s.present[r]:
            memmove(&s.center[r][SEATS], &s.center[r][0], CELLS - SEATS)
            memset(&s.center[r][0], 0, SEATS)
            s.present[r] = s.present[r] << SEATS & ((1 << CELLS) - 1)


cdef inline void pay_workers(State* s) noexcept nogil:
    cdef Seat* me
    cdef int i, owed, paid
    for i in range(s.players):
        me = &s.seats[i]
        owed = (me.merchants + me.miners + 1) >> 1
        paid = owed if owed < me.unit[MONEY] else me.unit[MONEY]
        me.unit[MONEY] -= <uint16_t>paid
        me.score -= owed - paid


cdef void end_round(State* s) noexcept nogil:
    ripen(s)
    if T.pay_round[s.round]:
        pay_workers(s)
    if s.final_round or s.round == T.rounds:
        s.phase = OVER
        s.turn = 0
        s.actions_left = 0
        return
    s.round += 1
    s.token = <uint8_t>(s.token + 1 if s.token + 1 < s.players else 0)
    begin_round(s)


# --- Notation.

cdef tuple UNIT_NAMES = ("gold", "iron", "copper", "silver", "money")
cdef tuple COLUMN_NAMES = ("1a", "1b", "1c", "2a", "2b", "2c")


cdef str position_name(int at):
    return f"{COLUMN_NAMES[at >> 1]}{(at & 1) + 1}"


cdef str notation(uint32_t code):
    cdef int kind = code >> 24
    cdef int a = code >> 16 & 255
    cdef int b = code >> 8 & 255
    cdef int c = code & 255
    if kind == PASS:
        return "pass"
    if kind == STOP:
        return "stop"
    if kind == RETURN:
        return f"return {DATA.objectives[c].slug}"
    if kind == CORPORATION:
        return f"corporation {DATA.corporations[c].slug}"
    if kind == ISLAND:
        return f"island {c}"
    if kind == ACT:
        return f"act {DATA.spaces[c].slug}"
    if kind == DEPART:
        return f"depart {c}"
    if kind == USE:
        return f"use {DATA.equipment[c].slug}"
    if kind == ASSIGN:
        return f"assign {position_name(c)}"
    if kind == PLACE:
        return f"place {COLUMN_NAMES[b]} {'up' if c else 'down'}"
    if kind == ENRICH:
        return f"enrich {UNIT_NAMES[c]}"
    if kind == BUY:
        return f"buy {UNIT_NAMES[a]} {b} from {c}"
    if kind == TRADE and b == 255:
        return f"trade {UNIT_NAMES[a]} for {UNIT_NAMES[c]}"
    if kind == TRADE:
        return f"trade {UNIT_NAMES[a]} {UNIT_NAMES[b]} for {UNIT_NAMES[c]}"
    if kind == ARTIFACT:
        return f"artifact {UNIT_NAMES[c]}"
    if kind == EQUIP:
        return f"equip {DATA.equipment[c].slug}"
    if kind == SHIP:
        return f"ship {DATA.shipments[c].slug}"
    if kind == DRAW:
        return "draw"
    if kind == CLOSE:
        return f"close {DATA.deals[c].slug}"
    if kind == PAY:
        return f"pay {UNIT_NAMES[b]} {c}"
    if kind == DISCARD:
        return f"discard {DATA.deals[c].slug}"
    if kind == RAISE:
        return f"raise {UNIT_NAMES[b]} {c}"
    if kind == BOOST:
        return f"boost {UNIT_NAMES[a]} {b} of {c}"
    if kind == COLLECT:
        return f"collect {position_name(c)}"
    if kind == CRUSH:
        return f"crush {UNIT_NAMES[b]} {c}"
    return f"demolish {position_name(c)}"


@cython.final
cdef class Lagoon(Game):
    """A match of Miner's Lagoon."""

    def __cinit__(self):
        self.info = INFO
        self.schema = SCHEMA
        self.memory = &self.s
        self.size = sizeof(State)

    cdef Game blank(self):
        return Lagoon.__new__(Lagoon)

    cdef void deal(self) noexcept nogil:
        self.s.players = <uint8_t>self.players
        set_up(&self.s, &self.key)

    cdef uint32_t acting(self) noexcept nogil:
        if self.s.phase == ACTIONS or self.s.phase == ISLANDS:
            return <uint32_t>1 << self.s.turn
        return self.s.waiting

    cdef int options(self, int seat, uint32_t* out) noexcept nogil:
        cdef State* s = &self.s
        if s.phase == ACTIONS:
            if s.pending.what:
                return list_pending(s, &T, seat, carried(s, &T), out)
            return action_options(s, seat, out)
        if s.phase == ISLANDS:
            return island_options(s, out)
        return list_set(s.seats[seat].offer, (RETURN if s.phase == CHOOSE_OBJECTIVES else CORPORATION) << 24, out)

    cdef void play(self, int seat, uint32_t code) noexcept nogil:
        cdef State* s = &self.s
        cdef int kind = code >> 24
        cdef int c = code & 255
        if s.pending.what:
            if step(s, &T, &self.key, seat, code):
                memset(&s.pending, 0, sizeof(s.pending))
                end_action(s, seat)
        elif kind == ACT:
            occupy(s, seat, c)
            if begin(s, &T, &self.key, seat, c):
                end_action(s, seat)
        elif kind == USE:
            s.seats[seat].miners_free -= 1
            s.seats[seat].equipment_used |= <uint32_t>1 << c
            if begin(s, &T, &self.key, seat, SPACES + c):
                end_action(s, seat)
        elif kind == DEPART:
            depart(s, seat, c)
        elif kind == PASS:
            s.seats[seat].passed = 1
            end_turn(s, seat)
        elif kind == ISLAND:
            pick_island(s, seat, c)
        elif kind == RETURN:
            return_objective(s, seat, c)
        else:
            keep_corporation(s, seat, c, &self.key)

    cdef void result(self, int32_t* scores, int32_t* ranks) noexcept nogil:
        result(&self.s, &T, scores, ranks)

    cdef str spell(self, int seat, uint32_t code):
        return notation(code)

    cdef size_t write_view(self, int seat, uint8_t* out) noexcept nogil:
        return write_view(&self.s, &T, self.acting(), seat, out)

    cdef str read_view(self, int seat, const uint8_t* data, size_t size):
        self.s.players = <uint8_t>self.players
        return read_view(&self.s, &T, seat, data, size)

    cdef void hide(self, int seat) noexcept nogil:
        hide(&self.s, seat)

    cdef bint draw(self, int seat) noexcept nogil:
        return draw(&self.s, &T, &self.key, seat)

    cdef str flaw(self):
        if self.s.players != self.players:
            return "its number of players is not that of the match"
        return flaw(&self.s, &T)


RULES = Lagoon
