"""Miner's Lagoon: take the action that leaves one best off, in points first, then in what points are made of."""

from typing import Any

from bots.greedy.ahead import best
from bots.turn import Turn
from engine import Game

STEPS = 3  # decisions of an action that are looked through
LAST_HIRING = 9  # round after which a new worker does not pay any more


def choose(turn: Turn) -> int:
    if turn.view["phase"] == "islands":
        return max(turn.codes, key=lambda code: island(turn.view, turn.match.seat, code & 0xFF))
    return best(turn.simulate(turn.decision), turn.match.seat, turn.codes, value, STEPS)


def island(view: dict[str, Any], seat: int, number: int) -> float:
    """Mines (1, 2) for who has little, yards and center (3, 4) for who has something to ship or enrich."""
    held: int = sum(view["seats"][seat]["resources"])
    return (number <= 2) == (held < 4)


def value(game: Game, seat: int) -> float:
    """Points, and what money, minerals, cubes and workers promise."""
    view = game.view(seat)
    mine = view["seats"][seat]
    rounds = max(0, 12 - view["round"])
    worth: float = 3.0 * mine["score"]
    worth += 0.5 * min(mine["money"], 8) + 0.1 * mine["money"]
    worth += sum(min(n, 4) * 0.8 + max(0, n - 4) * 0.2 for n in mine["resources"])
    worth += sum(1.3 + 0.7 * level for row in mine["enriched"] for level, n in enumerate(row) if n)
    for levels in view["center"]:
        worth += sum(owned[seat] * (1.6 + 0.5 * level if level < 4 else 0.5) for level, owned in enumerate(levels))
    worth += 2.5 * sum(mine["artifacts"]) + 0.4 * min(mine["deals_held"], 3)
    worth += 0.25 * rounds * (mine["miners"] + mine["merchants"]) * (view["round"] <= LAST_HIRING)
    worth += 0.2 * rounds * len(mine["equipment"])
    worth += 0.05 * (mine["merchants_free"] + mine["miners_free"])  # used up without need: not this round again
    return worth
