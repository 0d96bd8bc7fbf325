"""`arena demo` as a newcomer runs it."""

import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import engine
from tests.e2e.fire import processes_of

DEMO = [sys.executable, "-m", "arena.cli", "demo", "--folder"]


def test_the_demo_plays_all_five_games_and_leaves_nothing_running(tmp_path: Path) -> None:
    done = subprocess.run(
        [*DEMO, str(tmp_path / "demo")], cwd=tmp_path, check=False, capture_output=True, text=True, timeout=280
    )
    assert done.returncode == 0, done.stderr
    for info in engine.games().values():
        assert info.name in done.stdout
    assert "found true" in done.stdout and "What to try next" in done.stdout
    assert not list(processes_of(tmp_path / "demo"))
    assert [path.name for path in tmp_path.iterdir()] == ["demo"]


def test_the_demo_stops_cleanly_on_ctrl_c(tmp_path: Path) -> None:
    demo = subprocess.Popen([*DEMO, "demo"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    until = monotonic() + 60
    while not (tmp_path / "demo" / "logs").exists():
        assert monotonic() < until
        sleep(0.1)
    sleep(3.0)
    demo.send_signal(signal.SIGINT)
    _, said = demo.communicate(timeout=60)
    assert demo.returncode == 130 and b"Traceback" not in said
    assert not list(processes_of(tmp_path / "demo"))


def test_the_demo_does_not_touch_a_folder_that_is_not_its_own(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    done = subprocess.run([*DEMO, str(tmp_path)], check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0 and "--folder" in done.stderr
    assert (tmp_path / "thesis.txt").read_text() == "years of work"
