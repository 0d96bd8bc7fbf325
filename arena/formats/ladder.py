"""The ladder's matchmaking: who plays now, while bots come and go. Pure; chance comes from the caller's generator.

New versions get their first games quickly, opponents are half above and half below, everybody keeps playing, nobody meets
the same ones at once again, and a table is rather smaller than wanted than not played.
"""

from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from random import Random

NEW_GAMES = 20  # a version with fewer is new, and is served first
REACH = 6  # opponents are drawn among so many times the seats nearest by rating


@dataclass(frozen=True)
class Standing:
    """A bot version as matchmaking sees it."""

    bot: str
    rating: float
    games: int
    waiting: float = 0.0  # seconds since its last game was planned
    recent: Collection[str] = field(default_factory=tuple)  # whom it met last


def match_up(bots: Sequence[Standing], tables: int, size: int, least: int, chance: Random) -> list[tuple[str, ...]]:
    """Up to so many tables among bots that are free; each bot sits at most once."""
    order = sorted(bots, key=lambda b: (b.rating, b.bot))
    free = {b.bot: b for b in order}
    result: list[tuple[str, ...]] = []
    hungriest = sorted(
        bots, key=lambda b: (b.games >= NEW_GAMES, b.games if b.games < NEW_GAMES else 0, -b.waiting, b.bot)
    )
    for seed in hungriest:
        if len(result) == tables or len(free) < least:
            break
        if seed.bot not in free:
            continue
        table = [seed, *opponents(seed, order, free, size - 1, chance)]
        if len(table) < least:
            continue
        for bot in table:
            del free[bot.bot]
        chance.shuffle(table)
        result.append(tuple(b.bot for b in table))
    return result


def opponents(
    seed: Standing, order: Sequence[Standing], free: dict[str, Standing], seats: int, chance: Random
) -> list[Standing]:
    """Half from above, half from below, near in rating; those met last only if there is nobody else."""
    place = bisect_left(order, (seed.rating, seed.bot), key=lambda b: (b.rating, b.bot))
    reach = REACH * seats
    above = _near(order, range(place + 1, len(order)), free, reach)
    below = _near(order, range(place - 1, -1, -1), free, reach)
    chosen: list[Standing] = []
    for avoid in (set(seed.recent), set[str]()):
        sides = [[b for b in side if b.bot not in avoid and b not in chosen] for side in (above, below)]
        for side in sides:
            chance.shuffle(side)
        upper_first = chance.random() < 0.5
        while len(chosen) < seats and any(sides):
            side = sides[(len(chosen) + upper_first) % 2] or sides[(len(chosen) + upper_first + 1) % 2]
            chosen.append(side.pop())
        if chosen:
            break  # a smaller table rather than an immediate rematch
    return chosen


def _near(order: Sequence[Standing], places: range, free: dict[str, Standing], reach: int) -> list[Standing]:
    found: list[Standing] = []
    for i in places:
        if order[i].bot in free:
            found.append(order[i])
            if len(found) == reach:
                break
    return found
