"""Minerals: look one action ahead; points now, a good tile under the pawn, ways to go on, cards within reach."""

from functools import cache
from typing import Any

from bots.turn import Turn
from engine import Game
from engine.minerals import tables

DIRECTIONS = (1, -15, -16, -1, 15, 16)
END = 3
REMOVE, PLACE = 1, 2


@cache
def cards() -> dict[int, tables.Card]:
    return {card.id: card for card in tables.load().cards}


def choose(turn: Turn) -> int:
    world = turn.simulate(turn.decision)
    seat = turn.match.seat
    return max(turn.codes, key=lambda code: worth(world, seat, code))


def worth(world: Game, seat: int, code: int) -> float:
    after = world.copy()
    after.apply(seat, code)
    view = after.view(seat)
    kind = code >> 24
    if kind == PLACE:  # somebody else's pawn: to where it has little
        other = (seat - 1) % world.players
        return -footing(view, other)
    if kind == REMOVE:
        return 0.0
    scores: tuple[int, ...] = after.scores
    rivals = max(score for i, score in enumerate(scores) if i != seat)
    # A tool's price is one point and a mineral that cards could use.
    spent: int = sum(view["spent"][seat])
    return scores[seat] - 0.3 * rivals + footing(view, seat) + reach(view, seat) - 0.6 * spent - 0.05 * (kind == END)


def footing(view: dict[str, Any], seat: int) -> float:
    """The tile under the pawn, if it can be dug by a move, and what lies where it could go."""
    cell = view["pawns"][seat]
    if cell is None:
        return 0.0
    board = "".join(view["board"])
    value = int(board[cell]) if board[cell] != "." else 0
    ends = []
    for direction in DIRECTIONS:
        at, gap, blocked = cell, 0, False
        for _ in range(value):
            at += direction
            if not 0 <= at < 256:
                blocked = True
                break
            gap = gap + 1 if board[at] == "." else 0
            if gap == 2:
                blocked = True
                break
        if not blocked and board[at] != "." and at not in view["pawns"]:
            ends.append(int(board[at]))
    if not ends:
        return -1.0
    return 0.8 * value + 0.3 * max(ends) + 0.1 * len(ends)


def reach(view: dict[str, Any], seat: int) -> float:
    """How near the best card of the row is: its gain, less for each mineral that is missing."""
    pool = view["pools"][seat]
    best = 0.0
    for id in view["row"]:
        card = cards()[id]
        gain = card.value - sum((i + 1) * n for i, n in enumerate(card.cost))
        missing = sum(max(0, n - have) * (i + 1) for i, (n, have) in enumerate(zip(card.cost, pool, strict=True)))
        best = max(best, gain * 0.8 ** (missing + 1))
    return best
