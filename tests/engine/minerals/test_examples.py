"""The worked examples of the rules document, one by one."""

import engine
from tests.engine.minerals.positions import BACK, FRONT, cell, do, legal, position, tile, tiles_left

MATT = "5,5 T P0 6,5 W 7,5 K 8,5 W 7,4 W 7,3 W 8,2 K 5,4 W P1 5,3 A 5,2 W 4,5 K 3,5 W 4,6 W 3,7 W 4,7 W 4,8 W 5,8 W"
TWO_FRAGMENTS = "5,5 W P0 6,5 A 7,5 K P1 4,6 T 4,7 A 5,4 W 5,3 K"
LINE = "5,5 W P0 6,5 W 7,5 W P1"


def test_e1_matt_has_three_directions_over_a_pawn_over_a_crevice_and_over_tiles() -> None:
    assert legal(position(MATT)) == ["move 5,2", "move 8,2", "move 8,5"]


def test_e2_david_on_a_wollastonite_moves_one_step() -> None:
    assert set(legal(position(MATT, seat=1))) == {"move 5,3", "move 4,5"}


def test_e3_a_kyanite_is_two_hexes() -> None:
    assert legal(position("5,5 K P0 6,5 W 7,5 W 8,5 W P1")) == ["move 7,5"]


def test_e4_the_mover_takes_the_lowest_mineral_of_each_fragment_and_the_rest_is_lost() -> None:
    g = position(TWO_FRAGMENTS)
    before = g.view(None)["pouch"]
    view = do(g, "move 6,5")
    assert view["pools"][0] == [2, 0, 1, 0, 0]
    assert [n - m for n, m in zip(view["pouch"], before, strict=True)] == [0, 1, 0, 1, 0]
    assert tiles_left(view) == ["6,5", "7,5"]


def test_e5_kate_uses_the_map_and_takes_the_21_point_card() -> None:
    kate = "5,5 A P0 6,5 K 7,5 K 7,6 T P1 7,7 W 4,5 K 3,5 T"
    g = position(kate, pools={0: [1, 2, 3, 0, 0]}, tools=FRONT, row=[1, 2, 3, 4])
    assert legal(g, "move") == []
    top = g.view(None)["deck"][-1]
    view = do(g, "map 7,7")
    assert (view["spent"][0], view["pools"][0]) == ([0, 0, 1, 0, 0], [1, 3, 2, 1, 0])
    view = do(g, "card 3")
    assert view["pools"][0] == [0, 1, 0, 0, 0]
    assert view["cards"][0] == [[3, 0]] and view["row"] == sorted([1, 2, 4, top])
    assert view["turn"] == 1
    assert g.scores[0] == 25


def test_e6_charlie_has_48_points() -> None:
    g = position(
        LINE,
        cards={0: [[2, 0], [3, 0], [5, 0]]},
        spent={0: [2, 1, 0, 0, 0]},
        pools={0: [1, 0, 0, 0, 1]},
        tools=FRONT,
        row=[1, 4, 6, 7],
    )
    assert g.scores[0] == 48


def test_e7_a_sack_exchanges_four_points_for_four() -> None:
    g = position(LINE, pools={0: [2, 2, 0, 0, 0], 1: [0, 0, 0, 1, 0]}, tools=BACK)
    swap = "sack 1 take anthracite 1 give wollastonite 2 kyanite 1"
    assert g.code(0, swap) == 0x0D167898
    view = do(g, swap)
    assert view["pools"] == [[0, 0, 0, 1, 0], [2, 1, 0, 0, 0]]
    assert view["spent"][0] == [0, 1, 0, 0, 0]
    assert (view["turn"], view["phase"]) == (0, "before")


def test_e7_the_price_of_a_sack_cannot_be_given() -> None:
    g = position(LINE, pools={0: [2, 1, 0, 0, 0], 1: [0, 0, 0, 1, 0]}, tools=BACK)
    assert legal(g, "sack") == []


def test_e8_a_tile_a_crevice_a_pawn_and_a_tile_make_a_move() -> None:
    assert "move 7,5" in legal(position("3,5 A P0 4,5 W 6,5 W P1 7,5 W 4,4 W 5,4 W 6,4 W"))


def test_e8_two_empty_hexes_in_a_row_cannot_be_jumped() -> None:
    assert legal(position("3,5 A P0 6,5 W P1 7,5 W 4,4 W 5,4 W 6,4 W 3,4 W 3,6 W"), "move", "pass") == []


