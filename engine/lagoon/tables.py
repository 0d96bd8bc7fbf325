"""The component data of Miner's Lagoon, read from its TOML files and checked."""

import os
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

RESOURCES = ("gold", "iron", "copper", "silver")
WORKERS = ("merchant", "miner")
FORMS = ("most", "at_least", "per", "table")
METRICS = (
    "center_value",
    "enriched",
    "enriched_gold",
    "enriched_iron",
    "enriched_copper",
    "enriched_silver",
    "enriched_high",
    "enriched_kinds",
    "artifacts",
    "money",
    "resources",
    "resource_sets",
    "equipment",
    "deals_closed",
    "shipments",
    "bulk_shipments",
    "artifact_shipments",
    "miners",
    "merchants",
    "workers",
)

# The words of effects, each with its parameters and their bounds. `pay` and `resource` are checked on their own.
AMOUNT, TIMES, LEVEL = (0, 99), (1, 9), (1, 4)
WORDS: dict[str, dict[str, tuple[int, int] | None]] = {
    "recruit": {"worker": None, "cost": AMOUNT, "limit": (1, 15)},
    "money": {"money": AMOUNT},
    "sell": {"resource": None, "money": AMOUNT},
    "depart": {},
    "mine": {},
    "galleries": {"tiles": (1, 2), "pay": None},
    "enrich": {"times": TIMES, "same": TIMES},
    "buy": {"times": TIMES},
    "trade": {"give": (1, 2), "times": TIMES},
    "artifact": {},
    "equip": {},
    "ship": {},
    "draw": {},
    "close": {"bonus": AMOUNT, "once": None},
    "discard": {"money": AMOUNT},
    "raise": {"cost": AMOUNT},
    "boost": {},
    "collect": {"level": (1, 2)},
    "crush": {"level": LEVEL, "vp": AMOUNT},
    "demolish": {},
}
PAIRS = (("draw", "close"), ("enrich", "buy"))  # the alternatives there are
BOARD_ONLY = ("depart", "mine")

# The numbers of the board, with the bounds the engine has room for; equal ones where the rules know only this number.
CONSTANTS: dict[str, tuple[int, int]] = {
    "rounds": (1, 99),
    "goal": (1, 999),
    "actions_per_turn": (1, 9),
    "objectives_dealt": (3, 3),
    "objectives_kept": (2, 2),
    "corporations_dealt": (2, 2),
    "equipment_shown": (1, 24),
    "shipments_shown": (1, 41),
    "artifact_cost": (0, 99),
    "artifact_vp": AMOUNT,
    "line_limit": (1, 20),
    "top_level": (4, 4),
    "owner_vp": AMOUNT,
    "gallery_limit": (1, 15),
}
COUNTS = {"space": 20, "gallery": 40, "deal": 40, "shipment": 41, "equipment": 24, "corporation": 12, "objective": 24}


@dataclass(frozen=True)
class Effect:
    """One alternative of an effect; parameters its word does not have are 0."""

    do: str
    worker: str = ""
    resource: int = 0
    cost: int = 0
    limit: int = 0
    money: int = 0
    tiles: int = 0
    pay: tuple[int, ...] = ()
    times: int = 0
    same: int = 0
    give: int = 0
    bonus: int = 0
    once: bool = False
    level: int = 0
    vp: int = 0


@dataclass(frozen=True)
class Space:
    id: int
    slug: str
    island: int
    worker: str
    effect: tuple[Effect, ...]


@dataclass(frozen=True)
class Gallery:
    id: int
    slug: str
    mineral: int  # 0 too when there is none
    amount: int


@dataclass(frozen=True)
class Deal:
    id: int
    slug: str
    needs: tuple[tuple[int, int], ...]  # resource, least level
    vp: int


@dataclass(frozen=True)
class Shipment:
    id: int
    slug: str
    resources: tuple[int, ...]
    artifact: int | None
    vp: int
    money: int


@dataclass(frozen=True)
class Equipment:
    id: int
    slug: str
    cost: int
    vp: int
    effect: tuple[Effect, ...]


@dataclass(frozen=True)
class Corporation:
    id: int
    slug: str
    merchants: int
    miners: int
    money: int
    resources: tuple[int, ...]
    deals: int


