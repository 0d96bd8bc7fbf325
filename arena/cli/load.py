"""`arena load`: drives the whole system with synthetic bots, or the engines alone on all workers, and reports what it can take."""

import contextlib
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from secrets import token_hex
from time import monotonic, sleep
from typing import Any

import click

import engine
from arena import league
from arena.cli.cast import Cast
from arena.cli.follow import follow
from arena.cli.here import Here, arena_here
from arena.cli.load_meter import CpuMeter, Latency, latency
from arena.dispatch import Dispatch
from arena.records import Clock
from arena.settings import Settings

NATIVE_SECONDS = 1.0  # of a native task


@click.command("load")
@click.option("--game", default="rummy", show_default=True)
@click.option("--matches", default=1000, show_default=True, type=click.IntRange(1))
@click.option(
    "--bots",
    default="random,random,random,random",
    show_default=True,
    help="Synthetic bots, by comma: random, greedy, mcts:100, slow:20ms, crash:0.01, illegal:0.01, ...",
)
@click.option("--players", type=click.IntRange(2), help="Seats at a table; as many as bots unless told.")
@click.option("--variant", default="standard", show_default=True)
@click.option("--slots", type=click.IntRange(1), help="Processes that referee; as many as cores unless told.")
@click.option("--limit", default=2.0, show_default=True, help="Seconds for a decision.")
@click.option("--bank", default=10.0, show_default=True, help="Seconds for a match.")
@click.option("--native", is_flag=True, help="Engines only: random matches in C on all workers, no bots.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def command(
    game: str,
    matches: int,
    bots: str,
    players: int | None,
    variant: str,
    slots: int | None,
    limit: float,
    bank: float,
    native: bool,
    as_json: bool,
) -> None:
    """Put a load on the arena and report its capacity.

    With nothing configured, everything runs on this machine in a folder of its own and leaves nothing behind. With
    MOTHERLODE_REDIS_URL the workers there do the work; the bots, started here, must be reachable for them.

    \b
      arena load --matches 100000 --game rummy --bots random,slow:20ms,crash:0.01
      arena load --matches 1000000 --native
    """
    info = league.check_game(game, variant)
    targets = [target for target in bots.split(",") if target]
    seats = players or max(min(len(targets), info.max_players), info.min_players)
    if not info.min_players <= seats <= info.max_players:
        raise click.BadParameter(f"{game} is for {info.min_players} to {info.max_players}", param_hint="--players")
    with private(Settings.load()) as settings, arena_here(settings, slots or 0) as here:
        if native:
            engines = run_native(here, game, variant, seats, matches, as_json)
            click.echo(json.dumps(asdict(engines), indent=2) if as_json else engines.text())
        else:
            if len(targets) < 2:
                raise click.BadParameter("name at least two bots", param_hint="--bots")
            report = run(here, game, variant, seats, targets, matches, Clock(limit, bank), as_json)
            click.echo(json.dumps(asdict(report), indent=2) if as_json else report.text())


