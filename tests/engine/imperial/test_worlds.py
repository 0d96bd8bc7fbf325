"""Worlds rebuilt from a view follow the law of the document: here it is once more, in plain Python."""

import copy
from collections import Counter
from collections.abc import Callable, Hashable
from random import Random
from typing import Any

import pytest

import engine
from tests.engine.imperial.positions import CARD, DATA, LEVEL, STOCK, cards, play, position, referee, seat

View = dict[str, Any]
Look = Callable[[View], Hashable]


def faction_searched(view: View) -> str | None:
    """The faction of the search going on, if a pile was searched in vain."""
    if not view["agenda"] or not view["agenda"][-1].get("tried"):
        return None
    item = view["agenda"][-1]
    assert item["source"] == "card"
    cell = next(c for c in view["seats"][view["pending"]["seat"]]["mine"] if [c["level"], c["x"]] == item["cell"])
    step = DATA.cards[cell["card"]].effects[item["effect"] - 1].do[item["step"]]
    return item["faction"] or DATA.numbers.factions[step.faction]


def reference(view: View, dice: Random) -> View:
    """Piles, event deck, hands, drafts and choices, drawn by the words of the document."""
    me, seats = view["seat"], copy.deepcopy(view["seats"])
    for i, s in enumerate(seats):
        if i != me:
            s["hand"], s["draft"] = list(s["shown"]), []
    decks = []
    for level, stock in STOCK.items():
        pool = Counter(stock)
        pool.subtract(view["discards"][level - 1])
        for s in seats:
            seen = [c["card"] for c in s["mine"]] + s["hand"] + s["draft"]
            seen += [] if s["revealed"] is None else [s["revealed"]]
            pool.subtract(card for card in seen if LEVEL[card] == level)
        rest = sorted(pool.elements())
        dice.shuffle(rest)
        fit = rest
        if (faction := faction_searched(view)) and level in view["agenda"][-1]["tried"]:
            sought = DATA.numbers.factions.index(faction)
            fit = [card for card in rest if sought not in DATA.cards[card].factions]
        deck = fit[: view["deck_counts"][level - 1]]
        rest = sorted((Counter(rest) - Counter(deck)).elements())
        dice.shuffle(rest)
        for i, s in enumerate(seats):
            if i != me:
                for _ in range(s["hand_levels"][level - 1] - sum(LEVEL[card] == level for card in s["shown"])):
                    s["hand"].append(rest.pop())
        decks.append(deck)
    for i, s in enumerate(seats):
        if i == me:
            continue
        if view["phase"] == "draft":
            dice.shuffle(s["hand"])
            gone = dice.randrange(4) if i in view["actors"] else 4
            s["hand"], s["draft"] = s["hand"][gone:], sorted(s["hand"][:gone])
        s["hand"].sort()
        if view["phase"] == "choose" and i not in view["actors"]:
            s["choice"] = dice.choice(playable(view, s) or ["dig"])
    unseen = [id for id in range(18) if id not in view["events_seen"]]
    return {"decks": decks, "event_deck": dice.sample(unseen, view["events_left"]), "seats": seats}


def playable(view: View, s: View) -> list[int]:
    """The cards that can be paid and placed, in a mine whose rows 1 and 2 have free places below them, row 3 none."""
    rows = {card["level"] for card in s["mine"]}
    ability = DATA.events[view["event"]].ability
    found = []
    for card in sorted(set(s["hand"])):
        face = DATA.cards[card]
        less = ability["minus"] if ability.get("op") == "cost" and ability["level"] == face.level else 0
        if max(face.cost - less, 0) <= s["coins"] and (face.level == 1 or face.level - 1 in rows):
            found.append(card)
    return found


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


