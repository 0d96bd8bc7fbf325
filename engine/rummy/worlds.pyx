"""The worlds a seat of Mineral Rummy may be in: forgetting what it cannot know, drawing it anew, and what holds in all."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memmove, memset

from engine.bits cimport lowest, popcount, unpack_set
from engine.chance cimport Seed, Stream, open_worlds, word
from engine.game cimport MAX_SEATS
from engine.rummy.state cimport (
    BAG_ROOM, BLOCKED, CALL, CAP, DECK, DRAW, KINDS, MINERALS, OUT, OVER, PLAY, ROUNDS, Bag, Round, State, Tables, card, count,
    kinds_of, last_round, points_of, settle, size_of, unpack,
)

cdef enum:
    TRIES = 24                  # fillings of the holders dealt before counting them; mostly the first fits, at worst one in 12,012


cdef void hide(State* s, int seat) noexcept nogil:
    cdef int i
    for i in range(s.players):
        if i != seat:
            s.hand[i] = 0
            s.held[i] = 0
            s.holder[i] = 0
            s.need[i] = 0
    s.shuffled = 0
    memset(s.stock, 0, DECK)


# --- Drawing.

cdef bint draw(State* s, const Tables* t, const Seed* key, int seat) noexcept nogil:
    cdef Stream stream
    open_worlds(&stream, key)
    return draw_cards(s, t, &stream, seat) and draw_holders(s, t, &stream, seat)


cdef inline void pick(Stream* stream, uint8_t* pool, int first, int wanted, int end) noexcept nogil:
    """Moves an even draw of `wanted` cards from pool[first:end], in an even order, to its front.

    Four draws share a word: what the first leaves of it, a fraction, serves the next. Their product of ranges is below 2**24,
    and the words that would favour some outcome are drawn again, as `below` does (Brackett-Rozinsky and Lemire, Batched
    Ranged Random Integer Generation, 2024)."""
    cdef uint64_t m
    cdef uint32_t rest, ranges
    cdef uint8_t places[4]
    cdef uint8_t held
    cdef int i, n
    while wanted > 0:
        n = wanted if wanted < 4 else 4
        while True:
            rest = word(stream)
            ranges = 1
            for i in range(n):
                m = <uint64_t>rest * <uint64_t>(end - first - i)
                rest = <uint32_t>m
                places[i] = <uint8_t>(m >> 32)
                ranges *= <uint32_t>(end - first - i)
            if rest >= ranges or rest >= (0 - ranges) % ranges:
                break
        for i in range(n):
            held = pool[first]
            pool[first] = pool[first + places[i]]
            pool[first + places[i]] = held
            first += 1
        wanted -= n


cdef bint draw_cards(State* s, const Tables* t, Stream* stream, int seat) noexcept nogil:
    """The stock from its candidates, then the other hands from what is left. (A view that shows more cards of a kind than
    there are makes a wrong pool; then the numbers differ, or `flaw` finds it.)"""
    cdef uint8_t pool[2 * BAG_ROOM]         # the candidates for the stock first
    cdef uint32_t melds = s.melded
    cdef Bag unseen = t.whole - s.hand[seat]
    cdef Bag candidates = 0
    cdef int wanted[MAX_SEATS]
    cdef int stocked = s.stocked            # cards still to find for the stock
    cdef int hands = 0                      # cards still to find for the hands
    cdef int last = 0
    cdef int i, j, k, n
    for i in range(s.discarded):
        unseen -= card(s.discard[i])
    while melds:
        unseen -= s.meld[lowest(melds)]
        melds &= melds - 1
    for i in range(s.players):
        if i != seat:
            unseen -= s.known[i]
            s.hand[i] = s.known[i]
            s.held[i] = kinds_of(s.known[i])
            wanted[i] = s.cards[i] - size_of(s.known[i])
            if wanted[i] < 0:
                return False
            last = i
    if s.phase == OVER and not place_wilds(s, t, seat, wanted, &unseen, &stocked):
        return False

    if s.reshuffled:
        for k in range(t.kinds):
            n = count(s.stock_from, k)
            candidates += (n if n < count(unseen, k) else count(unseen, k)) * card(k)
    else:
        candidates = unseen
    n = unpack(candidates, pool)
    if n < stocked or n > DECK:
        return False
    pick(stream, pool, 0, stocked, n)
    memcpy(s.stock, pool, stocked)
    if stocked < s.stocked:
        pick(stream, s.stock, 0, s.stocked, s.stocked)

    n += unpack(unseen - candidates, pool + n)
    for i in range(s.players):
        if i != seat:
            hands += wanted[i]
    if n != stocked + hands or n > DECK:
        return False
    k = stocked
    pick(stream, pool, k, hands - wanted[last], n)      # the last hand gets the rest
    for i in range(s.players):
        if i != seat:
            for j in range(wanted[i]):
                s.hand[i] += card(pool[k])
                s.held[i] |= <uint32_t>1 << pool[k]
                k += 1
    return True


cdef bint place_wilds(
    State* s, const Tables* t, int seat, int* wanted, Bag* unseen, int* stocked
) noexcept nogil:
    """At the end the points left in each hand tell its wilds; the stock has the others, here at its top."""
    cdef const Round* r
    cdef int wilds = count(unseen[0], t.wild)
    cdef int i, extra, n
    if s.rounds == 0:
        return False
    r = &s.history[s.rounds - 1]
    unseen[0] -= wilds * card(t.wild)
    for i in range(s.players):
        if i == seat:
            continue
        extra = r.left[i] - t.points * s.cards[i]
        if extra < 0 or extra % (t.wild_points - t.points):
            return False
        n = extra // (t.wild_points - t.points) - count(s.known[i], t.wild)
        if n < 0 or n > wilds or n > wanted[i]:
            return False
        wilds -= n
        wanted[i] -= n
        if n:
            s.hand[i] += n * card(t.wild)
            s.held[i] |= <uint32_t>1 << t.wild
    if wilds > stocked[0]:
        return False
    while wilds:
        stocked[0] -= 1
        s.stock[stocked[0]] = <uint8_t>t.wild
        wilds -= 1
    return True


cdef bint draw_holders(State* s, const Tables* t, Stream* stream, int seat) noexcept nogil:
    """Every filling of the other holders that the hands cover is equally likely. Deals again when they do not, which is
    fast, and after some tries draws by counting the fillings, which always ends; both follow the same law."""
    cdef uint8_t pool[MINERALS]
    cdef int wanted = 0
    cdef int i, j, k, n, need
    cdef bint covered
    n = unpack_set(((<uint32_t>1 << MINERALS) - 1) & ~<uint32_t>(s.melded | s.holder[seat]), pool)
    for i in range(s.players):
        if i != seat:
            wanted += s.minerals[i]
    if wanted > n:
        return False
    for _ in range(TRIES):
        pick(stream, pool, 0, wanted, n)
        covered = True
        k = 0
        for i in range(s.players):
            if i != seat:
                need = 0
                s.holder[i] = 0
                for j in range(s.minerals[i]):
                    s.holder[i] |= <uint16_t>(1 << pool[k])
                    need += t.need[pool[k]]
                    k += 1
                s.need[i] = <uint8_t>need
                covered &= need <= room_of(s, i)
        if covered:
            return True
    return count_holders(s, t, stream, seat, pool, n)


cdef inline int room_of(const State* s, int seat) noexcept nogil:
    """The ions that a seat's holder may need."""
    return s.cards[seat] - (s.phase == PLAY and s.turn == seat)


