"""The components of Minerals, read from the TOML files and checked.

The files lie beside this module, or in `$MOTHERLODE_DATA/minerals` for whoever wants to play with other numbers.
"""

import os
import re
import tomllib
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

KINDS = 5
TILES = 118
CARDS = 24
ONE_DIAMOND = 14
TOOLS = 10
TOOL_TILES = 5
MAX_PLAYERS = 5
MAX_COST = 15  # of one mineral on a card
MAX_EXCHANGES = 49  # a decision before the move stays below 1,024 actions with this many
MOMENTS = ("before", "cut", "after")

# The closed list of effects: the moments each can work at, and its parameters with their bounds.
EFFECTS: dict[str, tuple[frozenset[str], dict[str, tuple[int, int]]]] = {
    "add-tile": (frozenset({"before", "after"}), {"min_adjacent": (1, 6)}),
    "choose-cut": (frozenset({"cut"}), {}),
    "draw": (frozenset({"before", "after"}), {"draw": (1, TILES)}),
    "exchange": (frozenset({"before", "after"}), {"limit": (1, 7)}),
    "turn": (frozenset({"before"}), {}),
    "slide": (frozenset({"before"}), {}),
    "take-adjacent": (frozenset({"after"}), {}),
    "carry": (frozenset({"before", "after"}), {"min_adjacent": (1, 6)}),
    "extra-move": (frozenset({"after"}), {}),
    "copy": (frozenset(MOMENTS), {}),
}
STYLES = ("free", "round", "ragged", "long")

Bag = tuple[int, ...]  # counts by mineral


@dataclass(frozen=True)
class Mineral:
    slug: str
    colour: str
    count: int


@dataclass(frozen=True)
class Board:
    removals: int
    row: int
    start: tuple[int, ...]  # cells
    max_barred: int
    styles: tuple[str, ...]


@dataclass(frozen=True)
class Card:
    id: int
    slug: str
    diamonds: int
    cost: Bag
    value: int
    low_value: int | None


@dataclass(frozen=True)
class Tool:
    id: int
    slug: str
    tile: int
    side: int
    cost: int  # mineral id
    when: frozenset[str]
    effect: str
    number: int  # min_adjacent, draw or limit; 0 where the effect has no parameter


@dataclass(frozen=True)
class Exchange:
    """What the actor of a Sack takes and gives, and the five nibbles of its code."""

    code: int
    take: Bag
    give: Bag
    worth: int


@dataclass(frozen=True)
class Tables:
    minerals: tuple[Mineral, ...]
    board: Board
    cards: tuple[Card, ...]
    tools: tuple[Tool, ...]
    exchanges: tuple[Exchange, ...]  # ascending by code, up to the greatest limit of a tool


class Entry:
    """One table of a file: hands out its values, checked, and refuses keys nobody asked for."""

    def __init__(self, file: str, name: str, values: Any) -> None:
        self.file, self.name = file, name
        if not isinstance(values, dict):
            self.refuse(f"expected a table, not {values!r}")
        self.values: dict[str, Any] = dict(values)

    def refuse(self, reason: str) -> None:
        raise ValueError(f"{self.file}, {self.name}: {reason}")

    def take(self, key: str) -> Any:
        if key not in self.values:
            self.refuse(f"{key} is missing")
        return self.values.pop(key)

    def whole(self, key: str, low: int, high: int) -> int:
        value = self.take(key)
        if type(value) is not int or not low <= value <= high:
            self.refuse(f"{key} is an integer from {low} to {high}, not {value!r}")
        return int(value)

    def slug(self, key: str = "slug") -> str:
        value = self.take(key)
        if not isinstance(value, str) or not re.fullmatch(r"[a-z]+(-[a-z]+)*", value):
            self.refuse(f"{key} is a lower-case word, not {value!r}")
        return str(value)

    def one_of(self, key: str, words: tuple[str, ...]) -> str:
        value = self.take(key)
        if value not in words:
            self.refuse(f"unknown {key} {value!r}; there are {', '.join(words)}")
        return str(value)

    def wholes(self, key: str, count: int, low: int, high: int) -> tuple[int, ...]:
        value = self.take(key)
        if (
            not isinstance(value, list)
            or len(value) != count
            or any(type(n) is not int or not low <= n <= high for n in value)
        ):
            self.refuse(f"{key} is a list of {count} integers from {low} to {high}, not {value!r}")
        return tuple(value)

    def done(self) -> None:
        if self.values:
            self.refuse(f"unknown key {min(self.values)!r}")


