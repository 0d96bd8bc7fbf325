"""Worlds rebuilt from a view follow the law of the document: here it is once more, in plain Python, by rejection."""

import copy
from collections import Counter
from collections.abc import Callable, Hashable
from random import Random
from typing import Any

import pytest

import engine
from tests.engine.zavandor.position import CARDS, bid, play, position

View = dict[str, Any]


def reference(view: View, dice: Random) -> tuple[list[list[int]], list[list[list[int]]]]:
    """The decks in order and all hands, drawn by the words of the document."""
    me = view["seat"]
    while True:
        hands = [copy.deepcopy(seat["hand"] if i == me else seat["known"]) for i, seat in enumerate(view["seats"])]
        decks = []
        for d in range(4):
            unseen = list(CARDS[d])
            for g in range(4):
                unseen[g] -= view["discards"][d][g] + sum(seat["table"][d][g] for seat in view["seats"])
                unseen[g] -= sum(hand[d][g] for hand in hands)
            open_cards = [g for g in range(4) for _ in range(min(unseen[g], view["decks_from"][d][g]))]
            deck = dice.sample(open_cards, view["decks"][d])
            rest = list((Counter({g: n for g, n in enumerate(unseen)}) - Counter(deck)).elements())
            dice.shuffle(rest)
            for i, seat in enumerate(view["seats"]):
                if i != me:
                    for _ in range(seat["backs"][d] - sum(seat["known"][d])):
                        hands[i][d][rest.pop()] += 1
            decks.append(deck)
        trade = view["trade"]
        if not trade or not trade["give"] or trade["seat"] == me:
            return decks, hands
        if all(sum(row[g] for row in hands[trade["seat"]]) >= trade["give"][g] for g in range(4)):
            return decks, hands


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


Look = Callable[[list[list[int]], list[list[list[int]]]], Hashable]


def compare(view: View, looks: list[Look], draws: int = 4000) -> None:
    dice = Random(str(view["decks"]))
    ours: list[Counter[Hashable]] = [Counter() for _ in looks]
    theirs: list[Counter[Hashable]] = [Counter() for _ in looks]
    for i in range(draws):
        whole = engine.from_view(view, i).view(None)
        world = whole["deck_cards"], [seat["hand"] for seat in whole["seats"]]
        law = reference(view, dice)
        for k, look in enumerate(looks):
            ours[k][look(*world)] += 1
            theirs[k][look(*law)] += 1
    for a, b in zip(ours, theirs, strict=True):
        assert same_law(a, b), (a.most_common(8), b.most_common(8))


def hand_of(seat: int) -> Look:
    return lambda decks, hands: str(hands[seat])


def gems_of(*seats: int) -> Look:
    return lambda decks, hands: str([[sum(column) for column in zip(*hands[seat], strict=True)] for seat in seats])


def top_of(deck: int, cards: int = 3) -> Look:
    return lambda decks, hands: str(decks[deck][-cards:])


def bottom_of(deck: int, cards: int = 2) -> Look:
    return lambda decks, hands: str(decks[deck][:cards])


def renewed(hands: dict[int, dict[str, str]], **changes: Any) -> engine.Game:
    """Three players; the wood and iron decks were renewed since some cards of the hands were drawn, and others after that."""
    g = position("trade", turn=1, players=3, hands=hands, **changes)
    view = g.view(None)
    for d, drawn in ((0, [2, 2, 1, 1]), (2, [0, 0, 1, 1])):
        for gem in range(4):
            lying = view["deck_cards"][d].count(gem)
            view["decks_from"][d][gem] = min(lying + drawn[gem], CARDS[d][gem])
    return engine.from_view(view, 1)


def test_hands_and_decks_follow_the_law() -> None:
    hands = {0: {"wood": "sse"}, 1: {"wood": "sed", "copper": "ee"}, 2: {"wood": "ss", "copper": "d"}}
    g = position("trade", players=3, hands=hands, discards={"wood": "s" * 20, "copper": "e" * 9})
    compare(g.view(0), [gems_of(1), hand_of(2), gems_of(1, 2), top_of(0), bottom_of(1), top_of(3)])


