"""Single elimination: of two the better goes on, of a heat of more the better half, until one is left.

Two-seat tables follow the fixed bracket. Larger ones are heats, dealt out as a snake over the seeding in every round.
"""

from collections.abc import Sequence

from arena.formats.bracket import Bracket, lines_of, named
from arena.formats.play_off import decide
from arena.formats.table import Outcomes, Plan, Rules, Table, table_sizes


def plan(entrants: Sequence[str], outcomes: Outcomes, rules: Rules) -> Plan:
    seeding = {e: i for i, e in enumerate(entrants)}
    if rules.size == 2:
        return _knockout(entrants, outcomes, seeding)
    alive = list(entrants)
    out: list[tuple[str, ...]] = []
    number = 0
    while len(alive) > 1:
        number += 1
        staying, gone, waiting = play_heats(f"e{number}", alive, rules, outcomes, seeding)
        if waiting:
            return Plan(tuple(waiting), False, _placing(alive, out))
        alive = staying
        out.append(tuple(gone))
    return Plan((), True, _placing(alive, out))


def _knockout(entrants: Sequence[str], outcomes: Outcomes, seeding: dict[str, int]) -> Plan:
    bracket = Bracket(outcomes, seeding)
    lines = lines_of(entrants)
    out: list[tuple[str, ...]] = []
    while len(lines) > 1:
        lines, losers = bracket.round(f"e{len(out) + 1}", lines)
        out.append(named(losers))
    lost = {e for group in out for e in group}
    return Plan(tuple(bracket.waiting), not bracket.waiting, _placing([e for e in entrants if e not in lost], out))


def play_heats(
    name: str, alive: Sequence[str], rules: Rules, outcomes: Outcomes, seeding: dict[str, int]
) -> tuple[list[str], list[str], list[Table]]:
    """One round of heats: who goes on, who does not, both in seeding order; and what is still to be played for it."""
    heats, byes = draw(alive, rules)
    staying, gone, waiting = list(byes), list[str](), list[Table]()
    for index, heat in enumerate(heats):
        going_on = (len(heat) + 1) // 2
        if len(alive) <= rules.size:
            going_on = 1
        elif len(heats) == 1:
            going_on = max(going_on, rules.least - len(byes))  # enough for another table of this game
        ranking, table = decide(f"{name}-{index + 1}", heat, going_on, outcomes, seeding)
        if table is not None:
            waiting.append(table)
        staying += ranking[:going_on]
        gone += ranking[going_on:]
    return sorted(staying, key=seeding.__getitem__), sorted(gone, key=seeding.__getitem__), waiting


def draw(alive: Sequence[str], rules: Rules) -> tuple[list[list[str]], list[str]]:
    """The heats of a round, and who has a bye; `alive` in seeding order."""
    sizes = table_sizes(len(alive), rules.size, rules.least)
    byes = list(alive[: len(alive) - sum(sizes)])
    heats: list[list[str]] = [[] for _ in sizes]
    waiting = iter(alive[len(byes) :])
    for row in range(max(sizes)):
        open_heats = [heat for heat, size in zip(heats, sizes, strict=True) if row < size]
        for heat in open_heats if row % 2 == 0 else reversed(open_heats):
            heat.append(next(waiting))
    return heats, byes


def _placing(alive: Sequence[str], out: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    return tuple(group for group in (tuple(alive), *reversed(out)) if group)
