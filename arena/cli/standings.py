"""`arena standings`: who is how strong, how sure that is, and who beat whom."""

from dataclasses import asdict

import click

import engine
from arena.cli.connect import connected
from arena.cli.screen import as_json, data, table
from arena.cli.words import GAME
from arena.store.standings import Row

Pairs = dict[tuple[str, str], tuple[int, int, int]]  # two bots -> wins, ties, losses of the first


@click.command("standings")
@click.argument("game", type=GAME, required=False)
@click.option("--head-to-head", is_flag=True, help="Also won, tied and lost pairs of each against each.")
@as_json
def command(game: str | None, head_to_head: bool, as_json: bool) -> None:
    """Show the standings of GAME, or of every game that was played.

    Elo moves with every match; the fit is made from all results at once, with its 95 % interval. LOS is the likelihood of being
    stronger than the next one below. Won, tied and lost count pairs of seats: a table of three is three of them.

    \b
      arena standings rummy
      arena standings rummy --head-to-head --json
    """
    with connected() as store:
        games = [game] if game else store.standings.games()
        tables = {g: store.standings.table(g) for g in games}
        pairs = {g: store.standings.head_to_head(g) for g in games} if head_to_head else {}
        if as_json:
            data({g: as_data(rows, pairs.get(g)) for g, rows in tables.items()})
            return
    if not any(tables.values()):
        click.echo("Nothing was played yet: arena tournament create rummy")
        return
    for g, rows in tables.items():
        click.secho(engine.games()[g].name, bold=True)
        show(rows)
        if head_to_head:
            matrix([row.bot for row in rows], pairs[g])


def as_data(rows: list[Row], pairs: Pairs | None) -> dict[str, object]:
    found: dict[str, object] = {"standings": [asdict(row) for row in rows]}
    if pairs is not None:
        found["head_to_head"] = [
            {"bot": one, "against": other, "wins": wins, "ties": ties, "losses": losses}
            for (one, other), (wins, ties, losses) in sorted(pairs.items())
        ]
    return found


def show(rows: list[Row]) -> None:
    table(
        ("", "bot", "Elo", "fit", "95 %", "LOS", "games", "won", "tied", "lost"),
        (
            (
                f"{place}.",
                row.bot,
                f"{row.elo:.0f}",
                f"{row.fitted.elo:.0f}" if row.fitted else "",
                f"{row.fitted.low:.0f} .. {row.fitted.high:.0f}" if row.fitted else "",
                f"{100 * row.superiority:.1f} %" if row.superiority is not None else "",
                str(row.games),
                str(row.wins),
                str(row.ties),
                str(row.losses),
            )
            for place, row in enumerate(rows, 1)
        ),
        left=("bot",),
    )


def matrix(bots: list[str], pairs: Pairs) -> None:
    """Rows against columns: won-tied-lost."""
    rows = [
        (f"{i}. {bot}", *("-".join(map(str, pairs[bot, other])) if (bot, other) in pairs else "" for other in bots))
        for i, bot in enumerate(bots, 1)
    ]
    table(("against", *(f"{i}." for i in range(1, len(bots) + 1))), rows)
