"""The worked examples of the rules, one test each."""

from typing import Any

import engine
from tests.engine.zavandor.position import Card, bid, matrix, play, position

ANNA, BERT = 0, 1


def seat_of(g: engine.Game, seat: int) -> dict[str, Any]:
    return dict(g.view(None)["seats"][seat])


def gems(g: engine.Game, seat: int, key: str = "hand") -> list[int]:
    return [sum(column) for column in zip(*seat_of(g, seat)[key], strict=True)]


def next_income(**changes: Any) -> engine.Game:
    """Anna passes the last upgrade of round 2; round 3, which she starts, begins with her income."""
    g = position("upgrade", turn=ANNA, round=2, king=3, **changes)
    assert g.view(None)["starter"] == BERT
    play(g, ANNA, "pass")
    return g


def final(players: int = 2, **changes: Any) -> dict[str, Any]:
    """The last seat passes the last upgrade, the King in the Coronation Chamber."""
    rounds = {2: 8, 3: 9, 4: 8}[players]
    last = (rounds - 2) % players
    g = position("upgrade", turn=last, players=players, round=rounds, king=21, **changes)
    play(g, last, "pass")
    assert g.over
    return g.view(None)


def test_01_after_the_first_income_four_players_hold_eight_eight_nine_and_nine_cards() -> None:
    g = engine.new("zavandor", 4, "standard", 1)
    view = g.view(None)
    assert [sum(seat["backs"]) for seat in view["seats"]] == [8, 8, 9, 9]
    assert (view["phase"], view["turn"]) == ("scrolls", 0)


def test_02_an_income_over_the_limit_is_cut_to_six_cards_of_the_seats_choice() -> None:
    g = next_income(galleries={ANNA: [(30, 3), (18, 3)]}, family={ANNA: 2})
    assert g.view(None)["phase"] == "income_draw"
    assert g.notations(ANNA) == ["draw 2 wood 4 iron", "draw 3 wood 3 iron"]
    play(g, ANNA, "draw 2 wood 4 iron")
    assert seat_of(g, ANNA)["backs"] == [2, 0, 4, 0]


def test_03_a_full_packdragon_lifts_the_income_limit() -> None:
    g = next_income(galleries={ANNA: [(30, 3), (18, 3)]}, family={ANNA: 2}, dragon={ANNA: 3})
    assert g.view(None)["phase"] == "trade"
    assert seat_of(g, ANNA)["backs"] == [3, 0, 4, 0]


def test_04_a_marker_placed_in_the_income_phase_yields_nothing_before_the_next_round() -> None:
    g = next_income(galleries={ANNA: [(4, 0)]}, family={ANNA: 6})
    assert (g.view(None)["phase"], g.view(None)["markers"]) == ("income_place", 1)
    play(g, ANNA, "place bluebeard-clan")
    assert seat_of(g, ANNA)["gallery"][0]["level"] == 1
    assert seat_of(g, ANNA)["backs"] == [2, 0, 0, 0]


def test_05_two_free_markers_may_go_on_one_item() -> None:
    g = next_income(boards={ANNA: 2, BERT: 1}, galleries={ANNA: [(33, 0)]}, family={ANNA: 8})
    play(g, ANNA, "place altar-of-the-anvil", "place altar-of-the-anvil")
    assert seat_of(g, ANNA)["gallery"][0]["level"] == 2
    assert g.view(None)["markers"] == 0


def test_06_a_used_scroll_leaves_the_game() -> None:
    g = position("scrolls", galleries={ANNA: [(0, 2)]})
    uses = [f"use scroll-of-dawn {gain}" for gain in ("6 copper", "6 iron", "4 bronze")]
    assert g.notations(ANNA) == ["pass", *uses]
    play(g, ANNA, uses[2])
    assert seat_of(g, ANNA)["backs"] == [0, 0, 0, 4]
    assert seat_of(g, ANNA)["gallery"] == [None] * 5
    assert 0 in g.view(None)["removed"]


def test_07_a_used_hoard_stays_and_costs_its_points() -> None:
    g = position("scrolls", galleries={ANNA: [(13, 2)]})
    play(g, ANNA, "use azure-dragon-hoard 10 wood")
    assert seat_of(g, ANNA)["backs"] == [10, 0, 0, 0]
    assert seat_of(g, ANNA)["gallery"][0] == {"card": 13, "level": 2, "used": True}
    assert g.view(None)["phase"] == "trade"
    assert final(galleries={ANNA: [(13, 2, True)]})["final"][ANNA]["items"] == -2


