"""The worked examples of the rules document, in its order; seat 0 of four is in its fourth turn unless said otherwise."""

import pytest

import engine
from tests.engine.rummy.positions import ION, MINERAL, cards, hand, known, meld, on, options, play, position

GYPSUM = meld(0, "gypsum", "calcium, sulfate")
MALACHITE = meld(0, "malachite", "copper, carbonate, hydroxide")


def lays(g: engine.Game) -> list[str]:
    return [move for move in options(g) if move.startswith("lay")]


def melds(g: engine.Game) -> list[str]:
    return [move for move in options(g) if move.startswith("meld")]


def discards(g: engine.Game) -> list[str]:
    return [move for move in options(g) if move.startswith("discard")]


def test_1_one_card_of_each_ion_melds_pyrite_whatever_its_formula_says():
    g = position({0: "iron, sulfide, lead, calcium, oxide, copper, sodium, fluoride"}, {0: "pyrite, galena"})
    play(g, "meld pyrite")
    assert on(g, "pyrite")["cards"] == cards("iron, sulfide")
    assert len(hand(g, 0)) == 6
    assert g.view(0)["minerals"] == [MINERAL["galena"]]


def test_2_quartz_is_melded_with_a_silicate_and_never_with_a_wild():
    g = position({0: "silicate, wild, lead, calcium, oxide, copper, sodium, fluoride"}, {0: "quartz, pyrite"})
    assert melds(g) == ["meld quartz"]
    g = position({0: "2 wild, lead, calcium, oxide, copper, sodium, fluoride"}, {0: "quartz, pyrite"})
    assert melds(g) == []


def test_2a_a_wild_may_be_laid_off_on_melded_quartz():
    g = position({0: "wild, iron, lead, calcium, oxide"}, {0: "pyrite"}, [meld(0, "quartz", "silicate")])
    assert lays(g) == ["lay wild quartz"]


def table_of_3() -> list[dict]:
    return [meld(1, "pyrite", "iron, sulfide"), meld(2, "hematite", "iron, oxide")]


def test_3_no_card_is_laid_off_that_the_own_minerals_need():
    g = position(
        {0: "copper, carbonate, iron, sulfide, calcium, oxide"}, {0: "malachite, gypsum"}, table_of_3(), discard="lead"
    )
    assert lays(g) == []
    play(g, "discard oxide")
    assert len(hand(g, 0)) == 5


def test_3a_a_seventh_card_allows_one_lay_off():
    g = position(
        {0: "copper, carbonate, iron, sulfide, calcium, oxide, fluoride"}, {0: "malachite, gypsum"}, table_of_3()
    )
    play(g, "lay iron pyrite")
    assert lays(g) == []
    play(g, "discard sulfide")
    assert len(hand(g, 0)) == 5


def test_4_after_a_meld_fewer_cards_must_be_kept():
    g = position({0: "iron, oxide, fluoride, sulfide"}, {0: "gypsum"}, [MALACHITE, meld(1, "hematite", "iron, oxide")])
    play(g, "lay iron hematite")
    assert lays(g) == []
    play(g, "discard fluoride")
    assert len(hand(g, 0)) == 2


def test_5_only_one_wild_stands_in_a_meld():
    g = position({0: "copper, 2 wild, calcium, iron, lead, oxide, sodium"}, {0: "malachite, gypsum"})
    assert melds(g) == ["meld gypsum wild sulfate"]
    play(g, "meld gypsum wild sulfate")
    assert on(g, "gypsum")["cards"] == cards("calcium, wild")
    assert on(g, "gypsum")["wild_for"] == ION["sulfate"]


def test_5a_a_wild_may_stand_for_an_ion_that_is_in_the_hand():
    g = position({0: "iron, sulfide, wild, lead, calcium, oxide, sodium, copper"}, {0: "pyrite, malachite"})
    assert melds(g) == ["meld pyrite", "meld pyrite wild iron", "meld pyrite wild sulfide"]