def test_cards_that_cannot_lie_in_a_renewed_deck_are_in_the_hands() -> None:
    hands = {0: {"wood": "ss"}, 1: {"wood": "ssseeed"}, 2: {"wood": "eedr" + "s" * 4, "iron": "dr"}}
    g = renewed(hands, discards={"wood": "s" * 12})
    compare(g.view(0), [gems_of(1), gems_of(2), top_of(0), hand_of(2)])


def offered(give: str, g: engine.Game) -> View:
    """What seat 0 sees when seat 1 has offered."""
    play(g, 1, "offer", f"give {give}")
    view = g.view(0)
    assert view["phase"] == "offer_want" and view["trade"]["give"]
    return view


GIVER = {"wood": "ssseed", "copper": "eer", "iron": "dr"}


@pytest.mark.parametrize(
    "give",
    [
        "1 sapphire",  # likely: dealt blindly
        "3 sapphire",
        "2 sapphire 1 emerald",
        "1 ruby",
        "1 diamond",
        "2 ruby",  # unlikely: planted
        "1 sapphire 1 diamond 1 ruby",
        "2 emerald 1 ruby",
        "1 diamond 2 ruby",
        "3 emerald",
        "2 diamond",
    ],
)
def test_a_seat_that_gives_gems_holds_them_and_all_else_follows_the_law(give: str) -> None:
    g = renewed({0: {"wood": "se", "copper": "d"}, 1: GIVER, 2: {"wood": "ssed", "iron": "d"}})
    compare(offered(give, g), [hand_of(1), gems_of(1), gems_of(2), top_of(0, 2), top_of(2, 2)], draws=2500)


def test_rare_gems_are_given_from_few_cards() -> None:
    # One ruby in two wood cards: about one blind deal in twelve.
    g = position("trade", turn=1, players=3, hands={0: {}, 1: {"wood": "sr", "bronze": "d"}, 2: {"wood": "ss"}})
    view = offered("1 diamond 1 ruby", g)
    compare(view, [hand_of(1), gems_of(2), top_of(0, 2), top_of(3, 2)], draws=2500)


def test_a_rare_gem_is_given_along_with_common_ones() -> None:
    # Sapphires come by themselves; the only ruby left in the wood deck is in this hand one time in four.
    giver = {"wood": "s" * 9 + "er"}
    g = position("trade", turn=1, players=3, hands={0: {"wood": "r"}, 1: giver, 2: {"wood": "se"}})
    compare(offered("2 sapphire 1 ruby", g), [hand_of(1), gems_of(2), top_of(0, 2)], draws=2500)


def test_known_cards_need_not_be_drawn() -> None:
    g = position("trade", turn=1, players=3, hands={0: {"wood": "ss"}, 1: {"wood": "sse"}, 2: {"wood": "ss"}})
    view = g.view(None)
    view["seats"][1]["known"][0] = [1, 0, 0, 0]
    compare(offered("2 sapphire", engine.from_view(view, 1)), [hand_of(1), hand_of(2)], draws=1500)


