"""Swiss: in every round neighbours in the standings meet, nobody twice, and nobody sits out twice before all have once.

A round's table is a table set, so seats balance by themselves (FIDE C.04.5, the double-Swiss, is this for two). Equal points are
parted by the mean points of the opponents (FIDE C.07, Buchholz; the mean, as a bye has no opponent and tables differ in size).
"""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, log2
from statistics import fmean

from arena.formats.matching import enlarge
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
    buchholz = {e: fmean([points[o] for o in sorted(met[e] - {e})] or [0.0]) for e in entrants}
    return Plan((), True, place_by_points(entrants, points, buchholz))


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
    """Top down, each with the nearest one not met yet; whoever is left over makes others change partners.

    Only when no pairing of the whole field is free of them there are rematches, and then as few as can be.
    """
    left = dict.fromkeys(range(len(order)))
    partner = [-1] * len(order)
    while left:
        one = next(iter(left))
        del left[one]
        other = next((o for o in left if order[o] not in met[order[one]]), None)
        if other is not None:
            del left[other]
            partner[one], partner[other] = other, one
    alone = [i for i, other in enumerate(partner) if other < 0]
    for one in alone:
        if partner[one] < 0:
            enlarge(partner, one, lambda a, b: order[b] not in met[order[a]])
    alone = [i for i, other in enumerate(partner) if other < 0]
    for one, other in zip(alone[::2], alone[1::2], strict=True):
        partner[one], partner[other] = other, one
    return [[order[one], order[other]] for one, other in enumerate(partner) if one < other]


def heats(order: list[str], sizes: list[int], met: dict[str, set[str]]) -> list[list[str]]:
    """Larger tables, top down: each seat goes to the nearest who has met the fewest of those already there."""
    left = list(order)
    tables = []
    for size in sizes:
        table = [left.pop(0)]
        while len(table) < size:
            known = set().union(*(met[e] for e in table))
            best = next((i for i, e in enumerate(left) if e not in known), None)
            if best is None:
                window = left[: 8 * size]
                best = min(range(len(window)), key=lambda i: (_acquaintances(window[i], table, met), i))
            table.append(left.pop(best))
        tables.append(table)
    while _part(tables, met):
        pass
    return tables


def _part(tables: list[list[str]], met: dict[str, set[str]]) -> bool:
    """Those who meet again change seats with somebody of a table near theirs if that leaves fewer rematches; whether any did."""
    changed = False
    for number, table in enumerate(tables):
        for seat in range(len(table)):
            if _acquaintances(table[seat], table, met):
                changed |= _change_seats(table, seat, _nearest(tables, number), met)
    return changed


def _nearest(tables: list[list[str]], number: int) -> Iterator[list[str]]:
    """The other tables, those next to it first."""
    for distance in range(1, len(tables)):
        for i in (number + distance, number - distance):
            if 0 <= i < len(tables):
                yield tables[i]


def _change_seats(table: list[str], seat: int, others: Iterable[list[str]], met: dict[str, set[str]]) -> bool:
    one, rest = table[seat], table[:seat] + table[seat + 1 :]
    before = _acquaintances(one, rest, met)
    for other_table in others:
        known_there = _acquaintances(one, other_table, met)
        for i, other in enumerate(other_table):
            after = known_there - (other in met[one]) + _acquaintances(other, rest, met)
            if after < before + _acquaintances(other, other_table, met):
                table[seat], other_table[i] = other, one
                return True
    return False


def _acquaintances(entrant: str, table: Iterable[str], met: dict[str, set[str]]) -> int:
    return sum(e in met[entrant] for e in table if e != entrant)