def test_6_an_ion_is_swapped_for_the_wild_that_stands_for_it():
    g = position(
        {0: "iron, copper, oxide, fluoride, calcium"},
        {0: "malachite"},
        [GYPSUM, meld(1, "pyrite", "sulfide, wild=iron")],
    )
    play(g, "swap iron pyrite")
    assert on(g, "pyrite") == meld(1, "pyrite", "iron, sulfide")
    assert hand(g, 0) == cards("wild, copper, oxide, fluoride, calcium")
    assert known(g, 0) == cards("wild")


def test_6a_laying_off_the_ion_leaves_the_substitute_where_it_is():
    g = position(
        {0: "2 iron, copper, oxide, fluoride, calcium"},
        {0: "malachite"},
        [GYPSUM, meld(1, "pyrite", "sulfide, wild=iron")],
    )
    play(g, "lay iron pyrite")
    assert on(g, "pyrite")["wild_for"] == ION["iron"]
    assert "swap iron pyrite" in options(g)


def test_7_a_swapped_wild_melds_at_once():
    g = position(
        {0: "iron, copper, hydroxide, calcium"},
        {0: "malachite"},
        [GYPSUM, meld(1, "pyrite", "sulfide, wild=iron")],
        variant="single",
    )
    play(g, "swap iron pyrite", "meld malachite wild carbonate", "lay calcium gypsum")
    last = g.view(None)["history"][-1]
    assert (last["reason"], last["winner"], last["rummy"]) == ("out", 0, False)


def test_8_a_laid_off_wild_is_no_substitute():
    g = position({0: "wild, iron, sulfide"}, {0: ""}, [GYPSUM, MALACHITE, meld(1, "pyrite", "iron, sulfide")])
    play(g, "lay wild pyrite")
    assert on(g, "pyrite")["wild_for"] is None
    assert not any("swap" in move for move in options(g))
    play(g, "discard iron")
    assert options(g) == ["pass", "call lay pyrite"]


SIX = "calcium, copper, oxide, sodium, fluoride, sulfide"


def test_9_a_card_taken_from_the_discard_pile_may_not_be_discarded_at_once():
    g = position({0: SIX}, {0: "pyrite, gypsum"}, phase="draw", discard="lead, iron")
    play(g, "draw discard")
    assert g.view(1)["discard"] == [ION["lead"]]
    assert discards(g) == [f"discard {slug}" for slug in sorted(SIX.split(", "), key=ION.__getitem__)]
    assert known(g, 0) == cards("iron")


def test_9a_an_older_card_of_the_same_kind_may_be_discarded():
    g = position({0: "iron, " + SIX}, {0: "pyrite, gypsum"}, phase="draw", discard="lead, iron")
    play(g, "draw discard")
    assert "discard iron" in options(g)


def test_9b_a_card_from_the_stock_may_be_discarded():
    g = position({0: SIX}, {0: "pyrite, gypsum"}, phase="draw", discard="lead", stock="sodium, iron")
    play(g, "draw stock")
    assert "discard iron" in options(g)


def test_10_a_play_that_leaves_only_the_taken_card_with_no_place_to_go_is_illegal():
    g = position({0: "calcium, iron"}, {0: ""}, [GYPSUM, MALACHITE], taken="iron")
    assert options(g) == ["discard calcium"]


def test_10a_the_taken_card_may_be_the_last_one_laid_off():
    table = [GYPSUM, MALACHITE, meld(1, "pyrite", "iron, sulfide")]
    g = position({0: "calcium, iron"}, {0: ""}, table, taken="iron", variant="single")
    play(g, "lay calcium gypsum")
    assert options(g) == ["lay iron pyrite"]
    play(g, "lay iron pyrite")
    assert g.over


def test_10b_a_meld_that_leaves_only_the_taken_card_is_illegal():
    g = position({0: "iron, sulfide, lead"}, {0: "pyrite"}, [GYPSUM], taken="lead")
    assert melds(g) == []


