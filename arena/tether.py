"""Processes that do not outlive their parent, however that one ends."""

import ctypes
import signal

PR_SET_PDEATHSIG = 1  # of prctl(2); Linux only, elsewhere nothing happens


def tether(number: int = signal.SIGTERM) -> None:
    """This process gets the signal when the thread that started it ends."""
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    if prctl is not None:
        prctl(PR_SET_PDEATHSIG, number)
