"""What a seat sees: the view's bytes from a state, and back. The fields are those of schema.py."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from engine.game cimport REFEREE
from engine.imperial.legal cimport ask_of, start_of
from engine.imperial.components cimport T
from engine.imperial.mine cimport carts, cell_at, put_card, put_token, set_machines
from engine.imperial.scoring cimport result, title_of
from engine.imperial.state cimport *
from engine.wire cimport (
    Reader, Writer, close_part, next_field, open_inner, open_part, open_reader, put_head, put_int, put_set, put_small, put_word,
    put_wrapped, read_list, read_number, read_word, read_wrapped,
)

cdef enum:
    MOST = 1000000              # of coins and the like in a view

cdef const char* PHASES[6]
PHASES[:] = ["draft", "event", "choose", "mine", "end", "over"]
cdef const char* VARIANTS[2]
VARIANTS[:] = ["standard", "first"]
cdef const char* ASKS[18]       # by kind of action
ASKS[:] = [
    "option", "option", "dig", "play", "discard", "place", "climb", "surface", "draw", "faction", "search", "board",
    "machine", "collapse", "clear", "cart", "activate", "times",
]
cdef const char* ITEMS[9]
ITEMS[:] = ["", "place", "chain", "climb", "surface", "option", "effect", "move", "board"]
cdef const char* SOURCES[5]
SOURCES[:] = ["mine", "card", "surface", "progress", "event"]
cdef const char* SIDES[3]
SIDES[:] = ["tl", "tr", "r"]


# --- Writing.

cdef inline void put_place(Writer* w, uint32_t key) noexcept nogil:
    """Level and x, the fields 1 and 2 of all that lies in a mine."""
    cdef int x = <int>(key & 255) - OFFSET
    w.at[0] = 1 << 3
    w.at[1] = <uint8_t>(key >> 8)
    w.at[2] = 2 << 3
    if x >= 0:
        w.at[3] = <uint8_t>x
        w.at += 4
    else:
        w.at[3] = <uint8_t>(x & 0x7f | 0x80)
        memset(w.at + 4, 0xff, 8)
        w.at[12] = 1
        w.at += 13


cdef inline void put_cell(Writer* w, int field, const Mine* m, int cell) noexcept nogil:
    cdef uint8_t* mark = open_part(w, field)
    put_place(w, m.key[cell])
    close_part(w, mark)


cdef inline void put_mine(Writer* w, const Mine* m) noexcept nogil:
    cdef uint8_t* mark
    cdef int i, side
    for i in range(m.count):
        w.at[0] = 14 << 3 | 2
        mark = w.at + 2
        w.at = mark
        put_place(w, m.key[i])
        w.at[0] = 3 << 3
        w.at[1] = m.card[i]
        w.at[2] = 4 << 3
        w.at[3] = m.machines[i]
        w.at[4] = 5 << 3
        w.at[5] = m.sets[COLLAPSED] >> i & 1
        w.at[6] = 6 << 3
        w.at[7] = m.sets[ACTIVATED] >> i & 1
        w.at += 8
        (mark - 1)[0] = <uint8_t>(w.at - mark)
    if not (m.sets[WITH_TOKEN] | m.sets[WITH_TOKEN + 1] | m.sets[WITH_TOKEN + 2]):
        return
    for i in range(m.count):
        for side in range(3):
            if m.sets[WITH_TOKEN + side] >> i & 1:
                mark = open_part(w, 15)
                put_place(w, m.key[i])
                put_word(w, 3, SIDES[side])
                close_part(w, mark)


cdef inline void put_seat(Writer* w, const Seat* p, bint own) noexcept nogil:
    cdef uint8_t* mark = open_part(w, 18)
    put_int(w, 1, p.coins)
    put_int(w, 2, p.vp)
    put_int(w, 3, carts(&p.mine))
    put_small(w, 4, p.levels, LEVELS)
    if own:
        put_wrapped(w, 5, p.hand, p.held)
    put_small(w, 6, p.shown, p.seen)
    if own:
        put_wrapped(w, 7, p.draft, p.dropped)
        if p.choice:
            put_int(w, 8, <int>p.choice - 2)
    if p.revealed:
        put_int(w, 9, p.revealed - 1)
    if p.board:
        put_int(w, 10, p.board - 1)
    put_int(w, 11, p.space)
    put_int(w, 12, p.boards_done)
    put_int(w, 13, p.advanced)
    put_mine(w, &p.mine)
    close_part(w, mark)


cdef void put_pending(Writer* w, const State* s) noexcept nogil:
    cdef const Seat* p = &s.seat[s.served]
    cdef const Task* t = &s.agenda[s.depth - 1]
    cdef const Task* cause = t
    cdef int left = 1
    cdef uint8_t* mark = open_part(w, 19)
    while cause.item == TO_BOARD or cause.item == TO_MOVE:
        cause -= 1              # a board is chosen for the effect with the advance step
    if t.item == TO_SURFACE:
        left = t.left
    elif t.item == TO_EFFECT:
        left = t.left if t.left else p.held - T.hand_limit
    put_int(w, 1, s.served)
    put_word(w, 2, ASKS[ask_of(s, t)])
    put_word(w, 3, SOURCES[OF_CARD if t.item == TO_OPTION else cause.source])
    if t.item == TO_OPTION or t.item == TO_CLIMB or cause.source == OF_CARD:
        put_cell(w, 4, &p.mine, cause.cell)
    put_int(w, 5, left)
    close_part(w, mark)


cdef void put_task(Writer* w, const State* s, const Task* t) noexcept nogil:
    cdef const Mine* m = &s.seat[s.served].mine
    cdef uint8_t* mark = open_part(w, 20)
    put_word(w, 1, ITEMS[t.item])
    if t.item == TO_CHAIN or t.item == TO_CLIMB or t.item == TO_OPTION or t.source == OF_CARD:
        put_cell(w, 2, m, t.cell)
    if t.item == TO_SURFACE:
        put_int(w, 3, t.left)
        put_set(w, 4, <uint64_t>t.marks << 1)
    elif t.item == TO_EFFECT:
        if t.left:
            put_int(w, 3, t.left)
        put_word(w, 5, SOURCES[t.source])
        if t.effect:
            put_int(w, 6, t.effect)
        put_int(w, 7, t.step)
        if t.faction:
            put_word(w, 8, T.faction[t.faction - 1])
        put_set(w, 9, <uint64_t>t.marks << 1)
    elif t.item == TO_MOVE:
        put_int(w, 10, t.left)
    close_part(w, mark)


cdef size_t write_view(const State* s, int seat, uint8_t* out) noexcept nogil:
    cdef Writer w
    cdef int32_t scores[SEATS]
    cdef int32_t ranks[SEATS]
    cdef int i
    w.at = out
    if s.phase == OVER:
        result(s, scores, ranks)
    put_head(&w, "imperial", VARIANTS[s.kind], s.players, seat, s.waiting, PHASES[s.phase], s.round, scores, ranks)
    put_int(&w, 11, start_of(s))
    if s.round and s.phase != OVER:
        put_int(&w, 12, s.events[s.round - 1])
    put_small(&w, 13, s.events, s.round)
    put_int(&w, 14, s.events_left)
    put_small(&w, 15, s.track, BOARDS)
    put_small(&w, 16, s.piled, LEVELS)
    for i in range(LEVELS):
        put_wrapped(&w, 17, s.discard[i], s.discarded[i])
    for i in range(s.players):
        put_seat(&w, &s.seat[i], seat == i or seat == REFEREE)
    if s.depth:
        put_pending(&w, s)
        for i in range(s.depth):
            put_task(&w, s, &s.agenda[i])
    if seat == REFEREE:
        for i in range(LEVELS):
            put_wrapped(&w, 21, s.pile[i], s.piled[i])
        put_small(&w, 22, s.event_deck, s.events_left)
    if s.phase == OVER and s.players == 1:
        put_word(&w, 23, title_of(scores[0]))
    return w.at - out


# --- Reading. The bytes may be anybody's: every number is checked before it is used. What follows from other fields
# --- is not read at all; the caller writes the view anew and compares.

cdef class Wrong(Exception):
    """What is wrong with a view."""


cdef int64_t number(Reader* r, str name, int64_t low, int64_t high) except? -99:
    cdef int64_t value
    if not read_number(r, low, high, &value):
        raise Wrong(f"{name} is not a number from {low} to {high}")
    return value


cdef int numbers(Reader* r, str name, uint8_t* out, int room, int high) except -1:
    """A list of numbers from 0 to `high`; how many."""
    cdef int n = read_list(r, high, out, room)
    if n < 0:
        raise Wrong(f"{name} is not a list of at most {room} numbers from 0 to {high}")
    return n


cdef int wrapped(Reader* r, str name, uint8_t* out, int room, int high) except -1:
    """The same in a message of its own."""
    cdef int n = read_wrapped(r, high, out, room)
    if n < 0:
        raise Wrong(f"{name} is not a list of at most {room} numbers from 0 to {high}")
    return n


cdef int message(Reader* r, str name, Reader* part) except -1:
    if not open_inner(part, r):
        raise Wrong(f"{name} is not an object")
    return 0


cdef int word(Reader* r, str name, const char** words, int n) except -1:
    """Which of these words it is."""
    cdef int found = read_word(r, words, n)
    if found < 0:
        raise Wrong(f"{name} is an unknown word")
    return found


cdef int sorted_cards(str name, const uint8_t* cards, int n) except -1:
    cdef int i
    for i in range(1, n):
        if cards[i] < cards[i - 1]:
            raise Wrong(f"{name} is not sorted")
    return 0


cdef int read_place(Reader* r, str name, uint32_t* key, int* side) except -1:
    """Level, x and, of a token, the side."""
    cdef Reader part
    cdef int64_t level = 0
    cdef int64_t x = 0
    message(r, name, &part)
    while next_field(&part):
        if part.field == 1:
            level = number(&part, f"{name}.level", 1, LEVELS)
        elif part.field == 2:
            x = number(&part, f"{name}.x", -60, 60)
        elif part.field == 3 and side != NULL:
            side[0] = word(&part, f"{name}.side", SIDES, 3)
    if part.broken or level == 0 or (level + x) & 1 == 0:
        raise Wrong(f"{name} is no place of a mine")
    key[0] = <uint32_t>(level << 8 | (x + OFFSET))
    return 0


cdef int read_card(Reader* r, Mine* m) except -1:
    cdef Reader part
    cdef uint32_t key
    cdef int cell
    cdef int card = -1
    cdef int machines = 0
    cdef bint collapse = False
    cdef bint activated = False
    read_place(r, "mine", &key, NULL)
    message(r, "mine", &part)
    while next_field(&part):
        if part.field == 3:
            card = number(&part, "mine.card", 0, T.kinds - 1)
        elif part.field == 4:
            machines = number(&part, "mine.machines", 0, T.machine_limit)
        elif part.field == 5:
            collapse = number(&part, "mine.collapse", 0, 1)
        elif part.field == 6:
            activated = number(&part, "mine.activated", 0, 1)
    if part.broken or card < 0 or T.card[card].level != key >> 8:
        raise Wrong("mine: a card does not lie in the row of its level")
    if m.count == MINE_ROOM or cell_at(m, key) >= 0:
        raise Wrong("mine: two cards share a place, or there are too many")
    cell = put_card(m, card, key)
    set_machines(m, cell, machines)
    if collapse:
        m.sets[COLLAPSED] |= <uint16_t>(1 << cell)
    if activated:
        m.sets[ACTIVATED] |= <uint16_t>(1 << cell)
    return 0


cdef int read_seat(Reader* r, Seat* p, bint own) except -1:
    cdef Reader part
    cdef uint32_t key
    cdef int side, cell
    cdef int top = T.kinds - 1
    message(r, "seats", &part)
    while next_field(&part):
        if part.field == 1:
            p.coins = number(&part, "coins", 0, MOST)
        elif part.field == 2:
            p.vp = number(&part, "vp", 0, MOST)
        elif part.field == 4:
            numbers(&part, "hand_levels", p.levels, LEVELS, HAND_ROOM)
        elif part.field == 5 and own:
            p.held = wrapped(&part, "hand", p.hand, HAND_ROOM, top)
            sorted_cards("hand", p.hand, p.held)
        elif part.field == 6:
            p.seen = numbers(&part, "shown", p.shown, HAND_ROOM, top)
            sorted_cards("shown", p.shown, p.seen)
        elif part.field == 7 and own:
            p.dropped = wrapped(&part, "draft", p.draft, DRAFT_ROOM, top)
            sorted_cards("draft", p.draft, p.dropped)
        elif part.field == 8 and own:
            p.choice = number(&part, "choice", -1, top) + 2
        elif part.field == 9:
            p.revealed = number(&part, "revealed", 0, top) + 1
        elif part.field == 10:
            p.board = number(&part, "board", 0, BOARDS - 1) + 1
        elif part.field == 11:
            p.space = number(&part, "space", 0, TRACK_ROOM - 1)
        elif part.field == 12:
            p.boards_done = number(&part, "boards_done", 0, 60000)
        elif part.field == 13:
            p.advanced = number(&part, "advanced", 0, 60000)
        elif part.field == 14:
            read_card(&part, &p.mine)
        elif part.field == 15:
            read_place(&part, "tokens", &key, &side)
            cell = cell_at(&p.mine, key)
            if cell < 0 or not p.mine.sets[HALF + side] >> cell & 1:
                raise Wrong("tokens: one does not lie on an incomplete cart")
            put_token(&p.mine, cell, side)
    if part.broken:
        raise Wrong("seats: one is broken")
    if p.levels[0] + p.levels[1] + p.levels[2] + p.levels[3] > HAND_ROOM:
        raise Wrong(f"hand_levels: more than {HAND_ROOM} cards")
    if not own:
        memcpy(p.hand, p.shown, HAND_ROOM)      # as `hide` leaves it
        p.held = p.seen
    return 0


cdef int read_task(Reader* r, const Mine* m, Task* t) except -1:
    cdef Reader part
    cdef uint8_t values[4]
    cdef uint32_t key
    cdef int cell, i, n
    message(r, "agenda", &part)
    while next_field(&part):
        if part.field == 1:
            t.item = word(&part, "item", ITEMS, 9)
        elif part.field == 2:
            read_place(&part, "cell", &key, NULL)
            cell = cell_at(m, key)
            if cell < 0:
                raise Wrong("agenda: no card lies on the cell of an item")
            t.cell = cell
        elif part.field == 3 or part.field == 10:
            t.left = number(&part, "left", 1, 255)
        elif part.field == 4 or part.field == 9:
            n = numbers(&part, "used" if part.field == 4 else "tried", values, 3, 3)
            for i in range(n):
                if values[i] == 0:
                    raise Wrong("used, tried: they count from 1")
                t.marks |= 1 << (values[i] - 1)
        elif part.field == 5:
            t.source = word(&part, "source", SOURCES, 5)
        elif part.field == 6:
            t.effect = number(&part, "effect", 1, 3)
        elif part.field == 7:
            t.step = number(&part, "step", 0, 255)
        elif part.field == 8:
            t.faction = faction_named(&part) + 1
    if part.broken:
        raise Wrong("agenda: an item is broken")
    return 0


cdef int faction_named(Reader* r) except -1:
    cdef const char* names[FACTIONS]
    cdef int i
    for i in range(FACTIONS):
        names[i] = T.faction[i]
    return word(r, "faction", names, FACTIONS)


cdef int read_pending(Reader* r, State* s) except -1:
    cdef Reader part
    message(r, "pending", &part)
    while next_field(&part):
        if part.field == 1:
            s.served = number(&part, "pending.seat", 0, s.players - 1)
    if part.broken:
        raise Wrong("pending is broken")
    return 0


cdef int read_fields(State* s, int seat, const uint8_t* data, size_t size) except -1:
    cdef Reader r
    cdef uint8_t values[EVENTS]
    cdef int i, n
    cdef int seats = 0
    cdef int piles = 0
    cdef int levels = 0
    cdef int top = T.kinds - 1
    open_reader(&r, data, size)
    while next_field(&r):
        if r.field == 5:
            n = numbers(&r, "actors", values, SEATS, s.players - 1)
            for i in range(n):
                s.waiting |= 1 << values[i]
        elif r.field == 6:
            s.phase = word(&r, "phase", PHASES, 6)
        elif r.field == 7:
            s.round = number(&r, "round", 0, T.rounds)
        elif r.field == 13:
            numbers(&r, "events_seen", s.events, EVENTS, EVENTS - 1)
        elif r.field == 14:
            s.events_left = number(&r, "events_left", 0, T.rounds)
        elif r.field == 15:
            numbers(&r, "tracks", s.track, BOARDS, 2 * BOARDS - 1)
        elif r.field == 16:
            numbers(&r, "deck_counts", s.piled, LEVELS, PILE_ROOM - 1)
        elif r.field == 17:
            if levels == LEVELS:
                raise Wrong("discards has more than four piles")
            s.discarded[levels] = wrapped(&r, "discards", s.discard[levels], PILE_ROOM, top)
            levels += 1
        elif r.field == 18:
            if seats == s.players:
                raise Wrong("seats are more than the players")
            read_seat(&r, &s.seat[seats], seat == seats or seat == REFEREE)
            seats += 1
        elif r.field == 19:
            read_pending(&r, s)
        elif r.field == 20:
            if s.depth == AGENDA_ROOM or seats < s.players:
                raise Wrong("agenda is too long, or comes before the seats")
            read_task(&r, &s.seat[s.served].mine, &s.agenda[s.depth])
            s.depth += 1
        elif r.field == 21 and seat == REFEREE:
            if piles == LEVELS:
                raise Wrong("decks has more than four piles")
            wrapped(&r, "decks", s.pile[piles], PILE_ROOM, top)
            piles += 1
        elif r.field == 22 and seat == REFEREE:
            numbers(&r, "event_deck", s.event_deck, EVENTS, EVENTS - 1)
    if r.broken:
        raise Wrong("the bytes end in the middle of a field")
    if seats < s.players:
        raise Wrong("seats are fewer than the players")
    return 0


cdef str read_view(State* s, int seat, const uint8_t* data, size_t size):
    try:
        read_fields(s, seat, data, size)
    except Wrong as wrong:
        return str(wrong)
    return None
