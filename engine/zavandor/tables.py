"""The components of The Mines of Zavandor, read from the TOML files and checked."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from engine.data import Entry, distinct, entries, folder, table

GEMS = DECKS = 4
CARDS = 112  # gem cards in all
DECK_ROOM = 64  # cards in one deck
STARTS = 4  # starting scrolls, ids 0-3
LIGHT, DARK = 5, 8  # cards a suit
SUIT = LIGHT + DARK
IMPROVEMENTS = STARTS + GEMS * SUIT
BOARDS = 5
SPACES = 6  # in the longest gallery
SLOTS = 8  # of the longest item
OPTIONS = 4  # of a card's use at one level
THRESHOLDS = 4  # of an end_vp table
HALLS = 32
MOVES = 9  # of the King, on the longest way: a suit's cards last as long, and so does the bound on decisions

TYPES = ("clan", "shrine", "altar", "scroll", "hoard")
COUNTERS = ("clans", "shrines", "altars", "full", "family_level", "coins", "dragons")

Yield = tuple[int, ...]  # wood, copper, iron, bronze, markers


@dataclass(frozen=True)
class Gem:
    slug: str
    letter: str
    deck: int
    bonus: int


@dataclass(frozen=True)
class Deck:
    slug: str
    cards: tuple[int, ...]  # by gem


@dataclass(frozen=True)
class Cost:
    """The price of one marker: gems, the cost of the King's hall, or set at the start."""

    gems: tuple[int, ...]
    king: bool = False
    given: bool = False


@dataclass(frozen=True)
class Item:
    """Whatever takes markers: an improvement, a Family clan, a Packdragon."""

    slug: str
    type: str
    costs: tuple[Cost, ...]
    vp: int
    suit: int | None = None
    stage: str = ""
    income: tuple[Yield, ...] = ()  # by level
    use: tuple[tuple[Yield, ...], ...] = ()  # options by level
    wild: int | None = None
    bid_bonus: tuple[int, int] | None = None  # gem, how many
    win_vp: tuple[int, int] | None = None
    end_vp: tuple[str, tuple[tuple[int, int], ...]] | None = None  # counter, (at least, VP) ascending
    final_price: int | None = None
    removable: bool = True


@dataclass(frozen=True)
class Board:
    slug: str
    spaces: int
    family: Item
    dragon: Item | None


@dataclass(frozen=True)
class Hall:
    slug: str
    cost: tuple[int, ...]
    next: tuple[int, ...]  # ascending
    moves: frozenset[int]  # after how many moves the King may stand here


@dataclass(frozen=True)
class Rules:
    starting_hand: tuple[int, ...]
    income_limit: int
    bank_price: int
    card_bid: int
    win_vp: int
    bonus_vp: int
    final_price: int
    offer_size: int
    trade_cycles: int


@dataclass(frozen=True)
class Data:
    gems: tuple[Gem, ...]
    decks: tuple[Deck, ...]
    cards: tuple[Item, ...]
    boards: tuple[Board, ...]
    halls: tuple[Hall, ...]
    rules: Rules


def load(place: Path | None = None) -> Data:
    """The data of a folder; ValueError names the file, the entry and what is wrong with it."""
    place = place or folder("zavandor")
    gems = read_gems(place)
    decks = read_decks(place)
    cards = read_cards(place, gems)
    return Data(gems, decks, cards, read_boards(place, gems), read_halls(place, gems), read_rules(place))


def read_gems(place: Path) -> tuple[Gem, ...]:
    gems: list[Gem] = []
    for entry in distinct(entries(place, "gems.toml", "gem", GEMS, ("deck",))):
        letter = entry.get("letter")
        if not isinstance(letter, str) or not re.fullmatch(r"[a-jl-z]", letter):
            raise entry.wrong(f"letter is a lower-case letter other than k, not {letter!r}")
        if any(g.letter == letter for g in gems):
            raise entry.wrong(f"the letter {letter!r} is taken")
        gems.append(Gem(entry.slug(), letter, entry.whole("deck", 0, DECKS - 1), entry.whole("bonus", 1, CARDS)))
        entry.done()
    return tuple(gems)


