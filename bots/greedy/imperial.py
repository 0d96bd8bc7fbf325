"""Imperial Miners: play the round through in thought with each card, take what is worth most, build early and collect late."""

from functools import cache
from typing import Any

from bots.greedy.ahead import best
from bots.turn import Turn
from engine import Game
from engine.imperial import tables

STEPS = 12  # decisions of a chain that are looked through: as good as all
KEEP = (0, 2, 2, 0)  # cards of each level that a starting hand wants: level 1 is dug for free


@cache
def cards() -> dict[int, tables.Card]:
    return {card.id: card for card in tables.load().cards}


def choose(turn: Turn) -> int:
    view, seat = turn.view, turn.match.seat
    if view["phase"] == "draft":
        return max(turn.codes, key=lambda code: burden(view, seat, code))
    world = turn.simulate(turn.decision)
    if view["phase"] == "choose":
        return max(turn.codes, key=lambda code: promise(world, seat, code))
    return best(world, seat, turn.codes, value, STEPS)


def burden(view: dict[str, Any], seat: int, code: int) -> float:
    """What a card of the first eight is in the way: levels there are too many of, dear ones first."""
    hand = [cards()[id] for id in view["seats"][seat]["hand"]]
    card = cards()[code >> 16 & 0xFF]
    extra = sum(other.level == card.level for other in hand) - KEEP[card.level - 1]
    return 3.0 * extra + 0.2 * card.cost


def promise(world: Game, seat: int, code: int) -> float:
    """What this round is worth with the card; the others do the first thing they may."""
    after = world.copy()
    after.apply(seat, code)
    now = after.view(seat)["round"]
    while not after.over and after.view(seat)["round"] == now:
        actor = after.actors[0]
        codes = after.legal(actor)
        after.apply(actor, best(after, seat, codes, value, 0) if actor == seat and len(codes) > 1 else codes[0])
    return value(after, seat)


def value(game: Game, seat: int) -> float:
    """Points, and what coins, cards, machines and progress are good for in the rounds to come."""
    view = game.view(seat)
    mine = view["seats"][seat]
    left = max(0, 10 - view["round"]) / 10
    worth: float = mine["vp"] + mine["carts"]
    worth += min(mine["coins"], 12) * 0.4 * left + 0.02 * mine["coins"]
    worth += 0.8 * left * min(sum(mine["hand_levels"]), 5)
    worth += (0.6 * mine["space"] + 2.0 * mine["boards_done"]) * (0.4 + left)
    worth += sum(0.8 * cell["machines"] - 0.8 * cell["collapse"] for cell in mine["mine"]) * left
    worth += 0.3 * len(mine["tokens"]) * left
    return worth
