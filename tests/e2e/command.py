"""The command `arena` as a user has it: a process of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import psutil

ROOT = Path(__file__).parents[2]
ENVIRONMENT = dict(os.environ, PYTHONPATH=os.pathsep.join([str(ROOT), str(ROOT / "proto")]))

MY_BOT = """import random

from bots import Bot, serve


class MyBot(Bot):
    name = "my-bot"

    def choose(self, turn):
        melds = [action for action in turn.legal if action.notation.startswith("meld")]
        return random.choice(melds or turn.legal)


if __name__ == "__main__":
    serve(MyBot())
"""


def start(*words: str, folder: Path | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "arena.cli", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        cwd=folder,
    )


def arena(*words: str, folder: Path | None = None, code: int = 0) -> str:
    """What the command prints; its exit code must be the one given."""
    process = start(*words, folder=folder)
    out, said = process.communicate(timeout=240)
    assert process.returncode == code, f"exit code {process.returncode}\n{out}\n{said}"
    return out if code == 0 or out else said


def until(happened: Callable[[], object], seconds: float = 60) -> None:
    """Waits for something that another process does."""
    deadline = monotonic() + seconds
    while not happened():
        assert monotonic() < deadline, "it did not happen"
        sleep(0.05)


def offspring(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """All that a command has started."""
    return psutil.Process(process.pid).children(recursive=True)
