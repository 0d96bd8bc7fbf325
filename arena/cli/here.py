"""An arena for the time of a command: the Redis that is configured or runs here, and a worker and a host of bots if there is none."""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic, sleep

import click

from arena.cli.bot_host import hosted
from arena.cli.crew import Crew, Role, arena_role
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
        mine = missing(settings, url, store, slots)
        with Crew(mine, settings.stop_seconds + 4.0) as crew:
            wait_for_a_worker(store, crew, settings)
            yield Here(settings, store, crew)
        store.close()


def missing(settings: Settings, url: str, store: Store, slots: int) -> list[Role]:
    """What nobody does yet."""
    logs = settings.folder.absolute() / "logs"
    found = []
    if not store.fleet.workers():
        words = ("worker", "--slots", str(slots or os.cpu_count() or 1))
        found.append(arena_role("worker", settings, url, *words, log=logs / "worker.log"))
    if any(bot.target for bot in store.bots.all()) and not hosted(settings):
        found.append(arena_role("bots", settings, url, "bot", "host", log=logs / "bots.log"))
    return found


def wait_for_a_worker(store: Store, crew: Crew, settings: Settings) -> None:
    until = monotonic() + FIRST_SIGN
    while not store.fleet.workers():
        if monotonic() > until:
            raise click.ClickException(f"no worker came up; {settings.folder / 'logs' / 'worker.log'} may say why")
        crew.look()
        sleep(0.05)