cdef struct Fillings:
    # Minerals that need equally many ions are alike for the count: they form a class.
    int seats                   # holders to fill
    int seat[MAX_SEATS]
    int minerals[MAX_SEATS]     # how many each gets
    int room[MAX_SEATS]         # ions each may need
    int classes
    int need[MINERALS]          # of a mineral of the class
    int free[MINERALS]          # minerals of the class not yet placed
    uint8_t members[MINERALS][MINERALS]


cdef uint64_t ways(Fillings* f, int i, int c, int minerals, int room) noexcept nogil:
    """Fillings of the holders from the i-th on, of which the i-th still gets so many minerals of class c and later ones."""
    cdef uint64_t total = 0
    cdef uint64_t choices = 1
    cdef int free, n
    if minerals == 0:
        i += 1
        return ways(f, i, 0, f.minerals[i], f.room[i]) if i < f.seats else 1
    if c == f.classes:
        return 0
    free = f.free[c]
    n = 0
    while n <= minerals and n <= free and n * f.need[c] <= room:
        f.free[c] = free - n
        total += choices * ways(f, i, c + 1, minerals - n, room - n * f.need[c])
        choices = choices * (free - n) // (n + 1)
        n += 1
    f.free[c] = free
    return total


cdef bint count_holders(
    State* s, const Tables* t, Stream* stream, int seat, const uint8_t* pool, int n
) noexcept nogil:
    """Draws the number of a filling, then finds it: how many of each class go to each holder, and which."""
    cdef Fillings f
    cdef uint64_t total, number, below_here, choices
    cdef int i, j, c, free, minerals, room
    memset(&f, 0, sizeof(f))
    for i in range(s.players):
        if i != seat:
            s.holder[i] = 0
            s.need[i] = 0
            if s.minerals[i]:
                f.seat[f.seats] = i
                f.minerals[f.seats] = s.minerals[i]
                f.room[f.seats] = room_of(s, i)
                f.seats += 1
    for i in range(MINERALS):           # ascending, so that the draw depends on nothing but the pool as a set
        for j in range(n):
            if pool[j] == i:
                c = 0
                while c < f.classes and f.need[c] != t.need[i]:
                    c += 1
                f.classes += c == f.classes
                f.need[c] = t.need[i]
                f.members[c][f.free[c]] = <uint8_t>i
                f.free[c] += 1
    total = ways(&f, 0, 0, f.minerals[0], f.room[0])
    if total == 0:
        return False
    while True:                         # an even draw from 0 .. total-1; the words past the last whole multiple are drawn again
        number = <uint64_t>word(stream) << 32
        number |= word(stream)
        if number >= (0 - total) % total:
            break
    number %= total
    for i in range(f.seats):
        minerals = f.minerals[i]
        room = f.room[i]
        c = 0
        while minerals:
            free = f.free[c]
            choices = 1
            j = 0
            while True:
                f.free[c] = free - j
                below_here = ways(&f, i, c + 1, minerals - j, room - j * f.need[c])
                if number < choices * below_here:
                    break
                number -= choices * below_here
                choices = choices * (free - j) // (j + 1)
                j += 1
            number %= below_here
            minerals -= j
            room -= j * f.need[c]
            pick(stream, f.members[c], 0, j, free)
            s.need[f.seat[i]] += <uint8_t>(j * f.need[c])
            while j:
                j -= 1
                s.holder[f.seat[i]] |= <uint16_t>(1 << f.members[c][0])
                free -= 1
                memmove(f.members[c], &f.members[c][1], free)
            c += 1
    return True


