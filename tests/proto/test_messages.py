"""The generated messages are those of the schemas."""

import sys
from pathlib import Path

import pytest

import engine

PROTO = Path(__file__).parents[2] / "proto"


def test_the_checked_in_messages_are_what_the_schemas_generate(tmp_path: Path) -> None:
    pytest.importorskip("grpc_tools")
    sys.path.insert(0, str(PROTO))
    try:
        from generate import generate
    finally:
        sys.path.remove(str(PROTO))
    generate(tmp_path)
    made = {
        p.relative_to(tmp_path): p.read_text() for p in tmp_path.rglob("*") if p.suffix in (".proto", ".py", ".pyi")
    }
    assert made
    for path, text in made.items():
        assert (PROTO / path).read_text() == text, f"{path} is out of date: run `make proto`"


@pytest.mark.parametrize("game", list(engine.games()))
def test_a_typed_view_says_what_the_dict_says(game: str) -> None:
    from importlib import import_module

    message = getattr(import_module(f"motherlode.v1.{game}_pb2"), f"{game.capitalize()}View")
    state = engine.new(game, players=2, seed=5)
    for seat in (0, 1, None):
        typed, view = message.FromString(state.view_bytes(seat)), state.view(seat)
        assert (typed.game, typed.variant, typed.players, typed.phase) == (game, "standard", 2, view["phase"])
        assert list(typed.actors) == view["actors"]
        assert typed.HasField("seat") == (seat is not None)


@pytest.mark.parametrize("game", list(engine.games()))
def test_a_view_that_went_through_another_protobuf_library_still_makes_a_match(game: str) -> None:
    """Other libraries leave out zeros; what they write means the same."""
    from importlib import import_module

    message = getattr(import_module(f"motherlode.v1.{game}_pb2"), f"{game.capitalize()}View")
    state = engine.new(game, players=3, seed=9)
    seat = state.actors[0]
    again = message.FromString(state.view_bytes(seat)).SerializeToString()
    assert engine.from_view(again, 1) == engine.from_view(state.view_bytes(seat), 1)
