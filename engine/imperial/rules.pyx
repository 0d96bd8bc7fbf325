"""Imperial Miners, after `docs/rules/imperial.md`.

    phase    who                  what                                                        next
    draft    all at once          each discards four of its eight cards (variant standard)    event
    event    seat after seat      the round's event, if it is immediate                       choose
    choose   all at once          each commits a card or a dig; all are revealed              mine
    mine     seat after seat      place the card, activate it, climb to the surface           end
    end      seat after seat      the round's event, if it is one for the end                 event, or over

Seats served one after the other have an agenda: a stack of tasks, the top one dealt with first (`proceed`).
"""

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy, memset

from engine.chance cimport Seed, Stream, below, open_stream, shuffle_on, shuffle_once
from engine.deck cimport pop, put_on, turn_over
from engine.game cimport Game
from engine.imperial.legal cimport (
    amount, effect_of, event_of, hears, insert, list_options, lose, price, price_of, start_of, take, usable_surface,
)
from engine.imperial.components cimport T
from engine.imperial.mine cimport cell_at, put_card, put_token, set_machines
from engine.imperial.scoring cimport result
from engine.imperial.state cimport *
from engine.imperial.view cimport read_view, write_view
from engine.imperial.worlds cimport draw, flaw, hide
from engine.schema cimport Message

from engine.imperial.components import DATA
from engine.imperial.schema import VIEW
from engine.info import GameInfo

cdef object INFO = GameInfo("imperial", "Imperial Miners", 1, 5, ("standard", "first"))
cdef Message SCHEMA = VIEW

cdef enum:                      # numbers of the streams
    SIDES = 1
    PILES = 2                   # of level 1; then 2, 3
    DECK = 5


# --- Setup.

cdef void set_up(State* s, const Seed* key, int players, int kind) noexcept nogil:
    cdef Stream stream
    cdef uint8_t deck[EVENTS]
    cdef int i, level, seat
    s.players = <uint8_t>players
    s.kind = <uint8_t>kind
    open_stream(&stream, key, SIDES, 0)
    for i in range(BOARDS):
        s.track[i] = <uint8_t>(2 * i + below(&stream, 2))
    for level in range(LEVELS):
        s.piled[level] = T.stocked[level]
        memcpy(s.pile[level], T.stock[level], PILE_ROOM)
        if level < 3:
            shuffle_pile(s, key, level)
    for i in range(EVENTS):
        deck[i] = <uint8_t>i
    shuffle_once(key, DECK, deck, EVENTS)
    s.events_left = T.rounds
    memcpy(s.event_deck, deck + EVENTS - T.rounds, T.rounds)
    for seat in range(players):
        for level in range(3):
            for i in range(T.deal[kind][level]):
                take(&s.seat[seat], pop(s.pile[level], &s.piled[level]))
    if T.drop[kind]:
        s.phase = DRAFT
        s.waiting = <uint8_t>((1 << players) - 1)
    else:
        begin_round(s)
        proceed(s, key)


# --- Piles; level 1 has index 0.

cdef void shuffle_pile(State* s, const Seed* key, int level) noexcept nogil:
    if level < 3:
        shuffle_on(key, PILES + level, &s.taken[level], s.pile[level], s.piled[level])


cdef void refill(State* s, const Seed* key, int level) noexcept nogil:
    """An empty pile is made of its discards."""
    if s.piled[level] == 0 and s.discarded[level]:
        turn_over(s.discard[level], &s.discarded[level], s.pile[level], &s.piled[level])
        shuffle_pile(s, key, level)


cdef inline void discard(State* s, int card) noexcept nogil:
    cdef int level = T.card[card].level - 1
    put_on(s.discard[level], &s.discarded[level], card)


cdef void draw_card(State* s, const Seed* key, int level) noexcept nogil:
    """The seat served takes the top card of a pile, if there is one."""
    cdef Seat* p = &s.seat[s.served]
    refill(s, key, level)
    if s.piled[level] and p.held < HAND_ROOM:
        take(p, pop(s.pile[level], &s.piled[level]))


# --- draft

cdef void play_draft(State* s, const Seed* key, int seat, int card) noexcept nogil:
    cdef Seat* p = &s.seat[seat]
    cdef int i
    lose(p, card)
    p.levels[T.card[card].level - 1] += 1      # the others learn of it when all are done
    insert(p.draft, &p.dropped, card)
    if p.dropped < T.drop[s.kind]:
        return
    s.waiting &= <uint8_t>~(1 << seat)
    if s.waiting:
        return
    for seat in range(s.players):
        p = &s.seat[seat]
        for i in range(p.dropped):
            p.levels[T.card[p.draft[i]].level - 1] -= 1
            discard(s, p.draft[i])
            p.draft[i] = 0
        p.dropped = 0
    begin_round(s)
    proceed(s, key)


