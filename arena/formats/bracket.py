"""The fixed bracket of two-seat knockouts: who waits for whom is known before the first match, so that it can be drawn.

A match begins as soon as both its entrants are known, whatever the rest of its round does.
"""

from collections.abc import Sequence
from enum import Enum

from arena.formats.play_off import decide
from arena.formats.table import Outcomes, Table


class Line(Enum):
    """A line of the bracket without a name on it."""

    EMPTY = "empty"  # nobody will come: a bye for the one opposite
    OPEN = "open"  # not decided yet


Entrant = str | Line


def lines_of(entrants: Sequence[str]) -> list[Entrant]:
    """The first round's lines: 1 and 2 in different halves, 1 to 4 in different quarters; byes stand opposite the top seeds."""
    seeds = [0]
    while len(seeds) < len(entrants):
        last = 2 * len(seeds) - 1
        seeds = [line for seed in seeds for line in (seed, last - seed)]
    return [entrants[seed] if seed < len(entrants) else Line.EMPTY for seed in seeds]


class Bracket:
    """Follows the outcomes along the lines; `waiting` collects the matches that can be played now."""

    def __init__(self, outcomes: Outcomes, seeding: dict[str, int]) -> None:
        self.outcomes = outcomes
        self.seeding = seeding
        self.waiting: list[Table] = []

    def round(self, name: str, lines: Sequence[Entrant]) -> tuple[list[Entrant], list[Entrant]]:
        """Neighbours on the lines meet: the winners' lines and the losers', in the order of the matches."""
        winners, losers = list[Entrant](), list[Entrant]()
        for number in range(len(lines) // 2):
            winner, loser = self.match(f"{name}-{number + 1}", lines[2 * number], lines[2 * number + 1])
            winners.append(winner)
            losers.append(loser)
        return winners, losers

    def match(self, key: str, one: Entrant, other: Entrant) -> tuple[Entrant, Entrant]:
        """The winner and the loser of a match."""
        if other is Line.EMPTY:
            return one, Line.EMPTY
        if one is Line.EMPTY:
            return other, Line.EMPTY
        if isinstance(one, Line) or isinstance(other, Line):
            return Line.OPEN, Line.OPEN
        ranking, table = decide(key, [one, other], 1, self.outcomes, self.seeding)
        if table is not None:
            self.waiting.append(table)
            return Line.OPEN, Line.OPEN
        return ranking[0], ranking[1]


def named(lines: Sequence[Entrant]) -> tuple[str, ...]:
    """The entrants that are known."""
    return tuple(line for line in lines if isinstance(line, str))
