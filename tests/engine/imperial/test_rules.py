"""Sentences of the rules document that matches seldom come to: empty piles, searches in vain, ties, nested effects."""

from itertools import count, product

import pytest

import engine
from engine.chance import shuffled
from tests.engine.imperial.positions import (
    CARD,
    DATA,
    EVENT,
    STOCK,
    View,
    at,
    cards,
    me,
    options,
    play,
    position,
    seat,
    slugs,
)
from tests.engine.imperial.test_examples import ended

SEED = 1
SURFACE = ["surface 1", "surface 2", "surface 3"]

# --- Setup.


@pytest.mark.parametrize(("players", "variant"), list(product(range(1, 6), ["standard", "first"])))
def test_the_deal_is_as_the_variant_says(players: int, variant: str) -> None:
    first = (engine.new("imperial", players, variant, seed).view(None) for seed in count())
    view = next(v for v in first if v["events_seen"][:1] in ([], [EVENT["payday"]]))
    dealt = {"standard": [2, 3, 3, 0], "first": [2, 2, 2, 0]}[variant]
    assert [s["hand_levels"] for s in view["seats"]] == [dealt] * players
    assert view["deck_counts"] == [len(STOCK[level]) - players * dealt[level - 1] for level in STOCK]
    assert (view["phase"], view["round"]) == {"standard": ("draft", 0), "first": ("choose", 1)}[variant]
    assert [track // 2 for track in view["tracks"]] == [0, 1, 2]
    assert [s["board"] for s in view["seats"]] == [None] * players


def test_the_piles_lie_as_their_streams_shuffle_them_and_level_4_is_not_shuffled() -> None:
    decks = engine.new("imperial", 1, "standard", SEED).view(None)["decks"]
    hand = engine.new("imperial", 1, "standard", SEED).view(None)["seats"][0]["hand"]
    for level, stream in ((1, 2), (2, 3), (3, 4)):
        pile = shuffled(SEED, stream, STOCK[level])
        assert decks[level - 1] == pile[: len(decks[level - 1])]
        assert sorted(pile[len(decks[level - 1]) :]) == [card for card in hand if DATA.cards[card].level == level]
    assert decks[3] == STOCK[4]
    assert engine.new("imperial", 1, "first", SEED).view(None)["events_seen"] == shuffled(SEED, 5, range(18))[-1:]


def test_draft_discards_lie_by_seat_then_by_id_whatever_the_order_of_commitment() -> None:
    g = engine.new("imperial", 2, "standard", SEED)
    thrown: list[list[int]] = [[], []]
    for turn in (1, 0, 1, 1, 0, 0, 1, 0):
        code = g.legal(turn)[-1]
        thrown[turn].append(code >> 16 & 255)
        g.apply(turn, code)
    for level in STOCK:
        laid = [card for cards in thrown for card in sorted(cards) if DATA.cards[card].level == level]
        assert g.view(None)["discards"][level - 1] == laid


# --- Piles.


@pytest.mark.parametrize(("level", "stream"), [(1, 2), (2, 3), (3, 4)])
def test_an_empty_pile_is_its_discards_shuffled_on_its_stream_in_the_order_they_were_discarded(
    level: int, stream: int
) -> None:
    thrown = STOCK[level][3:9]
    g = position("", "spoil-heap", players=5, piles={level: ""}, discards={level: ", ".join(slugs(thrown))})
    play(g, "play spoil-heap", "place 1,0", "option 2", f"draw {level}")
    pile = shuffled(SEED, stream, thrown)
    assert me(g)["hand"] == pile[-1:]
    assert g.view(None)["decks"][level - 1] == pile[:-1]
    assert g.view(None)["discards"][level - 1] == []


def test_a_dig_refills_pile_1() -> None:
    g = position("", "", players=5, piles={1: ""}, discards={1: "tea-house"})
    play(g, "dig")
    assert me(g)["revealed"] == CARD["tea-house"]


def test_the_start_seat_digs_first() -> None:
    others = {i: seat("", "quicksand" if i == 1 else "") for i in range(3)}
    g = position("", "", round=3, players=3, others=others)
    pile = g.view(None)["decks"][0]
    for i in range(3):
        g.apply(i, g.code(i, "dig"))
    assert [g.view(None)["seats"][i]["revealed"] for i in (2, 0, 1)] == [pile[-1], pile[-2], pile[-3]]
    assert g.actors == (2,)


def test_level_4_discards_become_the_pile_unshuffled() -> None:
    g = position(
        "1,0 star-shaft", "star-shaft", players=2, board=0, space=5, piles={4: ""}, discards={4: "2 unrequited-love"}
    )
    play(g, "play star-shaft", "place 1,2", "option 1")
    assert slugs(me(g)["hand"]) == ["unrequited-love"]
    assert g.view(None)["decks"][3] == cards("unrequited-love") and g.view(None)["discards"][3] == []


def test_a_fixed_draw_from_a_pile_with_neither_cards_nor_discards_is_lost() -> None:
    g = position("1,0 star-shaft", "star-shaft", players=2, board=0, space=5, piles={4: ""})
    play(g, "play star-shaft", "place 1,2", "option 1")
    assert me(g)["hand"] == [] and me(g)["space"] == 6
    assert options(g) == SURFACE


EMPTY = {1: "", 2: "", 3: ""}


def test_with_no_card_in_any_pile_a_draw_asks_nothing() -> None:
    g = position(
        "1,0 old-gallery", "sump-pump", coins=2, players=5, round=5, piles={**EMPTY, 1: "tea-house"}, others=crowd()
    )
    play(g, "play sump-pump", "place 2,1", "option 2")
    assert options(g) == ["draw 1"]
    play(g, "draw 1")
    assert options(g) == ["climb 1,0"]  # the second draw is lost


def crowd() -> dict[int, View]:
    """Four rivals with six cards in each mine: what is left of the box fits in their hands."""
    level_1 = ["peat-store", "war-drum", "rockfall-camp", "coral-gears"]
    level_2 = ["canopic-vault", "sphinx-gate", "shrine-garden", "silver-drill"]
    level_3 = ["observatory", "sun-barge", "obelisk-lift", "skull-throne"]
    rows = zip(level_1, level_2, level_3, strict=True)
    return {i: seat(f"1,0 {a}; 1,2 {a}; 2,-1 {b}; 2,1 {b}; 3,-2 {c}; 3,0 {c}") for i, (a, b, c) in enumerate(rows)}


# --- Searches.


def test_after_three_piles_in_vain_the_step_ends_with_the_searches_still_due() -> None:
    piles = {1: "tea-house, star-shaft", 2: "quicksand, 2 lantern-bridge", 3: "mother-lode"}
    g = position("1,0 old-gallery; 2,1 embassy", "moss-garden", coins=6, players=5, piles=piles, others=crowd())
    play(g, "play moss-garden", "place 3,0", "option 2", "faction romans", "search 3")
    assert options(g) == ["search 1", "search 2"]
    play(g, "search 1")
    assert g.view(0)["agenda"][-1] | {"cell": None} == {
        "item": "effect", "source": "card", "cell": None, "effect": 2, "step": 0, "left": 2, "faction": "romans",
        "tried": [1, 3],
    }  # fmt: skip
    assert options(g) == ["search 2"]
    play(g, "search 2")
    assert me(g)["vp"] == 1  # the next step
    assert options(g) == ["climb 2,1"]


def test_the_faction_is_named_anew_for_each_search() -> None:
    g = position("1,0 old-gallery; 2,1 embassy", "moss-garden", coins=6)
    play(g, "play moss-garden", "place 3,0", "option 2", "faction scots", "search 1")
    assert g.view(0)["pending"]["left"] == 1
    assert options(g) == [f"faction {name}" for name in DATA.numbers.factions]


def test_a_pile_searched_is_refilled_first_and_shuffled_after() -> None:
    thrown = cards("tea-house, survey-camp, star-shaft, old-gallery, peat-store")
    g = position("", "rice-terrace", players=5, piles={1: ""}, discards={1: ", ".join(slugs(thrown))})
    play(g, "play rice-terrace", "place 1,0", "option 2", "faction romans", "search 1")
    assert slugs(me(g)["hand"]) == ["survey-camp"]
    assert sorted(g.view(None)["decks"][0]) == sorted(set(thrown) - set(cards("survey-camp")))
    assert g.view(None)["discards"][0] == []


def test_the_copy_shown_leaves_the_hand_first() -> None:
    g = position("", "2 spoil-heap, tea-house", shown="spoil-heap, tea-house")
    play(g, "play spoil-heap")
    assert slugs(me(g)["hand"]) == ["tea-house", "spoil-heap"]
    assert slugs(me(g)["shown"]) == ["tea-house"]


# --- Effects.


def test_a_mandatory_event_without_a_target_is_resolved_as_far_as_possible() -> None:
    new = (engine.new("imperial", 2, "first", seed) for seed in count())
    g = next(g for g in new if g.view(None)["event"] == EVENT["tremor"])
    assert g.view(0)["phase"] == "choose"
    assert [s["vp"] for s in g.view(0)["seats"]] == [2, 2]


@pytest.mark.parametrize("coins", [0, 1])
def test_an_exchange_that_cannot_be_paid_once_asks_nothing(coins: int) -> None:
    g = position("", "old-gallery", coins=coins, event="bank-day")
    play(g, "play old-gallery", "place 1,0", "option 1", "surface 2", "draw 1")
    assert g.view(0)["round"] == 6


def test_an_exchange_goes_as_often_as_it_can_be_paid() -> None:
    g = position("", "old-gallery", coins=2, event="bank-day")
    play(g, "play old-gallery", "place 1,0", "option 1", "surface 1")
    assert options(g) == ["times 0", "times 1", "times 2"]


def test_a_collapse_goes_only_where_there_is_none_and_the_rest_of_the_step_is_lost() -> None:
    g = position("1,0 mead-cellar; 2,1 embassy collapse", "skull-throne", coins=3)
    play(g, "play skull-throne", "place 3,0", "option 2")
    assert options(g) == ["collapse 1,0"]
    play(g, "collapse 1,0")
    assert me(g)["vp"] == 3
    assert options(g) == ["climb 2,1"]


def test_a_special_activation_of_a_card_with_a_collapse_clears_it() -> None:
    g = position("1,0 paved-road collapse", "watch-tower", coins=2)
    play(g, "play watch-tower", "place 2,1", "option 2", "activate 1,0")
    assert not at(g, 1, 0)["collapse"] and at(g, 1, 0)["activated"]
    assert options(g) == ["climb 1,0"]


def test_with_rescue_crews_a_special_activation_resolves_the_card_too() -> None:
    g = position("1,0 paved-road collapse", "watch-tower", coins=2, event="rescue-crews")
    play(g, "play watch-tower", "place 2,1", "option 2", "activate 1,0")
    assert not at(g, 1, 0)["collapse"]
    assert options(g) == ["skip", "option 1", "option 2"]


def test_overtime_pays_nothing_for_an_activation_that_a_collapse_swallows() -> None:
    g = position("1,0 old-gallery collapse", "embassy", coins=2, event="overtime")
    play(g, "play embassy", "place 2,1", "skip", "climb 1,0")
    assert me(g)["coins"] == 1


def test_a_special_activation_sets_off_no_chain() -> None:
    g = position("1,0 spoil-heap; 2,1 embassy; 1,4 spoil-heap; 2,5 quicksand", "highland-rail", coins=8)
    play(g, "play highland-rail", "place 3,4", "option 1")
    assert options(g) == ["activate 2,1", "activate 2,5"]
    play(g, "activate 2,1", "option 1")
    assert me(g)["vp"] == 3
    assert options(g) == ["climb 2,5"]


def test_activations_nest_and_each_effect_is_finished_before_the_one_below_goes_on() -> None:
    g = position("1,0 tea-house; 1,2 paved-road; 2,1 watch-tower; 3,2 basilica", "unrequited-love")
    play(g, "play unrequited-love", "place 4,1", "skip", "climb 3,2", "option 2")
    assert options(g) == ["activate 1,2", "activate 2,1"]
    play(g, "activate 2,1", "option 2")
    assert options(g) == ["activate 1,2"]
    assert [item["item"] for item in g.view(0)["agenda"]] == ["chain", "effect", "effect"]
    play(g, "activate 1,2", "option 2")
    assert (me(g)["coins"], me(g)["vp"]) == (2, 2)
    play(g, "climb 2,1")
    assert options(g) == ["climb 1,0", "climb 1,2"]


def test_the_hand_is_checked_after_a_nested_effect_too() -> None:
    held = "clan-hall, 2 quicksand, 2 embassy, 2 forum, aqueduct, sump-pump"
    g = position("1,0 tea-house", held, coins=9)
    play(g, "play clan-hall", "place 2,1", "option 1", "activate 1,0", "option 1", "draw 1")
    assert g.view(0)["pending"] == {"seat": 0, "ask": "discard", "source": "card", "cell": [1, 0], "left": 1}
    assert me(g)["vp"] == 0
    play(g, "discard aqueduct")
    assert me(g)["vp"] == 2


def test_the_hand_is_checked_after_a_progress_space_before_the_next_step() -> None:
    held = "canopic-vault, 2 quicksand, 2 embassy, 2 forum, aqueduct, sump-pump"
    g = position("1,0 old-gallery", held, coins=2)
    play(g, "play canopic-vault", "place 2,1", "option 1", "board 2", "draw 1")
    assert g.view(0)["pending"] == {"seat": 0, "ask": "discard", "source": "progress", "cell": None, "left": 1}
    assert me(g)["coins"] == 0
    play(g, "discard aqueduct")
    assert me(g)["coins"] == 1


def test_an_effect_whose_need_fails_is_not_offered() -> None:
    g = position("1,0 old-gallery", "sump-pump", coins=2)
    play(g, "play sump-pump", "place 2,1")
    assert options(g) == ["skip", "option 2"]


def test_machines_come_off_and_go_on_up_to_three() -> None:
    g = position("1,0 old-gallery; 2,1 silver-drill 1 machines", "deep-engine", coins=5)
    play(g, "play deep-engine", "place 3,0", "option 2", "machine 2,1", "machine 2,1")
    assert options(g) == ["machine 1,0", "machine 3,0"]
    play(g, "machine 3,0", "climb 2,1", "option 2")
    assert at(g, 2, 1)["machines"] == 2 and me(g)["vp"] == 3


# --- Progress.


def test_a_board_finished_before_may_be_chosen_and_counted_again() -> None:
    g = position("1,0 star-shaft", "star-shaft", board=1, space=6, boards_done=3)
    play(g, "play star-shaft", "place 1,2", "option 1")
    assert me(g)["boards_done"] == 4
    assert options(g) == ["board 0", "board 2"]


def test_the_finished_board_counts_before_the_effect_of_its_top_space() -> None:
    # The pending draw of the top space of the library is asked with the board already counted.
    g = position("1,0 star-shaft", "star-shaft, 2 quicksand, 2 embassy, 2 forum, 2 aqueduct", board=2, space=6)
    play(g, "play star-shaft", "place 1,2", "option 1")
    assert g.view(0)["pending"]["ask"] == "discard" and g.view(0)["pending"]["source"] == "progress"
    assert me(g)["boards_done"] == 1
    assert [item["item"] for item in g.view(0)["agenda"]] == ["chain", "effect", "board", "effect"]
    play(g, "discard quicksand")
    assert g.view(0)["pending"] == {"seat": 0, "ask": "board", "source": "card", "cell": [1, 2], "left": 1}


def test_tail_wind_lengthens_the_move_that_waits_for_a_board() -> None:
    g = position("", "star-shaft", event="tail-wind")
    play(g, "play star-shaft", "place 1,0", "option 1")
    assert g.view(0)["agenda"][-2:] == [{"item": "move", "spaces": 2}, {"item": "board"}]
    assert me(g)["board"] is None and me(g)["advanced"] == 0
    assert options(g) == ["board 0", "board 1", "board 2"]


def test_putting_the_marker_on_a_board_is_no_advance() -> None:
    g = position("1,0 reed-barge", "star-shaft", board=0, space=6)
    play(g, "play star-shaft", "place 1,2", "option 1", "board 1")
    assert me(g)["advanced"] == 1


# --- The end.


def test_titles_and_ranks_of_a_match_played_alone() -> None:
    g = engine.new("imperial", 1, "first", SEED)
    g.playout(SEED)
    view = g.view(0)
    assert view["ranks"] == [1] and view["title"] == "digger" and view["scores"][0] < 35


def test_what_round_10_left_stays_when_the_match_is_over() -> None:
    g = engine.new("imperial", 3, "standard", SEED)
    g.playout(SEED)
    view = g.view(None)
    assert (view["phase"], view["round"], view["start"], view["event"]) == ("over", 10, 0, None)
    assert view["actors"] == [] and view["pending"] is None and view["agenda"] == []
    assert view["events_left"] == 0 and len(set(view["events_seen"])) == 10
    assert any(card["activated"] for s in view["seats"] for card in s["mine"])
    assert "title" not in view


def test_ties_share_a_rank_and_the_next_one_is_left_out() -> None:
    equal = ("", 20, 3)
    g = ended(equal, ("", 20, 4), equal, ("", 19, 9), equal, scores=[20, 20, 20, 19, 20], ranks=[2, 1, 2, 5, 2])
    assert g.ranks == (2, 1, 2, 5, 2)
