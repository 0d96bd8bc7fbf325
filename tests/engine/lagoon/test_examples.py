"""The worked examples of the rules, one test each, in their order."""

from typing import Any

import pytest

import engine
from tests.engine.lagoon.positions import (
    DATA,
    DEAL,
    SHIPMENT,
    SPACE,
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
    """A seat as the referee sees it."""
    return dict(g.view(None)["seats"][number])


def at_islands(players: int) -> engine.Game:
    """The first round begins."""
    g = engine.new("lagoon", players, "standard", 1)
    while g.view(None)["phase"] != "islands":
        g.apply(g.actors[0], g.legal(g.actors[0])[0])
    return g


def finished(*seats: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The end of the last round, in which all pass at once. $4 are due for 4 Merchants and 3 Miners."""
    return pass_all(position(*seats, round=15, **changes))


# --- E1 to E27: the rulebook's.


def test_e01_low_islands_play_first_and_no_one_may_pick_a_taken_one() -> None:
    assert play(at_islands(3), "island 1", "island 3", "island 4")["order"] == [0, 1, 2]
    g = at_islands(3)
    play(g, "island 4")
    assert legal(g) == ["island 1", "island 2", "island 3"]
    assert play(g, "island 1", "island 3")["order"] == [1, 2, 0]


def test_e02_the_second_on_a_space_takes_two_merchants_and_the_third_three() -> None:
    for merchants in (3, 2):
        rich = {"ship": 2, "money": 20}
        g = position(
            seat(**rich), seat(**rich), seat(**rich, merchants=merchants), equipment="tipper, elevator, generator"
        )
        play(g, "act equipment-2", "equip tipper", "pass", "act equipment-2", "equip elevator", "pass")
        assert [it(g, i)["merchants_free"] for i in (0, 1)] == [3, 2]
        assert ("act equipment-2" in legal(g)) == (merchants == 3)
        if merchants == 3:
            view = play(g, "act equipment-2", "equip generator")
            assert view["spaces"][SPACE["equipment-2"]] == [0, 1, 2]
            assert it(g, 2)["merchants_free"] == 0


def test_e03_to_depart_first_ends_the_turn_and_to_depart_later_does_not() -> None:
    g = position(seat(ship=1), seat(ship=2))
    view = play(g, "depart 2")
    assert (it(g)["ship"], it(g)["acted"], view["actors"]) == (2, True, [1])
    view = play(g, "pass", "depart 3")
    assert (it(g)["ship"], view["actors"], view["actions_left"]) == (3, [0], 1)
    assert "act galleries-3" in legal(g)


def test_e04_a_gallery_laid_face_up_shows_all_its_minerals() -> None:
    g = position(seat(ship=3), gallery_deck="empty-a, gold-4a")
    play(g, "act galleries-3", "place 1a up")
    assert at(g, "1a1") == ("gold-4a", 4)


LAYING = {"1a1": "gold-3a 1", "1a2": "iron-2a 2", "2b1": "copper-2a down"}


def test_e05_a_new_gallery_pushes_the_column_on_and_pays_by_the_faces_that_are_up() -> None:
    g = position(seat(ship=3), galleries=LAYING, gallery_deck="empty-a, silver-3a")
    before = discarded(g)
    play(g, "act galleries-3", "place 1a up")
    assert not [move for move in legal(g) if move.startswith("place 1a")]
    view = play(g, "place 2b down")
    assert (at(g, "1a1"), at(g, "1a2"), discarded(g)) == (("silver-3a", 3), ("gold-3a", 1), [*before, "iron-2a"])
    assert (at(g, "2b1"), at(g, "2b2")) == (("empty-a", "down"), ("copper-2a", "down"))
    assert [gallery["by"] for gallery in view["galleries"][4]] == [0, None]
    assert it(g)["money"] == 2


@pytest.mark.parametrize(("face", "money"), [("up", 3), ("down", 0)])
def test_e05_both_faces_up_pay_three_and_both_down_nothing(face: str, money: int) -> None:
    g = position(seat(ship=3), galleries=LAYING, gallery_deck="empty-a, silver-3a")
    play(g, "act galleries-3", f"place 1a {face}", f"place 2b {face}")
    assert it(g)["money"] == money


def test_e06_miners_dig_exhausted_galleries_leave_and_what_was_empty_from_the_start_stays() -> None:
    board = {"1a1": "gold-3a 1", "1a2": "iron-2a 2", "1b1": "empty-a down"}
    g = position(seat(miners=4), galleries=board)
    view = play(g, "act mine-1", "assign 1a1", "assign 1a2", "assign 1b1")
    assert view["pending"] is None
    assert it(g)["resources"] == plain("gold, iron")
    assert (at(g, "1a1"), at(g, "1a2"), at(g, "1b1")) == (("iron-2a", 1), None, ("empty-a", 0))
    assert discarded(g) == ["gold-3a"]


def test_e07_an_artifact_costs_four_of_its_resource_and_each_island_has_one() -> None:
    g = position(seat(resources="4 iron, 3 copper"))
    play(g, "act artifact-1")
    assert legal(g) == ["artifact iron"]
    view = play(g, "artifact iron")
    assert (it(g)["resources"], it(g)["artifacts"]) == (plain("3 copper"), plain("iron"))
    assert view["artifacts"] == [plain("gold, copper, silver"), plain("gold, iron, copper, silver")]


def test_e08_enriching_puts_own_cubes_on_the_lowest_line() -> None:
    g = position(seat(ship=3, resources="2 iron, copper"))
    view = play(g, "act enrichment-3", "enrich iron", "enrich iron", "enrich copper")
    assert view["pending"] is None
    assert view["center"] == cells("2 iron 0 of 0, copper 0 of 0", 2)
    assert (it(g)["score"], it(g)["money"], it(g)["resources"]) == (0, 0, plain(""))


def test_e09_at_the_end_of_a_round_cubes_ripen_and_those_of_level_four_are_lost() -> None:
    g = position(seat(ship=3, resources="iron", enriched="iron 2"), center="iron 1 of 0, 2 iron 2 of 1, 3 iron 4 of 1")
    play(g, "act enrichment-3", "enrich iron")
    view = pass_all(g)
    assert view["center"] == cells("iron 1 of 0, iron 2 of 0, 2 iron 3 of 1", 2)
    assert [it(g, i)["score"] for i in (0, 1)] == [0, 0]
    assert it(g)["enriched"] == cubes("iron 2")


def test_e10_every_two_workers_cost_a_dollar_and_a_dollar_owed_a_point() -> None:
    g = position(seat(merchants=4, miners=3, money=2), seat(merchants=4, miners=2, money=5), round=3)
    pass_all(g)
    assert [(it(g, i)["money"], it(g, i)["score"]) for i in (0, 1)] == [(0, -2), (2, 0)]


def test_e11_cubes_of_others_are_bought_at_their_level_and_their_owners_score() -> None:
    center = "iron 3 of 1, copper 2 of 1, iron 2 of 0, gold 0 of 0"
    g = position(seat(ship=3, money=5, enriched="iron 2"), center=center)
    play(g, "act enrichment-3")
    assert legal(g) == ["buy iron 3 from 1", "buy copper 2 from 1"]
    view = play(g, "buy iron 3 from 1", "buy copper 2 from 1")
    assert view["pending"] is None
    assert (it(g)["money"], it(g)["score"]) == (0, 0)
    assert (it(g, 1)["money"], it(g, 1)["score"]) == (5, 2)
    assert it(g)["enriched"] == cubes("iron 2, iron 3, copper 2")


def test_e12_an_own_cube_is_free_and_scores_a_point() -> None:
    g = position(seat(ship=3), center="silver 4 of 0")
    play(g, "act enrichment-3", "buy silver 4 from 0")
    assert (it(g)["money"], it(g)["score"], it(g)["enriched"]) == (0, 1, cubes("silver 4"))


def test_e13_a_deal_is_paid_need_by_need_and_scores_its_points() -> None:
    g = position(seat(deals="iron-3-copper-1", enriched="iron 3, copper 1"))
    play(g, "act deal-1", "close iron-3-copper-1", "pay iron 3", "pay copper 1")
    assert (it(g)["score"], it(g)["deals_closed"]) == (5, [DEAL["iron-3-copper-1"]])
    assert it(g)["enriched"] == cubes("")


def test_e13_one_deal_a_round_is_closed_on_the_board_and_more_with_equipment() -> None:
    deals, owned = "gold-2, iron-2", "rescue-chamber"
    g = position(seat(deals=deals, enriched="gold 2, iron 2", equipment=owned), seat(passed=True))
    play(g, "act deal-1", "close gold-2", "pay gold 2")
    assert (it(g)["score"], it(g)["closed"]) == (3, True)
    play(g, "depart 2", "act deal-2")
    assert legal(g) == ["draw"]
    play(g, "draw", "use rescue-chamber")
    assert "close iron-2" in legal(g)
    play(g, "close iron-2", "pay iron 2")
    assert it(g)["score"] == 6


def test_e14_any_cube_of_sufficient_level_pays_a_need() -> None:
    g = position(seat(deals="iron-2-copper-3", enriched="iron 1, iron 2, iron 3, copper 3, copper 4"))
    play(g, "act deal-1", "close iron-2-copper-3")
    assert legal(g) == ["pay iron 2", "pay iron 3"]
    play(g, "pay iron 3")
    assert legal(g) == ["pay copper 3", "pay copper 4"]
    play(g, "pay copper 4")
    assert (it(g)["enriched"], it(g)["score"]) == (cubes("iron 1, iron 2, copper 3"), 6)


def test_e15_two_units_alike_or_different_are_traded_for_one() -> None:
    g = position(seat(resources="iron, 2 copper, silver"))
    view = play(g, "act trade-1", "trade iron silver for money", "trade copper copper for gold")
    assert view["pending"] is None
    assert (it(g)["money"], it(g)["resources"]) == (1, plain("gold"))
    g = position(seat(money=2, resources="2 silver"))
    play(g, "act trade-1", "trade money money for gold", "trade silver silver for copper")
    assert (it(g)["money"], it(g)["resources"]) == (0, plain("gold, copper"))


def test_e16_shipments_pay_points_and_dollars_and_an_artifact_shipped_leaves_the_game() -> None:
    g = position(
        seat(ship=3, resources="2 iron, silver", artifacts="gold"),
        artifacts=("iron, copper, silver", "gold, iron, copper, silver"),
        shipments="iron-2-silver-1, gold-artifact",
    )
    tile = DATA.shipments[SHIPMENT["iron-2-silver-1"]]
    play(g, "act shipment-3", "ship iron-2-silver-1")
    assert (it(g)["score"], it(g)["money"], it(g)["resources"]) == (tile.vp, tile.money, plain(""))
    view = play(g, "depart 4", "pass", "act shipment-4", "ship gold-artifact")
    assert (it(g)["score"], it(g)["money"], it(g)["artifacts"]) == (tile.vp + 2, tile.money + 5, plain(""))
    assert view["artifacts"] == [plain("iron, copper, silver"), plain("gold, iron, copper, silver")]
    assert it(g)["shipments"] == sorted([SHIPMENT["iron-2-silver-1"], SHIPMENT["gold-artifact"]])
    assert len(view["shipment_market"]) == 8


def test_e17_the_elevator_raises_a_cube_to_a_free_place_for_a_dollar() -> None:
    g = position(seat(money=1, equipment="elevator", enriched="gold 1, gold 2, silver 4"))
    play(g, "use elevator")
    assert legal(g) == ["raise gold 2"]
    play(g, "raise gold 2")
    assert (it(g)["enriched"], it(g)["money"]) == (cubes("gold 1, gold 3, silver 4"), 0)
    assert it(g)["miners_free"] == 2


def test_e18_the_control_room_moves_any_cube_and_out_of_the_game_from_level_four() -> None:
    for move, rest in (("boost gold 4 of 1", "iron 0 of 0"), ("boost iron 0 of 0", "gold 4 of 1, iron 1 of 0")):
        g = position(seat(equipment="control-room"), center="gold 4 of 1, iron 0 of 0")
        play(g, "use control-room")
        assert legal(g) == ["boost gold 4 of 1", "boost iron 0 of 0"]
        assert play(g, move)["center"] == cells(rest, 2)
        assert [it(g, i)["score"] for i in (0, 1)] == [0, 0]


def test_e19_the_bulldozer_scores_one_more() -> None:
    g = position(seat(equipment="bulldozer", deals="gold-2", enriched="gold 2"))
    play(g, "use bulldozer", "close gold-2", "pay gold 2")
    assert (it(g)["score"], it(g)["closed"]) == (4, False)


def test_e20_the_demolition_kit_removes_a_gallery_and_the_column_closes_up() -> None:
    g = position(seat(equipment="demolition-kit"), galleries={"2c1": "gold-2a 2", "2c2": "iron-3a down by 1"})
    view = play(g, "use demolition-kit", "demolish 2c1")
    assert discarded(g) == ["gold-2a"]
    assert (at(g, "2c1"), at(g, "2c2"), view["galleries"][5][0]["by"]) == (("iron-3a", "down"), None, 1)
    assert it(g)["resources"] == plain("")


def test_e21_the_tipper_trades_one_for_one_once_a_round() -> None:
    g = position(seat(ship=3, money=1, resources="gold", equipment="tipper"))
    assert play(g, "use tipper", "trade gold for silver")["pending"] is None
    assert it(g)["resources"] == plain("silver")
    assert "use tipper" not in legal(g)
    pass_all(g)
    play(g, "island 1", "island 2", "pass", "use tipper", "trade money for iron")
    assert (it(g)["money"], it(g)["resources"]) == (0, plain("iron, silver"))


def test_e22_the_melting_pot_buys_one_cube() -> None:
    g = position(seat(equipment="melting-pot", money=5), center="gold 1 of 1, iron 1 of 1")
    assert play(g, "use melting-pot", "buy gold 1 from 1")["pending"] is None
    assert (it(g)["money"], it(g)["enriched"], it(g, 1)["score"]) == (4, cubes("gold 1"), 1)


def test_e22_the_smelting_furnace_enriches_one() -> None:
    g = position(seat(equipment="smelting-furnace", resources="2 gold"))
    assert play(g, "use smelting-furnace", "enrich gold")["pending"] is None
    assert g.view(None)["center"] == cells("gold 0 of 0", 2)


@pytest.mark.parametrize(("card", "level"), [("underground-loader", 1), ("heavy-duty-loader", 2)])
def test_e22_loaders_for_galleries_collect_from_their_level_on_either_island(card: str, level: int) -> None:
    board = {"1a1": "gold-2a 2", "1a2": "iron-2a 2", "2b1": "copper-2a down", "2b2": "silver-2a 1"}
    g = position(seat(ship=3, equipment=card), galleries=board)
    play(g, f"use {card}")
    assert legal(g) == [f"collect 1a{level}", f"collect 2b{level}"]
    play(g, f"collect 1a{level}")
    assert it(g)["resources"] == plain("gold" if level == 1 else "iron")
    assert at(g, f"1a{level}") == ("gold-2a" if level == 1 else "iron-2a", 1)


def test_e22_a_loader_opens_a_face_down_gallery_and_an_exhausted_one_leaves() -> None:
    g = position(seat(ship=4, equipment="heavy-duty-loader"), galleries={"2a1": "empty-a 0", "2a2": "gold-1a down"})
    play(g, "use heavy-duty-loader", "collect 2a2")
    assert it(g)["resources"] == plain("gold")
    assert (at(g, "2a1"), at(g, "2a2"), discarded(g)) == (("empty-a", 0), None, ["gold-1a"])


@pytest.mark.parametrize(
    ("card", "level", "vp"), [("jaw-crusher", 1, 1), ("impact-crusher", 2, 2), ("cone-crusher", 3, 3)]
)
def test_e22_crushers_turn_a_cube_of_their_level_or_more_into_points(card: str, level: int, vp: int) -> None:
    g = position(seat(equipment=card, enriched="gold 1, gold 2, gold 3, gold 4"))
    play(g, f"use {card}")
    assert legal(g) == [f"crush gold {n}" for n in range(level, 5)]
    play(g, "crush gold 4")
    assert (it(g)["score"], it(g)["enriched"]) == (vp, cubes("gold 1, gold 2, gold 3"))
    assert f"use {card}" not in legal(position(seat(equipment=card, enriched="gold 1" if level > 1 else "")))


@pytest.mark.parametrize("resource", ["gold", "iron", "copper", "silver"])
def test_e22_loaders_for_metals_sell_a_plain_one_for_two_dollars(resource: str) -> None:
    g = position(seat(equipment=f"{resource}-loader", resources=f"2 {resource}"))
    assert play(g, f"use {resource}-loader")["pending"] is None
    assert (it(g)["money"], it(g)["resources"]) == (2, plain(resource))
    g = position(seat(equipment=f"{resource}-loader", enriched=f"{resource} 4"))
    assert f"use {resource}-loader" not in legal(g)


def test_e22_the_generator_discards_a_deal_for_two_dollars_and_needs_one() -> None:
    assert "use generator" not in legal(position(seat(equipment="generator")))
    g = position(seat(equipment="generator", deals="gold-2, iron-2"))
    view = play(g, "use generator", "discard gold-2")
    assert (view["deal_discard"], it(g)["deals"], it(g)["money"]) == ([DEAL["gold-2"]], [DEAL["iron-2"]], 2)


def test_e22_the_air_compressor_draws_a_deal() -> None:
    g = position(seat(equipment="air-compressor"))
    top = g.view(None)["decks"]["deals"][-1]
    play(g, "use air-compressor")
    assert legal(g) == ["draw"]
    play(g, "draw")
    assert it(g)["deals"] == [top]


def test_e22_cards_without_a_feature_cannot_be_used() -> None:
    g = position(seat(equipment="pickaxe-set, ventilation-fan, conveyor, excavator"))
    assert legal(g, "use") == []


def magnate(holder: int, center: str) -> int:
    """What center-magnate, the first Objective of its holder, is worth. Cubes ripen once more before it is looked at."""
    crew = [seat(objectives="center-magnate" if i == holder else "") for i in range(3)]
    return int(finished(*crew, center=center)["objective_vp"][holder][0])


def test_e23_to_have_the_most_is_to_have_more_than_each_other_player() -> None:
    center = "gold 0 of 0, iron 1 of 0, copper 3 of 1, copper 2 of 2"  # values 3, 4, 3 after the round
    assert [magnate(holder, center) for holder in range(3)] == [0, 4, 0]
    assert [magnate(holder, center + ", silver 0 of 0") for holder in range(3)] == [0, 0, 0]


def test_e24_bulk_shipments_ask_for_three_resources_or_more() -> None:
    view = finished(
        seat(objectives="bulk-shipper", shipments="gold-2, iron-2-silver-1, gold-3, gold-artifact"),
        artifacts=("iron, copper, silver", "gold, iron, copper, silver"),
    )
    assert view["objective_vp"][0][view["seats"][0]["objectives"].index(1)] == 2


def test_e25_a_table_pays_for_the_last_row_that_is_reached() -> None:
    worth = []
    for count in range(7):
        board = ["gold 1", "gold 2", "gold 3", "gold 4", "iron 1", "iron 2"][:count]
        view = finished(seat(objectives="refined-stock", enriched=", ".join(board)))
        worth.append(view["objective_vp"][0][view["seats"][0]["objectives"].index(2)])
    assert worth == [0, 0, 2, 2, 4, 6, 6]


def test_e26_thirty_points_make_the_round_the_last_and_it_is_played_to_its_end() -> None:
    g = position(seat(ship=3, score=29), center="iron 1 of 0, gold 1 of 1", round=2)
    view = play(g, "act enrichment-3", "buy iron 1 from 0")
    assert (it(g)["score"], view["final_round"], view["over"]) == (30, True, False)
    view = pass_all(g)
    assert (view["over"], view["round"], view["phase"]) == (True, 2, "over")
    assert view["center"] == cells("gold 2 of 1", 2)


def ranks(one: dict[str, Any], two: dict[str, Any], artifacts: str = "") -> list[int]:
    """Of two seats with Objectives that nobody fulfils; `artifacts` were bought on island 1."""
    left = ", ".join(name for name in ("gold", "iron", "copper", "silver") if name not in artifacts)
    one, two = {"objectives": "bulk-shipper, high-grade"} | one, {"objectives": "gold-refiner, artifact-exporter"} | two
    return list(finished(seat(**one), seat(**two), artifacts=(left, "gold, iron, copper, silver"))["ranks"])


def test_e27_ties_are_broken_by_money_then_equipment_then_deals_then_shipments() -> None:
    six = {"money": 4, "score": 6}
    assert ranks({"money": 4, "artifacts": "gold, iron"}, six, "gold, iron") == [1, 1]
    assert ranks({"closed": "gold-2"}, {}) == [1, 2]
    assert ranks({"closed": "gold-2"}, {"equipment": "tipper"}) == [2, 1]
    assert ranks({"money": 6}, {"money": 5, "equipment": "tipper", "closed": "gold-2", "shipments": "iron-2"}) == [1, 2]
    assert ranks({"shipments": "iron-2"}, {}) == [1, 2]
    assert ranks({"shipments": "iron-2"}, {"closed": "gold-2"}) == [2, 1]


# --- E28 on: the document's own.


def test_e28_a_new_merchant_is_free_at_once_and_nobody_has_more_than_five_miners() -> None:
    g = position(seat(ship=3, merchants=1, money=3))
    play(g, "act merchant-3")
    assert (it(g)["merchants"], it(g)["merchants_free"], it(g)["money"]) == (2, 1, 0)
    play(g, "act galleries-3")
    assert it(g)["merchants_free"] == 0
    for miners in (4, 5):
        assert ("act miner-4" in legal(position(seat(ship=4, miners=miners, money=9)))) == (miners == 4)
    for merchants in (6, 7):
        assert ("act merchant-3" in legal(position(seat(ship=3, merchants=merchants, money=9)))) == (merchants == 6)


def test_e29_the_lowest_line_takes_four_cubes_of_a_resource_and_an_action_two_alike() -> None:
    g = position(seat(ship=3, resources="3 gold, 3 iron"), center="iron 0 of 0, 2 iron 0 of 1")
    play(g, "act enrichment-3", "enrich iron")
    assert legal(g) == ["stop", "enrich gold"]
    assert play(g, "enrich gold", "enrich gold")["pending"] is None
    g = position(seat(ship=3, resources="3 gold"))
    assert play(g, "act enrichment-3", "enrich gold", "enrich gold")["pending"] is None
    assert it(g)["resources"] == plain("gold")


def test_e30_the_same_action_on_the_other_island_is_another_action() -> None:
    g = position(seat(miners=4), galleries={"1a1": "gold-4a 4", "2a1": "iron-4a 4"})
    play(g, "act mine-1", "assign 1a1", "stop", "depart 2", "pass")
    assert (it(g)["miners_free"], it(g)["resources"]) == (3, plain("gold"))
    assert "act mine-1" not in legal(g)
    play(g, "act mine-2", "assign 2a1", "assign 2a1", "assign 2a1")
    assert it(g)["resources"] == plain("gold, 3 iron")


def test_e31_a_gallery_laid_face_down_is_known_to_its_seat_alone() -> None:
    board = {"1a1": "iron-1a down", "1b1": "gold-3a down by 0", "1c1": "copper-2a 2"}
    g = position(seat(miners=4), galleries=board)
    assert [g.view(i)["galleries"][1][0]["tile"] for i in (0, 1)] == [1, None]
    assert [g.view(i)["galleries"][0][0]["tile"] for i in (0, 1)] == [None, None]
    play(g, "act mine-1", "assign 1a1", "assign 1a1", "assign 1c1", "assign 1c1")
    assert it(g)["resources"] == plain("iron, 2 copper")
    assert discarded(g) == ["iron-1a", "copper-2a"]


def test_e32_no_more_miners_than_minerals_work_on_an_open_gallery() -> None:
    g = position(seat(miners=4), galleries={"1a1": "gold-2a 1", "1a2": "iron-2a 1", "1b1": "empty-a 0"})
    play(g, "act mine-1")
    assert legal(g) == ["assign 1a1", "assign 1a2"]
    play(g, "assign 1a1")
    assert legal(g) == ["stop", "assign 1a2"]
    view = play(g, "assign 1a2")
    assert (view["pending"], it(g)["miners_free"]) == (None, 1)
    assert (at(g, "1a1"), at(g, "1a2")) == (None, None)


def test_e33_the_gallery_discard_pile_becomes_the_deck_when_a_tile_is_needed() -> None:
    g = position(seat(ship=3), gallery_deck="gold-4a")
    pile = len(discarded(g))
    view = play(g, "act galleries-3")
    assert view["pending"]["tiles"][0] == 0
    assert (view["gallery_discard"], view["deck_sizes"]["galleries"]) == ([], pile - 1)


def test_e34_salaries_may_take_the_points_away_but_the_game_is_over() -> None:
    g = position(seat(score=30, merchants=4, miners=3), round=3)
    view = pass_all(g)
    assert (view["seats"][0]["score"], view["final_round"], view["over"]) == (26, True, True)


def test_e35_the_owner_is_paid_even_after_it_has_passed_and_the_last_seat_goes_on() -> None:
    g = position(seat(passed=True), seat(ship=3, money=1), turn=1, center="gold 1 of 0")
    play(g, "act enrichment-3", "buy gold 1 from 0")
    assert (it(g)["money"], it(g)["score"]) == (1, 1)
    view = play(g, "depart 4")
    assert (view["actors"], view["actions_left"]) == ([1], 2)


def test_e36_four_seats_that_play_their_default_always_take_128_decisions() -> None:
    g = engine.new("lagoon", 4, "standard", 36)
    decisions = 0
    while not g.over:
        g.apply(g.actors[0], g.legal(g.actors[0])[0])
        decisions += 1
    assert (decisions, g.view(None)["round"]) == (8 + 15 * 8, 15)


def test_e37_equipment_bought_this_round_may_be_used_at_once() -> None:
    g = position(seat(ship=2, money=4), equipment="rock-cutter")
    play(g, "act equipment-2", "equip rock-cutter")
    assert (it(g)["money"], it(g)["score"], len(g.view(None)["equipment_market"])) == (0, 1, 6)
    play(g, "use rock-cutter")
    assert (it(g)["money"], it(g)["score"], it(g)["miners_free"]) == (2, 1, 2)


def test_e38_discarded_deals_are_shuffled_into_an_empty_deck() -> None:
    g = position(seat(), deal_deck="")
    view = play(g, "act deal-1", "draw")
    assert (view["deck_sizes"]["deals"], view["deal_discard"], it(g)["deals_held"]) == (39, [], 1)


def test_e38_without_a_deal_to_draw_or_to_close_the_space_is_no_use() -> None:
    assert "act deal-2" not in legal(position(seat(ship=2), deal_deck="", deals_out="closed"))
    able = seat(ship=2, deals="gold-2", enriched="gold 2")
    assert "act deal-2" in legal(position(able, deal_deck="", deals_out="closed"))


def test_e38_with_an_empty_deck_the_market_of_equipment_shrinks() -> None:
    g = position(seat(ship=2, money=9), equipment="tipper", equipment_deck="")
    assert len(play(g, "act equipment-2", "equip tipper")["equipment_market"]) == 5


def test_the_setup_vector() -> None:
    g = engine.new("lagoon", 2, "standard", bytes(range(32)))
    view = g.view(None)
    assert [it["offer"] for it in view["seats"]] == [[12, 16, 22], [1, 6, 11]]
    tops = {name: deck[::-1][:8] for name, deck in view["decks"].items()}
    assert tops["objectives"][:2] == [20, 3]  # below the six that were dealt: 22 16 12 11 6 1
    assert tops["corporations"] == [7, 4, 0, 5, 2, 9, 10, 6]
    assert tops["deals"] == [23, 29, 8, 25, 3, 26, 27, 18]
    assert tops["equipment"] == [4, 2, 6, 5, 8, 15, 20, 23]
    assert tops["galleries"] == [25, 5, 17, 26, 7, 18, 8, 35]
    assert tops["shipments"] == [14, 33, 17, 15, 18, 30, 3, 32]
    for number in (0, 1):
        g.apply(number, g.legal(number)[0])
    assert [it["offer"] for it in g.view(None)["seats"]] == [[4, 7], [0, 5]]
    for number in (0, 1):
        g.apply(number, g.legal(number)[0])
    columns = [column[0] for column in g.view(None)["galleries"]]
    assert [tile["tile"] for tile in columns] == [25, 5, 17, 26, 7, 18]
    assert [tile["up"] for tile in columns] == [False, False, True] * 2
