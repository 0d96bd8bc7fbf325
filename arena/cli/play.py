"""`arena play`: starts bots, plays table sets between them on this machine and says who is stronger. No Redis needed."""

import asyncio
import contextlib
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import click
import uvloop

from arena import replay
from arena.cli.play_order import Failing, Order, Outcome
from arena.cli.play_screen import as_data, lively, plain, silent, tell
from arena.cli.screen import data, quoted
from arena.records import FaultKind, Match, Result, Seat, printable
from arena.series import Deal, Scoreboard, Series, distinct
from arena.statistics import Decision
from bots.launch import LaunchError, Running, launch
from workers.referee import Referee

LONGEST_NAME = 64  # characters
GIVE_UP = 20  # matches in a row in which a bot was not reached, after which the series ends


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
@click.option("--echo", is_flag=True, help="Show what the bots print, as they print it.")
@click.pass_context
def command(
    ctx: click.Context, /, game: str, bots: tuple[str, ...], as_json: bool, quiet: bool, **options: Any
) -> None:
    """Play GAME between BOTS and tell who is stronger.

    A bot is a built-in name (random, greedy, mcts:200), a Python file, where it runs already (grpc://HOST:PORT, grpcs:// with TLS,
    unix:PATH), or cmd:COMMAND for any program that serves the bot protocol.

    \b
      arena play rummy random greedy -n 400
      arena play minerals ./my_bot.py greedy --sprt 0 30
    """
    order = Order.read(game, bots, **options)
    screen = silent if as_json or quiet else lively if sys.stderr.isatty() and not order.echo else plain
    began = time.monotonic()
    if order.replays is not None:
        order.replays.mkdir(parents=True, exist_ok=True)
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            outcome = runner.run(heeding_ctrl_c(play(order, screen)))
    except LaunchError as error:
        raise click.ClickException(str(error)) from None
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    seconds = time.monotonic() - began
    if as_json:
        data(as_data(order, outcome, seconds))
    else:
        tell(order, outcome, seconds)
    if outcome.interrupted:
        ctx.exit(130)
    if outcome.gone or not any(line.games for line in outcome.board.lines.values()):
        ctx.exit(1)


async def heeding_ctrl_c(playing: Coroutine[Any, Any, Outcome]) -> Outcome:
    """Every Ctrl-C cancels what is waited for at the moment: the series, then a bot that takes its time to stop."""
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, task.cancel)
    return await playing


async def play(order: Order, screen: Callable[[Order, Scoreboard], Any]) -> Outcome:
    """Starts the bots, plays the series, stops the bots. What was played is told, whatever ends it."""
    outcome: Outcome | None = None
    try:
        async with contextlib.AsyncExitStack() as stack:
            running: list[Running] = [
                await stack.enter_async_context(launch(target, restart=True, echo=echo(target) if order.echo else None))
                for target in order.targets
            ]
            for bot in running:
                if bot.description.games and order.game not in bot.description.games:
                    raise LaunchError(
                        f"{name_of(bot)} plays {printable(', '.join(bot.description.games))}, not {order.game}"
                    )
            names = distinct([name_of(bot) for bot in running])
            seats = tuple(Seat(name, bot.address) for name, bot in zip(names, running, strict=True))
            series = Series(order.game, order.variant, seats, order.players, order.sets, order.clock, order.seed)
            board = Scoreboard(series)
            outcome = Outcome(board)
            referee = await stack.enter_async_context(Referee())
            try:
                with screen(order, board) as refresh:
                    outcome.decision = await play_series(referee, series, board, order, refresh)
            except Gone as gone:
                outcome.gone = str(gone)
            finally:
                outcome.failing = [
                    Failing(name, bot.restarts, bot.words)
                    for name, bot in zip(names, running, strict=True)
                    if bot.restarts or (board.lines[name].faults and bot.words)
                ]
    except asyncio.CancelledError:
        if outcome is None:
            raise
        outcome.interrupted = True
        task = asyncio.current_task()
        assert task is not None
        task.uncancel()
    return outcome


def echo(name: str) -> Callable[[bytes], None]:
    """Shows what a bot prints, as it does."""

    def show(line: bytes) -> None:
        click.echo(f"{name}: {quoted(line.decode('utf-8', 'replace'))}", err=True)

    return show


def name_of(bot: Running) -> str:
    """What the tables call it: as the user did, where that is short; else as it does."""
    named = bot.target.startswith(("cmd:", "grpc", "unix:")) and printable(bot.description.name)[:LONGEST_NAME]
    return named or bot.target


class Gone(Exception):
    """Something that the series needs is gone: a bot, or the folder for the replays."""


async def play_series(
    referee: Referee, series: Series, board: Scoreboard, order: Order, refresh: Callable[[], None]
) -> Decision | None:
    """Keeps `jobs` matches at the tables until the series is over or decided. Gone when a bot is not there any more."""
    deal = Deal(series)
    decided: Decision | None = None
    missed: Counter[str] = Counter()  # matches in a row in which a bot was not reached
    at_table: set[asyncio.Task[None]] = set()

    async def table(match: Match) -> None:
        nonlocal decided
        result = await referee.play(match)
        deal.over(match)
        if decided is not None:
            return
        if order.replays is not None:
            keep(order.replays, match, result)
        unreached = {fault.seat for fault in result.faults if fault.kind is FaultKind.UNREACHABLE}
        for seat, bot in enumerate(match.seats):
            missed[bot.bot] = missed[bot.bot] + 1 if seat in unreached else 0
        if board.add(match, result) and order.test is not None:
            verdict = board.decide(order.test)
            decided = None if verdict is Decision.CONTINUE else verdict
        refresh()

    try:
        while decided is None:
            while len(at_table) < order.jobs and (match := deal.next()) is not None:
                at_table.add(asyncio.create_task(table(match)))
            if not at_table:
                break
            done, at_table = await asyncio.wait(at_table, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            if gone := [bot for bot, count in missed.items() if count >= GIVE_UP]:
                raise Gone(f"{gone[0]} was not reached in {GIVE_UP} matches in a row")
    finally:
        for task in at_table:
            task.cancel()
        await asyncio.gather(*at_table, return_exceptions=True)
    if order.test is not None and decided is None:
        return Decision.CONTINUE
    return decided


def keep(folder: Path, match: Match, result: Result) -> None:
    try:
        (folder / f"{match.id}.replay").write_text(replay.write(match, result), encoding="utf-8")
    except OSError as error:
        raise Gone(f"no replay can be written: {error}") from None
