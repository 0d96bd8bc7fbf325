"""The greedy players beat chance in every game."""

import random

import pytest
from motherlode.v1 import bot_pb2

import engine
from bots.greedy import GreedyBot
from bots.turn import Match, Turn
from tests.bots.duels import duel


def greedy(state: engine.Game, seat: int) -> int:
    asked = bot_pb2.Turn(decision=0, legal=state.legal(seat))
    getattr(asked, state.game).ParseFromString(state.view_bytes(seat))
    match = Match("m", state.game, state.players, state.variant, seat, 2, 10, b"", 0)
    return GreedyBot().choose(Turn(match, asked.SerializeToString()))


@pytest.mark.parametrize("game", list(engine.games()))
def test_greedy_beats_random(game: str) -> None:
    dice = random.Random(7)
    found = duel(game, greedy, lambda state, seat: dice.choice(state.legal(seat)), sets=8)
    assert found.superiority > 0.95, f"{game}: {100 * found.score:.0f} % of {found.sets} sets"