def test_08_where_a_deck_runs_out_the_next_lower_one_is_drawn_from() -> None:
    g = position("scrolls", galleries={ANNA: [(0, 2)]}, decks={"iron": "dr"}, rest={"iron": BERT})
    play(g, ANNA, "use scroll-of-dawn 6 iron")
    assert seat_of(g, ANNA)["backs"] == [0, 4, 2, 0]


def test_09_a_deck_that_has_just_run_out_is_renewed_at_once() -> None:
    g = position("scrolls", galleries={ANNA: [(0, 2)]}, decks={"iron": "dr"}, rest={"iron": "discards"})
    play(g, ANNA, "use scroll-of-dawn 6 iron")
    assert seat_of(g, ANNA)["backs"] == [0, 0, 6, 0]
    view = g.view(None)
    assert (view["decks"][2], sum(view["discards"][2])) == (14, 0)
    assert view["decks_from"][2] == [1, 3, 11, 3]


BRONZE = (
    "ddd" + "rrrrrrrrr" + "re" + "rdd" + "es"
)  # top last: the first ruby lies under four other cards, the second under one more


def after_the_exchange() -> engine.Game:
    g = position(
        "trade",
        turn=BERT,
        hands={ANNA: {"bronze": "r"}, BERT: {"wood": "sssse"}},
        decks={"bronze": BRONZE},
    )
    play(g, BERT, "offer", "give 1 emerald", "want 1 ruby")
    play(g, ANNA, "accept")
    return g


def after_the_searches() -> engine.Game:
    g = after_the_exchange()
    for _ in range(2):
        play(g, BERT, "bank", "give 2 sapphire", "search ruby")
    return g


def test_10_an_accepted_offer_exchanges_the_gems() -> None:
    g = after_the_exchange()
    assert gems(g, BERT) == [4, 0, 0, 1]
    assert gems(g, ANNA) == [0, 1, 0, 0]
    assert (g.view(None)["phase"], g.view(None)["turn"]) == ("trade", BERT)


def test_11_a_search_turns_up_cards_to_the_first_of_its_gem_and_an_offer_brings_a_second_cycle() -> None:
    g = after_the_searches()
    assert gems(g, BERT) == [0, 0, 0, 3]
    assert g.view(None)["discards"][3] == [1, 2, 2, 0]
    assert g.view(None)["discards"][0] == [4, 0, 0, 0]
    play(g, BERT, "pass")
    trade = g.view(None)["trade"]
    assert (trade["cycle"], trade["seat"]) == (2, ANNA)


def test_12_the_bank_gives_what_lies_in_the_piles_and_searches_only_for_the_rest() -> None:
    g = position("trade", hands={ANNA: {"wood": "ss"}}, discards={"iron": "r"})
    play(g, ANNA, "bank", "give 2 sapphire")
    assert g.notations(ANNA) == ["take sapphire wood", "take ruby iron", "search emerald", "search diamond"]


def after_the_failed_search() -> engine.Game:
    g = position("trade", hands={ANNA: {"wood": "ss"}, BERT: {"bronze": "r" * 12}})
    play(g, ANNA, "bank", "give 2 sapphire", "search ruby")
    return g


def test_13_a_failed_search_renews_the_deck_and_something_else_must_be_taken() -> None:
    g = after_the_failed_search()
    view = g.view(None)
    assert (view["phase"], view["trade"]["failed"], view["decks"][3]) == ("bank_take", [3], 8)
    assert sum(view["discards"][3]) == 0
    assert g.notations(ANNA) == ["take sapphire wood", "search emerald", "search diamond"]


def after_the_bids() -> engine.Game:
    hands = {ANNA: {"wood": "seeed"}, BERT: {"wood": "sssssssssee"}}
    g = position("bid", turn=None, hands=hands)
    bid(g, BERT, sapphires=9, emeralds=2)
    bid(g, ANNA, sapphires=1, emeralds=3, diamonds=1)
    return g


