"""What a seat knows of a match of Miner's Lagoon, as the bytes of schema.py: written from the state and read back into it."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from engine.bits cimport lowest, popcount
from engine.game cimport REFEREE
from engine.lagoon.scoring cimport objective_vp, result
from engine.lagoon.state cimport (
    ACTIONS, CELLS, CHOOSE_CORPORATIONS, CHOOSE_OBJECTIVES, COLUMNS, CORPORATIONS, DEALS, DRAWN, EQUIPMENT, GALLERIES, ISLANDS,
    LEVELS, MONEY, MOST, MOST_CUBES, OBJECTIVES, OFFERED, OVER, POSITIONS, RESOURCES, SEATS, SHIPMENTS, SPACES, WORDS, Seat,
    State, Tables, corporations_size, objectives_size, settle,
)
from engine.wire cimport (
    Reader, Writer, close_part, next_field, open_inner, open_part, open_reader, put_head, put_int, put_list, put_set, put_small,
    put_varint, put_word, put_wrapped, read_list, read_number, read_numbers, read_set, read_small, read_word, read_wrapped,
)

from engine.lagoon import tables

cdef const char* PHASES[5]
PHASES[:] = [b"objectives", b"corporations", b"islands", b"actions", b"over"]
cdef list MODE_WORDS = [b"", *(word.encode("ascii") for word in tables.WORDS)]     # keeps the pointers below alive
cdef const char* MODES[WORDS]
for i in range(WORDS):
    MODES[i] = MODE_WORDS[i]
cdef const char* SOURCES[2]
SOURCES[:] = [b"space", b"equipment"]


# --- Writing.

cdef inline void put_own_set(Writer* w, int field, uint64_t members) noexcept nogil:
    """A list that others do not see: wrapped, so that empty and hidden differ."""
    cdef uint8_t* mark = open_part(w, field)
    put_set(w, 1, members)
    close_part(w, mark)


cdef inline void put_bits(Writer* w, int field, uint32_t bits) noexcept nogil:
    """Four bits as a wrapped list of 0 and 1; the product puts one in each byte."""
    cdef uint32_t values = (bits & 15) * <uint32_t>0x00204081 & <uint32_t>0x01010101
    put_wrapped(w, field, <uint8_t*>&values, 4)


cdef inline void put_spaces(Writer* w, const State* s) noexcept nogil:
    cdef uint8_t seats[SEATS]
    cdef int i, j, n
    for i in range(SPACES):
        if s.users[i] == 0:
            w.at[0] = 15 << 3 | 2
            w.at[1] = 0
            w.at += 2
            continue
        n = popcount(s.users[i])
        for j in range(n):
            seats[j] = s.queue[i] >> 2 * j & 3
        put_wrapped(w, 15, seats, n)


cdef inline void put_galleries(Writer* w, const State* s, int seat) noexcept nogil:
    cdef uint8_t* column_mark
    cdef uint8_t* mark
    cdef int column, at
    cdef bint up
    for column in range(COLUMNS):
        column_mark = open_part(w, 16)
        for at in range(2 * column, 2 * column + 2):
            mark = open_part(w, 1)
            if s.there >> at & 1:
                up = s.up >> at & 1
                if up or seat == REFEREE or s.by[at] == seat + 1:
                    put_int(w, 1, s.tile[at])
                put_int(w, 2, up)
                if up:
                    put_int(w, 3, s.left[at])
                if s.by[at]:
                    put_int(w, 4, s.by[at] - 1)
            close_part(w, mark)
        close_part(w, column_mark)


cdef inline void put_center(Writer* w, const State* s) noexcept nogil:
    cdef int n = s.players
    cdef int r, level
    cdef uint8_t* at
    for r in range(RESOURCES):
        put_varint(w, 17 << 3 | 2)
        put_varint(w, LEVELS * (4 + n))
        at = w.at
        for level in range(LEVELS):
            at[0] = 1 << 3 | 2
            at[1] = <uint8_t>(2 + n)
            at[2] = 1 << 3 | 2
            at[3] = <uint8_t>n
            memcpy(at + 4, &s.center[r][4 * level], SEATS)      # the next entry overwrites what is too much
            at += 4 + n
        w.at = at


cdef inline void put_pending(Writer* w, const State* s, int seat) noexcept nogil:
    cdef int what = s.pending.what - 1
    cdef uint8_t* mark = open_part(w, 24)
    cdef uint8_t tiles[DRAWN]
    cdef int i
    put_word(w, 1, SOURCES[what >= SPACES])
    put_int(w, 2, what - SPACES if what >= SPACES else what)
    if s.pending.mode:
        put_word(w, 3, MODES[s.pending.mode])
    put_int(w, 4, s.pending.count)
    put_small(w, 5, s.pending.enriched, RESOURCES)
    put_small(w, 6, s.pending.assigned, POSITIONS)
    put_small(w, 7, s.pending.placed, s.pending.laid)
    put_int(w, 8, s.pending.faces_up)
    if s.pending.deal:
        put_int(w, 9, s.pending.deal - 1)
    if seat == REFEREE or seat == s.turn:
        for i in range(s.pending.tiles_left):
            tiles[i] = s.pending.tiles[i] - 1
        put_wrapped(w, 10, tiles, s.pending.tiles_left)
    put_int(w, 11, s.pending.tiles_left)
    close_part(w, mark)


cdef inline void put_seat(Writer* w, const State* s, int i, bint own) noexcept nogil:
    cdef const Seat* it = &s.seats[i]
    cdef uint8_t* mark = open_part(w, 25)
    cdef uint8_t* part
    cdef int r
    put_int(w, 1, it.score)
    put_int(w, 2, it.unit[MONEY])
    part = open_part(w, 3)
    for r in range(RESOURCES):
        put_varint(w, it.unit[r])
    close_part(w, part)
    for r in range(RESOURCES):
        put_bits(w, 4, it.cubes >> 4 * r)
    put_int(w, 5, it.merchants)
    put_int(w, 6, it.merchants_free)
    put_int(w, 7, it.miners)
    put_int(w, 8, it.miners_free)
    put_small(w, 9, it.artifacts, RESOURCES)
    put_set(w, 10, it.equipment)
    put_set(w, 11, it.equipment_used)
    put_set(w, 12, it.shipments)
    put_set(w, 13, it.deals_closed)
    put_int(w, 14, it.deals_held)
    put_int(w, 15, it.ship)
    put_int(w, 16, it.passed)
    put_int(w, 17, it.acted)
    put_int(w, 18, it.closed)
    if it.corporation and (own or s.phase > CHOOSE_CORPORATIONS):
        put_int(w, 19, it.corporation - 1)
    if own or s.phase == OVER:
        put_own_set(w, 20, it.objectives)
    if own:
        put_own_set(w, 21, it.deals)
        put_own_set(w, 22, it.offer)
        if it.returned:
            put_int(w, 23, it.returned - 1)
        if it.declined:
            put_int(w, 24, it.declined - 1)
    close_part(w, mark)


cdef inline void put_decks(Writer* w, const State* s) noexcept nogil:
    cdef uint8_t* mark = open_part(w, 26)
    put_small(w, 1, s.objectives, objectives_size(s))
    put_small(w, 2, s.corporations, corporations_size(s))
    put_small(w, 3, s.deals, s.deals_size)
    put_small(w, 4, s.equipment, s.equipment_size)
    put_small(w, 5, s.galleries, s.galleries_size)
    put_small(w, 6, s.shipments, s.shipments_size)
    close_part(w, mark)


cdef inline void put_objective_vp(Writer* w, const State* s, const Tables* t) noexcept nogil:
    cdef int32_t worth[OBJECTIVES]
    cdef uint8_t* mark
    cdef uint32_t rest
    cdef int i, n
    for i in range(s.players):
        rest = s.seats[i].objectives
        n = 0
        while rest:
            worth[n] = objective_vp(s, t, i, lowest(rest))
            n += 1
            rest &= rest - 1
        mark = open_part(w, 27)
        if n:
            put_list(w, 1, worth, n)
        close_part(w, mark)


cdef size_t write_view(const State* s, const Tables* t, uint32_t actors, int seat, uint8_t* out) noexcept nogil:
    cdef int32_t scores[SEATS]
    cdef int32_t ranks[SEATS]
    cdef uint8_t* mark
    cdef Writer w
    cdef int i
    w.at = out
    if s.phase == OVER:
        result(s, t, scores, ranks)
    put_head(&w, b"lagoon", b"standard", s.players, seat, actors, PHASES[s.phase], s.round, scores, ranks)
    put_int(&w, 11, s.token)
    put_small(&w, 12, s.order, s.ordered)
    put_int(&w, 13, s.actions_left)
    put_int(&w, 14, s.final_round)
    put_spaces(&w, s)
    put_galleries(&w, s, seat)
    put_center(&w, s)
    put_bits(&w, 18, s.artifacts)
    put_bits(&w, 18, s.artifacts >> 4)
    put_set(&w, 19, s.equipment_market)
    put_set(&w, 20, s.shipment_market)
    mark = open_part(&w, 21)
    put_int(&w, 1, s.deals_size)
    put_int(&w, 2, s.equipment_size)
    put_int(&w, 3, s.galleries_size)
    put_int(&w, 4, s.shipments_size)
    close_part(&w, mark)
    put_small(&w, 22, s.deal_discard, s.deals_out)
    put_small(&w, 23, s.gallery_discard, s.galleries_out)
    if s.pending.what:
        put_pending(&w, s, seat)
    for i in range(s.players):
        put_seat(&w, s, i, seat == REFEREE or seat == i)
    if seat == REFEREE:
        put_decks(&w, s)
    if s.phase == OVER:
        put_objective_vp(&w, s, t)
    return w.at - out


# --- Reading. Only what must be known to go on is read, and within bounds: the caller compares the view written from the
# --- finished state with the one it was given, so nothing else can slip through.

cdef bint read_next(Reader* r, int high, uint8_t* out) noexcept nogil:
    """A number from 0 to `high` plus 1, for what may be absent."""
    if not read_small(r, 0, high, out):
        return False
    out[0] += 1
    return True


cdef bint read_small_set(Reader* r, int members, uint32_t* out) noexcept nogil:
    cdef uint64_t found = out[0]
    if not read_set(r, members, &found):
        return False
    out[0] = <uint32_t>found
    return True


cdef bint read_wrapped_set(Reader* r, int members, uint64_t* out) noexcept nogil:
    """A set in a message of its own."""
    cdef Reader inner
    open_inner(&inner, r)
    while next_field(&inner):
        if inner.field != 1 or not read_set(&inner, members, out):
            return False
    return not inner.broken and not r.broken


cdef bint read_small_wrapped_set(Reader* r, int members, uint32_t* out) noexcept nogil:
    cdef uint64_t found = out[0]
    if not read_wrapped_set(r, members, &found):
        return False
    out[0] = <uint32_t>found
    return True


cdef int read_bits(Reader* r) noexcept nogil:
    """Four wrapped numbers 0 or 1 as bits; -1 when they are not."""
    cdef uint8_t values[4]
    if read_wrapped(r, 1, values, 4) != 4:
        return -1
    return values[0] | values[1] << 1 | values[2] << 2 | values[3] << 3


cdef bint read_space(Reader* r, State* s, int space) noexcept nogil:
    cdef uint8_t seats[SEATS]
    cdef int n = read_wrapped(r, s.players - 1, seats, s.players)
    cdef int i
    for i in range(n):
        if s.users[space] >> seats[i] & 1:
            return False
        s.users[space] |= <uint8_t>(1 << seats[i])
        s.queue[space] |= <uint8_t>(seats[i] << 2 * i)
    return n >= 0


cdef bint read_gallery(Reader* outer, State* s, int at) noexcept nogil:
    cdef Reader r
    cdef uint8_t up = 0
    if not open_inner(&r, outer):
        return False
    if r.at == r.end:
        return True
    while next_field(&r):
        if r.field == 1 and not read_small(&r, 0, GALLERIES - 1, &s.tile[at]):
            return False
        if r.field == 2 and not read_small(&r, 0, 1, &up):
            return False
        if r.field == 3 and not read_small(&r, 0, 15, &s.left[at]):
            return False
        if r.field == 4 and not read_next(&r, s.players - 1, &s.by[at]):
            return False
    s.there |= <uint16_t>(1 << at)
    s.up |= <uint16_t>(up << at)
    return not r.broken


cdef bint read_column(Reader* outer, State* s, int column) noexcept nogil:
    cdef Reader r
    cdef int level = 0
    if not open_inner(&r, outer):
        return False
    while next_field(&r):
        if r.field != 1 or level == 2 or not read_gallery(&r, s, 2 * column + level):
            return False
        level += 1
    return level == 2 and not r.broken


cdef bint read_cells(Reader* outer, State* s, int resource) noexcept nogil:
    cdef Reader r
    cdef int level = 0
    if not open_inner(&r, outer):
        return False
    while next_field(&r):
        if r.field != 1 or level == LEVELS:
            return False
        if read_wrapped(&r, MOST_CUBES, &s.center[resource][4 * level], s.players) != s.players:
            return False
        level += 1
    return level == LEVELS and not r.broken


cdef bint read_sizes(Reader* outer, State* s) noexcept nogil:
    cdef Reader r
    if not open_inner(&r, outer):
        return False
    while next_field(&r):
        if r.field == 1 and not read_small(&r, 0, DEALS, &s.deals_size):
            return False
        if r.field == 2 and not read_small(&r, 0, EQUIPMENT, &s.equipment_size):
            return False
        if r.field == 3 and not read_small(&r, 0, GALLERIES, &s.galleries_size):
            return False
        if r.field == 4 and not read_small(&r, 0, SHIPMENTS, &s.shipments_size):
            return False
    return not r.broken


cdef bint read_pending(Reader* outer, State* s, bint own) noexcept nogil:
    cdef Reader r
    cdef uint8_t tiles[DRAWN]
    cdef uint8_t id = 0
    cdef int source = -1
    cdef int mode = 0
    cdef int i, n
    if not open_inner(&r, outer):
        return False
    while next_field(&r):
        if r.field == 1:
            source = read_word(&r, SOURCES, 2)
        elif r.field == 2 and not read_small(&r, 0, EQUIPMENT - 1, &id):
            return False
        elif r.field == 3:
            mode = read_word(&r, MODES, WORDS)
            if mode <= 0:
                return False
        elif r.field == 4 and not read_small(&r, 0, 99, &s.pending.count):
            return False
        elif r.field == 5 and read_list(&r, 99, s.pending.enriched, RESOURCES) != RESOURCES:
            return False
        elif r.field == 6 and read_list(&r, 99, s.pending.assigned, POSITIONS) != POSITIONS:
            return False
        elif r.field == 7:
            n = read_list(&r, COLUMNS - 1, s.pending.placed, DRAWN)
            if n < 0:
                return False
            s.pending.laid = <uint8_t>n
        elif r.field == 8 and not read_small(&r, 0, DRAWN, &s.pending.faces_up):
            return False
        elif r.field == 9 and not read_next(&r, DEALS - 1, &s.pending.deal):
            return False
        elif r.field == 10 and own:
            n = read_wrapped(&r, GALLERIES - 1, tiles, DRAWN)
            if n < 0:
                return False
            for i in range(n):
                s.pending.tiles[i] = tiles[i] + 1
        elif r.field == 11 and not read_small(&r, 0, DRAWN, &s.pending.tiles_left):
            return False
    if r.broken or source < 0 or (source == 0 and id >= SPACES):
        return False
    s.pending.what = <uint8_t>(1 + id + SPACES * source)
    s.pending.mode = <uint8_t>mode
    return True


cdef bint read_money(Reader* r, uint16_t* out) noexcept nogil:
    cdef int64_t value
    if not read_number(r, 0, MOST, &value):
        return False
    out[0] = <uint16_t>value
    return True


cdef bint read_seat(Reader* outer, State* s, int i, bint own) noexcept nogil:
    """A seat; what it alone knows only where the view is its own or the referee's."""
    cdef Seat* it = &s.seats[i]
    cdef Reader r
    cdef int64_t value
    cdef int64_t plain[RESOURCES]
    cdef int cards = OBJECTIVES if s.phase == CHOOSE_OBJECTIVES else CORPORATIONS
    cdef int resource = 0
    cdef int n
    if not open_inner(&r, outer):
        return False
    while next_field(&r):
        if r.field == 1:
            if not read_number(&r, -MOST, MOST, &value):
                return False
            it.score = <int32_t>value
        elif r.field == 2 and not read_money(&r, &it.unit[MONEY]):
            return False
        elif r.field == 3:
            if read_numbers(&r, 0, MOST, plain, RESOURCES) != RESOURCES:
                return False
            for n in range(RESOURCES):
                it.unit[n] = <uint16_t>plain[n]
        elif r.field == 4:
            n = read_bits(&r)
            if n < 0 or resource == RESOURCES:
                return False
            it.cubes |= <uint16_t>(n << 4 * resource)
            resource += 1
        elif r.field == 5 and not read_small(&r, 0, 99, &it.merchants):
            return False
        elif r.field == 6 and not read_small(&r, 0, 99, &it.merchants_free):
            return False
        elif r.field == 7 and not read_small(&r, 0, 99, &it.miners):
            return False
        elif r.field == 8 and not read_small(&r, 0, 99, &it.miners_free):
            return False
        elif r.field == 9 and read_list(&r, 2, it.artifacts, RESOURCES) != RESOURCES:
            return False
        elif r.field == 10 and not read_small_set(&r, EQUIPMENT, &it.equipment):
            return False
        elif r.field == 11 and not read_small_set(&r, EQUIPMENT, &it.equipment_used):
            return False
        elif r.field == 12 and not read_set(&r, SHIPMENTS, &it.shipments):
            return False
        elif r.field == 13 and not read_set(&r, DEALS, &it.deals_closed):
            return False
        elif r.field == 14 and not read_small(&r, 0, DEALS, &it.deals_held):
            return False
        elif r.field == 15 and not read_small(&r, 0, 4, &it.ship):
            return False
        elif r.field == 16 and not read_small(&r, 0, 1, &it.passed):
            return False
        elif r.field == 17 and not read_small(&r, 0, 1, &it.acted):
            return False
        elif r.field == 18 and not read_small(&r, 0, 1, &it.closed):
            return False
        elif r.field == 19 and not read_next(&r, CORPORATIONS - 1, &it.corporation):
            return False
        elif r.field == 20 and (own or s.phase == OVER):
            if not read_small_wrapped_set(&r, OBJECTIVES, &it.objectives):
                return False
        elif r.field >= 21 and own:
            if r.field == 21 and not read_wrapped_set(&r, DEALS, &it.deals):
                return False
            if r.field == 22 and not read_small_wrapped_set(&r, cards, &it.offer):
                return False
            if r.field == 23 and not read_next(&r, OBJECTIVES - 1, &it.returned):
                return False
            if r.field == 24 and not read_next(&r, CORPORATIONS - 1, &it.declined):
                return False
    return resource == RESOURCES and not r.broken


