"""An arena under fire: real workers, Redis and bots, killed at random while tournaments run; and the audit afterwards."""

import contextlib
import os
import random
import signal
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Self

import psutil
import redis

from arena import league, replay
from arena.cli.cast import Cast
from arena.cli.crew import Crew, arena_role
from arena.records import Clock, Verdict
from arena.redis_server import RedisServer
from arena.settings import Settings
from arena.store import Store, open_store
from arena.store.tournaments import State

HONEST = {"chance": "random", "greedy": "greedy", "luck": "random"}
DISHONEST = {"crasher": "crash:0.002", "dropper": "drop:0.002", "liar": "illegal:0.01", "mute": "silent:0.0005"}
GAMES = ("rummy", "minerals")
CLOCK = Clock(limit=2.0, bank=20.0)


class Arena:
    """Redis, two workers and the bots, while the `with` block lasts."""

    def __init__(
        self, home: Path, bots: Mapping[str, str] | None = None, settings: Settings | None = None, workers: int = 2
    ) -> None:
        self.settings = replace(settings or Settings(), home=str(home))
        self.server = RedisServer(self.settings)
        self.server.start()
        self.server.keep()
        self.store: Store = open_store(self.server.url, self.settings)
        roles = [
            arena_role(
                f"worker {i}", self.settings, self.server.url, "worker", "--slots", "2", log=home / f"worker{i}.log"
            )
            for i in range(workers)
        ]
        self.crew = Crew(roles, self.settings.stop_seconds + 4.0)
        self._targets = {**HONEST, **DISHONEST} if bots is None else bots
        self._cast = Cast()

    def __enter__(self) -> Self:
        self.crew.__enter__()
        self._keeper = threading.Thread(target=self.crew.keep, daemon=True)
        self._keeper.start()
        self._cast.__enter__()
        for name, bot in zip(self._targets, self._cast.start(self._targets.values()), strict=True):
            league.register(self.store, bot.address, name=name)
        return self

    def __exit__(self, *_: object) -> None:
        self.crew.stop()
        self._keeper.join()
        self.crew.__exit__(None, None, None)
        self._cast.__exit__(None, None, None)
        self.store.close()
        self.server.stop()

    # --- Whom to kill.

    def supervisors(self) -> list[psutil.Process]:
        return [psutil.Process(m.process.pid) for m in self.crew.members if m.process and m.process.poll() is None]

    def celery(self) -> list[psutil.Process]:
        return [child for supervisor in self.supervisors() for child in supervisor.children()]

    def pool(self) -> list[psutil.Process]:
        return [child for main in self.celery() for child in main.children()]

    def redis(self) -> list[psutil.Process]:
        return [psutil.Process(self.server.pid)]

    def strike(self, dice: random.Random) -> str:
        """Kills somebody, or freezes somebody for a while; who it was."""
        kind = dice.choices(("pool", "celery", "supervisors", "redis", "frozen"), (6, 2, 1, 1, 2))[0]
        with contextlib.suppress(psutil.Error):
            victims: list[psutil.Process] = self.freezable() if kind == "frozen" else getattr(self, kind)()
            if victims:
                victim = dice.choice(victims)
                victim.send_signal(signal.SIGSTOP if kind == "frozen" else signal.SIGKILL)
                if kind == "frozen":
                    threading.Timer(dice.uniform(0.5, 9.0), thaw, (victim,)).start()
        return kind

    def freezable(self) -> list[psutil.Process]:
        return [*self.pool(), *self.celery(), *self.redis()]

    # --- Work and its end.

    def begin(self, number: int) -> None:
        game = GAMES[number % len(GAMES)]
        form = ("swiss", "round-robin", "double-elimination", "gauntlet")[number % 4]
        bots = list(self._targets)
        size = 2 + number % 3
        league.create_tournament(
            self.store,
            f"t{number}",
            game,
            form,
            bots,
            size=size,
            sets=1,
            clock=CLOCK,
            rounds=2 if form == "swiss" else 0,
        )

    def wait_for_all(self, seconds: float) -> None:
        until = monotonic() + seconds
        while self._busy():
            assert monotonic() < until, (
                f"not over: {self.store.tournaments.running()}, queue {self.store.matches.queue()}"
            )
            sleep(0.2)

    def _busy(self) -> bool:
        """Whether there is anything left to play. The last strike may have been at Redis, which is not back yet."""
        try:
            tournaments = self.store.tournaments
            return bool(tournaments.running()) or any(tournaments.open_matches(id) for id in tournaments.ids())
        except redis.RedisError:
            return True


