"""Worlds drawn from a view: every order of the deck is as likely, draws from the pouch follow its contents, lies are refused."""

from collections import Counter
from random import Random
from typing import Any

import pytest

import engine
from tests.engine.kit import matches, random_move
from tests.engine.minerals.positions import BACK, FRONT, do, legal, position

LINE = "5,5 W P0 6,5 W 7,5 W P1"
MASK = (1 << 64) - 1


def chi_square(seen: Counter[Any], expected: dict[Any, float]) -> float:
    return sum((seen[key] - n) ** 2 / n for key, n in expected.items())


def first_turn(seed: int, players: int = 3) -> engine.Game:
    g = engine.new("minerals", players, "standard", seed)
    while g.view(None)["phase"] in ("remove", "place"):
        g.apply(g.actors[0], g.legal(g.actors[0])[0])
    return g


def test_every_card_nobody_sees_is_as_likely_on_top_of_the_deck() -> None:
    g = first_turn(1)
    hidden = sorted(g.view(None)["deck"])
    tops = Counter(g.determinize(0, seed).view(None)["deck"][-1] for seed in range(4000))
    assert sorted(tops) == hidden
    assert chi_square(tops, dict.fromkeys(hidden, 4000 / len(hidden))) < 43.8  # 19 degrees, 0.1 %


def test_both_diamonds_are_one_pool_at_the_bottom_too() -> None:
    g = first_turn(2)
    hidden = sorted(g.view(None)["deck"])
    bottoms = Counter(engine.from_view(g.view(1), seed).view(None)["deck"][0] for seed in range(4000))
    assert chi_square(bottoms, dict.fromkeys(hidden, 4000 / len(hidden))) < 43.8


def test_pairs_of_neighbours_in_the_deck_are_as_likely() -> None:
    cards = {0: [[id, 0] for id in range(1, 18)]}
    g = position(LINE, cards=cards, row=[18, 19, 20, 21])
    orders = Counter(tuple(g.determinize(0, seed).view(None)["deck"]) for seed in range(6000))
    assert len(orders) == 6
    assert chi_square(orders, dict.fromkeys(orders, 1000.0)) < 20.5  # 5 degrees, 0.1 %


def test_a_draw_from_the_pouch_follows_its_contents() -> None:
    g = position(LINE, pools={0: [0, 1, 0, 0, 0]}, tools=FRONT)
    pouch = g.view(None)["pouch"]
    seen: Counter[int] = Counter()
    for seed in range(4000):
        view = do(g.determinize(1, seed), "chest")
        seen[next(k for k in range(5) if view["pools"][0][k])] += 1
    assert chi_square(seen, {k: 4000 * n / sum(pouch) for k, n in enumerate(pouch)}) < 18.5  # 4 degrees, 0.1 %


def test_during_the_removals_cards_and_tools_come_from_the_new_seed() -> None:
    g = engine.new("minerals", 2, "standard", 5)
    worlds = []
    for seed in (8, 8, 9):
        world = g.determinize(0, seed)
        while world.view(None)["phase"] == "remove":
            world.apply(world.actors[0], world.legal(world.actors[0])[0])
        worlds.append(world)
    assert worlds[0] == worlds[1]
    assert worlds[0].view(None)["deck"] != worlds[2].view(None)["deck"]


def test_the_order_of_the_deck_is_in_no_view_of_a_seat() -> None:
    g = first_turn(3)
    assert "deck" in g.view(None)
    assert all("deck" not in g.view(seat) for seat in range(3))
    views = [{**g.view(seat), "seat": None} for seat in range(3)]
    assert views[0] == views[1] == views[2]


def altered(**changes: Any) -> dict[str, Any]:
    view = position("5,5 W P0 6,5 W 7,5 W P1", pools={0: [1, 1, 0, 0, 0]}, tools=BACK).view(0)
    return {**view, **changes}