def test_e8_two_separate_crevices_can() -> None:
    assert "move 8,5" in legal(position("3,5 O P0 4,5 W 6,5 W 8,5 W 4,4 W P1 5,4 W 6,4 W 7,4 W 8,4 W"))


def test_e9_a_stuck_pawn_goes_to_a_wollastonite_and_nothing_is_claimed() -> None:
    g = position("5,5 K P0 4,5 A 6,5 W 7,4 W 7,3 T P1")
    before = g.view(None)["pouch"]
    assert legal(g) == ["relocate 7,4", "relocate 6,5"]
    view = do(g, "relocate 6,5")
    assert [n - m for n, m in zip(view["pouch"], before, strict=True)] == [0, 1, 0, 1, 0]
    assert view["pools"][0] == [0] * 5 and view["turn"] == 1


def test_e9_a_relocated_pawn_saves_a_fragment() -> None:
    view = do(position("5,5 T P0 4,5 W 6,5 W 7,5 K P1"), "relocate 4,5")
    assert tiles_left(view) == ["4,5", "6,5", "7,5"]


def test_e10_a_fragment_with_a_pawn_stays() -> None:
    g = position("3,5 W 4,5 K P1 5,5 W P0 6,5 K 7,5 W P2 8,5 A")
    view = do(g, "move 6,5")
    assert tile(view, "3,5") == "1" and tile(view, "4,5") == "2"
    assert view["pools"][0] == [1, 0, 0, 0, 0]
    assert legal(g) == ["relocate 3,5"]


def test_e10_who_takes_the_last_pawn_off_a_fragment_cuts_it_off() -> None:
    g = position("3,5 W 4,5 K P1 6,5 K 7,5 W P0 8,5 A", seat=1)
    view = do(g, "move 6,5")
    assert view["pools"][1] == [1, 1, 0, 0, 0]
    assert tile(view, "3,5") == "."


def test_e10_a_pawn_may_move_to_a_separate_fragment() -> None:
    assert "move 4,5" in legal(position("3,5 W P1 4,5 W 6,5 K P0 7,5 W"))


def test_e11_the_shovel_takes_another_mineral_of_one_fragment() -> None:
    g = position(TWO_FRAGMENTS, tools=BACK)
    view = do(g, "move 6,5")
    assert view["phase"] == "cut"
    assert view["fragments"] == [[cell("5,3"), cell("5,4")], [cell("4,6"), cell("4,7")]]
    assert legal(g) == ["lowest", "shovel 5,3 kyanite", "shovel 4,6 anthracite"]
    view = do(g, "shovel 4,6 anthracite")
    assert (view["pools"][0], view["spent"][0]) == ([1, 0, 0, 1, 0], [1, 0, 0, 0, 0])


def test_e12_the_map_turns_once_over_empty_hexes_pawns_and_back() -> None:
    pool = {0: [0, 0, 1, 0, 0]}
    g = position("5,5 K P0 6,5 W 6,4 W 7,4 W P1", pools=pool, tools=FRONT)
    assert legal(g, "move") == []
    assert legal(g, "map") == ["map 6,4", "map 6,5"]
    assert legal(position("5,5 T P0 6,5 W 7,5 W P1", pools=pool, tools=FRONT), "map") == ["map 6,5"]
    back = legal(position("5,5 T P0 4,5 W 6,5 W 6,6 W P1", pools=pool, tools=FRONT), "map")
    assert "map 4,5" in back and "map 5,5" not in back


def test_e12_the_tile_being_dug_cannot_pay_for_the_map() -> None:
    assert legal(position("5,5 T P0 6,5 W 7,5 W P1", tools=FRONT), "map") == []


def test_e13_the_compass_slides_up_to_a_crevice_a_pawn_or_the_edge() -> None:
    board = "5,5 O P0 6,5 W 7,5 W 4,5 W 3,5 W P1 5,4 W 5,2 W 5,1 K 6,4 K 6,3 W 6,2 W"
    g = position(board, pools={0: [0, 0, 1, 0, 0]}, tools=BACK)
    assert legal(g, "compass") == [f"compass {at}" for at in ("5,4", "6,4", "4,5", "6,5", "7,5")]
    assert do(g, "compass 7,5")["pools"][0][4] == 1


GLASS = [2, 4, 6, 7, 9]  # shovel, sack, compass, magnifying-glass, rope


