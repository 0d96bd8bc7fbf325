"""Every golden game, bit by bit: actors, legal notations and all views at every step, scores and ranks at the end."""

import gzip
import json

import pytest

import engine
from tests.engine.kit import GAMES, GOLDEN, digest, everything, golden_games

PARTS = 6


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", GAMES)
def test_golden_games_replay_bit_by_bit(game: str, part: int) -> None:
    played = 0
    for number, record in golden_games(game, part, PARTS):
        g = engine.new(game, record["players"], record["variant"], bytes.fromhex(record["seed"]))
        for step, move in enumerate(record["moves"]):
            assert digest(g) == record["digests"][step], f"game {number}, before move {step}: {move}"
            seat, notation = move.split(" ", 1)
            g.apply(int(seat), g.code(int(seat), notation))
        assert digest(g) == record["digests"][-1], f"game {number}, at its end"
        assert (list(g.scores), list(g.ranks)) == (record["scores"], record["ranks"]), f"game {number}"
        played += 1
    assert played


@pytest.mark.parametrize("game", GAMES)
def test_traces_agree_in_every_word(game: str) -> None:
    g = None
    with gzip.open(GOLDEN / game / "trace.jsonl.gz", "rt") as lines:
        for line in map(json.loads, lines):
            if "views" not in line:
                g = engine.new(game, line["players"], line["variant"], bytes.fromhex(line["seed"]))
                continue
            assert g is not None
            assert {str(s): [[c, g.notation(s, c)] for c in g.legal(s)] for s in g.actors} == line["legal"]
            assert everything(g)["views"] == line["views"]
            if line.get("move"):
                seat, notation = line["move"].split(" ", 1)
                g.apply(int(seat), g.code(int(seat), notation))