def folder() -> Path:
    """Where the files are read from."""
    swapped = os.environ.get("MOTHERLODE_DATA")
    if swapped and (Path(swapped) / "minerals").is_dir():
        return Path(swapped) / "minerals"
    return Path(__file__).parent


def load(where: Path | None = None) -> Tables:
    """The tables of a folder; ValueError names the file, the entry and the reason when something is wrong."""
    where = where or folder()
    minerals = read_minerals(where)
    board = read_board(where)
    if minerals[0].count < board.removals + MAX_PLAYERS:
        raise ValueError(
            f"board.toml, setup: {board.removals} removals of {minerals[0].count} {minerals[0].slug} "
            f"could leave fewer than the {MAX_PLAYERS} that pawns are placed on"
        )
    tools = read_tools(where)
    return Tables(minerals, board, read_cards(where), tools, exchanges(tools))


def read(where: Path, file: str) -> dict[str, Any]:
    try:
        with (where / file).open("rb") as lines:
            return tomllib.load(lines)
    except OSError as error:
        raise ValueError(f"{file}: cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file}: no TOML: {error}") from error


def entries(where: Path, file: str, key: str, first: int, count: int) -> list[Entry]:
    """The tables `[[key]]` of a file that has nothing else, in the order of their ids, which run from `first`."""
    values = read(where, file)
    found = values.pop(key, [])
    Entry(file, "top level", values).done()
    return numbered(file, key, found, first, count)


def numbered(file: str, key: str, found: Any, first: int, count: int) -> list[Entry]:
    if not isinstance(found, list) or len(found) != count:
        raise ValueError(f"{file}: expected {count} entries [[{key}]], not {len(found)}")
    by_id: dict[int, Entry] = {}
    for place, values in enumerate(found):
        entry = Entry(file, f"{key} number {place + 1}", values)
        id = entry.whole("id", first, first + count - 1)
        entry.name = f"{key} {id}"
        if id in by_id:
            entry.refuse("its id occurs twice")
        by_id[id] = entry
    return [by_id[id] for id in sorted(by_id)]


def distinct(file: str, key: str, slugs: list[str]) -> None:
    for slug in slugs:
        if slugs.count(slug) > 1:
            raise ValueError(f"{file}, {key} {slugs.index(slug) + 1}: the slug {slug!r} occurs twice")


def read_minerals(where: Path) -> tuple[Mineral, ...]:
    found = []
    for entry in entries(where, "minerals.toml", "mineral", 1, KINDS):
        found.append(Mineral(entry.slug(), entry.slug("colour"), entry.whole("count", 1, TILES)))
        entry.done()
    distinct("minerals.toml", "mineral", [m.slug for m in found])
    total = sum(m.count for m in found)
    if total != TILES:
        raise ValueError(f"minerals.toml, mineral 1 to {KINDS}: the counts sum up to {total}, not {TILES}")
    return tuple(found)


def read_board(where: Path) -> Board:
    file = "board.toml"
    values = read(where, file)
    setup = Entry(file, "setup", values.pop("setup", {}))
    grid = Entry(file, "grid", values.pop("grid", {}))
    growth = Entry(file, "growth", values.pop("growth", {}))
    styles = values.pop("style", [])
    Entry(file, "top level", values).done()

    # The engine's sets of cells are 16 rows of 16 bits, and its paths lean on the empty rim.
    for key, fixed in (("width", 16), ("height", 16), ("first", 1), ("last", 14)):
        grid.whole(key, fixed, fixed)
    removals = setup.whole("removals", 1, TILES - 1)
    row = setup.whole("row", 1, ONE_DIAMOND)

    start = growth.take("start")
    if not isinstance(start, list) or len(start) != 3:
        growth.refuse(f"start has three cells, not {start!r}")
    cells = []
    for pair in start:
        if not isinstance(pair, list) or len(pair) != 2 or any(type(n) is not int or not 1 <= n <= 14 for n in pair):
            growth.refuse(f"a start cell is [q, r], both from 1 to 14, not {pair!r}")
        cells.append(16 * pair[1] + pair[0])
    for i in range(3):
        if cells[i] - cells[i - 1] not in (1, -15, -16, -1, 15, 16):
            growth.refuse(f"the start cells must touch each other: {start[i - 1]} and {start[i]} do not")
    barred = growth.whole("max_barred", 0, 196)

    if not isinstance(styles, list) or not 1 <= len(styles) <= 16:
        raise ValueError(f"{file}: expected 1 to 16 entries [[style]]")
    slugs = []
    for entry in numbered(file, "style", styles, 0, len(styles)):
        slugs.append(entry.one_of("slug", STYLES))
        entry.done()
    for entry in (setup, grid, growth):
        entry.done()
    return Board(removals, row, tuple(cells), barred, tuple(slugs))


