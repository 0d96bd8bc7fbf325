"""Tournaments go on from the store alone, whoever picks them up; the organiser keeps them, the workers and the bench going."""

import asyncio
import threading
from collections import Counter
from time import monotonic, sleep

import pytest

from arena import formats, league
from arena.course import Course, LadderCourse
from arena.organiser import BENCH_AFTER, Organiser
from arena.records import Clock, Fault, FaultKind, Match, Result, Verdict
from arena.settings import Settings
from arena.store import Store
from arena.store.bots import BotState, BotVersion
from arena.store.matches import Finished
from arena.store.tournaments import State
from bots.launch import launch


class NoWorkers:
    """Where chunks are asked for when nobody is there to take them."""

    def __init__(self) -> None:
        self.asked = 0

    def chunk(self) -> str:
        self.asked += 1
        return f"task {self.asked}"

    def close(self) -> None:
        pass


def enter(store: Store, count: int, games: tuple[str, ...] = ()) -> list[str]:
    return [store.bots.add(BotVersion(f"b{i:03}", "1", f"unix:/b{i}", games=games)).id for i in range(count)]


def play_all(store: Store, verdict: Verdict = Verdict.PLAYED, faulty: str = "") -> int:
    """Plays whatever waits: the bot with the smaller name wins."""
    played = 0
    while claimed := store.matches.claim("w", "t", 500, 60.0, True):
        for one in claimed:
            played += 1
            store.matches.record("t", [Finished(decided(one.match, verdict, faulty), {})])
    return played


def decided(match: Match, verdict: Verdict, faulty: str) -> Result:
    names = [seat.bot for seat in match.seats]
    ranks = tuple(1 + sorted(names).index(name) for name in names)
    faults = tuple(Fault(i, 3, FaultKind.TIMEOUT, "too late") for i, name in enumerate(names) if name == faulty)
    return Result(match.id, verdict, ranks, ranks, faults, (), "over")


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("format", formats.FORMATS)
def test_a_tournament_of_every_format_comes_to_its_end_whoever_picks_it_up(store, format, size):
    bots = enter(store, 9)
    tournament = league.create_tournament(store, "t", "rummy", format, bots, size=size)
    for _ in range(100):
        Course(store, tournament).advance()  # as if the organiser had died after every round
        if store.tournaments.progress("t").state is State.OVER:
            break
        assert play_all(store)
    progress = store.tournaments.progress("t")
    assert progress.state is State.OVER and progress.done == progress.planned
    assert progress.placing[0] == (bots[0],)
    assert sorted(bot for place in progress.placing for bot in place) == bots


def test_a_table_set_is_one_deal_in_every_rotation_of_the_seats(store):
    bots = enter(store, 3)
    tournament = league.create_tournament(store, "t", "rummy", "round-robin", bots, size=3, sets=2)
    Course(store, tournament).advance()
    play_all(store)
    matches = [match for match, _ in store.matches.results(store.matches.newest(100))]
    assert len(matches) == 6
    for name in {match.table_set for match in matches}:
        of_set = [match for match in matches if match.table_set == name]
        assert len({match.seed for match in of_set}) == 1
        assert sorted(match.seats[0].bot for match in of_set) == bots
        assert [match.reveal for match in sorted(of_set, key=lambda m: m.rotation)] == [False, False, True]
    assert len({match.seed for match in matches}) == 2


def test_a_table_that_could_not_be_played_is_a_tie(store):
    bots = enter(store, 2)
    tournament = league.create_tournament(store, "t", "rummy", "round-robin", bots)
    course = Course(store, tournament)
    course.advance()
    play_all(store, Verdict.SET_ASIDE)
    course.advance()
    progress = store.tournaments.progress("t")
    assert progress.state is State.OVER and progress.placing == ((bots[0], bots[1]),)
    assert store.standings.table("rummy") == []


def test_an_unrated_tournament_leaves_ratings_alone_and_can_be_forgotten(store):
    bots = enter(store, 3)
    before = set(store.client.keys("*"))
    tournament = league.create_tournament(store, "t", "rummy", "round-robin", bots, rated=False)
    for _ in range(3):
        Course(store, tournament).advance()
        play_all(store)
    assert store.tournaments.progress("t").state is State.OVER
    assert store.standings.table("rummy") == []
    store.tournaments.forget("t")
    left = {key.decode().split(":")[-1] for key in set(store.client.keys("*")) - before}
    assert left <= {"sequence", "counters", "events"}


def test_a_rated_tournament_cannot_be_forgotten(store):
    league.create_tournament(store, "t", "rummy", "round-robin", enter(store, 2))
    with pytest.raises(ValueError, match="ratings lean on"):
        store.tournaments.forget("t")


def test_on_a_ladder_everybody_keeps_playing_and_who_is_benched_or_plays_another_game_does_not(store):
    bots = enter(store, 10, ("rummy",))
    league.bench(store, bots[9], "tired")
    store.bots.add(BotVersion("stranger", "1", "unix:/s", games=("lagoon",)))
    course = LadderCourse(store, league.start_ladder(store, "rummy", size=3))
    for _ in range(10):
        course.advance(30)
        assert play_all(store) >= 20
    games = {bot: games for bot, (_, games) in store.standings.ratings("rummy").items()}
    assert set(games) == set(bots[:9])
    assert min(games.values()) > 0.5 * max(games.values())


