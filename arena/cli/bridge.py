"""`arena bridge`: a program that speaks lines of JSON, as a gRPC bot."""

import os
import shutil
from pathlib import Path

import click

from bots.bridge import BridgeBot
from bots.server import DEFAULT_LISTEN, serve


@click.command("bridge", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.option(
    "--listen", envvar="MOTHERLODE_LISTEN", default=DEFAULT_LISTEN, show_default=True, help="host:port or unix:PATH."
)
@click.option("--name", help="The bot's name; the program's file name unless said.")
@click.option(
    "--programs", default=1, show_default=True, type=click.IntRange(1, 64), help="How many of the program to run."
)
@click.option("--view/--no-view", default=True, show_default=True, help="Whether turns carry the view.")
@click.option("--tls-cert", envvar="MOTHERLODE_TLS_CERT", type=click.Path(dir_okay=False), help="PEM file.")
@click.option("--tls-key", envvar="MOTHERLODE_TLS_KEY", type=click.Path(dir_okay=False), help="PEM file.")
@click.argument("command_line", metavar="CMD...", nargs=-1, required=True)
def command(
    listen: str,
    name: str | None,
    programs: int,
    view: bool,
    tls_cert: str | None,
    tls_key: str | None,
    command_line: tuple[str, ...],
) -> None:
    """Serve a program that reads and writes JSON lines as a bot (docs/bridge.md)."""
    if shutil.which(command_line[0]) is None:
        raise click.UsageError(f"cannot run {command_line[0]!r}: no such program (is it executable?)")
    script = next((word for word in reversed(command_line) if os.path.isfile(word)), command_line[0])
    bot = BridgeBot(command_line, name or Path(script).stem, programs, view=view)
    serve(bot, listen, tls_cert=tls_cert, tls_key=tls_key)
