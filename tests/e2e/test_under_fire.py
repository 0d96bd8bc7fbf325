"""Workers and Redis are killed while tournaments run: no match is lost, none counts twice, and nobody is blamed for it."""

from pathlib import Path

from tests.e2e.fire import Arena, audit, processes_of, set_on_fire


def test_nothing_is_lost_when_workers_and_redis_are_killed(tmp_path: Path) -> None:
    with Arena(tmp_path) as arena:
        killed = set_on_fire(arena, seconds=25.0, pause=2.5, seed=11)
        assert killed.total() >= 4
        arena.wait_for_all(120.0)
        verdicts = audit(arena)
        assert set(verdicts) == {"played"}, verdicts
    assert not list(processes_of(tmp_path))
