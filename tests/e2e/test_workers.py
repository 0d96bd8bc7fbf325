"""Workers die, stop and hang; matches go on from the last recorded move."""

import signal
from pathlib import Path
from time import monotonic, sleep

from arena import league, replay
from arena.records import Clock, Verdict
from arena.settings import Settings
from arena.store.tournaments import State
from tests.e2e.fire import Arena

SLOW = {"slow": "slow:5ms", "random": "random"}
PATIENT = Clock(limit=5.0, bank=20.0)

ASSASSIN = """
import os, signal
import psutil
from bots import Bot, serve

class Assassin(Bot):
    def choose(self, turn):
        if turn.decision > 5:
            for process in psutil.process_iter():
                try:
                    pool = "celery" in process.cmdline() and "celery" in process.parent().cmdline()
                    if pool and process.environ().get("MOTHERLODE_HOME") == {home!r}:
                        process.send_signal(signal.SIGKILL)
                except psutil.Error:
                    pass
        return turn.legal[0]

serve(Assassin())
"""


def wait_until(what, seconds: float = 30.0) -> None:
    until = monotonic() + seconds
    while not what():
        assert monotonic() < until, "this took too long"
        sleep(0.05)


def journal_length(arena: Arena, match: str) -> int:
    return arena.store.client.strlen(f"{arena.settings.prefix}moves:{match}")


def test_a_match_goes_on_elsewhere_when_its_process_is_killed(tmp_path: Path) -> None:
    with Arena(tmp_path, SLOW, workers=1) as arena:
        league.create_tournament(arena.store, "t", "rummy", "round-robin", list(SLOW), clock=PATIENT)
        match = "t.rr1-1.1.1"
        wait_until(lambda: journal_length(arena, match) > 200)
        for child in arena.pool():
            child.send_signal(signal.SIGKILL)
        killed, kept = monotonic(), arena.store.client.get(f"{arena.settings.prefix}moves:{match}")
        wait_until(lambda: arena.store.matches.get(match).attempt == 2, 20.0)
        assert monotonic() - killed < 15.0
        arena.wait_for_all(90.0)
        status = arena.store.matches.get(match)
        assert status.result is not None and status.result.verdict is Verdict.PLAYED and not status.result.faults
        text = arena.store.matches.replay(match)
        assert replay.verify(text) is None
        _, result = replay.load(text)
        recorded = [line.split() for line in kept.splitlines()]
        assert [[b"%d" % m.seat, b"%d" % m.code, b"%d" % m.think_us] for m in result.moves[: len(recorded)]] == recorded


def test_a_worker_told_to_stop_hands_its_matches_over(tmp_path: Path) -> None:
    with Arena(tmp_path, SLOW) as arena:
        league.create_tournament(arena.store, "t", "rummy", "round-robin", list(SLOW), clock=PATIENT)
        match = "t.rr1-1.1.1"
        wait_until(lambda: journal_length(arena, match) > 100)
        for supervisor in arena.supervisors():
            supervisor.send_signal(signal.SIGTERM)
        wait_until(lambda: arena.store.counters().get("handovers", 0) > 0, 15.0)
        arena.wait_for_all(90.0)
        assert arena.store.matches.get(match).attempt >= 2
        assert arena.store.counters().get("recoveries", 0) == 0, "nothing had to be found out"


def test_a_match_that_kills_every_worker_is_set_aside_and_the_others_are_played(tmp_path: Path) -> None:
    (tmp_path / "assassin.py").write_text(ASSASSIN.format(home=str(tmp_path)))
    bots = {"assassin": str(tmp_path / "assassin.py"), "random": "random", "chance": "random"}
    with Arena(tmp_path, bots, Settings(lease=1.0), workers=1) as arena:
        league.create_tournament(arena.store, "poison", "rummy", "round-robin", ["assassin", "random"])
        league.create_tournament(arena.store, "sound", "rummy", "round-robin", ["random", "chance"], sets=4)
        arena.wait_for_all(150.0)
        for match, result in arena.store.matches.results(arena.store.matches.newest(100)):
            poison = match.tournament == "poison"
            assert result.verdict is (Verdict.SET_ASIDE if poison else Verdict.PLAYED)
            assert ("workers died" in result.reason) == poison


def test_a_tournament_is_paused_resumed_and_called_off(tmp_path: Path) -> None:
    with Arena(tmp_path, SLOW, Settings(chunk=2), workers=1) as arena:
        store = arena.store
        league.create_tournament(store, "t", "rummy", "round-robin", list(SLOW), clock=PATIENT, sets=20)
        wait_until(lambda: store.matches.queue()[2] > 0)
        store.tournaments.pause("t")
        wait_until(lambda: store.matches.queue()[2] == 0, 60.0)
        done = store.tournaments.progress("t").done
        sleep(1.0)
        assert store.tournaments.progress("t").done == done
        store.tournaments.resume("t")
        wait_until(lambda: store.matches.queue()[2] > 0)
        store.tournaments.cancel("t")
        wait_until(lambda: store.tournaments.open_matches("t") == 0)
        assert store.tournaments.progress("t").state is State.CANCELLED
        games = {games for _, games in store.standings.ratings("rummy").values()}
        played = [r for _, r in store.matches.results(store.matches.newest(500)) if r.verdict is Verdict.PLAYED]
        assert games <= {len(played)}, "what was called off left no trace in the ratings"
