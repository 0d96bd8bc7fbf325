"""Rules that neither a worked example nor a golden game reaches."""

from tests.engine.rummy.positions import meld, play, position


def test_with_both_piles_empty_after_the_last_turn_the_reason_is_the_cap():
    table = [meld(3, "gypsum", "calcium, sulfate")]
    g = position({3: "calcium, iron, sulfide"}, {3: "pyrite"}, table, turn=3, turns=19, stock="", variant="single")
    play(g, "3 discard calcium", "0 call lay gypsum")
    view = g.view(None)
    assert (view["stock"], view["discard"]) == (0, [])
    assert view["history"][-1]["reason"] == "cap"