cdef bint read_decks(Reader* outer, State* s) noexcept nogil:
    cdef Reader r
    if not open_inner(&r, outer):
        return False
    while next_field(&r):
        if r.field == 1 and read_list(&r, OBJECTIVES - 1, s.objectives, OBJECTIVES) != objectives_size(s):
            return False
        if r.field == 2 and read_list(&r, CORPORATIONS - 1, s.corporations, CORPORATIONS) != corporations_size(s):
            return False
        if r.field == 3 and read_list(&r, DEALS - 1, s.deals, DEALS) != s.deals_size:
            return False
        if r.field == 4 and read_list(&r, EQUIPMENT - 1, s.equipment, EQUIPMENT) != s.equipment_size:
            return False
        if r.field == 5 and read_list(&r, GALLERIES - 1, s.galleries, GALLERIES) != s.galleries_size:
            return False
        if r.field == 6 and read_list(&r, SHIPMENTS - 1, s.shipments, SHIPMENTS) != s.shipments_size:
            return False
    return not r.broken


cdef str read_view(State* s, const Tables* t, int seat, const uint8_t* data, size_t size):
    """Makes the state of a view, as `hide` leaves it; None, or what is wrong with the view."""
    cdef Reader r
    cdef uint8_t actors[SEATS]
    cdef int acting = 0
    cdef int spaces = 0, columns = 0, resources = 0, sites = 0, seats = 0
    cdef int n
    open_reader(&r, data, size)
    while next_field(&r):
        if r.field == 5:
            acting = read_list(&r, s.players - 1, actors, s.players)
            if acting < 0:
                return "actors are no list of seats"
        elif r.field == 6:
            n = read_word(&r, PHASES, 5)
            if n < 0:
                return "its phase is unknown"
            s.phase = <uint8_t>n
        elif r.field == 7 and not read_small(&r, 0, t.rounds, &s.round):
            return "there is no such round"
        elif r.field == 11 and not read_small(&r, 0, s.players - 1, &s.token):
            return "token is no seat"
        elif r.field == 12:
            n = read_list(&r, s.players - 1, s.order, s.players)
            if n < 0:
                return "order is no list of seats"
            s.ordered = <uint8_t>n
        elif r.field == 13 and not read_small(&r, 0, t.turn_actions, &s.actions_left):
            return "actions_left is out of bounds"
        elif r.field == 14 and not read_small(&r, 0, 1, &s.final_round):
            return "final_round is out of bounds"
        elif r.field == 15:
            if spaces == SPACES or not read_space(&r, s, spaces):
                return "spaces are not 20 lists of seats"
            spaces += 1
        elif r.field == 16:
            if columns == COLUMNS or not read_column(&r, s, columns):
                return "galleries are not 6 columns of two"
            columns += 1
        elif r.field == 17:
            if resources == RESOURCES or not read_cells(&r, s, resources):
                return "the center is out of bounds"
            resources += 1
        elif r.field == 18:
            n = read_bits(&r)
            if sites == 2 or n < 0:
                return "the Artifacts of the sites are not 0 or 1"
            s.artifacts |= <uint8_t>(n << 4 * sites)
            sites += 1
        elif r.field == 19 and not read_small_set(&r, EQUIPMENT, &s.equipment_market):
            return "equipment_market is no set of cards"
        elif r.field == 20 and not read_set(&r, SHIPMENTS, &s.shipment_market):
            return "shipment_market is no set of tiles"
        elif r.field == 21 and not read_sizes(&r, s):
            return "deck_sizes are out of bounds"
        elif r.field == 22:
            n = read_list(&r, DEALS - 1, s.deal_discard, DEALS)
            if n < 0:
                return "deal_discard is no list of cards"
            s.deals_out = <uint8_t>n
        elif r.field == 23:
            n = read_list(&r, GALLERIES - 1, s.gallery_discard, GALLERIES)
            if n < 0:
                return "gallery_discard is no list of tiles"
            s.galleries_out = <uint8_t>n
        elif r.field == 24 and not read_pending(&r, s, seat == REFEREE or (acting == 1 and seat == actors[0])):
            return "pending is out of bounds"
        elif r.field == 25:
            if seats == s.players or not read_seat(&r, s, seats, seat == REFEREE or seat == seats):
                return f"seat {seats} is out of bounds"
            seats += 1
        elif r.field == 26 and seat == REFEREE and not read_decks(&r, s):
            return "the decks are out of bounds"
    if r.broken:
        return "its bytes are no message"
    if spaces < SPACES or columns < COLUMNS or resources < RESOURCES or sites < 2 or seats < s.players:
        return "a part of it is missing"
    if s.phase == ISLANDS or s.phase == ACTIONS:
        if acting != 1:
            return "one seat must be on turn"
        s.turn = actors[0]
    else:
        for n in range(acting):
            s.waiting |= <uint8_t>(1 << actors[n])
    settle(s)
    return None