BOARD = altered()["board"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"pouch": [53, 29, 20, 10, 5]}, "minerals of kind 1"),
        ({"pools": [[1, 1, 0, 0, 0]]}, "not complete"),
        ({"pools": [[1, 1, 0, 0], [0, 0, 0, 0, 0]]}, "pools"),
        ({"pawns": [85, 85]}, "tile of its own"),
        ({"pawns": [85, 200]}, "tile of its own"),
        ({"pawns": [85, None]}, "missing"),
        ({"board": [*BOARD[:5], ".....111.....1..", *BOARD[6:]]}, "minerals of kind 1"),
        ({"board": ["1" + BOARD[0][1:], *BOARD[1:]]}, "rim"),
        ({"board": BOARD[:15]}, "not complete"),
        ({"board": [*BOARD[:5], ".....117........", *BOARD[6:]]}, "neither"),
        ({"row": [1, 2, 3]}, "no deal"),
        ({"row": [1, 2, 3, 3]}, "no set of cards"),
        ({"row": [7, 3, 10, 23]}, "row"),
        ({"deck_count": 19}, "no deal"),
        ({"tools": [1, 2, 6, 8, 10]}, "tool tile"),
        ({"tools": [2, 4, 6, 8]}, "tool tile"),
        ({"tools": [4, 2, 6, 8, 10]}, "tools"),
        ({"cards": [[[3, 0]], []]}, "no deal|two places"),
        ({"cards": [[[1, 1]], []], "deck_count": 19}, "without its orpiment"),
        ({"phase": "after"}, "against the phase"),
        ({"phase": "over", "over": True, "actors": [], "scores": [3, 0], "ranks": [1, 2]}, "can still move"),
        ({"phase": "nap"}, "no such phase"),
        ({"phase": "put", "drawn": 1}, "minerals of kind 1"),
        ({"drawn": 3}, "kind 3"),
        ({"round": 0}, "round"),
        ({"removals_left": 2}, "removals"),
        ({"turn": 1}, "actors"),
        ({"turn": 2}, "out of bounds"),
        ({"tool_used": True}, "no tool"),
        ({"card_taken": True}, "no card"),
        ({"dug": [0, 1]}, "dug"),
        ({"dug": [100, 1]}, "against the phase"),
        ({"fragments": [[5]]}, "fragments"),
    ],
)
def test_a_view_that_contradicts_itself_is_refused(changes: dict[str, Any], reason: str) -> None:
    engine.from_view(altered(), 1)
    with pytest.raises(ValueError, match=reason):
        engine.from_view(altered(**changes), 1)


def test_a_fragment_without_a_pawn_is_refused() -> None:
    with pytest.raises(ValueError, match="without a pawn"):
        position("5,5 W P0 6,5 W 7,5 W P1 10,10 W")


def test_removals_never_divide_the_board_and_miss_no_tile_that_could_go() -> None:
    steps = (1, -15, -16, -1, 15, 16)

    def whole(tiles: set[int]) -> bool:
        seen = set()
        todo = [next(iter(tiles))]
        while todo:
            cell = todo.pop()
            if cell in tiles and cell not in seen:
                seen.add(cell)
                todo += [cell + d for d in steps]
        return seen == tiles

    for seed in range(60):
        g = engine.new("minerals", 2, "kids6", seed)
        dice = Random(seed)
        while g.view(None)["phase"] == "remove":
            board = "".join(g.view(None)["board"])
            tiles = {cell for cell in range(256) if board[cell] != "."}
            can_go = [cell for cell in sorted(tiles) if whole(tiles - {cell})]
            assert [code & 255 for code in g.legal(g.actors[0])] == can_go
            g.apply(*random_move(g, dice))


def mixed(state: int) -> int:
    """SplitMix64, the generator of playouts."""
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & MASK
    state = (state ^ state >> 27) * 0x94D049BB133111EB & MASK
    return state ^ state >> 31


@pytest.mark.parametrize("variant", ["standard", "kids6", "kids7"])
def test_a_playout_draws_evenly_from_what_is_legal(variant: str) -> None:
    for g, _ in matches("minerals", variant, 4, 8):
        fast = g.copy()
        decisions = fast.playout(11)
        state = 11
        while not g.over:
            seat = g.actors[0]
            codes = g.legal(seat)
            choice = 0
            if len(codes) > 1:
                state = state + 0x9E3779B97F4A7C15 & MASK
                choice = (mixed(state) >> 32) * len(codes) >> 32
            g.apply(seat, codes[choice])
            decisions -= 1
        assert decisions == 0
        assert g == fast


def test_a_match_from_the_referees_view_goes_on_exactly_until_the_pouch_is_drawn_from() -> None:
    g = first_turn(4)
    again = engine.from_view(g.view(None), g.seed)
    assert legal(again) == legal(g)
    assert again.to_bytes() == g.to_bytes()