# --- event

cdef void begin_round(State* s) noexcept nogil:
    cdef int seat
    s.events[s.round] = <uint8_t>pop(s.event_deck, &s.events_left)
    s.round += 1
    for seat in range(s.players):
        s.seat[seat].advanced = 0
        s.seat[seat].mine.sets[ACTIVATED] = 0
    enter(s, EVENT)


# --- choose

cdef void begin_choice(State* s) noexcept nogil:
    s.phase = CHOOSE
    s.served = 0
    s.waiting = <uint8_t>((1 << s.players) - 1)


cdef void play_choice(State* s, const Seed* key, int seat, uint32_t code) noexcept nogil:
    cdef Seat* p
    cdef int i, card
    s.seat[seat].choice = 1 if code >> 24 == DIG else <uint8_t>(2 + (code >> 16 & 255))
    s.waiting &= <uint8_t>~(1 << seat)
    if s.waiting:
        return
    for i in range(s.players):
        p = &s.seat[(start_of(s) + i) % s.players]
        if p.choice > 1:
            card = p.choice - 2
            p.coins -= price_of(s, card)
            lose(p, card)
            p.revealed = <uint8_t>(card + 1)
        else:
            refill(s, key, 0)
            if s.piled[0]:
                p.revealed = <uint8_t>(pop(s.pile[0], &s.piled[0]) + 1)
        p.choice = 0
    enter(s, MINE)
    proceed(s, key)


# --- event, mine, end: the seats in order

cdef void enter(State* s, int phase) noexcept nogil:
    s.phase = <uint8_t>phase
    s.served = <uint8_t>start_of(s)
    serve(s)


cdef void serve(State* s) noexcept nogil:
    """Gives the seat its first task of the phase, if it has one."""
    cdef const EventCard* event
    if s.phase == MINE:
        if s.seat[s.served].revealed:
            push(s, TO_PLACE, 0)
        return
    event = event_of(s)
    if event.type == (IMMEDIATE if s.phase == EVENT else AT_END):
        push_effect(s, OF_EVENT, 0, 0)


cdef void next_seat(State* s) noexcept nogil:
    """The next seat, the next phase, the next round or the end."""
    cdef int seat = s.served + 1
    if seat == s.players:
        seat = 0
    if seat != start_of(s):
        s.served = <uint8_t>seat
        serve(s)
    elif s.phase == EVENT:
        begin_choice(s)
    elif s.phase == MINE:
        enter(s, END)
    elif s.round < T.rounds:
        begin_round(s)
    else:
        s.phase = OVER
        s.served = 0
        s.waiting = 0


# --- The agenda.

cdef inline Task* push(State* s, int item, int cell) noexcept nogil:
    cdef Task* t = &s.agenda[s.depth]
    s.depth += 1
    t.item = <uint8_t>item
    t.cell = <uint8_t>cell
    return t


cdef inline void push_effect(State* s, int source, int cell, int effect) noexcept nogil:
    cdef Task* t = push(s, TO_EFFECT, cell)
    t.source = <uint8_t>source
    t.effect = <uint8_t>effect


cdef inline void drop(State* s) noexcept nogil:
    s.depth -= 1
    memset(&s.agenda[s.depth], 0, sizeof(Task))


cdef void proceed(State* s, const Seed* key) noexcept nogil:
    """Does all that asks nobody, up to the next decision or the end."""
    cdef Task* t
    while True:
        if s.depth == 0:
            next_seat(s)
            if s.phase == CHOOSE or s.phase == OVER:
                return
            continue
        t = &s.agenda[s.depth - 1]
        if t.item == TO_EFFECT:
            if not resolve(s, key, t):
                continue
        elif t.item == TO_CHAIN:
            if s.seat[s.served].mine.key[t.cell] >> 8 > 1:
                t.item = TO_CLIMB
            else:
                t.item = TO_SURFACE
                t.cell = 0
                t.left = <uint8_t>(1 + event_of(s).extra)
                continue
        elif t.item == TO_SURFACE:
            if t.left == 0 or usable_surface(s, t) == 0:
                drop(s)
                continue
        elif t.item == TO_MOVE:
            move_marker(s)
            continue
        s.waiting = <uint8_t>(1 << s.served)
        return


cdef void activate(State* s, int cell) noexcept nogil:
    cdef Seat* p = &s.seat[s.served]
    cdef uint16_t bit = <uint16_t>(1 << cell)
    cdef const EventCard* event = event_of(s)
    if p.mine.sets[ACTIVATED] & bit:
        return
    p.mine.sets[ACTIVATED] |= bit
    if p.mine.sets[COLLAPSED] & bit:
        p.mine.sets[COLLAPSED] &= ~bit
        if not event.rescue:
            return
    p.coins += event.coins
    push(s, TO_OPTION, cell)


