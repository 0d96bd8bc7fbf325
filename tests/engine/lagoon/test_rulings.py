"""Rules that a match seldom meets: caps, ties of rules, empty decks, what may be done and what not."""

from typing import Any

import pytest

import engine
from engine.chance import draws
from tests.engine.lagoon.positions import (
    DEAL,
    at,
    cells,
    cubes,
    discarded,
    legal,
    pass_all,
    plain,
    play,
    position,
    seat,
)


def it(g: engine.Game, number: int = 0) -> dict[str, Any]:
    return dict(g.view(None)["seats"][number])


def test_a_seat_that_can_do_nothing_may_only_pass() -> None:
    assert legal(position(seat(merchants=0, miners=0))) == ["pass"]
    assert legal(position(seat(merchants=0), galleries={"2a1": "gold-4a 4"})) == ["pass"]


def test_departing_first_with_all_others_passed_begins_a_new_turn_of_the_same_seat() -> None:
    g = position(seat(), seat(passed=True))
    view = play(g, "depart 3")
    assert (view["actors"], view["actions_left"]) == ([0], 2)


def test_departing_after_equipment_is_a_second_action() -> None:
    g = position(seat(equipment="rock-cutter"), seat())
    assert play(g, "use rock-cutter", "depart 2")["actors"] == [1]
    g = position(seat(equipment="rock-cutter"), seat(passed=True))
    assert play(g, "use rock-cutter", "depart 2")["actions_left"] == 2


def test_an_island_is_left_at_most_once_a_round_and_others_make_it_dearer() -> None:
    g = position(seat(), seat(merchants=2))
    play(g, "depart 2")
    assert legal(g, "depart") == ["depart 2", "depart 3", "depart 4"]  # takes two Merchants
    play(g, "depart 2")
    assert (it(g, 1)["merchants_free"], g.view(None)["spaces"][4]) == (0, [0, 1])
    play(g, "depart 1")
    assert legal(g, "depart") == []


def test_four_units_of_work_may_try_a_face_down_gallery_whatever_the_seat_knows_of_it() -> None:
    for tile in ("empty-a down by 0", "gold-4a down"):
        g = position(seat(miners=5), galleries={"1a1": tile, "1b1": "iron-4a down"})
        play(g, "act mine-1", *["assign 1a1"] * 4)
        assert legal(g) == ["stop", "assign 1b1"]
        play(g, "stop")
        assert it(g)["resources"] == plain("" if "empty" in tile else "4 gold")


def test_a_pair_of_miners_is_one_unit_of_work_at_level_two() -> None:
    g = position(seat(miners=5), galleries={"1a1": "empty-a 0", "1a2": "gold-2a 2"})
    view = play(g, "act mine-1", "assign 1a2")
    assert view["pending"]["assigned"] == [0, 2] + [0] * 10
    play(g, "assign 1a2")
    assert (it(g)["resources"], it(g)["miners_free"], at(g, "1a2")) == (plain("2 gold"), 1, None)
    g = position(seat(miners=1), galleries={"1a1": "empty-a 0", "1a2": "gold-2a 2"})
    assert "act mine-1" not in legal(g)


def test_what_moves_down_is_not_mined_in_the_same_action_and_tiles_leave_by_position() -> None:
    board = {"1a1": "gold-1a 1", "1a2": "iron-2a 2", "1b1": "copper-1a 1", "1b2": "silver-1a down"}
    g = position(seat(miners=5), galleries=board)
    play(g, "act mine-1", "assign 1b2", "assign 1b1", "assign 1a1")
    assert discarded(g) == ["gold-1a", "copper-1a", "silver-1a"]
    assert (at(g, "1a1"), at(g, "1b1")) == (("iron-2a", 2), None)


def test_a_gallery_moves_to_level_two_as_it_is_and_stays_known_to_its_seat() -> None:
    g = position(seat(ship=3), galleries={"1a1": "gold-4a down by 0"}, gallery_deck="iron-4a, iron-3a")
    play(g, "act galleries-3", "place 1a down", "place 1b down")
    assert [tile["tile"] for tile in g.view(0)["galleries"][0]] == [10, 0]
    assert [tile["tile"] for tile in g.view(1)["galleries"][0]] == [None, None]
    assert [tile["by"] for tile in g.view(1)["galleries"][0]] == [0, 0]


def test_both_drawn_galleries_are_seen_by_the_acting_seat_alone() -> None:
    g = position(seat(ship=3), gallery_deck="iron-4a, iron-3a")
    play(g, "act galleries-3")
    assert [g.view(viewer)["pending"]["tiles"] for viewer in (0, 1, None)] == [[10, 9], None, [10, 9]]
    assert g.view(1)["pending"]["tiles_left"] == 2


