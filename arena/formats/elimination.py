"""Single elimination: of two the better goes on, of a heat of more the better half, until one is left.

Two-seat tables follow the fixed bracket (1 meets the last, byes to the top seeds); larger fields are dealt out as a snake.
Nobody goes out on a tie: it is played again, and after that the better seed goes on.
"""

from collections.abc import Sequence

from arena.formats.table import Outcomes, Plan, Rules, Table, table_sizes

PLAY_OFFS = 2  # how often a tie is played again


def plan(entrants: Sequence[str], outcomes: Outcomes, rules: Rules) -> Plan:
    seeding = {e: i for i, e in enumerate(entrants)}
    alive = list(entrants)
    out: list[tuple[str, ...]] = []
    number = 0
    while len(alive) > 1:
        number += 1
        heats, byes = draw(alive, rules, number)
        waiting: list[Table] = []
        stay: list[list[str]] = [[e] for e in byes]
        gone: list[str] = []
        for index, heat in enumerate(heats):
            going_on = 1 if len(alive) <= rules.size else (len(heat) + 1) // 2
            ranking, table = decide(f"e{number}-{index + 1}", heat, going_on, outcomes, seeding)
            if table is not None:
                waiting.append(table)
            else:
                stay.append(ranking[:going_on])
                gone.extend(ranking[going_on:])
        if waiting:
            return Plan(tuple(waiting), False, _placing(alive, out))
        alive = sorted((e for group in stay for e in group), key=seeding.__getitem__)
        out.append(tuple(sorted(gone, key=seeding.__getitem__)))
    return Plan((), True, _placing(alive, out))


def draw(alive: Sequence[str], rules: Rules, number: int) -> tuple[list[list[str]], list[str]]:
    """The heats of a round, and who has a bye; `alive` in seeding order."""
    if rules.size == 2:
        places = 1
        while places < len(alive):
            places *= 2
        byes = list(alive[: places - len(alive)])
        rest = list(alive[len(byes) :])
        return [[rest[i], rest[-1 - i]] for i in range(len(rest) // 2)], byes
    sizes = table_sizes(len(alive), rules.size, rules.least)
    byes = list(alive[: len(alive) - sum(sizes)])
    heats: list[list[str]] = [[] for _ in sizes]
    waiting = iter(alive[len(byes) :])
    for row in range(max(sizes)):
        open_heats = [heat for heat, size in zip(heats, sizes, strict=True) if row < size]
        for heat in open_heats if row % 2 == 0 else reversed(open_heats):
            heat.append(next(waiting))
    return heats, byes


def decide(
    key: str, heat: Sequence[str], going_on: int, outcomes: Outcomes, seeding: dict[str, int]
) -> tuple[list[str], Table | None]:
    """The order of a heat, or the table that is still to be played for it: the heat itself, or a play-off of a tie."""
    if key not in outcomes:
        return [], Table(key, tuple(heat))
    points = {e: [outcomes[key].get(e, 0.0)] for e in heat}
    for again in range(1, PLAY_OFFS + 1):
        ranking = sorted(heat, key=lambda e: ([-p for p in points[e]], seeding[e]))
        if going_on >= len(ranking) or points[ranking[going_on - 1]] != points[ranking[going_on]]:
            return ranking, None
        play_off = f"{key}+{again}"
        if play_off not in outcomes:
            return [], Table(play_off, tuple(heat))
        for e in heat:
            points[e].append(outcomes[play_off].get(e, 0.0))
    return sorted(heat, key=lambda e: ([-p for p in points[e]], seeding[e])), None


def _placing(alive: Sequence[str], out: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    return tuple(group for group in (tuple(alive), *reversed(out)) if group)