cdef void move_marker(State* s) noexcept nogil:
    """The marker goes up; the space where it stops is resolved, and after the top one a new board is chosen."""
    cdef Seat* p = &s.seat[s.served]
    cdef int spaces = s.agenda[s.depth - 1].left
    cdef int top = T.top[s.track[p.board - 1]]
    drop(s)
    if spaces > top - p.space:
        spaces = top - p.space
    p.space += <uint8_t>spaces
    p.advanced += <uint16_t>spaces
    if p.space == top:
        p.boards_done += 1
        push(s, TO_BOARD, 0)
    push_effect(s, OF_PROGRESS, 0, 0)


cdef inline void next_step(Task* t) noexcept nogil:
    t.step += 1
    t.left = 0
    t.faction = 0
    t.marks = 0


cdef inline void once(Task* t) noexcept nogil:
    """One time of the step is done."""
    t.left -= 1
    t.faction = 0
    t.marks = 0
    if t.left == 0:
        t.step += 1


cdef bint resolve(State* s, const Seed* key, Task* t) noexcept nogil:
    """Goes on with an effect; True: it asks. When it is done, it leaves the agenda."""
    cdef Seat* p = &s.seat[s.served]
    cdef const Effect* e = effect_of(s, t)
    cdef const Step* step
    cdef int n, op
    while t.step < e.steps:
        step = &T.step[e.first + t.step]
        if t.left == 0:
            n = amount(p, step, t.cell)
            op = step.op
            if op == OP_COINS:
                p.coins += n
            elif op == OP_VP:
                p.vp += n
            elif op == OP_DRAW and step.level:
                while n > 0:
                    draw_card(s, key, step.level - 1)
                    n -= 1
            elif op == OP_ADVANCE and n > 0:
                next_step(t)
                n += event_of(s).plus
                push(s, TO_MOVE, 0).left = <uint8_t>(n if n < 255 else 255)
                if not p.board:
                    push(s, TO_BOARD, 0)
                return False
            elif op == OP_UNMACHINE:
                set_machines(&p.mine, t.cell, p.mine.machines[t.cell] - n if p.mine.machines[t.cell] > n else 0)
            elif op == OP_MACHINE and step.where == AT_HERE:
                n += p.mine.machines[t.cell]
                set_machines(&p.mine, t.cell, n if n < T.machine_limit else T.machine_limit)
            elif op == OP_COLLAPSE and step.where == AT_HERE:
                p.mine.sets[COLLAPSED] |= <uint16_t>(1 << t.cell)
            elif n > 0 and op != OP_ADVANCE:
                t.left = 1 if op == OP_EXCHANGE else <uint8_t>(n if n < 255 else 255)
        if t.left and hears(s, t, step):
            return True
        next_step(t)
    if p.held > T.hand_limit:
        return True
    drop(s)
    return False


# --- Decisions of the agenda's top.

cdef void play_task(State* s, const Seed* key, uint32_t code) noexcept nogil:
    cdef Seat* p = &s.seat[s.served]
    cdef Task* t = &s.agenda[s.depth - 1]
    cdef uint32_t kind = code >> 24
    cdef int a = code >> 16 & 255
    cdef int cell = -1
    cdef const Effect* e
    if kind == SKIP:
        drop(s)
    elif kind == OPTION:
        e = &T.effect[T.card[p.mine.card[t.cell]].first + a - 1]
        p.coins -= price(p, e)
        t.item = TO_EFFECT
        t.source = OF_CARD
        t.effect = <uint8_t>a
    elif kind == DISCARD:
        lose(p, a)
        discard(s, a)
        if t.step < effect_of(s, t).steps:
            once(t)
    elif kind == SURFACE:
        t.marks |= <uint8_t>(1 << (a - 1))
        t.left -= 1
        if t.left == 0:
            drop(s)
        p.coins -= price(p, &T.effect[T.surface[s.served] + a - 1])
        push_effect(s, OF_SURFACE, 0, a)
    elif kind == DRAW:
        once(t)
        draw_card(s, key, a - 1)
    elif kind == FACTION:
        t.faction = <uint8_t>(a + 1)
    elif kind == SEARCH:
        search(s, key, t, a - 1)
    elif kind == BOARD:
        p.board = <uint8_t>(a + 1)
        p.space = 0
        drop(s)
    elif kind == TIMES:
        e = effect_of(s, t)
        p.coins -= a * T.step[e.first + t.step].coins
        p.vp += a * T.step[e.first + t.step].vp
        once(t)
    elif kind == PLACE:
        cell = put_card(&p.mine, p.revealed - 1, code >> 8 & 0xffff)
        p.revealed = 0
        t.item = TO_CHAIN
        t.cell = <uint8_t>cell
        activate(s, cell)
    else:
        cell = cell_at(&p.mine, code >> 8 & 0xffff)
        if kind == CLIMB:
            t.item = TO_CHAIN
            t.cell = <uint8_t>cell
            activate(s, cell)
        else:
            once(t)
            if kind == MACHINE:
                set_machines(&p.mine, cell, p.mine.machines[cell] + 1)
            elif kind == COLLAPSE:
                p.mine.sets[COLLAPSED] |= <uint16_t>(1 << cell)
            elif kind == CLEAR:
                p.mine.sets[COLLAPSED] &= <uint16_t>~(1 << cell)
            elif kind == CART:
                put_token(&p.mine, cell, code & 255)
            else:
                activate(s, cell)
    proceed(s, key)


