"""What holds for every format, every table size and every field, whatever comes out and in whatever order."""

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from arena import formats
from arena.formats.ladder import Standing, match_up
from arena.formats.matching import enlarge
from arena.formats.table import Outcomes, Plan, Rules, Table

KNOCKOUTS = ("single-elimination", "double-elimination")


def names(count: int) -> list[str]:
    return [f"bot{i:02d}" for i in range(count)]


def points(table: Table, chance: Random, ties: float) -> dict[str, float]:
    """An outcome as the arena makes it: the share of the others beaten, ties half."""
    ranks = {e: chance.randint(1, len(table.entrants)) for e in table.entrants}
    if chance.random() > ties:
        ranks = dict(zip(table.entrants, chance.sample(range(len(table.entrants)), len(table.entrants)), strict=True))
    others = len(table.entrants) - 1
    return {
        e: sum(1.0 if ranks[e] < r else 0.5 for o, r in ranks.items() if o != e and ranks[e] <= r) / others
        for e in table.entrants
    }


def flat(plan: Plan) -> list[str]:
    return [e for group in plan.placing for e in group]


@st.composite
def tournaments(draw, among=tuple(formats.FORMATS), most=40):
    format = draw(st.sampled_from(among))
    size = draw(st.integers(2, 6))
    least = 2 if format == "double-elimination" else draw(st.integers(2, size))
    count = draw(st.integers(max(2, least), most))
    rounds = draw(st.integers(0, 3))
    challengers = draw(st.integers(1, max(1, count - least + 1))) if format == "gauntlet" else 1
    return format, names(count), Rules(size, least, rounds, challengers), Random(draw(st.integers(0, 2**32)))


@settings(max_examples=150, deadline=None)
@given(tournaments(), st.sampled_from([0.0, 0.3, 1.0]))
def test_every_tournament_ends_and_places_everybody(tournament, ties):
    format, entrants, rules, chance = tournament
    outcomes: dict[str, dict[str, float]] = {}
    while not (plan := formats.plan(format, entrants, outcomes, rules)).over:
        assert plan.tables, "a tournament that is not over has tables to play"
        assert sorted(flat(plan)) == entrants
        for table in plan.tables:
            assert table.key not in outcomes
            assert rules.least <= len(set(table.entrants)) == len(table.entrants) <= rules.size
            outcomes[table.key] = points(table, chance, ties)
    assert not plan.tables and sorted(flat(plan)) == entrants
    if format in KNOCKOUTS:
        assert len(plan.placing[0]) == 1, "a knockout has one winner"


@settings(max_examples=60, deadline=None)
@given(tournaments(most=24))
def test_what_is_open_stays_open_until_it_is_played(tournament):
    """Outcomes come one by one: no table that was let out is taken back or seated anew, and the order does not matter."""
    format, entrants, rules, chance = tournament
    outcomes: dict[str, dict[str, float]] = {}
    seated: dict[str, Table] = {}
    for _ in range(120):
        plan = formats.plan(format, entrants, outcomes, rules)
        assert plan == formats.plan(format, entrants, dict(sorted(outcomes.items())), rules)
        if plan.over:
            break
        waiting = {key for key in seated if key not in outcomes}
        assert waiting <= {t.key for t in plan.tables}
        for table in plan.tables:
            assert seated.setdefault(table.key, table) == table
        table = chance.choice(plan.tables)
        outcomes[table.key] = points(table, chance, 0.3)


