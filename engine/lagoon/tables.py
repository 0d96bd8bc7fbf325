"""The component data of Miner's Lagoon, read from its TOML files and checked."""

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from engine.data import Entry, distinct, entries, folder, parse, table

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
SPACES, GALLERIES, DEALS, SHIPMENTS, EQUIPMENT, CORPORATIONS, OBJECTIVES = 20, 40, 40, 41, 24, 12, 24
BOARD = ("constants", "resources", "space")  # what board.toml holds


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


def load(place: Path | None = None) -> Data:
    """The data of a folder; ValueError names the file, the entry and what is wrong with it."""
    place = place or folder("lagoon")
    constants, pay_rounds = read_constants(place)
    return Data(
        constants=constants,
        pay_rounds=pay_rounds,
        spaces=read_spaces(place),
        galleries=read_galleries(place, constants["gallery_limit"]),
        deals=read_deals(place),
        shipments=read_shipments(place),
        equipment=read_equipment(place),
        corporations=read_corporations(place),
        objectives=read_objectives(place),
    )


# --- The board.


def read_constants(place: Path) -> tuple[dict[str, int], tuple[int, ...]]:
    resources = parse(place, "board.toml", BOARD).get("resources")
    if resources != list(RESOURCES):
        raise ValueError(f"board.toml, resources: expected {list(RESOURCES)}, not {resources!r}")
    entry = table(place, "board.toml", "constants", BOARD)
    constants = {name: entry.whole(name, low, high) for name, (low, high) in CONSTANTS.items()}
    listed = entry.sequence("pay_rounds", entry.get("pay_rounds"))
    pay_rounds = tuple(entry.integer("pay_rounds", n, 1, constants["rounds"]) for n in listed)
    entry.done()
    return constants, pay_rounds


def read_spaces(place: Path) -> tuple[Space, ...]:
    spaces = []
    for i, entry in enumerate(distinct(entries(place, "board.toml", "space", SPACES, BOARD))):
        island = entry.whole("island", 1, 4)
        worker = entry.word("worker", WORKERS)
        effect = read_effects(entry)
        entry.done()
        if not effect:
            raise entry.wrong("a space must have an effect")
        if (worker == "miner") != (effect[0].do == "mine"):
            raise entry.wrong("Miners work on the spaces to mine, Merchants on all others")
        if effect[0].do in ("mine", "artifact") and island > 2:
            raise entry.wrong(f"{effect[0].do} is for islands 1 and 2, which have a mining site, not for {island}")
        spaces.append(Space(i, entry.slug(), island, worker, effect))
    for island in range(1, 5):
        ways = sum(space.island == island and space.effect[0].do == "depart" for space in spaces)
        if ways != 1:
            raise ValueError(f"board.toml, space: island {island} must have one space to depart, not {ways}")
    return tuple(spaces)


def read_effects(entry: Entry) -> tuple[Effect, ...]:
    """The alternatives of a space or Equipment card."""
    effects = tuple(read_effect(part) for part in entry.parts("effect"))
    if len(effects) > 1 and tuple(effect.do for effect in effects) not in PAIRS:
        raise entry.wrong(f"the alternatives there are: {', '.join(' or '.join(pair) for pair in PAIRS)}")
    return effects


def read_effect(part: Entry) -> Effect:
    do = part.word("do", tuple(WORDS))
    parameters = WORDS[do]
    values: dict[str, Any] = {key: part.whole(key, *bounds) for key, bounds in parameters.items() if bounds is not None}
    if "worker" in parameters:
        values["worker"] = part.word("worker", WORKERS)
    if "resource" in parameters:
        values["resource"] = read_resource(part, "resource")
    if "once" in parameters:
        values["once"] = part.flag("once", default=False)
    if "pay" in parameters:
        values["pay"] = part.counts("pay", part.get("pay"), values["tiles"] + 1, AMOUNT[1])
    part.done()
    return Effect(do, **values)


# --- Cards and tiles.


def read_resource(entry: Entry, key: str) -> int:
    return RESOURCES.index(entry.word(key, RESOURCES))


