"""The store on a real Redis: planning, claiming, journalling and recording, once and only once."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import monotonic, sleep

import pytest

from arena.records import Fault, FaultKind, Match, Move, Result, Seat, Verdict
from arena.redis_server import RedisServer, alive, executable, packaged_executable
from arena.settings import Settings
from arena.store import Store, open_store
from arena.store.bots import BotState, BotVersion
from arena.store.counting import counters
from arena.store.matches import CALLED_OFF, LOST, Finished
from arena.store.tournaments import State, Tournament


@pytest.fixture(scope="module", params=sorted({executable(), packaged_executable()} - {""}))
def redis_server(request, tmp_path_factory):
    """The Redis of the PATH and the packaged 6.2: the store needs nothing newer."""
    with RedisServer(Settings(home=str(tmp_path_factory.mktemp("redis"))), request.param) as server:
        yield server


def make_set(name: str, bots: str = "ab", rotations: int | None = None, tournament: str = "") -> list[Match]:
    count = len(bots) if rotations is None else rotations
    seed = name.encode().ljust(32, b"\0")
    return [
        Match(
            f"{name}-{r}",
            "rummy",
            "standard",
            seed,
            tuple(Seat(f"{b}@1", f"unix:/{b}") for b in bots[r:] + bots[:r]),
            tournament=tournament,
            table_set=name,
            rotation=r,
            reveal=r == count - 1,
        )
        for r in range(count)
    ]


def finished(match: Match, ranks=None, faults=(), verdict=Verdict.PLAYED) -> Finished:
    ranks = tuple(range(1, match.players + 1)) if ranks is None else tuple(ranks)
    result = Result(match.id, verdict, ranks, ranks, tuple(faults), (Move(0, 3, 900), Move(1, 4)), "over", 0.5, 100)
    return Finished(result, counters(match, result), "the replay of " + match.id)


def everything(store: Store) -> dict[bytes, bytes]:
    return {key: store.client.dump(key) for key in store.client.keys("*") if b"sequence" not in key}


def test_a_match_goes_from_the_queue_to_a_worker_and_to_its_result(store):
    (match,) = make_set("s", rotations=1)
    assert store.matches.plan("", [[match]]) == 1
    (claimed,) = store.matches.claim("w", "t1", 10, 5.0, True)
    assert claimed.match == match
    assert store.matches.get(match.id).state == "running"
    assert store.matches.record("t1", [finished(match)]) == [1]
    status = store.matches.get(match.id)
    assert status.state == "done" and status.result.ranks == (1, 2)
    assert store.matches.replay(match.id) == "the replay of s-0"
    assert store.matches.queue() == (0, 0.0, 0)


def test_planning_twice_changes_nothing(store):
    sets = [make_set("s"), make_set("t")]
    assert store.matches.plan("", sets) == 4
    before = everything(store)
    assert store.matches.plan("", sets) == 0
    assert everything(store) == before


def test_recording_twice_changes_nothing(store):
    (match,) = make_set("s", rotations=1)
    store.matches.plan("", [[match]])
    store.matches.claim("w", "t1", 1, 5.0, True)
    store.matches.record("t1", [finished(match)])
    before = everything(store)
    assert store.matches.record("t1", [finished(match)]) == [0]
    assert store.matches.record("another", [finished(match, (2, 1))]) == [0]
    assert everything(store) == before


def test_a_worker_that_lost_its_lease_records_nothing(store):
    (match,) = make_set("s", rotations=1)
    store.matches.plan("", [[match]])
    store.matches.claim("w1", "t1", 1, -1.0, True)
    assert store.matches.reap() == (1, 0)
    store.matches.claim("w2", "t2", 1, 5.0, True)
    assert store.matches.journal("t1", 5.0, [(match.id, 0, b"0 1 2\n")]) == {match.id: LOST}
    assert store.matches.record("t1", [finished(match)]) == [-1]
    assert store.matches.record("t2", [finished(match)]) == [1]
    assert store.counters()["recoveries"] == 1 and store.counters()["matches:rummy"] == 1


def test_the_next_worker_gets_the_moves_and_faults_recorded_so_far(store):
    from arena.store.codec import write_fault, write_move

    (match,) = make_set("s", rotations=1)
    store.matches.plan("", [[match]])
    store.matches.claim("w1", "t1", 1, 5.0, True)
    fault = Fault(1, 1, FaultKind.TIMEOUT, "seat 1, decision 1: no answer | within\n2 s")
    text = write_move(Move(0, 7, 120)) + write_fault(fault)
    assert store.matches.journal("t1", 5.0, [(match.id, 0, text)]) == {}
    again = store.matches.journal("t1", 5.0, [(match.id, 0, text)])
    assert again == {match.id: len(text)}, "what was appended already is not appended twice"
    assert store.matches.release("t1", [match.id]) == 1
    (claimed,) = store.matches.claim("w2", "t2", 1, 5.0, True)
    assert claimed.moves == [Move(0, 7, 120)] and claimed.faults == [fault] and claimed.journalled == len(text)


def test_the_last_match_of_a_set_begins_when_the_others_are_over_and_only_then_the_seed_is_shown(store):
    matches = make_set("s", "abc")
    store.matches.plan("", [matches])
    claimed = store.matches.claim("w", "t", 10, 5.0, True)
    assert [c.match.rotation for c in claimed] == [0, 1]
    assert not any(c.match.reveal for c in claimed)
    store.matches.record("t", [finished(c.match) for c in claimed])
    with pytest.raises(ValueError, match="last match of its set"):
        store.matches.replay("s-0")
    (last,) = store.matches.claim("w", "t", 10, 5.0, True)
    assert last.match.reveal
    store.matches.record("t", [finished(last.match)])
    assert store.matches.replay("s-0") == "the replay of s-0"


def test_a_bots_declared_concurrency_holds_over_all_workers(store):
    store.bots.add(BotVersion("a", "1", "unix:/a", concurrency=2))
    store.matches.plan("", [make_set(f"s{i}", rotations=1) for i in range(5)] + [make_set("free", "cd", 1)])
    first = store.matches.claim("w1", "t1", 10, 5.0, True)
    assert sorted(c.match.id for c in first) == ["free-0", "s0-0", "s1-0"]
    assert store.matches.claim("w2", "t2", 10, 5.0, True) == []
    store.matches.record("t1", [finished(first[0].match)])
    assert len(store.matches.claim("w2", "t2", 10, -1.0, True)) == 1
    store.matches.reap()
    assert len(store.matches.claim("w3", "t3", 10, 5.0, True)) == 1, "a dead worker's place is free again"


def test_a_match_that_gets_further_at_every_death_is_never_suspected(store):
    (match,) = make_set("s", rotations=1)
    store.matches.plan("", [[match]])
    for death in range(8):
        (claimed,) = store.matches.claim("w", f"t{death}", 10, -1.0, False)
        store.matches.journal(f"t{death}", -1.0, [(match.id, claimed.journalled, b"0 1 2\n")])
        assert store.matches.reap() == (1, 0)


def test_matches_behind_many_of_a_busy_bot_are_found(store):
    store.bots.add(BotVersion("a", "1", "unix:/a", concurrency=1))
    store.matches.plan("", [make_set(f"s{i}", rotations=1) for i in range(300)] + [make_set("free", "cd", 1)])
    claimed = store.matches.claim("w", "t", 10, 5.0, True)
    assert [c.match.id for c in claimed] == ["s0-0", "free-0"]


def test_a_match_that_kills_its_workers_is_played_alone_and_then_set_aside(store):
    (poison,) = make_set("poison", rotations=1)
    (innocent,) = make_set("innocent", rotations=1)
    store.matches.plan("", [[poison], [innocent]])
    for death in range(2):
        assert len(store.matches.claim("w", f"t{death}", 10, -1.0, True)) == 2
        assert store.matches.reap() == (2, 0)
    assert [c.match.id for c in store.matches.claim("w", "busy", 10, 5.0, False)] == []
    for death in range(3):
        assert [c.match.id for c in store.matches.claim("w", f"p{death}", 10, -1.0, True)] == ["poison-0"]
        store.matches.reap()
    status = store.matches.get("poison-0")
    assert status.result.verdict is Verdict.SET_ASIDE and "5 workers died" in status.result.reason
    assert [c.match.id for c in store.matches.claim("w", "t", 10, 5.0, True)] == ["innocent-0"]
    assert store.standings.table("rummy") == []


def test_cancelled_matches_leave_no_trace_in_ratings(store):
    store.tournaments.create(Tournament("cup", "rummy", "round-robin", ("a@1", "b@1")))
    matches = make_set("cup-s", "ab", tournament="cup") + make_set("cup-t", "ab", tournament="cup")
    store.matches.plan("cup", [matches[:2], matches[2:]])
    (claimed,) = store.matches.claim("w", "t", 1, 5.0, True)
    assert store.tournaments.cancel("cup") == (3, 1)
    assert store.matches.journal("t", 5.0, [(claimed.match.id, 0, b"")]) == {claimed.match.id: CALLED_OFF}
    store.matches.record("t", [finished(claimed.match, verdict=Verdict.CANCELLED)])
    assert store.standings.games() == [] and store.counters()["cancelled:rummy"] == 4
    assert store.tournaments.open_matches("cup") == 0 and store.matches.queue() == (0, 0.0, 0)


def test_a_paused_tournament_is_not_played_until_it_is_resumed(store):
    store.tournaments.create(Tournament("cup", "rummy", "round-robin", ("a@1", "b@1")))
    store.matches.plan("cup", [make_set("cup-s", "ab", 1, "cup"), make_set("cup-t", "ab", 1, "cup")])
    store.matches.claim("w", "t", 1, 5.0, True)
    store.tournaments.pause("cup")
    store.matches.release("t", ["cup-s-0"])
    assert store.matches.claim("w", "t", 10, 5.0, True) == []
    store.tournaments.resume("cup")
    assert len(store.matches.claim("w", "t", 10, 5.0, True)) == 2
    assert store.tournaments.progress("cup").state is State.RUNNING


def test_many_workers_recording_at_once_lose_and_double_nothing(redis_server, store):
    chance = Random(4)
    sets = [make_set(f"s{i}", "".join(chance.sample("abcdef", 4)), 1) for i in range(300)]
    store.matches.plan("", sets)

    def work(number: int) -> int:
        mine = open_store(redis_server.url, Settings())
        recorded = 0
        while claimed := mine.matches.claim(f"w{number}", f"t{number}", 7, 5.0, True):
            results = [finished(c.match, Random(c.match.id).choices(range(1, 5), k=4)) for c in claimed]
            recorded += sum(mine.matches.record(f"t{number}", results))
            assert sum(mine.matches.record(f"t{number}", results)) == 0
        mine.close()
        return recorded

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(work, range(6))) == 300
    rows = store.standings.table("rummy")
    assert sum(r.games for r in rows) == 1200
    assert sum(r.elo for r in rows) == pytest.approx(1500 * 6)
    assert sum(r.wins + r.ties / 2 for r in rows) == 300 * 6
    for stored, recomputed in store.standings.recompute("rummy").values():
        assert stored == pytest.approx(recomputed, abs=1e-6)
    assert store.counters()["matches:rummy"] == 300 and store.counters()["decisions:rummy"] == 600


def test_standings_show_rating_interval_and_head_to_head(store):
    for i in range(30):
        (match,) = make_set(f"s{i}", rotations=1)
        store.matches.plan("", [[match]])
        store.matches.claim("w", "t", 1, 5.0, True)
        store.matches.record("t", [finished(match, (1, 1) if i % 10 == 0 else (1, 2))])
    best, worst = store.standings.table("rummy")
    assert best.bot == "a@1" and (best.wins, best.ties, best.losses) == (27, 3, 0)
    assert best.fitted.low < best.fitted.elo < best.fitted.high
    assert best.elo + worst.elo == pytest.approx(3000)
    assert store.standings.head_to_head("rummy")["b@1", "a@1"] == (0, 3, 27)


def test_a_bot_that_spoils_match_after_match_is_known(store):
    fault = Fault(1, 0, FaultKind.TIMEOUT, "late")
    for i in range(3):
        (match,) = make_set(f"s{i}", rotations=1)
        store.matches.plan("", [[match]])
        store.matches.claim("w", "t", 1, 5.0, True)
        store.matches.record("t", [finished(match, faults=[fault])])
    assert store.bots.faults_in_a_row() == {"b@1": 3}
    assert store.counters()["faults:timeout:b@1"] == 3


def test_versions_of_a_bot_are_kept_apart(store):
    store.bots.add(BotVersion("digger", "1", "unix:/1"))
    store.bots.add(BotVersion("digger", "2", "unix:/2"))
    assert store.bots.get("digger").version == "2"
    store.bots.set_state("digger@1", BotState.BENCHED, "no answer")
    assert [b.reason for b in store.bots.all((BotState.BENCHED,))] == ["no answer"]
    for wrong in (BotVersion("a b", "1", "x"), BotVersion("a", "", "x"), BotVersion("a", "1", "")):
        with pytest.raises(ValueError, match="name|version|address"):
            store.bots.add(wrong)
    with pytest.raises(ValueError, match="there are digger@1, digger@2"):
        store.bots.get("nobody")


def test_a_token_is_shown_once_and_can_be_revoked(store):
    secret, token = store.tokens.create("bot:digger")
    assert store.tokens.check(secret) == token
    assert token.may_write_bot("digger") and not token.may_write_bot("other") and not token.may_organise()
    assert secret.encode() not in b"".join(everything(store).values())
    store.tokens.revoke(token.id)
    assert store.tokens.check(secret) is None


def test_results_are_told_to_whoever_follows(store):
    start = store.events.last()
    (match,) = make_set("s", rotations=1)
    store.matches.plan("", [[match]])
    store.matches.claim("w", "t", 1, 5.0, True)
    store.matches.record("t", [finished(match)])
    (event,) = store.events.after(start)
    assert event.kind == "played" and event.match == match.id


def test_our_own_redis_keeps_everything_when_it_is_killed(tmp_path):
    settings = Settings(home=str(tmp_path / ("deep" * 20)))
    with RedisServer(settings) as server:
        server.keep()
        store = open_store(server.url, settings)
        store.matches.plan("", [make_set("s")])
        pid = server.pid
        os.kill(pid, signal.SIGKILL)
        while server.pid == pid or not alive(server.url):
            pass
        assert len(store.matches.claim("w", "t", 5, 5.0, True)) == 1
        store.close()
    assert not alive(server.url)


def test_processes_share_one_redis_and_another_brings_it_back_when_its_owner_goes(tmp_path):
    settings = Settings(home=str(tmp_path))
    with RedisServer(settings) as owner:
        guest = RedisServer(settings)
        guest.start()
        guest.keep()
        open_store(guest.url, settings).client.set("kept", "yes")
        owner.stop()
        until = monotonic() + 20
        while not alive(guest.url):
            assert monotonic() < until
            sleep(0.05)
        assert open_store(guest.url, settings).client.get("kept") == b"yes"
        guest.stop()
    assert not alive(guest.url)


def test_many_that_start_at_once_share_one_redis(tmp_path):
    settings = Settings(home=str(tmp_path))
    servers = [RedisServer(settings) for _ in range(6)]
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(RedisServer.start, servers))
        assert sum(server._process is not None for server in servers) == 1
        for server in servers:
            server.stop()


def test_settings_come_from_the_environment_and_say_what_is_wrong():
    assert Settings.load({"MOTHERLODE_CHUNK": "8", "MOTHERLODE_PRIVATE": "yes"}) == Settings(chunk=8, private=True)
    assert Settings.load(Settings(lease=2.5).environment()) == Settings(lease=2.5)
    with pytest.raises(ValueError, match="MOTHERLODE_LEASE is a number"):
        Settings.load({"MOTHERLODE_LEASE": "soon"})