def test_e14_the_magnifying_glass_takes_a_neighbour_of_another_colour() -> None:
    g = position("5,5 W P0 6,5 W 5,4 W 4,5 T 3,5 O 6,4 K 7,5 W P1", pools={0: [0, 0, 0, 1, 0]}, tools=GLASS)
    assert legal(g, "magnifying-glass") == []
    do(g, "move 6,5")
    assert legal(g) == ["end", "magnifying-glass 6,4", "magnifying-glass 4,5"]
    assert do(g, "magnifying-glass 4,5")["pools"][0] == [1, 0, 1, 0, 1]


def test_e14_the_magnifying_glass_needs_another_colour() -> None:
    g = position("5,5 W P0 6,5 W 5,4 W 4,5 W 6,4 W 7,5 W P1", pools={0: [0, 0, 0, 1, 0]}, tools=GLASS)
    assert do(g, "move 6,5")["turn"] == 1


def test_e15_the_vortex_carries_pawn_and_tile() -> None:
    g = position("5,5 T P0 4,5 K 6,5 W 6,4 W 7,4 W 7,5 W P1", pools={0: [0, 0, 0, 1, 0]}, tools=BACK)
    places = legal(g, "vortex")
    assert "vortex 5,5" not in places and "vortex 4,4" not in places
    view = do(g, "vortex 8,4")
    assert tile(view, "8,4") == "3" and view["pawns"][0] == cell("8,4")
    assert tile(view, "4,5") == "." and view["pools"][0] == [0, 1, 0, 0, 0]
    assert view["phase"] == "before" and legal(g, "vortex", "sack", "compass") == []


def test_e16_the_rope_is_one_more_move() -> None:
    g = position("5,5 W P0 6,5 K 7,5 W 8,5 W 6,4 W P1", pools={0: [0, 0, 0, 0, 1]}, tools=GLASS)
    do(g, "move 6,5")
    assert legal(g) == ["end", "rope 8,5"]
    view = do(g, "rope 8,5")
    assert (view["pools"][0], view["spent"][0]) == ([1, 1, 0, 0, 0], [0, 0, 0, 0, 1])
    assert view["turn"] == 1


def test_e17_the_lamp_pays_for_another_tool() -> None:
    g = position("5,5 O P0 6,5 W 7,5 W P1", pools={0: [0, 0, 0, 0, 1]}, tools=BACK)
    assert g.code(0, "lamp compass 6,5") == 0x0F010056
    view = do(g, "lamp compass 6,5")
    assert (view["pools"][0], view["spent"][0]) == ([0, 0, 0, 0, 1], [0, 0, 0, 0, 1])


def test_e17_shovel_and_lamp_are_both_offered() -> None:
    g = position(TWO_FRAGMENTS, pools={0: [0, 0, 0, 0, 1]}, tools=BACK)
    do(g, "move 6,5")
    assert legal(g) == [
        "lowest",
        "shovel 5,3 kyanite",
        "shovel 4,6 anthracite",
        "lamp shovel 5,3 kyanite",
        "lamp shovel 4,6 anthracite",
    ]
    view = do(g, "lamp shovel 5,3 kyanite")
    assert (view["pools"][0], view["spent"][0]) == ([1, 1, 1, 0, 0], [0, 0, 0, 0, 1])


def test_e18_the_hammer_puts_a_mineral_beside_two_tiles() -> None:
    g = position(LINE, pools={0: [1, 0, 0, 0, 0]}, tools=FRONT)
    view = do(g, "hammer")
    assert view["phase"] == "put" and view["drawn"] in range(1, 6)
    assert legal(g) == ["put 6,4", "put 7,4", "put 5,6", "put 6,6"]
    do(g, "put 6,4")
    assert legal(g) == ["move 6,4", "move 6,5"]


def test_e19_the_chest_draws_one_mineral() -> None:
    g = position(LINE, pools={0: [0, 1, 0, 0, 0]}, tools=FRONT)
    view = do(g, "chest")
    assert view["spent"][0] == [0, 1, 0, 0, 0] and sum(view["pools"][0]) == 1
    assert (view["turn"], view["phase"]) == (0, "before")


def test_e19_the_chest_needs_a_pouch_that_is_not_empty() -> None:
    g = position(LINE, pools={0: [0, 1, 0, 0, 0]}, tools=FRONT, in_pouch=False)
    assert legal(g, "chest") == []


def test_e20_a_card_may_be_taken_without_its_orpiment() -> None:
    for taken, pool, score in (("card 15 low", [0, 0, 0, 0, 1], 11), ("card 15", [0, 0, 0, 0, 0], 15)):
        g = position(LINE, pools={0: [1, 1, 0, 0, 1]}, row=[2, 4, 6, 15])
        do(g, "move 6,5")
        assert legal(g) == ["end", "card 15", "card 15 low"]
        assert g.code(0, "card 15 low") == 0x0900010F
        view = do(g, taken)
        assert view["pools"][0] == pool and g.scores[0] == score


