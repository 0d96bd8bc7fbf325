"""Who sits together in a series, and which match begins next."""

from collections import Counter
from itertools import islice

import pytest

from arena.records import Match, Seat
from arena.series import Deal, Series


def series(bots: int, players: int, sets: int = 100) -> Series:
    return Series("rummy", "standard", tuple(Seat(f"b{i}", "") for i in range(bots)), players, sets)


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (3, 2), (8, 2), (5, 4), (8, 6), (9, 3)])
def test_all_bots_sit_equally_often_however_early_a_series_is_stopped(bots: int, players: int) -> None:
    sat: Counter[Seat] = Counter()
    for lineup in islice(series(bots, players).lineups(), 60):
        assert len(set(lineup)) == players
        sat.update(lineup)
        assert max(sat.values()) - min(sat[seat] for seat in series(bots, players).bots) <= 1


def test_every_bot_meets_every_other_equally_often() -> None:
    met = Counter(islice(series(8, 2).lineups(), 28 * 3))
    assert len(met) == 28 and set(met.values()) == {3}


def test_too_few_bots_sit_more_than_once() -> None:
    (lineup,) = islice(series(2, 5).lineups(), 1)
    assert len(lineup) == 5 and len(set(lineup)) == 2


def test_the_match_that_shows_the_seed_waits_for_the_others_of_its_set() -> None:
    deal = Deal(series(3, 3, sets=2))
    begun: list[Match] = []
    while (match := deal.next()) is not None:
        begun.append(match)
    assert [match.id for match in begun] == ["rummy-1-1", "rummy-1-2", "rummy-2-1", "rummy-2-2"]
    assert not any(match.reveal for match in begun)
    deal.over(begun[0])
    deal.over(begun[2])
    assert deal.next() is None
    deal.over(begun[1])
    last = deal.next()
    assert last is not None and last.id == "rummy-1-3" and last.reveal and last.seed == begun[0].seed
    deal.over(last)
    assert deal.next() is None
    deal.over(begun[3])
    last = deal.next()
    assert last is not None and last.id == "rummy-2-3"