@dataclass(frozen=True)
class Objective:
    id: int
    slug: str
    form: str
    metric: str
    rows: tuple[tuple[int, int], ...]  # least, vp: for all forms but `per` and `most`
    vp: int  # of `most` and `per`


@dataclass(frozen=True)
class Data:
    constants: dict[str, int]
    pay_rounds: tuple[int, ...]
    spaces: tuple[Space, ...]
    galleries: tuple[Gallery, ...]
    deals: tuple[Deal, ...]
    shipments: tuple[Shipment, ...]
    equipment: tuple[Equipment, ...]
    corporations: tuple[Corporation, ...]
    objectives: tuple[Objective, ...]


def load(folder: Path | None = None) -> Data:
    """The data of a folder, else of $MOTHERLODE_DATA/lagoon, else of the box; ValueError names file, entry and reason."""
    if folder is None:
        own = Path(os.environ.get("MOTHERLODE_DATA", ""), "lagoon")
        folder = own if "MOTHERLODE_DATA" in os.environ and own.is_dir() else Path(__file__).parent
    constants, pay_rounds = read_constants(folder / "board.toml")
    most = constants["gallery_limit"]
    spaces = tuple(things(folder / "board.toml", "space", read_space))
    check_islands(folder / "board.toml", spaces)
    return Data(
        constants=constants,
        pay_rounds=pay_rounds,
        spaces=spaces,
        galleries=tuple(things(folder / "galleries.toml", "gallery", lambda entry: read_gallery(entry, most))),
        deals=tuple(things(folder / "deals.toml", "deal", read_deal)),
        shipments=tuple(things(folder / "shipments.toml", "shipment", read_shipment)),
        equipment=tuple(things(folder / "equipment.toml", "equipment", read_equipment)),
        corporations=tuple(things(folder / "corporations.toml", "corporation", read_corporation)),
        objectives=tuple(things(folder / "objectives.toml", "objective", read_objective)),
    )


# --- Files and entries. Readers of entries raise ValueError with the reason alone; `things` adds file and entry.


def read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error


def things(path: Path, key: str, reader: Callable[[dict[str, Any]], Any]) -> list[Any]:
    """The entries [[key]] of a file, read: as many as the game has, ids 0, 1, 2, ..., slugs that differ."""
    found = read(path).get(key)
    if not isinstance(found, list):
        raise ValueError(f"{path}: {key}: expected entries [[{key}]]")
    out: list[Any] = []
    slugs: set[str] = set()
    for i, entry in enumerate(found):
        name = entry.get("slug", i) if isinstance(entry, dict) else i
        try:
            if not isinstance(entry, dict):
                raise ValueError("expected a table")
            thing = reader(entry)
            if thing.id != i:
                raise ValueError(f"expected id {i}, not {thing.id}")
            if thing.slug in slugs:
                raise ValueError("two entries share this slug")
        except ValueError as error:
            raise ValueError(f"{path}: {key} {name}: {error}") from None
        slugs.add(thing.slug)
        out.append(thing)
    if len(out) != COUNTS[key]:
        raise ValueError(f"{path}: {key}: expected {COUNTS[key]} entries, not {len(out)}")
    return out


def only(entry: dict[str, Any], *names: str) -> None:
    for name in entry:
        if name not in names:
            raise ValueError(f"unknown field {name!r}")


def number(entry: dict[str, Any], name: str, low: int, high: int) -> int:
    value = entry.get(name)
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{name} must be an integer from {low} to {high}, not {value!r}")
    return value


def word(entry: dict[str, Any], name: str, known: tuple[str, ...]) -> str:
    value = entry.get(name)
    if value not in known:
        raise ValueError(f"{name} must be one of {', '.join(known)}, not {value!r}")
    return str(value)


def slug_of(entry: dict[str, Any]) -> str:
    value = entry.get("slug")
    if not isinstance(value, str) or not value.isascii() or not value.replace("-", "").isalnum():
        raise ValueError(f"slug must be a lower-case word, not {value!r}")
    if value != value.lower():
        raise ValueError(f"slug must be a lower-case word, not {value!r}")
    return value