def test_10c_the_taken_card_is_the_one_melded():
    g = position({0: "2 iron, sulfide"}, {0: "pyrite"}, [GYPSUM], taken="iron")
    play(g, "meld pyrite")
    assert options(g) == ["discard iron", "lay iron pyrite"]


def position_of_11() -> engine.Game:
    return position(
        {0: "iron, calcium, copper, oxide, sodium, fluoride, sulfide, magnesium"},
        {0: "gypsum, malachite"},
        [meld(2, "pyrite", "iron, sulfide")],
        discard="lead",
    )


def test_11_the_others_are_asked_one_by_one_after_a_discard_that_fits():
    g = position_of_11()
    play(g, "discard iron")
    for seat in (1, 2, 3):
        assert g.actors == (seat,)
        assert options(g) == ["pass", "call lay pyrite"]
        play(g, "pass")
    assert g.view(None)["phase"] == "draw"


def test_11a_a_call_puts_the_card_on_the_meld_and_changes_no_hand():
    g = position_of_11()
    before = hand(g, 3)
    play(g, "discard iron", "1 pass", "2 pass", "3 call lay pyrite")
    assert on(g, "pyrite")["cards"] == cards("2 iron, sulfide")
    view = g.view(None)
    assert (view["discard"], view["turn"], view["phase"]) == ([ION["lead"]], 1, "draw")
    assert hand(g, 3) == before
    assert view["seats"][3]["first_play"] == 0


def test_11b_when_all_pass_the_card_may_be_drawn():
    g = position_of_11()
    play(g, "discard iron", "1 pass", "2 pass", "3 pass")
    assert g.view(None)["discard"] == [ION["lead"], ION["iron"]]
    play(g, "1 draw discard")
    assert g.view(None)["taken"] == ION["iron"]


def test_11c_after_a_discard_that_no_meld_takes_nobody_is_asked():
    g = position_of_11()
    play(g, "discard oxide")
    assert (g.view(None)["phase"], g.actors) == ("draw", (1,))


def test_12_a_call_may_swap_the_wild_into_the_callers_hand():
    g = position(
        {0: "iron, calcium, copper, oxide, sodium, fluoride, sulfide, magnesium", 1: "4 aluminum"},
        {0: "gypsum, malachite", 1: "galena, halite"},
        [meld(2, "pyrite", "sulfide, wild=iron")],
    )
    play(g, "discard iron", "1 call swap pyrite")
    assert on(g, "pyrite") == meld(2, "pyrite", "iron, sulfide")
    assert hand(g, 1) == cards("4 aluminum, wild")
    assert known(g, 1) == cards("wild")
    assert (g.actors, g.view(None)["phase"]) == ((1,), "draw")


def test_13_a_discarded_wild_can_be_called_on_any_meld():
    seven = "wild, calcium, copper, oxide, sodium, fluoride, lead, magnesium"
    table = [meld(1, "pyrite", "iron, sulfide"), meld(2, "gypsum", "calcium, sulfate")]
    g = position({0: seven}, {0: "halite, malachite"}, table)
    play(g, "discard wild")
    assert options(g) == ["pass", "call lay pyrite", "call lay gypsum"]
    g = position({0: seven}, {0: "halite, malachite"})
    play(g, "discard wild")
    assert g.view(None)["phase"] == "draw"


def test_14_the_winner_gets_five_for_an_ion_and_fifteen_for_a_wild_left():
    g = position(
        {0: "calcium", 1: "iron, sulfide, lead, oxide", 2: "iron, sodium, fluoride, wild", 3: "2 wild"},
        {0: "", 1: "galena, halite", 2: "hematite, corundum", 3: "fluorite"},
        [GYPSUM, MALACHITE, meld(3, "pyrite", "iron, sulfide")],
        variant="single",
    )
    play(g, "discard calcium")
    assert g.over
    assert g.scores == (80, 0, 0, 0)
    assert g.ranks == (1, 2, 3, 3)


