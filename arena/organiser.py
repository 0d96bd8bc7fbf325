"""The organiser: keeps tournaments going, calls workers, puts back what dead workers left, benches bots and lets them back.

It may run in any number of processes; one at a time does the work, and another takes over when that one falls silent. All it knows
is in the store, so nothing is lost with it.
"""

import logging
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from secrets import token_hex
from time import monotonic

import redis
from kombu.exceptions import OperationalError

from arena.course import Course, LadderCourse
from arena.dispatch import Dispatch
from arena.probe import describe
from arena.settings import Settings
from arena.store import Store
from arena.store.bots import BotState, BotVersion
from arena.store.tournaments import LADDER

log = logging.getLogger(__name__)

PERIOD = 0.25  # seconds between two rounds of work
REIGN = 3.0  # seconds after which a silent organiser is replaced
BENCH_AFTER = 3  # matches in a row that a bot spoilt
FIRST_PROBE = 5.0  # seconds after benching; doubles with every time the bot was benched
LONGEST_PROBE = 120.0
GOOD_PROBES = 2  # answers in a row that bring a bot back
REFIT = 10.0  # seconds between two looks at whether the fits are stale


@dataclass
class Bench:
    """A bot on the bench, as the organiser watches it."""

    interval: float
    due: float
    good: int = 0
    asking: Future[bool] | None = None


class Organiser:
    """`run` works until `stop`."""

    def __init__(self, store: Store, settings: Settings, dispatch: Dispatch) -> None:
        self._store = store
        self._settings = settings
        self._dispatch = dispatch
        self._name = token_hex(8)
        self._courses: dict[str, Course | LadderCourse] = {}
        self._benched: dict[str, Bench] = {}
        self._intervals: dict[str, float] = {}  # bot -> until it is asked for the first time when benched again
        self._fitting: Future[None] | None = None
        self._refit = 0.0
        self._threads = ThreadPoolExecutor(8, thread_name_prefix="organiser")
        self._ending = threading.Event()

    def run(self) -> None:
        while not self._ending.wait(PERIOD):
            try:
                self.work()
            except (redis.RedisError, OperationalError, OSError) as error:
                log.warning("the organiser waits for Redis: %s", error)
            except Exception:
                log.exception("the organiser failed in this round; it goes on with the next")
        self._threads.shutdown(wait=False, cancel_futures=True)

    def stop(self) -> None:
        self._ending.set()

    def work(self) -> None:
        """One round, if this is the organiser who works."""
        if not self._store.fleet.may_sweep(self._name, REIGN):
            self._courses.clear()
            return
        self._store.matches.reap()
        slots = sum(self._store.fleet.workers().values())
        self._advance(slots)
        self._call_workers(slots)
        self._bench()
        self._probe()
        self._fit()

    def _advance(self, slots: int) -> None:
        running = self._store.tournaments.running()
        for gone in self._courses.keys() - set(running):
            del self._courses[gone]
        for id in running:
            try:
                course = self._courses.get(id)
                if course is None:
                    tournament = self._store.tournaments.get(id)
                    ladder = tournament.format == LADDER
                    course = LadderCourse(self._store, tournament) if ladder else Course(self._store, tournament)
                    self._courses[id] = course
                if isinstance(course, LadderCourse):
                    course.advance(max(1, slots) * self._settings.chunk)
                else:
                    course.advance()
            except ValueError as error:
                # It was paused or called off meanwhile, or cannot be planned: the others go on.
                log.warning("tournament %s: %s", id, error)
                self._courses.pop(id, None)

    def _call_workers(self, slots: int) -> None:
        """As many chunks on the way as there is work for and workers to take them."""
        waiting, _, _ = self._store.matches.queue()
        wanted = min(slots, -(-waiting // self._settings.chunk))
        for _ in range(wanted - self._store.fleet.tasks()):
            self._store.fleet.task_beat(self._dispatch.chunk())

    # --- Bots that fail.

    def _bench(self) -> None:
        for id, faults in self._store.bots.faults_in_a_row().items():
            if faults < BENCH_AFTER:
                continue
            bot = self._store.bots.get(id)
            if bot.state is BotState.ACTIVE:
                reason = f"{faults} matches in a row went wrong; the last: {self._store.bots.last_fault(id)}"
                self._store.bots.set_state(id, BotState.BENCHED, reason)

    def _probe(self) -> None:
        """Asks benched bots whether they are back."""
        benched = {bot.id: bot for bot in self._store.bots.all((BotState.BENCHED,)) if not bot.by_hand}
        for gone in self._benched.keys() - benched.keys():
            del self._benched[gone]
        for id, bot in benched.items():
            bench = self._benched.get(id)
            if bench is None:
                interval = self._intervals.get(id, FIRST_PROBE)
                self._intervals[id] = min(2 * interval, LONGEST_PROBE)
                bench = self._benched[id] = Bench(interval, monotonic() + interval)
            if bench.asking is not None and bench.asking.done():
                bench.good = bench.good + 1 if bench.asking.result() else 0
                bench.asking = None
                bench.due = monotonic() + bench.interval
                if bench.good >= GOOD_PROBES:
                    self._store.bots.set_state(id, BotState.ACTIVE)
            elif bench.asking is None and monotonic() >= bench.due:
                bench.asking = self._threads.submit(answers, bot)

    # --- Ratings.

    def _fit(self) -> None:
        """Renews the fits that the standings show, one after the other, beside the work."""
        if monotonic() < self._refit or (self._fitting is not None and not self._fitting.done()):
            return
        self._refit = monotonic() + REFIT
        self._fitting = self._threads.submit(self._store.standings.renew_fits)


def answers(bot: BotVersion) -> bool:
    try:
        describe(bot.address, timeout=2.0)
    except ValueError:
        return False
    return True