cdef void search(State* s, const Seed* key, Task* t, int level) noexcept nogil:
    """Looks a pile through from its top for a card of the faction; then it is shuffled."""
    cdef Seat* p = &s.seat[s.served]
    cdef const Step* step = &T.step[effect_of(s, t).first + t.step]
    cdef int faction = t.faction - 1 if step.faction == FACTIONS else step.faction
    cdef uint8_t* pile = s.pile[level]
    cdef int i, card
    refill(s, key, level)
    i = s.piled[level] - 1
    while i >= 0 and not T.card[pile[i]].factions >> faction & 1:
        i -= 1
    if i < 0:
        t.marks |= <uint8_t>(1 << level)
    else:
        card = pile[i]
        for i in range(i, s.piled[level] - 1):
            pile[i] = pile[i + 1]
        pop(s.pile[level], &s.piled[level])
        take(p, card)
        insert(p.shown, &p.seen, card)
        once(t)
    shuffle_pile(s, key, level)


# --- The contract.

@cython.final
cdef class Imperial(Game):
    """A match of Imperial Miners."""

    def __cinit__(self):
        self.info = INFO
        self.schema = SCHEMA
        self.memory = &self.s
        self.size = sizeof(State)

    cdef Game blank(self):
        return Imperial.__new__(Imperial)

    cdef void deal(self) noexcept nogil:
        set_up(&self.s, &self.key, self.players, self.kind)

    cdef uint32_t acting(self) noexcept nogil:
        return self.s.waiting

    cdef int options(self, int seat, uint32_t* out) noexcept nogil:
        return list_options(&self.s, seat, out)

    cdef void play(self, int seat, uint32_t code) noexcept nogil:
        if self.s.phase == CHOOSE:
            play_choice(&self.s, &self.key, seat, code)
        elif self.s.phase == DRAFT:
            play_draft(&self.s, &self.key, seat, code >> 16 & 255)
        else:
            play_task(&self.s, &self.key, code)

    cdef void result(self, int32_t* scores, int32_t* ranks) noexcept nogil:
        result(&self.s, scores, ranks)

    cdef str spell(self, int seat, uint32_t code):
        kind = WORDS[code >> 24]
        cdef int a = code >> 16 & 255
        cdef int x = <int>(code >> 8 & 255) - OFFSET
        if code >> 24 == SKIP or code >> 24 == DIG:
            return kind
        if code >> 24 == PLAY or code >> 24 == DISCARD:
            return f"{kind} {DATA.cards[a].slug}"
        if code >> 24 == FACTION:
            return f"{kind} {DATA.numbers.factions[a]}"
        if code >> 24 == CART:
            return f"{kind} {a},{x} {SIDE_WORDS[code & 255]}"
        if code >> 24 in (PLACE, CLIMB, MACHINE, COLLAPSE, CLEAR, ACTIVATE):
            return f"{kind} {a},{x}"
        return f"{kind} {a}"

    cdef size_t write_view(self, int seat, uint8_t* out) noexcept nogil:
        return write_view(&self.s, seat, out)

    cdef str read_view(self, int seat, const uint8_t* data, size_t size):
        self.s.players = <uint8_t>self.players
        self.s.kind = <uint8_t>self.kind
        return read_view(&self.s, seat, data, size)

    cdef void hide(self, int seat) noexcept nogil:
        hide(&self.s, seat)

    cdef bint draw(self, int seat) noexcept nogil:
        return draw(&self.s, &self.key, seat)

    cdef str flaw(self):
        if self.s.players != self.players or self.s.kind != self.kind:
            return "players and variant are not those of the match"
        return flaw(&self.s)


WORDS = (
    "skip", "option", "dig", "play", "discard", "place", "climb", "surface", "draw", "faction", "search", "board",
    "machine", "collapse", "clear", "cart", "activate", "times",
)
SIDE_WORDS = ("tl", "tr", "r")

RULES = Imperial
