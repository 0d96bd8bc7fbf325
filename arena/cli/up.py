"""`arena up`: everything on this machine, until Ctrl-C: Redis, a worker, the registered bots that live here, API and metrics."""

import os
import signal
from pathlib import Path
from types import FrameType

import click

from arena.cli.crew import Crew, Role, arena_role
from arena.redis_server import redis_for
from arena.settings import Settings

LONGER = 4.0  # seconds that a role has beyond its own patience with its processes


@click.command("up")
@click.option("--slots", type=click.IntRange(1), help="Processes that referee; as many as cores unless told.")
def command(slots: int | None) -> None:
    """Run a whole arena on this machine: Redis, a worker, the bots registered here, API and metrics.

    \b
      arena up &
      arena bot add greedy
      arena bot add ./my_bot.py
      arena ladder start rummy
    """
    settings = Settings.load()
    with redis_for(settings, keep=True) as url:
        crew = Crew(roles(settings, url, slots or os.cpu_count() or 1), settings.stop_seconds + LONGER)

        def stop(number: int, frame: FrameType | None) -> None:
            crew.stop()

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        with crew:
            click.echo(f"Redis    {url}")
            click.echo(f"API      {settings.api}")
            click.echo(f"metrics  http://{settings.metrics}/metrics")
            click.echo(f"logs     {logs(settings)}")
            click.echo("Ctrl-C stops everything; what runs goes on at the next `arena up`.")
            crew.keep()
            click.echo("stopping")


def roles(settings: Settings, url: str, slots: int) -> list[Role]:
    folder = logs(settings)
    return [
        arena_role("worker", settings, url, "worker", "--slots", str(slots), log=folder / "worker.log"),
        arena_role("bots", settings, url, "bot", "host", log=folder / "bots.log"),
        arena_role("serve", settings, url, "serve", log=folder / "serve.log"),
    ]


def logs(settings: Settings) -> Path:
    return settings.folder.absolute() / "logs"
