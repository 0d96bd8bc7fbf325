"""Worlds drawn from a view of Mineral Rummy: each law of the document, by chi-square on fixed seeds; and what is refused."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from itertools import permutations
from math import comb, sqrt
from typing import Any

import pytest

import engine
from tests.engine.rummy.positions import DATA, ION, MINERAL, NEED, W, cards, meld, play, position


def fits(seen: Counter, law: dict[Hashable, float]) -> None:
    """The counts follow the law: within five standard deviations of what chi-square gives for it."""
    n, total = seen.total(), sum(law.values())
    assert set(seen) <= set(law)
    assert min(law.values()) * n / total > 4, "too few draws for a test"
    chi = sum((seen[x] - n * p / total) ** 2 / (n * p / total) for x, p in law.items())
    freedom = len(law) - 1
    assert freedom - 5 * sqrt(2 * freedom) < chi < freedom + 5 * sqrt(2 * freedom)


def draws(g: engine.Game, seat: int, n: int, what: Callable[[dict[str, Any]], Hashable]) -> Counter:
    return Counter(what(g.determinize(seat, i).view(None)) for i in range(n))


def in_hand(pool: int, copies: int, size: int) -> dict[Hashable, float]:
    """How many of `copies` cards among `pool` come into a hand of `size`: 0, 1, 2, or 3 and more."""
    law: Counter = Counter()
    for k in range(min(copies, size) + 1):
        law[min(k, 3)] += comb(copies, k) * comb(pool - copies, size - k)
    return dict(law)


def unseen(view: dict[str, Any]) -> Counter:
    pool = Counter({ion.id: ion.copies for ion in DATA.ions})
    own = view["hand"], view["discard"], *(m["cards"] for m in view["melds"])
    for kinds in [*own, *(s["known"] for i, s in enumerate(view["seats"]) if i != view["seat"])]:
        pool.subtract(kinds)
    return +pool


EIGHT = "calcium, copper, oxide, sodium, fluoride, sulfide, iron, wild"


def test_every_unseen_card_is_equally_likely_at_each_place_of_the_stock():
    g = position({0: EIGHT}, {0: "malachite, gypsum"}, discard="lead")
    pool = unseen(g.view(0))
    fits(draws(g, 0, 4000, lambda v: v["stock_cards"][-1]), dict(pool))
    fits(draws(g, 0, 4000, lambda v: v["stock_cards"][0]), dict(pool))


@pytest.mark.parametrize("other", [1, 2, 3])
def test_hands_are_dealt_from_the_unseen_cards(other):
    g = position({0: EIGHT}, {0: "malachite, gypsum"}, discard="lead")
    pool = unseen(g.view(0))
    seen = draws(g, 0, 4000, lambda v: min(v["hands"][other].count(ION["calcium"]), 3))
    fits(seen, in_hand(pool.total(), pool[ION["calcium"]], 7))


def test_known_cards_are_in_the_hand_and_the_rest_of_it_is_drawn():
    g = position({1: EIGHT}, {1: "malachite, gypsum"}, discard="lead", turn=1, known={1: "iron, wild"})
    pool = unseen(g.view(0))
    seen = draws(g, 0, 4000, lambda v: min(v["hands"][1].count(W) - 1, 3))
    fits(seen, in_hand(pool.total(), pool[W], 6))


def reshuffled() -> engine.Game:
    """The stock is three of two lead, sodium, aluminum; the fourth was drawn by seat 0."""
    six = "calcium, copper, oxide, fluoride, sulfide, iron"
    pile = "lead, sodium, lead, aluminum, iron"
    g = position({0: six}, {0: "malachite, gypsum"}, phase="draw", discard=pile, stock="")
    play(g, "draw stock")
    return g


def test_after_a_reshuffle_the_stock_is_drawn_from_its_cards():
    g = reshuffled()
    law = Counter(permutations(cards("2 lead, sodium, aluminum"), 3))
    fits(draws(g, 1, 4000, lambda v: tuple(v["stock_cards"])), law)


def test_after_a_reshuffle_the_hands_are_dealt_from_what_the_stock_left():
    g = reshuffled()
    view = g.view(1)
    pool = unseen(view)
    left = pool.total() - view["stock"]
    seen = draws(g, 1, 4000, lambda v: min(v["hands"][0].count(W), 3))
    fits(seen, in_hand(left, pool[W], view["seats"][0]["hand"]))


def fillings(view: dict[str, Any]) -> Iterable[tuple[tuple[int, ...], ...]]:
    """All fillings of the other holders, one mineral or none each, that the hands cover."""
    pool = set(range(16)) - set(view["minerals"]) - {m["mineral"] for m in view["melds"]}
    others = [s for s in range(view["players"]) if s != view["seat"]]
    limit = [view["seats"][s]["hand"] - (view["phase"] == "play" and view["turn"] == s) for s in others]
    for chosen in permutations(sorted(pool), len(others)):
        if all(NEED[m] <= most for m, most in zip(chosen, limit, strict=True)):
            yield chosen


def thin(phase: str, turn: int) -> engine.Game:
    """Everyone has melded one mineral; seats 1 and 3 have two cards, seat 2 has three."""
    table = [
        meld(0, "gypsum", "calcium, sulfate"), meld(1, "pyrite", "iron, sulfide"), meld(2, "halite", "sodium, chloride"),
        meld(3, "fluorite", "calcium, fluoride"),
    ]  # fmt: skip
    hands = {0: "lead, oxide, aluminum, magnesium", 1: "2 copper", 2: "2 potassium, carbonate", 3: "lead, oxide"}
    if phase == "play":
        hands[turn] += ", wild"
    holders = {0: "malachite", 1: "calcite", 2: "hematite", 3: "corundum"}
    return position(hands, holders, table, phase=phase, turn=turn, discard="silicate")


@pytest.mark.parametrize(("phase", "turn"), [("draw", 0), ("play", 1), ("play", 2)])
def test_every_filling_of_the_holders_that_the_hands_cover_is_equally_likely(phase, turn):
    g = thin(phase, turn)
    law = dict.fromkeys(fillings(g.view(0)), 1.0)
    seen = draws(g, 0, 9 * len(law), lambda v: tuple(held[0] for held in v["holders"][1:]))
    fits(seen, law)


def test_fillings_so_rare_that_they_must_be_counted_are_equally_likely():
    """One deal in 1,500 fits: seat 1 needs quartz and a pair, seats 2 and 3 two pairs each."""
    table = [meld(0, "gypsum", "calcium, sulfate"), meld(0, "pyrite", "iron, sulfide")]
    hands = {0: "lead", 1: "oxide, aluminum, lead", 2: "2 copper, 2 potassium", 3: "2 silicate, 2 wild"}
    holders = {0: "", 1: "quartz, galena", 2: "calcite, hematite", 3: "corundum, halite"}
    g = position(hands, holders, table, phase="draw", discard="magnesium")
    pairs = [MINERAL[slug] for slug in ("galena", "calcite", "hematite", "corundum", "halite", "fluorite")]
    law = {
        tuple(tuple(sorted(held)) for held in ((0, a), (b, c), (d, e))): 1.0 for a, b, c, d, e in permutations(pairs, 5)
    }
    assert len(law) == 180
    fits(draws(g, 0, 20 * len(law), lambda v: tuple(tuple(held) for held in v["holders"][1:])), law)


def test_a_hand_of_one_card_has_the_one_mineral_that_needs_one():
    table = [meld(0, "gypsum", "calcium, sulfate"), meld(2, "pyrite", "iron, sulfide")]
    g = position({2: "lead"}, {2: "quartz"}, table, phase="draw", discard="oxide")
    assert draws(g, 0, 200, lambda v: v["holders"][2][0]) == {0: 200}


def test_pairs_of_minerals_are_drawn_evenly():
    g = position({0: EIGHT}, {0: "malachite, gypsum"}, discard="lead")
    free = [m for m in range(16) if m not in g.view(0)["minerals"]]
    pairs = {(a, b): 1.0 for a in free for b in free if a < b}
    for seat in (1, 3):
        fits(draws(g, 0, 2000, lambda v, seat=seat: tuple(v["holders"][seat])), pairs)


def test_when_over_the_points_left_tell_the_wilds():
    for i in range(20):
        g = engine.new("rummy", 4, "single", i)
        g.playout(i)
        left = g.view(None)["history"][-1]["left"]
        for seat in range(4):
            for j in range(10):
                world = g.determinize(seat, j)
                world.check()
                hands = world.view(None)["hands"]
                assert [sum(15 if kind == W else 5 for kind in hand) for hand in hands] == left


def test_the_seats_still_to_be_asked_follow_from_the_view():
    g = position({0: EIGHT}, {0: "malachite, gypsum"}, [meld(2, "pyrite", "iron, sulfide")])
    play(g, "0 discard iron", "1 pass")
    world = engine.from_view(g.view(3), 7)
    play(world, "2 pass", "3 pass")
    assert (world.view(None)["phase"], world.actors) == ("draw", (1,))


def changed(view: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {**view, **fields}


def in_seat(view: dict[str, Any], seat: int, **fields: Any) -> dict[str, Any]:
    return changed(view, seats=[{**s, **fields} if i == seat else s for i, s in enumerate(view["seats"])])


def in_meld(view: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return changed(view, melds=[{**view["melds"][0], **fields}, *view["melds"][1:]])


TAMPERED: list[tuple[str, Callable[[dict[str, Any]], dict[str, Any]]]] = [
    ("a card too many in the discard pile", lambda v: changed(v, discard=[*v["discard"], 4])),
    ("a kind that does not exist", lambda v: changed(v, discard=[18])),
    ("a negative kind", lambda v: changed(v, discard=[-1])),
    ("more leads than there are", lambda v: changed(v, hand=[4, 4, 4, *v["hand"][3:]])),
    ("a hand of another size", lambda v: changed(v, hand=v["hand"][1:])),
    ("an unsorted hand", lambda v: changed(v, hand=v["hand"][::-1])),
    ("a mineral twice", lambda v: changed(v, minerals=[v["melds"][0]["mineral"]])),
    ("a mineral that does not exist", lambda v: changed(v, minerals=[16])),
    ("another need", lambda v: changed(v, need=v["need"] + 1)),
    ("a stock of another size", lambda v: changed(v, stock=v["stock"] - 1)),
    ("a stock without end", lambda v: changed(v, stock=10**6)),
    ("another seat to act", lambda v: changed(v, actors=[2])),
    ("nobody to act", lambda v: changed(v, actors=[])),
    ("two seats to act", lambda v: changed(v, actors=[0, 1])),
    ("another phase", lambda v: changed(v, phase="call")),
    ("an unknown phase", lambda v: changed(v, phase="sleep")),
    ("the end without a result", lambda v: changed(v, phase="over")),
    ("a round that has no history", lambda v: changed(v, round=2)),
    ("another dealer", lambda v: changed(v, dealer=1)),
    ("another number of rounds", lambda v: changed(v, rounds=3)),
    ("a taken card that is not in the hand", lambda v: changed(v, taken=4)),
    ("a stock from no reshuffle", lambda v: changed(v, stock_from=[])),
    ("a stock from too few cards", lambda v: changed(v, stock_from=[4])),
    ("points from nowhere", lambda v: in_seat(v, 1, score=5)),
    ("a hand that does not cover its minerals", lambda v: in_seat(v, 1, minerals=3)),
    ("a hand that knows more than it has", lambda v: in_seat(v, 1, known=[0, 0, 0, 0, 4, 4, 6, 6])),
    ("turns out of order", lambda v: in_seat(v, 1, turns=5)),
    ("a play in a turn to come", lambda v: in_seat(v, 2, first_play=9)),
    ("a seat too many", lambda v: changed(v, seats=[*v["seats"], v["seats"][0]])),
    ("a seat too few", lambda v: changed(v, seats=v["seats"][:3])),
    ("a meld of somebody else", lambda v: in_meld(v, seat=3)),
    ("a meld of nobody", lambda v: in_meld(v, seat=9)),
    ("a meld without an ion", lambda v: in_meld(v, cards=[ION["iron"]])),
    ("a substitute that is not there", lambda v: in_meld(v, wild_for=ION["iron"])),
    ("the same meld twice", lambda v: changed(v, melds=v["melds"] * 2)),
    ("a key too many", lambda v: changed(v, hands=[])),
    ("a round that was never played", lambda v: changed(v, history=[{"round": 1, "reason": "cap", "winner": None,
     "rummy": False, "points": 0, "left": [0, 0, 0, 0], "turns": 80}])),
]  # fmt: skip


@pytest.mark.parametrize("change", [change for _, change in TAMPERED], ids=[name for name, _ in TAMPERED])
def test_a_view_that_contradicts_itself_is_refused(change):
    g = position({0: EIGHT}, {0: "malachite, gypsum"}, [meld(2, "pyrite", "iron, sulfide")], discard="lead")
    view = g.view(0)
    assert engine.from_view(view, 1).view(0) == view
    with pytest.raises(ValueError, match="."):
        engine.from_view(change(view), 1)


def test_holders_that_no_deal_fits_are_refused_in_no_time():
    """Two seats with one card and one mineral each: only quartz needs one."""
    g = thin("draw", 0)
    view = g.view(0)
    spare = view["seats"][1]["hand"] + view["seats"][3]["hand"] - 2
    view = in_seat(in_seat(view, 1, hand=1), 3, hand=1)
    with pytest.raises(ValueError, match="no deal fits"):
        engine.from_view(changed(view, stock=view["stock"] + spare), 1)
