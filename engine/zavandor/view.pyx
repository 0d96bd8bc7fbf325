"""The view of a match: what a seat may know (section 6), as the bytes of schema.py's messages."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from engine.game cimport REFEREE
from engine.wire cimport (
    Reader, Writer, close_part, next_field, open_inner, open_part, open_reader, put_head, put_int, put_set, put_small, put_varint,
    put_wrapped, read_list, read_number, read_numbers, read_set, read_small, read_word, read_wrapped,
)
from engine.zavandor.components cimport T
from engine.zavandor.items cimport at, total
from engine.zavandor.scoring cimport Final, count_points, result
from engine.zavandor.state cimport *

cdef const char* VARIANTS[2]
VARIANTS[:] = ["standard", "reverse"]

cdef const char* PHASE_WORDS[PHASES]
PHASE_WORDS[:] = [
    "income_draw", "income_place", "scrolls", "scroll_place", "trade", "bank_give", "bank_take", "offer_give", "offer_want",
    "offer_reply", "bid", "reward", "king", "upgrade", "over",
]

cdef enum:
    MOST = 63                   # cards of one kind in one place: four such counts still add up in a byte


# --- Writing.

cdef inline void put_rows(Writer* w, int field, const Gems* rows) noexcept nogil:
    """A matrix [deck][gem]."""
    cdef int deck
    for deck in range(DECKS):
        put_varint(w, field << 3 | 2)
        w.at[0] = 2 + GEMS
        w.at[1] = 1 << 3 | 2
        w.at[2] = GEMS
        memcpy(w.at + 3, &rows[deck], GEMS)
        w.at += 3 + GEMS


cdef inline void put_vector(Writer* w, int field, Gems v) noexcept nogil:
    """A list by gem that may be null."""
    put_wrapped(w, field, <uint8_t*>&v, GEMS)


cdef inline void put_piles(Writer* w, int field, const uint8_t* sizes, const uint8_t* cards) noexcept nogil:
    cdef int deck
    for deck in range(DECKS):
        put_wrapped(w, field, cards + deck * DECK_ROOM, sizes[deck])


cdef void put_seat(Writer* w, const State* s, const Seat* p, bint own) noexcept nogil:
    cdef uint8_t* mark = open_part(w, 14)
    cdef uint8_t* inner
    cdef uint8_t* list
    cdef uint8_t backs[DECKS]
    cdef int i
    put_int(w, 1, p.board)
    put_int(w, 2, p.level[0])
    if p.item[1] != NOTHING:
        put_int(w, 3, p.level[1])
    put_int(w, 4, p.vp)
    for i in range(SPACE, SPACE + T.spaces[p.board]):
        w.at[0] = 5 << 3 | 2
        if p.item[i] == NOTHING:
            w.at[1] = 0
            w.at += 2
        else:
            w.at[1] = 6
            w.at[2] = 1 << 3
            w.at[3] = p.item[i]
            w.at[4] = 2 << 3
            w.at[5] = p.level[i]
            w.at[6] = 3 << 3
            w.at[7] = p.used >> i & 1
            w.at += 8
    for i in range(DECKS):
        backs[i] = total(p.hand[i])
    put_small(w, 6, backs, DECKS)
    put_rows(w, 7, p.known)
    if own:
        put_rows(w, 8, p.hand)
    put_rows(w, 9, p.table)
    if s.phase > BID or (s.phase == BID and own):
        inner = open_part(w, 10)
        list = open_part(w, 1)
        for i in range(GEMS):
            put_varint(w, p.bids[i] if i >= GEMS - p.named else <uint64_t>-1)
        close_part(w, list)
        close_part(w, inner)
    close_part(w, mark)


cdef inline void put_row(Writer* w, const State* s, int gem) noexcept nogil:
    cdef uint8_t* mark = open_part(w, 15)
    if s.right[gem] != NOTHING:
        put_int(w, 1, s.right[gem])
    if s.middle[gem] != NOTHING:
        put_int(w, 2, s.middle[gem])
    put_small(w, 3, s.row[gem], s.row_size[gem])
    close_part(w, mark)


cdef inline void put_trade(Writer* w, const State* s) noexcept nogil:
    cdef uint8_t* mark = open_part(w, 22)
    put_int(w, 1, s.cycle)
    put_int(w, 2, s.trader)
    put_int(w, 3, s.offered)
    put_int(w, 4, s.any_offer)
    if s.give:
        put_vector(w, 5, s.give)
    if s.want:
        put_vector(w, 6, s.want)
    put_set(w, 7, s.failed)
    close_part(w, mark)


cdef void put_final(Writer* w, const State* s) noexcept nogil:
    cdef Final part
    cdef uint8_t* mark
    cdef int i
    for i in range(s.players):
        count_points(&s.seats[i], &part)
        mark = open_part(w, 27)
        put_int(w, 1, part.coins)
        put_int(w, 2, part.bought)
        put_int(w, 3, part.items)
        put_int(w, 4, part.left)
        close_part(w, mark)


cdef size_t write_view(const State* s, int kind, uint32_t actors, int seat, uint8_t* out) noexcept nogil:
    cdef Writer writer
    cdef Writer* w = &writer
    cdef int32_t scores[SEATS]
    cdef int32_t ranks[SEATS]
    cdef uint8_t* mark
    cdef int i
    w.at = out
    if s.phase == OVER:
        result(s, scores, ranks)
    put_head(
        w, "zavandor", VARIANTS[kind], s.players, seat, actors, PHASE_WORDS[s.phase], s.round, scores, ranks
    )
    put_int(w, 11, s.starter)
    if s.phase != BID and s.phase != OVER:
        put_int(w, 12, s.turn)
    put_int(w, 13, s.king)
    for i in range(s.players):
        put_seat(w, s, &s.seats[i], seat == i or seat == REFEREE)
    for i in range(GEMS):
        put_row(w, s, i)
    put_small(w, 16, s.deck_size, DECKS)
    put_rows(w, 17, s.sources)
    put_rows(w, 18, s.discards)
    put_set(w, 19, s.removed)
    put_int(w, 20, s.markers)
    put_set(w, 21, s.upgraded)
    if TRADE <= s.phase <= OFFER_REPLY:
        put_trade(w, s)
    mark = open_part(w, 23)
    for i in range(GEMS):
        put_varint(w, <uint64_t><int64_t>(<int>s.winners[i] - 1))
    close_part(w, mark)
    if s.phase == REWARD:
        put_int(w, 24, s.evaluating)
    if seat == REFEREE:
        put_piles(w, 25, s.deck_size, &s.deck[0][0])
        put_piles(w, 26, s.pile_size, &s.pile[0][0])
    if s.phase == OVER:
        put_final(w, s)
    return w.at - out


# --- Reading. Whatever is read wrong here and breaks nothing is found when the view is written again and compared.

cdef bint vector(Reader* r, int most, Gems* out) noexcept nogil:
    """Four counts in a message of their own."""
    cdef uint8_t values[GEMS]
    if read_wrapped(r, most, values, GEMS) != GEMS:
        r.broken = True
        return False
    memcpy(out, values, GEMS)
    return True


cdef bint matrix_row(Reader* r, Gems* rows, int* n) noexcept nogil:
    """The next row of a matrix [deck][gem]."""
    if n[0] == DECKS:
        r.broken = True
        return False
    n[0] += 1
    return vector(r, MOST, &rows[n[0] - 1])


cdef bint pile(Reader* r, uint8_t* cards, uint8_t* size) noexcept nogil:
    """The gems of a deck or pile in order."""
    size[0] = <uint8_t>read_wrapped(r, GEMS - 1, cards, DECK_ROOM)
    return not r.broken


cdef bint read_card(Reader* r, Seat* p, int item) noexcept nogil:
    cdef Reader part
    cdef uint8_t used = 0
    if not open_inner(&part, r):
        return False
    if r.size == 0:
        return True
    p.item[item] = 0
    while next_field(&part):
        if part.field == 1:
            read_small(&part, 0, CARDS - 1, &p.item[item])
        elif part.field == 2:
            read_small(&part, 0, LEVELS - 1, &p.level[item])
        elif part.field == 3:
            read_small(&part, 0, 1, &used)
    p.used |= used << item
    if part.broken or p.level[item] > T.slots[p.item[item]]:
        r.broken = True
    return not r.broken


cdef bint read_bids(Reader* r, Seat* p) noexcept nogil:
    """By gem the number bid; -1: not named yet."""
    cdef Reader part
    cdef int64_t values[GEMS]
    cdef int i
    if open_inner(&part, r) and next_field(&part):
        for i in range(read_numbers(&part, -1, MOST * DECKS - 1, values, GEMS)):
            if values[i] >= 0:
                p.named += 1
                p.bids[i] = <uint8_t>values[i]
    r.broken |= part.broken or part.at != part.end
    return not r.broken


cdef bint read_seat(Reader* r, Seat* p, bint own) noexcept nogil:
    """One seat; of another seat's hand the known cards, and how many others there are."""
    cdef Reader part
    cdef int64_t values[GEMS]
    cdef Gems hand[DECKS]
    cdef uint8_t backs[DECKS]
    cdef int spaces = 0
    cdef int known = 0
    cdef int rows = 0
    cdef int tables = 0
    cdef int i
    memset(p.item, NOTHING, ITEMS)
    memset(hand, 0, sizeof(hand))
    memset(backs, 0, sizeof(backs))
    if not open_inner(&part, r):
        return False
    while next_field(&part):
        if part.field == 1:
            read_small(&part, 0, BOARDS - 1, &p.board)
        elif part.field == 2:
            read_small(&part, 0, LEVELS - 1, &p.level[0])
        elif part.field == 3:
            read_small(&part, 0, LEVELS - 1, &p.level[1])
        elif part.field == 4:
            if read_number(&part, 0, (1 << 15) - 1, values):
                p.vp = <uint16_t>values[0]
        elif part.field == 5:
            if spaces == SPACES:
                part.broken = True
            elif read_card(&part, p, SPACE + spaces):
                spaces += 1
        elif part.field == 6:
            read_list(&part, DECK_ROOM, backs, DECKS)
        elif part.field == 7:
            matrix_row(&part, p.known, &known)
        elif part.field == 8:
            matrix_row(&part, hand, &rows)
        elif part.field == 9:
            matrix_row(&part, p.table, &tables)
        elif part.field == 10:
            read_bids(&part, p)
    p.item[0] = FAMILY + p.board
    if T.slots[DRAGON + p.board]:
        p.item[1] = DRAGON + p.board
    if part.broken or p.level[0] > T.slots[p.item[0]] or p.level[1] > T.slots[p.item[1]]:
        r.broken = True
        return False
    if own:
        memcpy(p.hand, hand, sizeof(hand))
        return True
    for i in range(DECKS):
        if backs[i] < total(p.known[i]):
            r.broken = True
            return False
        p.hand[i] = p.known[i]
        p.covered[i] = backs[i] - total(p.known[i])
    return True


