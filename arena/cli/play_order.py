"""What `arena play` was asked for, checked, and what came out of it."""

import math
from dataclasses import dataclass, field
from pathlib import Path

import click

import engine
from arena.records import Clock
from arena.series import Scoreboard
from arena.statistics import Decision, Sprt
from bots.targets import parse_target

LONGEST = 1e6  # seconds on a clock


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
    echo: bool

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
        echo: bool = False,
    ) -> "Order":
        for bot in bots:
            try:
                parse_target(bot)
            except ValueError as error:
                raise click.BadParameter(str(error), param_hint="BOTS") from None
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
        if not (0 < limit <= LONGEST and 0 <= bank <= LONGEST and 0 <= margin <= LONGEST):
            raise click.UsageError(
                f"--limit is above 0, --bank and --margin are not below; none is above {LONGEST:g} s"
            )
        if replays is not None and any(replays.glob("*.replay")):
            raise click.UsageError(f"{replays} holds replays already; name another folder for --replays")
        try:
            test = Sprt(*sprt) if sprt else None
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--sprt") from None
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
            echo,
        )


@dataclass(frozen=True)
class Failing:
    """A bot with faults, or one that ended and was started again: what its author wants to know."""

    bot: str
    restarts: int
    words: str


@dataclass
class Outcome:
    """What came out."""

    board: Scoreboard
    decision: Decision | None = None
    interrupted: bool = False
    failing: list[Failing] = field(default_factory=list)
    gone: str = ""  # which bot could not be reached any more, if that ended the series