def read_resources(entry: Entry) -> tuple[int, ...]:
    """The four numbers of a table of plain resources."""
    part = entry.part("resources")
    found = tuple(part.whole(name, 1, 99, default=0) for name in RESOURCES)
    part.done()
    return found


def read_galleries(place: Path, most: int) -> tuple[Gallery, ...]:
    galleries = []
    for i, entry in enumerate(distinct(entries(place, "galleries.toml", "gallery", GALLERIES))):
        amount = entry.whole("amount", 0, most)
        if entry.has("mineral") != (amount > 0):
            raise entry.wrong("a gallery has a mineral if and only if its amount is not 0")
        galleries.append(Gallery(i, entry.slug(), read_resource(entry, "mineral") if amount else 0, amount))
        entry.done()
    return tuple(galleries)


def read_deals(place: Path) -> tuple[Deal, ...]:
    deals = []
    for i, entry in enumerate(distinct(entries(place, "deals.toml", "deal", DEALS))):
        needs = tuple(
            (RESOURCES.index(entry.among("needs", resource, RESOURCES)), entry.integer("needs", level, *LEVEL))
            for resource, level in entry.pairs("needs", 3)
        )
        if not needs:
            raise entry.wrong("a Deal asks for something")
        if len(dict(needs)) != len(needs):
            raise entry.wrong("a Deal asks for a resource only once")
        deals.append(Deal(i, entry.slug(), needs, entry.whole("vp", *AMOUNT)))
        entry.done()
    return tuple(deals)


def read_shipments(place: Path) -> tuple[Shipment, ...]:
    shipments = []
    for i, entry in enumerate(distinct(entries(place, "shipments.toml", "shipment", SHIPMENTS))):
        resources = read_resources(entry)
        artifact = read_resource(entry, "artifact") if entry.has("artifact") else None
        if artifact is None and not any(resources):
            raise entry.wrong("a shipment asks for something")
        vp, money = entry.whole("vp", *AMOUNT), entry.whole("money", *AMOUNT)
        entry.done()
        shipments.append(Shipment(i, entry.slug(), resources, artifact, vp, money))
    return tuple(shipments)


def read_equipment(place: Path) -> tuple[Equipment, ...]:
    equipment = []
    for i, entry in enumerate(distinct(entries(place, "equipment.toml", "equipment", EQUIPMENT))):
        cost, vp, effect = entry.whole("cost", *AMOUNT), entry.whole("vp", *AMOUNT), read_effects(entry)
        entry.done()
        for part in effect:
            if part.do in BOARD_ONLY:
                raise entry.wrong(f"{part.do} is for spaces of the board only")
        equipment.append(Equipment(i, entry.slug(), cost, vp, effect))
    return tuple(equipment)


def read_corporations(place: Path) -> tuple[Corporation, ...]:
    corporations = []
    for i, entry in enumerate(distinct(entries(place, "corporations.toml", "corporation", CORPORATIONS))):
        corporations.append(
            Corporation(
                id=i,
                slug=entry.slug(),
                merchants=entry.whole("merchants", 0, 15),
                miners=entry.whole("miners", 0, 15),
                money=entry.whole("money", *AMOUNT),
                resources=read_resources(entry),
                deals=entry.whole("deals", 0, 10),
            )
        )
        entry.done()
    return tuple(corporations)


def read_objectives(place: Path) -> tuple[Objective, ...]:
    objectives = []
    for i, entry in enumerate(distinct(entries(place, "objectives.toml", "objective", OBJECTIVES))):
        form, metric = entry.word("form", FORMS), entry.word("metric", METRICS)
        rows: tuple[tuple[int, int], ...] = ()
        vp = 0
        if form == "table":
            rows = tuple(
                (entry.integer("table", least, 0, 9999), entry.integer("table", worth, *AMOUNT))
                for least, worth in entry.pairs("table", 4)
            )
            if not rows or any(a[0] >= b[0] for a, b in pairwise(rows)):
                raise entry.wrong("table has rows that ascend")
        elif form == "at_least":
            rows = ((entry.whole("count", 0, 9999), entry.whole("vp", *AMOUNT)),)
        else:
            vp = entry.whole("vp", *AMOUNT)
        entry.done()
        objectives.append(Objective(i, entry.slug(), form, metric, rows, vp))
    return tuple(objectives)
