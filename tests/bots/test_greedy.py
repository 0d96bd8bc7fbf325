"""The greedy players beat chance in every game."""

import random

import pytest
from motherlode.v1 import bot_pb2

import engine
from bots.greedy import GreedyBot
from bots.turn import Match, Turn


def greedy(state: engine.Game, seat: int) -> int:
    asked = bot_pb2.Turn(decision=0, legal=state.legal(seat))
    getattr(asked, state.game).ParseFromString(state.view_bytes(seat))
    match = Match("m", state.game, state.players, state.variant, seat, 2, 10, b"", 0)
    return GreedyBot().choose(Turn(match, asked.SerializeToString()))


@pytest.mark.parametrize("game", list(engine.games()))
def test_greedy_beats_random(game: str) -> None:
    dice = random.Random(7)
    better = 0.0
    for number in range(8):
        state, me = engine.new(game, players=2, seed=number), number % 2
        while not state.over:
            seat = state.actors[0]
            legal = state.legal(seat)
            state.apply(seat, greedy(state, seat) if seat == me and len(legal) > 1 else dice.choice(legal))
        better += (state.ranks[me] < state.ranks[1 - me]) + 0.5 * (state.ranks[0] == state.ranks[1])
    assert better >= 6.5, f"greedy was better in {better} of 8 matches only"