def test_14_auctions_are_evaluated_from_ruby_to_sapphire() -> None:
    g = after_the_bids()
    view = g.view(None)
    assert view["winners"] == [None, ANNA, ANNA, None]
    assert (view["phase"], view["evaluating"], view["turn"]) == ("reward", 1, ANNA)
    assert g.notations(ANNA) == ["vp", "card"]
    assert seat_of(g, ANNA)["vp"] == 1
    play(g, ANNA, "card")
    assert (g.view(None)["evaluating"], g.actors) == (0, (BERT,))
    assert g.notations(BERT) == ["vp", "card"]
    assert seat_of(g, BERT)["vp"] == 4
    play(g, BERT, "vp")
    assert [seat_of(g, seat)["vp"] for seat in (ANNA, BERT)] == [1, 5]
    assert gems(g, BERT, "table") == [0, 2, 0, 0]
    assert gems(g, ANNA, "table") == [1, 0, 0, 0]
    assert (g.view(None)["phase"], g.actors) == ("king", (BERT,))


def test_15_the_king_first_moves_to_hall_1_or_2() -> None:
    g = position("bid", turn=None)
    bid(g, ANNA)
    bid(g, BERT)
    assert g.notations(ANNA) == ["king blue-grotto", "king moss-cavern"]
    play(g, ANNA, "king moss-cavern")
    assert g.view(None)["king"] == 2


def test_16_a_tie_goes_to_the_first_in_player_order_and_without_sapphires_the_starter_moves_the_king() -> None:
    hands = {0: {"wood": "ee"}, 1: {"wood": "ee"}, 2: {"wood": "dd"}}
    g = position("bid", turn=None, players=3, hands=hands)
    bid(g, 0, emeralds=2)
    bid(g, 1, emeralds=2)
    bid(g, 2, diamonds=2)
    view = g.view(None)
    assert view["winners"] == [None, 0, 2, None]
    assert [seat["vp"] for seat in view["seats"]] == [1, 0, 1]
    assert (view["phase"], view["turn"]) == ("king", 0)


def test_17_a_bid_bonus_decides_a_tie_and_the_altar_pays_the_winner() -> None:
    hands = {seat: {"wood": "sss"} for seat in (ANNA, BERT)}
    g = position("bid", turn=None, hands=hands, galleries={BERT: [(10, 1), (8, 2)]})
    bid(g, ANNA, sapphires=3)
    bid(g, BERT, sapphires=3)
    assert g.view(None)["winners"][0] == BERT
    assert seat_of(g, BERT)["vp"] == 1
    assert g.notations(BERT) == ["vp", "card"]


def test_18_in_a_full_gallery_the_card_goes_over_another_never_over_a_hoard() -> None:
    gallery: list[Card] = [(13, 0), (4, 0), (5, 0), (17, 0), (18, 0)]
    g = position("bid", turn=None, hands={ANNA: {"wood": "sss"}}, galleries={ANNA: gallery})
    bid(g, ANNA, sapphires=3)
    bid(g, BERT)
    clans = ["bluebeard-clan", "lantern-clan", "mossfoot-clan", "ironroot-clan"]
    assert g.notations(ANNA) == ["vp", *(f"card over {clan}" for clan in clans)]
    sold = g.view(None)["rows"][0]["right"]
    play(g, ANNA, "card over mossfoot-clan")
    assert seat_of(g, ANNA)["gallery"][3] == {"card": sold, "level": 0, "used": False}
    assert 17 in g.view(None)["removed"]


def test_19_without_a_card_on_sale_a_bid_of_six_rubies_brings_five_points() -> None:
    g = position("bid", turn=None, players=3, hands={0: {"bronze": "r" * 6}})
    for seat, rubies in ((0, 6), (1, 0), (2, 0)):
        bid(g, seat, rubies=rubies)
    assert seat_of(g, 0)["vp"] == 5
    assert g.view(None)["phase"] == "king"


def test_20_upgrades_cost_gems_or_what_the_kings_hall_costs() -> None:
    g = position("upgrade", king=1, hands={ANNA: {"wood": "sss"}}, galleries={ANNA: [(4, 1)]})
    play(g, ANNA, "upgrade bluebeard-clan 1 sapphire", "upgrade family 2 sapphire")
    assert (seat_of(g, ANNA)["gallery"][0]["level"], seat_of(g, ANNA)["family"]) == (2, 2)
    assert g.view(None)["discards"][0] == [3, 0, 0, 0]
    assert g.view(None)["upgraded"] == [0, 2]