def thaw(process: psutil.Process) -> None:
    with contextlib.suppress(psutil.Error):
        process.send_signal(signal.SIGCONT)


def set_on_fire(arena: Arena, seconds: float, pause: float, seed: int) -> Counter[str]:
    """Kills one process after the other while tournaments are begun and played; how many of each kind."""
    dice = random.Random(seed)
    killed: Counter[str] = Counter()
    until = monotonic() + seconds
    number = 0
    while monotonic() < until:
        with contextlib.suppress(redis.RedisError):
            while len(arena.store.tournaments.running()) < 3:
                arena.begin(number)
                number += 1
        sleep(dice.uniform(0.5, 1.5) * pause)
        killed[arena.strike(dice)] += 1
    return killed


def audit(arena: Arena) -> Counter[str]:
    """Every promise of the store, after the fire; the verdicts there were."""
    store = arena.store
    prefix = arena.settings.prefix
    ids = [id.decode() for id in store.client.lrange(f"{prefix}matches", 0, -1)]
    assert len(ids) == len(set(ids))
    rows = store.matches.results(ids)
    assert len(rows) == len(ids), "every match has a result"
    played = {match.id: (match, result) for match, result in rows if result.verdict is Verdict.PLAYED}

    recorded: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    for game in GAMES:
        log = store.standings.log(game)
        recorded.update(entry.match for entry in log)
        for bot, (stored, recomputed) in store.standings.recompute(game).items():
            assert abs(stored - recomputed) < 1e-6, f"{bot}: {stored} is stored, {recomputed} follows from the log"
        ranks = {entry.match: entry.ranks for entry in log}
        assert all(ranks[id] == result.ranks for id, (match, result) in played.items() if match.game == game)
    assert recorded == Counter(dict.fromkeys(played, 1)), "every match played is in the log once"

    for match, result in played.values():
        faults.update(f"faults:{fault.kind}:{match.seats[fault.seat].bot}" for fault in result.faults)
    counted = store.counters()
    assert {k: v for k, v in counted.items() if k.startswith("faults:")} == dict(faults)
    for game in GAMES:
        of_game = [(m, r) for m, r in played.values() if m.game == game]
        assert counted.get(f"matches:{game}", 0) == len(of_game)
        decisions = sum(store.matches.get(m.id).decisions for m, _ in of_game)
        assert counted.get(f"decisions:{game}", 0) == decisions
    assert counted["planned"] == len(ids)
    assert counted["rating_updates"] == sum(m.players for m, _ in played.values())

    blamed = {field.split(":")[2].split("@")[0] for field in faults}
    assert not blamed & set(HONEST), f"what the fire did was blamed on honest bots: {faults}"

    for id in random.Random(1).sample(sorted(played), min(25, len(played))):
        assert replay.verify(store.matches.replay(id)) is None

    assert store.matches.queue() == (0, 0.0, 0)
    left = {key.decode().removeprefix(prefix).split(":")[0] for key in store.client.keys(f"{prefix}*")}
    assert not left & {"moves", "leases", "queue", "busy"}, left
    assert all(key.startswith(prefix.encode()) for key in store.client.keys("*"))
    for id in store.tournaments.ids():
        assert store.tournaments.progress(id).state is State.OVER
        results = store.tournaments.results(id, 0)
        assert len(results) == len(set(results))
    return Counter(result.verdict.value for _, result in rows)


def processes_of(home: Path) -> Iterator[psutil.Process]:
    """Every process that works for the arena of a folder, whoever its parent is by now."""
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.pid != os.getpid() and process.environ().get("MOTHERLODE_HOME") == str(home):
                yield process
