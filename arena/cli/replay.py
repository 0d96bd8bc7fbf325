"""`arena replay`: walks through a match in the terminal, and plays replays again to see whether they are true."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from arena import replay as replays
from arena.records import printable
from arena.replay import Replay, Step

LARGEST = 16 << 20  # bytes; a match has a few hundred moves


@click.group("replay")
def command() -> None:
    """Show and verify replays."""


@command.command("verify")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a file.")
@click.pass_context
def verify(ctx: click.Context, files: tuple[Path, ...], as_json: bool) -> None:
    """Play every FILE again on the engine and say where it differs, if it does."""
    wrong = 0
    for path in files:
        try:
            difference = replays.verify(text_of(path))
        except ValueError as error:
            difference = str(error)
        wrong += difference is not None
        if as_json:
            click.echo(json.dumps({"file": str(path), "ok": difference is None, "difference": difference}))
        elif difference is None:
            click.echo(f"{path}: ok")
        else:
            click.secho(f"{path}: {difference}", fg="red")
    if len(files) > 1 and not as_json:
        click.echo(f"{len(files) - wrong} of {len(files)} replays are true")
    ctx.exit(1 if wrong else 0)


@command.command("show")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--from", "first", default=0, show_default=True, help="Begin at this move.")
@click.option("--seat", type=int, help="Show what this seat knew; the referee's view unless told.")
@click.option("--views", is_flag=True, help="Print the view before every move.")
@click.option("--step", "by_step", is_flag=True, help="Wait for a key after every move: q ends, v shows the view.")
def show(file: Path, first: int, seat: int | None, views: bool, by_step: bool) -> None:
    """Walk through the match in FILE."""
    try:
        text = text_of(file)
        replay = replays.read(text)
        difference = replays.verify(text)
    except ValueError as error:
        raise click.ClickException(f"{file}: {error}") from None
    if seat is not None and not 0 <= seat < replay.match.players:
        raise click.BadParameter(f"the match has the seats 0 to {replay.match.players - 1}", param_hint="--seat")
    if by_step and not sys.stdin.isatty():
        raise click.UsageError("--step needs a terminal")
    introduce(replay)
    try:
        walk(replay, first, seat, views, by_step)
    except (ValueError, IndexError):
        assert difference is not None
    if difference is not None:
        raise click.ClickException(f"{file} is not true: {difference}")


def walk(replay: Replay, first: int, seat: int | None, views: bool, by_step: bool) -> None:
    names = [printable(s.bot) for s in replay.match.seats]
    width = max(map(len, names))
    for index, (game, step) in enumerate(replay.positions()):
        if step is None:
            break
        for fault in replay.result.faults:
            if fault.decision == index:
                click.secho(f"       {printable(fault.reason)}", fg="red")
        if index < first:
            continue
        if views:
            click.secho(spread(game.view(seat)), dim=True)
        click.echo(line_of(index, step, names[step.seat].ljust(width)))
        if by_step and not go_on(game, seat):
            return
    conclude(replay)


def text_of(path: Path) -> str:
    if path.stat().st_size > LARGEST:
        raise ValueError(f"it is no replay: more than {LARGEST >> 20} MiB")
    try:
        return path.read_bytes().decode("utf-8")  # to the letter: no line ending is taken for another
    except UnicodeDecodeError:
        raise ValueError("it is no replay: no UTF-8 text") from None


def introduce(replay: Replay) -> None:
    match = replay.match
    click.secho(f"{match.game} ({match.variant}), match {printable(match.id)}", bold=True)
    for seat, who in enumerate(match.seats):
        click.echo(f"  seat {seat}  {printable(who.bot)}")
    click.echo(f"  clock {match.clock.limit:g} s a decision, {match.clock.bank:g} s in the bank")
    click.echo(f"  seed {match.seed.hex()}")


def line_of(index: int, step: Step, name: str) -> str:
    thought = f"{step.think_us / 1000:.1f} ms" if step.think_us else ""
    return f"{index:5}  {step.seat} {name}  {step.notation:<32} {thought:>10}".rstrip()


def spread(view: dict[str, Any]) -> str:
    return "\n".join(f"         {key}: {json.dumps(value)}" for key, value in view.items())


def go_on(game: Any, seat: int | None) -> bool:
    while True:
        key = click.getchar()
        if key in "q\x03\x04\x1b":
            return False
        if key != "v":
            return True
        click.secho(spread(game.view(seat)), dim=True)


def conclude(replay: Replay) -> None:
    result = replay.result
    click.secho(f"{result.verdict}: {printable(result.reason)}", bold=True)
    rows = sorted(zip(result.ranks, range(len(result.ranks)), strict=True))
    for rank, seat in rows:
        click.echo(f"  {rank}.  seat {seat}  {printable(replay.match.seats[seat].bot)}  {result.scores[seat]}")
