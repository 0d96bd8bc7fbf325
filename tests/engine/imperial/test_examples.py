"""The worked examples of the rules document, in its order; nobody has coins or VP, event payday, round 5, unless said."""

from itertools import count

import pytest

import engine
from tests.engine.imperial.positions import CARD, EVENT, at, me, options, play, position, referee, seat, slugs

# Nine cards side by side whose r and l are full: eight complete carts.
ROW_OF_NINE = (
    "1,0 smugglers-cellar; 1,2 smugglers-cellar; 1,4 reed-barge; 1,6 reed-barge; 1,8 bronze-pump; 1,10 bronze-pump; "
    "1,12 silk-road; 1,14 silk-road; 1,16 old-gallery"
)


def test_1_without_a_card_that_can_be_paid_and_placed_the_top_of_pile_1_is_dug() -> None:
    g = position("", "quicksand, platinum-drill, powder-keg", round=1)
    top = g.view(None)["decks"][0][-1]
    assert options(g) == ["dig"]
    play(g, "dig")
    assert me(g)["revealed"] == top
    assert options(g) == ["place 1,0"]
    assert len(me(g)["hand"]) == 3


def test_2_only_a_level_1_card_can_start_a_mine() -> None:
    g = position("", "spoil-heap, quicksand", round=1)
    assert options(g) == ["play spoil-heap"]


def test_3_quicksand_is_paid_and_gives_a_point() -> None:
    g = position("1,0 old-gallery", "quicksand", coins=3)
    play(g, "play quicksand", "place 2,1", "option 1")
    assert (me(g)["coins"], me(g)["vp"]) == (1, 1)


def test_4_or_advances_for_a_coin() -> None:
    g = position("1,0 old-gallery", "quicksand", coins=3)
    play(g, "play quicksand", "place 2,1", "option 2", "board 0")
    assert (me(g)["board"], me(g)["space"], me(g)["coins"]) == (0, 1, 1)


def test_5_the_embassy_counts_itself_among_six_factions() -> None:
    g = position("1,0 mead-cellar; 1,2 harbour-lift; 1,4 star-shaft", "embassy", coins=2)
    play(g, "play embassy", "place 2,1", "option 2")
    assert me(g)["vp"] == 2


def test_6_with_five_factions_its_second_effect_is_not_offered() -> None:
    g = position("1,0 mead-cellar; 1,2 harbour-lift", "embassy", coins=2)
    play(g, "play embassy", "place 2,1")
    assert options(g) == ["skip", "option 1"]
    play(g, "option 1")
    assert me(g)["coins"] == 2


def test_7_the_drill_puts_a_machine_on_itself() -> None:
    g = position("1,0 old-gallery; 2,1 embassy", "platinum-drill", coins=1)
    play(g, "play platinum-drill", "place 3,2", "option 1")
    assert at(g, 3, 2)["machines"] == 1


@pytest.mark.parametrize(("option", "vp", "machines"), [("option 2", 6, 3), ("option 1", 3, 3)])
def test_8_a_level_4_card_collapses_for_three_points_and_a_card_has_at_most_three_machines(
    option: str, vp: int, machines: int
) -> None:
    g = position("1,0 old-gallery; 2,1 embassy; 3,2 platinum-drill 3 machines", "unrequited-love")
    play(g, "play unrequited-love", "place 4,1", "option 1")
    assert me(g)["vp"] == 3 and at(g, 4, 1)["collapse"]
    play(g, "climb 3,2", option)
    assert me(g)["vp"] == vp
    assert at(g, 3, 2)["machines"] == machines


def test_9_the_chain_climbs_over_one_card_a_row_to_the_surface() -> None:
    g = position(
        "1,-2 spoil-heap; 1,0 old-gallery; 1,2 paved-road; 2,-1 quicksand; 2,1 embassy; 3,0 platinum-drill",
        "unrequited-love",
    )
    play(g, "play unrequited-love", "place 4,1", "option 1", "climb 3,0", "option 1")
    assert options(g) == ["climb 2,-1", "climb 2,1"]
    play(g, "climb 2,1", "option 1")
    assert me(g)["coins"] == 2
    play(g, "climb 1,0", "option 1")
    assert me(g)["vp"] == 4
    before = g.copy()
    play(g, "surface 1")
    assert me(g)["coins"] == 4
    assert not at(before, 2, -1)["activated"]