def finished(number: int, winner: int | None, left: list[int]) -> dict:
    won = winner is not None
    points = sum(left) if won else 0
    reason, turns = ("out", 40) if won else ("cap", 80)
    return {
        "round": number,
        "reason": reason,
        "winner": winner,
        "rummy": False,
        "points": points,
        "left": left,
        "turns": turns,
    }


def position_of_15(turns: int, first_play: int) -> engine.Game:
    """In round 2, which seat 1 began: so it has melded before seat 0's first turn."""
    return position(
        {
            0: "copper, carbonate, hydroxide, 2 calcium, sulfate, fluoride",
            1: "lead, iron, oxide, sodium",
            2: "lead, iron, oxide, potassium",
            3: "aluminum, iron, oxide, sodium",
        },
        {0: "malachite, gypsum", 1: "galena", 2: "hematite, corundum", 3: "halite, pyrite"},
        [meld(1, "fluorite", "calcium, fluoride")],
        turns=turns,
        first_play={0: first_play, 1: 1},
        history=[finished(1, None, [35, 35, 35, 35])],
    )


@pytest.mark.parametrize("last", ["discard fluoride", "lay fluoride fluorite"])
def test_15_the_whole_hand_in_one_turn_is_a_rummy(last):
    g = position_of_15(turns=1, first_play=0)
    play(g, "meld malachite", "meld gypsum", "lay calcium gypsum", last)
    assert g.view(None)["history"][-1]["rummy"]
    assert g.scores == (120, 0, 0, 0)


@pytest.mark.parametrize(("turns", "first_play"), [(0, 0), (3, 2)], ids=["15a first turn", "15b laid off before"])
def test_15_no_rummy_in_the_first_turn_or_after_an_earlier_play(turns, first_play):
    g = position_of_15(turns, first_play)
    play(g, "meld malachite", "meld gypsum", "lay calcium gypsum", "discard fluoride")
    last = g.view(None)["history"][-1]
    assert (last["reason"], last["rummy"], last["points"]) == ("out", False, 60)


def test_16_swapping_is_playing():
    g = position(
        {0: "fluoride, calcium, copper, oxide, sodium, lead, iron, magnesium"},
        {0: "malachite, gypsum"},
        [meld(1, "fluorite", "calcium, wild=fluoride")],
        turns=1,
    )
    play(g, "swap fluoride fluorite")
    assert g.view(0)["seats"][0]["first_play"] == 2


def test_16a_a_call_is_not_playing():
    g = position(
        {1: "fluoride, calcium, copper, oxide, sodium, lead"},
        {0: "malachite, gypsum"},
        [meld(1, "fluorite", "calcium, wild=fluoride")],
        turn=1,
    )
    before = hand(g, 0)
    play(g, "1 discard fluoride", "2 pass", "3 pass", "0 call swap fluorite")
    assert hand(g, 0) == sorted([*before, ION["wild"]])
    assert g.view(0)["seats"][0]["first_play"] == 0


def test_17_cards_that_fit_stay_when_the_own_mineral_needs_their_number():
    g = position(
        {0: "iron, lead, calcium"}, {0: "pyrite"}, [GYPSUM, meld(1, "galena", "lead, sulfide")], discard="oxide"
    )
    assert lays(g) == []
    play(g, "discard iron")
    assert len(hand(g, 0)) == 2
    assert g.view(None)["round"] == 1


def test_18_an_empty_stock_is_renewed_from_the_discard_pile_but_its_top():
    g = position({0: SIX}, {0: "pyrite, gypsum"}, phase="draw", discard="lead, sodium, aluminum, iron", stock="")
    play(g, "draw stock")
    view = g.view(None)
    assert view["discard"] == [ION["iron"]]
    assert view["stock_from"] == cards("lead, sodium, aluminum")
    assert len(view["stock_cards"]) == 2
    drawn = set(cards("lead, sodium, aluminum")) - set(view["stock_cards"])
    assert hand(g, 0) == sorted([*cards(SIX), *drawn])


