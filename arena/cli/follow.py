"""Follows tournaments to their end: a bar each on a terminal, a line now and then elsewhere."""

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from time import monotonic, sleep

import click
import redis

from arena.store import Store
from arena.store.tournaments import Progress, State

LOOK = 0.2  # seconds between two looks
LINE = 5.0  # seconds between two lines where there is no terminal

Show = Callable[[dict[str, Progress]], None]


def follow(store: Store, ids: Sequence[str], *, look: Callable[[], object] | None = None, quiet: bool = False) -> None:
    """Returns when all of them are over or called off, with no match under way. `look` is called at every look."""
    screen = silent if quiet else bars if sys.stderr.isatty() else lines
    with screen(ids) as show:
        while True:
            with contextlib.suppress(redis.ConnectionError, redis.TimeoutError):  # it is being brought back
                progress = {id: store.tournaments.progress(id) for id in ids}
                show(progress)
                over = all(p.state in (State.OVER, State.CANCELLED) for p in progress.values())
                if over and not any(store.tournaments.open_matches(id) for id in ids):
                    return
                if look is not None:
                    look()
            sleep(LOOK)


@contextlib.contextmanager
def silent(ids: Sequence[str]) -> Iterator[Show]:
    yield lambda progress: None


@contextlib.contextmanager
def lines(ids: Sequence[str]) -> Iterator[Show]:
    last = monotonic()
    told: set[str] = set()

    def show(progress: dict[str, Progress]) -> None:
        nonlocal last
        for id, p in progress.items():
            if p.state is State.OVER and id not in told:
                told.add(id)
                click.echo(f"{id}: over, {p.done} matches", err=True)
        if monotonic() - last >= LINE:
            last = monotonic()
            running = [f"{id} {p.done}/{p.planned}" for id, p in progress.items() if id not in told]
            if running:
                click.echo(", ".join(running), err=True)

    yield show


@contextlib.contextmanager
def bars(ids: Sequence[str]) -> Iterator[Show]:
    from rich import progress as rich
    from rich.console import Console

    columns = (
        rich.TextColumn("{task.description}"),
        rich.BarColumn(),
        rich.MofNCompleteColumn(),
        rich.TextColumn("{task.fields[state]}"),
        rich.TimeElapsedColumn(),
    )
    with rich.Progress(*columns, console=Console(stderr=True)) as screen:
        tasks = {id: screen.add_task(id, total=None, state="") for id in ids}

        def show(progress: dict[str, Progress]) -> None:
            for id, p in progress.items():
                over = p.state in (State.OVER, State.CANCELLED)
                screen.update(tasks[id], completed=p.done, total=p.planned or None, state=p.state.value)
                if over:
                    screen.stop_task(tasks[id])

        yield show
