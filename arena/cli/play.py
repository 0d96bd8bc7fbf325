"""`arena play`: starts bots, plays table sets between them on this machine and says who is stronger. No Redis needed."""

import asyncio
import contextlib
import json
import math
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import uvloop

import engine
from arena import replay
from arena.records import Clock, Match, Result, Seat
from arena.series import Line, Scoreboard, Series, distinct
from arena.statistics import Decision, Sprt
from bots.launch import LaunchError, Running, launch
from workers.referee import Referee


@click.command("play")
@click.argument("game")
@click.argument("bots", nargs=-1, required=True)
@click.option("-n", "--matches", type=click.IntRange(1), help="Matches to play, rounded up to whole table sets. [100]")
@click.option(
    "--sets", type=click.IntRange(1), help="Table sets to play: each is one deal in every rotation of the seats."
)
@click.option("--players", type=click.IntRange(1), help="Seats at a table; as many as bots unless told.")
@click.option("--variant", default="standard", show_default=True)
@click.option("--limit", default=2.0, show_default=True, help="Seconds for a decision.")
@click.option(
    "--bank", default=10.0, show_default=True, help="Seconds for a match, which pay what goes over the limit."
)
@click.option("--margin", default=0.05, show_default=True, help="Seconds not charged: for the network.")
@click.option("-j", "--jobs", default=16, show_default=True, type=click.IntRange(1), help="Matches at once.")
@click.option("--seed", default="", help="A word: the same word deals the same series.")
@click.option(
    "--sprt",
    nargs=2,
    type=float,
    metavar="ELO0 ELO1",
    help="Stop as soon as the first bot is known to be ELO0 or ELO1 better than the second.",
)
@click.option(
    "--replays",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a replay of every match into this folder.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
@click.option("--quiet", is_flag=True, help="No progress, only the outcome.")
@click.pass_context
def command(
    ctx: click.Context, /, game: str, bots: tuple[str, ...], as_json: bool, quiet: bool, **options: Any
) -> None:
    """Play GAME between BOTS and tell who is stronger.

    A bot is a built-in name (random, greedy, mcts:200), a Python file, grpc://HOST:PORT, or cmd:COMMAND for any program that serves
    the bot protocol.

    \b
      arena play rummy random greedy -n 400
      arena play minerals ./my_bot.py greedy --sprt 0 30
    """
    order = Order.read(game, bots, **options)
    screen = silent if as_json or quiet else lively if sys.stderr.isatty() else plain
    began = time.monotonic()
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            outcome = runner.run(play(order, screen))
    except LaunchError as error:
        raise click.ClickException(str(error)) from None
    seconds = time.monotonic() - began
    if as_json:
        click.echo(json.dumps(as_data(order, outcome, seconds), indent=2))
    else:
        tell(order, outcome, seconds)
    if outcome.interrupted:
        ctx.exit(130)


@dataclass(frozen=True)
class Order:
    """What the user asked for, checked."""

    game: str
    variant: str
    targets: tuple[str, ...]
    players: int
    sets: int
    clock: Clock
    jobs: int
    seed: str
    test: Sprt | None
    replays: Path | None

    @classmethod
    def read(
        cls,
        game: str,
        bots: tuple[str, ...],
        matches: int | None,
        sets: int | None,
        players: int | None,
        variant: str,
        limit: float,
        bank: float,
        margin: float,
        jobs: int,
        seed: str,
        sprt: tuple[float, float] | None,
        replays: Path | None,
    ) -> "Order":
        info = engine.games().get(game)
        if info is None:
            raise click.BadParameter(f"unknown game {game!r}; there are {', '.join(engine.games())}", param_hint="GAME")
        if variant not in info.variants:
            raise click.BadParameter(f"{game} has the variants {', '.join(info.variants)}", param_hint="--variant")
        seats = players or min(max(len(bots), info.min_players), info.max_players)
        if not info.min_players <= seats <= info.max_players:
            raise click.BadParameter(f"{game} is for {info.min_players} to {info.max_players}", param_hint="--players")
        if matches is not None and sets is not None:
            raise click.UsageError("-n counts matches and --sets table sets: give one of them")
        if limit <= 0 or bank < 0 or margin < 0:
            raise click.UsageError("--limit is above 0, --bank and --margin are not below")
        test = Sprt(*sprt) if sprt else None
        if test is not None and len(bots) < 2:
            raise click.UsageError("--sprt compares the first bot with the second: name two")
        # A test ends when it is decided; without a number of matches only that ends it, or patience.
        wanted = matches or (100_000 if test else 100)
        return cls(
            game,
            variant,
            bots,
            seats,
            sets or math.ceil(wanted / seats),
            Clock(limit, bank, margin),
            jobs,
            seed,
            test,
            replays,
        )


@dataclass
class Outcome:
    """What came out."""

    board: Scoreboard
    decision: Decision | None = None
    interrupted: bool = False
    outputs: dict[str, str] | None = None  # what faulty bots printed last


async def play(order: Order, screen: Callable[[Order, Scoreboard], Any]) -> Outcome:
    """Starts the bots, plays the series, stops the bots."""
    async with contextlib.AsyncExitStack() as stack:
        names = distinct(order.targets)
        running: list[Running] = [
            await stack.enter_async_context(launch(target, restart=True)) for target in order.targets
        ]
        seats = tuple(Seat(name, bot.address) for name, bot in zip(names, running, strict=True))
        series = Series(order.game, order.variant, seats, order.players, order.sets, order.clock, order.seed)
        board = Scoreboard(series)
        outcome = Outcome(board)
        referee = await stack.enter_async_context(Referee())
        with screen(order, board) as refresh:
            try:
                outcome.decision = await play_series(referee, series, board, order, refresh)
            except asyncio.CancelledError:
                outcome.interrupted = True
                task = asyncio.current_task()
                assert task is not None
                task.uncancel()
        outcome.outputs = {
            name: bot.output
            for name, bot in zip(names, running, strict=True)
            if board.lines[name].faults and bot.output
        }
        return outcome


async def play_series(
    referee: Referee, series: Series, board: Scoreboard, order: Order, refresh: Callable[[], None]
) -> Decision | None:
    """Keeps `jobs` matches at the tables until the series is over or decided."""
    matches = series.matches()
    decided: Decision | None = None
    at_table: set[asyncio.Task[None]] = set()

    async def table(match: Match) -> None:
        nonlocal decided
        result = await referee.play(match)
        if decided is not None:
            return
        if order.replays is not None:
            keep(order.replays, match, result)
        if board.add(match, result) and order.test is not None:
            verdict = board.decide(order.test)
            decided = None if verdict is Decision.CONTINUE else verdict
        refresh()

    try:
        while decided is None:
            while len(at_table) < order.jobs and (match := next(matches, None)) is not None:
                at_table.add(asyncio.create_task(table(match)))
            if not at_table:
                break
            done, at_table = await asyncio.wait(at_table, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
    finally:
        for task in at_table:
            task.cancel()
        await asyncio.gather(*at_table, return_exceptions=True)
    if order.test is not None and decided is None:
        return Decision.CONTINUE
    return decided


def keep(folder: Path, match: Match, result: Result) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{match.id}.replay").write_text(replay.write(match, result), encoding="utf-8")


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
    with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live:

        def refresh() -> None:
            nonlocal last
            if time.monotonic() - last >= 0.2:
                last = time.monotonic()
                bar.update(task, completed=board.played)
                live.update(Group(rich_table(order, board), bar), refresh=True)

        yield refresh


# --- What came out.


def rich_table(order: Order, board: Scoreboard) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("bot")
    for column in ("games", "rank", "score", "points", "Elo", "95 %", "LOS", "ms", "faults"):
        table.add_column(column, justify="right")
    for line in board.standings():
        table.add_row(*row(line))
    return table


def row(line: Line) -> list[str]:
    field = line.against_the_field()
    faults = ", ".join(f"{count} {kind}" for kind, count in line.faults.items()) or "0"
    return [
        line.bot,
        str(line.games),
        f"{line.mean_rank:.2f}",
        f"{100 * field.score:.1f} %" if field.sets else "",
        f"{line.mean_score:.1f}",
        signed(field.elo) if field.sets else "",
        f"{signed(field.low)} .. {signed(field.high)}" if field.sets else "",
        f"{100 * field.superiority:.1f} %" if field.sets else "",
        f"{line.mean_think_ms:.1f}",
        faults,
    ]


def signed(elo: float) -> str:
    return f"{elo:+.0f}" if math.isfinite(elo) else ("+inf" if elo > 0 else "-inf")


def tell(order: Order, outcome: Outcome, seconds: float) -> None:
    from rich.console import Console

    board = outcome.board
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 140)
    console.print(rich_table(order, board))
    pace = board.played / seconds if seconds else 0.0
    console.print(
        f"{board.played} matches of {order.game} with {order.players} players, {len(board.duel)} table sets, "
        f"{board.decisions} decisions in {seconds:.1f} s ({pace:.1f} matches/s)."
    )
    console.print("Score and Elo are against the others at the table; LOS is the likelihood of being the stronger.")
    if order.test is not None:
        console.print(verdict(order, outcome))
    if board.reasons:
        console.print(f"\n{len(board.reasons)} faults; the first:" if len(board.reasons) > 5 else "\nFaults:")
        for reason in board.reasons[:5]:
            console.print(f"  {reason}", markup=False)
    for name, said in (outcome.outputs or {}).items():
        console.print(f"\nThe last words of {name}:")
        console.print("\n".join(f"  {line}" for line in said.splitlines()[-10:]), markup=False)
    if outcome.interrupted:
        console.print("Interrupted: the standings are of what was played.")


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
        return f"{state}: {first} against {second} is {test.elo0:g} Elo rather than {test.elo1:g} (H0)."
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
    data: dict[str, Any] = {
        "game": order.game,
        "variant": order.variant,
        "players": order.players,
        "matches": board.played,
        "decisions": board.decisions,
        "seconds": seconds,
        "interrupted": outcome.interrupted,
        "bots": bots,
        "faults": board.reasons,
    }
    if order.test is not None:
        data["sprt"] = {
            "elo0": order.test.elo0,
            "elo1": order.test.elo1,
            "llr": order.test.llr(board.duel),
            "lower": order.test.lower,
            "upper": order.test.upper,
            "decision": outcome.decision,
        }
    return data
