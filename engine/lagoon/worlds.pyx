"""The worlds a seat of Miner's Lagoon may be in: forgetting what it cannot know, drawing it anew, and what holds in all."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from engine.bits cimport lowest, lowest64, popcount, popcount64
from engine.chance cimport Seed, Stream, open_worlds, word
from engine.deck cimport pop
from engine.lagoon.legal cimport payable, possible
from engine.lagoon.state cimport (
    ACTIONS, CELLS, CHOOSE_CORPORATIONS, CHOOSE_OBJECTIVES, CORPORATIONS, DEALS, DO_BUY, DO_CLOSE, DO_DEPART, DO_DRAW,
    DO_ENRICH, DO_GALLERIES, DO_MINE, DO_MONEY, DO_RECRUIT, DO_SELL, DO_TRADE, DRAWN, EQUIPMENT, GALLERIES, ISLANDS, LEVEL_1,
    MONEY, MOST, MOST_CUBES, OBJECTIVES, OFFERED, OVER, POSITIONS, RESOURCES, SEATS, SHIPMENTS, SITE, SPACES, UNITS, WORDS,
    Action, Deal, Effect, Pending, Seat, State, Tables, carried, corporations_size, objectives_size, settle,
)

cdef enum:
    BATCH = 5                   # draws from one word: the product of five ranges is below 2**27, so that few words are drawn again

cdef uint64_t CHOICES[DEALS + 1][DEALS + 1]     # ways to choose k Deals of n
memset(CHOICES, 0, sizeof(CHOICES))
for n in range(DEALS + 1):
    CHOICES[n][0] = 1
    for k in range(1, n + 1):
        CHOICES[n][k] = CHOICES[n - 1][k - 1] + CHOICES[n - 1][k]


# --- Forgetting.

cdef void hide(State* s, int seat) noexcept nogil:
    cdef uint32_t down = s.there & ~s.up
    cdef Seat* other
    cdef int i
    for i in range(s.players):
        if i == seat:
            continue
        other = &s.seats[i]
        other.deals = 0
        other.offer = 0
        other.returned = 0
        other.declined = 0
        if s.phase != OVER:
            other.objectives = 0
        if s.phase == CHOOSE_CORPORATIONS:
            other.corporation = 0
    while down:
        i = lowest(down)
        down &= down - 1
        if s.by[i] != seat + 1:
            s.tile[i] = 0
    if s.turn != seat:
        memset(s.pending.tiles, 0, DRAWN)
    s.deals_taken = 0
    s.galleries_taken = 0
    memset(s.objectives, 0, OBJECTIVES)
    memset(s.corporations, 0, CORPORATIONS)
    memset(s.deals, 0, DEALS)
    memset(s.equipment, 0, EQUIPMENT)
    memset(s.galleries, 0, GALLERIES)
    memset(s.shipments, 0, SHIPMENTS)


# --- Drawing. Each kind of card or tile: the pool of all that the view does not show is shuffled in the place of the deck;
# --- the hidden places take from its top, and what is left must be the deck.

cdef inline uint64_t mix_in(Stream* stream, uint64_t members, uint8_t* out, int n, int draws) noexcept nogil:
    """Adds the first `draws` members to n that are in an even order already, each at an even place; the members left.

    All draws share a word: what the first leaves of it, a fraction, serves the next. Words that would favour some outcome are
    drawn again, as `below` does (Brackett-Rozinsky and Lemire, Batched Ranged Random Integer Generation, 2024)."""
    cdef uint8_t places[BATCH]
    cdef uint64_t m
    cdef uint32_t rest, ranges
    cdef int i
    while True:
        rest = word(stream)
        ranges = 1
        for i in range(draws):
            m = <uint64_t>rest * <uint64_t>(n + 1 + i)
            rest = <uint32_t>m
            places[i] = <uint8_t>(m >> 32)
            ranges *= <uint32_t>(n + 1 + i)
        if rest >= ranges or rest >= (0 - ranges) % ranges:
            break
    for i in range(draws):
        out[n + i] = out[places[i]]
        out[places[i]] = <uint8_t>lowest64(members)
        members &= members - 1
    return members


cdef inline int shuffle_set(Stream* stream, uint64_t members, uint8_t* out) noexcept nogil:
    """The members of a set in an even order; how many."""
    cdef int size = popcount64(members)
    cdef int n = 0
    while n + BATCH <= size:
        members = mix_in(stream, members, out, n, BATCH)
        n += BATCH
    if n < size:
        mix_in(stream, members, out, n, size - n)
    return size


cdef bint draw(State* s, const Tables* t, const Seed* key, int seat) noexcept nogil:
    cdef Stream stream
    open_worlds(&stream, key)
    return (
        draw_objectives(s, &stream, seat) and draw_corporations(s, &stream, seat) and draw_deals(s, t, &stream, seat)
        and draw_galleries(s, &stream, seat) and draw_markets(s, &stream)
    )


cdef bint draw_objectives(State* s, Stream* stream, int seat) noexcept nogil:
    cdef uint64_t pool = (<uint64_t>1 << OBJECTIVES) - 1
    cdef uint64_t shown = s.seats[seat].objectives
    cdef Seat* other
    cdef int hidden = 1 if s.phase == OVER else OFFERED     # of each other seat
    cdef int i
    cdef uint8_t n
    if s.phase == CHOOSE_OBJECTIVES:
        shown |= s.seats[seat].offer
    if s.seats[seat].returned:
        shown |= <uint64_t>1 << (s.seats[seat].returned - 1)
    for i in range(s.players):
        shown |= s.seats[i].objectives
    n = <uint8_t>shuffle_set(stream, pool & ~shown, s.objectives)
    if n != objectives_size(s) + hidden * (s.players - 1):
        return False
    for i in range(s.players):
        if i == seat:
            continue
        other = &s.seats[i]
        if s.phase == CHOOSE_OBJECTIVES and s.waiting >> i & 1:
            other.offer = <uint32_t>1 << pop(s.objectives, &n)
            other.offer |= <uint32_t>1 << pop(s.objectives, &n)
            other.offer |= <uint32_t>1 << pop(s.objectives, &n)
            continue
        other.returned = <uint8_t>(pop(s.objectives, &n) + 1)
        if s.phase != OVER:
            other.objectives = <uint32_t>1 << pop(s.objectives, &n)
            other.objectives |= <uint32_t>1 << pop(s.objectives, &n)
    return True


cdef bint draw_corporations(State* s, Stream* stream, int seat) noexcept nogil:
    cdef uint64_t pool = (<uint64_t>1 << CORPORATIONS) - 1
    cdef Seat* other
    cdef int hidden = 0         # of each other seat
    cdef int i
    cdef uint8_t n
    if s.phase == CHOOSE_CORPORATIONS:
        pool &= ~<uint64_t>s.seats[seat].offer
        hidden = OFFERED - 1
    elif s.phase > CHOOSE_CORPORATIONS:
        hidden = 1
    if s.seats[seat].declined:
        pool &= ~(<uint64_t>1 << (s.seats[seat].declined - 1))
    for i in range(s.players):
        if s.seats[i].corporation:
            pool &= ~(<uint64_t>1 << (s.seats[i].corporation - 1))
    n = <uint8_t>shuffle_set(stream, pool, s.corporations)
    if n != corporations_size(s) + hidden * (s.players - 1):
        return False
    if hidden == 0:
        return True
    for i in range(s.players):
        if i == seat:
            continue
        other = &s.seats[i]
        if s.phase == CHOOSE_CORPORATIONS and s.waiting >> i & 1:
            other.offer = <uint32_t>1 << pop(s.corporations, &n)
            other.offer |= <uint32_t>1 << pop(s.corporations, &n)
            continue
        other.declined = <uint8_t>(pop(s.corporations, &n) + 1)
        if s.phase == CHOOSE_CORPORATIONS:
            other.corporation = <uint8_t>(pop(s.corporations, &n) + 1)
    return True


cdef bint draw_deals(State* s, const Tables* t, Stream* stream, int seat) noexcept nogil:
    cdef uint64_t pool = (<uint64_t>1 << DEALS) - 1 & ~s.seats[seat].deals
    cdef int closer = -1        # a seat of which the view tells that it holds a Deal it can pay
    cdef int hands = 0
    cdef int i, j
    cdef uint8_t n
    for i in range(s.players):
        pool &= ~s.seats[i].deals_closed
        if i != seat:
            hands += s.seats[i].deals_held
    for i in range(s.deals_out):
        pool &= ~(<uint64_t>1 << s.deal_discard[i])
    if s.pending.deal:
        pool &= ~(<uint64_t>1 << (s.pending.deal - 1))
    if popcount64(pool) != s.deals_size + hands:
        return False
    if s.pending.what and s.turn != seat and must_close(s, t):
        closer = s.turn
        if not draw_closer(s, t, stream, closer, pool):
            return False
        pool &= ~s.seats[closer].deals
    n = <uint8_t>shuffle_set(stream, pool, s.deals)
    for i in range(s.players):
        if i != seat and i != closer:
            for j in range(s.seats[i].deals_held):
                s.seats[i].deals |= <uint64_t>1 << pop(s.deals, &n)
    return True


cdef inline bint must_close(const State* s, const Tables* t) noexcept nogil:
    """Whether `close` is the only step the seat on turn can have: nothing done yet, and no Deal to draw instead."""
    cdef const Action* a = &t.action[s.pending.what - 1]
    if s.pending.count:
        return False
    if a.ways == 2:
        return a.way[0].do == DO_DRAW and s.deals_size + s.deals_out == 0
    return a.way[0].do == DO_CLOSE


cdef bint draw_closer(State* s, const Tables* t, Stream* stream, int seat, uint64_t pool) noexcept nogil:
    """A hand with a Deal that can be paid, by the law of dealing anew until there is one: first how many of these are in the
    hand, in proportion to the hands there are with so many, then which, then which others."""
    cdef Seat* other = &s.seats[seat]
    cdef const Action* a = &t.action[s.pending.what - 1]
    cdef uint64_t good = pool & payable(t, other)
    cdef uint8_t cards[DEALS]
    cdef uint64_t at, ways
    cdef int held = other.deals_held
    cdef int fit = popcount64(good)
    cdef int rest = popcount64(pool) - fit
    cdef int i
    cdef int wanted = 1
    if held == 0 or fit == 0 or (other.closed and a.way[a.ways - 1].once):
        return False
    at = below_wide(stream, CHOICES[fit + rest][held] - CHOICES[rest][held])
    while True:
        ways = CHOICES[fit][wanted] * CHOICES[rest][held - wanted]
        if at < ways:
            break
        at -= ways
        wanted += 1
    shuffle_set(stream, good, cards)
    for i in range(wanted):
        other.deals |= <uint64_t>1 << cards[i]
    shuffle_set(stream, pool & ~good, cards)
    for i in range(held - wanted):
        other.deals |= <uint64_t>1 << cards[i]
    return True


cdef inline uint64_t below_wide(Stream* stream, uint64_t n) noexcept nogil:
    """An even draw from 0 .. n-1 for numbers beyond 32 bits: words are cut to the bits of n, and those too large drawn again.
    (At least every other one fits; that 64 in a row do not, nobody will see.)"""
    cdef uint64_t mask = n
    cdef uint64_t found = 0
    cdef int i
    for i in range(6):
        mask |= mask >> (1 << i)
    for i in range(64):
        found = <uint64_t>word(stream) << 32
        found = (found | word(stream)) & mask
        if found < n:
            return found
    return found % n


cdef bint draw_galleries(State* s, Stream* stream, int seat) noexcept nogil:
    cdef uint64_t pool = (<uint64_t>1 << GALLERIES) - 1
    cdef uint32_t hidden = 0    # positions
    cdef int drawn = 0
    cdef int i
    cdef uint8_t n
    for i in range(POSITIONS):
        if not s.there >> i & 1:
            continue
        if s.up >> i & 1 or s.by[i] == seat + 1:
            pool &= ~(<uint64_t>1 << s.tile[i])
        else:
            hidden |= <uint32_t>1 << i
    for i in range(s.galleries_out):
        pool &= ~(<uint64_t>1 << s.gallery_discard[i])
    if s.turn == seat:
        for i in range(s.pending.tiles_left):
            if s.pending.tiles[i] == 0:
                return False
            pool &= ~(<uint64_t>1 << (s.pending.tiles[i] - 1))
    else:
        drawn = s.pending.tiles_left
    n = <uint8_t>shuffle_set(stream, pool, s.galleries)
    if n != s.galleries_size + popcount(hidden) + drawn:
        return False
    while hidden:
        s.tile[lowest(hidden)] = <uint8_t>pop(s.galleries, &n)
        hidden &= hidden - 1
    for i in range(drawn):
        s.pending.tiles[i] = <uint8_t>(pop(s.galleries, &n) + 1)
    return True


cdef bint draw_markets(State* s, Stream* stream) noexcept nogil:
    """The orders of the decks of Equipment and Shipments."""
    cdef uint64_t machines = (<uint64_t>1 << EQUIPMENT) - 1 & ~<uint64_t>s.equipment_market
    cdef uint64_t tiles = (<uint64_t>1 << SHIPMENTS) - 1 & ~s.shipment_market
    cdef int i
    for i in range(s.players):
        machines &= ~<uint64_t>s.seats[i].equipment
        tiles &= ~s.seats[i].shipments
    return (
        shuffle_set(stream, machines, s.equipment) == s.equipment_size
        and shuffle_set(stream, tiles, s.shipments) == s.shipments_size
    )


# --- What holds in every position.

cdef str flaw(const State* s, const Tables* t):
    """None, or the first invariant that is broken. Bounds come first: what follows may lean on them."""
    cdef str why = flaw_of_bounds(s, t)
    if why is None:
        why = flaw_of_cards(s)
    if why is None:
        why = flaw_of_galleries(s, t)
    if why is None:
        why = flaw_of_center(s, t)
    if why is None and s.phase <= CHOOSE_CORPORATIONS:
        why = flaw_of_setup(s)
    if why is None and s.phase > CHOOSE_CORPORATIONS:
        why = flaw_of_round(s, t)
    if why is None:
        why = flaw_of_pending(s, t)
    return why


cdef bint blank(const void* data, size_t size) noexcept nogil:
    cdef size_t i
    for i in range(size):
        if (<const char*>data)[i]:
            return False
    return True


cdef str flaw_of_bounds(const State* s, const Tables* t):
    cdef const Seat* it
    cdef int i, j
    if s.phase > OVER or s.round < 1 or s.round > t.rounds:
        return "phase or round is out of bounds"
    if s.token != (s.round - 1) % s.players:
        return "the token is not where it is in this round"
    if s.turn >= s.players or s.final_round > 1 or s.waiting >> s.players:
        return "the seats to act are out of bounds"
    if not blank(&s.seats[s.players], (SEATS - s.players) * sizeof(Seat)):
        return "a seat that nobody has is not empty"
    for i in range(s.players):
        it = &s.seats[i]
        if it.score < -2 * MOST or it.score > 2 * MOST:
            return f"the score of seat {i} is out of bounds"
        for j in range(UNITS):
            if it.unit[j] > 2 * MOST:
                return f"the money or a resource of seat {i} is out of bounds"
        if it.merchants > 99 or it.miners > 99 or it.merchants_free > it.merchants or it.miners_free > it.miners:
            return f"seat {i} has more workers free than it owns"
        if it.ship > 4 or it.passed > 1 or it.acted > 1 or it.closed > 1:
            return f"the ship or a mark of seat {i} is out of bounds"
        if it.equipment_used & ~(it.equipment & t.active):
            return f"seat {i} used Equipment that it has not, or that does nothing"
        if it.deals_held != popcount64(it.deals):
            return f"seat {i} has not the number of Deals it should hold"
    return None


# --- Every card and tile is in one place.

cdef struct Census:
    uint64_t seen
    bint twice


cdef inline void count_card(Census* c, int id) noexcept nogil:
    c.twice |= c.seen >> (id & 63) & 1
    c.seen |= <uint64_t>1 << (id & 63)


cdef inline void count_set(Census* c, uint64_t members) noexcept nogil:
    c.twice |= (c.seen & members) != 0
    c.seen |= members


cdef inline bint count_pile(Census* c, const uint8_t* pile, int n, int room) noexcept nogil:
    """The cards of a deck or pile; False when it is too large, or what is unused of it is not 0."""
    cdef int i
    if n > room:
        return False
    for i in range(n):
        if pile[i] >= room:
            return False
        count_card(c, pile[i])
    return blank(pile + n, room - n)


cdef bint complete(const Census* c, int members) noexcept nogil:
    return not c.twice and c.seen == (<uint64_t>1 << members) - 1


cdef str flaw_of_cards(const State* s):
    cdef Census objectives, corporations, deals, equipment, galleries, shipments
    cdef const Seat* it
    cdef bint piles
    cdef int i
    memset(&objectives, 0, sizeof(Census))
    corporations = deals = equipment = galleries = shipments = objectives
    piles = count_pile(&objectives, s.objectives, objectives_size(s), OBJECTIVES)
    piles &= count_pile(&corporations, s.corporations, corporations_size(s), CORPORATIONS)
    piles &= count_pile(&deals, s.deals, s.deals_size, DEALS)
    piles &= count_pile(&deals, s.deal_discard, s.deals_out, DEALS)
    piles &= count_pile(&equipment, s.equipment, s.equipment_size, EQUIPMENT)
    piles &= count_pile(&galleries, s.galleries, s.galleries_size, GALLERIES)
    piles &= count_pile(&galleries, s.gallery_discard, s.galleries_out, GALLERIES)
    piles &= count_pile(&shipments, s.shipments, s.shipments_size, SHIPMENTS)
    if not piles:
        return "a deck or pile is out of bounds"
    for i in range(s.players):
        it = &s.seats[i]
        count_set(&objectives, it.objectives)
        count_set(&objectives if s.phase == CHOOSE_OBJECTIVES else &corporations, it.offer)
        if it.returned:
            count_card(&objectives, it.returned - 1)
        if it.corporation:
            count_card(&corporations, it.corporation - 1)
        if it.declined:
            count_card(&corporations, it.declined - 1)
        count_set(&deals, it.deals)
        count_set(&deals, it.deals_closed)
        count_set(&equipment, it.equipment)
        count_set(&shipments, it.shipments)
    count_set(&equipment, s.equipment_market)
    count_set(&shipments, s.shipment_market)
    if s.pending.deal:
        count_card(&deals, s.pending.deal - 1)
    for i in range(POSITIONS):
        if s.there >> i & 1:
            if s.tile[i] >= GALLERIES:
                return "a gallery is out of bounds"
            count_card(&galleries, s.tile[i])
    for i in range(DRAWN):
        if s.pending.tiles[i]:
            count_card(&galleries, s.pending.tiles[i] - 1)
    if not complete(&objectives, OBJECTIVES):
        return "an Objective is missing, or there twice"
    if not complete(&corporations, CORPORATIONS):
        return "a Corporation is missing, or there twice"
    if not complete(&deals, DEALS):
        return "a Deal is missing, or there twice"
    if not complete(&equipment, EQUIPMENT):
        return "an Equipment card is missing, or there twice"
    if not complete(&galleries, GALLERIES):
        return "a gallery is missing, or there twice"
    if not complete(&shipments, SHIPMENTS):
        return "a shipment is missing, or there twice"
    return None


# --- The board.

cdef str flaw_of_galleries(const State* s, const Tables* t):
    cdef bint up
    cdef int i
    if s.there >> POSITIONS or s.up & ~s.there or s.dry & ~s.up:
        return "the galleries are out of bounds"
    if s.there >> 1 & ~s.there & LEVEL_1:
        return "a column has a gallery at level 2 and none at level 1"
    for i in range(POSITIONS):
        up = s.up >> i & 1
        if not s.there >> i & 1 and (s.tile[i] or s.left[i] or s.by[i]):
            return "a place without a gallery is not empty"
        if s.by[i] > s.players or (up and s.by[i]):
            return "a gallery was laid face down by nobody who could"
        if s.left[i] > (t.amount[s.tile[i]] if up else 0):
            return "a gallery has more minerals than it can"
        if s.dry >> i & 1 != (up and s.left[i] == 0):
            return "a gallery is empty, or not, against its minerals"
        if up and s.left[i] == 0 and t.amount[s.tile[i]]:
            return "an exhausted gallery is still there"
    return None


cdef str flaw_of_center(const State* s, const Tables* t):
    """Cubes and Artifacts."""
    cdef int total, out, r, i
    cdef uint64_t made = 0
    for i in range(s.players):
        made |= s.seats[i].shipments
    for r in range(RESOURCES):
        total = 0
        for i in range(CELLS):
            if s.center[r][i] > MOST_CUBES or (s.center[r][i] and (i & 3) >= s.players):
                return "the cubes in the center are out of bounds"
            if s.present[r] >> i & 1 != (s.center[r][i] != 0):
                return "the cells of the center are taken, or not, against their cubes"
            if i < SEATS:
                total += s.center[r][i]
        if s.present[r] >> CELLS or total > t.line_limit:
            return "too many cubes are at level 0"
        if total and s.phase != ACTIONS:
            return "a cube is at level 0 although the round is over"
        out = (s.artifacts >> r & 1) + (s.artifacts >> (r + 4) & 1)
        for i in range(s.players):
            if s.seats[i].artifacts[r] > 2:
                return "there are more than two Artifacts of a resource"
            out += s.seats[i].artifacts[r]
        out += popcount64(made & ~t.artless[r])
        if out != 2:
            return "the Artifacts on the board, of the seats and shipped are not two of each resource"
    return None


# --- The phases.

cdef str flaw_of_setup(const State* s):
    """Nothing is there yet but what the seats choose from and have chosen."""
    cdef const Seat* it
    cdef Seat rest
    cdef bint waits, objectives = s.phase == CHOOSE_OBJECTIVES
    cdef int i
    if s.waiting == 0 or s.turn or s.round != 1 or s.final_round or s.actions_left or s.ordered:
        return "the setup is out of bounds"
    if s.there or s.equipment_market or s.shipment_market or s.deals_out or s.galleries_out or s.artifacts != 255:
        return "the board is laid out before the setup is over"
    if not (blank(s.order, SEATS) and blank(s.users, SPACES) and blank(s.queue, SPACES) and blank(s.center, sizeof(s.center))):
        return "the board is in use before the setup is over"
    for i in range(s.players):
        it = &s.seats[i]
        waits = s.waiting >> i & 1
        if popcount(it.offer) != ((OFFERED if objectives else OFFERED - 1) if waits else 0):
            return f"seat {i} has not the cards to choose from that it should"
        if popcount(it.objectives) != (0 if objectives and waits else 2) or (it.returned == 0) != (objectives and waits):
            return f"seat {i} has chosen Objectives, or not, against the phase"
        if (it.corporation == 0) != (objectives or waits) or (it.declined == 0) != (objectives or waits):
            return f"seat {i} has chosen a Corporation, or not, against the phase"
        rest = it[0]
        rest.offer = rest.objectives = 0
        rest.returned = rest.corporation = rest.declined = 0
        if not blank(&rest, sizeof(Seat)):
            return f"seat {i} owns something before the setup is over"
    return None


cdef str flaw_of_round(const State* s, const Tables* t):
    cdef const Seat* it
    cdef bint reached = False
    cdef bint everybody = True
    cdef int i
    cdef str why
    if s.waiting:
        return "seats still choose although the setup is over"
    if popcount(s.equipment_market) != t.equipment_shown and (s.equipment_size or popcount(s.equipment_market) > t.equipment_shown):
        return "the market of Equipment is not full"
    if popcount64(s.shipment_market) != t.shipments_shown and (
        s.shipments_size or popcount64(s.shipment_market) > t.shipments_shown
    ):
        return "the market of shipments is not full"
    for i in range(s.players):
        it = &s.seats[i]
        reached |= it.score >= t.goal
        everybody &= it.passed
        if it.offer or popcount(it.objectives) != 2 or it.returned == 0 or it.corporation == 0 or it.declined == 0:
            return f"seat {i} has not chosen its Objectives and Corporation"
    if s.phase == OVER:
        if s.turn or s.actions_left or not everybody:
            return "the match is over although somebody may act"
        if reached and not s.final_round or not s.final_round and s.round != t.rounds:
            return "the match is over without a reason"
        if s.final_round and not reached and not t.pay_round[s.round]:
            return "nobody made this the final round"
    elif s.final_round != reached:
        return "this is the final round, or not, against the scores"
    why = flaw_of_islands(s) if s.phase == ISLANDS else flaw_of_order(s, t)
    return flaw_of_spaces(s, t) if why is None else why


cdef str flaw_of_islands(const State* s):
    """Seats from the token on up to the one on turn have picked, all others not."""
    cdef const Seat* it
    cdef uint32_t picked = 0
    cdef int first, i
    if s.actions_left or s.ordered or s.final_round or not blank(s.order, SEATS):
        return "turns have begun before all have picked an island"
    for i in range(s.players):
        it = &s.seats[i]
        first = (i - s.token + s.players) % s.players < (s.turn - s.token + s.players) % s.players
        if (it.ship != 0) != first or (first and picked >> it.ship & 1):
            return f"the ship of seat {i} is not where it can be while islands are picked"
        picked |= <uint32_t>1 << it.ship
        if it.merchants_free != it.merchants or it.miners_free != it.miners or it.passed or it.acted or it.closed:
            return f"seat {i} has acted before all have picked an island"
        if it.equipment_used:
            return f"seat {i} has used Equipment before all have picked an island"
    return None


cdef str flaw_of_order(const State* s, const Tables* t):
    cdef uint32_t seen = 0
    cdef int i
    if s.ordered != s.players or not blank(&s.order[s.players], SEATS - s.players):
        return "the turn order has not all seats"
    for i in range(s.players):
        if s.order[i] >= s.players or seen >> s.order[i] & 1:
            return "the turn order has not all seats"
        seen |= <uint32_t>1 << s.order[i]
        if s.seats[i].ship == 0:
            return f"the ship of seat {i} is at no island"
    if s.phase == ACTIONS:
        if s.seats[s.turn].passed:
            return "the seat on turn has passed"
        if s.actions_left < 1 or s.actions_left > t.turn_actions:
            return "actions_left is out of bounds"
        if s.actions_left < t.turn_actions and not s.seats[s.turn].acted:
            return "the seat on turn has fewer actions left than it took"
    return None


cdef str flaw_of_spaces(const State* s, const Tables* t):
    """Workers are where the used spaces and cards have them."""
    cdef int merchants[SEATS]   # placed
    cdef int used[SEATS]        # spaces and cards
    cdef bint mined[SEATS]
    cdef bint closing[SEATS]
    cdef const Seat* it
    cdef const Action* a
    cdef uint32_t seen
    cdef int i, j, n, seat, placed
    for i in range(SEATS):
        merchants[i] = used[i] = mined[i] = closing[i] = 0
    for i in range(SPACES):
        a = &t.action[i]
        n = popcount(s.users[i])
        seen = 0
        for j in range(n):
            seat = s.queue[i] >> 2 * j & 3
            seen |= <uint32_t>1 << seat
            used[seat] += 1
            if a.way[0].do == DO_MINE:
                mined[seat] = True
            else:
                merchants[seat] += 1 + j
            closing[seat] |= a.way[0].once or a.way[1].once
        if seen != s.users[i] or seen >> s.players or (n < SEATS and s.queue[i] >> 2 * n):
            return f"space {i} is used by nobody who could"
        if s.users[i] and s.phase == ISLANDS:
            return f"space {i} is used before all have picked an island"
    for i in range(s.players):
        it = &s.seats[i]
        if it.merchants - it.merchants_free != merchants[i]:
            return f"seat {i} has not placed as many Merchants as the spaces it used take"
        placed = it.miners - it.miners_free - popcount(it.equipment_used)
        if placed < 0 or (placed and not mined[i]):
            return f"seat {i} has not placed as many Miners as the cards and mines it used take"
        used[i] += popcount(it.equipment_used) - (s.pending.what and s.turn == i)
        if it.acted != (used[i] > 0):
            return f"seat {i} has acted, or not, against the spaces and cards it used"
        if it.closed and not closing[i]:
            return f"seat {i} has closed a Deal without a space to do it on"
    return None


# --- The action under way.

cdef str flaw_of_pending(const State* s, const Tables* t):
    cdef const Pending* p = &s.pending
    cdef const Seat* me = &s.seats[s.turn]
    cdef const Action* a
    cdef const Effect* e
    cdef Pending rest = p[0]
    cdef str why = None
    cdef int what = p.what - 1
    if what < 0:
        return None if blank(p, sizeof(Pending)) else "there are traces of an action although none is under way"
    if s.phase != ACTIONS or what >= SPACES + EQUIPMENT:
        return "an action is under way that cannot be"
    a = &t.action[what]
    if what < SPACES:
        if not (s.users[what] >> s.turn & 1 and t.acts[me.ship] >> what & 1):
            return "the space of the action under way is not used by the seat on turn"
    elif not me.equipment_used >> (what - SPACES) & 1:
        return "the card of the action under way is not used by the seat on turn"
    if p.mode != a.way[0].do and (a.ways < 2 or (p.mode and p.mode != a.way[1].do)):
        return "the action under way is none of its space or card"
    if a.ways == 2 and (p.mode == 0) != (p.count == 0):
        return "the alternative of the action under way is settled, or not, against its steps"
    e = carried(s, t)
    if e.do == DO_RECRUIT or e.do == DO_MONEY or e.do == DO_SELL or e.do == DO_DEPART:
        return "an action without steps is under way"

    # Each word checks its own fields and clears them; the others must be as at the start.
    if p.mode == DO_MINE:
        why = flaw_of_mining(s, t, me)
        memset(rest.assigned, 0, POSITIONS)
    elif p.mode == DO_GALLERIES:
        why = flaw_of_laying(s, e)
        rest.laid = rest.faces_up = rest.tiles_left = 0
        memset(rest.placed, 0, DRAWN)
        memset(rest.tiles, 0, DRAWN)
    elif p.mode == DO_ENRICH:
        why = flaw_of_enriching(s, e)
        memset(rest.enriched, 0, RESOURCES)
    elif p.mode == DO_CLOSE:
        why = flaw_of_closing(s, t, me, e)
        rest.deal = 0
    elif p.mode != DO_BUY and p.mode != DO_TRADE and p.count:
        why = "the action under way has only one step"
    if why is not None:
        return why
    rest.what = rest.mode = rest.count = 0
    if not blank(&rest, sizeof(Pending)):
        return "there are traces of another action than the one under way"
    if p.mode == DO_GALLERIES or p.deal:
        return None
    if possible(s, t, me, s.turn, e) or (p.mode == 0 and possible(s, t, me, s.turn, e + 1)):
        return None
    return "the action under way cannot go on"


cdef str flaw_of_mining(const State* s, const Tables* t, const Seat* me):
    cdef int units = 0
    cdef int miners = 0
    cdef int at, work
    for at in range(POSITIONS):
        work = s.pending.assigned[at] >> (at & 1)
        if work << (at & 1) != s.pending.assigned[at]:
            return "half a pair of Miners is at level 2"
        if work and not (s.there & SITE << 6 * (me.ship - 1)) >> at & 1:
            return "Miners are at work where there is no gallery of their site"
        if work > (s.left[at] if s.up >> at & 1 else t.gallery_limit):
            return "more Miners are at work in a gallery than it takes"
        units += work
        miners += s.pending.assigned[at]
    if units != s.pending.count or miners > me.miners - me.miners_free - popcount(me.equipment_used):
        return "the Miners at work are not those placed"
    return None


cdef str flaw_of_laying(const State* s, const Effect* e):
    cdef const Pending* p = &s.pending
    cdef int i, at
    if p.tiles_left < 1 or p.laid + p.tiles_left != e.tiles or p.count != p.laid:
        return "the galleries laid and those left are not those drawn"
    for i in range(DRAWN):
        if (p.tiles[i] != 0) != (i < p.tiles_left) or (i >= p.laid and p.placed[i]):
            return "the galleries laid and those left are not those drawn"
    if p.laid:
        at = 2 * p.placed[0]
        if at >= POSITIONS or not s.there >> at & 1 or p.faces_up != s.up >> at & 1:
            return "the gallery just laid is not there"
        if not p.faces_up and s.by[at] != s.turn + 1:
            return "the gallery just laid is another seat's"
    elif p.faces_up:
        return "more galleries are face up than were laid"
    return None


cdef str flaw_of_enriching(const State* s, const Effect* e):
    cdef const Pending* p = &s.pending
    cdef int total = 0
    cdef int r
    for r in range(RESOURCES):
        total += p.enriched[r]
        if p.enriched[r] > e.same or p.enriched[r] > s.center[r][s.turn]:
            return "the cubes enriched are not in the center"
    return None if total == p.count else "the cubes enriched are not as many as the steps"


cdef str flaw_of_closing(const State* s, const Tables* t, const Seat* me, const Effect* e):
    cdef const Pending* p = &s.pending
    cdef const Deal* deal
    cdef int i
    if (p.deal != 0) != (p.count > 0):
        return "a Deal is being paid, or not, against the steps"
    if p.deal == 0:
        return None
    deal = &t.deal[p.deal - 1]
    if p.count > deal.needs:
        return "the Deal has been paid"
    for i in range(p.count - 1, deal.needs):
        if (me.cubes >> 4 * deal.resource[i] & 15) < 1 << (deal.level[i] - 1):
            return "the Deal cannot be paid"
    if e.once and not me.closed:
        return "a Deal is being closed that is not counted"
    return None