def test_18a_the_only_card_there_is_must_be_drawn():
    g = position({0: SIX}, {0: "pyrite, gypsum"}, phase="draw", discard="lead", stock="")
    assert options(g) == ["draw discard"]


def test_19_with_both_piles_empty_the_round_is_blocked():
    g = position({0: "calcium, iron, sulfide"}, {0: "pyrite"}, [GYPSUM], stock="", variant="single")
    play(g, "discard calcium", "1 call lay gypsum")
    view = g.view(None)
    last = view["history"][-1]
    assert (last["reason"], last["winner"], last["points"]) == ("blocked", None, 0)
    assert g.scores == (0, 0, 0, 0)
    assert list(g.ranks) == [1 + sum(other < left for other in last["left"]) for left in last["left"]]


def test_20_after_twenty_turns_each_the_round_ends_without_points():
    g = position(
        {3: "oxide, calcium, copper, sodium, fluoride, lead, iron, magnesium"},
        {3: "malachite, gypsum"},
        turn=3,
        turns=19,
        variant="single",
    )
    play(g, "3 discard oxide")
    assert g.over
    assert g.view(None)["history"][-1]["reason"] == "cap"
    assert g.scores == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("players", "held", "dealt", "stock"), [(2, 3, 10, 34), (3, 3, 10, 24), (4, 2, 7, 26), (5, 2, 7, 19), (6, 2, 7, 12)]
)
def test_21_the_deal(players, held, dealt, stock):
    view = engine.new("rummy", players, "standard", 5).view(None)
    assert [len(cards) for cards in view["hands"]] == [dealt] * players
    assert [len(minerals) for minerals in view["holders"]] == [held] * players
    assert (view["stock"], len(view["discard"])) == (stock, 1)


def test_22_each_seat_deals_once():
    g = engine.new("rummy", 4, "standard", 3)
    begun = {}
    while not g.over:
        view = g.view(None)
        begun.setdefault(view["round"], (view["dealer"], view["turn"]))
        g.apply(g.actors[0], g.legal(g.actors[0])[0])
    assert begun == {1: (3, 0), 2: (0, 1), 3: (1, 2), 4: (2, 3)}


def test_22a_the_target_ends_the_match_after_the_round_that_reaches_it():
    first = finished(1, 0, [0, 30, 30, 35])
    eight = "oxide, calcium, copper, sodium, fluoride, lead, iron, magnesium"
    g = position({0: eight}, {0: "malachite, gypsum"}, turn=0, turns=19, variant="target", history=[first])
    play(g, "0 discard oxide")
    assert (g.over, g.view(None)["round"]) == (False, 3)

    second = finished(2, None, [35, 35, 35, 35])
    table = [meld(1, "gypsum", "calcium, sulfate"), meld(1, "malachite", "copper, carbonate, hydroxide")]
    g = position({1: "calcium"}, {1: ""}, table, turn=1, variant="target", history=[first, second])
    play(g, "1 discard calcium")
    assert g.over
    assert g.scores[0] == 95
    assert g.scores[1] >= 100
    assert g.ranks[:2] == (2, 1)


@pytest.mark.parametrize("known_before", ["iron", "2 iron"])
def test_23_the_taken_card_stays_known_when_another_of_its_kind_is_discarded(known_before):
    g = position({0: "2 iron, " + SIX}, {0: "pyrite, gypsum"}, taken="iron", known={0: known_before})
    play(g, "discard iron")
    assert known(g, 0) == cards("iron")


def test_23a_a_card_known_from_an_earlier_turn_may_be_the_one_discarded():
    g = position({0: "2 iron, " + SIX}, {0: "pyrite, gypsum"}, known={0: "iron"})
    play(g, "discard iron")
    assert known(g, 0) == []