def test_10_a_collapse_swallows_the_activation_and_the_chain_goes_on() -> None:
    g = position("1,0 old-gallery; 2,1 embassy collapse", "thousand-gates", coins=2)
    play(g, "play thousand-gates", "place 3,0", "option 2", "climb 2,1")
    assert me(g)["coins"] == 3
    assert not at(g, 2, 1)["collapse"]
    assert options(g) == ["climb 1,0"]


def test_11_with_rescue_crews_the_collapse_goes_and_an_effect_is_chosen_all_the_same() -> None:
    g = position("1,0 old-gallery collapse", "embassy", coins=2, event="rescue-crews")
    play(g, "play embassy", "place 2,1", "skip", "climb 1,0")
    assert not at(g, 1, 0)["collapse"]
    assert options(g) == ["skip", "option 1"]


def test_12_a_card_is_activated_once_a_round() -> None:
    g = position("1,0 paved-road; 1,2 spoil-heap", "watch-tower", coins=2)
    play(g, "play watch-tower", "place 2,1", "option 2")
    assert options(g) == ["activate 1,0"]
    play(g, "activate 1,0", "option 2")
    assert me(g)["coins"] == 2
    play(g, "climb 1,0")
    assert options(g) == ["surface 1", "surface 2", "surface 3"]


def test_13_what_a_step_brings_about_is_finished_before_the_next_step() -> None:
    g = position("1,0 mead-cellar", "clan-hall", coins=6)
    play(g, "play clan-hall", "place 2,1", "option 1")
    assert me(g)["coins"] == 2
    play(g, "activate 1,0")
    assert g.view(0)["agenda"] == [
        {"item": "chain", "cell": [2, 1]},
        {"item": "effect", "source": "card", "cell": [2, 1], "effect": 1, "step": 1, "left": None, "faction": None, "tried": []},
        {"item": "option", "cell": [1, 0]},
    ]  # fmt: skip
    play(g, "option 1")
    assert (me(g)["coins"], me(g)["vp"]) == (5, 2)
    assert at(g, 1, 0)["collapse"]
    play(g, "climb 1,0")
    assert at(g, 1, 0)["collapse"]
    assert me(g)["coins"] == 5
    assert options(g) == ["surface 1", "surface 2", "surface 3"]


def test_14_the_price_drops_by_one_for_each_scot_with_the_new_card() -> None:
    g = position("1,0 smugglers-cellar; 1,2 smugglers-cellar", "still-house", coins=4)
    play(g, "play still-house", "place 2,1", "option 1")
    assert (me(g)["coins"], me(g)["vp"]) == (0, 4)


def test_14a_and_never_below_zero() -> None:
    scots = (
        "1,0 smugglers-cellar; 1,2 smugglers-cellar; 1,4 peat-store; 1,6 peat-store; 1,8 mead-cellar; 1,10 mead-cellar"
    )
    g = position(scots + "; 2,3 clan-hall; 2,5 clan-hall", "still-house", coins=2)
    play(g, "play still-house", "place 2,1", "option 1")
    assert (me(g)["coins"], me(g)["vp"]) == (0, 4)


def test_15_powder_sale_makes_level_3_cards_three_coins_cheaper_at_least_free() -> None:
    g = position("1,0 old-gallery; 2,1 embassy", "platinum-drill, jade-archive, embassy", event="powder-sale")
    assert options(g) == ["play platinum-drill"]
    g = position("1,0 old-gallery; 2,1 embassy", "platinum-drill, jade-archive, embassy", event="powder-sale", coins=1)
    assert options(g) == ["play jade-archive", "play platinum-drill"]
    g = position("1,0 old-gallery; 2,1 embassy", "platinum-drill, jade-archive, embassy", event="powder-sale", coins=2)
    assert options(g) == ["play embassy", "play jade-archive", "play platinum-drill"]


