"""The bot that searches: information-set Monte Carlo tree search on the referee's own engine, for all games."""

import argparse
import re
from dataclasses import dataclass
from os import urandom
from time import monotonic
from typing import TypedDict

from bots import Bot, Turn, serve
from bots.greedy import choose as greedy
from bots.search import search

TABLES = 8  # matches at once; more would wait for each other's searches
SHARE = 0.4  # of a decision's limit that a batch may take: one that comes meanwhile waits for it and is in time too
HEURISTIC_MS = 20.0  # budgets below this have no time to ask greedy first


class Plan(TypedDict, total=False):
    """How to search a game, where it differs from the search's defaults."""

    horizon: int
    contest: int
    look: int
    exploration: float
    widening: float
    margin: float
    halving: bool
    doubt: float


# Found by play against greedy: far enough to see a round's end, no further than random play means something.
PLANS: dict[str, Plan] = {
    "imperial": {"horizon": 50, "widening": 4.0, "margin": 0.9},
    "lagoon": {"widening": 4.0, "margin": 0.9},
    "minerals": {"horizon": 12, "look": 4},
    "rummy": {"horizon": 60, "contest": 1, "margin": 1.0, "halving": True, "doubt": 2.0},
    "zavandor": {"horizon": 200, "widening": 4.0, "margin": 0.9},
}
FROM_GREEDY = {
    "imperial",
    "minerals",
    "rummy",
}  # here the search begins from greedy's choice and looks for a better one


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

    def choose_many(self, turns: list[Turn]) -> list[int]:
        time = 1000 * SHARE * min(turn.match.limit for turn in turns) / len(turns)
        if self.budget.milliseconds:
            time = min(time, self.budget.milliseconds)
        return [self.think(turn, time) for turn in turns]

    def entropy(self) -> bytes:
        return urandom(32)

    def think(self, turn: Turn, milliseconds: float) -> int:
        """The choice of one turn, within so many milliseconds."""
        began = monotonic()
        game = turn.match.game
        first = greedy(turn) if game in FROM_GREEDY and milliseconds >= HEURISTIC_MS else None
        left = milliseconds - 1000 * (monotonic() - began)
        if left <= 0 and first is not None:
            return first
        return search(
            turn.simulate(self.entropy()),
            turn.match.seat,
            iterations=self.budget.iterations,
            milliseconds=left,
            seed=self.entropy(),
            favourite=first,
            **PLANS.get(game, {}),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("budget", type=Budget.parse, help="iterations (200) or time (50ms) a decision")
    options, _ = parser.parse_known_args()  # the rest is the server's
    serve(MctsBot(options.budget))


if __name__ == "__main__":
    main()
