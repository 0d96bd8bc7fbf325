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
        table = [seed, *opponents(seed, order, free, size - 1, least, chance)]
        if len(table) < least:
            continue
        for bot in table:
            del free[bot.bot]
        chance.shuffle(table)
        result.append(tuple(b.bot for b in table))
    return result


def opponents(
    seed: Standing, order: Sequence[Standing], free: dict[str, Standing], seats: int, least: int, chance: Random
) -> list[Standing]:
    """Half from above, half from below, near in rating, who did not just meet anybody at the table.

    A table is rather smaller than wanted than an immediate rematch, and rather a rematch than none.
    """
    place = bisect_left(order, (seed.rating, seed.bot), key=lambda b: (b.rating, b.bot))
    reach = REACH * seats
    above = _near(order, range(place + 1, len(order)), free, reach)
    below = _near(order, range(place - 1, -1, -1), free, reach)
    for side in (above, below):
        chance.shuffle(side)
    upper_first = chance.random() < 0.5
    table = [seed]

    def fill(wanted: int, rematches: bool) -> None:
        while len(table) < wanted:
            sides = (above, below) if (len(table) + upper_first) % 2 else (below, above)
            fitting = (b for s in sides for b in s if rematches or not any(_just_met(b, t) for t in table))
            found = next(fitting, None)
            if found is None:
                return
            table.append(found)
            (above if found in above else below).remove(found)

    fill(seats + 1, rematches=False)
    if len(table) == 1:
        fill(seats + 1, rematches=True)  # it has just met everybody: the table may as well be whole
    fill(least, rematches=True)
    return table[1:]


def _just_met(one: Standing, other: Standing) -> bool:
    return one.bot in other.recent or other.bot in one.recent


def _near(order: Sequence[Standing], places: range, free: dict[str, Standing], reach: int) -> list[Standing]:
    found: list[Standing] = []
    for i in places:
        if order[i].bot in free:
            found.append(order[i])
            if len(found) == reach:
                break
    return found