def test_24_a_rummy_of_two():
    g = engine.new("rummy", 2, "single", bytes([0x4F]) * 32)
    play(
        g, "0 draw stock", "0 discard sulfate", "1 draw stock", "1 discard sulfide", "0 draw stock", "0 meld calcite",
        "0 meld hematite", "0 meld orthoclase wild aluminum", "0 lay wild orthoclase", "0 lay silicate orthoclase",
        "0 lay silicate orthoclase", "0 discard magnesium",
    )  # fmt: skip
    last = g.view(None)["history"][-1]
    assert (last["rummy"], last["left"], last["points"]) == (True, [0, 60], 120)
    assert g.scores == (120, 0)


def test_25_a_rummy_of_four():
    g = engine.new("rummy", 4, "single", bytes([0xB8]) * 32)
    play(
        g, "0 draw discard", "0 discard aluminum", "1 draw discard", "1 discard copper", "2 draw stock", "2 discard sulfate",
        "3 draw stock", "3 discard phosphate", "0 draw stock", "0 meld fluorite", "0 meld malachite wild carbonate",
        "0 lay wild malachite", "0 lay hydroxide malachite", "0 discard oxide",
    )  # fmt: skip
    last = g.view(None)["history"][-1]
    assert (last["rummy"], last["left"], last["points"]) == (True, [0, 35, 35, 45], 230)
    assert g.ranks == (1, 2, 2, 4)


def game_of_the_view_example(until: int) -> engine.Game:
    g = engine.new("rummy", 4, "standard", bytes(range(32)))
    moves = ["0 draw stock", "0 meld galena wild sulfide", "0 discard calcium", "1 draw discard", "1 swap sulfide galena",
             "1 meld gypsum", "1 discard silicate", "2 draw stock", "2 discard calcium", "3 pass", "0 call lay gypsum"]  # fmt: skip
    play(g, *moves[:until])
    return g


def test_the_example_of_the_deal():
    view = game_of_the_view_example(0).view(None)
    assert view["holders"] == [[5, 10], [4, 13], [2, 8], [0, 12]]
    assert view["hands"][0] == [1, 4, 4, 9, 10, 13, 17]
    assert (view["discard"], view["stock_cards"][-5:]) == ([9], [8, 10, 11, 0, 0])


def test_the_example_of_the_options():
    g = game_of_the_view_example(4)
    words = "discard copper, discard oxide, discard silicate, discard sulfate, discard sulfide, discard wild, meld pyrite wild iron"
    words += ", meld gypsum, meld gypsum wild calcium, meld gypsum wild sulfate, lay sulfide galena, lay wild galena, swap sulfide galena"
    assert options(g) == words.split(", ")
    assert g.code(1, "meld pyrite wild iron") == 0x04040400
    assert g.code(1, "meld gypsum") == 0x040D0000
    assert g.code(1, "swap sulfide galena") == 0x06100500


def test_the_example_of_the_view():
    g = game_of_the_view_example(11)
    view = g.view(1)
    assert (view["actors"], view["phase"], view["stock"], view["discard"]) == ([3], "draw", 24, [9, 14])
    assert view["melds"] == [
        {"mineral": 5, "seat": 0, "cards": [4, 16], "wild_for": None},
        {"mineral": 13, "seat": 1, "cards": [1, 1, 15], "wild_for": None},
    ]
    seat = {"score": 0, "left": 0, "hand": 5, "minerals": 1, "known": [], "turns": 1, "first_play": 1}
    assert view["seats"][:2] == [seat, {**seat, "known": [17]}]
    assert (view["hand"], view["minerals"], view["need"]) == ([2, 12, 14, 17, 17], [4], 2)
    assert g.view(None)["hands"][0] == [0, 4, 9, 10, 13]
    assert g.view(None)["aside"] == [1, 3, 6, 7, 9, 11, 14, 15]
