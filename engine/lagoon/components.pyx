"""The component tables of Miner's Lagoon as C arrays, and the names of everything."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from engine.lagoon.state cimport (
    AMOUNTS, CELLS, COSTS, DEALS, EQUIPMENT, RESOURCES, SEATS, SHIPMENTS, SPACES, Action, Effect, Tables,
)

from engine.lagoon import tables

DATA = tables.load()
WORDS = {word: i + 1 for i, word in enumerate(tables.WORDS)}


cdef int fill_action(Action* a, effect) except -1:
    cdef Effect* e
    for part in effect:
        e = &a.way[a.ways]
        a.ways += 1
        e.do = WORDS[part.do]
        e.worker = part.worker == "miner"
        e.resource = part.resource
        e.cost = part.cost
        e.limit = part.limit
        e.money = part.money
        e.tiles = part.tiles
        e.times = part.times
        e.same = part.same
        e.give = part.give
        e.bonus = part.bonus
        e.once = part.once
        e.level = part.level
        e.vp = part.vp
        for i, money in enumerate(part.pay):
            e.pay[<int>i] = money
    return 0


cdef int fill_board(Tables* t, data) except -1:
    constants = data.constants
    t.rounds = constants["rounds"]
    t.goal = constants["goal"]
    t.turn_actions = constants["actions_per_turn"]
    t.equipment_shown = constants["equipment_shown"]
    t.shipments_shown = constants["shipments_shown"]
    t.artifact_cost = constants["artifact_cost"]
    t.artifact_vp = constants["artifact_vp"]
    t.line_limit = constants["line_limit"]
    t.owner_vp = constants["owner_vp"]
    t.gallery_limit = constants["gallery_limit"]
    for round in data.pay_rounds:
        t.pay_round[<int>round] = 1
    for space in data.spaces:
        fill_action(&t.action[<int>space.id], space.effect)
        if space.effect[0].do == "depart":
            t.departs[<int>space.island] = space.id
        else:
            t.acts[<int>space.island] |= <uint32_t>1 << <int>space.id
    return 0


cdef int fill_center(Tables* t) except -1:
    """Which cells of the center a seat may buy from, by its money and by the cubes it has: levels 1 to 4."""
    cdef int cell, seat, money, cubes
    for cell in range(4, CELLS):
        for seat in range(SEATS):
            for money in range(AMOUNTS):
                if (cell & 3) == seat or money >= cell >> 2:
                    t.buyable[seat][money] |= <uint32_t>1 << cell
        for cubes in range(16):
            if not cubes >> ((cell >> 2) - 1) & 1:
                t.vacant[cubes] |= <uint32_t>1 << cell
    return 0


cdef int fill_cards(Tables* t, data) except -1:
    cdef int i, r, n
    for card in data.equipment:
        i = card.id
        fill_action(&t.action[SPACES + i], card.effect)
        t.active |= <uint32_t>(len(card.effect) > 0) << i
        t.equipment_cost[i] = card.cost
        t.equipment_vp[i] = card.vp
        for n in range(card.cost, COSTS):
            t.affordable[n] |= <uint32_t>1 << i
    for tile in data.galleries:
        t.mineral[<int>tile.id] = tile.mineral
        t.amount[<int>tile.id] = tile.amount
    for deal in data.deals:
        i = deal.id
        t.deal[i].needs = len(deal.needs)
        t.deal[i].vp = deal.vp
        asked = dict(deal.needs)
        for n in range(len(deal.needs)):
            t.deal[i].resource[n], t.deal[i].level[n] = deal.needs[n]
        for r in range(RESOURCES):
            for n in range(16):
                if n >> asked.get(r, 1) - 1 or r not in asked:
                    t.payable[r][n] |= <uint64_t>1 << i
    for tile in data.shipments:
        i = tile.id
        t.shipment[i].vp = tile.vp
        t.shipment[i].money = tile.money
        t.shipment[i].artifact = 0 if tile.artifact is None else tile.artifact + 1
        t.bulk |= <uint64_t>(sum(tile.resources) >= 3) << i
        t.art |= <uint64_t>(tile.artifact is not None) << i
        for r in range(RESOURCES):
            t.shipment[i].resources[r] = tile.resources[r]
            t.artless[r] |= <uint64_t>(tile.artifact != r) << i
            for n in range(tile.resources[r], COSTS):
                t.shippable[r][n] |= <uint64_t>1 << i
    return 0


cdef int fill_seats(Tables* t, data) except -1:
    cdef int i, r
    for card in data.corporations:
        i = card.id
        t.corporation[i].merchants = card.merchants
        t.corporation[i].miners = card.miners
        t.corporation[i].money = card.money
        t.corporation[i].deals = card.deals
        for r in range(RESOURCES):
            t.corporation[i].resources[r] = card.resources[r]
    for card in data.objectives:
        i = card.id
        t.objective[i].form = tables.FORMS.index(card.form)
        t.objective[i].metric = tables.METRICS.index(card.metric)
        t.objective[i].vp = card.vp
        t.objective[i].rows = len(card.rows)
        for r in range(len(card.rows)):
            t.objective[i].least[r], t.objective[i].worth[r] = card.rows[r]
    return 0


memset(&T, 0, sizeof(Tables))
fill_board(&T, DATA)
fill_center(&T)
fill_cards(&T, DATA)
fill_seats(&T, DATA)
