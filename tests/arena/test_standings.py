"""Standings, head-to-head and the fit, and that all of them follow from the log."""

from itertools import combinations
from random import Random

import pytest

from arena.records import Match, Result, Seat, Verdict
from arena.store import Store
from arena.store.counting import counters
from arena.store.matches import Finished


def play(store: Store, number: int, bots: list[str], ranks: list[int]) -> None:
    """One recorded match."""
    seats = tuple(Seat(bot, f"unix:/{bot}") for bot in bots)
    match = Match(f"m{number}", "rummy", "standard", bytes(32), seats, table_set=f"s{number}")
    result = Result(match.id, Verdict.PLAYED, tuple(ranks), tuple(ranks), (), (), "over")
    store.matches.plan("", [[match]])
    store.matches.claim("w", "t", 1, 5.0, True)
    assert store.matches.record("t", [Finished(result, counters(match, result))]) == [1]


@pytest.fixture
def league(store: Store) -> Store:
    """Tables of two to six with ties, and bots that sit more than once at a table."""
    chance = Random(5)
    for number in range(120):
        size = chance.randint(2, 6)
        bots = [f"{chance.choice('abcdefg')}@1" for _ in range(size)]
        play(store, number, bots, [chance.randint(1, size) for _ in range(size)])
    return store


def test_everything_follows_from_the_log(league):
    found = league.standings.recompute("rummy")
    assert {what.split()[0] for what in found} == {"Elo", "games", "head-to-head", "pairs"}
    for what, (stored, follows) in found.items():
        assert stored == pytest.approx(follows, abs=1e-9), what


def test_what_was_spoilt_is_found_and_written_anew(league):
    league.standings.fit("rummy")
    before = league.standings.table("rummy"), league.standings.head_to_head("rummy")
    prefix = league.prefix
    league.client.zadd(f"{prefix}elo:rummy", {"a@1": 3000.0, "stranger@1": 1600.0})
    league.client.hdel(f"{prefix}games:rummy", "b@1")
    league.client.hincrby(f"{prefix}h2h:rummy", "c@1 d@1", 5)
    league.client.delete(f"{prefix}tally:rummy")
    found = league.standings.recompute("rummy", write=True)
    wrong = [what for what, (stored, follows) in found.items() if abs(stored - follows) > 1e-6]
    assert {"Elo of a@1", "Elo of stranger@1", "games of b@1", "head-to-head c@1 d@1"} <= set(wrong)
    assert (league.standings.table("rummy"), league.standings.head_to_head("rummy")) == before


def test_pairs_won_tied_and_lost_are_the_sums_of_head_to_head(league):
    pairs = league.standings.head_to_head("rummy")
    for row in league.standings.table("rummy"):
        mine = [counts for (bot, _), counts in pairs.items() if bot == row.bot]
        assert (row.wins, row.ties, row.losses) == tuple(map(sum, zip(*mine, strict=True)))
    assert all(pairs[b, a] == pairs[a, b][::-1] for a, b in pairs)


def test_superiority_is_that_over_the_next_below_and_survives_storing(league):
    fresh = league.standings.fit("rummy")
    rows = league.standings.table("rummy")
    for row, below in zip(rows, [*rows[1:], None], strict=True):
        if below is None:
            assert row.superiority is None
        else:
            assert row.superiority == pytest.approx(fresh.superiority(row.bot, below.bot), abs=1e-5)
    for one, other in combinations([row.bot for row in rows], 2):
        assert fresh.superiority(one, other) + fresh.superiority(other, one) == pytest.approx(1.0)


def lines(start: int, count: int) -> list[str]:
    return [f"m{i}|s{i}|a@1,b@1|{1 + i % 3 // 2},{2 - i % 3 // 2}|1500,1500|1.5" for i in range(start, start + count)]


def test_a_small_leagues_fit_is_fresh_and_a_large_ones_is_renewed_beside_the_work(store):
    def fitted() -> int:
        return max(e.games for e in store.standings.fitted("rummy").estimates)

    log = f"{store.prefix}log:rummy"
    store.client.rpush(log, *lines(0, 100))
    assert fitted() == 100
    store.client.rpush(log, *lines(100, 1))
    assert fitted() == 101
    store.client.rpush(log, *lines(101, 4000))
    assert fitted() == 101
    store.standings.renew_fits()
    assert fitted() == 4101


def test_the_log_is_read_whole_or_by_pages(league):
    whole = league.standings.log("rummy")
    assert len(whole) == 120
    assert league.standings.log("rummy", 100, 7) == whole[100:107]
    assert league.standings.log("rummy", 115, 10) == whole[115:]


def test_no_results_are_empty_standings_and_leave_nothing_behind(store):
    assert store.standings.table("rummy") == [] and store.standings.recompute("rummy") == {}
    assert store.client.keys("*") == []
