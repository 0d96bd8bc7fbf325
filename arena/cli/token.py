"""`arena token`: who may write through the API."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime

import click
from rich.console import Console
from rich.table import Table

from arena.redis_server import redis_for
from arena.settings import Settings
from arena.store import open_store
from arena.store.tokens import BOT, ORGANISER, Tokens


@click.group("token")
def command() -> None:
    """Tokens for writing through the API."""


@command.command("create")
@click.option("--organiser", is_flag=True, help="A token that may do everything.")
@click.option("--bot", metavar="NAME", help="A token that may register versions of this bot, bench and remove them.")
@click.option("--note", default="", help="Whom it is for, to know it again.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def create(organiser: bool, bot: str | None, note: str, as_json: bool) -> None:
    """Make a token. It is shown once and kept as a hash only."""
    if organiser == (bot is not None):
        raise click.UsageError("a token is for an organiser or for a bot: --organiser or --bot NAME")
    with tokens() as kept:
        secret, token = kept.create(ORGANISER if organiser else f"{BOT}{bot}", note)
    if as_json:
        click.echo(json.dumps({"token": secret, **asdict(token)}))
        return
    click.echo(secret)
    click.echo(f"Token {token.id} for {token.scope}. Keep it: it is not shown again.", err=True)


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def list_tokens(as_json: bool) -> None:
    """List the tokens there are."""
    with tokens() as kept:
        found = kept.all()
    if as_json:
        click.echo(json.dumps([asdict(token) for token in found]))
        return
    if not found:
        click.echo("There are no tokens: arena token create --organiser")
        return
    table = Table(box=None)
    for name in ("id", "for", "created", "note"):
        table.add_column(name)
    for token in found:
        table.add_row(token.id, token.scope, f"{datetime.fromtimestamp(token.created):%Y-%m-%d %H:%M}", token.note)
    Console(markup=False, highlight=False).print(table)


@command.command("revoke")
@click.argument("id")
def revoke(id: str) -> None:
    """Revoke the token ID at once."""
    with tokens() as kept:
        kept.revoke(id)
    click.echo(f"Token {id} is revoked.")


@contextmanager
def tokens() -> Iterator[Tokens]:
    settings = Settings.load()
    with redis_for(settings) as url:
        store = open_store(url, settings)
        try:
            yield store.tokens
        finally:
            store.close()
