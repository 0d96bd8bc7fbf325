"""Worlds rebuilt from a view follow the law of the rules: here it is once more, in plain Python, by dealing until it fits."""

import copy
import json
from collections import Counter
from collections.abc import Callable, Hashable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from tests.engine.lagoon.positions import DATA, DEAL, TILE, legal, pass_all, play, position, seat

View = dict[str, Any]


def unseen(count: int, shown: list[int], dice: Random) -> list[int]:
    pool = [id for id in range(count) if id not in shown]
    dice.shuffle(pool)
    return pool


def payable(board: list[list[int]], deal: int) -> bool:
    return all(any(board[resource][level - 1 :]) for resource, level in DATA.deals[deal].needs)


def must_hold_a_deal(view: View) -> int | None:
    """Another seat under way in an action of which only `close` is left."""
    pending = view["pending"]
    if pending is None or pending["count"] or view["actors"] == [view["seat"]]:
        return None
    dry = view["deck_sizes"]["deals"] == 0 and not view["deal_discard"]
    effect = (DATA.spaces if pending["source"] == "space" else DATA.equipment)[pending["id"]].effect
    closing = pending["mode"] == "close" or (pending["mode"] is None and effect[0].do == "draw" and dry)
    return int(view["actors"][0]) if closing else None


def reference(view: View, dice: Random) -> View:
    """The referee's view of a world drawn by the words of the rules."""
    world = copy.deepcopy(view)
    me, phase = view["seat"], view["phase"]
    own = world["seats"][me]
    others = [(it, i in view["actors"]) for i, it in enumerate(world["seats"]) if i != me]
    decks: dict[str, list[int]] = {}
    world["decks"] = decks

    shown = own["objectives"] + [own["objective_returned"]] + (own["offer"] if phase == "objectives" else [])
    if phase == "over":
        shown += [id for it, _ in others for id in it["objectives"]]
    deck = decks["objectives"] = unseen(24, shown, dice)
    for it, acting in others:
        if phase == "objectives" and acting:
            it["offer"] = sorted(deck.pop() for _ in range(3))
        else:
            it["objective_returned"] = deck.pop()
            if phase != "over":
                it["objectives"] = sorted(deck.pop() for _ in range(2))

    shown = [it["corporation"] for it in world["seats"]] + [own["corporation_declined"]]
    deck = decks["corporations"] = unseen(12, shown + (own["offer"] if phase == "corporations" else []), dice)
    for it, acting in others:
        if phase == "corporations" and acting:
            it["offer"] = sorted(deck.pop() for _ in range(2))
        elif phase != "objectives":
            it["corporation_declined"] = deck.pop()
            if phase == "corporations":
                it["corporation"] = deck.pop()

    shown = own["deals"] + view["deal_discard"] + [id for it in world["seats"] for id in it["deals_closed"]]
    if view["pending"] and view["pending"]["deal"] is not None:
        shown.append(view["pending"]["deal"])
    closer = must_hold_a_deal(view)
    while True:
        deck = decks["deals"] = unseen(40, shown, dice)
        for it, _ in others:
            it["deals"] = sorted(deck.pop() for _ in range(it["deals_held"]))
        if closer is None or any(
            payable(world["seats"][closer]["enriched"], id) for id in world["seats"][closer]["deals"]
        ):
            break

    laid = [it for column in world["galleries"] for it in column if it]
    shown = view["gallery_discard"] + [it["tile"] for it in laid if it["tile"] is not None]
    pending = world["pending"]
    deck = decks["galleries"] = unseen(40, shown + ((pending["tiles"] or []) if pending else []), dice)
    for it in laid:
        if it["tile"] is None:
            it["tile"] = deck.pop()
    if pending and pending["tiles"] is None:
        pending["tiles"] = [deck.pop() for _ in range(pending["tiles_left"])]

    for kind, market, count in (("equipment", "equipment_market", 24), ("shipments", "shipment_market", 41)):
        decks[kind] = unseen(count, view[market] + [id for it in world["seats"] for id in it[kind]], dice)
    return world


