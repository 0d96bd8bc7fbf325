"""`arena up`: a whole arena on this machine, with bots, a ladder, API and metrics; and nothing left when it ends."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.e2e.fire import processes_of

ARENA = [sys.executable, "-m", "arena.cli"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until(what: Callable[[], object], seconds: float = 60.0) -> None:
    until = monotonic() + seconds
    while not what():
        assert monotonic() < until, "this took too long"
        sleep(0.1)


class House:
    """An arena in a folder of its own, and its commands."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.metrics = f"127.0.0.1:{free_port()}"
        self.environment = {
            **os.environ,
            "MOTHERLODE_HOME": str(home),
            "MOTHERLODE_API": f"127.0.0.1:{free_port()}",
            "MOTHERLODE_METRICS": self.metrics,
        }

    @contextmanager
    def up(self) -> Iterator[subprocess.Popen[bytes]]:
        process = subprocess.Popen(
            [*ARENA, "up"], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        try:
            yield process
        finally:
            process.kill()
            process.wait()

    def arena(self, *words: str) -> str:
        done = subprocess.run(
            [*ARENA, *words], env=self.environment, check=False, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def metric(self, name: str) -> float:
        try:
            with urllib.request.urlopen(f"http://{self.metrics}/metrics", timeout=5) as page:
                lines = page.read().decode().splitlines()
        except OSError:
            return -1.0
        return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_a_league_on_one_machine_from_the_readme(house: House) -> None:
    with house.up() as up:
        wait_until(lambda: house.metric("motherlode_workers") > 0)
        for bot in ("random", "greedy"):
            assert "registered" in house.arena("bot", "add", bot)
        house.arena("ladder", "start", "rummy")
        wait_until(lambda: house.metric("motherlode_matches_total") >= 10)
        assert "greedy@1" in house.arena("standings", "rummy")
        house.arena("ladder", "stop", "rummy")
        up.send_signal(signal.SIGINT)
        said, _ = up.communicate(timeout=60)
        assert up.returncode == 0 and b"Traceback" not in said
    assert not list(processes_of(house.home))
    assert "greedy@1" in house.arena("standings", "rummy"), "what was played is still there"


def test_an_arena_that_is_killed_leaves_no_process_and_goes_on_when_it_is_up_again(house: House) -> None:
    with house.up() as up:
        wait_until(lambda: house.metric("motherlode_workers") > 0)
        for bot in ("random", "greedy"):
            house.arena("bot", "add", bot)
        house.arena("tournament", "create", "rummy", "--sets", "40", "--name", "cup")
        wait_until(lambda: house.metric("motherlode_matches_total") >= 5)
        up.kill()
        wait_until(lambda: not list(processes_of(house.home)))
    with house.up():
        wait_until(lambda: "80 of 80 matches" in house.arena("tournament", "status", "cup"), 120)
        house.arena("ratings", "recompute")  # exits with 1 when the ratings do not follow from the results
