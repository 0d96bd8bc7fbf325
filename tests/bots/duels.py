"""Table sets between two players, without a process of their own: every deal from both seats."""

from collections.abc import Callable

import engine
from arena.statistics import Comparison, compare

Player = Callable[[engine.Game, int], int]  # the code it plays for a seat that has a choice


def duel(game: str, one: Player, other: Player, sets: int) -> Comparison:
    """How the first player does against the second."""
    return compare([sum(score(game, seed, one, other, seat) for seat in range(2)) / 2 for seed in range(sets)])


def score(game: str, seed: int, one: Player, other: Player, seat_of_one: int) -> float:
    state = engine.new(game, players=2, seed=seed)
    while not state.over:
        seat = state.actors[0]
        legal = state.legal(seat)
        player = one if seat == seat_of_one else other
        state.apply(seat, player(state, seat) if len(legal) > 1 else legal[0])
    mine, theirs = state.ranks[seat_of_one], state.ranks[1 - seat_of_one]
    return (mine < theirs) + 0.5 * (mine == theirs)