def same_law(a: Counter[Hashable], b: Counter[Hashable]) -> bool:
    """Two samples of one size from one law, by the chi-square test at about one in ten thousand; rare outcomes together."""
    common = [key for key in a | b if a[key] + b[key] >= 20]
    pairs = [(a[key], b[key]) for key in common]
    pairs.append((sum(a.values()) - sum(x for x, _ in pairs), sum(b.values()) - sum(y for _, y in pairs)))
    pairs = [(x, y) for x, y in pairs if x + y >= 20]
    freedom = len(pairs) - 1
    assert freedom >= 1, "the sample says nothing"
    chi_square = sum((x - y) ** 2 / (x + y) for x, y in pairs)
    # Wilson and Hilferty, 1931: the cube root of chi-square / freedom is close to normal.
    limit: float = freedom * (1 - 2 / (9 * freedom) + 3.72 * (2 / (9 * freedom)) ** 0.5) ** 3
    return chi_square < limit


Look = Callable[[View], Hashable]


def compare(g: engine.Game, viewer: int, looks: list[Look], draws: int = 2500) -> None:
    view = g.view(viewer)
    dice = Random(str(view["deck_sizes"]))
    ours: list[Counter[Hashable]] = [Counter() for _ in looks]
    law: list[Counter[Hashable]] = [Counter() for _ in looks]
    for i in range(draws):
        world = g.determinize(viewer, i)
        if i < 20:
            assert world == engine.from_view(view, i)
            assert world.view(viewer) == view
        one, two = world.view(None), reference(view, dice)
        if i < 20:
            assert one.keys() == two.keys()
            assert {kind: len(deck) for kind, deck in one["decks"].items()} == {
                kind: len(deck) for kind, deck in two["decks"].items()
            }
        for k, look in enumerate(looks):
            ours[k][look(one)] += 1
            law[k][look(two)] += 1
    for k in range(len(looks)):
        assert same_law(ours[k], law[k]), (k, ours[k].most_common(8), law[k].most_common(8))


def of(number: int, key: str) -> Look:
    """What is in a seat's hand, offer, ..."""
    return lambda world: str(world["seats"][number][key])


def deck(kind: str, place: int) -> Look:
    return lambda world: world["decks"][kind][place]


