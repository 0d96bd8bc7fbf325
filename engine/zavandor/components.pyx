"""Fills the C tables from the data files, when the module is imported."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from engine.zavandor import tables
from engine.zavandor.state cimport (
    DRAGON, FAMILY, KING_COST, LEVELS, NEVER, NO_COUNTER, NOTHING, STARTS, SUIT, Gems, VectorList, Yield,
)

DATA = tables.load()


cdef Gems gems_of(counts):
    return sum([n << 8 * g for g, n in enumerate(counts)])


cdef Yield yield_of(counts):
    return sum([n << 8 * d for d, n in enumerate(counts)])


cdef fill_thing(int thing, item):
    cdef int level, i
    T.slots[thing] = len(item.costs)
    for level in range(LEVELS):
        T.price[thing][level] = NEVER
    for level, cost in enumerate(item.costs):
        if not cost.given:
            T.price[thing][level] = KING_COST if cost.king else gems_of(cost.gems)
    for level, row in enumerate(item.income):
        T.income[thing][level] = yield_of(row)
    for level, options in enumerate(item.use):
        T.uses[thing][level] = len(options)
        for i, row in enumerate(options):
            T.use[thing][level][i] = yield_of(row)
    T.scroll[thing] = item.type == "scroll"
    T.hoard[thing] = item.type == "hoard"
    T.removable[thing] = item.removable
    T.clan[thing] = item.type in ("clan", "family")
    T.shrine[thing] = item.type == "shrine"
    T.altar[thing] = item.type == "altar"
    T.vp[thing] = item.vp
    if item.wild is not None:
        T.wild[thing] = 0x7f << 8 * item.wild
    if item.bid_bonus is not None:
        T.bid_bonus[thing] = item.bid_bonus[1] << 8 * item.bid_bonus[0]
    if item.win_vp is not None:
        T.win_vp[thing] = item.win_vp[1] << 8 * item.win_vp[0]
    if item.final_price is not None:
        T.final_price[thing] = item.final_price
    T.counter[thing] = NO_COUNTER
    if item.end_vp is not None:
        counter, table = item.end_vp
        T.counter[thing] = tables.COUNTERS.index(counter)
        T.thresholds[thing] = len(table)
        for i, (least, vp) in enumerate(table):
            T.at_least[thing][i] = least
            T.end_vp[thing][i] = vp


cdef fill_vectors(VectorList* found, int low, int high):
    cdef uint32_t code
    cdef int a, b, c, d
    for code in range(1 << 16):
        a, b, c, d = code >> 12, code >> 8 & 15, code >> 4 & 15, code & 15
        if low <= a + b + c + d <= high:
            found.code[found.count] = code
            found.gems[found.count] = a | b << 8 | c << 16 | d << 24
            found.count += 1


cdef fill():
    cdef int i, g
    memset(&T, 0, sizeof(T))
    T.counter[NOTHING] = NO_COUNTER
    for i in range(LEVELS):
        T.price[NOTHING][i] = NEVER
    for i, card in enumerate(DATA.cards):
        fill_thing(i, card)
    for i, board in enumerate(DATA.boards):
        T.spaces[i] = board.spaces
        fill_thing(FAMILY + i, board.family)
        if board.dragon is not None:
            fill_thing(DRAGON + i, board.dragon)
    for i, deck in enumerate(DATA.decks):
        T.cards[i] = gems_of(deck.cards)
    for g, gem in enumerate(DATA.gems):
        T.search[g] = gem.deck
        T.bonus[g] = gem.bonus
        suit = range(STARTS + g * SUIT, STARTS + (g + 1) * SUIT)
        for i, card in enumerate([card for card in suit if DATA.cards[card].stage == "light"]):
            T.light[g][i] = card
        for i, card in enumerate([card for card in suit if DATA.cards[card].stage == "dark"]):
            T.dark[g][i] = card
    T.halls = len(DATA.halls)
    for i, hall in enumerate(DATA.halls):
        T.hall_cost[i] = gems_of(hall.cost)
        T.ways[i] = len(hall.next)
        for g, onward in enumerate(hall.next):
            T.way[i][g] = onward
        T.moves[i] = sum([1 << n for n in hall.moves])
    rules = DATA.rules
    for i, n in enumerate(rules.starting_hand):
        T.starting_hand[i] = n
    T.income_limit = rules.income_limit
    T.card_bid = rules.card_bid
    T.auction_vp = rules.win_vp
    T.bonus_vp = rules.bonus_vp
    T.base_price = rules.final_price
    T.trade_cycles = rules.trade_cycles
    T.bank_price = rules.bank_price
    T.offer_size = rules.offer_size
    for i in range(1, 4):
        fill_vectors(&T.of_sum[i], i, i)
    fill_vectors(&T.offers, 1, T.offer_size)


fill()
