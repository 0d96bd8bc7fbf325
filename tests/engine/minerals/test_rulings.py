"""Rules that neither a worked example nor a golden game reaches."""

from tests.engine.minerals.positions import BACK, do, legal, position

LINE = "5,5 W P0 6,5 W 7,5 W P1"


def test_when_the_deck_is_empty_the_row_shrinks() -> None:
    row = [2, 4, 6, 15]
    others = [[id, 0] for id in range(1, 25) if id not in row]
    g = position(LINE, pools={0: [2, 1, 0, 0, 0]}, row=row, cards={1: others})
    view = do(g, "move 6,5", "card 15 low")
    assert (view["row"], view["deck_count"]) == ([2, 4, 6], 0)


def test_a_vortex_after_the_move_leaves_what_was_dug_and_allows_a_card() -> None:
    g = position("5,5 W P0 6,5 T 6,4 W 7,4 W 7,5 W P1 8,5 W", pools={0: [2, 1, 0, 1, 0]}, tools=BACK, row=[1, 3, 7, 10])
    view = do(g, "move 6,5")
    dug = view["dug"]
    view = do(g, next(words for words in legal(g) if words.startswith("vortex")))
    assert view["dug"] == dug
    assert legal(g) == ["end", "card 1"]


def test_a_pass_ends_the_turn_and_nothing_is_lost() -> None:
    g = position("5,5 K P0 6,5 K 7,5 W P1 8,5 T", pools={0: [1, 0, 0, 0, 0]})
    before = g.view(None)
    view = do(g, "pass")
    assert view["turn"] == 1
    assert (view["board"], view["pools"], view["pouch"]) == (before["board"], before["pools"], before["pouch"])