def read_decks(place: Path) -> tuple[Deck, ...]:
    decks = []
    for entry in distinct(entries(place, "gems.toml", "deck", DECKS, ("gem",))):
        deck = Deck(entry.slug(), entry.counts("cards", entry.get("cards"), GEMS, DECK_ROOM - 1))
        if not 1 <= sum(deck.cards) <= DECK_ROOM:
            raise entry.wrong(f"a deck has 1 to {DECK_ROOM} cards, not {sum(deck.cards)}")
        entry.done()
        decks.append(deck)
    total = sum(sum(deck.cards) for deck in decks)
    if total != CARDS:
        raise ValueError(f"gems.toml, deck: the decks have {CARDS} cards in all, not {total}")
    return tuple(decks)


def gem_counts(entry: Entry, what: str, text: Any, gems: tuple[Gem, ...], least: int) -> tuple[int, ...]:
    letters = "".join(g.letter for g in gems)
    if not isinstance(text, str) or any(c not in letters for c in text) or not least <= len(text) <= 3:
        raise entry.wrong(f"{what} is {least} to 3 of the gem letters {letters}, not {text!r}")
    return tuple(text.count(letter) for letter in letters)


def read_costs(entry: Entry, gems: tuple[Gem, ...], given: int) -> tuple[Cost, ...]:
    """The prices of an item's slots; the first `given` of them are set at the start."""
    none = (0,) * GEMS
    costs = []
    for i, text in enumerate(entry.sequence("costs", entry.get("costs"), most=SLOTS)):
        if (text == "-") != (i < given):
            raise entry.wrong(f"costs[{i}]: {'the marker is' if i < given else 'no marker is'} set at the start")
        if text == "-" or text == "k":
            costs.append(Cost(none, king=text == "k", given=text == "-"))
        else:
            costs.append(Cost(gem_counts(entry, f"costs[{i}]", text, gems, 1)))
    if len(costs) <= given:
        raise entry.wrong("costs: there is no marker to buy")
    return tuple(costs)


def read_income(entry: Entry, slots: int) -> tuple[Yield, ...]:
    if not entry.has("income"):
        return ((0,) * (DECKS + 1),) * (slots + 1)
    rows = entry.sequence("income", entry.get("income"), slots + 1)
    return tuple(entry.counts(f"income[{i}]", row, DECKS + 1, 15) for i, row in enumerate(rows))


def read_use(entry: Entry, slots: int, kind: str) -> tuple[tuple[Yield, ...], ...]:
    if not entry.has("use"):
        return ((),) * (slots + 1)
    if kind not in ("scroll", "hoard"):
        raise entry.wrong(f"only scrolls and hoards can be used, this is of type {kind}")
    table = []
    for level, options in enumerate(entry.sequence("use", entry.get("use"), slots + 1)):
        what = f"use[{level}]"
        found = tuple(
            entry.counts(what, option, DECKS + 1, 15) for option in entry.sequence(what, options, most=OPTIONS)
        )
        if len(set(found)) != len(found) or any(sum(option) == 0 for option in found):
            raise entry.wrong(f"{what}: options differ from each other and yield something")
        table.append(found)
    return tuple(table)


def pair(entry: Entry, key: str, gem_id: Callable[[str, Any], int]) -> tuple[int, int] | None:
    if not entry.has(key):
        return None
    gem, n = entry.sequence(key, entry.get(key), 2)
    return gem_id(key, gem), entry.integer(key, n, 1, 15)


def read_end_vp(entry: Entry) -> tuple[str, tuple[tuple[int, int], ...]] | None:
    if not entry.has("end_vp"):
        return None
    part = entry.part("end_vp")
    counter = part.word("count", COUNTERS)
    rows = part.pairs("table", THRESHOLDS)
    table = tuple((part.integer("table", a, 0, 999), part.integer("table", b, -99, 99)) for a, b in rows)
    if not table or any(a[0] >= b[0] for a, b in pairwise(table)):
        raise part.wrong("table has thresholds that ascend")
    part.done()
    return counter, table


