"""`arena worker`: referees matches on this machine, with an organiser beside it that any other worker's can replace."""

import logging
import os
import signal
import threading
from types import FrameType

import click

from arena.cli.crew import Crew, celery_role
from arena.dispatch import Dispatch
from arena.organiser import Organiser
from arena.redis_server import redis_for
from arena.settings import Settings
from arena.store import open_store


@click.command("worker")
@click.option("--slots", type=click.IntRange(1), help="Processes that referee; as many as cores unless told.")
def command(slots: int | None) -> None:
    """Referee matches until told to stop.

    As many workers as you like, on any machines that share a Redis (MOTHERLODE_REDIS_URL). Stopping one hands its matches over;
    killing one costs a few seconds.
    """
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    settings = Settings.load()
    count = slots or os.cpu_count() or 1
    with redis_for(settings, keep=True) as url:
        click.echo(f"refereeing with {count} processes; Ctrl-C stops", err=True)
        work(settings, url, count)


def work(settings: Settings, url: str, slots: int) -> None:
    """Keeps a Celery worker and an organiser going until a signal comes."""
    dispatch = Dispatch(url, settings)
    organiser = Organiser(open_store(url, settings), settings, dispatch)
    crew = Crew([celery_role(settings, url, slots)], settings.stop_seconds)

    def stop(number: int, frame: FrameType | None) -> None:
        crew.stop()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    with crew:
        thread = threading.Thread(target=organiser.run, name="organiser", daemon=True)
        thread.start()
        crew.keep()
        organiser.stop()
        thread.join(settings.stop_seconds)
    dispatch.close()
