"""Processes that do not outlive their parent, however that one ends.

Run as a program it tethers itself and becomes another: a process that has threads may start it without running Python after the fork.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

PR_SET_PDEATHSIG = 1  # of prctl(2); Linux only, elsewhere nothing happens


def tether(number: int = signal.SIGTERM) -> None:
    """This process gets the signal when the thread that started it ends."""
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    if prctl is not None:
        prctl(PR_SET_PDEATHSIG, number)


def tethered(command: Sequence[str]) -> list[str]:
    """The command that starts another one tethered to this process."""
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), *command]


if __name__ == "__main__":
    parent, program = int(sys.argv[1]), sys.argv[2:]
    tether()
    if os.getppid() != parent:  # it died before the tether held
        sys.exit(1)
    os.execvp(program[0], program)
