"""What a seat knows of a match of Mineral Rummy, as the bytes of schema.py: written from the state and read back into it."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from engine.bits cimport lowest
from engine.game cimport MAX_SEATS, REFEREE
from engine.rummy.state cimport (
    BAG_ROOM, DECK, MINERALS, OVER, ROUNDS, Bag, Round, State, Tables, card, count, last_round, settle, unpack,
)
from engine.wire cimport (
    Reader, Writer, close_part, next_field, open_inner, open_part, open_reader, put_head, put_int, put_set, put_small, put_varint,
    put_word, read_list, read_number, read_numbers, read_set, read_small, read_word,
)

cdef const char* PHASES[4]
PHASES[:] = [b"draw", b"play", b"call", b"over"]
cdef const char* REASONS[3]
REASONS[:] = [b"out", b"cap", b"blocked"]


# --- Writing.

cdef inline void put_bag(Writer* w, int field, Bag bag) noexcept nogil:
    cdef uint8_t cards[BAG_ROOM]
    put_small(w, field, cards, unpack(bag, cards))


cdef inline void put_meld(Writer* w, const State* s, int mineral) noexcept nogil:
    cdef uint8_t* mark = open_part(w, 17)
    put_int(w, 1, mineral)
    put_int(w, 2, s.owner[mineral])
    put_bag(w, 3, s.meld[mineral])
    if s.wild_for[mineral]:
        put_int(w, 4, s.wild_for[mineral] - 1)
    close_part(w, mark)


cdef inline void put_seat(Writer* w, const State* s, int seat) noexcept nogil:
    cdef uint8_t* mark = open_part(w, 18)
    put_int(w, 1, s.score[seat])
    put_int(w, 2, s.left[seat])
    put_int(w, 3, s.cards[seat])
    put_int(w, 4, s.minerals[seat])
    put_bag(w, 5, s.known[seat])
    put_int(w, 6, s.turns[seat])
    put_int(w, 7, s.first_play[seat])
    close_part(w, mark)


cdef inline void put_round(Writer* w, const State* s, int i) noexcept nogil:
    cdef const Round* r = &s.history[i]
    cdef uint8_t* mark = open_part(w, 19)
    cdef uint8_t* list_mark
    cdef int seat
    put_int(w, 1, i + 1)
    put_word(w, 2, REASONS[r.reason])
    if r.winner:
        put_int(w, 3, r.winner - 1)
    put_int(w, 4, r.rummy)
    put_int(w, 5, r.points)
    list_mark = open_part(w, 6)
    for seat in range(s.players):
        put_varint(w, r.left[seat])
    close_part(w, list_mark)
    put_int(w, 7, r.turns)
    close_part(w, mark)


cdef size_t write_view(
    const State* s, const Tables* t, int seat, const int32_t* scores, const int32_t* ranks, uint8_t* out
) noexcept nogil:
    """The bytes of the view; scores and ranks are read only when the match is over."""
    cdef Writer w
    cdef uint8_t* mark
    cdef uint32_t rest
    cdef int i
    w.at = out
    put_head(
        &w, b"rummy", t.slug[s.variant], s.players, seat, <uint32_t>(s.phase != OVER) << s.actor, PHASES[s.phase], s.round,
        scores, ranks,
    )
    put_int(&w, 11, s.turn)
    put_int(&w, 12, (s.round + s.players - 2) % s.players)
    if s.taken:
        put_int(&w, 13, s.taken - 1)
    put_int(&w, 14, s.stocked)
    put_small(&w, 15, s.discard, s.discarded)
    if s.reshuffled:
        mark = open_part(&w, 16)
        put_bag(&w, 1, s.stock_from)
        close_part(&w, mark)
    rest = s.melded
    while rest:
        put_meld(&w, s, lowest(rest))
        rest &= rest - 1
    for i in range(s.players):
        put_seat(&w, s, i)
    for i in range(s.rounds):
        put_round(&w, s, i)
    if seat != REFEREE:
        put_bag(&w, 20, s.hand[seat])
        put_set(&w, 21, s.holder[seat])
        put_int(&w, 22, s.need[seat])
    put_int(&w, 23, last_round(s, t))
    put_int(&w, 24, t.target[s.variant])
    put_int(&w, 25, t.turns_each)
    if seat == REFEREE:
        rest = (<uint32_t>1 << MINERALS) - 1 & ~<uint32_t>s.melded
        for i in range(s.players):
            mark = open_part(&w, 26)
            put_bag(&w, 1, s.hand[i])
            close_part(&w, mark)
        for i in range(s.players):
            mark = open_part(&w, 27)
            put_set(&w, 1, s.holder[i])
            close_part(&w, mark)
            rest &= ~<uint32_t>s.holder[i]
        put_small(&w, 28, s.stock, s.stocked)
        put_set(&w, 29, rest)
    return w.at - out


# --- Reading. What can be worked out (scores, ranks, dealer, need, ...) is passed over: the caller compares the view written
# --- from the finished state with the one it was given.

cdef bint read_total(Reader* r, int64_t high, uint32_t* out) noexcept nogil:
    cdef int64_t value
    if not read_number(r, 0, high, &value):
        return False
    out[0] = <uint32_t>value
    return True


cdef bint read_bag(Reader* r, const Tables* t, Bag* bag) noexcept nogil:
    """Adds the cards of the list just met to a bag; False when there are not so many in the deck."""
    cdef uint8_t kinds[DECK]
    cdef int n = read_list(r, t.kinds - 1, kinds, DECK)
    cdef int i
    for i in range(n):
        if count(bag[0], kinds[i]) >= count(t.whole, kinds[i]):
            return False
        bag[0] += card(kinds[i])
    return n >= 0


cdef bint read_minerals(Reader* r, uint16_t* minerals) noexcept nogil:
    cdef uint64_t found = minerals[0]
    if not read_set(r, MINERALS, &found):
        return False
    minerals[0] = <uint16_t>found
    return True


cdef bint read_pile(Reader* r, const Tables* t, uint8_t* pile, uint8_t* size) noexcept nogil:
    cdef int n = read_list(r, t.kinds - 1, pile + size[0], DECK - size[0])
    if n < 0:
        return False
    size[0] += <uint8_t>n
    return True


cdef bint read_meld(Reader* outer, State* s, const Tables* t) noexcept nogil:
    cdef Reader r
    cdef Bag cards = 0
    cdef uint8_t mineral = 255
    cdef uint8_t owner = 255
    cdef uint8_t wild_for = 255
    if not open_inner(&r, outer):
        return False
    while next_field(&r):
        if r.field == 1 and not read_small(&r, 0, MINERALS - 1, &mineral):
            return False
        if r.field == 2 and not read_small(&r, 0, s.players - 1, &owner):
            return False
        if r.field == 3 and not read_bag(&r, t, &cards):
            return False
        if r.field == 4 and not read_small(&r, 0, t.wild - 1, &wild_for):
            return False
    if r.broken or mineral == 255 or owner == 255 or s.melded >> mineral & 1:
        return False
    s.melded |= <uint16_t>(1 << mineral)
    s.owner[mineral] = owner
    s.meld[mineral] = cards
    s.wild_for[mineral] = wild_for + 1      # 255 wraps to 0: none
    return True


cdef bint read_seat(Reader* outer, State* s, const Tables* t, int seat) noexcept nogil:
    cdef Reader r
    if not open_inner(&r, outer):
        return False
    while next_field(&r):
        if r.field == 1 and not read_total(&r, 0x7fffffff, &s.score[seat]):
            return False
        if r.field == 2 and not read_total(&r, 0x7fffffff, &s.left[seat]):
            return False
        if r.field == 3 and not read_small(&r, 0, DECK, &s.cards[seat]):
            return False
        if r.field == 4 and not read_small(&r, 0, MINERALS, &s.minerals[seat]):
            return False
        if r.field == 5 and not read_bag(&r, t, &s.known[seat]):
            return False
        if r.field == 6 and not read_small(&r, 0, t.turns_each, &s.turns[seat]):
            return False
        if r.field == 7 and not read_small(&r, 0, t.turns_each, &s.first_play[seat]):
            return False
    return not r.broken


cdef bint read_round(Reader* outer, State* s, Round* past) noexcept nogil:
    cdef Reader r
    cdef int64_t left[MAX_SEATS]
    cdef uint32_t total
    cdef uint8_t winner = 255
    cdef int i, n
    cdef int reason = -1
    if not open_inner(&r, outer):
        return False
    while next_field(&r):
        if r.field == 2:
            reason = read_word(&r, REASONS, 3)
        elif r.field == 3 and not read_small(&r, 0, s.players - 1, &winner):
            return False
        elif r.field == 4 and not read_small(&r, 0, 1, &past.rummy):
            return False
        elif r.field == 5 or r.field == 7:
            if not read_total(&r, 0xffff, &total):
                return False
            if r.field == 5:
                past.points = <uint16_t>total
            else:
                past.turns = <uint16_t>total
        elif r.field == 6:
            n = read_numbers(&r, 0, 0xffff, left, s.players)
            for i in range(n):
                past.left[i] = <uint16_t>left[i]
    past.winner = winner + 1                # 255 wraps to 0: none
    past.reason = <uint8_t>reason
    return not r.broken and reason >= 0


cdef str read_view(State* s, const Tables* t, int seat, const uint8_t* data, size_t size):
    """Fills a state that is all zero but for players and variant; None, or what is wrong with the bytes."""
    cdef Reader r, inner
    cdef uint8_t kind
    cdef int phase = -1
    cdef int acting = 0
    cdef int seats = 0
    cdef int hands = 0
    cdef int holders = 0
    open_reader(&r, data, size)
    while next_field(&r):
        if r.field == 5:
            if r.kind != 2 or r.size != 1 or r.data[0] >= s.players:
                return "actors is not one of the seats"
            s.actor = r.data[0]
            acting += 1
        elif r.field == 6:
            phase = read_word(&r, PHASES, 4)
            if phase < 0:
                return "phase is none of draw, play, call, over"
        elif r.field == 7:
            if not read_small(&r, 1, ROUNDS, &s.round):
                return "round is out of bounds"
        elif r.field == 11:
            if not read_small(&r, 0, s.players - 1, &s.turn):
                return "turn is no seat"
        elif r.field == 13:
            if not read_small(&r, 0, t.wild, &kind):
                return "taken is no card"
            s.taken = kind + 1
        elif r.field == 14:
            if not read_small(&r, 0, DECK, &s.stocked):
                return "stock is out of bounds"
        elif r.field == 15:
            if not read_pile(&r, t, s.discard, &s.discarded):
                return "discard is no pile of cards"
        elif r.field == 16:
            if not open_inner(&inner, &r):
                return "stock_from is no list"
            s.reshuffled = 1
            while next_field(&inner):
                if inner.field == 1 and not read_bag(&inner, t, &s.stock_from):
                    return "stock_from is no part of the deck"
            if inner.broken:
                return "stock_from is broken"
        elif r.field == 17:
            if not read_meld(&r, s, t):
                return "melds has an entry that is no meld, or one twice"
        elif r.field == 18:
            if seats == s.players or not read_seat(&r, s, t, seats):
                return f"seats[{seats}] is out of bounds"
            seats += 1
        elif r.field == 19:
            if s.rounds == ROUNDS or not read_round(&r, s, &s.history[s.rounds]):
                return f"history[{s.rounds}] is out of bounds"
            s.rounds += 1
        elif r.field == 20 and seat != REFEREE:
            if not read_bag(&r, t, &s.hand[seat]):
                return "hand is no part of the deck"
        elif r.field == 21 and seat != REFEREE:
            if not read_minerals(&r, &s.holder[seat]):
                return "minerals is no set of minerals"
        elif (r.field == 26 or r.field == 27) and seat == REFEREE:
            if not open_inner(&inner, &r) or (hands if r.field == 26 else holders) == s.players:
                return "hands and holders are not one list a seat"
            while next_field(&inner):
                if inner.field != 1:
                    continue
                if r.field == 26 and not read_bag(&inner, t, &s.hand[hands]):
                    return f"hands[{hands}] is no part of the deck"
                if r.field == 27 and not read_minerals(&inner, &s.holder[holders]):
                    return f"holders[{holders}] is no set of minerals"
            if inner.broken:
                return "hands or holders is broken"
            if r.field == 26:
                hands += 1
            else:
                holders += 1
        elif r.field == 28 and seat == REFEREE:
            s.stocked = 0
            if not read_pile(&r, t, s.stock, &s.stocked):
                return "stock_cards is no pile of cards"
    if r.broken:
        return "its bytes are no message"
    if phase < 0 or s.round == 0 or seats != s.players:
        return "phase, round or a seat is missing"
    if seat == REFEREE and (hands != s.players or holders != s.players):
        return "hands and holders are not one list a seat"
    if acting != (phase != OVER):
        return "actors and phase do not fit"
    s.phase = <uint8_t>phase
    if phase == OVER:
        s.actor = s.turn
    settle(s, t)
    return None
