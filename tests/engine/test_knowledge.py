"""Hidden information: a view tells what the seat may know and nothing else, and worlds are drawn from the view alone."""

from itertools import chain
from random import Random
from typing import Any

import pytest
from motherlode.v1 import bot_pb2

import engine
from tests.engine.kit import ALL, GAMES, glimpses, positions, random_move

each = pytest.mark.parametrize(("game", "variant", "players"), ALL)


@each
def test_a_drawn_world_looks_the_same_to_the_seat_and_is_blind_to_the_truth(
    game: str, variant: str, players: int
) -> None:
    for g, dice in chain(positions(game, variant, players, every=12), glimpses(game, variant, players)):
        a, b = dice.randbytes(32), dice.randbytes(32)
        for seat in range(players):
            world = g.determinize(seat, a)
            world.check()
            assert world.view_bytes(seat) == g.view_bytes(seat)
            assert world.legal(seat) == g.legal(seat)
            assert world.actors == g.actors
            assert world.seed == a
            # Worlds that the seat cannot tell apart give the same draw for the same seed.
            assert world.determinize(seat, b) == g.determinize(seat, b)


@each
def test_a_world_from_the_view_is_the_world_of_the_state(game: str, variant: str, players: int) -> None:
    for g, dice in chain(positions(game, variant, players, every=12), glimpses(game, variant, players)):
        seed = dice.randbytes(32)
        for seat in range(players):
            world = g.determinize(seat, seed)
            assert engine.from_view(g.view(seat), seed) == world
            assert engine.from_view(g.view_bytes(seat), seed).to_bytes() == world.to_bytes()


@each
def test_a_view_that_another_protobuf_library_wrote_gives_the_same_world(game: str, variant: str, players: int) -> None:
    for g, _ in positions(game, variant, players, every=12):
        for seat in range(players):
            asked = bot_pb2.Turn()
            message = getattr(asked, game)
            message.ParseFromString(g.view_bytes(seat))
            assert engine.from_view(message.SerializeToString(), 5) == g.determinize(seat, 5)


@each
def test_drawn_worlds_play_on_to_their_end(game: str, variant: str, players: int) -> None:
    for g, dice in positions(game, variant, players, every=40):
        world = g.determinize(dice.randrange(players), dice.randbytes(32))
        while not world.over:
            world.apply(*random_move(world, dice))
            world.check()


@each
def test_the_referees_view_is_the_whole_match(game: str, variant: str, players: int) -> None:
    for g, _ in positions(game, variant, players, every=15):
        whole = engine.from_view(g.view(None), g.seed)
        assert whole.view(None) == g.view(None)
        assert [whole.legal(seat) for seat in range(players)] == [g.legal(seat) for seat in range(players)]


def spoiled(value: Any, dice: Random) -> Any:
    """The value with something in it changed."""
    if isinstance(value, dict):
        key = dice.choice(list(value))
        return {**value, key: spoiled(value[key], dice)}
    if isinstance(value, list) and value and dice.random() < 0.8:
        i = dice.randrange(len(value))
        return [*value[:i], spoiled(value[i], dice), *value[i + 1 :]]
    if isinstance(value, list):
        return [*value, dice.choice([0, 1, 200, None, "x"])]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return dice.choice([value + 1, value - 1, -1, 255, 10**6])
    return dice.choice([0, 1, 77, "x", []])


@pytest.mark.parametrize("game", GAMES)
def test_a_spoiled_view_is_refused_or_makes_another_sound_match(game: str) -> None:
    refused = 0
    info = engine.games()[game]
    for g, dice in positions(game, "standard", info.max_players, every=8, count=2):
        for seat in (0, info.max_players - 1, None):
            for _ in range(5):
                view = spoiled(g.view(seat), dice)
                try:
                    world = engine.from_view(view, dice.randbytes(32))
                except ValueError as error:
                    assert str(error)
                    refused += 1
                    continue
                world.check()
                assert world.view(view["seat"]) == view
                world.playout(1)
    assert refused > 10


@pytest.mark.parametrize("game", GAMES)
def test_any_bytes_at_all_are_refused_or_make_a_sound_match(game: str) -> None:
    info = engine.games()[game]
    for g, dice in positions(game, "standard", info.min_players, every=10):
        data = g.view_bytes(0)
        for _ in range(20):
            spoilt = bytearray(data)
            for _ in range(dice.randint(1, 4)):
                spoilt[dice.randrange(len(spoilt))] = dice.randrange(256)
            for attempt in (bytes(spoilt), bytes(spoilt[: dice.randint(1, len(spoilt))])):
                try:
                    world = engine.from_view(attempt, 1)
                except ValueError:
                    continue
                world.check()
                world.playout(1)