def read_cards(place: Path, gems: tuple[Gem, ...]) -> tuple[Item, ...]:
    suits = tuple(gem.slug for gem in gems)
    cards = []
    for i, entry in enumerate(distinct(entries(place, "improvements.toml", "card", IMPROVEMENTS))):

        def gem_id(key: str, value: Any, entry: Entry = entry) -> int:
            if value not in suits:
                raise entry.wrong(f"{key}: the gems are {', '.join(suits)}, not {value!r}")
            return suits.index(value)

        start = i < STARTS
        entry.word("suit", ("none",) if start else (suits[(i - STARTS) // SUIT],))
        stage = entry.word("stage", ("start",) if start else ("light", "dark"))
        kind = entry.word("type", ("scroll",) if start else TYPES)
        costs = read_costs(entry, gems, 1 if start else 0)
        if entry.slug() in ("family", "packdragon"):
            raise entry.wrong(f"the slug {entry.slug()!r} is taken by the boards")
        cards.append(
            Item(
                slug=entry.slug(),
                type=kind,
                costs=costs,
                vp=entry.whole("vp", -99, 99),
                suit=None if start else (i - STARTS) // SUIT,
                stage=stage,
                income=read_income(entry, len(costs)),
                use=read_use(entry, len(costs), kind),
                wild=gem_id("wild", entry.get("wild")) if entry.has("wild") else None,
                bid_bonus=pair(entry, "bid_bonus", gem_id),
                win_vp=pair(entry, "win_vp", gem_id),
                end_vp=read_end_vp(entry),
                final_price=entry.whole("final_price", 1, 99) if entry.has("final_price") else None,
                removable=entry.flag("removable", default=True),
            )
        )
        entry.done()
    for suit, slug in enumerate(suits):
        light = sum(card.suit == suit and card.stage == "light" for card in cards)
        if light != LIGHT:
            raise ValueError(
                f"improvements.toml, suit {slug}: it has {LIGHT} light cards and {DARK} dark, not {light} light"
            )
    return tuple(cards)


def read_boards(place: Path, gems: tuple[Gem, ...]) -> tuple[Board, ...]:
    boards = []
    for entry in distinct(entries(place, "boards.toml", "board", BOARDS)):
        family = entry.part("family")
        costs = read_costs(family, gems, 1)
        family.get("income")
        clan = Item("family", "family", costs, family.whole("vp", -99, 99), income=read_income(family, len(costs)))
        family.done()
        dragon = None
        if entry.has("dragon"):
            part = entry.part("dragon")
            costs = read_costs(part, gems, 0)
            dragon = Item("packdragon", "packdragon", costs, part.whole("vp", -99, 99))
            part.done()
        boards.append(Board(entry.slug(), entry.whole("spaces", 1, SPACES), clan, dragon))
        entry.done()
    return tuple(boards)


def read_halls(place: Path, gems: tuple[Gem, ...]) -> tuple[Hall, ...]:
    rows = distinct(entries(place, "path.toml", "hall"))
    if not 2 <= len(rows) <= HALLS:
        raise ValueError(f"path.toml, hall: there are 2 to {HALLS} halls, not {len(rows)}")
    ways = []
    for i, entry in enumerate(rows):
        onward = [entry.integer("next", v, 0, len(rows) - 1) for v in entry.sequence("next", entry.get("next"))]
        if len(set(onward)) != len(onward):
            raise entry.wrong("next names a hall twice")
        if (not onward) != (i == len(rows) - 1):
            raise entry.wrong("the way ends in the last hall, and only there")
        ways.append(tuple(sorted(onward)))
    moves: list[set[int]] = [set() for _ in rows]
    reached, step = {0}, 0
    while reached:
        if step > MOVES:
            raise rows[min(reached)].wrong(f"a way through this hall takes more than {MOVES} moves")
        for hall in reached:
            moves[hall].add(step)
        reached, step = {n for hall in reached for n in ways[hall]}, step + 1
    halls = []
    for i, entry in enumerate(rows):
        if not moves[i]:
            raise entry.wrong("no way leads to this hall")
        cost = gem_counts(entry, "cost", entry.get("cost"), gems, 1 if i else 0)
        halls.append(Hall(entry.slug(), cost, ways[i], frozenset(moves[i])))
        entry.done()
    return tuple(halls)


def read_rules(place: Path) -> Rules:
    entry = table(place, "rules.toml", "rules")
    rules = Rules(
        starting_hand=entry.counts("starting_hand", entry.get("starting_hand"), 4, 15),
        income_limit=entry.whole("income_limit", 1, 15),
        bank_price=entry.whole("bank_price", 1, 3),
        card_bid=entry.whole("card_bid", 1, CARDS),
        win_vp=entry.whole("win_vp", 0, 15),
        bonus_vp=entry.whole("bonus_vp", 0, 15),
        final_price=entry.whole("final_price", 1, 99),
        offer_size=entry.whole("offer_size", 1, 3),
        trade_cycles=entry.whole("trade_cycles", 1, 2),
    )
    entry.done()
    return rules
