"""The components of Imperial Miners: the TOML files, checked and turned into plain records."""

import os
import tomllib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

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
KEYS = {
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
    "exchange": {"coins", "vp", "max"},
}
ABILITIES = {
    "cost": {"level", "minus"},
    "surface": {"extra"},
    "advance": {"plus"},
    "rescue": set[str](),
    "activation": {"coins"},
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
ANY_FACTION = 6


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
class Tables:
    numbers: Numbers
    cards: tuple[Card, ...]
    events: tuple[Event, ...]
    tracks: tuple[Track, ...]
    surfaces: tuple[Surface, ...]


def folder() -> Path:
    """Where the data lies: with the engine, or where MOTHERLODE_DATA has some for this game."""
    other = os.environ.get("MOTHERLODE_DATA")
    if other and (Path(other) / "imperial").is_dir():
        return Path(other) / "imperial"
    return Path(__file__).parent


def load(place: Path | None = None) -> Tables:
    """All components; ValueError names the file, the entry and the reason."""
    place = place or folder()
    numbers = read_numbers(Entry("rules.toml", "rules", read_file(place, "rules.toml")))
    reader = Effects(numbers.factions)
    tables = Tables(
        numbers,
        tuple(read_card(e, reader) for e in entries(place, "cards.toml", "card")),
        tuple(read_event(e, reader) for e in entries(place, "events.toml", "event")),
        tuple(read_track(e, reader) for e in entries(place, "progress.toml", "track")),
        tuple(read_surface(e, reader) for e in entries(place, "surface.toml", "surface")),
    )
    check_counts(tables)
    return tables


def read_file(place: Path, name: str) -> dict[str, Any]:
    try:
        with (place / name).open("rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise ValueError(f"{name}: {error.strerror}") from error
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{name}: {error}") from error


class Entry:
    """One table of a file; every complaint names the file and the entry."""

    def __init__(self, file: str, name: str, values: Any) -> None:
        self.file, self.name = file, name
        self.values: dict[str, Any] = self.kind(values, dict, "table")

    def fail(self, reason: str) -> ValueError:
        return ValueError(f"{self.file}: {self.name}: {reason}")

    def kind(self, value: Any, wanted: type, word: str) -> Any:
        if type(value) is not wanted:
            raise self.fail(f"expected a {word}, not {value!r}")
        return value

    def only(self, *keys: str) -> None:
        """No other keys; a text for people may stand anywhere."""
        for key in self.values:
            if key not in (*keys, "text"):
                raise self.fail(f"unknown key {key!r}")

    def get(self, key: str) -> Any:
        if key not in self.values:
            raise self.fail(f"{key} is missing")
        return self.values[key]

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        if key not in self.values and default is not None:
            return default
        value = self.get(key)
        if type(value) is not int or not low <= value <= high:
            raise self.fail(f"{key} is {value!r}, not a number from {low} to {high}")
        return value

    def word(self, key: str, among: Any = None) -> str:
        value = self.get(key)
        if not isinstance(value, str) or (among is not None and value not in among):
            raise self.fail(f"{key} is {value!r}" + (f", not one of {', '.join(among)}" if among is not None else ""))
        return value

    def slug(self) -> str:
        value = self.word("slug")
        if not value or not value.isascii() or not value.replace("-", "").isalnum() or value != value.lower():
            raise self.fail(f"slug {value!r} is not made of lower-case letters, digits and -")
        return value

    def list(self, key: str) -> list[Any]:
        value: list[Any] = self.kind(self.get(key), list, "list")
        return value

    def part(self, name: str, values: Any) -> "Entry":
        return Entry(self.file, f"{self.name}: {name}", values)


def entries(place: Path, file: str, key: str) -> list[Entry]:
    """The tables of a file, their ids ascending from 0, no slug twice."""
    whole = Entry(file, key, read_file(place, file))
    whole.only(key)
    found = [Entry(file, f"{key} {i}", values) for i, values in enumerate(whole.list(key))]
    slugs: set[str] = set()
    for i, entry in enumerate(found):
        if entry.get("id") != i or type(entry.get("id")) is not int:
            raise entry.fail(f"id is {entry.get('id')!r}, not {i}: ids ascend from 0")
        slug = entry.slug()
        entry.name = f"{key} {i} ({slug})"
        if slug in slugs:
            raise entry.fail("another entry has this slug")
        slugs.add(slug)
    return found


class Effects:
    """Reads effects in the closed vocabulary of the document, section 3."""

    def __init__(self, factions: tuple[str, ...]) -> None:
        self.factions = factions

    def faction(self, entry: Entry, name: Any) -> int:
        if not isinstance(name, str) or name not in self.factions:
            raise entry.fail(f"unknown faction {name!r}")
        return self.factions.index(name)

    def argument(self, entry: Entry, name: str, text: str) -> int:
        """What stands behind the colon of `faction:f` and `level:k`."""
        if name == "faction":
            return self.faction(entry, text)
        if text not in ("1", "2", "3", "4"):
            raise entry.fail(f"unknown level {text!r}")
        return int(text)

    def metric(self, entry: Entry, key: str, on_card: bool) -> Metric:
        text = entry.word(key)
        name, colon, arg = text.partition(":")
        if name not in METRICS or name == "none" or bool(colon) != (name in ("faction", "level")):
            raise entry.fail(f"unknown metric {text!r}")
        if name in STARRED and not on_card:
            raise entry.fail(f"metric {text!r} needs a card")
        return Metric(name, self.argument(entry, name, arg) if colon else 0)

    def place(self, entry: Entry, on_card: bool) -> tuple[str, int]:
        text = entry.word("where")
        name, colon, arg = text.partition(":")
        if name not in PLACES or name == "none" or bool(colon) != (name in ("faction", "level")):
            raise entry.fail(f"unknown place {text!r}")
        if name in NEAR and not on_card:
            raise entry.fail(f"place {text!r} needs a card")
        return name, self.argument(entry, name, arg) if colon else 0

    def step(self, entry: Entry, on_card: bool, barred: tuple[str, ...], deep: bool) -> Step:
        op = entry.word("op", OPS)
        if op in barred:
            raise entry.fail(f"{op} has no place here")
        entry.only("op", *KEYS[op])
        if op == "exchange":
            return Step(
                op,
                n=1,
                coins=entry.number("coins", 1, MOST_NUMBER),
                vp=entry.number("vp", 0, MOST_NUMBER),
                max=entry.number("max", 1, MOST_NUMBER),
            )
        per = self.metric(entry, "per", on_card) if "per" in entry.values else Metric()
        if per.name == "none" and {"each", "div"} & set(entry.values):
            raise entry.fail("each and div need per")
        where, where_arg = self.place(entry, on_card) if "where" in KEYS[op] else ("none", 0)
        faction = 0
        if op == "search":
            faction = ANY_FACTION if entry.get("faction") == "any" else self.faction(entry, entry.get("faction"))
        if op == "unmachine" and not on_card:
            raise entry.fail("unmachine needs a card")
        level = entry.number("level", 1, 4, 0)
        if level == 4 and not deep:
            raise entry.fail("level-4 cards are drawn by progress spaces and events only")
        return Step(
            op,
            n=entry.number("n", 0, MOST_NUMBER, 0) if "per" in entry.values else entry.number("n", 1, MOST_NUMBER),
            per=per,
            each=entry.number("each", 1, MOST_NUMBER) if "per" in entry.values else 0,
            div=entry.number("div", 1, MOST_NUMBER, 1),
            max=entry.number("max", 0, MOST_NUMBER) if "max" in entry.values else None,
            where=where,
            where_arg=where_arg,
            level=level,
            faction=faction,
        )

    def steps(
        self, entry: Entry, on_card: bool = False, barred: tuple[str, ...] = (), deep: bool = False
    ) -> tuple[Step, ...]:
        found = entry.list("do")
        if len(found) > MOST_STEPS:
            raise entry.fail(f"more than {MOST_STEPS} steps")
        return tuple(self.step(entry.part(f"step {i}", step), on_card, barred, deep) for i, step in enumerate(found))

    def effect(self, entry: Entry, on_card: bool) -> Effect:
        entry.only("need", "pay", "discount", "do")
        need, need_min = Metric(), 0
        if "need" in entry.values:
            part = entry.part("need", entry.get("need"))
            part.only("metric", "min")
            need, need_min = self.metric(part, "metric", on_card), part.number("min", 0, MOST_NUMBER)
        if "discount" in entry.values and "pay" not in entry.values:
            raise entry.fail("discount needs pay")
        return Effect(
            self.steps(entry, on_card),
            need,
            need_min,
            entry.number("pay", 0, MOST_NUMBER, 0),
            self.faction(entry, entry.get("discount")) if "discount" in entry.values else None,
        )


def read_numbers(entry: Entry) -> Numbers:
    entry.only(
        "rounds",
        "hand_limit",
        "machine_limit",
        "cart_vp",
        "events_used",
        "factions",
        "deal_standard",
        "keep_standard",
        "deal_first",
        "solo",
    )
    factions = tuple(entry.list("factions"))
    if len(set(factions)) != 6 or not all(isinstance(f, str) and f.isascii() and f.isalpha() for f in factions):
        raise entry.fail("factions are not six different words")
    if any(len(f) > 20 or f != f.lower() or f == "any" for f in factions):
        raise entry.fail("factions are lower-case words of at most 20 letters, and none is any")
    rounds = entry.number("rounds", 1, MOST_ROUNDS)
    deals = read_deal(entry, "deal_standard"), read_deal(entry, "deal_first")
    drop = sum(deals[0]) - entry.number("keep_standard", 0, sum(deals[0]))
    if drop > 8:
        raise entry.fail("keep_standard: more than 8 cards go in the draft")
    titles = []
    for i, values in enumerate(entry.list("solo")):
        part = entry.part(f"solo {i}", values)
        part.only("from", "slug")
        titles.append(Title(part.number("from", 0, 10**6), part.slug()))
    if not titles or titles[0].at_least != 0 or len(titles) > 8:
        raise entry.fail("solo is not a list of at most 8 titles from 0 on")
    if any(a.at_least >= b.at_least for a, b in pairwise(titles)):
        raise entry.fail("solo: the titles do not ascend")
    return Numbers(
        rounds,
        entry.number("hand_limit", 1, 12),
        entry.number("machine_limit", 1, 99),
        entry.number("cart_vp", 0, 99),
        entry.number("events_used", rounds, rounds),
        factions,
        deals,
        (drop, 0),
        tuple(titles),
    )


def read_deal(entry: Entry, key: str) -> tuple[int, ...]:
    deal = entry.list(key)
    if len(deal) != 3 or not all(type(n) is int and 0 <= n <= 7 for n in deal) or sum(deal) > MOST_DEALT:
        raise entry.fail(f"{key} is not three numbers from 0 to 7 with a sum of at most {MOST_DEALT}")
    return tuple(deal)


def read_card(entry: Entry, effects: Effects) -> Card:
    entry.only("id", "slug", "level", "cost", "copies", "factions", "carts", "effects")
    level = entry.number("level", 1, 4)
    factions = tuple(effects.faction(entry, name) for name in entry.list("factions"))
    if len(factions) > 2 or len(set(factions)) != len(factions):
        raise entry.fail("a card has none, one or two different factions")
    borders = entry.list("carts")
    if any(b not in BORDERS for b in borders) or len(set(borders)) != len(borders):
        raise entry.fail(f"carts are different borders of {', '.join(BORDERS)}, not {borders!r}")
    options = entry.list("effects")
    if not 1 <= len(options) <= 2:
        raise entry.fail("a card has one or two effects")
    return Card(
        entry.values["id"],
        entry.slug(),
        level,
        entry.number("cost", *LEVEL_COSTS[level - 1]),
        entry.number("copies", 1, LEVEL_CARDS[level - 1]),
        factions,
        tuple(BORDERS.index(b) for b in borders),
        tuple(effects.effect(entry.part(f"effect {i + 1}", e), True) for i, e in enumerate(options)),
    )


def read_event(entry: Entry, effects: Effects) -> Event:
    kind = entry.word("type", TYPES)
    if kind != "ability":
        entry.only("id", "slug", "type", "do")
        return Event(entry.values["id"], entry.slug(), kind, Effect(effects.steps(entry, deep=True)), {})
    entry.only("id", "slug", "type", "ability")
    part = entry.part("ability", entry.get("ability"))
    op = part.word("op", ABILITIES)
    part.only("op", *ABILITIES[op])
    limits = {"level": (1, 4), "minus": (0, MOST_NUMBER), "extra": (0, 2), "plus": (0, 9), "coins": (0, MOST_NUMBER)}
    for key in ABILITIES[op]:
        part.number(key, *limits[key])
    return Event(entry.values["id"], entry.slug(), kind, Effect(()), part.values)


def read_track(entry: Entry, effects: Effects) -> Track:
    entry.only("id", "slug", "board", "side", "spaces")
    id = entry.values["id"]
    if (entry.number("board", 0, 2), entry.number("side", 0, 1)) != (id // 2, id % 2):
        raise entry.fail("board and side are not those of the id: track 2 * board + side")
    spaces = entry.list("spaces")
    if not 2 <= len(spaces) <= MOST_SPACES:
        raise entry.fail(f"a track has 2 to {MOST_SPACES} spaces")
    found = []
    for i, values in enumerate(spaces):
        part = entry.part(f"space {i}", values)
        part.only("do")
        found.append(Effect(effects.steps(part, barred=("advance", "activate"), deep=True)))
    if found[0].do:
        raise entry.fail("space 0 has an effect")
    return Track(id, entry.slug(), tuple(found))


def read_surface(entry: Entry, effects: Effects) -> Surface:
    entry.only("id", "slug", "effects")
    options = entry.list("effects")
    if len(options) != 3:
        raise entry.fail("a surface board has three effects")
    return Surface(
        entry.values["id"],
        entry.slug(),
        tuple(effects.effect(entry.part(f"effect {i + 1}", e), False) for i, e in enumerate(options)),
    )


def check_counts(tables: Tables) -> None:
    if len(tables.cards) > MOST_KINDS:
        raise ValueError(f"cards.toml: card: {len(tables.cards)} different cards, at most {MOST_KINDS} fit")
    for level, wanted in enumerate(LEVEL_CARDS, 1):
        found = sum(card.copies for card in tables.cards if card.level == level)
        if found != wanted:
            raise ValueError(f"cards.toml: card: {found} cards of level {level}, not {wanted}")
    for file, key, found, wanted in (
        ("events.toml", "event", len(tables.events), EVENT_CARDS),
        ("progress.toml", "track", len(tables.tracks), TRACKS),
        ("surface.toml", "surface", len(tables.surfaces), SURFACES),
    ):
        if found != wanted:
            raise ValueError(f"{file}: {key}: {found} entries, not {wanted}")