def test_21_an_item_is_upgraded_once_a_round_and_works_when_full() -> None:
    g = position("upgrade", king=1, hands={ANNA: {"iron": "dddd"}}, galleries={ANNA: [(33, 0)]})
    play(g, ANNA, "upgrade altar-of-the-anvil 2 diamond")
    assert seat_of(g, ANNA)["gallery"][0]["level"] == 1
    assert g.notations(ANNA) == ["pass"]
    g = position("upgrade", turn=ANNA, round=2, king=3, hands={ANNA: {"iron": "dd"}}, galleries={ANNA: [(33, 1)]})
    play(g, ANNA, "upgrade altar-of-the-anvil 2 diamond", "pass")
    assert (g.view(None)["phase"], g.view(None)["turn"], g.view(None)["markers"]) == ("income_place", ANNA, 1)


def test_22_a_shrine_that_becomes_full_makes_its_gem_wild_at_once() -> None:
    hands = {ANNA: {"wood": "ssssd"}}
    g = position("upgrade", round=4, king=11, hands=hands, galleries={ANNA: [(7, 1)]})
    play(g, ANNA, "upgrade sapphire-fox-shrine 2 sapphire")
    family = [notation for notation in g.notations(ANNA) if notation.startswith("upgrade family")]
    assert family == ["upgrade family 1 sapphire 1 diamond", "upgrade family 2 sapphire"]


def test_23_only_full_items_score() -> None:
    assert final(galleries={ANNA: [(4, 2)]})["final"][ANNA]["items"] == 0
    assert final(galleries={ANNA: [(4, 3)]})["final"][ANNA]["items"] == 2


def test_24_three_gems_buy_a_point_at_the_end() -> None:
    view = final(
        vp={ANNA: 2, BERT: 2},
        hands={ANNA: {"wood": "sssss"}, BERT: {"wood": "ssssss"}},
        galleries={ANNA: [(4, 3)], BERT: [(5, 2)]},
    )
    assert view["scores"] == [5, 4]
    assert view["final"] == [
        {"coins": 2, "bought": 1, "items": 2, "left": 2},
        {"coins": 2, "bought": 2, "items": 0, "left": 0},
    ]


def test_25_among_equals_more_cards_left_over_are_better() -> None:
    view = final(
        players=3,
        vp={0: 1, 1: 1, 2: 1},
        hands={0: {"wood": "s"}, 1: {"wood": "ss"}, 2: {"wood": "s"}},
    )
    assert view["scores"] == [1, 1, 1]
    assert view["ranks"] == [2, 1, 2]


def test_26_the_altar_of_the_clans_counts_full_clans_the_family_too() -> None:
    def points(gallery: list[Card], family: int = 1) -> int:
        full = {4: 2, 5: 2, 17: 3, 18: 3}
        rest = sum(full.get(card[0], 0) for card in gallery) + (8 if family == 8 else 0)
        view = final(galleries={ANNA: [(14, 1), *gallery]}, family={ANNA: family})
        return int(view["final"][ANNA]["items"]) - rest

    assert points([(4, 3), (5, 3)]) == 0
    assert points([(4, 3), (5, 3), (17, 3)]) == 4
    assert points([(4, 3), (5, 3), (17, 3), (18, 3)]) == 7
    assert points([(4, 3), (5, 3)], family=8) == 4


def test_27_the_altar_of_the_merchant_makes_points_cheaper() -> None:
    view = final(hands={ANNA: {"wood": "sssssss"}}, galleries={ANNA: [(28, 1)]})
    assert (view["final"][ANNA]["bought"], view["final"][ANNA]["left"]) == (3, 1)


def test_28_the_order_in_which_seats_commit_their_bids_does_not_matter() -> None:
    ends = []
    for order in ((0, 1, 2, 3), (3, 1, 0, 2)):
        g = engine.new("zavandor", 4, "standard", 28)
        while g.view(None)["phase"] != "bid":
            g.apply(g.actors[0], g.legal(g.actors[0])[0])
        for seat in order:
            for _ in range(4):
                g.apply(seat, g.legal(seat)[-1])
        ends.append(g)
    assert ends[0] == ends[1]


