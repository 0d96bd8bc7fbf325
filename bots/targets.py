"""What people call a bot: a built-in name, a Python file, an address, a command; and the command that starts it."""

import os
import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

from bots.misbehaving import KINDS, Fault

ADDRESS = re.compile(r"([^\[\]/:\s]+|\[[^\[\]/\s]+\]):\d{1,5}")
BUILT_IN = "random, greedy, mcts:ITERATIONS, mcts:TIME (as in mcts:50ms)"


@dataclass(frozen=True)
class Target:
    """A bot as the user named it: either an address to dial, or a command to run."""

    name: str  # as given
    address: str = ""  # of a bot that runs already
    command: tuple[str, ...] = ()
    tcp: bool = False  # listens on TCP; else on a unix socket

    def anywhere(self) -> str:
        """Its name, so that it means the same from every folder of this machine: files by their whole path."""
        if self.tcp:
            return f"cmd:{shlex.join(_whole(word) for word in self.command)}"
        return _whole(self.name) if self.name.endswith(".py") else self.name

    def at(self, listen: str) -> list[str]:
        """The command, told where to listen."""
        port = listen.rpartition(":")[2]
        return [part.replace("{listen}", listen).replace("{port}", port) for part in self.command]


def parse_target(text: str) -> Target:
    """The target of a word of the user's; ValueError says what there is."""
    kind, _, rest = text.partition(":")
    if text.startswith("grpc://"):
        return Target(text, address=_address(text.removeprefix("grpc://")))
    if text.startswith("grpcs://"):
        return Target(text, address="grpcs://" + _address(text.removeprefix("grpcs://")))
    if text.startswith("unix:"):
        return Target(text, address=text)
    if kind == "cmd":
        try:
            command = tuple(shlex.split(rest))
        except ValueError as error:
            raise ValueError(f"{text!r}: {error}") from None
        if not command:
            raise ValueError("cmd: needs a command, as in 'cmd:./my_bot --listen {listen}'")
        return Target(text, command=command, tcp=True)
    if "://" in text:
        raise ValueError(f"an address is grpc://HOST:PORT, grpcs://HOST:PORT or unix:PATH, not {text!r}")
    if text.endswith(".py") or "/" in text:
        path = Path(text)
        if not path.is_file():
            raise ValueError(f"there is no file {text}")
        if path.suffix != ".py":
            raise ValueError(
                f"{text} is no Python file; another program is started with 'cmd:{text}', "
                f"or one that speaks lines of JSON with 'cmd:arena bridge {text}'"
            )
        return Target(text, command=(sys.executable, str(path.absolute())))
    if text in ("random", "greedy"):
        return Target(text, command=(sys.executable, "-m", f"bots.{text}"))
    if kind == "mcts":
        if not re.fullmatch(r"[1-9]\d*(ms|s)?", rest):
            raise ValueError(f"mcts needs a budget, as in mcts:200 (iterations) or mcts:50ms (time), not {text!r}")
        if len(rest) > 9:
            raise ValueError(f"a budget of {rest} is more than a match can last")
        return Target(text, command=(sys.executable, "-m", "bots.mcts", rest))
    if re.split("[:@]", text)[0] in KINDS:
        Fault.parse(text)
        return Target(text, command=(sys.executable, "-m", "bots.misbehaving", text, "--polite-once"))
    if ADDRESS.fullmatch(text):
        raise ValueError(f"the bot at an address is called grpc://{text}")
    raise ValueError(
        f"unknown bot {text!r}; there are {BUILT_IN}; the misbehaving {', '.join(KINDS)}; "
        "a Python file, grpc://HOST:PORT (grpcs:// with TLS), and cmd:COMMAND"
    )


def _whole(word: str) -> str:
    """A word of a command; a file of the folder one is in by its whole path. A link stays one: it may be a virtual environment's."""
    return os.path.abspath(word) if (word.endswith(".py") or "/" in word) and Path(word).is_file() else word


def _address(text: str) -> str:
    if text.startswith("unix:"):
        return text
    if not ADDRESS.fullmatch(text) or int(text.rpartition(":")[2]) > 65535:
        raise ValueError(f"an address is HOST:PORT, not {text!r}")
    return text
