"""`arena bot`: registers bots, shows them, benches and removes them."""

import asyncio
from dataclasses import asdict
from typing import Any

import click

from arena import league
from arena.cli.bot_host import address_of
from arena.cli.connect import connected
from arena.cli.screen import as_json, data, table, when
from arena.cli.words import BOT
from arena.settings import Settings
from arena.store import Store
from arena.store.bots import BotState, BotVersion
from bots.launch import LaunchError, launch
from bots.targets import Target, parse_target


@click.group("bot")
def command() -> None:
    """Bots: register, show, bench, remove, host and check them."""


@command.command("add")
@click.argument("target")
@click.option("--name", default="", help="The name to register it under; its own unless told.")
@click.option("--version", default="", help="The version; its own unless told. Every version has a rating of its own.")
@click.option("--replace", is_flag=True, help="Let another program take the place of a registered version.")
@as_json
def add(target: str, name: str, version: str, replace: bool, as_json: bool) -> None:
    """Register the bot TARGET: grpc://HOST:PORT where it runs, or what `arena bot host` is to run here.

    \b
      arena bot add grpc://bots.example:50051
      arena bot add ./my_bot.py --version 2
      arena bot add mcts:200 --name mcts-200
      arena bot add 'cmd:./my_bot --listen {listen}'
    """
    wanted = parse_target(target)
    with connected() as store:
        if wanted.address:
            bot = league.register(store, wanted.address, name, version)
        else:
            bot = add_hosted(store, wanted, name, version, replace)
    if as_json:
        data(asdict(bot))
        return
    click.echo(f"{bot.id} is registered at {bot.address}; it plays {', '.join(bot.games) or 'every game'}.")
    if bot.target:
        click.echo("`arena up` runs it, and so does `arena bot host`.")


def add_hosted(store: Store, wanted: Target, name: str, version: str, replace: bool) -> BotVersion:
    """Starts the bot once to ask what it is, and registers it at the address its host will give it."""

    async def ask() -> Any:
        async with launch(wanted) as running:
            return running.description

    try:
        said = asyncio.run(ask())
    except LaunchError as error:
        raise click.ClickException(str(error)) from None
    id = f"{name or said.name}@{version or said.version or '1'}"
    target = wanted.anywhere()
    known = next((bot for bot in store.bots.all() if bot.id == id), None)
    if known is not None and known.target != target and not replace:
        runs = f"run as {known.target}" if known.target else f"at {known.address}"
        raise click.ClickException(
            f"{id} is registered already, {runs}: give this one another --name or --version, or --replace that one"
        )
    address = known.address if known and known.target else address_of(Settings.load(), id, wanted)
    return league.enter(store, said, address, name, version, target)


@command.command("list")
@click.option("--all", "removed_too", is_flag=True, help="Also those that were removed.")
@as_json
def list_bots(removed_too: bool, as_json: bool) -> None:
    """List the registered bots."""
    with connected() as store:
        bots = store.bots.all(tuple(BotState)) if removed_too else store.bots.all()
        spoilt = store.bots.faults_in_a_row()
    if as_json:
        data([asdict(bot) | {"id": bot.id, "faults_in_a_row": spoilt.get(bot.id, 0)} for bot in bots])
        return
    if not bots:
        click.echo("There are no bots yet: arena bot add greedy")
        return
    table(
        ("bot", "games", "state", "runs", "author", "why"),
        ((b.id, ", ".join(b.games) or "all", b.state, b.target or b.address, b.author, b.reason) for b in bots),
        left=("games", "state", "runs", "author", "why"),
    )


@command.command("show")
@click.argument("bot", type=BOT)
@as_json
def show(bot: str, as_json: bool) -> None:
    """Show BOT: its ratings, its state and why, its last fault. A name alone means its newest version."""
    with connected() as store:
        found = store.bots.get(bot)
        tables = {game: store.standings.table(game) for game in store.standings.games()}
        ratings = {game: row for game, rows in tables.items() for row in rows if row.bot == found.id}
        fault = store.bots.last_fault(found.id)
        spoilt = store.bots.faults_in_a_row().get(found.id, 0)
    if as_json:
        shown = {game: asdict(row) for game, row in ratings.items()}
        data(asdict(found) | {"id": found.id, "last_fault": fault, "faults_in_a_row": spoilt, "ratings": shown})
        return
    click.secho(found.id, bold=True)
    for what, value in (
        ("author", found.author),
        ("games", ", ".join(found.games) or "all"),
        ("address", found.address),
        ("run as", found.target),
        ("at once", f"{found.concurrency} matches" if found.concurrency else "any number of matches"),
        ("added", when(found.added)),
        ("state", found.state + (f": {found.reason}" if found.reason else "")),
        ("last fault", fault or "none"),
        ("faults", f"in the last {spoilt} matches in a row" if spoilt else ""),
    ):
        if value:
            click.echo(f"  {what:<11} {value}")
    if ratings:
        table(
            ("game", "Elo", "fit", "95 %", "games", "won", "tied", "lost"),
            (
                (
                    game,
                    f"{row.elo:.0f}",
                    f"{row.fitted.elo:.0f}" if row.fitted else "",
                    f"{row.fitted.low:.0f} .. {row.fitted.high:.0f}" if row.fitted else "",
                    str(row.games),
                    str(row.wins),
                    str(row.ties),
                    str(row.losses),
                )
                for game, row in ratings.items()
            ),
        )


@command.command("bench")
@click.argument("bot", type=BOT)
@click.option("--reason", default="benched by the organiser", show_default=True, help="For its author to read.")
def bench(bot: str, reason: str) -> None:
    """Take BOT off the ladders until it is unbenched."""
    with connected() as store:
        click.echo(f"{league.bench(store, bot, reason).id} is benched: {reason}")


@command.command("unbench")
@click.argument("bot", type=BOT)
def unbench(bot: str) -> None:
    """Let BOT play on the ladders again."""
    with connected() as store:
        click.echo(f"{league.unbench(store, bot).id} plays again")


@command.command("remove")
@click.argument("bot", type=BOT)
def remove(bot: str) -> None:
    """Take BOT out; its results stay."""
    with connected() as store:
        click.echo(f"{league.remove(store, bot).id} is removed; its results stay")
