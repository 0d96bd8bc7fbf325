"""The rules of Mineral Rummy.

phase   who acts                      actions             what follows
draw    the seat on turn              draw stock          play
                                      draw discard        play
play    the seat on turn              meld, lay, swap     play; with an empty hand the end of the round
                                      discard             call, if a meld takes the card, else the end of the turn;
                                                          with an empty hand the end of the round
call    the other seats, one by one,  pass                the next seat is asked; after the last the end of the turn
        left of the discarder first   call lay, call swap the end of the turn
over    nobody

end of the turn    the next seat's draw; or the end of the round, when all had their turns or both piles are empty
end of the round   the next round's deal and draw; or over
"""

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from engine.bits cimport lowest
from engine.chance cimport Seed, shuffle_on, shuffle_once
from engine.deck cimport pop, put_on, turn_over
from engine.game cimport MAX_SEATS, Game
from engine.schema cimport Message
from engine.rummy.state cimport (
    BLOCKED, CALL, CALL_LAY, CALL_SWAP, CAP, DECK, DISCARD, DRAW, DRAW_DISCARD, DRAW_STOCK, LAY, MELD, MINERALS, OUT, OVER,
    PASS, PLAY, SWAP, Bag, Round, State, Tables, card, count, last_round, points_of,
)
from engine.rummy.view cimport read_view, write_view
from engine.rummy.worlds cimport draw, flaw, hide

from engine.info import GameInfo
from engine.rummy import tables
from engine.rummy.schema import VIEW

cdef object DATA = tables.load()
cdef object INFO = GameInfo("rummy", "Mineral Rummy", 2, 6, tuple(v.slug for v in DATA.variants))
cdef Message SCHEMA = VIEW
cdef tuple IONS = tuple(ion.slug for ion in DATA.ions)
cdef tuple NAMES = tuple(mineral.slug for mineral in DATA.minerals)
cdef Tables T


cdef int fill(Tables* t, data) except -1:
    """The tables of the data."""
    cdef int n = 0
    memset(t, 0, sizeof(Tables))
    t.kinds = len(data.ions)
    t.wild = t.kinds - 1
    t.points = data.ions[0].points
    t.wild_points = data.ions[t.wild].points
    for ion in data.ions:
        t.whole += ion.copies * card(ion.id)
        for _ in range(ion.copies):
            t.deck[n] = ion.id
            n += 1
    for mineral in data.minerals:
        t.need[mineral.id] = len(mineral.ions)
        t.wilds[mineral.id] = mineral.wilds
        t.taking[t.wild] |= 1 << mineral.id
        for kind in mineral.ions:
            t.ions[mineral.id] |= <uint32_t>1 << <int>kind
            t.taking[kind] |= 1 << mineral.id
    for deal in data.deals:
        for players in deal.players:
            t.deal_minerals[players] = deal.minerals
            t.deal_ions[players] = deal.ions
    t.rummy_factor = data.rummy_factor
    t.rummy_first_turn = data.rummy_first_turn
    t.turns_each = data.turns_each
    for i, variant in enumerate(data.variants):
        t.rounds[i] = variant.rounds
        t.target[i] = variant.target
        for j, letter in enumerate(variant.slug.encode("ascii")):
            t.slug[i][j] = letter
    return 0


fill(&T, DATA)


# --- Setup of a round.

cdef void deal_round(State* s, const Seed* key) noexcept nogil:
    """Shuffles and deals the next round; scores and history stay."""
    cdef uint8_t deck[MINERALS]
    cdef int n = s.players
    cdef int first, i, seat, kind
    s.round += 1
    memset(&s.phase, 0, sizeof(State) - (<char*>&s.phase - <char*>s))
    first = (s.round - 1) % n
    s.turn = s.actor = <uint8_t>first

    for i in range(MINERALS):
        deck[i] = <uint8_t>i
    shuffle_once(key, 100 * s.round + 1, deck, MINERALS)
    seat = first
    for i in range(n * T.deal_minerals[n]):
        kind = deck[MINERALS - 1 - i]
        s.holder[seat] |= <uint16_t>(1 << kind)
        s.need[seat] += T.need[kind]
        s.minerals[seat] += 1
        seat = seat + 1 if seat + 1 < n else 0

    for i in range(DECK):
        s.stock[i] = T.deck[i]
    s.stocked = DECK
    shuffle_once(key, 100 * s.round + 2, s.stock, DECK)
    seat = first
    for i in range(n * T.deal_ions[n]):
        gain(s, seat, pop(s.stock, &s.stocked))
        seat = seat + 1 if seat + 1 < n else 0
    s.discard[0] = <uint8_t>pop(s.stock, &s.stocked)
    s.discarded = 1


