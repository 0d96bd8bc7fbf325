"""`arena match`: lists and shows matches, and writes their replays."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from arena.cli.connect import connected
from arena.cli.screen import as_json, data, table, when
from arena.cli.words import BOT, MATCH, TOURNAMENT
from arena.store import Store
from arena.store.matches import MatchStatus

PAGE = 200
SEARCHED = 20_000  # matches looked through for those of a bot


@click.group("match")
def command() -> None:
    """Matches: list and show them, get their replays."""


@command.command("list")
@click.option("--tournament", type=TOURNAMENT, default="", help="Only those of this tournament that ended.")
@click.option("--bot", type=BOT, default="", help="Only those of this bot.")
@click.option("--count", default=20, show_default=True, type=click.IntRange(1), help="The newest so many.")
@as_json
def list_matches(tournament: str, bot: str, count: int, as_json: bool) -> None:
    """List matches, the newest first."""
    with connected() as store:
        if tournament:
            store.tournaments.get(tournament)
        id = store.bots.get(bot).id if bot else ""
        found = list(newest(store, tournament, id, count))
    if as_json:
        data([as_data(status) for status in found])
        return
    if not found:
        click.echo("There are no such matches.")
        return
    table(
        ("match", "game", "state", "seats, by rank", "faults", "finished"),
        (
            (
                s.match.id,
                s.match.game,
                s.result.verdict if s.result else s.state,
                ranked(s),
                str(len(s.result.faults)) if s.result and s.result.faults else "",
                when(s.finished),
            )
            for s in found
        ),
        left=("game", "state", "seats, by rank"),
    )


def newest(store: Store, tournament: str, bot: str, count: int) -> Iterator[MatchStatus]:
    """The newest matches; of a bot, as far as one looks back."""
    before: int | None = None
    for _ in range(SEARCHED // PAGE):
        ids, before = store.matches.page(PAGE, before, tournament)
        for status in store.matches.statuses(ids):
            if not bot or any(seat.bot == bot for seat in status.match.seats):
                yield status
                count -= 1
                if not count:
                    return
        if not before:
            return


def ranked(status: MatchStatus) -> str:
    bots = [seat.bot for seat in status.match.seats]
    if status.result is None or not status.result.ranks:
        return ", ".join(bots)
    return ", ".join(f"{rank}. {bot}" for rank, bot in sorted(zip(status.result.ranks, bots, strict=True)))


@command.command("show")
@click.argument("match", type=MATCH)
@as_json
def show(match: str, as_json: bool) -> None:
    """Show MATCH: seats, ranks, faults with their reasons, attempts, replay."""
    with connected() as store:
        status = store.matches.get(match)
    if as_json:
        data(as_data(status))
        return
    m, result = status.match, status.result
    click.secho(m.id, bold=True, nl=False)
    click.echo(f"  {m.game} ({m.variant}), {result.verdict if result else status.state}")
    faults = {f.seat: f for f in result.faults} if result else {}
    for i, seat in enumerate(m.seats):
        rank = f"{result.ranks[i]}." if result and result.ranks else ""
        score = str(result.scores[i]) if result and result.scores else ""
        click.echo(f"  seat {i}  {rank:>3} {score:>6}  {seat.bot}{'  forfeited' if i in faults else ''}")
    for fault in result.faults if result else ():
        click.echo(f"  {fault.kind}: {fault.reason}")
    rated = "" if m.rated else ", not rated"
    for what, value in (
        ("tournament", m.tournament + rated),
        ("set", f"{m.table_set}, rotation {m.rotation + 1}" if m.table_set else ""),
        ("clock", f"{m.clock.limit:g} s a decision, {m.clock.bank:g} s in the bank"),
        ("attempts", str(status.attempt) + (f", {status.deaths} workers died" if status.deaths else "")),
        ("worker", status.worker),
        ("decisions", str(status.decisions or "")),
        ("time", f"{result.seconds:.2f} s, until {when(status.finished)}" if result and result.seconds else ""),
        ("reason", result.reason if result else ""),
        ("commitment", m.commitment.hex()),
        ("seed", m.seed.hex() if status.revealed else "shown when the last match of its set is over"),
        ("replay", f"arena match replay {m.id}" if has_replay(status) else "not yet" if not result else "none"),
    ):
        if value:
            click.echo(f"  {what:<11} {value}")


def has_replay(status: MatchStatus) -> bool:
    return status.revealed and status.result is not None and bool(status.result.ranks)


def as_data(status: MatchStatus) -> dict[str, Any]:
    m, result = status.match, status.result
    return {
        "match": m.id,
        "game": m.game,
        "variant": m.variant,
        "state": status.state,
        "tournament": m.tournament,
        "table_set": m.table_set,
        "rotation": m.rotation,
        "rated": m.rated,
        "bots": [seat.bot for seat in m.seats],
        "clock": {"limit": m.clock.limit, "bank": m.clock.bank, "margin": m.clock.margin},
        "commitment": m.commitment.hex(),
        "seed": m.seed.hex() if status.revealed else None,
        "attempt": status.attempt,
        "deaths": status.deaths,
        "worker": status.worker,
        "verdict": result.verdict.value if result else None,
        "scores": result.scores if result else [],
        "ranks": result.ranks if result else [],
        "faults": [
            {"seat": f.seat, "decision": f.decision, "kind": f.kind.value, "reason": f.reason}
            for f in (result.faults if result else ())
        ],
        "reason": result.reason if result else "",
        "decisions": status.decisions,
        "seconds": result.seconds if result else 0.0,
        "finished": status.finished,
        "replay": has_replay(status),
    }


@command.command("replay")
@click.argument("match", type=MATCH)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file; MATCH.replay unless told, - prints it.",
)
def replay(match: str, output: Path | None) -> None:
    """Write the replay of MATCH, for `arena replay show` and `arena replay verify`."""
    with connected() as store:
        text = store.matches.replay(match)
    if output == Path("-"):
        click.echo(text, nl=False)
        return
    path = output or Path(f"{match}.replay")
    path.write_text(text, encoding="utf-8")
    click.echo(f"{path}: `arena replay show {path}` walks through it, `arena replay verify {path}` plays it again")