TWO_APART = "1,0 old-gallery; 1,6 old-gallery"
FOUR_BELOW = TWO_APART + "; 2,-1 quicksand; 2,1 embassy; 2,5 embassy; 2,7 quicksand"


def places(text: str, slug: str, coins: int = 9) -> list[int]:
    g = position(text, slug, coins=coins)
    play(g, f"play {slug}")
    return [int(move.split(",")[1]) for move in options(g)]


def test_16_a_row_1_card_goes_at_most_one_card_width_beyond_the_ends_and_others_below_a_card() -> None:
    assert places(TWO_APART, "spoil-heap") == [-4, -2, 2, 4, 8, 10]
    assert places(TWO_APART, "silver-drill") == [-1, 1, 5, 7]
    assert options(position(TWO_APART, "platinum-drill", coins=9)) == ["dig"]


def test_16a_below_a_full_row_a_card_has_no_place() -> None:
    assert options(position(FOUR_BELOW, "silver-drill", coins=9)) == ["dig"]
    assert places(FOUR_BELOW, "platinum-drill") == [-2, 0, 2, 4, 6, 8]


SIX_AROUND = (
    "1,-2 spoil-heap; 1,0 old-gallery; 1,2 old-gallery; 2,-1 quicksand; 2,1 quicksand; 2,-3 embassy; 2,3 embassy; "
    "3,-2 platinum-drill; 3,2 platinum-drill; 4,-1 unrequited-love; 4,1 unrequited-love"
)


def test_17_a_card_has_up_to_six_neighbours() -> None:
    # No card of row 2 in the box looks at all its neighbours: one of row 3 does.
    g = position(SIX_AROUND, "border-fort", coins=8, round=7)
    play(g, "play border-fort", "place 3,0", "option 1")
    assert options(g) == [f"collapse {cell}" for cell in ("2,-1", "2,1", "3,-2", "3,2", "4,-1", "4,1")]


@pytest.mark.parametrize(
    ("left", "right", "carts", "places"),
    [
        ("smugglers-cellar", "old-gallery", 1, []),  # r and l
        ("smugglers-cellar", "spoil-heap", 0, ["cart 1,0 r"]),  # r and nothing
        ("star-shaft", "old-gallery", 0, ["cart 1,0 r"]),  # nothing and l
        ("star-shaft", "spoil-heap", 0, []),  # nothing and nothing
    ],
)
def test_18_two_half_carts_are_a_cart_one_takes_a_token(left: str, right: str, carts: int, places: list[str]) -> None:
    # The road that places the cart lies apart.
    g = position(f"1,0 {left}; 1,2 {right}", "paved-road")
    assert me(g)["carts"] == carts and g.scores == (carts,)
    play(g, "play paved-road", "place 1,6", "option 1")
    if not places:
        assert options(g)[0] == "surface 1"
        return
    assert options(g) == places
    play(g, places[0])
    assert me(g)["carts"] == 1 and g.scores == (1,)
    assert me(g)["tokens"] == [[1, 0, "r"]]


def test_19_without_a_shared_border_the_cart_is_lost() -> None:
    g = position("", "paved-road")
    play(g, "play paved-road", "place 1,0", "option 1")
    assert options(g) == ["surface 1", "surface 2", "surface 3"]


def test_20_a_cart_goes_on_any_border_with_one_full_half() -> None:
    g = position("1,0 war-drum; 1,4 smugglers-cellar", "paved-road")
    play(g, "play paved-road", "place 1,2", "option 1")
    assert options(g) == ["cart 1,0 r", "cart 1,2 r"]
    play(g, "cart 1,0 r")
    assert me(g)["carts"] == 1


def test_20a_a_cart_complete_by_print_takes_no_token() -> None:
    g = position("1,0 smugglers-cellar", "paved-road")
    play(g, "play paved-road", "place 1,2", "option 1")
    assert me(g)["carts"] == 1
    assert options(g) == ["surface 1", "surface 2", "surface 3"]


def test_21_an_advance_goes_on_on_the_board_chosen_first() -> None:
    g = position("", "star-shaft")
    play(g, "play star-shaft", "place 1,0", "option 1", "board 0")
    assert me(g)["coins"] == 1
    play(g, "surface 3")
    before = g.view(None)["seats"][0]
    assert (before["board"], before["space"], before["coins"]) == (0, 2, 3)


