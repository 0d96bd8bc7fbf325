"""Objectives, scores and ranks of Miner's Lagoon."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from engine.bits cimport lowest, popcount, popcount64
from engine.lagoon.state cimport LEVELS, MONEY, OVER, RESOURCES, Objective, Seat, State, Tables

cdef enum Form:                 # in the order of tables.FORMS
    MOST
    AT_LEAST
    PER
    TABLE

cdef enum Metric:               # in the order of tables.METRICS
    CENTER_VALUE
    ENRICHED
    ENRICHED_GOLD
    ENRICHED_IRON
    ENRICHED_COPPER
    ENRICHED_SILVER
    ENRICHED_HIGH
    ENRICHED_KINDS
    ARTIFACTS
    DOLLARS
    PLAIN
    SETS
    MACHINES
    DEALS_CLOSED
    SHIPPED
    BULK
    ARTIFACT_SHIPMENTS
    MINERS
    MERCHANTS
    WORKERS


cdef int metric(const State* s, const Tables* t, int seat, int what) noexcept nogil:
    cdef const Seat* me = &s.seats[seat]
    cdef int value = 0
    cdef int i, j
    if what == CENTER_VALUE:
        for i in range(RESOURCES):
            for j in range(1, LEVELS):
                value += s.center[i][4 * j + seat] * j
        return value
    elif what == ENRICHED:
        return popcount(me.cubes)
    elif what == ENRICHED_GOLD or what == ENRICHED_IRON or what == ENRICHED_COPPER or what == ENRICHED_SILVER:
        return popcount(me.cubes >> 4 * (what - ENRICHED_GOLD) & 15)
    elif what == ENRICHED_HIGH:
        return popcount(me.cubes & 0xcccc)
    elif what == ENRICHED_KINDS:
        for i in range(RESOURCES):
            value += (me.cubes >> 4 * i & 15) != 0
        return value
    elif what == ARTIFACTS:
        return me.artifacts[0] + me.artifacts[1] + me.artifacts[2] + me.artifacts[3]
    elif what == DOLLARS:
        return me.unit[MONEY]
    elif what == PLAIN:
        return me.unit[0] + me.unit[1] + me.unit[2] + me.unit[3]
    elif what == SETS:
        value = me.unit[0]
        for i in range(1, RESOURCES):
            value = min(value, me.unit[i])
        return value
    elif what == MACHINES:
        return popcount(me.equipment)
    elif what == DEALS_CLOSED:
        return popcount64(me.deals_closed)
    elif what == SHIPPED:
        return popcount64(me.shipments)
    elif what == BULK:
        return popcount64(me.shipments & t.bulk)
    elif what == ARTIFACT_SHIPMENTS:
        return popcount64(me.shipments & t.art)
    elif what == MINERS:
        return me.miners
    elif what == MERCHANTS:
        return me.merchants
    elif what == WORKERS:
        return me.merchants + me.miners
    return 0


cdef int objective_vp(const State* s, const Tables* t, int seat, int card) noexcept nogil:
    """What an Objective would be worth to a seat as the match stands."""
    cdef const Objective* o = &t.objective[card]
    cdef int value = metric(s, t, seat, o.metric)
    cdef int vp = 0
    cdef int i
    if o.form == PER:
        return o.vp * value
    if o.form == MOST:
        for i in range(s.players):
            if i != seat and metric(s, t, i, o.metric) >= value:
                return 0
        return o.vp
    for i in range(o.rows):
        if value >= o.least[i]:
            vp = o.worth[i]
    return vp


cdef inline bint ahead(const State* s, const int32_t* scores, int a, int b) noexcept nogil:
    """Whether seat a ranks before seat b: score, money, Equipment, closed Deals, Shipments."""
    cdef const Seat* x = &s.seats[a]
    cdef const Seat* y = &s.seats[b]
    if scores[a] != scores[b]:
        return scores[a] > scores[b]
    if x.unit[MONEY] != y.unit[MONEY]:
        return x.unit[MONEY] > y.unit[MONEY]
    if popcount(x.equipment) != popcount(y.equipment):
        return popcount(x.equipment) > popcount(y.equipment)
    if popcount64(x.deals_closed) != popcount64(y.deals_closed):
        return popcount64(x.deals_closed) > popcount64(y.deals_closed)
    return popcount64(x.shipments) > popcount64(y.shipments)


cdef void result(const State* s, const Tables* t, int32_t* scores, int32_t* ranks) noexcept nogil:
    cdef const Seat* me
    cdef uint32_t rest
    cdef int i, j
    for i in range(s.players):
        me = &s.seats[i]
        scores[i] = me.score
        if s.phase == OVER:
            scores[i] += t.artifact_vp * (me.artifacts[0] + me.artifacts[1] + me.artifacts[2] + me.artifacts[3])
            rest = me.objectives
            while rest:
                scores[i] += objective_vp(s, t, i, lowest(rest))
                rest &= rest - 1
    for i in range(s.players):
        ranks[i] = 1
        for j in range(s.players):
            ranks[i] += ahead(s, scores, j, i)
