"""`arena ladder`: matches between whoever is registered, for as long as it runs."""

from typing import Any

import click

from arena import league
from arena.cli.connect import connected
from arena.cli.screen import as_json, data
from arena.cli.tournament import status_of, tell
from arena.cli.words import GAME
from arena.records import Clock
from arena.store import Store
from arena.store.bots import BotState
from arena.store.tournaments import State


@click.group("ladder")
def command() -> None:
    """Ladders: matches go on while bots come and go."""


@command.command("start")
@click.argument("game", type=GAME)
@click.option("--players", type=click.IntRange(2), help="Seats at a table; the fewest of the game unless told.")
@click.option("--variant", default="", help="Of the game; standard unless told.")
@click.option("--limit", type=float, help=f"Seconds for a decision; {Clock.limit:g} unless told.")
@click.option(
    "--bank", type=float, help=f"Seconds for a match, for what goes over the limit; {Clock.bank:g} unless told."
)
@click.option("--margin", type=float, help=f"Seconds not charged: for the network; {Clock.margin:g} unless told.")
def start(
    game: str, players: int | None, variant: str, limit: float | None, bank: float | None, margin: float | None
) -> None:
    """Start the ladder of GAME, or go on with it. It keeps the rules it was begun with.

    \b
      arena ladder start rummy --players 4
    """
    given = {name: value for name, value in (("limit", limit), ("bank", bank), ("margin", margin)) if value is not None}
    with connected() as store:
        ladder = league.start_ladder(
            store, game, variant=variant, size=players or 0, clock=Clock(**given) if given else None
        )
        workers, playing = store.fleet.workers(), players_of(store, game)
    click.echo(f"The ladder of {game} runs, tables of {ladder.size}, {len(playing['active'])} bots.")
    if len(playing["active"]) < 2:
        click.echo("It waits for bots: `arena bot add greedy`.")
    if not workers:
        click.echo("No worker runs: start one with `arena up` or `arena worker`.")
    click.echo(f"`arena standings {game}` shows who is how strong.")


@command.command("stop")
@click.argument("game", type=GAME)
def stop(game: str) -> None:
    """Stop the ladder of GAME: what is being played is played to its end."""
    with connected() as store:
        league.stop_ladder(store, game)
    click.echo(f"The ladder of {game} is stopped; `arena ladder start {game}` goes on with it.")


@command.command("status")
@click.argument("game", type=GAME, required=False)
@as_json
def status(game: str | None, as_json: bool) -> None:
    """Show the ladder of GAME, or all of them."""
    with connected() as store:
        there = [id for id in store.tournaments.ids() if id.startswith(league.LADDERS)]
        wanted = [league.ladder_id(game)] if game else sorted(there)
        found = [status_of(store, id) | players_of(store, id.removeprefix(league.LADDERS)) for id in wanted]
    if as_json:
        data(found)
        return
    if not found:
        click.echo("There is no ladder yet: arena ladder start rummy")
    for ladder in found:
        stopped = ladder["state"] == State.PAUSED
        tell(ladder | {"state": "stopped" if stopped else ladder["state"]})
        click.echo(f"{len(ladder['active'])} bots play: {', '.join(ladder['active'])}")
        for bot, why in ladder["benched"].items():
            click.echo(f"  benched: {bot}: {why}")


def players_of(store: Store, game: str) -> dict[str, Any]:
    bots = [bot for bot in store.bots.all() if not bot.games or game in bot.games]
    return {
        "active": [bot.id for bot in bots if bot.state is BotState.ACTIVE],
        "benched": {bot.id: bot.reason for bot in bots if bot.state is BotState.BENCHED},
    }