cdef bint read_row(Reader* r, State* s, int gem) noexcept nogil:
    cdef Reader part
    s.right[gem] = NOTHING
    s.middle[gem] = NOTHING
    if not open_inner(&part, r):
        return False
    while next_field(&part):
        if part.field == 1:
            read_small(&part, 0, CARDS - 1, &s.right[gem])
        elif part.field == 2:
            read_small(&part, 0, CARDS - 1, &s.middle[gem])
        elif part.field == 3:
            s.row_size[gem] = <uint8_t>read_list(&part, CARDS - 1, s.row[gem], ROW_ROOM)
    if part.broken:
        r.broken = True
    return not r.broken


cdef bint read_trade(Reader* r, State* s) noexcept nogil:
    cdef Reader part
    cdef uint64_t failed = 0
    if not open_inner(&part, r):
        return False
    while next_field(&part):
        if part.field == 1:
            read_small(&part, 0, 2, &s.cycle)
        elif part.field == 2:
            read_small(&part, 0, s.players - 1, &s.trader)
        elif part.field == 3:
            read_small(&part, 0, 1, &s.offered)
        elif part.field == 4:
            read_small(&part, 0, 1, &s.any_offer)
        elif part.field == 5:
            vector(&part, 3, &s.give)
        elif part.field == 6:
            vector(&part, 3, &s.want)
        elif part.field == 7:
            read_set(&part, GEMS, &failed)
    s.failed = <uint8_t>failed
    if part.broken:
        r.broken = True
    return not r.broken