def test_bids_are_drawn_within_the_hand_and_their_number_from_the_actors() -> None:
    g = position("bid", turn=None, players=3, hands={0: {"wood": "ss"}, 1: {"wood": "sss"}, 2: {"wood": "sss"}})
    bid(g, 2, sapphires=2)
    play(g, 1, "bid ruby 0")
    view = g.view(0)
    assert view["actors"] == [0, 1]
    named: Counter[Hashable] = Counter()
    shares: Counter[Hashable] = Counter()
    for i in range(4000):
        _, one, two = engine.from_view(view, i).view(None)["seats"]
        named[sum(n is not None for n in one["bids"])] += 1
        assert None not in two["bids"]
        for gem in range(4):
            assert two["bids"][gem] <= sum(row[gem] for row in two["hand"])
        if two["hand"][0] == [3, 0, 0, 0]:
            shares[two["bids"][0]] += 1
    assert same_law(named, Counter({n: 1000 for n in range(4)}))
    assert same_law(shares, Counter({n: sum(shares.values()) // 4 for n in range(4)}))


def test_every_world_holds_even_the_rarest_offer() -> None:
    # Three rubies in three wood and copper cards: blind deals would need thousands of tries.
    g = position("trade", turn=1, hands={1: {"wood": "rr", "copper": "r"}})
    view = offered("3 ruby", g)
    for seed in range(200):
        assert engine.from_view(view, seed).view(None)["seats"][1]["hand"][:2] == [[0, 0, 0, 2], [0, 0, 0, 1]]


def test_discard_piles_and_streams_do_not_matter() -> None:
    g = position("trade", hands={0: {"wood": "ss"}}, discards={"wood": "sedrs", "iron": "rd"})
    other = position("trade", hands={0: {"wood": "ss"}}, discards={"wood": "ssder", "iron": "dr"}, seed=1)
    assert g != other
    assert g.view(0) == other.view(0)
    assert g.determinize(0, 9) == other.determinize(0, 9)


# --- Views that cannot be.


def change(view: View, path: str, value: Any) -> View:
    view = copy.deepcopy(view)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    part: Any = view
    for step in way:
        part = part[step]
    part[last] = value
    return view


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("decks.0", 30),  # more cards than there are
        ("decks_from.0.0", 31),
        ("decks_from.3", [0, 0, 0, 0]),  # nothing to make the deck of
        ("discards.1.2", 5),
        ("discards.0", [63, 63, 63, 63]),
        ("seats.1.backs.0", 0),
        ("seats.1.backs.0", 60),
        ("seats.1.known.0", [0, 0, 0, 3]),
        ("seats.0.hand.0.0", 9),
        ("seats.0.hand", None),
        ("seats.1.hand", [[0] * 4] * 4),
        ("seats.0.table.0.0", 1),
        ("seats.0.gallery.0.level", 3),
        ("seats.0.gallery.0.card", 55),
        ("seats.0.gallery.0.card", 9999),
        ("seats.0.gallery.0.used", True),
        ("seats.0.gallery.1", {"card": 4, "level": 0, "used": False}),
        ("seats.0.gallery", [None]),
        ("seats.0.board", 2),
        ("seats.0.family", 0),
        ("seats.0.family", 9),
        ("seats.0.dragon", None),
        ("seats.0.bids", [0, 0, 0, 0]),
        ("rows.0.right", 20),
        ("rows.0.deck", []),
        ("removed", []),
        ("king", 5),
        ("king", 22),
        ("round", 2),
        ("starter", 1),
        ("turn", None),
        ("turn", 1),
        ("actors", [0, 1]),
        ("phase", "sleep"),
        ("phase", "bid"),
        ("phase", "king"),
        ("phase", "over"),
        ("phase", "reward"),
        ("phase", "bank_take"),
        ("markers", 1),
        ("upgraded", [0]),
        ("winners", [0, None, None, None]),
        ("evaluating", 1),
        ("trade", None),
        ("trade.cycle", 2),
        ("trade.cycle", 0),
        ("trade.seat", 1),
        ("trade.offered", True),
        ("trade.give", [1, 0, 0, 0]),
        ("trade.failed", [3]),
        ("deck_cards", [[], [], [], []]),
    ],
)
def test_a_view_that_contradicts_itself_is_refused(path: str, value: Any) -> None:
    g = engine.new("zavandor", 2, "standard", 5)
    play(g, 0, "pass")
    play(g, 1, "pass")
    view = g.view(0)
    assert view["phase"] == "trade"
    engine.from_view(view, 1)
    with pytest.raises(ValueError, match=r"contradicts itself|ZavandorView|phase"):
        engine.from_view(change(view, path, value), 1)


def test_an_offer_that_nobody_can_hold_is_refused() -> None:
    g = position("trade", turn=1, hands={0: {"bronze": "r" * 12, "iron": "r" * 4, "copper": "rr"}, 1: {"wood": "sr"}})
    view = offered("1 ruby", g)
    engine.from_view(view, 1)
    with pytest.raises(ValueError, match="no deal fits"):
        engine.from_view(change(view, "trade.give", [0, 0, 0, 3]), 1)