def lost(format: str, key: str, table: Table, outcomes: Outcomes, entrants: list[str]) -> set[str]:
    """Who goes out of a two-seat match, from its outcomes alone; nobody while a play-off is to come."""
    one, other = table.entrants
    for again in (key, f"{key}+1", f"{key}+2"):
        if again not in outcomes:
            return set()
        if outcomes[again][one] != outcomes[again][other]:
            return {min(table.entrants, key=lambda e: outcomes[again][e])}
    return {max(table.entrants, key=entrants.index)}


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(KNOCKOUTS), st.integers(2, 70), st.integers(0, 2**32), st.sampled_from([0.0, 0.3]))
def test_nobody_plays_after_being_out(format, count, seed, ties):
    entrants, chance, rules = names(count), Random(seed), Rules()
    lives = dict.fromkeys(entrants, 1 if format == "single-elimination" else 2)
    outcomes: dict[str, dict[str, float]] = {}
    seated: dict[str, Table] = {}
    counted: set[str] = set()
    while not (plan := formats.plan(format, entrants, outcomes, rules)).over:
        for table in plan.tables:
            assert all(lives[e] > 0 for e in table.entrants)
            seated[table.key] = table
        for table in chance.sample(plan.tables, chance.randint(1, len(plan.tables))):
            outcomes[table.key] = points(table, chance, ties)
        for key in seated.keys() - counted:
            if "+" not in key and (losers := lost(format, key, seated[key], outcomes, entrants)):
                counted.add(key)
                for e in losers:
                    lives[e] -= 1
    assert [e for e in entrants if lives[e] > 0] == list(plan.placing[0])


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(KNOCKOUTS), st.integers(2, 70), st.integers(2, 6))
def test_when_the_better_seed_always_wins_the_placing_is_the_seeding(format, count, size):
    entrants = names(count)
    outcomes: dict[str, dict[str, float]] = {}
    while not (plan := formats.plan(format, entrants, outcomes, Rules(size))).over:
        for table in plan.tables:
            order = sorted(table.entrants)
            outcomes[table.key] = {e: (len(order) - 1 - i) / (len(order) - 1) for i, e in enumerate(order)}
    assert plan.placing[0] == (entrants[0],) and entrants[1] in plan.placing[1]


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 40), st.integers(0, 2**32))
def test_while_fewer_than_half_of_the_field_was_met_a_swiss_has_no_rematch(count, seed):
    entrants, chance, rules = names(count), Random(seed), Rules(rounds=count // 2)
    outcomes: dict[str, dict[str, float]] = {}
    met: Counter[frozenset[str]] = Counter()
    played: Counter[str] = Counter()
    while not (plan := formats.plan("swiss", entrants, outcomes, rules)).over:
        for table in plan.tables:
            met[frozenset(table.entrants)] += 1
            played.update(table.entrants)
            outcomes[table.key] = points(table, chance, 0.3)
    assert max(met.values()) == 1
    assert max(played.values()) - min(played[e] for e in entrants) <= 1, "byes are spread evenly"


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 6), st.integers(3, 80))
def test_in_a_round_robin_every_pair_meets_equally_often(size, count):
    count = max(count, size)
    met: Counter[frozenset[str]] = Counter()
    outcomes: dict[str, dict[str, float]] = {}
    while not (plan := formats.plan("round-robin", names(count), outcomes, Rules(size))).over:
        for table in plan.tables:
            met.update(frozenset(pair) for pair in combinations(table.entrants, 2))
            outcomes[table.key] = {}
    assert len(met) == count * (count - 1) // 2 and len(set(met.values())) == 1


@settings(max_examples=200, deadline=None)
@given(st.integers(2, 10), st.floats(0, 1), st.integers(0, 2**32))
def test_a_matching_is_as_large_as_can_be(count, density, seed):
    chance = Random(seed)
    edges = {pair for pair in combinations(range(count), 2) if chance.random() < density}
    partner = [-1] * count
    for vertex in range(count):
        if partner[vertex] < 0:
            enlarge(partner, vertex, lambda a, b: (min(a, b), max(a, b)) in edges)
    pairs = {(a, b) for a, b in enumerate(partner) if a < b}
    assert pairs <= edges

    def most(left: frozenset[int]) -> int:
        if not left:
            return 0
        first = min(left)
        with_first = [1 + most(left - {a, b}) for a, b in edges if a == first and b in left]
        return max([most(left - {first}), *with_first])

    assert len(pairs) == most(frozenset(range(count)))


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 30), st.integers(2, 6), st.data())
def test_a_ladder_seats_everybody_it_can_and_nobody_twice(count, size, data):
    least = data.draw(st.integers(2, size))
    chance = Random(data.draw(st.integers(0, 2**32)))
    bots = [
        Standing(
            n, chance.gauss(1500, 200), chance.randint(0, 60), chance.random(), chance.sample(names(count), count // 3)
        )
        for n in names(count)
    ]
    tables = match_up(bots, count, size, least, chance)
    seated = [e for table in tables for e in table]
    assert len(set(seated)) == len(seated)
    assert all(least <= len(table) <= size for table in tables)
    assert count - len(seated) < least, "whoever is free and enough for a table plays"
