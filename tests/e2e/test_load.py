"""`arena load` and `arena sprt`, as an organiser runs them."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.e2e.fire import processes_of

ARENA = [sys.executable, "-m", "arena.cli"]


def arena(home: Path, *words: str) -> Any:
    environment = {**os.environ, "MOTHERLODE_HOME": str(home), "TMPDIR": str(home)}
    done = subprocess.run(
        [*ARENA, *words, "--json"], env=environment, check=False, capture_output=True, text=True, timeout=200
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_load_of_synthetic_bots_ends_with_a_capacity_report(tmp_path: Path) -> None:
    found = arena(tmp_path, "load", "--matches", "40", "--bots", "random,slow:2ms,illegal:0.02")
    assert found["matches"] == 39 and found["players"] == 3, "whole table sets, nearest to what was asked for"
    assert found["decisions"] > 1000 and found["decisions_per_second"] > 0
    assert (
        set(found["cpu_seconds"]) == {"referee", "bots", "redis", "celery"} and min(found["cpu_seconds"].values()) > 0
    )
    assert found["latency_ms"]["slow:2ms"]["p50"] > found["latency_ms"]["random"]["p50"]
    assert any(fault.startswith("illegal:") for fault in found["faults"])
    assert found["bottleneck"]
    assert not list(tmp_path.glob("motherlode-*")), "nothing is left behind"
    assert not list(processes_of(tmp_path))


def test_a_native_load_measures_the_engines(tmp_path: Path) -> None:
    found = arena(tmp_path, "load", "--native", "--matches", "3000", "--game", "minerals", "--players", "3")
    assert found["matches"] == 3000 and found["decisions"] > 3000 and found["ns_per_decision"] > 0


def test_a_sequential_test_on_the_workers_finds_the_better_bot_and_rates_nobody(tmp_path: Path) -> None:
    found = arena(tmp_path, "sprt", "rummy", "greedy", "random", "--elo1", "50")
    assert found["decision"] == "H1" and found["elo"] > 50
    assert arena(tmp_path, "standings", "rummy") == {"rummy": {"standings": []}}
    assert arena(tmp_path, "bot", "list") == [], "bots that were started for the test are gone with it"