# --- Cards on the move.

cdef inline void gain(State* s, int seat, int kind) noexcept nogil:
    s.hand[seat] += card(kind)
    s.held[seat] |= <uint32_t>1 << kind
    s.cards[seat] += 1


cdef inline void lose(State* s, int seat, int kind, int kept) noexcept nogil:
    """A card leaves the hand; of those known one goes too, if more than `kept` are known."""
    s.hand[seat] -= card(kind)
    s.held[seat] &= ~(<uint32_t>(count(s.hand[seat], kind) == 0) << kind)
    s.cards[seat] -= 1
    s.known[seat] -= <Bag>(count(s.known[seat], kind) > kept) << 3 * kind


cdef inline void play_card(State* s, int seat, int kind, int mineral) noexcept nogil:
    """A card goes from the hand to a meld. The taken card counts as played before others of its kind."""
    lose(s, seat, kind, 0)
    s.meld[mineral] += card(kind)
    s.taken = 0 if s.taken == kind + 1 else s.taken
    if s.first_play[seat] == 0:
        s.first_play[seat] = s.turns[seat] + 1


cdef inline void free_wild(State* s, int seat, int kind, int mineral) noexcept nogil:
    """The substitute of a meld goes to a hand, for all to see."""
    s.meld[mineral] -= card(T.wild)
    s.wild_for[mineral] = 0
    s.standing[kind] &= <uint16_t>~(1 << mineral)
    s.swaps &= ~(<uint32_t>(s.standing[kind] == 0) << kind)
    gain(s, seat, T.wild)
    s.known[seat] += card(T.wild)


cdef void reshuffle(State* s, const Seed* key) noexcept nogil:
    """All of the discard pile but its top card becomes the stock."""
    cdef int top = pop(s.discard, &s.discarded)
    cdef int i
    turn_over(s.discard, &s.discarded, s.stock, &s.stocked)
    put_on(s.discard, &s.discarded, top)
    s.stock_from = 0
    for i in range(s.stocked):
        s.stock_from += card(s.stock[i])
    s.reshuffled = 1
    shuffle_on(key, 100 * s.round + 3, &s.shuffled, s.stock, s.stocked)


# --- draw

cdef inline int draw_options(const State* s, uint32_t* out) noexcept nogil:
    cdef int n = 0
    out[0] = DRAW_STOCK << 24
    n += s.stocked > 0 or s.discarded > 1
    out[n] = DRAW_DISCARD << 24
    n += s.discarded > 0
    return n


cdef inline void draw_card(State* s, int seat, int action, const Seed* key) noexcept nogil:
    cdef int kind
    s.phase = PLAY
    if action == DRAW_STOCK:
        if s.stocked == 0:
            reshuffle(s, key)
        gain(s, seat, pop(s.stock, &s.stocked))
    else:
        kind = pop(s.discard, &s.discarded)
        gain(s, seat, kind)
        s.known[seat] += card(kind)
        s.taken = <uint8_t>(kind + 1)


# --- play

cdef inline int play_options(const State* s, int seat, uint32_t* out) noexcept nogil:
    cdef uint32_t held = s.held[seat]
    cdef uint32_t kinds, melds, missing
    cdef uint32_t wild = <uint32_t>1 << T.wild
    cdef uint32_t taken = <uint32_t>1 << s.taken >> 1      # as a set of kinds
    cdef int slack = s.cards[seat] - s.need[seat]
    cdef int n = 0
    cdef int kind, mineral
    cdef bint stuck     # whether the last card left, after this play, would be the taken one with no meld to take it

    kinds = held
    if taken and count(s.hand[seat], s.taken - 1) == 1:
        kinds &= ~taken
    while kinds:
        out[n] = DISCARD << 24 | lowest(kinds) << 16
        n += 1
        kinds &= kinds - 1

    melds = s.holder[seat]
    stuck = slack == 1 and s.minerals[seat] == 1 and taken & ~(s.takes | wild)
    while melds:
        mineral = lowest(melds)
        melds &= melds - 1
        missing = T.ions[mineral] & ~held
        if missing & (missing - 1) or (stuck and not taken & T.ions[mineral]):
            continue
        if missing == 0:
            out[n] = MELD << 24 | mineral << 16
            n += 1
        if held & wild and T.wilds[mineral]:
            kinds = missing if missing else T.ions[mineral]
            while kinds:
                out[n] = MELD << 24 | mineral << 16 | (lowest(kinds) + 1) << 8
                n += 1
                kinds &= kinds - 1

    if s.minerals[seat]:
        kinds = held & s.takes if slack >= 2 else 0
    else:
        stuck = s.cards[seat] == 2 and taken & ~s.takes
        kinds = 0 if stuck else held & s.takes
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        melds = s.melded & T.taking[kind]
        while melds:
            out[n] = LAY << 24 | kind << 16 | lowest(melds) << 8
            n += 1
            melds &= melds - 1

    kinds = held & s.swaps
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        melds = s.standing[kind]
        while melds:
            out[n] = SWAP << 24 | kind << 16 | lowest(melds) << 8
            n += 1
            melds &= melds - 1
    return n


