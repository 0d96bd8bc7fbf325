"""What a seat knows of a match, as protobuf bytes; and a state from such bytes. The fields stand in schema.py."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from engine.game cimport REFEREE
from engine.minerals.board cimport MAX_LOOSE, at, lay, loose, set_pawn
from engine.minerals.cells cimport Cells, empty, has, take_lowest
from engine.minerals.state cimport (
    BAG, CARDS, CUT, EDGE, KINDS, OVER, PUT, REMOVE, SEATS, State, TOOL_TILES, TOOLS, Tables,
)
from engine.wire cimport (
    Reader, Writer, close_part, next_field, open_inner, open_part, open_reader, put_bytes, put_head, put_int, put_set, put_small,
    put_varint, put_wrapped, read_list, read_number, read_numbers, read_set, read_small, read_word, read_wrapped,
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
    cdef Reader list
    cdef uint8_t pair[2]
    cdef uint32_t bit
    if not open_inner(&list, r):
        return "cards is a list of pairs a seat"
    while next_field(&list):
        if list.field != 1 or read_wrapped(&list, CARDS, pair, 2) != 2:
            return "cards is a list of pairs a seat"
        bit = <uint32_t>1 << pair[0]
        if pair[0] == 0 or pair[1] > 1 or s.cards[seat] & bit:
            return f"the cards of seat {seat} are no set of cards"
        s.cards[seat] |= bit
        if pair[1]:
            s.low[seat] |= bit
    return "cards is a list of pairs a seat" if list.broken else None


cdef str read_view(State* s, const Tables* t, int players, int seat, const uint8_t* data, size_t size):
    cdef Reader r
    cdef int64_t pawns[SEATS]
    cdef uint64_t row = 0
    cdef uint64_t up = 0
    cdef int64_t round = 0
    cdef uint8_t dug[2]
    cdef int rows = 0, pools = 0, spent = 0, hands = 0, placed = 0
    cdef int i
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
            placed = read_numbers(&r, -1, 255, pawns, players)
            if placed != players:
                why = "pawns is a cell or null a seat"
        elif r.field == 14:
            if pools >= players or read_wrapped(&r, t.tiles, s.pool[pools], KINDS) != KINDS:
                why = "pools is five counts a seat"
            pools += 1
        elif r.field == 15:
            if spent >= players or read_wrapped(&r, t.tiles, s.spent[spent], KINDS) != KINDS:
                why = "spent is five counts a seat"
            spent += 1
        elif r.field == 16:
            if read_list(&r, t.tiles, s.pouch, KINDS) != KINDS:
                why = "pouch is five counts"
        elif r.field == 17:
            if hands >= players:
                why = "cards is a list of pairs a seat"
            else:
                why = read_cards(s, &r, hands)
            hands += 1
        elif r.field == 18:
            if not read_set(&r, CARDS + 1, &row) or row & 1:
                why = "row is no set of cards"
            s.row = <uint32_t>row
        elif r.field == 20:
            if not read_set(&r, TOOLS + 1, &up) or up & 1:
                why = "tools is no set of tools"
            s.up = <uint16_t>up
        elif r.field == 24:
            if read_wrapped(&r, 255, dug, 2) != 2 or dug[0] == 0 or not 1 <= dug[1] <= KINDS:
                why = "dug is a cell and a mineral"
            else:
                s.dug_cell = dug[0]
                s.dug_kind = dug[1]
        elif r.field == 27:
            if seat != REFEREE or read_list(&r, CARDS, s.deck, CARDS) < 0:
                why = "deck is a list of cards, for the referee only"
        elif r.field == 7:
            read_number(&r, 0, 65535, &round)
        elif r.field == 11:
            read_small(&r, 0, players - 1, &s.turn)
        elif r.field == 19:
            read_small(&r, 0, CARDS, &s.deck_count)
        elif r.field == 21:
            read_small(&r, 0, 255, &s.removals)
        elif r.field == 22:
            read_small(&r, 0, 1, &s.tool_used)
        elif r.field == 23:
            read_small(&r, 0, 1, &s.card_taken)
        elif r.field == 25:
            read_small(&r, 0, KINDS, &s.drawn)
        if why is None and r.broken:
            why = f"field {r.field} is out of bounds"
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
    s.round = <uint16_t>round
    return None
