"""The components of Imperial Miners, read from the TOML files and checked."""

import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from engine.data import Entry, distinct, entries, folder, parse

# The order of these names is that of the enums in state.pxd.
OPS = (
    "coins",
    "vp",
    "draw",
    "search",
    "advance",
    "machine",
    "unmachine",
    "collapse",
    "clear",
    "cart",
    "activate",
    "discard",
    "exchange",
)
METRICS = (
    "none",
    "faction",
    "factions",
    "level",
    "machines",
    "machine_cards",
    "machines_here",
    "collapses",
    "carts",
    "carts_here",
    "neighbours",
    "above",
    "sides",
    "hand",
    "boards_done",
    "space",
    "advanced",
)
PLACES = ("none", "here", "any", "other", "adjacent", "machine", "level", "faction")
BORDERS = ("tl", "tr", "r", "br", "bl", "l")
TYPES = ("immediate", "ability", "end")

STARRED = {"machines_here", "carts_here", "neighbours", "above", "sides"}  # these metrics need a card
NEAR = {"here", "other", "adjacent"}  # and so do these places
AMOUNT = {"n", "per", "each", "div", "max"}
KEYS = {  # of the steps, but for exchange
    "coins": AMOUNT,
    "vp": AMOUNT,
    "draw": AMOUNT | {"level"},
    "search": {"n", "faction"},
    "advance": AMOUNT,
    "machine": {"n", "where"},
    "unmachine": {"n"},
    "collapse": {"n", "where"},
    "clear": {"n", "where"},
    "cart": AMOUNT,
    "activate": {"n", "where"},
    "discard": {"n"},
}
# What the abilities of events are, each with its parameters and their bounds.
ABILITIES: dict[str, dict[str, tuple[int, int]]] = {
    "cost": {"level": (1, 4), "minus": (0, 99)},
    "surface": {"extra": (0, 2)},
    "advance": {"plus": (0, 9)},
    "rescue": {},
    "activation": {"coins": (0, 99)},
}

LEVEL_CARDS = (36, 43, 43, 14)
LEVEL_COSTS = ((0, 0), (2, 2), (0, 13), (0, 0))
EVENT_CARDS = 18
TRACKS = 6
SURFACES = 5
MOST_KINDS = 128  # card ids fit seven bits
MOST_NUMBER = 99  # of any amount in the data
MOST_ROUNDS = 10  # the mine's bounds rest on it
MOST_SPACES = 32
MOST_STEPS = 8
MOST_DEALT = 16
MOST_DROPPED = 8
MOST_TITLES = 8
FACTIONS = 6
ANY_FACTION = FACTIONS


@dataclass(frozen=True)
class Metric:
    name: str = "none"
    arg: int = 0  # the faction or level it counts


@dataclass(frozen=True)
class Step:
    op: str
    n: int = 0
    per: Metric = Metric()
    each: int = 0
    div: int = 1
    max: int | None = None
    where: str = "none"
    where_arg: int = 0
    level: int = 0
    faction: int = 0
    coins: int = 0
    vp: int = 0


@dataclass(frozen=True)
class Effect:
    do: tuple[Step, ...]
    need: Metric = Metric()
    need_min: int = 0
    pay: int = 0
    discount: int | None = None


@dataclass(frozen=True)
class Card:
    id: int
    slug: str
    level: int
    cost: int
    copies: int
    factions: tuple[int, ...]
    carts: tuple[int, ...]
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Event:
    id: int
    slug: str
    type: str
    effect: Effect
    ability: dict[str, Any]


@dataclass(frozen=True)
class Track:
    id: int
    slug: str
    spaces: tuple[Effect, ...]


@dataclass(frozen=True)
class Surface:
    id: int
    slug: str
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Title:
    at_least: int
    slug: str


@dataclass(frozen=True)
class Numbers:
    rounds: int
    hand_limit: int
    machine_limit: int
    cart_vp: int
    events_used: int
    factions: tuple[str, ...]
    deals: tuple[tuple[int, ...], ...]  # of each variant: cards of level 1, 2, 3
    drops: tuple[int, ...]  # of each variant: how many of them go in the draft
    titles: tuple[Title, ...]


@dataclass(frozen=True)
class Data:
    numbers: Numbers
    cards: tuple[Card, ...]
    events: tuple[Event, ...]
    tracks: tuple[Track, ...]
    surfaces: tuple[Surface, ...]


def load(place: Path | None = None) -> Data:
    """The data of a folder; ValueError names the file, the entry and what is wrong with it."""
    place = place or folder("imperial")
    numbers = read_numbers(place)
    effects = Effects(numbers.factions)
    return Data(
        numbers,
        read_cards(place, effects),
        read_events(place, effects),
        read_tracks(place, effects),
        read_surfaces(place, effects),
    )