cdef str read_view(State* s, int seat, const uint8_t* data, size_t size):
    cdef Reader r
    cdef int64_t values[GEMS]
    cdef uint64_t actors = 0
    cdef uint64_t upgraded = 0
    cdef int seats = 0
    cdef int rows = 0
    cdef int sources = 0
    cdef int discards = 0
    cdef int decks = 0
    cdef int piles = 0
    cdef int i, j
    s.phase = PHASES
    open_reader(&r, data, size)
    while next_field(&r):
        if r.field == 5:
            read_set(&r, s.players, &actors)
        elif r.field == 6:
            i = read_word(&r, PHASE_WORDS, PHASES)
            if i < 0:
                return "phase is no phase of the game"
            s.phase = i
        elif r.field == 7:
            read_small(&r, 0, 255, &s.round)
        elif r.field == 11:
            read_small(&r, 0, s.players - 1, &s.starter)
        elif r.field == 12:
            read_small(&r, 0, s.players - 1, &s.turn)
        elif r.field == 13:
            read_small(&r, 0, T.halls - 1, &s.king)
        elif r.field == 14:
            if seats == s.players:
                return f"there are {s.players} seats, not more"
            if not read_seat(&r, &s.seats[seats], seat == REFEREE or seat == seats):
                return f"seats[{seats}] holds what no seat can hold"
            seats += 1
        elif r.field == 15:
            if rows == GEMS:
                return "there are four rows, not more"
            if not read_row(&r, s, rows):
                return f"rows[{rows}] holds what no row can hold"
            rows += 1
        elif r.field == 16:
            read_list(&r, DECK_ROOM, s.deck_size, DECKS)
        elif r.field == 17:
            matrix_row(&r, s.sources, &sources)
        elif r.field == 18:
            matrix_row(&r, s.discards, &discards)
        elif r.field == 19:
            read_set(&r, CARDS, &s.removed)
        elif r.field == 20:
            read_small(&r, 0, 127, &s.markers)
        elif r.field == 21:
            read_set(&r, ITEMS, &upgraded)
        elif r.field == 22:
            if not read_trade(&r, s):
                return "trade holds what no trade can hold"
        elif r.field == 23:
            for i in range(read_numbers(&r, -1, s.players - 1, values, GEMS)):
                s.winners[i] = <uint8_t>(values[i] + 1)
        elif r.field == 24:
            read_small(&r, 0, GEMS - 1, &s.evaluating)
        elif r.field == 25 and seat == REFEREE:
            if decks == DECKS or not pile(&r, s.deck[decks], &s.deck_size[decks]):
                return "deck_cards holds what no deck can hold"
            decks += 1
        elif r.field == 26 and seat == REFEREE:
            if piles == DECKS or not pile(&r, s.pile[piles], &s.pile_size[piles]):
                return "discard_cards holds what no pile can hold"
            piles += 1
        if r.broken:
            return f"field {r.field} holds what it cannot hold"
    if r.broken:
        return "its bytes are no protobuf message"
    if s.phase == PHASES or seats != s.players or rows != GEMS:
        return "phase, seats or rows are missing"
    s.upgraded = <uint8_t>upgraded
    for i in range(DECKS):
        if seat != REFEREE:
            if total(s.discards[i]) > DECK_ROOM:
                return f"discards[{i}] are more than a deck"
            s.pile_size[i] = total(s.discards[i])
        else:
            s.discards[i] = 0
            for j in range(s.pile_size[i]):
                s.discards[i] += <Gems>1 << (8 * s.pile[i][j])
    if s.phase == BID and seat != REFEREE:
        for i in range(s.players):
            if i != seat:
                s.seats[i].named = 0 if actors >> i & 1 else GEMS
                memset(s.seats[i].bids, 0, GEMS)
    return None
