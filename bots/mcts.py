"""The bot that searches: information-set Monte Carlo tree search on the referee's own engine, for all games."""

import argparse
import re
from dataclasses import dataclass
from os import urandom
from typing import TypedDict

from bots import Bot, Turn, serve
from bots.search import search

TABLES = 8  # matches at once; more would wait for each other's searches
SHARE = 0.5 / TABLES  # of a decision's limit that one search may take, so that all tables are served in time


class Plan(TypedDict, total=False):
    """How to search a game, where it differs from the search's defaults."""

    horizon: int
    contest: int
    exploration: float
    widening: float
    margin: float


# Found by play against greedy: far enough to see a round's end, no further than random play means something.
PLANS: dict[str, Plan] = {}


@dataclass(frozen=True)
class Budget:
    """What a decision may cost: iterations, or milliseconds."""

    iterations: int = 0
    milliseconds: float = 0.0

    @classmethod
    def parse(cls, text: str) -> "Budget":
        found = re.fullmatch(r"([1-9]\d*)(ms|s)?", text)
        if found is None:
            raise ValueError(f"a budget is a number of iterations or a time, as in 200, 50ms or 1s, not {text!r}")
        number, unit = int(found[1]), found[2]
        return cls(iterations=number) if unit is None else cls(milliseconds=number * (1000.0 if unit == "s" else 1.0))


class MctsBot(Bot):
    name = "mcts"
    wants = "view"
    concurrency = TABLES

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def choose(self, turn: Turn) -> int:
        time = turn.match.limit * 1000 * SHARE
        if self.budget.milliseconds:
            time = min(time, self.budget.milliseconds)
        return search(
            turn.simulate(urandom(32)),
            turn.match.seat,
            iterations=self.budget.iterations,
            milliseconds=time,
            seed=urandom(32),
            **PLANS.get(turn.match.game, {}),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("budget", type=Budget.parse, help="iterations (200) or time (50ms) a decision")
    options, _ = parser.parse_known_args()  # the rest is the server's
    serve(MctsBot(options.budget))


if __name__ == "__main__":
    main()