cdef inline void meld(State* s, int seat, int mineral, int stand_in) noexcept nogil:
    """`stand_in` is 1 + the kind a wild stands for, 0: no wild."""
    cdef uint32_t kinds = T.ions[mineral]
    cdef int kind
    s.holder[seat] &= <uint16_t>~(1 << mineral)
    s.minerals[seat] -= 1
    s.need[seat] -= T.need[mineral]
    s.melded |= <uint16_t>(1 << mineral)
    s.owner[mineral] = <uint8_t>seat
    s.takes |= kinds | <uint32_t>1 << T.wild
    if stand_in:
        kind = stand_in - 1
        s.wild_for[mineral] = <uint8_t>stand_in
        s.standing[kind] |= <uint16_t>(1 << mineral)
        s.swaps |= <uint32_t>1 << kind
        kinds ^= <uint32_t>1 << kind | <uint32_t>1 << T.wild
    while kinds:
        play_card(s, seat, lowest(kinds), mineral)
        kinds &= kinds - 1


cdef inline void discard(State* s, int seat, int kind, const Seed* key) noexcept nogil:
    lose(s, seat, kind, s.taken == kind + 1)    # the taken card is not the one discarded: it stays known
    s.taken = 0
    s.discard[s.discarded] = <uint8_t>kind
    s.discarded += 1
    if s.cards[seat] == 0:
        end_round(s, OUT, key)
    elif s.takes >> kind & 1:
        s.phase = CALL
        s.actor = <uint8_t>next_seat(s, seat)
    else:
        end_turn(s, key)


# --- call

cdef inline int call_options(const State* s, uint32_t* out) noexcept nogil:
    cdef int kind = s.discard[s.discarded - 1]
    cdef uint32_t melds = s.melded & T.taking[kind]
    cdef int n = 1
    out[0] = PASS << 24
    while melds:
        out[n] = CALL_LAY << 24 | lowest(melds) << 16
        n += 1
        melds &= melds - 1
    melds = s.standing[kind]
    while melds:
        out[n] = <uint32_t>CALL_SWAP << 24 | lowest(melds) << 16
        n += 1
        melds &= melds - 1
    return n


cdef inline void call(State* s, int seat, int action, int mineral, const Seed* key) noexcept nogil:
    cdef int kind
    if action == PASS:
        s.actor = <uint8_t>next_seat(s, seat)
        if s.actor != s.turn:
            return
    else:
        kind = pop(s.discard, &s.discarded)
        s.meld[mineral] += card(kind)
        if action == CALL_SWAP:
            free_wild(s, seat, kind, mineral)
    end_turn(s, key)


# --- The end of a turn, a round, the match.