def test_a_boost_can_make_a_fifth_cube_on_a_line() -> None:
    g = position(seat(equipment="control-room"), center="4 iron 1 of 1, iron 0 of 0")
    assert play(g, "use control-room", "boost iron 0 of 0")["center"] == cells("4 iron 1 of 1, iron 1 of 0", 2)


def test_a_purchase_is_paid_and_scored_before_the_next() -> None:
    g = position(seat(ship=3, money=4), center="gold 3 of 1, gold 3 of 0, iron 2 of 1, copper 1 of 1")
    play(g, "act enrichment-3", "buy gold 3 from 1")
    assert legal(g) == ["stop", "buy copper 1 from 1"]
    assert it(g, 1)["money"] == 3


def test_one_who_buys_may_not_enrich_in_the_same_action() -> None:
    g = position(seat(ship=3, resources="gold"), center="gold 3 of 0, iron 3 of 0")
    play(g, "act enrichment-3")
    assert legal(g) == ["enrich gold", "buy gold 3 from 0", "buy iron 3 from 0"]
    play(g, "buy gold 3 from 0")
    assert legal(g) == ["stop", "buy iron 3 from 0"]


def test_what_is_got_in_a_trade_is_none_of_what_was_given() -> None:
    g = position(seat(money=1, resources="gold"))
    play(g, "act trade-1")
    assert legal(g) == [f"trade gold money for {unit}" for unit in ("iron", "copper", "silver")]


def test_a_deal_opened_is_public_before_it_is_paid() -> None:
    g = position(seat(deals="gold-2", enriched="gold 3"))
    play(g, "act deal-1", "close gold-2")
    view = g.view(1)
    assert (view["pending"]["deal"], view["seats"][0]["deals_held"]) == (DEAL["gold-2"], 0)
    assert view["seats"][0]["closed"]


def test_a_deal_of_three_needs_is_paid_in_their_order() -> None:
    g = position(seat(deals="gold-1-iron-1-copper-1", enriched="gold 1, iron 4, copper 2"))
    play(g, "act deal-1", "close gold-1-iron-1-copper-1")
    for payment in ("pay gold 1", "pay iron 4", "pay copper 2"):
        assert legal(g) == [payment]
        play(g, payment)
    assert (it(g)["enriched"], it(g)["score"]) == (cubes(""), 5)


def test_money_above_all_prices_buys_like_money() -> None:
    g = position(seat(ship=2, money=5000, resources="3000 gold"), shipments="gold-3")
    play(g, "act equipment-2", "equip excavator")
    assert it(g)["money"] == 5000 - 8
    play(g, "depart 3", "pass", "act shipment-3", "ship gold-3")
    assert it(g)["resources"] == plain("2997 gold")


def test_an_artifact_shipped_cannot_be_bought_again() -> None:
    g = position(
        seat(ship=3, artifacts="gold", resources="8 gold"),
        artifacts=("iron, copper, silver", "gold, iron, copper, silver"),
        shipments="gold-artifact",
    )
    play(g, "act shipment-3", "ship gold-artifact", "depart 1", "pass")
    assert "act artifact-1" not in legal(g)


def test_a_reshuffle_goes_on_where_its_stream_was() -> None:
    seed = bytes(range(32))
    g = engine.new("lagoon", 2, "standard", seed)
    before = view = g.view(None)
    while view["deck_sizes"]["galleries"] <= before["deck_sizes"]["galleries"]:
        moves = legal(g)
        wanted = [move for move in moves if move in ("act galleries-3", "act galleries-4", "island 3", "island 4")]
        before, view = view, play(g, (wanted or moves)[0])
    deck = before["gallery_discard"]
    places = range(len(deck) - 1, 0, -1)
    others = draws(seed, 5, [*range(40, 1, -1), *(place + 1 for place in places)])[39:]
    for place, other in zip(places, others, strict=True):
        deck[place], deck[other] = deck[other], deck[place]
    drawn = 2 - before["deck_sizes"]["galleries"]
    assert view["decks"]["galleries"] == deck[:-drawn]


@pytest.mark.parametrize("round", [1, 2, 4, 14])
def test_workers_are_paid_after_every_third_round_only(round: int) -> None:
    g = position(seat(money=5), round=round)
    pass_all(g)
    assert it(g)["money"] == 5


def test_the_fifteenth_round_is_the_last() -> None:
    view = pass_all(position(seat(money=5), round=15))
    assert (view["over"], view["final_round"], view["seats"][0]["money"]) == (True, False, 1)


def test_unclosed_deals_cost_nothing_and_stay_hidden_at_the_end() -> None:
    g = position(seat(money=4, deals="gold-4"), seat(money=4), round=15)
    view = pass_all(g)
    assert view["seats"][0]["score"] == 0
    assert g.view(1)["seats"][0]["deals"] is None
    assert g.view(1)["seats"][0]["objectives"] is not None
