"""An arena for the time of a command: the Redis that is configured or runs here, and a worker if there is none."""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic, sleep

import click

from arena.cli.crew import Crew, arena_role
from arena.redis_server import redis_for
from arena.settings import Settings
from arena.store import Store, open_store

FIRST_SIGN = 30.0  # seconds for a new worker to appear


@dataclass(frozen=True)
class Here:
    """What a command works with. `crew` is empty where the workers are others'."""

    settings: Settings
    store: Store
    crew: Crew

    def look(self) -> None:
        """To be called now and then: whoever of our own died is brought back."""
        self.crew.look()


@contextlib.contextmanager
def arena_here(settings: Settings, slots: int = 0) -> Iterator[Here]:
    """Starts what is missing, and stops what it started."""
    with redis_for(settings, keep=True) as url:
        store = open_store(url, settings)
        log = settings.folder.absolute() / "logs" / "worker.log"
        words = ("worker", "--slots", str(slots or os.cpu_count() or 1))
        mine = [] if store.fleet.workers() else [arena_role("worker", settings, url, *words, log=log)]
        with Crew(mine, settings.stop_seconds + 4.0) as crew:
            if mine:
                wait_for_a_worker(store, crew, str(log))
            yield Here(settings, store, crew)
        store.close()


def wait_for_a_worker(store: Store, crew: Crew, log: str) -> None:
    until = monotonic() + FIRST_SIGN
    while not store.fleet.workers():
        if monotonic() > until:
            raise click.ClickException(f"no worker came up; its log is {log}")
        crew.look()
        sleep(0.05)