# --- What holds in every state.

cdef str flaw(const State* s, const Tables* t):
    """None, or what is wrong. Each part may lean on those before it."""
    cdef str why = flaw_of_bounds(s, t)
    if why is None:
        why = flaw_of_table(s, t)
    if why is None:
        why = flaw_of_cards(s, t)
    if why is None:
        why = flaw_of_history(s, t)
    if why is None:
        why = flaw_of_turns(s, t)
    if why is None:
        why = flaw_of_phase(s, t)
    return why


cdef str flaw_of_bounds(const State* s, const Tables* t):
    """Everything is in bounds, everything unused is 0, everything that follows from something else does."""
    cdef State fresh = s[0]
    cdef Bag bags
    cdef int i
    if s.phase > OVER or s.turn >= s.players or s.actor >= s.players or s.taken > t.kinds:
        return "the phase, turn, actor or taken card is out of bounds"
    if not 1 <= s.round <= last_round(s, t) or s.rounds != s.round - (s.phase != OVER):
        return "the number of rounds is out of bounds"
    if s.stocked > DECK or s.discarded > DECK or s.reshuffled > 1:
        return "a pile is out of bounds"
    for i in range(DECK):
        if s.stock[i] >= (t.kinds if i < s.stocked else 1) or s.discard[i] >= (t.kinds if i < s.discarded else 1):
            return "a card of a pile is out of bounds"
    for i in range(MINERALS):
        if s.wild_for[i] > t.wild or s.owner[i] >= s.players:
            return "the owner or the substitute of a meld is out of bounds"
        if not s.melded >> i & 1 and (s.owner[i] or s.wild_for[i] or s.meld[i]):
            return "a mineral has cards but is not melded"
    if not s.reshuffled and (s.stock_from or s.shuffled):
        return "there was no reshuffle, yet its cards are known"
    settle(&fresh, t)
    for i in range(s.players, MAX_SEATS):
        fresh.hand[i] = fresh.known[i] = 0
        fresh.score[i] = fresh.left[i] = fresh.held[i] = 0
        fresh.holder[i] = 0
        fresh.cards[i] = fresh.minerals[i] = fresh.need[i] = fresh.turns[i] = fresh.first_play[i] = 0
    memset(&fresh.history[s.rounds], 0, (ROUNDS - s.rounds) * sizeof(Round))
    if memcmp(&fresh, s, sizeof(State)) != 0:
        return "a derived or unused field is wrong"
    bags = s.stock_from
    for i in range(s.players):
        bags |= s.hand[i] | s.known[i]
    for i in range(MINERALS):
        bags |= s.meld[i]
    if bags >> 3 * t.kinds:
        return "there is a card of a kind that does not exist"
    return None


