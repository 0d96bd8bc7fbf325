"""`arena ratings`: rebuilds what follows from the results, and says whether it agrees with what is stored."""

import click

from arena.cli.connect import connected
from arena.cli.screen import as_json, data
from arena.cli.words import GAME

TOLERANCE = 1e-6  # of Elo: two machines' logarithms may differ in their last digit; counts agree exactly
SHOWN = 20


@click.group("ratings")
def command() -> None:
    """Ratings: rebuild them from the results."""


@command.command("recompute")
@click.argument("game", type=GAME, required=False)
@click.option("--write", is_flag=True, help="Put what was recomputed in the place of what is stored.")
@as_json
@click.pass_context
def recompute(ctx: click.Context, game: str | None, write: bool, as_json: bool) -> None:
    """Rebuild Elo, games, head-to-head and pairs of GAME (of all unless told) from the log of results.

    Says whether they agree with what is stored; the exit code is 1 when they do not. With --write they do afterwards, and
    the fit is made anew.
    """
    with connected() as store:
        found = {g: store.standings.recompute(g, write) for g in ([game] if game else store.standings.games())}
        wrong = {
            g: {what: both for what, both in facts.items() if abs(both[0] - both[1]) > TOLERANCE}
            for g, facts in found.items()
        }
        for g in found if write else ():
            store.standings.fit(g)
    disagree = sum(map(len, wrong.values()))
    if as_json:
        data(
            {
                g: {
                    "compared": len(facts),
                    "written": write,
                    "differences": [
                        {"what": what, "stored": stored, "recomputed": follows}
                        for what, (stored, follows) in wrong[g].items()
                    ],
                }
                for g, facts in found.items()
            }
        )
    else:
        for g, facts in found.items():
            agree = "all agree" if not wrong[g] else f"{len(wrong[g])} do not agree"
            click.echo(f"{g}: {len(facts)} numbers recomputed from the log, {agree}")
            for what, (stored, follows) in list(wrong[g].items())[:SHOWN]:
                click.echo(f"  {what}: {stored:.12g} is stored, {follows:.12g} follows")
            if len(wrong[g]) > SHOWN:
                click.echo(f"  and {len(wrong[g]) - SHOWN} more")
        if not found:
            click.echo("Nothing was played yet.")
        if disagree:
            click.echo("Written." if write else "`--write` puts what follows in their place.")
    ctx.exit(1 if disagree and not write else 0)
