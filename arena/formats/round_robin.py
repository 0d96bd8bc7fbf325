"""Round robin: everybody meets everybody equally often, interleaved so that a partial table already means something."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb

from arena.formats.table import Outcomes, Plan, Rules, Table, mean_points, place_by_points

COMBINATIONS = 512  # up to so many tables all groups of the table's size play
CYCLIC = 61  # up to so many entrants the tables are full and pairs meet several times; beyond, each pair meets once
AHEAD = 256  # tables let out at a time


def plan(entrants: Sequence[str], outcomes: Outcomes, rules: Rules) -> Plan:
    waiting: list[Table] = []
    for again in range(max(1, rules.rounds)):
        for number, group in enumerate(groups(len(entrants), rules.size, rules.least)):
            key = f"rr{again + 1}-{number + 1}"
            if key not in outcomes:
                waiting.append(Table(key, tuple(entrants[i] for i in group)))
                if len(waiting) == AHEAD:
                    break
        if len(waiting) == AHEAD:
            break
    return Plan(tuple(waiting), not waiting, place_by_points(entrants, mean_points(entrants, outcomes)))


def groups(entrants: int, size: int, least: int) -> Iterator[tuple[int, ...]]:
    """Who sits together, as indices: pairs by the circle, larger tables by all groups or by a design."""
    if entrants <= size:
        yield tuple(range(entrants))
    elif size == 2:
        yield from circle(entrants)
    elif comb(entrants, size) <= COMBINATIONS:
        yield from all_groups(entrants, size)
    else:
        design = cyclic(entrants, size) if entrants <= CYCLIC else transversal(list(range(entrants)), size)
        yield from filled(design, entrants, least)


def circle(entrants: int) -> Iterator[tuple[int, int]]:
    """The circle method: one stays, the others walk round. Kirkman (1847)."""
    around: list[int] = list(range(entrants)) + ([-1] if entrants % 2 else [])
    half = len(around) // 2
    for turn in range(len(around) - 1):
        pairs = zip(around[:half], reversed(around[half:]), strict=True)
        for one, other in pairs:
            if one >= 0 and other >= 0:
                yield (one, other) if turn % 2 == 0 else (other, one)
        around = [around[0], around[-1], *around[1:-1]]


@lru_cache(maxsize=64)
def all_groups(entrants: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Every group of the size once, in an order in which everybody's number of tables stays even."""
    left = list(combinations(range(entrants), size))
    seated = [0] * entrants
    order = []
    while left:
        best = min(range(len(left)), key=lambda t: sorted((seated[i] for i in left[t]), reverse=True))
        order.append(left.pop(best))
        for i in order[-1]:
            seated[i] += 1
    return tuple(order)


def cyclic(entrants: int, size: int) -> Iterator[list[int]]:
    """Full tables in which each pair meets equally often: the multiples of one table modulo a prime, in all their shifts.

    A pair's difference is a multiple of every difference within the table, for one multiplier up to its sign; so each pair meets
    size * (size - 1) / 2 times (Bose, On the Construction of Balanced Incomplete Block Designs, 1939). Places above the last
    entrant stay empty.
    """
    prime = _prime_from(entrants)
    for multiplier in range(1, (prime + 1) // 2):
        for shift in range(prime):
            table = [(place * multiplier + shift) % prime for place in range(size)]
            table = [entrant for entrant in table if entrant < entrants]
            if len(table) > 1:
                yield table


def transversal(entrants: list[int], size: int) -> Iterator[list[int]]:
    """Tables in which each pair meets exactly once: columns of a prime height, shifted against each other by the round.

    Two of different columns meet in one round only, as the shifts differ modulo a prime; columns recur.
    """
    if len(entrants) <= size:
        if len(entrants) > 1:
            yield entrants
        return
    height = _prime_from(max(-(-len(entrants) // size), size))
    columns = [entrants[i::size] for i in range(size)]
    for shift in range(height):
        for row in range(height):
            places = [(row + column * shift) % height for column in range(size)]
            table = [columns[c][p] for c, p in enumerate(places) if p < len(columns[c])]
            if len(table) > 1:
                yield table
    for column in columns:
        yield from transversal(column, size)


def filled(tables: Iterator[list[int]], entrants: int, least: int) -> Iterator[tuple[int, ...]]:
    """Tables too small for the game are filled up with whoever has sat least often."""
    extra = 0
    for table in tables:
        while len(table) < least:
            if extra % entrants not in table:
                table = [*table, extra % entrants]
            extra += 1
        yield tuple(table)


def _prime_from(n: int) -> int:
    while any(n % d == 0 for d in range(2, int(n**0.5) + 1)):
        n += 1
    return n