def test_e21_a_seat_passes_and_the_match_ends_when_nobody_can_move() -> None:
    g = position("5,5 K P0 6,5 K 7,5 W P1 8,5 T")
    assert legal(g) == ["pass"]
    do(g, "pass")
    view = do(g, "move 8,5")
    assert view["over"] and view["phase"] == "over" and view["actors"] == []
    assert g.scores == (0, 1)


def test_e22_ties_go_to_the_minerals_printed_on_cards() -> None:
    g = position(LINE, pools={0: [0, 4, 0, 0, 0]}, cards={1: [[1, 0]]}, row=[2, 3, 4, 5])
    assert g.scores == (8, 8) and g.ranks == (2, 1)
    assert position(LINE).ranks == (1, 1)


def test_e23_in_kids6_minerals_are_counted_not_valued() -> None:
    g = position(LINE, pools={0: [3, 0, 0, 0, 0], 1: [0, 0, 0, 1, 1]}, variant="kids6")
    assert g.scores == (3, 2)


def test_e24_the_setup_of_the_seed_00_to_1f() -> None:
    g = engine.new("minerals", 3, "standard", bytes(range(32)))
    assert g.view(None)["board"] == [
        "................",
        "....32131...1...",
        "...122135.122...",
        "....315224121...",
        ".....31342113...",
        "....3211111.....",
        ".....15213111...",
        "....15221.12....",
        "...11141431.....",
        "...35221.2111...",
        "..1133134423....",
        ".12.124122343...",
        "..121134.112....",
        "..123142221.....",
        "..13112112......",
        "................",
    ]
    assert len(g.legal(0)) == 118
    played = []
    while len(played) < 8:
        seat = g.actors[0]
        played.append(f"{seat} {g.notations(seat)[0]}")
        g.apply(seat, g.legal(seat)[0])
    assert played == [
        "0 remove 4,1",
        "1 remove 5,1",
        "2 remove 6,1",
        "0 remove 7,1",
        "1 remove 8,1",
        "0 place 12,1",
        "1 place 3,2",
        "2 place 6,2",
    ]
    view = g.view(None)
    assert view["row"] == [3, 8, 9, 10]
    assert view["deck"] == [20, 2, 23, 22, 15, 7, 5, 18, 13, 17, 19, 14, 24, 21, 16, 4, 1, 6, 12, 11]
    assert view["tools"] == [2, 3, 5, 8, 9]
    assert view["pawns"] == [cell("3,2"), cell("6,2"), cell("12,1")]
    assert legal(g) == ["move 4,2"]


def test_the_example_of_the_view() -> None:
    board = (
        "................ ................ .......35.1..... ......5.2.1..... .....3.3..1..... ....3....41..... .....1.213111... "
        "....15221.12.... ...11141.31..... ....5221.2111... ..1.33134423.... .12.124122343... ..121134.112.... ..123142221..... "
        "..13112112...... ................"
    )
    view = {
        "game": "minerals", "variant": "standard", "players": 3, "seat": 0, "actors": [1], "phase": "cut", "round": 8,
        "over": False, "turn": 1, "board": board.split(), "pawns": [89, 101, 120], "pouch": [2, 1, 3, 1, 0],
        "pools": [[4, 0, 0, 0, 1], [6, 2, 0, 0, 0], [2, 2, 0, 0, 0]],
        "spent": [[0, 0, 1, 1, 0], [0, 3, 1, 0, 0], [0, 1, 0, 0, 0]],
        "cards": [[], [], [[9, 0]]], "row": [3, 8, 10, 11], "deck_count": 19, "tools": [2, 3, 5, 8, 9],
        "removals_left": 0, "tool_used": False, "card_taken": False, "dug": [86, 1], "drawn": None,
        "fragments": [[39, 40, 54, 56, 69, 71, 84]],
    }  # fmt: skip
    g = engine.from_view(view, 1)
    assert g.view(0) == view
    assert g.view(2) == {**view, "seat": 2}
    assert g.notations(1) == ["lowest", "shovel 7,2 tourmaline", "shovel 7,2 orpiment"]
    assert g.code(1, "shovel 7,2 orpiment") == 0x0B002705


def test_the_codes_of_the_document() -> None:
    g = position(LINE, pools={0: [1, 1, 0, 0, 1]}, row=[2, 4, 6, 15])
    do(g, "move 6,5")
    assert g.code(0, "end") == 0x03000000
