"""Imperial Miners: dig deep for long chains, take what is worth most now, build early and collect late."""

from typing import Any

from bots.greedy.ahead import best
from bots.turn import Turn
from engine import Game
from engine.imperial import tables

PLAY, DISCARD = 3, 4
STEPS = 3  # decisions of a chain that are looked through
KEEP = (2, 2, 1, 0)  # cards of each level that a starting hand wants


def choose(turn: Turn) -> int:
    view, seat = turn.view, turn.match.seat
    if view["phase"] == "choose":
        return max(turn.codes, key=lambda code: promise(view, seat, code))
    if view["phase"] == "draft":
        return max(turn.codes, key=lambda code: burden(view, seat, code))
    return best(turn.simulate(turn.decision), seat, turn.codes, value, STEPS)


def promise(view: dict[str, Any], seat: int, code: int) -> float:
    """A deep card sets off a long chain; a dear one had better come late."""
    card = CARDS[code >> 16 & 0xFF]
    if code >> 24 != PLAY:
        return 0.0
    return 2.0 * card.level - 0.3 * card.cost


def burden(view: dict[str, Any], seat: int, code: int) -> float:
    """What a card of the first eight is in the way: levels there are too many of, dear ones first."""
    hand = [CARDS[id] for id in view["seats"][seat]["hand"]]
    card = CARDS[code >> 16 & 0xFF]
    extra = sum(other.level == card.level for other in hand) - KEEP[card.level - 1]
    return 3.0 * extra + 0.2 * card.cost


def value(game: Game, seat: int) -> float:
    """Points, and what coins, cards, machines and progress are good for in the rounds to come."""
    view = game.view(seat)
    mine = view["seats"][seat]
    left = max(0, 10 - view["round"]) / 10
    worth: float = mine["vp"] + mine["carts"]
    worth += min(mine["coins"], 12) * 0.7 * left + 0.02 * mine["coins"]
    worth += 0.8 * left * min(sum(mine["hand_levels"]), 5)
    worth += (0.5 * mine["space"] + 2.0 * mine["boards_done"]) * (0.4 + left)
    worth += sum(0.8 * cell["machines"] - 0.8 * cell["collapse"] for cell in mine["mine"]) * left
    worth += 0.3 * len(mine["tokens"]) * left
    return worth


CARDS = {card.id: card for card in tables.load().cards}
