"""The components of Minerals, read from the TOML files and checked."""

from dataclasses import dataclass
from itertools import product
from pathlib import Path

from engine.data import distinct, entries, folder, table

KINDS = 5
TILES = 118
CARDS = 24
ONE_DIAMOND = 14
TOOLS = 10
TOOL_TILES = 5
MAX_PLAYERS = 5
MAX_COST = 15  # of one mineral on a card
MAX_STYLES = 16
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
    number: int  # min_adjacent, draw or limit; 0 place the effect has no parameter


@dataclass(frozen=True)
class Exchange:
    """What the actor of a Sack takes and gives, and the five nibbles of its code."""

    code: int
    take: Bag
    give: Bag
    worth: int


@dataclass(frozen=True)
class Data:
    minerals: tuple[Mineral, ...]
    board: Board
    cards: tuple[Card, ...]
    tools: tuple[Tool, ...]
    exchanges: tuple[Exchange, ...]  # ascending by code, up to the greatest limit of a tool


def load(place: Path | None = None) -> Data:
    """The data of a folder; ValueError names the file, the entry and what is wrong with it."""
    place = place or folder("minerals")
    minerals = read_minerals(place)
    board = read_board(place)
    if minerals[0].count < board.removals + MAX_PLAYERS:
        raise ValueError(
            f"board.toml, setup: {board.removals} removals of {minerals[0].count} {minerals[0].slug} "
            f"could leave fewer than the {MAX_PLAYERS} that pawns are placed on"
        )
    tools = read_tools(place)
    return Data(minerals, board, read_cards(place), tools, exchanges(tools))


def read_minerals(place: Path) -> tuple[Mineral, ...]:
    found = []
    for entry in distinct(entries(place, "minerals.toml", "mineral", KINDS, first=1)):
        found.append(Mineral(entry.slug(), entry.text("colour"), entry.whole("count", 1, TILES)))
        entry.done()
    total = sum(m.count for m in found)
    if total != TILES:
        raise ValueError(f"minerals.toml, mineral 1 to {KINDS}: the counts sum up to {total}, not {TILES}")
    return tuple(found)


def read_board(place: Path) -> Board:
    keys = ("setup", "grid", "growth", "style")
    setup, grid, growth = (table(place, "board.toml", key, keys) for key in keys[:3])

    # The engine's sets of cells are 16 rows of 16 bits, and its paths lean on the empty rim.
    for key, fixed in (("width", 16), ("height", 16), ("first", 1), ("last", 14)):
        grid.whole(key, fixed, fixed)
    removals = setup.whole("removals", 1, TILES - 1)
    row = setup.whole("row", 1, ONE_DIAMOND)

    start = growth.sequence("start", growth.get("start"), 3)
    cells = []
    for pair in start:
        if not isinstance(pair, list) or len(pair) != 2 or any(type(n) is not int or not 1 <= n <= 14 for n in pair):
            raise growth.wrong(f"a start cell is [q, r], both from 1 to 14, not {pair!r}")
        cells.append(16 * pair[1] + pair[0])
    for i in range(3):
        if cells[i] - cells[i - 1] not in (1, -15, -16, -1, 15, 16):
            raise growth.wrong(f"the start cells must touch each other: {start[i - 1]} and {start[i]} do not")
    barred = growth.whole("max_barred", 0, 196)

    styles = entries(place, "board.toml", "style", keys=keys)
    if len(styles) > MAX_STYLES:
        raise ValueError(f"board.toml, style: there are at most {MAX_STYLES} entries, not {len(styles)}")
    slugs = tuple(style.word("slug", STYLES) for style in styles)
    for entry in (setup, grid, growth, *styles):
        entry.done()
    return Board(removals, row, tuple(cells), barred, slugs)


def read_cards(place: Path) -> tuple[Card, ...]:
    found = []
    for id, entry in enumerate(distinct(entries(place, "cards.toml", "card", CARDS, first=1)), 1):
        diamonds = 1 if id <= ONE_DIAMOND else 2
        entry.whole("diamonds", diamonds, diamonds)
        cost = entry.counts("cost", entry.get("cost"), KINDS, MAX_COST)
        value = entry.whole("value", 0, 255)
        low = None
        if entry.has("low_value"):
            low = entry.whole("low_value", 0, 255)
            if not cost[-1]:
                raise entry.wrong("a low_value is for cards that ask for orpiment")
        if not any(cost[:-1]):
            raise entry.wrong("it asks for nothing but orpiment")
        entry.done()
        found.append(Card(id, entry.slug(), diamonds, cost, value, low))
    return tuple(found)


def read_tools(place: Path) -> tuple[Tool, ...]:
    found: list[Tool] = []
    for id, entry in enumerate(distinct(entries(place, "tools.toml", "tool", TOOLS, first=1)), 1):
        tile = entry.whole("tile", 0, TOOL_TILES - 1)
        side = entry.whole("side", 0, 1)
        for other in found:
            if (other.tile, other.side) == (tile, side):
                raise entry.wrong(f"side {side} of tile {tile} is the {other.slug}'s")
        cost = entry.whole("cost", 1, KINDS)
        effect = entry.word("effect", tuple(EFFECTS))
        moments, parameters = EFFECTS[effect]
        when = entry.get("when")
        if not isinstance(when, list) or not when or len(set(map(str, when))) != len(when):
            raise entry.wrong(f"when is a list of moments, each once, not {when!r}")
        for moment in when:
            if moment not in moments:
                raise entry.wrong(f"{effect} works at {', '.join(sorted(moments))}, not at {moment!r}")
        number = 0
        for key, (low, high) in parameters.items():
            number = entry.whole(key, low, high)
        entry.done()
        found.append(Tool(id, entry.slug(), tile, side, cost, frozenset(when), effect, number))
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