def order(kind: str, *members: int) -> Look:
    """Where some cards lie in a deck, in thirds of it: evenly, and free of each other."""

    def look(world: View) -> Hashable:
        cards = world["decks"][kind]
        return str([cards.index(id) * 3 // len(cards) if id in cards else None for id in members])

    return look


def tile_at(column: int, level: int) -> Look:
    return lambda world: world["galleries"][column][level - 1]["tile"]


# --- The phases.


def test_offers_and_returned_objectives_follow_the_law() -> None:
    g = engine.new("lagoon", 3, "standard", 5)
    g.apply(1, g.legal(1)[0])
    looks = [of(1, "objective_returned"), of(1, "objectives"), deck("objectives", -1), order("objectives", 3, 20)]
    looks += [lambda world: world["seats"][2]["offer"][0], lambda world: world["seats"][2]["offer"][2]]
    compare(g, 0, [*looks, deck("corporations", -1), deck("deals", 0)])


def test_corporations_are_kept_and_declined_evenly() -> None:
    g = engine.new("lagoon", 3, "standard", 5)
    for number in (0, 1, 2):
        g.apply(number, g.legal(number)[0])
    g.apply(2, g.legal(2)[0])
    assert g.view(0)["seats"][2]["corporation"] is None
    looks = [of(2, "corporation"), of(2, "corporation_declined"), of(1, "offer"), deck("corporations", -1)]
    compare(g, 0, [*looks, of(1, "objectives"), of(2, "objective_returned")])


def test_during_play_hands_and_decks_follow_the_law() -> None:
    g = position(seat(deals="gold-2"), seat(deals="iron-2, iron-3"), seat(deals="copper-2"), deal_deck="gold-3, gold-4")
    looks = [of(1, "deals"), of(2, "deals"), deck("deals", -1), deck("deals", 0), of(1, "corporation_declined")]
    looks += [deck(kind, place) for kind in ("equipment", "shipments", "galleries") for place in (0, -1)]
    looks += [
        order("shipments", 0, 1),
        order("equipment", 0, 1),
        order("galleries", 0, 39),
        of(2, "objective_returned"),
    ]
    compare(g, 0, looks)


def test_every_place_of_a_deck_is_as_likely_for_every_card() -> None:
    g = position(seat())
    compare(g, 0, [order("galleries", id, id + 1) for id in range(0, 40, 4)])
    compare(g, 0, [order("deals", id, id + 5) for id in range(0, 35, 4)])


def test_when_the_match_is_over_objectives_are_known_and_deals_are_not() -> None:
    g = position(seat(), seat(deals="iron-2, iron-3"), round=15, deal_deck="gold-3, gold-4, silver-2")
    pass_all(g)
    kept = g.view(0)["seats"][1]["objectives"]
    compare(g, 0, [of(1, "deals"), of(1, "objective_returned"), deck("deals", -1)])
    assert g.determinize(0, 3).view(None)["seats"][1]["objectives"] == kept


# --- Galleries.

LAID = {"1a1": "gold-4a down by 0", "1a2": "iron-4a down by 1", "1b1": "copper-4a down", "2a1": "gold-3a down by 1"}


def test_face_down_galleries_are_drawn_anew_but_for_those_the_seat_laid() -> None:
    g = position(seat(), galleries={**LAID, "2b1": "iron-3a 2"}, gallery_deck="silver-4a, silver-3a")
    compare(g, 0, [tile_at(0, 2), tile_at(1, 1), tile_at(3, 1), deck("galleries", -1), deck("galleries", 0)])
    compare(g, 1, [tile_at(0, 1), tile_at(1, 1), deck("galleries", -1)])
    for number in range(50):
        board = g.determinize(0, number).view(None)["galleries"]
        assert (board[0][0]["tile"], board[4][0]["tile"]) == (TILE["gold-4a"], TILE["iron-3a"])
        board = g.determinize(1, number).view(None)["galleries"]
        assert (board[0][1]["tile"], board[3][0]["tile"]) == (TILE["iron-4a"], TILE["gold-3a"])


def test_tiles_another_seat_has_drawn_come_from_the_same_pool() -> None:
    deck_of_four = "silver-4a, silver-3a, silver-2a, silver-1a"
    g = position(seat(ship=3), galleries=LAID, gallery_deck=deck_of_four)
    play(g, "act galleries-3")
    compare(g, 1, [lambda world: str(world["pending"]["tiles"]), tile_at(0, 1), deck("galleries", -1)])
    assert g.determinize(0, 9).view(0)["pending"]["tiles"] == g.view(0)["pending"]["tiles"]
    play(g, "place 2c down")
    compare(g, 1, [lambda world: str(world["pending"]["tiles"]), tile_at(5, 1), tile_at(0, 1)])


# --- Deals.


def closing(deals: str, deck: str, enriched: str, card: str = "bulldozer", viewer_holds: str = "") -> engine.Game:
    """Seat 0 has begun to close a Deal with an Equipment card; seats 1 and 2 look on."""
    crew = [seat(equipment=card, deals=deals, enriched=enriched), seat(deals=viewer_holds), seat(deals="silver-4")]
    g = position(*crew, deal_deck=deck)
    play(g, f"use {card}")
    return g


@pytest.mark.parametrize(
    ("deals", "deck", "enriched"),
    [
        ("gold-2", "gold-3, iron-2, iron-3", "gold 3"),  # two Deals of five will do, and it holds no more than one
        ("gold-2, iron-4", "gold-3, iron-2, iron-3", "gold 3"),
        ("gold-2, iron-4, copper-4", "gold-3, gold-4, iron-3", "gold 4"),
        ("gold-2, gold-2-iron-1", "gold-2-iron-2, gold-3-iron-2, iron-2, iron-3", "gold 2, iron 2"),
        ("gold-2, copper-2", "", "gold 2"),
    ],
)
def test_a_seat_that_must_close_holds_a_deal_it_can_pay(deals: str, deck: str, enriched: str) -> None:
    g = closing(deals, deck, enriched)
    looks = [of(0, "deals"), of(2, "deals")]
    if deck:
        looks += [lambda world: world["decks"]["deals"][-1], lambda world: world["decks"]["deals"][0]]
    compare(g, 1, looks)
    for number in range(100):
        assert legal(g.determinize(1, number))


def test_with_no_deal_left_to_draw_the_board_space_tells_as_much() -> None:
    crew = [seat(deals="gold-2, iron-4", enriched="gold 2"), seat(), seat(deals="iron-2, gold-3")]
    g = position(*crew, deal_deck="", deals_out="closed")
    play(g, "act deal-1")
    assert g.view(1)["pending"]["mode"] is None
    compare(g, 1, [of(0, "deals"), of(2, "deals")])


def test_where_a_deal_may_be_drawn_the_hand_tells_nothing() -> None:
    for card in ("rescue-chamber", "generator"):
        g = closing("gold-2, iron-4", "gold-3, iron-2, iron-3", "gold 2", card)
        compare(g, 1, [of(0, "deals"), of(2, "deals")])
    hands = [g.determinize(1, number).view(None)["seats"][0]["deals"] for number in range(200)]
    assert any(not payable(g.view(1)["seats"][0]["enriched"], id) for hand in hands for id in hand)


def test_once_the_deal_is_open_the_rest_of_the_hand_tells_nothing() -> None:
    g = closing("gold-2, iron-4", "gold-3, iron-2, iron-3", "gold 2")
    play(g, "close gold-2")
    compare(g, 1, [of(0, "deals"), of(2, "deals"), deck("deals", -1)])


def test_deals_that_have_been_shown_are_in_no_hand() -> None:
    crew = [
        seat(deals="gold-2", closed="gold-3"),
        seat(deals="iron-2, iron-3", closed="gold-4"),
        seat(deals="copper-2"),
    ]
    g = position(*crew, deal_deck="silver-2, silver-3")
    discards = set(g.view(0)["deal_discard"])
    for number in range(200):
        view = g.determinize(0, number).view(None)
        held = set(view["seats"][1]["deals"]) | set(view["seats"][2]["deals"]) | set(view["decks"]["deals"])
        assert held == {DEAL[slug] for slug in ("iron-2", "iron-3", "copper-2", "silver-2", "silver-3")}
        assert set(view["deal_discard"]) == discards


# --- Views.


def test_the_view_shown_in_the_rules_is_that_of_a_match() -> None:
    view = json.loads((Path(__file__).parent / "example_view.json").read_text())
    g = engine.from_view(view, 1)
    assert g.view(0) == view
    assert g.view(1)["pending"]["tiles"] is not None
    assert all(move.startswith("place") and "2a" not in move for move in legal(g))


def change(view: View, path: str, value: Any) -> View:
    view = copy.deepcopy(view)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    part: Any = view
    for step in way:
        part = part[step]
    part[last] = value
    return view


def test_a_seat_that_must_close_and_can_hold_no_deal_for_it_is_refused() -> None:
    view = closing("gold-2", "iron-2, iron-3", "gold 2").view(1)
    engine.from_view(view, 1)
    with pytest.raises(ValueError, match="no deal fits"):
        engine.from_view(change(view, "seats.0.enriched.0", [1, 0, 0, 0]), 1)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("deck_sizes.deals", 39),
        ("deck_sizes.galleries", 41),
        ("deal_discard", [5, 5]),
        ("gallery_discard", [40]),
        ("equipment_market", [0, 1, 2, 3, 4]),
        ("shipment_market", [0]),
        ("token", 1),
        ("round", 0),
        ("round", 16),
        ("order", [0]),
        ("order", [1, 1]),
        ("actions_left", 0),
        ("actions_left", 1),
        ("final_round", True),
        ("actors", [0, 1]),
        ("actors", []),
        ("phase", "islands"),
        ("phase", "over"),
        ("phase", "sleep"),
        ("spaces.3", [0]),
        ("spaces.3", [0, 0]),
        ("artifacts.0.0", 0),
        ("center.0.0.0", 5),
        ("center.0.1.0", 200),
        ("galleries.0", [None, {"tile": 1, "up": True, "left": 1, "by": None}]),
        ("galleries.2.0.left", 9),
        ("galleries.2.0.left", None),
        ("galleries.2.0.by", 0),
        ("galleries.0.0.tile", 12),
        ("pending", {}),
        ("seats.0.deals", None),
        ("seats.0.deals_held", 3),
        ("seats.0.objectives", [1]),
        ("seats.0.merchants_free", 0),
        ("seats.0.miners_free", 9),
        ("seats.0.ship", 0),
        ("seats.0.passed", True),
        ("seats.0.acted", True),
        ("seats.0.closed", True),
        ("seats.0.equipment_used", [3]),
        ("seats.0.score", 30),
        ("seats.0.artifacts", [1, 0, 0, 0]),
        ("seats.0.enriched.0", [2, 0, 0, 0]),
        ("seats.1.deals", [3]),
        ("seats.1.objectives", [3, 4]),
        ("seats.1.corporation", None),
        ("decks", {}),
    ],
)
def test_a_view_that_contradicts_itself_is_refused(path: str, value: Any) -> None:
    g = position(seat(), galleries={"1a1": "gold-4a down", "1c1": "iron-4a 4"})
    view = g.view(0)
    engine.from_view(view, 1)
    with pytest.raises(ValueError, match=r"contradicts itself|LagoonView|LagoonPending"):
        engine.from_view(change(view, path, value), 1)
