"""Swiss: in every round neighbours in the standings meet, nobody twice, and nobody sits out twice before all have once.

A round's table is a table set, so seats balance by themselves (FIDE C.04.5, the double-Swiss, is this for two).
"""

from collections.abc import Sequence
from math import ceil, log2

from arena.formats.table import Outcomes, Plan, Rules, Table, place_by_points, table_sizes

BYE = 1.0  # points for a round one could not be seated in


def plan(entrants: Sequence[str], outcomes: Outcomes, rules: Rules) -> Plan:
    rounds = rules.rounds or max(1, ceil(log2(len(entrants)))) + 1
    points = dict.fromkeys(entrants, 0.0)
    met: dict[str, set[str]] = {e: set() for e in entrants}
    byes = dict.fromkeys(entrants, 0)
    for number in range(1, rounds + 1):
        tables, sitting_out = pair(entrants, points, met, byes, rules, number)
        waiting = tuple(t for t in tables if t.key not in outcomes)
        for entrant in sitting_out:
            byes[entrant] += 1
            points[entrant] += BYE
        for table in tables:
            for entrant in table.entrants:
                met[entrant].update(table.entrants)
                points[entrant] += outcomes.get(table.key, {}).get(entrant, 0.0)
        if waiting:
            return Plan(waiting, False, place_by_points(entrants, points))
    return Plan((), True, place_by_points(entrants, points))


def pair(
    entrants: Sequence[str],
    points: dict[str, float],
    met: dict[str, set[str]],
    byes: dict[str, int],
    rules: Rules,
    number: int,
) -> tuple[list[Table], list[str]]:
    """The tables of a round, and who sits out: those low in the standings who did so least often."""
    seeding = {e: i for i, e in enumerate(entrants)}
    order = sorted(entrants, key=lambda e: (-points[e], seeding[e]))
    sizes = table_sizes(len(order), rules.size, rules.least)
    spare = len(order) - sum(sizes)
    sitting_out = sorted(order, key=lambda e: (byes[e], points[e], -seeding[e]))[:spare]
    order = [e for e in order if e not in sitting_out]
    seats = pairs(order, met) if rules.size == 2 else heats(order, sizes, met)
    return [Table(f"s{number}-{i + 1}", tuple(s)) for i, s in enumerate(seats)], sitting_out


def pairs(order: list[str], met: dict[str, set[str]]) -> list[list[str]]:
    """Top down, each with the nearest one not met yet; whoever is left over changes partners with an earlier pair.

    While fewer than half of the field has been met, such a change always exists.
    """
    left = dict.fromkeys(order)
    paired: list[list[str]] = []
    stuck: list[str] = []
    while left:
        one = next(iter(left))
        del left[one]
        other = next((o for o in left if o not in met[one]), None)
        if other is None:
            stuck.append(one)
        else:
            del left[other]
            paired.append([one, other])
    while stuck:
        one, other = stuck.pop(0), stuck.pop(0)
        if not _exchange(one, other, paired, met) and not _rebuild(paired, one, other, met):
            paired.append([one, other])  # everybody left has met: a rematch cannot be avoided
    return paired


def _exchange(one: str, other: str, paired: list[list[str]], met: dict[str, set[str]]) -> bool:
    for i in reversed(range(len(paired))):
        a, b = paired[i]
        for x, y in ((a, b), (b, a)):
            if x not in met[one] and y not in met[other]:
                paired[i] = [x, one]
                paired.append([y, other])
                return True
    return False


def _rebuild(paired: list[list[str]], one: str, other: str, met: dict[str, set[str]]) -> bool:
    """A small field is searched whole, with a bound on the work."""
    order = [e for p in paired for e in p] + [one, other]
    budget = [20_000]

    def search(rest: list[str]) -> list[list[str]] | None:
        if not rest:
            return []
        budget[0] -= 1
        if budget[0] < 0:
            return None
        first = rest[0]
        for i in range(1, len(rest)):
            if rest[i] not in met[first]:
                found = search(rest[1:i] + rest[i + 1 :])
                if found is not None:
                    return [[first, rest[i]], *found]
        return None

    if len(order) > 40:
        return False
    found = search(order)
    if found is None:
        return False
    paired[:] = found
    return True


def heats(order: list[str], sizes: list[int], met: dict[str, set[str]]) -> list[list[str]]:
    """Larger tables, top down: each seat goes to the nearest who has met the fewest of those already there."""
    left = list(order)
    tables = []
    for size in sizes:
        table = [left.pop(0)]
        while len(table) < size:
            known = set().union(*(met[e] for e in table))
            window = left[: 8 * size]
            best = next((i for i, e in enumerate(left) if e not in known), None)
            if best is None:
                best = min(range(len(window)), key=lambda i: (sum(window[i] in met[e] for e in table), i))
            table.append(left.pop(best))
        tables.append(table)
    return tables