def compare(view: View, looks: list[Look], draws: int = 4000) -> None:
    dice = Random(str(view["deck_counts"]))
    ours: list[Counter[Hashable]] = [Counter() for _ in looks]
    theirs: list[Counter[Hashable]] = [Counter() for _ in looks]
    for i in range(draws):
        world, law = engine.from_view(view, i).view(None), reference(view, dice)
        for k, look in enumerate(looks):
            ours[k][look(world)] += 1
            theirs[k][look(law)] += 1
    for a, b in zip(ours, theirs, strict=True):
        assert same_law(a, b), (a.most_common(8), b.most_common(8))


def hand_of(seat: int, level: int) -> Look:
    """Cards of a level in a hand."""
    return lambda world: str([card for card in world["seats"][seat]["hand"] if LEVEL[card] == level])


def holds(seat: int, *slugs: str) -> Look:
    return lambda world: str([world["seats"][seat]["hand"].count(CARD[slug]) for slug in slugs])


def at(level: int, *places: int) -> Look:
    """Cards of a pile at these places."""
    return lambda world: str([world["decks"][level - 1][place] for place in places])


def event_at(place: int) -> Look:
    return lambda world: world["event_deck"][place]


def drafted(seat: int) -> Look:
    return lambda world: len(world["seats"][seat]["draft"])


def choice_of(seat: int) -> Look:
    return lambda world: str(world["seats"][seat]["choice"])


RIVALS = {
    1: seat("1,0 spoil-heap; 2,1 quicksand", "star-shaft, tea-house, 2 embassy, forum", coins=3),
    2: seat("1,0 paved-road", "old-gallery, watch-tower, jade-archive, sump-pump", coins=1),
}


def three(**changes: Any) -> engine.Game:
    """Three players, round 4, seat 0 starts; few cards are left in the piles."""
    thrown = {level: STOCK[level] for level in (1, 2, 3)}
    taken = Counter(cards("old-gallery, spoil-heap, paved-road, star-shaft, tea-house, old-gallery, 2 embassy, forum"))
    taken += Counter(cards("quicksand, watch-tower, jade-archive, sump-pump, rice-terrace, reed-barge, silver-drill"))
    slugs = {
        level: ", ".join(DATA.cards[card].slug for card in list((Counter(ids) - taken).elements())[: len(ids) - 18])
        for level, ids in thrown.items()
    }
    return position(
        "1,0 old-gallery", "rice-terrace, reed-barge, silver-drill", round=4, players=3, others=copy.deepcopy(RIVALS),
        discards=slugs, **changes,
    )  # fmt: skip


def test_piles_hands_and_events_follow_the_law() -> None:
    looks = [
        hand_of(1, 1),
        hand_of(2, 2),
        hand_of(2, 3),
        at(1, -1),
        at(1, 0, 1),
        at(2, -1),
        at(3, 0),
        event_at(-1),
        event_at(0),
    ]
    compare(three().view(0), looks)


def test_cards_that_a_search_has_shown_stay_where_they_are() -> None:
    others = copy.deepcopy(RIVALS)
    others[1]["shown"] = cards("embassy")
    g = position("1,0 old-gallery", "rice-terrace", round=4, players=3, others=others)
    view = g.view(0)
    assert view["seats"][1]["shown"] == cards("embassy")
    compare(view, [holds(1, "embassy"), holds(2, "embassy"), holds(1, "embassy", "quicksand", "forum"), at(2, -1)])
    for i in range(50):
        assert CARD["embassy"] in engine.from_view(view, i).view(None)["seats"][1]["hand"]


@pytest.mark.parametrize("seen_by", [0, 1])
def test_a_pile_searched_in_vain_has_no_card_of_the_faction(seen_by: int) -> None:
    piles = {1: "tea-house, old-gallery, spoil-heap, tea-house, star-shaft, coral-gears"}
    g = position("", "rice-terrace", players=5, piles=piles)
    play(g, "play rice-terrace", "place 1,0", "option 2", "faction romans", "search 1")
    view = g.view(seen_by)
    assert view["agenda"][-1]["tried"] == [1]
    romans = {card.id for card in DATA.cards if DATA.numbers.factions.index("romans") in card.factions}
    for i in range(100):
        assert not romans & set(engine.from_view(view, i).view(None)["decks"][0])
    compare(view, [at(1, -1), at(1, 0, 1), holds(3, "paved-road"), holds(2, "tea-house"), at(2, -1)], draws=2500)


