"""Points: what the full items are worth, what the last gems buy, who is ahead."""

from libc.stdint cimport int32_t

from engine.zavandor.components cimport T
from engine.zavandor.items cimport held, is_full, total
from engine.zavandor.state cimport (
    ALTARS, CLANS, COINS, DRAGONS, FAMILY_LEVEL, FULL, ITEMS, NO_COUNTER, SEATS, SHRINES, SPACE, Seat, State,
)


cdef void count_points(const Seat* p, Final* out) noexcept nogil:
    cdef int counts[NO_COUNTER + 1]
    cdef int price = T.base_price
    cdef int i, j, n, thing, gain
    for i in range(NO_COUNTER + 1):
        counts[i] = 0
    counts[FAMILY_LEVEL] = p.level[0]
    counts[COINS] = p.vp
    for i in range(ITEMS):
        thing = p.item[i]
        counts[DRAGONS] += T.hoard[thing]
        if is_full(p, i):
            counts[FULL] += 1
            counts[CLANS] += T.clan[thing]
            counts[SHRINES] += T.shrine[thing]
            counts[ALTARS] += T.altar[thing]
            if T.final_price[thing] and T.final_price[thing] < price:
                price = T.final_price[thing]
    if is_full(p, 1):
        counts[DRAGONS] += 1
    out.items = 0
    for i in range(ITEMS):
        if is_full(p, i):
            thing = p.item[i]
            gain = 0
            for j in range(T.thresholds[thing]):
                if counts[T.counter[thing]] >= T.at_least[thing][j]:
                    gain = T.end_vp[thing][j]
            out.items += T.vp[thing] + gain
    n = total(held(p.hand))
    out.coins = p.vp
    out.bought = n // price
    out.left = n % price


cdef void result(const State* s, int32_t* scores, int32_t* ranks) noexcept nogil:
    """By score, then by cards left over."""
    cdef Final parts[SEATS]
    cdef int i, j
    for i in range(s.players):
        count_points(&s.seats[i], &parts[i])
        scores[i] = parts[i].coins + parts[i].bought + parts[i].items
    for i in range(s.players):
        ranks[i] = 1
        for j in range(s.players):
            if scores[j] > scores[i] or (scores[j] == scores[i] and parts[j].left > parts[i].left):
                ranks[i] += 1