def test_22_nothing_happens_on_spaces_passed() -> None:
    g = position("1,0 old-gallery; 2,1 embassy", "obelisk-lift", coins=3, board=0, space=2)
    play(g, "play obelisk-lift", "place 3,0", "option 1")
    assert me(g)["coins"] == 0
    assert (me(g)["space"], me(g)["vp"], me(g)["advanced"]) == (5, 2, 3)


def test_23_on_the_top_space_the_rest_is_lost_and_another_board_begins() -> None:
    g = position("1,0 old-gallery; 2,1 embassy", "obelisk-lift", coins=3, board=0, space=6)
    play(g, "play obelisk-lift", "place 3,0", "option 1")
    assert (me(g)["vp"], me(g)["advanced"], me(g)["boards_done"]) == (5, 1, 1)
    assert options(g) == ["board 1", "board 2"]
    play(g, "board 2")
    assert (me(g)["board"], me(g)["space"]) == (2, 0)
    assert options(g) == ["climb 2,1"]


def test_24_tail_wind_makes_an_advance_one_space_longer() -> None:
    g = position("", "star-shaft", event="tail-wind")
    play(g, "play star-shaft", "place 1,0", "option 1", "board 0")
    assert (me(g)["space"], me(g)["coins"]) == (2, 2)


def test_25_the_hand_is_checked_after_the_whole_effect() -> None:
    g = position("1,0 old-gallery", "sump-pump, 2 spoil-heap, 2 tea-house, 2 paved-road, 2 star-shaft", coins=2)
    play(g, "play sump-pump", "place 2,1", "option 2", "draw 1")
    assert len(me(g)["hand"]) == 9
    play(g, "draw 2")
    assert len(me(g)["hand"]) == 10
    assert g.view(0)["pending"] == {"seat": 0, "ask": "discard", "source": "card", "cell": [2, 1], "left": 2}
    play(g, "discard spoil-heap", "discard spoil-heap")
    assert len(me(g)["hand"]) == 8
    assert options(g) == ["climb 1,0"]


def test_26_an_empty_pile_is_refilled_and_one_without_discards_is_not_offered() -> None:
    g = position("", "spoil-heap", players=5, piles={1: "", 2: ""}, discards={1: "tea-house"})
    play(g, "play spoil-heap", "place 1,0", "option 2")
    assert options(g) == ["draw 1", "draw 3"]
    play(g, "draw 1")
    assert slugs(me(g)["hand"]) == ["tea-house"]
    assert g.view(None)["discards"][0] == []


def test_27_a_dig_without_any_card_leaves_the_seat_out_of_the_mine_phase() -> None:
    g = position("", "", players=5, piles={1: ""})
    assert g.notations(4) == ["dig"]
    for i in g.actors:
        g.apply(i, g.legal(i)[0])
    assert me(g)["revealed"] is None
    assert g.view(None)["phase"] == "mine"
    assert g.actors == (0,)


def test_28_a_search_takes_the_first_card_of_the_faction_from_the_top_and_shows_it() -> None:
    piles = {1: "tea-house, survey-camp, tea-house, old-gallery"}
    g = position("", "rice-terrace", players=5, piles=piles)
    play(g, "play rice-terrace", "place 1,0", "option 2", "faction romans", "search 1")
    assert slugs(me(g)["hand"]) == slugs(me(g)["shown"]) == ["survey-camp"]
    view = g.view(0)
    assert slugs(view["seats"][4]["shown"]) == ["survey-camp"]
    assert view["deck_counts"][0] == 3 and view["discards"] == [[], [], [], []]
    assert sorted(slugs(g.view(None)["decks"][0])) == ["old-gallery", "tea-house", "tea-house"]