def test_a_search_for_a_printed_faction_binds_its_piles_too() -> None:
    piles = {1: "tea-house, old-gallery, spoil-heap, tea-house, paved-road", 2: "embassy, forum, sump-pump"}
    g = position("", "reed-barge", players=5, piles=piles)
    play(g, "play reed-barge", "place 1,0", "option 1", "search 1", "search 2")
    view = g.view(0)
    assert view["agenda"][-1]["tried"] == [1, 2] and view["agenda"][-1]["faction"] is None
    compare(view, [at(1, -1), at(2, -1), holds(3, "star-shaft"), holds(2, "quicksand"), at(3, -1)], draws=2500)


def test_draft_discards_are_four_or_evenly_none_to_three() -> None:
    g = engine.new("imperial", 3, "standard", 8)
    for _ in range(4):
        g.apply(2, g.legal(2)[0])
    g.apply(1, g.legal(1)[0])
    view = g.view(0)
    assert view["actors"] == [0, 1]
    compare(
        view,
        [drafted(1), lambda w: str(w["seats"][1]["draft"][:1]), lambda w: str(w["seats"][2]["draft"][-1:]), at(1, -1)],
    )
    sizes = [
        Counter(len(engine.from_view(view, i).view(None)["seats"][s]["draft"]) for i in range(300)) for s in (1, 2)
    ]
    assert sorted(sizes[0]) == [0, 1, 2, 3] and list(sizes[1]) == [4]


def test_a_committed_choice_is_each_legal_one_as_likely() -> None:
    g = three()
    g.apply(1, g.code(1, "play star-shaft"))
    g.apply(2, g.code(2, "play old-gallery"))
    view = g.view(0)
    assert view["actors"] == [0]
    compare(view, [choice_of(1), choice_of(2), hand_of(2, 1)])


def test_a_seat_that_cannot_play_has_committed_a_dig() -> None:
    others = {1: seat("", "2 quicksand, jade-archive"), 2: seat("", "old-gallery, 2 embassy")}
    g = position("", "spoil-heap", round=1, players=3, others=others)
    g.apply(1, g.code(1, "dig"))
    g.apply(2, g.code(2, "play old-gallery"))
    for i in range(50):
        one, two = engine.from_view(g.view(0), i).view(None)["seats"][1:]
        assert one["choice"] == "dig"
        assert LEVEL[two["choice"]] == 1 and two["choice"] in two["hand"]


def test_a_reduced_price_counts_for_a_committed_choice() -> None:
    others = {1: seat("1,0 spoil-heap", "2 embassy, 2 quicksand")}
    g = position("", "spoil-heap", round=3, players=2, others=others, event="timber-surplus")
    g.apply(1, g.code(1, "play embassy"))
    view = g.view(0)
    compare(view, [choice_of(1)], draws=2000)
    assert all(engine.from_view(view, i).view(None)["seats"][1]["choice"] != "dig" for i in range(50))


def test_digs_and_streams_of_the_truth_do_not_matter() -> None:
    g, other = three(), three(seed=2)
    assert g != other
    assert g.view(0) == other.view(0)
    assert g.determinize(0, 9) == other.determinize(0, 9)


