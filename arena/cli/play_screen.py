"""What `arena play` shows: progress while it runs, then who is stronger, for people or as JSON."""

import contextlib
import math
import sys
import time
from collections.abc import Callable, Iterator
from textwrap import indent
from typing import Any

import click

from arena.cli.play_order import Order, Outcome
from arena.cli.screen import quoted
from arena.series import Line, Scoreboard
from arena.statistics import Decision

# --- While it runs.


@contextlib.contextmanager
def silent(order: Order, board: Scoreboard) -> Iterator[Callable[[], None]]:
    yield lambda: None


@contextlib.contextmanager
def plain(order: Order, board: Scoreboard) -> Iterator[Callable[[], None]]:
    """A line now and then, for logs."""
    total = order.sets * order.players
    last = time.monotonic()

    def refresh() -> None:
        nonlocal last
        if time.monotonic() - last >= 5 or board.played == total:
            last = time.monotonic()
            leader = board.standings()[0]
            click.echo(f"{board.played} of {total} matches, {leader.bot} leads", err=True)

    yield refresh


@contextlib.contextmanager
def lively(order: Order, board: Scoreboard) -> Iterator[Callable[[], None]]:
    """A progress bar with the standings as they stand."""
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn(order.game), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn()
    )
    task = bar.add_task(order.game, total=order.sets * order.players)
    last = 0.0
    console = Console(stderr=True)
    with Live(console=console, auto_refresh=False, transient=True) as live:

        def refresh() -> None:
            nonlocal last
            if time.monotonic() - last >= 0.2:
                last = time.monotonic()
                bar.update(task, completed=board.played)
                live.update(Group(rich_table(board, console.width), bar), refresh=True)

        yield refresh


# --- What came out.


COLUMNS = ("bot", "games", "rank", "score", "points", "Elo", "95 %", "LOS", "ms", "faults")


def rich_table(board: Scoreboard, width: int) -> Any:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    lines = [row(line) for line in board.standings()]
    shown = [i for i in range(len(COLUMNS)) if COLUMNS[i] not in dropped(lines, width)]
    table = Table(box=box.SIMPLE_HEAD)
    for i in shown:
        table.add_column(COLUMNS[i], justify="left" if i == 0 else "right", no_wrap=i > 0, overflow="fold")
    for cells in lines:
        table.add_row(*(Text(cells[i]) for i in shown))
    return table


def dropped(lines: list[list[str]], width: int) -> set[str]:
    """The columns for which a narrow screen has no room, the least important first."""
    wide = {name: max(map(len, (name, *(cells[i] for cells in lines)))) + 3 for i, name in enumerate(COLUMNS)}
    wide["bot"] = min(wide["bot"], 23)  # a longer name is folded
    gone: set[str] = set()
    for name in ("ms", "points", "LOS", "95 %", "games", "rank", "faults"):
        if sum(wide.values()) <= width:
            break
        gone.add(name)
        wide[name] = 0
    return gone


def row(line: Line) -> list[str]:
    field = line.against_the_field()
    faults = ", ".join(f"{count} {kind}" for kind, count in line.faults.items()) or "0"
    return [
        line.bot,
        str(line.games),
        f"{line.mean_rank:.2f}" if line.games else "",
        f"{100 * field.score:.1f} %" if field.sets else "",
        f"{line.mean_score:.1f}",
        signed(field.elo) if field.sets else "",
        f"{signed(field.low)} .. {signed(field.high)}" if field.sets else "",
        f"{100 * field.superiority:.1f} %" if field.sets else "",
        f"{line.mean_think_ms:.1f}",
        faults,
    ]


def signed(elo: float) -> str:
    return f"{round(elo) or 0:+d}" if math.isfinite(elo) else ("+inf" if elo > 0 else "-inf")


def tell(order: Order, outcome: Outcome, seconds: float) -> None:
    from rich.console import Console

    board = outcome.board
    console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else 140)
    console.print(rich_table(board, console.width))
    pace = board.played / seconds if seconds else 0.0
    console.print(
        f"{counted(board.played, 'match', 'es')} of {order.game} with {counted(order.players, 'player')}, "
        f"{counted(board.sets, 'table set')}, {counted(board.decisions, 'decision')} in {seconds:.1f} s ({pace:.1f} matches/s)."
    )
    if missing := [line.bot for line in board.standings() if not line.games]:
        console.print(f"{', '.join(missing)} did not sit at a table yet: play more sets.")
    console.print("Score and Elo are against the others at the table; LOS is the likelihood of being the stronger.")
    if order.test is not None:
        console.print(verdict(order, outcome))
    if board.reasons:
        console.print("\nFaults, the first of each kind:" if len(board.reasons) > len(board.firsts) else "\nFaults:")
        for reason in board.firsts.values():
            console.print(f"  {reason}")
    for failing in outcome.failing:
        ended = f" ended {failing.restarts} times and was started again; it" if failing.restarts else ""
        console.print(f"\n{failing.bot}{ended} said:")
        console.print(indent(quoted(failing.words), "  "))
    if outcome.gone:
        console.print(f"Stopped: {outcome.gone}.")
    if outcome.interrupted:
        console.print("Interrupted: the standings are of what was played.")


def counted(number: int, what: str, more: str = "s") -> str:
    return f"{number} {what}{more if number != 1 else ''}"


def verdict(order: Order, outcome: Outcome) -> str:
    test, board = order.test, outcome.board
    assert test is not None
    first, second = board.series.bots[0].bot, board.series.bots[1].bot
    state = (
        f"SPRT: LLR {test.llr(board.duel):+.2f} in [{test.lower:.2f}, {test.upper:.2f}] after {len(board.duel)} sets"
    )
    if outcome.decision is Decision.H1:
        return f"{state}: {first} is stronger than {second} by {test.elo1:g} Elo rather than {test.elo0:g} (H1)."
    if outcome.decision is Decision.H0:
        return f"{state}: {first} is not {test.elo1:g} Elo stronger than {second}, rather {test.elo0:g} or less (H0)."
    return f"{state}: not decided yet; play more."


def as_data(order: Order, outcome: Outcome, seconds: float) -> dict[str, Any]:
    board = outcome.board

    def finite(value: float) -> float | None:
        return value if math.isfinite(value) else None

    bots = []
    for line in board.standings():
        field = line.against_the_field()
        bots.append(
            {
                "bot": line.bot,
                "games": line.games,
                "wins": line.wins,
                "mean_rank": line.mean_rank,
                "mean_score": line.mean_score,
                "mean_think_ms": line.mean_think_ms,
                "sets": field.sets,
                "score": field.score,
                "elo": finite(field.elo),
                "elo_low": finite(field.low),
                "elo_high": finite(field.high),
                "superiority": field.superiority,
                "faults": dict(line.faults),
            }
        )
    told: dict[str, Any] = {
        "game": order.game,
        "variant": order.variant,
        "players": order.players,
        "seed": order.seed,
        "matches": board.played,
        "decisions": board.decisions,
        "seconds": seconds,
        "interrupted": outcome.interrupted,
        "gone": outcome.gone,
        "restarts": {failing.bot: failing.restarts for failing in outcome.failing if failing.restarts},
        "bots": bots,
        "faults": board.reasons,
    }
    if order.test is not None:
        told["sprt"] = {
            "elo0": order.test.elo0,
            "elo1": order.test.elo1,
            "llr": order.test.llr(board.duel),
            "lower": order.test.lower,
            "upper": order.test.upper,
            "decision": outcome.decision,
        }
    return told