def test_29_a_search_in_vain_goes_on_in_another_pile() -> None:
    g = position("", "rice-terrace", players=5, piles={1: "tea-house, old-gallery, tea-house"})
    play(g, "play rice-terrace", "place 1,0", "option 2", "faction romans", "search 1")
    assert me(g)["hand"] == []
    assert sorted(slugs(g.view(None)["decks"][0])) == ["old-gallery", "tea-house", "tea-house"]
    assert g.view(0)["agenda"][-1]["tried"] == [1]
    assert options(g) == ["search 2", "search 3"]


def test_30_at_the_surface_fair_two_different_effects_are_resolved() -> None:
    g = position("", "old-gallery", event="surface-fair")
    play(g, "play old-gallery", "place 1,0", "option 1", "surface 1")
    assert options(g) == ["surface 2", "surface 3"]
    assert g.view(0)["agenda"] == [{"item": "surface", "left": 1, "used": [1]}]


def test_31_overtime_pays_each_activation_the_declined_one_too() -> None:
    g = position("1,0 old-gallery", "embassy", coins=2, event="overtime")
    play(g, "play embassy", "place 2,1", "skip", "climb 1,0", "option 1")
    assert me(g)["coins"] == 2


def test_32_bank_day_exchanges_coins_at_the_end_of_the_round() -> None:
    g = position("", "old-gallery", coins=5, event="bank-day")
    play(g, "play old-gallery", "place 1,0", "option 1", "surface 1")
    assert g.view(0)["phase"] == "end"
    assert me(g)["coins"] == 7
    assert options(g) == ["times 0", "times 1", "times 2", "times 3"]
    g.apply(0, g.code(0, "times 3"))
    view = g.view(None)["seats"][0]
    assert view["vp"] == 4
    assert view["coins"] - 3 * (g.view(0)["event"] == EVENT["payday"]) == 1


def test_33_night_shift_activates_a_card_not_yet_activated_this_round() -> None:
    g = position("1,0 old-gallery; 1,2 spoil-heap", "spoil-heap", event="night-shift")
    play(g, "play spoil-heap", "place 1,4", "option 1", "surface 1")
    assert options(g) == ["activate 1,0", "activate 1,2"]


def test_34_new_maps_is_resolved_seat_by_seat_then_all_choose() -> None:
    new = (engine.new("imperial", 3, "first", seed) for seed in count())
    g = next(g for g in new if g.view(None)["event"] == EVENT["new-maps"])
    for turn in range(3):
        assert g.actors == (turn,)
        assert g.view(turn)["pending"] == {"seat": turn, "ask": "draw", "source": "event", "cell": None, "left": 1}
        g.apply(turn, g.code(turn, "draw 1"))
    assert g.view(0)["phase"] == "choose"
    assert g.actors == (0, 1, 2)


def ended(*seats: tuple[str, int, int], scores: list[int], ranks: list[int]) -> engine.Game:
    """A match that is over; each seat's mine, VP and coins. A view with other scores or ranks is refused."""
    view = referee([seat(text, vp=vp, coins=coins) for text, vp, coins in seats], 10, "payday", {}, {}, (0, 2, 4))
    view |= {"phase": "over", "over": True, "actors": [], "event": None, "scores": scores, "ranks": ranks}
    return engine.from_view(view, 1)


@pytest.mark.parametrize("rival", [6, 7])
def test_35_coins_break_a_tie_then_complete_carts(rival: int) -> None:
    scores, ranks = [31, 31, 30], [1, 2, 3]
    g = ended((ROW_OF_NINE, 23, 7), ("", 31, rival), ("", 30, 50), scores=scores, ranks=ranks)
    assert g.view(None)["seats"][0]["carts"] == 8
    assert (list(g.scores), list(g.ranks)) == (scores, ranks)


def test_35a_seats_still_equal_share_the_rank() -> None:
    g = ended(("", 31, 7), ("", 31, 7), ("", 30, 50), scores=[31, 31, 30], ranks=[1, 1, 3])
    assert g.ranks == (1, 1, 3)