cdef str flaw_of_table(const State* s, const Tables* t):
    """Minerals: each is in one place, each seat has those dealt, each meld has its ions."""
    cdef uint16_t seen = s.melded
    cdef int owned[MAX_SEATS]
    cdef uint32_t kinds
    cdef int i
    for i in range(s.players):
        if seen & s.holder[i]:
            return "a mineral is in two places"
        seen |= s.holder[i]
        owned[i] = popcount(s.holder[i])
        if owned[i] != s.minerals[i]:
            return f"the number of minerals in holder {i} is wrong"
    for i in range(MINERALS):
        if s.melded >> i & 1:
            owned[s.owner[i]] += 1
            if s.first_play[s.owner[i]] == 0:
                return f"seat {s.owner[i]} has melded but never played"
            kinds = kinds_of(s.meld[i])
            if kinds & ~(t.ions[i] | <uint32_t>1 << t.wild):
                return f"mineral {i} has a card it does not take"
            if s.wild_for[i]:
                if not t.wilds[i] or not t.ions[i] >> (s.wild_for[i] - 1) & 1 or not kinds >> t.wild & 1:
                    return f"mineral {i} has no such substitute"
                kinds |= <uint32_t>1 << (s.wild_for[i] - 1)
            if t.ions[i] & ~kinds:
                return f"mineral {i} lacks an ion"
    for i in range(s.players):
        if owned[i] != t.deal_minerals[s.players]:
            return f"seat {i} has not the minerals dealt"
    return None


cdef str flaw_of_cards(const State* s, const Tables* t):
    """Ion cards: all are there, what is known is true."""
    cdef int stock[KINDS]
    cdef int i, kind, total
    memset(stock, 0, sizeof(stock))
    for i in range(s.stocked):
        stock[s.stock[i]] += 1
    for kind in range(t.kinds):
        total = stock[kind]
        for i in range(s.discarded):
            total += s.discard[i] == kind
        for i in range(s.players):
            total += count(s.hand[i], kind)
            if count(s.known[i], kind) > count(s.hand[i], kind):
                return f"a card known to be in hand {i} is not there"
        for i in range(MINERALS):
            total += count(s.meld[i], kind)
        if total != count(t.whole, kind):
            return f"there are {total} cards of kind {kind}, not {count(t.whole, kind)}"
        if count(s.stock_from, kind) > count(t.whole, kind):
            return "the reshuffled cards are more than there are"
        if s.reshuffled and stock[kind] > count(s.stock_from, kind):
            return "the stock has a card that was not reshuffled into it"
    if s.reshuffled and size_of(s.stock_from) <= s.stocked:
        return "no card was drawn after the reshuffle"
    for i in range(s.players):
        if size_of(s.hand[i]) != s.cards[i]:
            return f"the number of cards in hand {i} is wrong"
        if s.need[i] > s.cards[i]:
            return f"hand {i} does not cover its minerals"
        if s.cards[i] == 0 and not (s.phase == OVER and s.turn == i):
            return f"hand {i} is empty"
    return None


