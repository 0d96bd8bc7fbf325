"""Double elimination: out after two losses. Winners and losers play in pools of their own; the two left meet in the final.

The one without a loss must be beaten twice: if the final goes to the other, the bracket is reset by one more, under its own key.
"""

from collections.abc import Sequence

from arena.formats.elimination import decide, draw
from arena.formats.table import Outcomes, Plan, Rules, Table


def plan(entrants: Sequence[str], outcomes: Outcomes, rules: Rules) -> Plan:
    seeding = {e: i for i, e in enumerate(entrants)}
    winners, losers = list(entrants), list[str]()
    out: list[tuple[str, ...]] = []
    number = 0
    while len(winners) > 1 or len(losers) > 1:
        number += 1
        waiting: list[Table] = []
        up, dropped = _pool("w", winners, number, outcomes, rules, seeding, waiting)
        stay, gone = _pool("l", losers, number, outcomes, rules, seeding, waiting)
        if waiting:
            return Plan(tuple(waiting), False, _placing(winners, losers, out))
        winners = up
        losers = sorted(stay + dropped, key=seeding.__getitem__)
        if gone:
            out.append(tuple(gone))
    if rules.least > 2:
        return Plan((), True, _placing(winners, losers, out))  # no table of two: the unbeaten one has won
    first, second = winners[0], losers[0]
    ranking, table = decide("final", [first, second], 1, outcomes, seeding)
    if table is None and ranking[0] == second:
        ranking, table = decide("reset", [first, second], 1, outcomes, seeding)
    if table is not None:
        return Plan((table,), False, _placing(winners, losers, out))
    return Plan((), True, _placing(ranking[:1], ranking[1:], out))


def _pool(
    name: str,
    pool: list[str],
    number: int,
    outcomes: Outcomes,
    rules: Rules,
    seeding: dict[str, int],
    waiting: list[Table],
) -> tuple[list[str], list[str]]:
    """One round of a pool: who goes on in it, and who leaves it. What is still to be played is added to `waiting`."""
    if len(pool) < max(2, rules.least):
        # too few for a table of this game: the better seed goes on, the others leave
        return pool[:1], pool[1:]
    heats, byes = draw(pool, rules, number)
    stay, gone = list(byes), list[str]()
    for index, heat in enumerate(heats):
        going_on = 1 if len(pool) <= rules.size else (len(heat) + 1) // 2
        ranking, table = decide(f"{name}{number}-{index + 1}", heat, going_on, outcomes, seeding)
        if table is not None:
            waiting.append(table)
        stay += ranking[:going_on]
        gone += ranking[going_on:]
    return sorted(stay, key=seeding.__getitem__), gone


def _placing(
    winners: Sequence[str], losers: Sequence[str], out: Sequence[tuple[str, ...]]
) -> tuple[tuple[str, ...], ...]:
    return tuple(group for group in (tuple(winners), tuple(losers), *reversed(out)) if group)