def test_the_seats_still_to_be_served_come_after_the_one_that_decides() -> None:
    g = three()
    for move in (
        "0 play rice-terrace",
        "1 play star-shaft",
        "2 play old-gallery",
        "0 place 1,2",
        "0 skip",
        "0 surface 1",
    ):
        turn, _, notation = move.partition(" ")
        g.apply(int(turn), g.code(int(turn), notation))
    assert g.actors == (1,)
    world = engine.from_view(g.view(0), 4)
    for turn in (1, 2):
        assert world.actors == (turn,)
        while world.actors == (turn,) and world.view(None)["phase"] == "mine":
            world.apply(turn, world.legal(turn)[0])


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
        ("round", 5),
        ("round", 11),
        ("start", 1),
        ("event", 1),
        ("event", None),
        ("events_seen", [0, 1, 2]),
        ("events_seen", [1, 1, 2, 0]),
        ("events_left", 7),
        ("tracks", [0, 1, 4]),
        ("deck_counts.0", 0),
        ("deck_counts.3", 13),
        ("discards.0", []),
        ("discards.0.0", 40),  # a card of level 3
        ("discards.3", [200]),
        ("phase", "mine"),
        ("phase", "draft"),
        ("phase", "over"),
        ("phase", "nap"),
        ("actors", []),
        ("actors", [3]),
        ("pending", {"seat": 0, "ask": "place", "source": "mine", "cell": None, "left": 1}),
        ("agenda", [{"item": "place"}]),
        ("seats.0.hand", None),
        ("seats.0.hand", [9, 5, 24]),
        ("seats.0.hand", [5, 9]),
        ("seats.0.hand_levels", [0, 0, 3, 0]),
        ("seats.0.draft", [1]),
        ("seats.0.choice", 3),
        ("seats.0.revealed", 3),
        ("seats.0.shown", [40]),
        ("seats.0.coins", -1),
        ("seats.0.carts", 3),
        ("seats.0.space", 3),
        ("seats.0.board", 3),
        ("seats.0.mine.0.level", 2),
        ("seats.0.mine.0.x", 1),
        ("seats.0.mine.0.card", 40),
        ("seats.0.mine.0.machines", 4),
        ("seats.0.tokens", [[1, 0, "r"]]),
        ("seats.1.hand", [1]),
        ("seats.1.draft", []),
        ("seats.1.choice", "dig"),
        ("seats.1.shown", [21, 21, 21]),
        ("seats.1.hand_levels", [2, 9, 0, 0]),
        ("seats.1.mine.1.x", 5),  # below nothing
        ("decks", [[], [], [], []]),
        ("title", "digger"),
    ],
)
def test_a_view_that_contradicts_itself_is_refused(path: str, value: Any) -> None:
    view = three().view(0)
    engine.from_view(view, 1)
    with pytest.raises(ValueError, match=r"contradicts itself|ImperialView|Imperial\w+"):
        engine.from_view(change(view, path, value), 1)


@pytest.mark.parametrize(
    "agenda",
    [
        [],
        [{"item": "place"}],
        [{"item": "chain", "cell": [2, 1]}],
        [{"item": "chain", "cell": [1, 0]}, {"item": "option", "cell": [2, 1]}],
        [{"item": "option", "cell": [2, 1]}, {"item": "chain", "cell": [2, 1]}],
        [{"item": "chain", "cell": [2, 1]}, {"item": "option", "cell": [1, 0]}],
        [{"item": "chain", "cell": [2, 1]}, {"item": "option", "cell": [2, 3]}],
        [{"item": "chain", "cell": [2, 1]}, {"item": "move", "spaces": 1}, {"item": "board"}],
        [{"item": "surface", "left": 3, "used": []}],
        [{"item": "climb", "cell": [1, 0]}],
    ],
)
def test_an_agenda_that_the_rules_cannot_build_is_refused(agenda: list[View]) -> None:
    g = position("1,0 old-gallery", "embassy", coins=2)
    play(g, "play embassy", "place 2,1")
    view = g.view(0)
    assert view["agenda"] == [{"item": "chain", "cell": [2, 1]}, {"item": "option", "cell": [2, 1]}]
    with pytest.raises(ValueError, match="contradicts itself"):
        engine.from_view(change(view, "agenda", agenda), 1)


def test_a_position_with_a_card_too_many_is_refused() -> None:
    view = referee([seat("1,0 old-gallery")], 5, "payday", {}, {}, (0, 2, 4))
    view["decks"][0].append(CARD["old-gallery"])
    view["deck_counts"][0] += 1
    with pytest.raises(ValueError, match="contradicts itself"):
        engine.from_view(view, 1)
