"""`make soak`: tournaments under fire for as long as SOAK says, then the audit."""

import os
from pathlib import Path

import pytest

from tests.e2e.fire import Arena, audit, processes_of, set_on_fire


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_an_arena_under_fire_loses_nothing(tmp_path: Path) -> None:
    seconds = float(os.environ.get("SOAK", "600"))
    with Arena(tmp_path) as arena:
        killed = set_on_fire(arena, seconds, pause=4.0, seed=int(os.environ.get("SEED", "1")))
        arena.wait_for_all(600.0)
        verdicts = audit(arena)
        print(
            f"\nkilled {dict(killed)}; matches {dict(verdicts)}; recoveries {arena.store.counters().get('recoveries', 0)}"
        )
        assert set(verdicts) == {"played"}
    assert not list(processes_of(tmp_path))