cdef str flaw_of_history(const State* s, const Tables* t):
    """Finished rounds: they add up to the scores, and none but the last ended the match."""
    cdef const Round* r
    cdef uint32_t score[MAX_SEATS]
    cdef uint32_t left[MAX_SEATS]
    cdef uint32_t total, best = 0
    cdef int i, seat
    memset(score, 0, sizeof(score))
    memset(left, 0, sizeof(left))
    for i in range(s.rounds):
        r = &s.history[i]
        if r.reason > BLOCKED or r.rummy > 1 or r.winner > s.players or r.spare:
            return f"round {i + 1} of the history is out of bounds"
        if t.target[s.variant] and best >= <uint32_t>t.target[s.variant]:
            return f"the match was over before round {i + 1}"
        total = 0
        for seat in range(MAX_SEATS):
            if seat >= s.players and r.left[seat]:
                return f"round {i + 1} of the history has too many seats"
            total += r.left[seat]
            left[seat] += r.left[seat]
        if (r.winner != 0) != (r.reason == OUT) or (r.rummy and not r.winner):
            return f"round {i + 1} of the history has a wrong winner"
        if r.turns > s.players * t.turns_each or (r.turns == s.players * t.turns_each) != (r.reason == CAP):
            return f"round {i + 1} of the history has a wrong number of turns"
        if r.winner == 0:
            total = 0
        elif r.left[r.winner - 1]:
            return f"the winner of round {i + 1} had cards left"
        if r.points != total * (t.rummy_factor if r.rummy else 1):
            return f"the points of round {i + 1} are not those left in the hands"
        if r.winner:
            score[r.winner - 1] += r.points
            best = max(best, score[r.winner - 1])
    for seat in range(s.players):
        if score[seat] != s.score[seat] or left[seat] != s.left[seat]:
            return f"the totals of seat {seat} are not those of the history"
    total = s.rounds == last_round(s, t) or (t.target[s.variant] and best >= <uint32_t>t.target[s.variant])
    if total != (s.phase == OVER):
        return "the match is over, or not, against its history"
    return None


cdef str flaw_of_turns(const State* s, const Tables* t):
    """Turns go round from the first seat of the round; nobody played in a turn yet to come."""
    cdef int n = s.players
    cdef int first = (s.round - 1) % n
    cdef int turns = s.turns[s.turn]
    cdef bint capped = s.phase == OVER and s.history[s.rounds - 1].reason == CAP
    cdef bint begun = s.phase == PLAY or s.phase == CALL or (s.phase == OVER and s.history[s.rounds - 1].reason == OUT)
    cdef int i
    if (turns != t.turns_each) if capped else (turns >= t.turns_each):
        return "the number of turns is out of bounds"
    for i in range(n):
        if s.turns[i] != turns + ((i - first + n) % n < (s.turn - first + n) % n):
            return f"seat {i} has not the turns that fit the seat on turn"
        if s.first_play[i] > s.turns[i] + (begun and i == s.turn):
            return f"seat {i} played in a turn it has not had"
    return None


cdef str flaw_of_phase(const State* s, const Tables* t):
    cdef const Round* r
    cdef int seat = s.turn
    cdef int i, turns
    if s.phase != CALL and s.actor != seat:
        return "the seat to act is not on turn"
    if s.taken and (s.phase != PLAY or count(s.known[seat], s.taken - 1) == 0):
        return "the taken card is not known to be in the hand"
    if s.phase == DRAW:
        if s.stocked == 0 and s.discarded == 0:
            return "there is nothing to draw"
    elif s.phase == PLAY:
        if s.minerals[seat] and s.cards[seat] <= s.need[seat]:
            return "no card is left for the discard"
        if s.cards[seat] == 1 and s.taken and not s.takes >> (s.taken - 1) & 1:
            return "the taken card is stuck"
    elif s.phase == CALL:
        if s.actor == seat:
            return "the discarder may not call"
        if s.discarded == 0 or not s.takes >> s.discard[s.discarded - 1] & 1:
            return "no meld takes the discarded card"
    else:
        r = &s.history[s.rounds - 1]
        turns = 0
        for i in range(s.players):
            turns += s.turns[i]
            if r.left[i] != points_of(t, s.hand[i], s.cards[i]):
                return f"the points left in hand {i} are wrong"
        if r.turns != turns:
            return "the turns of the last round are wrong"
        turns = s.turns[seat] + 1
        if r.reason == OUT and (r.winner != seat + 1 or s.cards[seat] or s.minerals[seat]):
            return "the winner of the last round did not go out"
        if r.rummy != (r.reason == OUT and turns >= t.rummy_first_turn and s.first_play[seat] == turns):
            return "the last round was a Rummy, or not, against the turns"
        if r.reason != OUT and s.cards[seat] == 0:
            return "a seat went out, yet the last round had no winner"
        if r.reason == BLOCKED and (s.stocked or s.discarded):
            return "the last round was not blocked"
    return None