cdef inline int next_seat(const State* s, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < s.players else 0


cdef inline void end_turn(State* s, const Seed* key) noexcept nogil:
    cdef int seat = next_seat(s, s.turn)
    s.turns[s.turn] += 1
    s.phase = DRAW
    s.turn = s.actor = <uint8_t>seat
    if s.turns[seat] >= T.turns_each:       # nobody has had fewer turns than the seat whose turn it is
        end_round(s, CAP, key)
    elif s.stocked == 0 and s.discarded == 0:
        end_round(s, BLOCKED, key)


cdef void end_round(State* s, int reason, const Seed* key) noexcept nogil:
    """Scores the round; the seat on turn is its winner if it ended by going out. Then deals the next, or ends the match."""
    cdef Round* r = &s.history[s.rounds]
    cdef int points = 0
    cdef int turn = s.turns[s.turn] + 1
    cdef bint done
    cdef int i
    s.rounds += 1
    r.reason = <uint8_t>reason
    for i in range(s.players):
        r.left[i] = <uint16_t>points_of(&T, s.hand[i], s.cards[i])
        r.turns += s.turns[i]
        s.left[i] += r.left[i]
        points += r.left[i]
    if reason == OUT:
        r.winner = s.turn + 1
        r.rummy = turn >= T.rummy_first_turn and s.first_play[s.turn] == turn
        r.points = <uint16_t>(points * T.rummy_factor if r.rummy else points)
        s.score[s.turn] += r.points
    done = s.rounds == last_round(s, &T)
    if T.target[s.variant]:
        for i in range(s.players):
            done |= s.score[i] >= <uint32_t>T.target[s.variant]
    if done:
        s.phase = OVER
        s.actor = s.turn
    else:
        deal_round(s, key)


@cython.final
cdef class Rummy(Game):
    """A match of Mineral Rummy."""

    def __cinit__(self):
        self.info = INFO
        self.schema = SCHEMA
        self.memory = &self.s
        self.size = sizeof(State)

    cdef Game blank(self):
        return Rummy.__new__(Rummy)

    cdef void deal(self) noexcept nogil:
        self.s.players = <uint8_t>self.players
        self.s.variant = <uint8_t>self.kind
        deal_round(&self.s, &self.key)

    cdef uint32_t acting(self) noexcept nogil:
        return <uint32_t>(self.s.phase != OVER) << self.s.actor

    cdef int options(self, int seat, uint32_t* out) noexcept nogil:
        if self.s.phase == PLAY:
            return play_options(&self.s, seat, out)
        if self.s.phase == DRAW:
            return draw_options(&self.s, out)
        return call_options(&self.s, out)

    cdef void play(self, int seat, uint32_t code) noexcept nogil:
        cdef State* s = &self.s
        cdef int action = code >> 24
        cdef int a = code >> 16 & 0xff
        cdef int b = code >> 8 & 0xff
        if s.phase == DRAW:
            draw_card(s, seat, action, &self.key)
        elif s.phase == CALL:
            call(s, seat, action, a, &self.key)
        elif action == DISCARD:
            discard(s, seat, a, &self.key)
        else:
            if action == MELD:
                meld(s, seat, a, b)
            else:
                play_card(s, seat, a, b)
                if action == SWAP:
                    free_wild(s, seat, a, b)
            if s.cards[seat] == 0:
                end_round(s, OUT, &self.key)

    cdef void result(self, int32_t* scores, int32_t* ranks) noexcept nogil:
        cdef State* s = &self.s
        cdef int i, j
        for i in range(s.players):
            scores[i] = s.score[i]
            ranks[i] = 1
            for j in range(s.players):
                ranks[i] += s.score[j] > s.score[i] or (s.score[j] == s.score[i] and s.left[j] < s.left[i])

    cdef str spell(self, int seat, uint32_t code):
        cdef int action = code >> 24
        cdef int a = code >> 16 & 0xff
        cdef int b = code >> 8 & 0xff
        if action == PASS:
            return "pass"
        if action == DRAW_STOCK:
            return "draw stock"
        if action == DRAW_DISCARD:
            return "draw discard"
        if action == DISCARD:
            return f"discard {IONS[a]}"
        if action == MELD:
            return f"meld {NAMES[a]} wild {IONS[b - 1]}" if b else f"meld {NAMES[a]}"
        if action == LAY:
            return f"lay {IONS[a]} {NAMES[b]}"
        if action == SWAP:
            return f"swap {IONS[a]} {NAMES[b]}"
        return f"call lay {NAMES[a]}" if action == CALL_LAY else f"call swap {NAMES[a]}"

    cdef size_t write_view(self, int seat, uint8_t* out) noexcept nogil:
        cdef int32_t scores[MAX_SEATS]
        cdef int32_t ranks[MAX_SEATS]
        if self.s.phase == OVER:
            self.result(scores, ranks)
        return write_view(&self.s, &T, seat, scores, ranks, out)

    cdef str read_view(self, int seat, const uint8_t* data, size_t size):
        self.s.players = <uint8_t>self.players
        self.s.variant = <uint8_t>self.kind
        return read_view(&self.s, &T, seat, data, size)

    cdef void hide(self, int seat) noexcept nogil:
        hide(&self.s, seat)

    cdef bint draw(self, int seat) noexcept nogil:
        return draw(&self.s, &T, &self.key, seat)

    cdef str flaw(self):
        if self.s.players != self.players or self.s.variant != self.kind:
            return "it is a state of another match"
        return flaw(&self.s, &T)


RULES = Rummy
