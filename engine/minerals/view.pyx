"""What a seat knows of a match, as protobuf bytes; and a state from such bytes. The fields stand in schema.py."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from engine.game cimport REFEREE
from engine.minerals.board cimport MAX_LOOSE, at, lay, loose, set_pawn
from engine.minerals.cells cimport Cells, empty, has, take_lowest
from engine.minerals.state cimport (
    BAG, CARDS, CUT, EDGE, KINDS, OVER, PUT, REMOVE, SEATS, State, TOOL_TILES, TOOLS, Tables,
)
from engine.wire cimport (
    Reader, Writer, close_part, next_field, open_part, open_reader, put_bytes, put_head, put_int, put_set, put_small,
    put_varint, put_wrapped, read_word, take_list,
)

cdef const char* VARIANTS[3]
VARIANTS[:] = ["standard", "kids6", "kids7"]
cdef const char* PHASES[7]
PHASES[:] = ["remove", "place", "before", "put", "cut", "after", "over"]


cdef inline void put_board(Writer* w, State* s) noexcept nogil:
    cdef const uint8_t* g = at(s, 0)
    cdef uint8_t line[16]
    cdef int q, r
    for r in range(16):
        for q in range(16):
            line[q] = 46 if g[q] == 0 else 48 + (g[q] & 7)      # "." or the digit
        put_bytes(w, 12, line, 16)
        g += 16


cdef inline void put_cards(Writer* w, uint32_t cards, uint32_t low) noexcept nogil:
    cdef uint8_t* mark = open_part(w, 17)
    cdef uint8_t pair[4]
    cdef int id
    for id in range(1, CARDS + 1):
        if cards >> id & 1:
            pair[0] = 1 << 3 | 2
            pair[1] = 2
            pair[2] = id
            pair[3] = low >> id & 1
            put_bytes(w, 1, pair, 4)
    close_part(w, mark)


cdef inline void put_fragment(Writer* w, Cells fragment) noexcept nogil:
    cdef uint8_t* outer = open_part(w, 26)
    cdef uint8_t* mark = open_part(w, 1)
    cdef size_t shift
    while not empty(&fragment):
        put_varint(w, take_lowest(&fragment))
    close_part(w, mark)
    close_part(w, outer)


cdef size_t write_view(
    State* s, const Tables* t, int players, int kind, int seat, const int32_t* scores, const int32_t* ranks, uint8_t* out
) noexcept nogil:
    cdef Writer w
    cdef Cells fragments[MAX_LOOSE]
    cdef uint8_t ids[CARDS]
    cdef uint8_t* mark
    cdef uint8_t* inner
    cdef int i, n
    w.at = out
    put_head(
        &w, "minerals", VARIANTS[kind], players, seat, <uint32_t>(s.phase != OVER) << s.turn, PHASES[s.phase], s.round,
        scores, ranks,
    )
    put_int(&w, 11, s.turn)
    put_board(&w, s)
    mark = open_part(&w, 13)
    for i in range(players):
        put_varint(&w, s.pawn[i] if s.pawn[i] else <uint64_t><int64_t>-1)
    close_part(&w, mark)
    for i in range(players):
        put_wrapped(&w, 14, s.pool[i], KINDS)
    for i in range(players):
        put_wrapped(&w, 15, s.spent[i], KINDS)
    put_small(&w, 16, s.pouch, KINDS)
    for i in range(players):
        put_cards(&w, s.cards[i], s.low[i])
    put_set(&w, 18, s.row)
    put_int(&w, 19, s.deck_count)
    if s.up:
        for i in range(TOOL_TILES):
            ids[i] = t.side[i][0] if s.up >> t.side[i][0] & 1 else t.side[i][1]
        put_small(&w, 20, ids, TOOL_TILES)
    put_int(&w, 21, s.removals)
    put_int(&w, 22, s.tool_used)
    put_int(&w, 23, s.card_taken)
    if s.dug_cell:
        mark = open_part(&w, 24)
        inner = open_part(&w, 1)
        put_varint(&w, s.dug_cell)
        put_varint(&w, s.dug_kind)
        close_part(&w, inner)
        close_part(&w, mark)
    if s.drawn:
        put_int(&w, 25, s.drawn)
    if s.phase == CUT:
        n = loose(s, t, s.dug_cell, fragments)
        for i in range(n):
            put_fragment(&w, fragments[i])
    if seat == REFEREE:
        put_small(&w, 27, s.deck, s.deck_count)
    return w.at - out


# --- Reading. Every number is checked before it is stored; what follows from other fields is left to the comparison with
# --- the view that is written again.

cdef int numbers(Reader* r, int64_t* out, int room, int64_t low, int64_t high) noexcept:
    """The integers of a list, all within bounds; -1: they are not."""
    cdef int n = take_list(r, out, room)
    cdef int i
    for i in range(n):
        if not low <= out[i] <= high:
            return -1
    return n


cdef bint one_list(Reader* r, Reader* part) noexcept:
    """Steps into a message that holds one list; False when it holds anything else, or nothing."""
    if r.kind != 2:
        return False
    open_reader(part, r.data, r.size)
    return next_field(part) and part.field == 1 and part.at == part.end


cdef bint read_bag(Reader* r, uint8_t* bag) noexcept:
    cdef int64_t values[KINDS]
    cdef int i
    if numbers(r, values, KINDS, 0, 118) != KINDS:
        return False
    for i in range(KINDS):
        bag[i] = <uint8_t>values[i]
    return True


cdef str read_row(State* s, const Tables* t, Reader* r, int row):
    cdef int q, cell, kind
    if row >= 16 or r.kind != 2 or r.size != 16:
        return "board is 16 rows of 16 characters"
    for q in range(16):
        cell = 16 * row + q
        if r.data[q] == 46:
            continue
        kind = r.data[q] - 48
        if not 1 <= kind <= KINDS:
            return f"row {row} of board has a character that is neither . nor a mineral"
        if not has(&t.inside, cell):
            return f"a tile lies on the rim, at {q},{row}"
        lay(s, cell, kind)
    return None


cdef str read_cards(State* s, Reader* r, int seat):
    cdef Reader list, pair
    cdef int64_t values[2]
    cdef uint32_t bit
    if r.kind != 2:
        return "cards is a list of pairs a seat"
    open_reader(&list, r.data, r.size)
    while next_field(&list):
        if list.field != 1 or not one_list(&list, &pair) or numbers(&pair, values, 2, 0, CARDS) != 2:
            return "cards is a list of pairs a seat"
        bit = <uint32_t>1 << <int>values[0]
        if values[0] == 0 or values[1] > 1 or s.cards[seat] & bit:
            return f"the cards of seat {seat} are no set of cards"
        s.cards[seat] |= bit
        if values[1]:
            s.low[seat] |= bit
    return "cards is a list of pairs a seat" if list.broken else None


cdef str read_view(State* s, const Tables* t, int players, int seat, const uint8_t* data, size_t size):
    cdef Reader r, part
    cdef int64_t values[CARDS + 1]
    cdef int64_t pawns[SEATS]
    cdef int rows = 0, pools = 0, spent = 0, hands = 0, placed = 0
    cdef int i, n
    open_reader(&r, data, size)
    while next_field(&r):
        why = None
        if r.field == 6:
            i = read_word(&r, PHASES, OVER + 1)
            if i < 0:
                return "there is no such phase"
            s.phase = i
        elif r.field == 12:
            why = read_row(s, t, &r, rows)
            rows += 1
        elif r.field == 13:
            placed = numbers(&r, pawns, players, -1, 255)
            if placed != players:
                why = "pawns is a cell or null a seat"
        elif r.field == 14:
            if pools >= players or not one_list(&r, &part) or not read_bag(&part, s.pool[pools]):
                why = "pools is five counts a seat"
            pools += 1
        elif r.field == 15:
            if spent >= players or not one_list(&r, &part) or not read_bag(&part, s.spent[spent]):
                why = "spent is five counts a seat"
            spent += 1
        elif r.field == 16:
            if not read_bag(&r, s.pouch):
                why = "pouch is five counts"
        elif r.field == 17:
            if hands >= players:
                why = "cards is a list of pairs a seat"
            else:
                why = read_cards(s, &r, hands)
            hands += 1
        elif r.field == 18:
            n = numbers(&r, values, CARDS, 1, CARDS)
            if n < 0:
                why = "row is a list of cards"
            for i in range(n):
                s.row |= <uint32_t>1 << <int>values[i]
        elif r.field == 20:
            n = numbers(&r, values, TOOL_TILES, 1, TOOLS)
            if n < 0:
                why = "tools is a list of tools"
            for i in range(n):
                s.up |= 1 << <int>values[i]
        elif r.field == 24:
            if not one_list(&r, &part) or numbers(&part, values, 2, 1, 255) != 2 or values[1] > KINDS:
                why = "dug is a cell and a mineral"
            else:
                s.dug_cell = <uint8_t>values[0]
                s.dug_kind = <uint8_t>values[1]
        elif r.field == 27:
            n = numbers(&r, values, CARDS, 1, CARDS)
            if n < 0 or seat != REFEREE:
                why = "deck is a list of cards, for the referee only"
            for i in range(n):
                s.deck[i] = <uint8_t>values[i]
        elif r.kind == 0:
            why = read_number(s, players, r.field, <int64_t>r.value)
        if why is not None:
            return why
    if r.broken:
        return "it is no message"
    if rows != 16 or pools != players or spent != players or hands != players or placed != players:
        return "board, pawns, pools, spent or cards are not complete"
    for i in range(players):
        if pawns[i] < 0:
            continue
        if not has(&s.tiles, <int>pawns[i]) or has(&s.pawned, <int>pawns[i]):
            return f"the pawn of seat {i} stands on no tile of its own"
        set_pawn(s, i, <int>pawns[i])
    return None


cdef str read_number(State* s, int players, int field, int64_t value):
    cdef int64_t limit
    if field == 7:
        limit = 65535
    elif field == 11:
        limit = players - 1
    elif field == 19:
        limit = CARDS
    elif field == 21:
        limit = 255
    elif field == 22 or field == 23:
        limit = 1
    elif field == 25:
        limit = KINDS
    else:
        return None
    if not 0 <= value <= limit:
        return f"a number is out of bounds: {value}"
    if field == 7:
        s.round = <unsigned short>value
    elif field == 11:
        s.turn = <uint8_t>value
    elif field == 19:
        s.deck_count = <uint8_t>value
    elif field == 21:
        s.removals = <uint8_t>value
    elif field == 22:
        s.tool_used = <uint8_t>value
    elif field == 23:
        s.card_taken = <uint8_t>value
    else:
        s.drawn = <uint8_t>value
    return None