@pytest.mark.parametrize(
    ("score", "title"),
    [
        (34, "digger"),
        (35, "underground-labourer"),
        (45, "underground-labourer"),
        (46, "expert-miner"),
        (55, "expert-miner"),
        (56, "underground-engineer"),
        (60, "underground-engineer"),
        (61, "veteran-miner"),
        (65, "veteran-miner"),
        (66, "king-of-the-underground"),
    ],
)
def test_36_a_solo_player_earns_a_title(score: int, title: str) -> None:
    view = referee([seat(vp=score)], 10, "payday", {}, {}, (0, 2, 4))
    view |= {
        "phase": "over",
        "over": True,
        "actors": [],
        "event": None,
        "scores": [score],
        "ranks": [1],
        "title": title,
    }
    assert engine.from_view(view, 1).view(0)["title"] == title


def test_37_draft_discards_are_secret_until_all_are_in() -> None:
    g = engine.new("imperial", 2, "standard", 1)
    before = g.view(1)
    for _ in range(4):
        g.apply(0, g.legal(0)[0])
    assert g.view(1) == before | {"actors": [1]}


def test_38_a_choice_is_secret_and_paid_when_all_are_in() -> None:
    rival = seat("1,0 spoil-heap", "star-shaft")
    g = position("1,0 old-gallery", "embassy", coins=2, players=2, others={1: rival})
    g.apply(0, g.code(0, "play embassy"))
    seen = g.view(1)["seats"][0]
    assert (seen["choice"], seen["coins"]) == (None, 2)
    g.apply(1, g.code(1, "play star-shaft"))
    seats = g.view(1)["seats"]
    assert [s["revealed"] for s in seats] == [CARD["embassy"], CARD["star-shaft"]]
    assert seats[0]["coins"] == 0


def test_the_view_of_the_document_word_by_word() -> None:
    g = engine.new("imperial", 2, "standard", bytes(range(32)))
    moves = (
        "0 discard sun-barge, 0 discard jade-archive, 0 discard platinum-drill, 0 discard blasting-pit, "
        "1 discard royal-distillery, 1 discard abyssal-crane, 1 discard thousand-gates, 1 discard canopic-vault, "
        "0 play survey-camp, 1 play paved-road, 0 place 1,0, 0 option 1, 0 surface 3, 0 board 2, 1 place 1,0, 1 option 2, "
        "1 surface 3, 1 board 1, 0 play shrine-garden, 1 play salvage-crew, 1 place 2,1"
    )
    for move in moves.split(", "):
        turn, _, notation = move.partition(" ")
        g.apply(int(turn), g.code(int(turn), notation))
    assert g.view(1) == {
        "game": "imperial", "variant": "standard", "players": 2, "seat": 1, "actors": [1], "phase": "mine", "round": 2,
        "over": False, "start": 1, "event": 2, "events_seen": [11, 2], "events_left": 8, "tracks": [1, 3, 5],
        "deck_counts": [32, 37, 37, 14], "discards": [[], [30, 20], [42, 43, 46, 45, 48, 55], []],
        "pending": {"seat": 1, "ask": "option", "source": "card", "cell": [2, 1], "left": 1},
        "agenda": [{"item": "chain", "cell": [2, 1]}, {"item": "option", "cell": [2, 1]}],
        "seats": [
            {"coins": 1, "vp": 1, "carts": 0, "hand_levels": [1, 1, 0, 0], "hand": None, "shown": [], "draft": None,
             "choice": None, "revealed": 22, "board": 2, "space": 2, "boards_done": 0, "advanced": 1,
             "mine": [{"level": 1, "x": 0, "card": 11, "machines": 0, "collapse": False, "activated": False}],
             "tokens": []},
            {"coins": 2, "vp": 0, "carts": 1, "hand_levels": [1, 1, 0, 0], "hand": [1, 31], "shown": [], "draft": [],
             "choice": None, "revealed": None, "board": 1, "space": 2, "boards_done": 0, "advanced": 1,
             "mine": [{"level": 1, "x": 0, "card": 10, "machines": 0, "collapse": False, "activated": False},
                      {"level": 2, "x": 1, "card": 32, "machines": 0, "collapse": False, "activated": True}],
             "tokens": []},
        ],
    }  # fmt: skip
    assert g.legal(1) == [0x0, 0x1010000, 0x1020000]
    assert g.view(None)["event_deck"] == [17, 9, 16, 13, 6, 3, 10, 7]