def test_a_new_version_gets_its_first_games_at_once(store):
    enter(store, 8)
    course = LadderCourse(store, league.start_ladder(store, "rummy"))
    for _ in range(20):
        course.advance(8)
        play_all(store)
    newcomer = store.bots.add(BotVersion("newcomer", "1", "unix:/n")).id
    course.advance(4)
    play_all(store)
    assert store.standings.ratings("rummy")[newcomer][1] > 0


def test_a_stopped_ladder_plays_out_and_can_be_started_again(store):
    enter(store, 4)
    tournament = league.start_ladder(store, "rummy")
    LadderCourse(store, tournament).advance(8)
    league.stop_ladder(store, "rummy")
    assert store.tournaments.running() == [] and play_all(store) == 0
    league.start_ladder(store, "rummy")
    assert play_all(store) > 0


def organiser(store: Store, settings: Settings | None = None) -> Organiser:
    return Organiser(store, settings or Settings(), NoWorkers())  # type: ignore[arg-type]


def test_one_organiser_works_and_another_takes_over_when_it_falls_silent(store):
    first, second = organiser(store), organiser(store)
    league.create_tournament(store, "t", "rummy", "round-robin", enter(store, 2))
    first.work()
    assert store.tournaments.progress("t").planned == 2
    play_all(store)
    second.work()
    assert store.tournaments.progress("t").state is State.RUNNING
    store.client.delete(f"{store.prefix}sweep")  # as if its time had run out
    second.work()
    assert store.tournaments.progress("t").state is State.OVER


def test_as_many_chunks_are_asked_for_as_there_is_work_for_and_workers(store):
    dispatch = NoWorkers()
    keeper = Organiser(store, Settings(chunk=4), dispatch)  # type: ignore[arg-type]
    league.create_tournament(store, "t", "rummy", "round-robin", enter(store, 6), sets=2)
    keeper.work()
    assert dispatch.asked == 0, "there is no worker"
    store.fleet.beat("w", 3)
    keeper.work()
    assert dispatch.asked == 3
    keeper.work()
    assert dispatch.asked == 3, "they are on their way"


def test_a_bot_that_spoils_match_after_match_is_benched_and_comes_back_when_it_answers_again(store, monkeypatch):
    monkeypatch.setattr("arena.organiser.FIRST_PROBE", 0.05)

    async def run() -> None:
        async with launch("random") as bot:
            good = store.bots.add(BotVersion("good", "1", "unix:/g")).id
            bad = store.bots.add(BotVersion("bad", "1", bot.address)).id
            keeper = organiser(store)
            league.create_tournament(store, "t", "rummy", "round-robin", [good, bad], sets=BENCH_AFTER)
            keeper.work()
            play_all(store, faulty=bad)
            keeper.work()
            benched = store.bots.get(bad)
            assert benched.state is BotState.BENCHED and "too late" in benched.reason
            assert store.bots.get(good).state is BotState.ACTIVE
            until = monotonic() + 20
            while store.bots.get(bad).state is BotState.BENCHED:
                assert monotonic() < until
                await asyncio.to_thread(keeper.work)
                await asyncio.sleep(0.02)
            assert store.bots.faults_in_a_row() == {}

    asyncio.run(run())


def test_a_bot_that_the_organiser_benched_stays_there(store, monkeypatch):
    monkeypatch.setattr("arena.organiser.FIRST_PROBE", 0.0)
    (bot,) = enter(store, 1)
    league.bench(store, bot, "cheats")
    keeper = organiser(store)
    for _ in range(5):
        keeper.work()
        sleep(0.01)
    assert store.bots.get(bot).state is BotState.BENCHED
    assert league.unbench(store, bot).state is BotState.ACTIVE


def test_many_workers_that_finish_matches_of_the_same_bots_lose_no_rating_change(store):
    bots = enter(store, 4)
    tournament = league.create_tournament(store, "t", "rummy", "round-robin", bots, size=4, sets=60)
    Course(store, tournament).advance()

    def worker(name: str) -> None:
        while claimed := store.matches.claim(name, name, 3, 60.0, True):
            for one in claimed:
                finished = Finished(decided(one.match, Verdict.PLAYED, ""), {})
                assert store.matches.record(name, [finished, finished]) == [1, 0]

    for _ in range(2):  # the last match of every set is let out when the others are over
        threads = [threading.Thread(target=worker, args=(f"w{i}",)) for i in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    ratings = store.standings.ratings("rummy")
    assert Counter(games for _, games in ratings.values()) == {240: 4}
    assert sum(elo for elo, _ in ratings.values()) == pytest.approx(4 * 1500.0, abs=1e-6)
    for stored, recomputed in store.standings.recompute("rummy").values():
        assert stored == pytest.approx(recomputed, abs=1e-9)


def test_a_ladder_goes_on_under_the_rules_it_was_begun_with_and_is_never_called_off(store):
    begun = league.start_ladder(store, "rummy", variant="single", size=4, clock=Clock(1.0, 3.0))
    league.stop_ladder(store, "rummy")
    for other in ({"size": 2}, {"variant": "standard"}, {"clock": Clock(2.0, 3.0)}):
        with pytest.raises(ValueError, match="other rules"):
            league.start_ladder(store, "rummy", **other)
    assert league.start_ladder(store, "rummy") == begun
    with pytest.raises(ValueError, match="not called off but stopped"):
        store.tournaments.cancel(begun.id)