class Effects:
    """Reads effects in the closed vocabulary of the document, section 3."""

    def __init__(self, factions: tuple[str, ...]) -> None:
        self.factions = factions

    def faction(self, entry: Entry, what: str, name: Any) -> int:
        return self.factions.index(entry.among(what, name, self.factions))

    def counted(self, entry: Entry, key: str, known: tuple[str, ...], near: set[str], on_card: bool) -> tuple[str, int]:
        """A metric or a place, and what stands behind the colon of `faction:f` and `level:k`."""
        text = entry.text(key)
        name, colon, of = text.partition(":")
        if name not in known or name == "none" or bool(colon) != (name in ("faction", "level")):
            raise entry.wrong(f"{key} is one of {', '.join(known[1:])}, not {text!r}")
        if name in near and not on_card:
            raise entry.wrong(f"{key} {text!r} needs a card")
        if name == "faction":
            return name, self.faction(entry, key, of)
        return name, int(entry.among(key, of, ("1", "2", "3", "4"))) if colon else 0

    def metric(self, entry: Entry, key: str, on_card: bool) -> Metric:
        return Metric(*self.counted(entry, key, METRICS, STARRED, on_card))

    def step(self, entry: Entry, on_card: bool, barred: tuple[str, ...], deep: bool) -> Step:
        op = entry.word("op", OPS)
        if op in barred:
            raise entry.wrong(f"{op} has no place here")
        if op == "unmachine" and not on_card:
            raise entry.wrong("unmachine needs a card")
        found = self.exchange(entry) if op == "exchange" else self.plain_step(entry, op, on_card, deep)
        entry.done()
        return found

    def exchange(self, entry: Entry) -> Step:
        return Step(
            "exchange",
            n=1,
            coins=entry.whole("coins", 1, MOST_NUMBER),
            vp=entry.whole("vp", 0, MOST_NUMBER),
            max=entry.whole("max", 1, MOST_NUMBER),
        )

    def plain_step(self, entry: Entry, op: str, on_card: bool, deep: bool) -> Step:
        given = {key for key in KEYS[op] if entry.has(key)}
        if given & {"each", "div"} and "per" not in given:
            raise entry.wrong("each and div need per")
        where, where_arg = self.counted(entry, "where", PLACES, NEAR, on_card) if "where" in KEYS[op] else ("none", 0)
        level = entry.whole("level", 1, 4) if "level" in given else 0
        if level == 4 and not deep:
            raise entry.wrong("level-4 cards are drawn by progress spaces and events only")
        faction = 0
        if op == "search":
            name = entry.get("faction")
            faction = ANY_FACTION if name == "any" else self.faction(entry, "faction", name)
        return Step(
            op,
            n=entry.whole("n", 0, MOST_NUMBER, 0) if "per" in given else entry.whole("n", 1, MOST_NUMBER),
            per=self.metric(entry, "per", on_card) if "per" in given else Metric(),
            each=entry.whole("each", 1, MOST_NUMBER) if "per" in given else 0,
            div=entry.whole("div", 1, MOST_NUMBER) if "div" in given else 1,
            max=entry.whole("max", 0, MOST_NUMBER) if "max" in given else None,
            where=where,
            where_arg=where_arg,
            level=level,
            faction=faction,
        )

    def steps(
        self, entry: Entry, on_card: bool = False, barred: tuple[str, ...] = (), deep: bool = False
    ) -> tuple[Step, ...]:
        return tuple(self.step(part, on_card, barred, deep) for part in entry.parts("do", MOST_STEPS))

    def effect(self, entry: Entry, on_card: bool) -> Effect:
        need, need_min = Metric(), 0
        if entry.has("need"):
            part = entry.part("need")
            need, need_min = self.metric(part, "metric", on_card), part.whole("min", 0, MOST_NUMBER)
            part.done()
        discount = None
        if entry.has("discount"):
            discount = self.faction(entry, "discount", entry.get("discount"))
            if not entry.has("pay"):
                raise entry.wrong("discount needs pay")
        pay = entry.whole("pay", 0, MOST_NUMBER, 0)
        found = Effect(self.steps(entry, on_card), need, need_min, pay, discount)
        entry.done()
        return found


def read_numbers(place: Path) -> Numbers:
    entry = Entry("rules.toml", "rules", parse(place, "rules.toml"))
    factions = tuple(entry.sequence("factions", entry.get("factions"), FACTIONS))
    if len(set(map(str, factions))) != FACTIONS:
        raise entry.wrong(f"factions are {FACTIONS} different words, not {list(factions)}")
    for name in factions:
        if not isinstance(name, str) or not re.fullmatch(r"[a-z]{1,20}", name) or name == "any":
            raise entry.wrong(f"a faction is a lower-case word of at most 20 letters other than any, not {name!r}")
    rounds = entry.whole("rounds", 1, MOST_ROUNDS)
    deals = read_deal(entry, "deal_standard"), read_deal(entry, "deal_first")
    dealt = sum(deals[0])
    kept = entry.whole("keep_standard", max(0, dealt - MOST_DROPPED), dealt)
    numbers = Numbers(
        rounds,
        entry.whole("hand_limit", 1, 12),
        entry.whole("machine_limit", 1, 99),
        entry.whole("cart_vp", 0, 99),
        entry.whole("events_used", rounds, rounds),
        factions,
        deals,
        (dealt - kept, 0),
        read_titles(entry),
    )
    entry.done()
    return numbers


