"""The processes of an arena on this machine: started, brought back when they die, stopped without a trace."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import IO, Self

from arena.settings import Settings
from arena.tether import tethered

LOOK = 0.1  # seconds between two looks at whether all are there
BACKOFF = 0.5  # seconds before one that died at once is started again; doubles
LONGEST_BACKOFF = 10.0
SETTLED = 10.0  # seconds after which a process that dies is started again at once


@dataclass(frozen=True)
class Role:
    """A process to keep: what it does, and its command."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path | None = None  # where its output goes; ours, if nowhere


class Member:
    """A role and the process that plays it now."""

    def __init__(self, role: Role) -> None:
        self.role = role
        self.process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._backoff = BACKOFF
        self._due = 0.0

    def start(self) -> None:
        self._started = monotonic()
        output: IO[bytes] | None = None
        if self.role.log is not None:
            self.role.log.parent.mkdir(parents=True, exist_ok=True)
            output = self.role.log.open("ab")
        try:
            self.process = subprocess.Popen(
                tethered(self.role.command),
                env={**os.environ, **self.role.environment},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,  # Ctrl-C is ours: the crew is stopped in its order
            )
        finally:
            if output is not None:
                output.close()

    def look(self) -> None:
        """Starts it again when it has died."""
        if self.process is None or self.process.poll() is None:
            return
        now = monotonic()
        if not self._due:
            self._backoff = BACKOFF if now - self._started > SETTLED else min(2 * self._backoff, LONGEST_BACKOFF)
            self._due = now if now - self._started > SETTLED else now + self._backoff
        if now >= self._due:
            self._due = 0.0
            self.sweep()
            self.start()

    def ask(self) -> None:
        """Tells it to stop."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)

    def end(self, until: float) -> None:
        """Waits until it has stopped; after that it is made to, with all its own."""
        if self.process is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(max(0.0, until - monotonic()))
        self.sweep()
        self.process.wait()

    def sweep(self) -> None:
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)


class Crew:
    """All members, while the `with` block lasts."""

    def __init__(self, roles: Sequence[Role], patience: float) -> None:
        self.members = [Member(role) for role in roles]
        self._patience = patience
        self._ending = threading.Event()

    def __enter__(self) -> Self:
        for member in self.members:
            member.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for member in self.members:
            member.ask()
        until = monotonic() + self._patience
        for member in self.members:
            member.end(until)

    def look(self) -> None:
        """Brings back whoever died."""
        for member in self.members:
            member.look()

    def keep(self) -> None:
        """Keeps all of them until `stop`."""
        while not self._ending.wait(LOOK):
            self.look()

    def stop(self) -> None:
        self._ending.set()


def celery_role(settings: Settings, url: str, slots: int, log: Path | None = None) -> Role:
    """A Celery worker with so many processes."""
    command = [sys.executable, "-m", "celery", "-A", "workers.app", "--quiet", "worker", "--pool", "prefork"]
    command += ["--concurrency", str(slots), "--hostname", f"motherlode-{os.getpid()}@%h", "--loglevel", "WARNING"]
    command += ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    return Role("celery", command, environment(settings, url), log)


def arena_role(name: str, settings: Settings, url: str, *words: str, log: Path | None = None) -> Role:
    """Another `arena` command as a process of its own."""
    return Role(name, [sys.executable, "-m", "arena.cli", *words], environment(settings, url), log)


def environment(settings: Settings, url: str) -> dict[str, str]:
    return {**settings.environment(), "MOTHERLODE_REDIS_URL": url}
