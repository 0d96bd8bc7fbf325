"""The Celery app: `celery -A workers.app worker`. A task referees one chunk of matches."""

import asyncio
import contextlib
import gc
import logging
import mmap
import os
import signal
import socket
import warnings
from functools import cache

import redis
import uvloop
from celery import Celery, bootsteps, signals
from celery.app.task import Task
from celery.exceptions import SecurityWarning
from celery.worker import WorkController

import engine
from arena.dispatch import CHUNK, NATIVE, celery_app
from arena.redis_server import own_url
from arena.settings import Settings
from arena.store import Store, open_store
from arena.store.native import Share
from arena.tether import tether
from workers.chunk import Chunk

log = logging.getLogger(__name__)

HUNG = 30.0  # seconds without a sign of life after which the kernel ends a process of the pool

settings = Settings.load()
url = settings.redis_url or own_url(settings)
app: Celery = celery_app(url, settings)
app.conf.update(
    worker_prefetch_multiplier=1,
    worker_enable_remote_control=False,
    worker_hijack_root_logger=False,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    worker_max_tasks_per_child=500,  # nothing is known to leak; this is so that nothing ever can
)

# Celery warns a worker of the superuser's; what comes in is JSON and names no code.
warnings.filterwarnings("ignore", category=SecurityWarning)

# One byte that the main process and its pool share: the worker is told to stop.
stop_flag = mmap.mmap(-1, 1)


@cache
def store() -> Store:
    """This process's own connection, made after the fork."""
    return open_store(url, settings)


@app.task(name=CHUNK, bind=True)
def chunk(self: Task) -> int:
    """Takes matches that wait and referees them; how many were recorded."""
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(work(self.request.id))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        with contextlib.suppress(redis.RedisError):  # then it is forgotten after a while
            store().fleet.task_over(self.request.id)


@app.task(name=NATIVE)
def native(run: str, number: int, game: str, players: int, variant: str, games: int) -> None:
    """A share of a native load test: random matches in C."""
    done = engine.playouts(game, players, variant, games, seed=number)
    store().native.add(run, number, Share(done.games, done.decisions, done.seconds))


async def work(task: str) -> int:
    worker = f"{socket.gethostname()}:{os.getpid()}"
    return await Chunk(store(), settings, worker, task, lambda: stop_flag[0] != 0, sign_of_life).run()


def sign_of_life() -> None:
    """Puts off the alarm that ends a process which hangs: its matches then go on elsewhere, the one it hangs on is found out."""
    signal.setitimer(signal.ITIMER_REAL, HUNG)


@signals.worker_process_init.connect
def begin_process(**_: object) -> None:
    gc.freeze()  # what was imported stays; moves, which are many and hold nothing, are looked through less often
    gc.set_threshold(20_000, 20, 50)
    tether(signal.SIGKILL)  # a pool without its main process would never end; its matches go on elsewhere
    signal.signal(signal.SIGALRM, signal.SIG_DFL)


@signals.worker_shutting_down.connect
def hand_over(**_: object) -> None:
    stop_flag[0] = 1


class Presence(bootsteps.StartStopStep):
    """Tells the store every second that this worker is there, and how many chunks it plays at once."""

    requires = ("celery.worker.components:Timer", "celery.worker.components:Pool")

    def __init__(self, parent: WorkController, **options: object) -> None:
        self._name = f"{socket.gethostname()}:{os.getpid()}"
        self._store = open_store(url, settings, timeout=1.0)
        super().__init__(parent, **options)

    def start(self, parent: WorkController) -> None:
        self._slots = parent.concurrency
        parent.timer.call_repeatedly(1.0, self.beat)

    def beat(self) -> None:
        try:
            if not stop_flag[0]:
                self._store.fleet.beat(self._name, self._slots)
        except (redis.RedisError, OSError) as error:
            log.warning("Redis does not hear this worker: %s", error)

    def stop(self, parent: WorkController) -> None:
        try:
            self._store.fleet.leave(self._name)
        except (redis.RedisError, OSError) as error:
            log.warning("Redis did not hear this worker leave: %s", error)


app.steps["worker"].add(Presence)