def read_deal(entry: Entry, key: str) -> tuple[int, ...]:
    deal = entry.counts(key, entry.get(key), 3, 7)
    if sum(deal) > MOST_DEALT:
        raise entry.wrong(f"{key} has a sum of at most {MOST_DEALT}, not {sum(deal)}")
    return deal


def read_titles(entry: Entry) -> tuple[Title, ...]:
    titles = []
    for part in entry.parts("solo", MOST_TITLES):
        titles.append(Title(part.whole("from", 0, 10**6), part.slug()))
        part.done()
    if not titles or titles[0].at_least != 0 or any(a.at_least >= b.at_least for a, b in pairwise(titles)):
        raise entry.wrong("solo has titles that ascend from 0 on")
    return tuple(titles)


def read_cards(place: Path, effects: Effects) -> tuple[Card, ...]:
    cards = []
    for i, entry in enumerate(distinct(entries(place, "cards.toml", "card"))):
        level = entry.whole("level", 1, 4)
        names = entry.sequence("factions", entry.get("factions"), most=2)
        factions = tuple(effects.faction(entry, "factions", name) for name in names)
        if len(set(factions)) != len(factions):
            raise entry.wrong("a card has none, one or two different factions")
        carts = tuple(
            BORDERS.index(entry.among("carts", border, BORDERS))
            for border in entry.sequence("carts", entry.get("carts"), most=len(BORDERS))
        )
        if len(set(carts)) != len(carts):
            raise entry.wrong("carts names a border twice")
        options = tuple(effects.effect(part, True) for part in entry.parts("effects", 2))
        if not options:
            raise entry.wrong("a card has one or two effects")
        cost = entry.whole("cost", *LEVEL_COSTS[level - 1])
        copies = entry.whole("copies", 1, LEVEL_CARDS[level - 1])
        entry.done()
        cards.append(Card(i, entry.slug(), level, cost, copies, factions, carts, options))
    if len(cards) > MOST_KINDS:
        raise ValueError(f"cards.toml, card: there are at most {MOST_KINDS} different cards, not {len(cards)}")
    for level, wanted in enumerate(LEVEL_CARDS, 1):
        found = sum(card.copies for card in cards if card.level == level)
        if found != wanted:
            raise ValueError(f"cards.toml, card: there are {wanted} cards of level {level}, not {found}")
    return tuple(cards)


def read_events(place: Path, effects: Effects) -> tuple[Event, ...]:
    events = []
    for i, entry in enumerate(distinct(entries(place, "events.toml", "event", EVENT_CARDS))):
        kind = entry.word("type", TYPES)
        effect, ability = Effect(()), dict[str, Any]()
        if kind == "ability":
            ability = read_ability(entry.part("ability"))
        else:
            effect = Effect(effects.steps(entry, deep=True))
        entry.done()
        events.append(Event(i, entry.slug(), kind, effect, ability))
    return tuple(events)


def read_ability(part: Entry) -> dict[str, Any]:
    op = part.word("op", tuple(ABILITIES))
    found = {"op": op, **{key: part.whole(key, *bounds) for key, bounds in ABILITIES[op].items()}}
    part.done()
    return found


def read_tracks(place: Path, effects: Effects) -> tuple[Track, ...]:
    tracks = []
    for i, entry in enumerate(distinct(entries(place, "progress.toml", "track", TRACKS))):
        if (entry.whole("board", 0, 2), entry.whole("side", 0, 1)) != (i // 2, i % 2):
            raise entry.wrong("board and side are not those of the id: track 2 * board + side")
        spaces = []
        for part in entry.parts("spaces", MOST_SPACES):
            spaces.append(Effect(effects.steps(part, barred=("advance", "activate"), deep=True)))
            part.done()
        if len(spaces) < 2:
            raise entry.wrong(f"a track has 2 to {MOST_SPACES} spaces, not {len(spaces)}")
        if spaces[0].do:
            raise entry.wrong("spaces[0] has an effect")
        entry.done()
        tracks.append(Track(i, entry.slug(), tuple(spaces)))
    return tuple(tracks)


def read_surfaces(place: Path, effects: Effects) -> tuple[Surface, ...]:
    surfaces = []
    for i, entry in enumerate(distinct(entries(place, "surface.toml", "surface", SURFACES))):
        options = tuple(effects.effect(part, False) for part in entry.parts("effects"))
        if len(options) != 3:
            raise entry.wrong(f"a surface board has three effects, not {len(options)}")
        entry.done()
        surfaces.append(Surface(i, entry.slug(), options))
    return tuple(surfaces)
