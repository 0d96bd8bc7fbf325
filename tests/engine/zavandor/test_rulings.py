"""Rules that neither a worked example nor a golden game reaches."""

from typing import Any

import engine
from tests.engine.zavandor.position import bid, matrix, play, position

ANNA, BERT = 0, 1
NO_DECKS = dict.fromkeys(("wood", "copper", "iron", "bronze"), "")
TO_BERT = dict.fromkeys(NO_DECKS, BERT)


def cards(g: engine.Game, seat: int) -> list[int]:
    """How many cards of each deck a hand has."""
    return list(g.view(None)["seats"][seat]["backs"])


def test_when_no_lower_deck_has_a_card_a_higher_one_is_drawn_from() -> None:
    g = position("scrolls", galleries={ANNA: [(13, 2)]}, decks={"wood": "ss"}, rest={"wood": BERT})
    play(g, ANNA, "use azure-dragon-hoard 10 wood")
    assert cards(g, ANNA) == [2, 8, 0, 0]


def test_when_no_deck_has_a_card_nothing_is_drawn() -> None:
    g = position("scrolls", galleries={ANNA: [(0, 2)]}, decks=NO_DECKS, rest=TO_BERT)
    play(g, ANNA, "use scroll-of-dawn 6 copper")
    assert cards(g, ANNA) == [0, 0, 0, 0]
    assert g.view(None)["phase"] == "trade"


def test_a_bank_trade_ends_without_a_card_when_nothing_can_be_taken_or_searched() -> None:
    g = position("trade", hands={ANNA: {"bronze": "ee"}}, decks={**NO_DECKS, "bronze": "d"}, rest=TO_BERT)
    play(g, ANNA, "bank", "give 2 emerald")
    assert g.notations(ANNA) == ["take emerald bronze", "search ruby"]
    play(g, ANNA, "search ruby")
    view = g.view(None)
    assert (view["phase"], view["turn"], view["trade"]["failed"]) == ("trade", ANNA, [])
    assert cards(g, ANNA) == [0, 0, 0, 0]
    assert (view["decks"], view["discards"]) == ([0, 0, 0, 3], matrix({}))


BEAR: dict[str, Any] = {"boards": {ANNA: 2, BERT: 1}, "family": {ANNA: 8}}  # Anna's full Family clan yields two markers


def test_passing_forfeits_all_markers_that_are_left() -> None:
    g = position("upgrade", turn=ANNA, round=2, king=3, galleries={ANNA: [(33, 0)]}, **BEAR)
    play(g, ANNA, "pass")
    assert (g.view(None)["phase"], g.view(None)["markers"]) == ("income_place", 2)
    play(g, ANNA, "pass")
    assert (g.view(None)["phase"], g.view(None)["markers"]) == ("trade", 0)
    assert g.view(None)["seats"][ANNA]["gallery"][0]["level"] == 0


def test_markers_that_no_item_can_take_are_forfeited_without_a_decision() -> None:
    g = position("upgrade", turn=ANNA, round=2, king=3, **BEAR)
    play(g, ANNA, "pass")
    assert g.view(None)["phase"] == "trade"


def test_a_marker_placed_in_the_scroll_step_makes_a_card_usable_at_once() -> None:
    g = position("scrolls", galleries={ANNA: [(12, 1), (13, 0)]})
    assert g.notations(ANNA) == ["pass", "use scroll-of-masons 2 marker"]
    play(g, ANNA, "use scroll-of-masons 2 marker", "place azure-dragon-hoard", "pass")
    assert g.notations(ANNA) == ["pass", "use azure-dragon-hoard 6 wood"]


def test_where_only_one_hall_lies_ahead_the_king_moves_by_himself() -> None:
    g = position("bid", turn=None, round=9, king=20)
    bid(g, BERT)
    bid(g, ANNA)
    assert (g.view(None)["phase"], g.view(None)["king"]) == ("upgrade", 21)


def test_hoards_count_as_dragons_at_any_level_and_so_does_a_full_packdragon() -> None:
    for level, vp in ((2, 4 + 2 + 3), (3, 4 + 2 + 7 + 4)):
        g = position(
            "upgrade",
            turn=ANNA,
            round=8,
            king=21,
            galleries={ANNA: [(54, 1), (26, 0)]},
            dragon={ANNA: level},
            vp={ANNA: 4},
        )
        play(g, ANNA, "pass")
        assert g.over
        assert g.scores[ANNA] == vp
