"""The command `arena`. Its subcommands are loaded when they are used, so that it starts at once."""

import io
import os
import signal
import sys
from dataclasses import dataclass
from importlib import import_module, metadata
from typing import NoReturn

import click

# command (a group's own commands after a space) -> module that has it as `command`, and what it does
COMMANDS = {
    "demo": ("arena.cli.demo", "A small league of external bots in all five games."),
    "up": ("arena.cli.up", "Run a whole arena on this machine."),
    "load": ("arena.cli.load", "Put a load on the arena and report its capacity."),
    "sprt": ("arena.cli.sprt", "Test whether one bot is better than another."),
    "worker": ("arena.cli.worker", "Referee matches on this machine."),
    "play": ("arena.cli.play", "Play bots against each other on this machine."),
    "replay": ("arena.cli.replay", "Show and verify replays."),
    "bridge": ("arena.cli.bridge", "Serve a program that speaks lines of JSON as a bot."),
    "bot": ("arena.cli.bot", "Bots: register, show, bench, remove, host and check them."),
    "bot host": ("arena.cli.bot_host", "Run the bots that are registered with a program."),
    "bot check": ("arena.cli.bot_check", "Check that a bot keeps the protocol."),
    "serve": ("arena.cli.serve", "Serve the gRPC API and the metrics."),
    "token": ("arena.cli.token", "Tokens for writing through the API."),
    "tournament": ("arena.cli.tournament", "Tournaments: create, follow, pause, resume, cancel."),
    "ladder": ("arena.cli.ladder", "Ladders: matches go on while bots come and go."),
    "standings": ("arena.cli.standings", "Who is how strong."),
    "ratings": ("arena.cli.ratings", "Ratings: rebuild them from the results."),
    "match": ("arena.cli.match", "Matches: list and show them, get their replays."),
    "export": ("arena.cli.export", "Results, ratings and the log as CSV or JSON."),
    "completion": ("arena.cli.completion", "Print the completion script of a shell."),
}


@dataclass
class Place:
    """Where a command stands in the tree: its words so far."""

    words: tuple[str, ...] = ()

    def below(self) -> dict[str, str]:
        """The commands one word further, with what they do."""
        found: dict[str, str] = {}
        for name, (_, what) in COMMANDS.items():
            words = tuple(name.split(" "))
            if words[: len(self.words)] == self.words and len(words) > len(self.words):
                word = words[len(self.words)]
                if len(words) == len(self.words) + 1:
                    found[word] = what
                else:
                    found.setdefault(word, "")
        return found


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is used."""

    def __init__(self, place: Place, **options: object) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self.place = place

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*self.place.below(), *super().list_commands(ctx)})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        own = super().get_command(ctx, cmd_name)
        if own is not None or cmd_name not in self.place.below():
            return own
        return load((*self.place.words, cmd_name))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing any."""
        below = self.place.below()
        rows = [(name, below.get(name, "")) for name in self.list_commands(ctx)]
        own = {name: command.get_short_help_str(80) for name, command in self.commands.items()}
        with formatter.section("Commands"):
            formatter.write_dl([(name, what or own.get(name, "")) for name, what in rows])


def load(words: tuple[str, ...]) -> click.Command:
    """A command from its module; a group may have commands in other modules too."""
    name = " ".join(words)
    entry = COMMANDS.get(name)
    command = getattr(import_module(entry[0]), "command") if entry else None  # noqa: B009
    if command is not None and not isinstance(command, click.Group):
        assert isinstance(command, click.Command)
        return command
    if not Place(words).below():
        assert command is not None
        return command
    group = LazyGroup(Place(words), name=words[-1], help=command.help if command else entry and entry[1])
    group.commands.update(command.commands if command else {})
    return group


def version() -> str:
    try:
        return metadata.version("motherlode")
    except metadata.PackageNotFoundError:
        return "from source"


command = LazyGroup(
    Place(),
    name="arena",
    help="Motherlode: a tournament and bot arena for five mining board games.",
    context_settings={"help_option_names": ["-h", "--help"], "auto_envvar_prefix": "MOTHERLODE"},
)
click.version_option(version(), prog_name="motherlode")(command)


def stop(*_: object) -> None:
    """What Ctrl-C does; a shell that starts a command with `&` may have had that ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        raise KeyboardInterrupt
    signal.raise_signal(signal.SIGINT)


def main() -> NoReturn:
    """Runs the command; whatever goes wrong is told in a sentence. MOTHERLODE_DEBUG=1 shows where it happened."""
    # To be told to stop is the same as Ctrl-C, unless a command has a way of its own: what was started is stopped.
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup
            signal.signal(number, stop)
    # PYTHONUNBUFFERED: what a slow reader does not take at once is lost.
    if sys.stdout is not None and isinstance(sys.stdout.buffer, io.RawIOBase):
        sys.stdout = open(sys.stdout.fileno(), "w", buffering=1, encoding=sys.stdout.encoding, closefd=False)  # noqa: SIM115
    try:
        code = command(prog_name="arena", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except click.exceptions.Abort:
        click.echo("interrupted", err=True)
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115  whoever read our output has left
        sys.exit(0)
    except Exception as error:
        if os.environ.get("MOTHERLODE_DEBUG"):
            raise
        expected = isinstance(error, (ValueError, OSError))
        kind = "" if expected else f"{type(error).__name__}: "
        click.echo(f"Error: {kind}{error}", err=True)
        if not expected:
            click.echo("MOTHERLODE_DEBUG=1 shows where this happened.", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
