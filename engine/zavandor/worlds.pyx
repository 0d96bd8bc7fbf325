"""What a seat does not know: forgetting it (`hide`), drawing it anew (`draw`), and what every state must obey.

The law of the document, deck by deck: the deck is drawn from the unseen cards that may lie in it (the *open* ones), then
all other unseen cards are dealt to the covered places of the other hands. So every way to put the unseen cards into the
places, no *shut* card in the deck, is equally likely, and the places may be filled in any order: a hand's next place
gets a shut card with the chance (shut cards left) / (hand places left), else an open card. Which is how the hand of a
seat that has named the gems it gives is drawn first, on its own, as often as it takes to hold them (`deal_giver`).
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from engine.chance cimport Dice, Seed, Stream, chacha8, open_worlds, roll
from engine.zavandor.components cimport T
from engine.zavandor.items cimport (
    at, bank_has, can_take_card, can_take_marker, has_choice, has_usable, held, income_of, over_limit, total, unit, within,
)
from engine.zavandor.state cimport *

cdef enum:
    FIRST_TRIES = 3             # of dealing a giver's hand blindly, before the chances are counted
    LAST_TRIES = 2000           # then the view is held to be impossible; six tries on average were the most ever measured


# --- Forgetting.

cdef void hide(State* s, int seat) noexcept nogil:
    cdef Seat* p
    cdef int i, deck
    memset(s.taken, 0, sizeof(s.taken))
    memset(s.deck, 0, sizeof(s.deck))
    memset(s.pile, 0, sizeof(s.pile))
    for i in range(s.players):
        if i == seat:
            continue
        p = &s.seats[i]
        for deck in range(DECKS):
            p.covered[deck] = total(p.hand[deck]) - total(p.known[deck])
            p.hand[deck] = p.known[deck]
        if s.phase == BID:
            memset(p.bids, 0, GEMS)
            if p.named < GEMS:
                p.named = 0


# --- Drawing.

cdef enum:
    OPEN
    SHUT


cdef struct Pool:
    int cards[2][GEMS]          # unseen cards that may be in the deck (OPEN), and that cannot (SHUT)
    int sum[2]                  # of each
    int places                  # covered places in hands, all seats


cdef struct Luck:
    # Random numbers for drawing worlds: speed counts, and the seed is the caller's own.
    Dice dice
    uint64_t rest               # the unused half of the last roll
    bint half


cdef inline uint32_t pick_below(Luck* l, uint32_t n) noexcept nogil:
    if l.half:
        l.half = False
        return <uint32_t>((l.rest & <uint64_t>0xffffffff) * n >> 32)
    l.rest = roll(&l.dice)
    l.half = True
    return <uint32_t>((l.rest >> 32) * n >> 32)


cdef inline double fraction(Luck* l) noexcept nogil:
    return <double>(roll(&l.dice) >> 11) * (1.0 / 9007199254740992.0)


cdef bint count_pool(const State* s, int seat, int deck, Pool* pool) noexcept nogil:
    """The unseen cards of a deck; False when they do not fill the places there are."""
    cdef int unseen, gem, i
    pool.sum[OPEN] = 0
    pool.sum[SHUT] = 0
    pool.places = 0
    for gem in range(GEMS):
        unseen = at(T.cards[deck], gem) - at(s.discards[deck], gem)
        for i in range(s.players):
            unseen -= at(s.seats[i].table[deck], gem) + at(s.seats[i].hand[deck], gem)
        if unseen < 0:
            return False
        pool.cards[OPEN][gem] = min(unseen, at(s.sources[deck], gem))
        pool.cards[SHUT][gem] = unseen - pool.cards[OPEN][gem]
        pool.sum[OPEN] += pool.cards[OPEN][gem]
        pool.sum[SHUT] += pool.cards[SHUT][gem]
    for i in range(s.players):
        if i != seat:
            pool.places += s.seats[i].covered[deck]
    return pool.sum[OPEN] >= s.deck_size[deck] and pool.sum[OPEN] + pool.sum[SHUT] == s.deck_size[deck] + pool.places


cdef inline int take_from(Pool* pool, Luck* l) noexcept nogil:
    """The gem of the card in the next place of a hand."""
    cdef int part = OPEN
    cdef int gem = 0
    cdef int n
    if pool.sum[SHUT] and pick_below(l, pool.places) < <uint32_t>pool.sum[SHUT]:
        part = SHUT
    n = pick_below(l, pool.sum[part])
    while n >= pool.cards[part][gem]:
        n -= pool.cards[part][gem]
        gem += 1
    pool.cards[part][gem] -= 1
    pool.sum[part] -= 1
    pool.places -= 1
    return gem


cdef struct Hand:
    # A hand being dealt to a seat that has named the gems it gives.
    Pool pools[DECKS]
    int covered[DECKS]          # places still to be filled
    Gems dealt[DECKS]


cdef void fill_hand(Hand* h, Luck* l) noexcept nogil:
    cdef int deck
    for deck in range(DECKS):
        while h.covered[deck]:
            h.covered[deck] -= 1
            h.dealt[deck] += unit(take_from(&h.pools[deck], l))


cdef inline void plant(Hand* h, int deck, int part, int gem, int n) noexcept nogil:
    """Puts a card of a pool into a place of the hand (n = 1), or takes it back (-1)."""
    h.pools[deck].cards[part][gem] -= n
    h.pools[deck].sum[part] -= n
    h.pools[deck].places -= n
    h.covered[deck] -= n
    h.dealt[deck] += unit(gem) * n


cdef double chance(const Hand* h, int deck, int part, int gem) noexcept nogil:
    """The expected number of such cards in the hand: their number times the chance of each."""
    cdef const Pool* pool = &h.pools[deck]
    cdef double sum
    if not h.covered[deck] or not pool.cards[part][gem]:
        return 0
    sum = <double>pool.cards[part][gem] * h.covered[deck] / pool.places
    return sum if part == SHUT else sum * (pool.places - pool.sum[SHUT]) / pool.sum[OPEN]


cdef double ways(Hand* h, const int* gems, int n) noexcept nogil:
    """The expected number of ordered choices of these n gems from the hand."""
    cdef double sum = 0
    cdef double one
    cdef int deck, part
    if n == 0:
        return 1
    for deck in range(DECKS):
        for part in range(2):
            one = chance(h, deck, part, gems[0])
            if one > 0:
                if n > 1:
                    plant(h, deck, part, gems[0], 1)
                    one *= ways(h, gems + 1, n - 1)
                    plant(h, deck, part, gems[0], -1)
                sum += one
    return sum


cdef bint plant_next(Hand* h, Luck* l, const int* gems, int n, double* sum) noexcept nogil:
    """Plants the first of n gems; `sum` is the `ways` of all n, then of those that are left."""
    cdef double left = fraction(l) * sum[0]
    cdef double one
    cdef int deck, part
    for deck in range(DECKS):
        for part in range(2):
            one = chance(h, deck, part, gems[0])
            if one > 0:
                plant(h, deck, part, gems[0], 1)
                sum[0] = ways(h, gems + 1, n - 1)
                left -= one * sum[0]
                if left < 0:
                    return True
                plant(h, deck, part, gems[0], -1)
    return False


cdef bint plant_all(Hand* h, Luck* l, const int* gems, int n, double sum) noexcept nogil:
    """Plants n gems, each choice of cards with the chance that the hand holds them; `sum` is the `ways` of the n."""
    cdef int i
    for i in range(n):
        if not plant_next(h, l, gems + i, n - i, &sum):
            return False
    return True


cdef uint32_t choices(Gems cards, Gems need) noexcept nogil:
    """In how many ways the needed gems can be chosen from the cards; of each at most three are needed."""
    cdef uint32_t product = 1
    cdef uint32_t n, k
    cdef int gem
    for gem in range(GEMS):
        n = at(cards, gem)
        k = at(need, gem)
        if k == 1:
            product *= n
        elif k == 2:
            product *= n * (n - 1) // 2
        elif k == 3:
            product *= n * (n - 1) * (n - 2) // 6
    return product


cdef int list_rare(Hand* h, Gems need, int* gems) noexcept nogil:
    """Lists the needed gems that the hand is expected to offer less than once; -1 when it cannot hold one of them."""
    cdef int n = 0
    cdef int gem, i, k
    cdef double expected
    for gem in range(GEMS):
        k = at(need, gem)
        if k:
            for i in range(k):
                gems[n + i] = gem
            expected = ways(h, gems + n, k) / (6 if k == 3 else k)
            if not expected > 0:
                return -1
            if expected < 1:
                n += k
    return n


cdef bint deal_giver(const Hand* before, Gems need, Luck* l, Hand* h) noexcept nogil:
    """The hand of a seat that holds certain gems, all such deals equally likely.

    Dealing blindly until it does is right, but slow where a gem is rare. Rare gems are planted: a choice of cards for
    them with the chance that the hand holds those, then the rest blindly. A deal comes up once for each choice
    of the planted gems that it offers, so it is kept with the chance 1 / choices, and if it holds the other gems too.
    Every try that is kept, with whatever gems planted, is a fair draw; so the first few may be blind.
    """
    cdef int gems[3]
    cdef int rare = 0
    cdef int i, tries
    cdef double sum = 0
    cdef Gems planted = 0
    for tries in range(LAST_TRIES):
        h[0] = before[0]
        if tries == FIRST_TRIES:
            rare = list_rare(h, need, gems)
            if rare < 0:
                return False
            for i in range(rare):
                planted += unit(gems[i])
            sum = ways(h, gems, rare)
        if rare and not plant_all(h, l, gems, rare, sum):
            continue
        fill_hand(h, l)
        if within(need, held(h.dealt)) and (not rare or pick_below(l, choices(held(h.dealt), planted)) == 0):
            return True
    return False


cdef void deal_deck(State* s, int seat, int deck, const Pool* pool, Luck* l) noexcept nogil:
    """The deck, and the covered places of the other hands."""
    cdef uint8_t cards[2 * DECK_ROOM]
    cdef Seat* p
    cdef int size = s.deck_size[deck]
    cdef int n = 0
    cdef int gem, i, j, k, end
    cdef uint8_t card
    for gem in range(GEMS):
        for i in range(pool.cards[OPEN][gem]):
            cards[n] = gem
            n += 1
    for i in range(size):
        j = i + pick_below(l, n - i)
        s.deck[deck][i] = cards[j]
        cards[j] = cards[i]
    for gem in range(GEMS):
        for i in range(pool.cards[SHUT][gem]):
            cards[n] = gem
            n += 1
    i = size
    for k in range(s.players):
        p = &s.seats[k]
        if not p.covered[deck]:
            continue
        end = i + p.covered[deck]
        p.covered[deck] = 0
        while i < end:
            # Whoever is last gets what is left.
            j = i + pick_below(l, n - i) if end < n else i
            p.hand[deck] += unit(cards[j])
            cards[j] = cards[i]
            i += 1


cdef bint draw(State* s, int seat, const Seed* key) noexcept nogil:
    cdef Hand before, after
    cdef Luck luck
    cdef Stream stream
    cdef Seat* p
    cdef Gems need = 0
    cdef int deck, gem, i, n
    open_worlds(&stream, key)
    chacha8(stream.key, 0, stream.number, stream.block)
    luck.dice.state = stream.block[0] | <uint64_t>stream.block[1] << 32
    luck.half = False
    for deck in range(DECKS):
        if not count_pool(s, seat, deck, &before.pools[deck]):
            return False
        n = 0
        for gem in range(GEMS):
            for i in range(at(s.discards[deck], gem)):
                s.pile[deck][n] = gem
                n += 1
    if s.give and s.trader != seat:
        p = &s.seats[s.trader]
        for gem in range(GEMS):
            n = at(s.give, gem)
            for deck in range(DECKS):
                n -= at(p.hand[deck], gem)
            if n > 0:
                need += <Gems>n << (8 * gem)
        if total(need) > 3:
            return False
    if need:
        for deck in range(DECKS):
            before.covered[deck] = p.covered[deck]
            before.dealt[deck] = 0
        if not deal_giver(&before, need, &luck, &after):
            return False
        for deck in range(DECKS):
            p.hand[deck] += after.dealt[deck]
            p.covered[deck] = 0
            deal_deck(s, seat, deck, &after.pools[deck], &luck)
    else:
        for deck in range(DECKS):
            deal_deck(s, seat, deck, &before.pools[deck], &luck)
    if s.phase == BID:
        for i in range(s.players):
            p = &s.seats[i]
            if i == seat:
                continue
            if p.named < GEMS:
                p.named = pick_below(&luck, GEMS)
            for gem in range(GEMS - p.named, GEMS):
                p.bids[gem] = pick_below(&luck, at(held(p.hand), gem) + 1)
    return True


# --- What every state must obey.

cdef str flaw(const State* s, int players, bint reverse):
    return (
        flaw_of_range(s, players)
        or flaw_of_gems(s)
        or flaw_of_improvements(s, reverse)
        or flaw_of_auction(s)
        or flaw_of_phase(s)
    )


cdef str flaw_of_range(const State* s, int players):
    """Every index within its table, unused bytes zero."""
    cdef const Seat* p
    cdef const uint8_t* raw
    cdef int i, j
    if s.players != players or s.phase >= PHASES or s.starter >= players or s.turn >= players or s.trader >= players:
        return "players, phase, starter, turn or trader are out of range"
    if s.king >= T.halls or s.evaluating >= GEMS or s.cycle > T.trade_cycles or s.offered > 1 or s.any_offer > 1:
        return "king, evaluating, cycle or an offer are out of range"
    if s.failed >> GEMS or s.removed >> CARDS:
        return "failed or removed are out of range"
    for i in range(players, SEATS):
        raw = <const uint8_t*>&s.seats[i]
        for j in range(<int>sizeof(Seat)):
            if raw[j]:
                return f"seat {i} is not in the game"
    for i in range(players):
        p = &s.seats[i]
        if p.board >= BOARDS or p.named > GEMS:
            return f"seat {i}: board or bids are out of range"
        for j in range(ITEMS):
            if p.item[j] >= THINGS or p.level[j] > T.slots[p.item[j]]:
                return f"seat {i}: item {j} or its level is out of range"
        for j in range(DECKS):
            if p.covered[j]:
                return f"seat {i}: its hand is not drawn"
    for i in range(GEMS):
        if s.winners[i] > players or s.row_size[i] > ROW_ROOM:
            return f"gem {i}: winner or row are out of range"
        if s.right[i] > NOTHING or s.middle[i] > NOTHING:
            return f"row {i}: its cards are out of range"
        for j in range(ROW_ROOM):
            if s.row[i][j] >= CARDS or (j >= s.row_size[i] and s.row[i][j]):
                return f"row {i}: its deck is out of range"
    for i in range(DECKS):
        if s.deck_size[i] > DECK_ROOM or s.pile_size[i] > DECK_ROOM:
            return f"deck {i}: it has too many cards"
        for j in range(DECK_ROOM):
            if s.deck[i][j] >= GEMS or (j >= s.deck_size[i] and s.deck[i][j]):
                return f"deck {i}: a card is out of range"
            if s.pile[i][j] >= GEMS or (j >= s.pile_size[i] and s.pile[i][j]):
                return f"pile {i}: a card is out of range"
    return None


cdef str flaw_of_gems(const State* s):
    """Every gem card is in one place, and the public records are true."""
    cdef const Seat* p
    cdef int counts[GEMS]
    cdef int piled[GEMS]
    cdef int deck, gem, i
    for deck in range(DECKS):
        for gem in range(GEMS):
            counts[gem] = 0
            piled[gem] = 0
        for i in range(s.pile_size[deck]):
            piled[s.pile[deck][i]] += 1
        for i in range(s.deck_size[deck]):
            counts[s.deck[deck][i]] += 1
        for gem in range(GEMS):
            if piled[gem] != at(s.discards[deck], gem):
                return f"discards[{deck}] differ from the pile"
            if counts[gem] > at(s.sources[deck], gem) or at(s.sources[deck], gem) > at(T.cards[deck], gem):
                return f"decks_from[{deck}] cannot be"
            counts[gem] += piled[gem]
            for i in range(s.players):
                p = &s.seats[i]
                counts[gem] += at(p.hand[deck], gem) + at(p.table[deck], gem)
                if at(p.known[deck], gem) > at(p.hand[deck], gem):
                    return f"seat {i} is known to hold more than it holds"
            if counts[gem] != at(T.cards[deck], gem):
                return f"there are {at(T.cards[deck], gem)} cards of deck {deck} and gem {gem}, not {counts[gem]}"
    return None


cdef str flaw_of_improvements(const State* s, bint reverse):
    """Every improvement is in one place, where it may be, and boards are those of the variant."""
    cdef const Seat* p
    cdef uint64_t seen = s.removed
    cdef uint32_t boards = 0
    cdef int i, j, card
    for i in range(GEMS):
        for j in range(-2, s.row_size[i]):
            card = s.right[i] if j == -2 else s.middle[i] if j == -1 else s.row[i][j]
            if card == NOTHING:
                continue
            if card >= CARDS or card < STARTS or (card - STARTS) // SUIT != i:
                return f"row {i}: improvement {card} is not of its suit"
            if seen >> card & 1:
                return f"improvement {card} is in two places"
            seen |= <uint64_t>1 << card
    for i in range(s.players):
        p = &s.seats[i]
        if reverse:
            if p.board == 0 or boards >> p.board & 1:
                return f"seat {i}: its board is not one of the reverse sides, each once"
            boards |= 1 << p.board
        elif p.board:
            return f"seat {i}: its board is not the front"
        if p.item[0] != FAMILY + p.board or p.level[0] < 1:
            return f"seat {i}: its Family clan is not that of its board, at level 1 or more"
        if p.item[1] != (DRAGON + p.board if T.slots[DRAGON + p.board] else NOTHING):
            return f"seat {i}: its Packdragon is not that of its board"
        for j in range(SPACE, ITEMS):
            card = p.item[j]
            if p.used >> j & 1 and not T.hoard[card]:
                return f"seat {i}: only hoards are marked used"
            if card == NOTHING:
                continue
            if card >= CARDS or j >= SPACE + T.spaces[p.board]:
                return f"seat {i}: no improvement can be in space {j - SPACE}"
            if card < STARTS and p.level[j] < 1:
                return f"seat {i}: a starting scroll has a marker"
            if seen >> card & 1:
                return f"improvement {card} is in two places"
            seen |= <uint64_t>1 << card
        if p.used & ((1 << SPACE) - 1):
            return f"seat {i}: only hoards are marked used"
    if seen != (<uint64_t>1 << CARDS) - 1:
        return "an improvement is missing"
    return None


cdef str flaw_of_auction(const State* s):
    """Bids, winners and tables fit the phase."""
    cdef const Seat* p
    cdef int gem, i, on_table, bids
    cdef int judged = GEMS          # gems from here on have been evaluated
    if s.phase == REWARD:
        judged = s.evaluating
    elif s.phase > REWARD:
        judged = 0
    for gem in range(GEMS):
        bids = 0
        for i in range(s.players):
            p = &s.seats[i]
            on_table = at(p.table[0], gem) + at(p.table[1], gem) + at(p.table[2], gem) + at(p.table[3], gem)
            bids += p.bids[gem]
            if p.bids[gem] and gem < GEMS - p.named:
                return f"seat {i}: a bid was not named yet"
            if (s.phase < BID and p.named) or (s.phase > BID and p.named < GEMS):
                return f"seat {i}: bids do not belong to this phase"
            if s.phase == BID and p.bids[gem] > at(held(p.hand), gem):
                return f"seat {i}: it bids more than it holds"
            if s.phase <= BID or s.phase == OVER or s.winners[gem] == i + 1:
                if on_table:
                    return f"seat {i}: there are cards on the table that do not belong there"
            elif on_table != p.bids[gem]:
                return f"seat {i}: the cards on the table are not those bid"
        if gem < judged:
            if s.winners[gem]:
                return f"gem {gem} has a winner before its auction"
        elif (bids != 0) != (s.winners[gem] != 0):
            return f"gem {gem} has a winner if anybody bids for it"
        elif s.winners[gem] and not s.seats[s.winners[gem] - 1].bids[gem]:
            return f"gem {gem} was won without a bid"
    return None


cdef str flaw_of_phase(const State* s):
    """The seat asked has something to decide, and nothing is set that belongs to another phase."""
    cdef const Seat* p = &s.seats[s.turn]
    cdef bint trading = TRADE <= s.phase <= OFFER_REPLY
    cdef bint placing = s.phase == INCOME_PLACE or s.phase == SCROLL_PLACE
    cdef bint moved = s.phase == UPGRADE or s.phase == OVER
    cdef int i, named
    cdef Gems cards
    if s.round < 1 or s.round > 15 or not T.moves[s.king] >> (s.round if moved else s.round - 1) & 1:
        return "the King cannot be in this hall in this round"
    if s.starter != (s.round - 1) % s.players:
        return "starter does not follow from the round"
    if (s.phase == OVER) != (T.ways[s.king] == 0 and s.phase != UPGRADE):
        return "the game is over when the King is crowned"
    if (s.markers != 0) != placing or (placing and not can_take_marker(p)):
        return "markers are placed where there are any, on items that are not full"
    if s.upgraded and s.phase != UPGRADE:
        return "upgraded belongs to the upgrade phase"
    for i in range(ITEMS):
        if s.upgraded >> i & 1 and p.level[i] == 0:
            return "an upgraded item has a marker"
    if s.evaluating and s.phase != REWARD:
        return "evaluating belongs to the reward phase"
    if (s.phase == BID or s.phase == OVER) and s.turn:
        return "nobody is at turn"
    if trading != (s.cycle > 0) or (not trading and (s.trader or s.any_offer or s.offered)):
        return "a trade belongs to the trade phases"
    if (s.offered and not s.any_offer) or (s.cycle > 1 and not s.any_offer):
        return "any_offer is true once there was an offer"
    if trading and s.phase != OFFER_REPLY and s.turn != s.trader:
        return "the seat at turn is the one that trades"
    if (OFFER_GIVE <= s.phase <= OFFER_REPLY) and not s.offered:
        return "an offer uses up the turn's offer"
    if (s.give != 0) != (s.phase == OFFER_WANT or s.phase == OFFER_REPLY) or (s.want != 0) != (s.phase == OFFER_REPLY):
        return "give and want are set by offers"
    if not within_offer(s.give) or not within_offer(s.want):
        return "an offer is too large"
    if s.give and not within(s.give, held(s.seats[s.trader].hand)):
        return "the offering seat does not hold what it gives"
    for i in range(GEMS):
        if at(s.give, i) and at(s.want, i):
            return "the same gem is given and wanted"
        if s.failed >> i & 1 and (s.phase != BANK_TAKE or at(s.sources[T.search[i]], i)):
            return "a failed search leaves none of the gem in the deck"
    if s.phase == INCOME_DRAW:
        cards = <Gems>income_of(p)
        if not over_limit(p, cards) or not has_choice(cards):
            return "there is no income to choose"
    elif s.phase == SCROLLS:
        if not has_usable(p):
            return "the seat at turn has no card to use"
    elif s.phase == BANK_GIVE:
        if total(held(p.hand)) < T.bank_price:
            return "the seat at turn cannot pay the bank"
    elif s.phase == BANK_TAKE:
        if not bank_has(s):
            return "the bank has nothing"
        if not s.failed and s.pile_size[0] + s.pile_size[1] + s.pile_size[2] + s.pile_size[3] < T.bank_price:
            return "the cards given to the bank are in no pile"
    elif s.phase == OFFER_GIVE:
        if not held(p.hand):
            return "the seat at turn has nothing to offer"
    elif s.phase == OFFER_REPLY:
        if s.turn == s.trader:
            return "nobody replies to their own offer"
    elif s.phase == BID:
        named = 0
        for i in range(s.players):
            named += s.seats[i].named
        if named == GEMS * s.players:
            return "all bids are named"
    elif s.phase == REWARD:
        if s.winners[s.evaluating] != s.turn + 1 or p.bids[s.evaluating] < T.card_bid:
            return "the seat at turn has won no reward"
        if s.right[s.evaluating] == NOTHING or not can_take_card(p):
            return "there is no reward to choose"
    elif s.phase == KING:
        if s.turn != (s.winners[0] - 1 if s.winners[0] else s.starter) or T.ways[s.king] < 2:
            return "the seat at turn does not move the King"
    return None


cdef bint within_offer(Gems v) noexcept nogil:
    cdef int i
    for i in range(GEMS):
        if at(v, i) > T.offer_size:
            return False
    return total(v) <= T.offer_size