def read_cards(where: Path) -> tuple[Card, ...]:
    found = []
    for id, entry in enumerate(entries(where, "cards.toml", "card", 1, CARDS), 1):
        slug = entry.slug()
        diamonds = 1 if id <= ONE_DIAMOND else 2
        entry.whole("diamonds", diamonds, diamonds)
        cost = entry.wholes("cost", KINDS, 0, MAX_COST)
        value = entry.whole("value", 0, 255)
        low = None
        if "low_value" in entry.values:
            low = entry.whole("low_value", 0, 255)
            if not cost[-1]:
                entry.refuse("a low_value is for cards that ask for orpiment")
        if not any(cost[:-1]):
            entry.refuse("it asks for nothing but orpiment")
        entry.done()
        found.append(Card(id, slug, diamonds, cost, value, low))
    distinct("cards.toml", "card", [c.slug for c in found])
    return tuple(found)


def read_tools(where: Path) -> tuple[Tool, ...]:
    found: list[Tool] = []
    for id, entry in enumerate(entries(where, "tools.toml", "tool", 1, TOOLS), 1):
        slug = entry.slug()
        tile = entry.whole("tile", 0, TOOL_TILES - 1)
        side = entry.whole("side", 0, 1)
        for other in found:
            if (other.tile, other.side) == (tile, side):
                entry.refuse(f"side {side} of tile {tile} is the {other.slug}'s")
        cost = entry.whole("cost", 1, KINDS)
        effect = entry.one_of("effect", tuple(EFFECTS))
        moments, parameters = EFFECTS[effect]
        when = entry.take("when")
        if not isinstance(when, list) or not when or len(set(map(str, when))) != len(when):
            entry.refuse(f"when is a list of moments, each once, not {when!r}")
        for moment in when:
            if moment not in moments:
                entry.refuse(f"{effect} works at {', '.join(sorted(moments))}, not at {moment!r}")
        number = 0
        for key, (low, high) in parameters.items():
            number = entry.whole(key, low, high)
        entry.done()
        found.append(Tool(id, slug, tile, side, cost, frozenset(when), effect, number))
    distinct("tools.toml", "tool", [t.slug for t in found])
    for tool in found:
        for other in found:
            if tool.tile != other.tile and tool.effect == other.effect:
                raise ValueError(
                    f"tools.toml, tool {other.id}: {tool.slug} has the effect {tool.effect} too; "
                    "only the sides of one tile may share one"
                )
    return tuple(found)


def exchanges(tools: tuple[Tool, ...]) -> tuple[Exchange, ...]:
    """All exchanges up to the greatest limit of a tool: equal worth on both sides, no mineral on both."""
    limit = max([t.number for t in tools if t.effect == "exchange"], default=0)
    found = []
    for gain in product(*(range(-(limit // value), limit // value + 1) for value in range(1, KINDS + 1))):
        worth = sum(value * max(n, 0) for value, n in enumerate(gain, 1))
        if 0 < worth <= limit and sum(value * n for value, n in enumerate(gain, 1)) == 0:
            code = 0
            for n in gain:
                code = code << 4 | 8 + n
            found.append(Exchange(code, tuple(max(n, 0) for n in gain), tuple(max(-n, 0) for n in gain), worth))
    if len(found) > MAX_EXCHANGES:
        tool = next(t for t in tools if t.effect == "exchange" and t.number == limit)
        raise ValueError(
            f"tools.toml, tool {tool.id}: a limit of {limit} gives {len(found)} exchanges, over {MAX_EXCHANGES}"
        )
    return tuple(sorted(found, key=lambda e: e.code))