def amounts(entry: dict[str, Any]) -> tuple[int, ...]:
    """The four numbers of a table of plain resources."""
    table = entry.get("resources")
    if not isinstance(table, dict):
        raise ValueError(f"resources must be a table, not {table!r}")
    only(table, *RESOURCES)
    return tuple(number(table, name, 1, 99) if name in table else 0 for name in RESOURCES)


def pairs(entry: dict[str, Any], name: str, most: int) -> list[list[Any]]:
    value = entry.get(name)
    if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        raise ValueError(f"{name} must be a list of pairs, not {value!r}")
    if not 1 <= len(value) <= most:
        raise ValueError(f"{name} must have 1 to {most} pairs, not {len(value)}")
    return value


# --- The board.


def read_constants(path: Path) -> tuple[dict[str, int], tuple[int, ...]]:
    top = read(path)
    table = top.get("constants")
    try:
        if not isinstance(table, dict):
            raise ValueError("expected a table [constants]")
        only(table, "pay_rounds", *CONSTANTS)
        constants = {name: number(table, name, low, high) for name, (low, high) in CONSTANTS.items()}
        pay_rounds = table.get("pay_rounds")
        if not isinstance(pay_rounds, list):
            raise ValueError(f"pay_rounds must be a list, not {pay_rounds!r}")
        for value in pay_rounds:
            if type(value) is not int or not 1 <= value <= constants["rounds"]:
                raise ValueError(f"pay_rounds must name rounds from 1 to {constants['rounds']}, not {value!r}")
    except ValueError as error:
        raise ValueError(f"{path}: constants: {error}") from None
    if top.get("resources") != list(RESOURCES):
        raise ValueError(f"{path}: resources: expected {list(RESOURCES)}, not {top.get('resources')!r}")
    return constants, tuple(pay_rounds)


def read_space(entry: dict[str, Any]) -> Space:
    only(entry, "id", "slug", "island", "worker", "effect")
    island = number(entry, "island", 1, 4)
    worker = word(entry, "worker", WORKERS)
    effect = effects(entry)
    if not effect:
        raise ValueError("a space must have an effect")
    if (worker == "miner") != (effect[0].do == "mine"):
        raise ValueError("Miners work on the spaces to mine, Merchants on all others")
    if effect[0].do in ("mine", "artifact") and island > 2:
        raise ValueError(f"{effect[0].do} is for islands 1 and 2, which have a mining site, not for {island}")
    return Space(number(entry, "id", 0, 19), slug_of(entry), island, worker, effect)


def check_islands(path: Path, spaces: tuple[Space, ...]) -> None:
    for island in range(1, 5):
        ways = [space for space in spaces if space.island == island and space.effect[0].do == "depart"]
        if len(ways) != 1:
            raise ValueError(f"{path}: space: island {island} must have one space to depart, not {len(ways)}")


def effects(entry: dict[str, Any]) -> tuple[Effect, ...]:
    found = entry.get("effect")
    if not isinstance(found, list) or not all(isinstance(part, dict) for part in found):
        raise ValueError(f"effect must be a list of alternatives, not {found!r}")
    alternatives = tuple(read_effect(part) for part in found)
    if len(alternatives) > 1 and tuple(part.do for part in alternatives) not in PAIRS:
        raise ValueError(f"the alternatives there are: {', '.join(' or '.join(pair) for pair in PAIRS)}")
    return alternatives


def read_effect(part: dict[str, Any]) -> Effect:
    do = part.get("do")
    if do not in WORDS:
        raise ValueError(f"unknown effect {do!r}")
    parameters = WORDS[do]
    try:
        only(part, "do", *parameters)
        values: dict[str, Any] = {
            name: number(part, name, *bounds) for name, bounds in parameters.items() if bounds is not None
        }
        if "worker" in parameters:
            values["worker"] = word(part, "worker", WORKERS)
        if "resource" in parameters:
            values["resource"] = RESOURCES.index(word(part, "resource", RESOURCES))
        if "once" in parameters:
            values["once"] = part.get("once", False)
            if type(values["once"]) is not bool:
                raise ValueError(f"once must be true or false, not {values['once']!r}")
        if "pay" in parameters:
            pay = part.get("pay")
            if not isinstance(pay, list) or len(pay) != values["tiles"] + 1:
                raise ValueError(f"pay must be a list of {values['tiles'] + 1} numbers, not {pay!r}")
            values["pay"] = tuple(number({"pay": money}, "pay", *AMOUNT) for money in pay)
    except ValueError as error:
        raise ValueError(f"effect {do}: {error}") from None
    return Effect(do, **values)


