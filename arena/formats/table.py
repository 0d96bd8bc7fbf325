"""What every format speaks of: tables, their outcomes, the rules of a tournament, the plan."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

# table key -> entrant -> points: the share of the others beaten, ties half, averaged over the table's sets
Outcomes = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Table:
    """Entrants who play each other, in every rotation of the seats; the key names the table within its tournament."""

    key: str
    entrants: tuple[str, ...]


@dataclass(frozen=True)
class Rules:
    """What a tournament may choose."""

    size: int = 2  # seats wanted at a table
    least: int = 2  # the fewest the game allows
    rounds: int = 0  # Swiss: 0 takes as many as the field needs; round robin and gauntlet: how often, 0 is once
    challengers: int = 1  # gauntlet: how many of the first entrants run it

    def __post_init__(self) -> None:
        if not 2 <= self.least <= self.size:
            raise ValueError(f"a table seats at least 2; at least {self.least}, at most {self.size} were asked for")


@dataclass(frozen=True)
class Plan:
    """The tables to play now, in the order of their importance; and who stands where."""

    tables: tuple[Table, ...]
    over: bool
    placing: tuple[tuple[str, ...], ...]  # best first; those who share a place together


def table_sizes(entrants: int, size: int, least: int) -> list[int]:
    """How to seat so many at tables as even as possible, none above `size`; those who cannot sit are left over."""
    tables = -(-entrants // size)
    while tables and entrants // tables < least:
        tables -= 1
    if not tables:
        return []
    seated = min(entrants, tables * size)
    small, larger = divmod(seated, tables)
    return [small + 1] * larger + [small] * (tables - larger)


def place_by_points(
    entrants: Sequence[str], points: Mapping[str, float], tie_break: Mapping[str, float] | None = None
) -> tuple[tuple[str, ...], ...]:
    """Best first; equals share a place, in seeding order."""
    groups: dict[tuple[float, float], list[str]] = {}
    for entrant in entrants:
        second = tie_break[entrant] if tie_break else 0.0
        groups.setdefault((round(points.get(entrant, 0.0), 9), round(second, 9)), []).append(entrant)
    return tuple(tuple(groups[p]) for p in sorted(groups, reverse=True))


def mean_points(entrants: Sequence[str], outcomes: Outcomes) -> dict[str, float]:
    """The mean of an entrant's points over the tables it played."""
    total = dict.fromkeys(entrants, 0.0)
    played = Counter(chain.from_iterable(outcomes.values()))
    for points in outcomes.values():
        for entrant, value in points.items():
            total[entrant] += value
    return {e: total[e] / played[e] if played[e] else 0.0 for e in entrants}


def release(tables: Sequence[Table], outcomes: Outcomes, ahead: int = 256) -> tuple[Table, ...]:
    """The next unplayed tables of a list that is fixed from the start: enough to keep many workers busy."""
    waiting: list[Table] = []
    for table in tables:
        if table.key not in outcomes:
            waiting.append(table)
            if len(waiting) == ahead:
                break
    return tuple(waiting)
