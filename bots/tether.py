"""Runs a program that dies with its parent: `python tether.py PARENT_PID PROGRAM ARGUMENTS...`. Linux does the rest.

Its twin for the arena's own processes is arena/tether.py: the rooms do not share code.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

PR_SET_PDEATHSIG = 1


def tethered(command: Sequence[str]) -> list[str]:
    """The command that starts another one tethered to this process."""
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), *command]


if __name__ == "__main__":
    parent, program = int(sys.argv[1]), sys.argv[2:]
    try:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    except AttributeError:  # not Linux: an orphan is then stopped by hand
        pass
    if os.getppid() != parent:  # it died before the tether held
        sys.exit(1)
    try:
        os.execvp(program[0], program)
    except OSError as error:
        sys.exit(f"cannot start {program[0]}: {error.strerror}")
