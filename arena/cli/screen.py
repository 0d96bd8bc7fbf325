"""How the commands look: tables for people, JSON for programs, bars, times."""

import json
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

import click

from arena.records import printable

BAR = 24  # characters
LONGEST = 2000  # characters of a line that a bot printed

as_json = click.option("--json", "as_json", is_flag=True, help="As JSON.")


def data(value: Any) -> None:
    click.echo(json.dumps(value, indent=2))


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[str] = ()) -> None:
    """Prints a table: numbers to the right, the first column and those in `left` to the left."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=box.SIMPLE_HEAD)
    for i, column in enumerate(columns):
        shown.add_column(column, justify="left" if i == 0 or column in left else "right")
    for row in rows:
        shown.add_row(*(Text(cell) for cell in row))
    Console(highlight=False, width=None if sys.stdout.isatty() else 160).print(shown)


def bar(done: int, total: int) -> str:
    full = BAR * done // total if total else 0
    return "█" * full + "░" * (BAR - full)


def when(seconds: float) -> str:
    """A moment, in the time of this place."""
    return f"{datetime.fromtimestamp(seconds, UTC).astimezone():%Y-%m-%d %H:%M:%S}" if seconds else ""


def quoted(text: str) -> str:
    """Lines that a bot printed, as they can be shown: indented as they were, without orders for a terminal."""
    lines = text.expandtabs().splitlines()
    shown = (" " * (len(line) - len(line.lstrip())) + printable(line) for line in lines)
    return "\n".join(line if len(line) <= LONGEST else f"{line[:LONGEST]} ..." for line in shown)
