"""Matches and results for the tests of what is made from them."""

from arena.records import Fault, FaultKind, Match, Move, Result, Seat, Verdict
from arena.store import Store
from arena.store.counting import counters
from arena.store.matches import Finished


def table_set(name: str, *bots: str, rotations: int = 0, tournament: str = "", game: str = "rummy") -> list[Match]:
    count = rotations or len(bots)
    return [
        Match(
            f"{name}-{r}",
            game,
            "standard",
            name.encode().ljust(32, b"\0"),
            tuple(Seat(bot, f"unix:/secret/{bot}") for bot in (*bots[r:], *bots[:r])),
            tournament=tournament,
            table_set=name,
            rotation=r,
            reveal=r == count - 1,
        )
        for r in range(count)
    ]


def finished(match: Match, *faulty: int, think_us: int = 900, verdict: Verdict = Verdict.PLAYED) -> Finished:
    """The first seat won; every seat made one move."""
    ranks = tuple(range(1, match.players + 1))
    moves = tuple(Move(seat, 3, think_us) for seat in range(match.players))
    faults = tuple(Fault(seat, 0, FaultKind.TIMEOUT, f"seat {seat} was late") for seat in faulty)
    result = Result(match.id, verdict, ranks, ranks, faults, moves, "over", 0.5, 100)
    return Finished(result, counters(match, result), f"the replay of {match.id}")


def play(store: Store, matches: list[Match], *faulty: int, think_us: int = 900) -> None:
    """Plans a set and plays it to its end."""
    store.matches.plan(matches[0].tournament, [matches])
    while claimed := store.matches.claim("w", "t", 100, 60.0, True):
        store.matches.record("t", [finished(c.match, *faulty, think_us=think_us) for c in claimed])