# --- Cards and tiles.


def read_gallery(entry: dict[str, Any], most: int) -> Gallery:
    only(entry, "id", "slug", "mineral", "amount")
    amount = number(entry, "amount", 0, most)
    if ("mineral" in entry) != (amount > 0):
        raise ValueError("a gallery has a mineral if and only if its amount is not 0")
    mineral = RESOURCES.index(word(entry, "mineral", RESOURCES)) if amount else 0
    return Gallery(number(entry, "id", 0, 39), slug_of(entry), mineral, amount)


def read_deal(entry: dict[str, Any]) -> Deal:
    only(entry, "id", "slug", "needs", "vp")
    needs = []
    for pair in pairs(entry, "needs", 3):
        need = {"resource": pair[0], "level": pair[1]}
        needs.append((RESOURCES.index(word(need, "resource", RESOURCES)), number(need, "level", *LEVEL)))
    if len({resource for resource, _ in needs}) != len(needs):
        raise ValueError("a Deal asks for a resource only once")
    return Deal(number(entry, "id", 0, 39), slug_of(entry), tuple(needs), number(entry, "vp", *AMOUNT))


def read_shipment(entry: dict[str, Any]) -> Shipment:
    only(entry, "id", "slug", "resources", "artifact", "vp", "money")
    resources = amounts(entry)
    artifact = RESOURCES.index(word(entry, "artifact", RESOURCES)) if "artifact" in entry else None
    if artifact is None and not any(resources):
        raise ValueError("a shipment asks for something")
    vp, money = number(entry, "vp", *AMOUNT), number(entry, "money", *AMOUNT)
    return Shipment(number(entry, "id", 0, 40), slug_of(entry), resources, artifact, vp, money)


def read_equipment(entry: dict[str, Any]) -> Equipment:
    only(entry, "id", "slug", "cost", "vp", "effect")
    effect = effects(entry)
    for part in effect:
        if part.do in BOARD_ONLY:
            raise ValueError(f"{part.do} is for spaces of the board only")
    cost, vp = number(entry, "cost", *AMOUNT), number(entry, "vp", *AMOUNT)
    return Equipment(number(entry, "id", 0, 23), slug_of(entry), cost, vp, effect)


def read_corporation(entry: dict[str, Any]) -> Corporation:
    only(entry, "id", "slug", "merchants", "miners", "money", "resources", "deals")
    return Corporation(
        id=number(entry, "id", 0, 11),
        slug=slug_of(entry),
        merchants=number(entry, "merchants", 0, 15),
        miners=number(entry, "miners", 0, 15),
        money=number(entry, "money", *AMOUNT),
        resources=amounts(entry),
        deals=number(entry, "deals", 0, 10),
    )


def read_objective(entry: dict[str, Any]) -> Objective:
    form = word(entry, "form", FORMS)
    rows: list[tuple[int, int]] = []
    vp = 0
    if form == "table":
        only(entry, "id", "slug", "form", "metric", "table")
        for pair in pairs(entry, "table", 4):
            row = {"least": pair[0], "vp": pair[1]}
            rows.append((number(row, "least", 0, 9999), number(row, "vp", *AMOUNT)))
        if any(a[0] >= b[0] for a, b in pairwise(rows)):
            raise ValueError(f"the rows of table must ascend, not {entry['table']!r}")
    elif form == "at_least":
        only(entry, "id", "slug", "form", "metric", "count", "vp")
        rows.append((number(entry, "count", 0, 9999), number(entry, "vp", *AMOUNT)))
    else:
        only(entry, "id", "slug", "form", "metric", "vp")
        vp = number(entry, "vp", *AMOUNT)
    metric = word(entry, "metric", METRICS)
    return Objective(number(entry, "id", 0, 23), slug_of(entry), form, metric, tuple(rows), vp)