@contextlib.contextmanager
def private(settings: Settings) -> Iterator[Settings]:
    """Settings with a folder that is gone afterwards, unless a Redis is configured."""
    if settings.redis_url:
        yield settings
        return
    folder = Path(tempfile.mkdtemp(prefix="motherlode-load-"))
    try:
        yield replace(settings, home=str(folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# --- The whole system.


@dataclass(frozen=True)
class Report:
    """What the arena did under load."""

    game: str
    bots: tuple[str, ...]
    players: int
    matches: int
    decisions: int
    seconds: float
    matches_per_second: float
    decisions_per_second: float
    referee_us_per_decision: float
    cpu_seconds: dict[str, float]  # by part; what runs elsewhere is not seen
    cores_used: float
    latency_ms: dict[str, Latency]  # by bot
    faults: dict[str, int]  # by kind and bot
    bottleneck: str

    def text(self) -> str:
        total = sum(self.cpu_seconds.values()) or 1.0
        lines = [
            f"{self.matches} matches of {self.game} with {self.players} seats in {self.seconds:.1f} s",
            f"  throughput   {self.matches_per_second:.1f} matches/s, {self.decisions_per_second:.0f} decisions/s",
            f"  referee      {self.referee_us_per_decision:.0f} us of CPU a decision",
            f"  cores used   {self.cores_used:.2f}",
        ]
        for part, seconds in self.cpu_seconds.items():
            lines.append(f"  CPU {part:<8} {seconds:8.2f} s  {100 * seconds / total:5.1f} %")
        lines.append("  answer times, ms          p50      p90      p99  answers")
        for bot, found in self.latency_ms.items():
            lines.append(f"    {bot:<20} {found.p50:8.2f} {found.p90:8.2f} {found.p99:8.2f} {found.answers:8d}")
        for fault, count in self.faults.items():
            lines.append(f"  fault {fault}: {count}")
        lines.append(f"  bottleneck   {self.bottleneck}")
        return "\n".join(lines)


def run(
    here: Here, game: str, variant: str, seats: int, targets: Sequence[str], matches: int, clock: Clock, quiet: bool
) -> Report:
    """Plays an unrated tournament between synthetic bots."""
    store, name = here.store, f"load-{token_hex(4)}"
    with Cast() as cast:
        running = cast.start(targets)
        entrants = [
            league.register(store, bot.address, name=f"{name}-{i}", version=version_of(target)).id
            for i, (bot, target) in enumerate(zip(running, targets, strict=True))
        ]
        tables = -(-len(entrants) // seats) if len(entrants) > seats else 1
        rounds = max(1, round(matches / seats / tables))
        before = store.counters()
        meter = CpuMeter(here.crew, running, store.client)
        began = monotonic()
        league.create_tournament(
            store,
            name,
            game,
            "round-robin",
            entrants,
            variant=variant,
            size=min(seats, len(entrants)),
            rounds=rounds,
            clock=clock,
            rated=False,
        )

        def look() -> None:
            here.look()
            meter.sample()

        try:
            follow(store, [name], look=look, quiet=quiet)
        except KeyboardInterrupt:
            store.tournaments.cancel(name)
            click.echo("interrupted: the report is of what was played", err=True)
            follow(store, [name], look=look, quiet=True)
        seconds = monotonic() - began
        meter.sample()
        counted = {key: value - before.get(key, 0) for key, value in store.counters().items()}
        for entrant in entrants:
            league.remove(store, entrant)
        store.tournaments.forget(name)
    decisions = counted.get(f"decisions:{game}", 0)
    played = counted.get(f"matches:{game}", 0)
    return Report(
        game,
        tuple(targets),
        seats,
        played,
        decisions,
        seconds,
        played / seconds,
        decisions / seconds,
        counted.get(f"referee_us:{game}", 0) / max(1, decisions),
        meter.spent,
        sum(meter.spent.values()) / seconds,
        {target: latency(counted, id) for target, id in zip(distinct(targets), entrants, strict=True)},
        {key.removeprefix("faults:"): n for key, n in sorted(counted.items()) if key.startswith("faults:") and n},
        meter.bottleneck(seconds),
    )


def version_of(target: str) -> str:
    """A target as a bot's version, which takes letters, digits and a few signs."""
    return "".join(sign if sign.isalnum() or sign in "._-" else "-" for sign in target).strip("-")[-64:] or "1"


def distinct(targets: Sequence[str]) -> list[str]:
    return [f"{target} ({i + 1})" if targets.count(target) > 1 else target for i, target in enumerate(targets)]


# --- The engines alone.


@dataclass(frozen=True)
class Engines:
    """What the engines did on all workers."""

    game: str
    players: int
    matches: int
    decisions: int
    seconds: float
    matches_per_second: float
    decisions_per_second: float
    ns_per_decision: float  # of one process
    slots: int

    def text(self) -> str:
        return (
            f"{self.matches} matches of {self.game} with {self.players} seats, {self.decisions} decisions, "
            f"{self.seconds:.1f} s on {self.slots} slots\n"
            f"  throughput   {self.matches_per_second:.0f} matches/s, {self.decisions_per_second:.0f} decisions/s\n"
            f"  engine       {self.ns_per_decision:.0f} ns a decision in each process"
        )


def run_native(here: Here, game: str, variant: str, seats: int, matches: int, quiet: bool) -> Engines:
    """Plays random matches in C, about a second a task, on every worker there is."""
    trial = engine.playouts(game, seats, variant, games=200, seed=1)
    size = min(matches, max(1, int(200 * NATIVE_SECONDS / trial.seconds)))
    shares = [min(size, matches - done) for done in range(0, matches, size)]
    slots = sum(here.store.fleet.workers().values())
    run = token_hex(6)
    dispatch = Dispatch(here.store.url, here.settings)
    began = monotonic()
    try:
        with bar(matches, quiet) as show:
            sent = 0
            while True:
                done = here.store.native.done(run)
                show(sum(share.games for share in done))
                if len(done) == len(shares):
                    break
                while sent < len(shares) and sent < len(done) + 2 * slots:
                    dispatch.native(run, sent, game, seats, variant, shares[sent])
                    sent += 1
                here.look()
                sleep(0.05)
    finally:
        dispatch.close()
        here.store.native.forget(run)
    seconds = monotonic() - began
    decisions = sum(share.decisions for share in done)
    busy = sum(share.seconds for share in done)
    return Engines(
        game, seats, matches, decisions, seconds, matches / seconds, decisions / seconds, 1e9 * busy / decisions, slots
    )


@contextlib.contextmanager
def bar(total: int, quiet: bool) -> Iterator[Callable[[int], Any]]:
    if quiet:
        yield lambda done: None
        return
    from rich import progress as rich
    from rich.console import Console

    with rich.Progress(*rich.Progress.get_default_columns(), console=Console(stderr=True)) as screen:
        task = screen.add_task("matches", total=total)
        yield lambda done: screen.update(task, completed=done)