def test_29_cards_that_change_hands_openly_are_known_and_searched_cards_leave_the_record_of_the_deck() -> None:
    g = after_the_exchange()
    assert seat_of(g, BERT)["known"] == matrix({"bronze": "r"})
    assert seat_of(g, ANNA)["known"] == matrix({"wood": "e"})
    before = g.view(None)["decks_from"][3]
    play(g, BERT, "bank", "give 2 sapphire", "search ruby")
    assert seat_of(g, BERT)["known"] == matrix({"bronze": "rr"})
    turned = [a - b for a, b in zip(before, g.view(None)["decks_from"][3], strict=True)]
    assert turned == [1, 1, 2, 1]


def test_30_after_a_failed_search_the_record_is_just_what_the_deck_holds() -> None:
    view = after_the_failed_search().view(None)
    assert view["decks_from"][3] == [1, 2, 5, 0]
    assert sorted(view["deck_cards"][3]) == [0, 1, 1, 2, 2, 2, 2, 2]


def test_31_cards_back_from_the_table_are_known() -> None:
    g = after_the_bids()
    play(g, ANNA, "vp")
    play(g, BERT, "vp", "king blue-grotto")
    play(g, ANNA, "pass")
    play(g, BERT, "pass")
    assert g.view(None)["round"] == 2
    assert seat_of(g, BERT)["known"] == matrix({"wood": "ee"})
    assert seat_of(g, ANNA)["known"] == matrix({"wood": "s"})


def test_the_check_of_the_setup_holds() -> None:
    view = engine.new("zavandor", 4, "standard", bytes(range(32))).view(None)
    assert [seat["hand"][0] for seat in view["seats"]] == [[8, 0, 0, 0], [3, 3, 1, 1], [7, 2, 0, 0], [4, 2, 2, 1]]
    assert [row["right"] for row in view["rows"]] == [4, 20, 31, 47]
    assert [row["middle"] for row in view["rows"]] == [8, 17, 33, 46]
    view = engine.new("zavandor", 4, "reverse", bytes(range(32))).view(None)
    assert [seat["board"] for seat in view["seats"]] == [4, 2, 3, 1]


def test_the_example_of_the_view() -> None:
    none = [[0] * 4] * 4

    def seat(vp: int, card: int, **more: Any) -> dict[str, Any]:
        gallery = [{"card": card, "level": 0, "used": False}, None, None, None, None]
        return {"board": 0, "family": 1, "dragon": 0, "vp": vp, "gallery": gallery, "table": none, **more}

    view = {
        "game": "zavandor", "variant": "standard", "players": 2, "seat": 0, "actors": [0, 1], "phase": "bid", "round": 2,
        "over": False, "starter": 1, "turn": None, "king": 1, "decks": [27, 24, 14, 20],
        "decks_from": [[29, 12, 4, 2], [4, 13, 5, 2], [1, 3, 12, 4], [1, 2, 5, 12]],
        "discards": [[8, 4, 2, 0], [0, 0, 0, 0], [0, 1, 3, 0], [0, 0, 0, 0]],
        "rows": [
            {"right": 8, "middle": 7, "deck": [11, 14, 15, 16, 9, 13, 10, 12, 5, 6]},
            {"right": 17, "middle": 18, "deck": [25, 29, 23, 28, 26, 24, 22, 27, 21, 19]},
            {"right": None, "middle": None, "deck": []},
            {"right": None, "middle": None, "deck": []},
        ],
        "removed": [0, 1, 2, 3, *range(30, 56)],
        "seats": [
            seat(4, 4, backs=[2, 0, 0, 0], known=[[1, 0, 0, 0], *none[1:]], hand=[[1, 1, 0, 0], *none[1:]], bids=[None, None, 0, 0]),
            seat(1, 20, backs=[5, 0, 2, 0], known=[[3, 0, 0, 0], *none[1:]], hand=None, bids=None),
        ],
        "markers": 0, "upgraded": [], "trade": None, "winners": [None] * 4, "evaluating": None,
        "deck_cards": None, "discard_cards": None,
    }  # fmt: skip
    g = engine.from_view(view, 1)
    assert g.view(ANNA) == view
    assert g.notations(ANNA) == ["bid emerald 0", "bid emerald 1"]
