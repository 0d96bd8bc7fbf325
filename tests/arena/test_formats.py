"""The promises of the formats, over every table size."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from arena import formats
from arena.formats.ladder import Standing, match_up
from arena.formats.round_robin import groups
from arena.formats.table import Rules, Table, table_sizes

SIZES = [2, 3, 4, 5, 6]


def names(count: int) -> list[str]:
    return [f"bot{i:04d}" for i in range(count)]


def strongest_first(table: Table) -> dict[str, float]:
    order = sorted(table.entrants)
    return {e: (len(order) - 1 - i) / (len(order) - 1) for i, e in enumerate(order)}


def run(format: str, entrants: list[str], rules: Rules, outcome=strongest_first) -> tuple[list[Table], formats.Plan]:
    """Plays a whole tournament; every table once."""
    outcomes: dict[str, dict[str, float]] = {}
    tables: list[Table] = []
    for _ in range(5000):
        plan = formats.plan(format, entrants, outcomes, rules)
        if plan.over:
            return tables, plan
        assert plan.tables, "a tournament that is not over has tables to play"
        for table in plan.tables:
            assert table.key not in outcomes
            assert rules.least <= len(table.entrants) <= rules.size
            assert len(set(table.entrants)) == len(table.entrants)
            outcomes[table.key] = outcome(table)
        tables += plan.tables
    raise AssertionError("the tournament does not end")


@pytest.mark.parametrize("entrants", [2, 3, 4, 7, 8, 11])
def test_in_a_round_robin_of_two_every_pair_meets_once(entrants):
    tables, plan = run("round-robin", names(entrants), Rules())
    assert Counter(frozenset(t.entrants) for t in tables) == Counter(
        frozenset(p) for p in combinations(names(entrants), 2)
    )
    assert plan.placing == tuple((n,) for n in names(entrants))


@pytest.mark.parametrize("size", [3, 4, 5, 6])
@pytest.mark.parametrize("entrants", [7, 9, 30])
def test_in_a_round_robin_of_more_every_pair_meets_equally_often(size, entrants):
    tables, _ = run("round-robin", names(entrants), Rules(size=size))
    met = Counter(frozenset(p) for t in tables for p in combinations(t.entrants, 2))
    assert len(met) == entrants * (entrants - 1) // 2
    assert len(set(met.values())) == 1


def test_a_round_robin_can_be_played_several_times():
    tables, _ = run("round-robin", names(4), Rules(rounds=3))
    assert len(tables) == 18 and len({t.key for t in tables}) == 18


@pytest.mark.parametrize("size", SIZES)
def test_in_a_gauntlet_the_challenger_meets_everybody(size):
    tables, _ = run("gauntlet", names(12), Rules(size=size))
    assert all(t.entrants[0] == "bot0000" for t in tables)
    assert {e for t in tables for e in t.entrants} == set(names(12))


@pytest.mark.parametrize("entrants", [8, 9, 16, 33])
def test_in_a_swiss_nobody_meets_twice(entrants):
    chance = Random(entrants)

    def drawn(table):
        return dict(zip(table.entrants, chance.choice([(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)]), strict=True))

    rounds = entrants // 2
    tables, _ = run("swiss", names(entrants), Rules(rounds=rounds), drawn)
    assert max(Counter(frozenset(t.entrants) for t in tables).values()) == 1
    played = Counter(e for t in tables for e in t.entrants)
    assert all(rounds - played[e] <= 1 for e in names(entrants)), "nobody sits out twice"


def test_a_small_swiss_of_all_rounds_is_a_round_robin():
    tables, _ = run("swiss", names(6), Rules(rounds=5))
    assert len({frozenset(t.entrants) for t in tables}) == 15


@pytest.mark.parametrize("size", [3, 4, 5, 6])
@pytest.mark.parametrize("entrants", [5, 10, 23, 64])
def test_a_swiss_seats_everybody_at_tables_as_even_as_possible(size, entrants):
    if entrants < size:
        pytest.skip("fewer entrants than seats")
    tables, _ = run("swiss", names(entrants), Rules(size=size, rounds=4))
    sizes = [len(t.entrants) for t in tables]
    assert sum(sizes) == 4 * entrants and max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("entrants", [2, 3, 5, 8, 13, 32])
def test_a_knockout_of_two_has_one_match_less_than_entrants_and_the_best_wins(entrants):
    tables, plan = run("single-elimination", names(entrants), Rules())
    assert len(tables) == entrants - 1
    assert plan.placing[0] == ("bot0000",) and plan.placing[1] == ("bot0001",)


def test_the_bracket_lets_the_best_two_meet_only_in_the_final():
    tables, _ = run("single-elimination", names(8), Rules())
    assert {frozenset(t.entrants) for t in tables[:4]} == {
        frozenset((f"bot000{i}", f"bot000{7 - i}")) for i in range(4)
    }
    assert set(tables[-1].entrants) == {"bot0000", "bot0001"}


def test_byes_go_to_the_top_seeds():
    tables, _ = run("single-elimination", names(5), Rules())
    assert [t.key for t in tables if t.key.startswith("e1")] == ["e1-2"]
    assert set(tables[0].entrants) == {"bot0003", "bot0004"}


def test_the_bracket_is_fixed_and_a_match_begins_when_its_two_are_known():
    outcomes = {"e1-1": {"bot0000": 0.0, "bot0007": 1.0}, "e1-2": {"bot0003": 1.0, "bot0004": 0.0}}
    plan = formats.plan("single-elimination", names(8), outcomes, Rules())
    assert [t.key for t in plan.tables] == ["e1-3", "e1-4", "e2-1"]
    assert plan.tables[-1].entrants == ("bot0007", "bot0003"), "not seeded anew"


@pytest.mark.parametrize("entrants", [8, 16, 32])
def test_when_favourites_win_nobody_meets_twice_before_the_last_three(entrants):
    tables, _ = run("double-elimination", names(entrants), Rules())
    *earlier, last_of_the_losers, final = tables
    assert set(last_of_the_losers.entrants) == {"bot0001", "bot0002"} and final.key == "final"
    assert max(Counter(frozenset(t.entrants) for t in earlier).values()) == 1


def test_double_elimination_needs_a_table_of_two_for_its_final():
    with pytest.raises(ValueError, match="ends with a table of two"):
        formats.plan("double-elimination", names(9), {}, Rules(size=4, least=3))


@pytest.mark.parametrize("size", [3, 4, 5, 6])
@pytest.mark.parametrize("entrants", [3, 4, 7, 17, 40])
@pytest.mark.parametrize("format", ["single-elimination", "double-elimination"])
def test_heats_of_more_than_two_end_with_one_winner(format, size, entrants):
    _, plan = run(format, names(entrants), Rules(size=size))
    assert plan.placing[0] == ("bot0000",)
    assert sorted(e for group in plan.placing for e in group) == names(entrants)


def test_a_tie_is_played_again_and_then_the_better_seed_goes_on():
    def tied(table):
        return dict.fromkeys(table.entrants, 0.5)

    tables, plan = run("single-elimination", names(2), Rules(), tied)
    assert [t.key for t in tables] == ["e1-1", "e1-1+1", "e1-1+2"]
    assert plan.placing == (("bot0000",), ("bot0001",))


@pytest.mark.parametrize("entrants", [2, 3, 6, 8, 21])
def test_in_double_elimination_everybody_but_the_winner_loses_twice(entrants):
    chance = Random(entrants)
    losses: Counter[str] = Counter()

    def drawn(table):
        winner, loser = chance.sample(table.entrants, 2)
        losses[loser] += 1
        return {winner: 1.0, loser: 0.0}

    _, plan = run("double-elimination", names(entrants), Rules(), drawn)
    winner = plan.placing[0][0]
    assert losses[winner] <= 1
    assert all(losses[e] == 2 for e in names(entrants) if e != winner)


def test_the_bracket_is_reset_when_the_unbeaten_one_loses_the_final():
    def upset(table):
        order = sorted(table.entrants, reverse=table.key == "final")
        return {order[0]: 1.0, order[1]: 0.0}

    tables, plan = run("double-elimination", names(4), Rules(), upset)
    assert [t.key for t in tables][-2:] == ["final", "reset"]
    assert plan.placing[0] == ("bot0000",)


def test_the_same_outcomes_always_give_the_same_tables():
    outcomes: dict[str, dict[str, float]] = {}
    first = formats.plan("swiss", names(20), outcomes, Rules())
    for table in first.tables[:5]:
        outcomes[table.key] = strongest_first(table)
    again = formats.plan("swiss", names(20), outcomes, Rules())
    assert set(again.tables) == set(first.tables[5:])


def test_a_game_that_needs_three_never_gets_a_table_of_two():
    for entrants in range(3, 30):
        assert all(3 <= s <= 4 for s in table_sizes(entrants, 4, 3))
        assert all(len(g) >= 3 for g in groups(entrants, 4, 3))


@pytest.mark.parametrize(
    ("format", "entrants", "rules", "says"),
    [
        ("knockout", 4, Rules(), "unknown format"),
        ("swiss", 1, Rules(), "at least 2"),
        ("gauntlet", 3, Rules(challengers=3), "run the gauntlet"),
    ],
)
def test_what_cannot_be_planned_is_said(format, entrants, rules, says):
    with pytest.raises(ValueError, match=says):
        formats.plan(format, names(entrants), {}, rules)


def ladder(count: int, games: int = 50) -> list[Standing]:
    return [Standing(n, 1500.0 + 10 * i, games) for i, n in enumerate(names(count))]


def test_a_new_version_plays_first():
    bots = [*ladder(30), Standing("fresh", 1500.0, 0)]
    assert "fresh" in match_up(bots, 1, 4, 2, Random(1))[0]


def test_opponents_are_half_above_and_half_below():
    above = below = 0
    for seed in range(200):
        bots = ladder(41)
        bots[20] = Standing("bot0020", bots[20].rating, 0)
        table = match_up(bots, 1, 5, 2, Random(seed))[0]
        above += sum(e > "bot0020" for e in table)
        below += sum(e < "bot0020" for e in table)
    assert above == below == 400


def test_everybody_keeps_playing_also_the_leader():
    bots = ladder(21)
    games: Counter[str] = Counter()
    for tick in range(100):
        waiting = [Standing(b.bot, b.rating, 50, waiting=tick - games[b.bot] * 2) for b in bots]
        for table in match_up(waiting, 3, 4, 2, Random(tick)):
            games.update(table)
    assert min(games[b.bot] for b in bots) > 30


def test_no_immediate_rematch_while_there_is_somebody_else():
    bots = [Standing("a", 1500, 0, recent=("b",)), Standing("b", 1500, 50), Standing("c", 1900, 50)]
    assert set(match_up(bots, 1, 2, 2, Random(1))[0]) == {"a", "c"}


def test_opponents_who_just_met_each_other_do_not_sit_together_either():
    bots = [
        Standing("a", 1500, 0),
        *(Standing(n, 1500, 50, recent=("b", "c", "d")) for n in "bcd"),
        Standing("e", 1500, 50),
    ]
    assert len(set(match_up(bots, 1, 4, 2, Random(1))[0]) & set("bcd")) <= 1


def test_a_game_that_needs_three_has_rather_a_rematch_than_no_table():
    bots = [Standing("a", 1500, 0, recent=("b",)), Standing("b", 1500, 50), Standing("c", 1500, 50)]
    assert len(match_up(bots, 1, 4, 3, Random(1))[0]) == 3


def test_a_table_is_rather_small_than_not_played():
    assert len(match_up(ladder(3), 1, 6, 2, Random(1))[0]) == 3
    assert match_up(ladder(1), 1, 6, 2, Random(1)) == []
    only = [Standing("a", 1500, 9, recent=("b",)), Standing("b", 1500, 9, recent=("a",))]
    assert len(match_up(only, 1, 4, 2, Random(1))) == 1
