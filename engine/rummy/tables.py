"""The component data of Mineral Rummy, read from its TOML files and checked."""

import os
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# What the engine's memory has room for; the document's own numbers stand where they are checked.
MOST_KINDS = 21
MOST_COPIES = 7
MOST_ROUNDS = 12
MOST_VARIANTS = 8

DECK = 55
WILDS = 5
MINERALS = 16
PLAYERS = range(2, 7)


@dataclass(frozen=True)
class Ion:
    id: int
    slug: str
    symbol: str
    copies: int
    points: int
    wild: bool


@dataclass(frozen=True)
class Mineral:
    id: int
    slug: str
    group: str
    formula: str
    ions: tuple[int, ...]
    wilds: int


@dataclass(frozen=True)
class Deal:
    players: tuple[int, ...]
    minerals: int
    ions: int


@dataclass(frozen=True)
class Variant:
    slug: str
    rounds: int  # 0: as many as players
    target: int  # 0: none


@dataclass(frozen=True)
class Data:
    ions: tuple[Ion, ...]
    minerals: tuple[Mineral, ...]
    deals: tuple[Deal, ...]
    rummy_factor: int
    rummy_first_turn: int
    turns_each: int
    variants: tuple[Variant, ...]


def load(folder: Path | None = None) -> Data:
    """The data of a folder, else of $MOTHERLODE_DATA/rummy, else of the box; ValueError names file, entry and reason."""
    if folder is None:
        own = Path(os.environ.get("MOTHERLODE_DATA", ""), "rummy")
        folder = own if "MOTHERLODE_DATA" in os.environ and own.is_dir() else Path(__file__).parent
    ions = read_ions(folder / "ions.toml")
    minerals = read_minerals(folder / "minerals.toml", ions)
    return read_rules(folder / "rules.toml", ions, minerals)


def read_ions(path: Path) -> tuple[Ion, ...]:
    fields = {"id": int, "slug": str, "symbol": str, "copies": int, "points": int, "wild": bool}
    ions = tuple(Ion(**entry) for entry in entries(path, "ion", fields))
    if not 2 <= len(ions) <= MOST_KINDS:
        raise ValueError(f"{path}: expected 2 to {MOST_KINDS} kinds of ions, not {len(ions)}")
    check_names(path, "ion", ions)
    for ion in ions:
        where = f"{path}: ion {ion.slug}"
        if ion.wild != (ion.id == len(ions) - 1):
            raise ValueError(f"{where}: the one wild kind must have the highest id, {len(ions) - 1}")
        if not 1 <= ion.copies <= MOST_COPIES:
            raise ValueError(f"{where}: expected 1 to {MOST_COPIES} copies, not {ion.copies}")
        if not 0 <= ion.points <= 99:
            raise ValueError(f"{where}: expected 0 to 99 points, not {ion.points}")
        if not ion.wild and ion.points != ions[0].points:
            raise ValueError(
                f"{where}: all ions but the wild must have the same points, {ions[0].points}, not {ion.points}"
            )
    if ions[-1].points <= ions[0].points:
        raise ValueError(
            f"{path}: ion {ions[-1].slug}: a wild must have more points than an ion, not {ions[-1].points}"
        )
    if ions[-1].copies != WILDS:
        raise ValueError(f"{path}: ion {ions[-1].slug}: expected {WILDS} wild cards, not {ions[-1].copies}")
    cards = sum(ion.copies for ion in ions)
    if cards != DECK:
        raise ValueError(f"{path}: expected {DECK} cards in all, not {cards}")
    return ions


def read_minerals(path: Path, ions: tuple[Ion, ...]) -> tuple[Mineral, ...]:
    kinds = {ion.slug: ion.id for ion in ions if not ion.wild}
    fields = {"id": int, "slug": str, "group": str, "formula": str, "ions": list, "wilds": int}
    found = []
    for entry in entries(path, "mineral", fields):
        where = f"{path}: mineral {entry['slug']}"
        if not entry["ions"]:
            raise ValueError(f"{where}: it has no ions")
        for slug in entry["ions"]:
            if not isinstance(slug, str) or slug not in kinds:
                raise ValueError(f"{where}: unknown ion {slug!r}")
        if len(set(entry["ions"])) != len(entry["ions"]):
            raise ValueError(f"{where}: an ion stands twice in {entry['ions']}")
        if entry["wilds"] not in (0, 1):
            raise ValueError(f"{where}: wilds is 0 or 1, not {entry['wilds']}")
        found.append(Mineral(**{**entry, "ions": tuple(kinds[slug] for slug in entry["ions"])}))
    minerals = tuple(found)
    if len(minerals) != MINERALS:
        raise ValueError(f"{path}: expected {MINERALS} minerals, not {len(minerals)}")
    check_names(path, "mineral", minerals)
    return minerals


def read_rules(path: Path, ions: tuple[Ion, ...], minerals: tuple[Mineral, ...]) -> Data:
    top = read(path)
    deals = []
    for entry in entries(path, "deal", {"players": list, "minerals": int, "ions": int}):
        where = f"{path}: deal for {entry['players']}"
        for n in entry["players"]:
            if type(n) is not int or n not in PLAYERS:
                raise ValueError(f"{where}: the game is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {n!r}")
        deals.append(Deal(**{**entry, "players": tuple(entry["players"])}))
    if sorted(n for deal in deals for n in deal.players) != list(PLAYERS):
        raise ValueError(
            f"{path}: deal: expected one deal for each number of players from {PLAYERS[0]} to {PLAYERS[-1]}"
        )
    needs = sorted((len(mineral.ions) for mineral in minerals), reverse=True)
    for deal in deals:
        where = f"{path}: deal for {list(deal.players)}"
        most = max(deal.players)
        if deal.minerals < 1 or deal.minerals * most > MINERALS:
            raise ValueError(f"{where}: {deal.minerals} minerals each do not come out of {MINERALS}")
        if deal.ions < 1 or deal.ions * most + 1 > DECK:
            raise ValueError(f"{where}: {deal.ions} ions each and a first discard do not come out of {DECK}")
        if sum(needs[: deal.minerals]) > deal.ions:
            raise ValueError(f"{where}: {deal.minerals} minerals may need more than the {deal.ions} cards dealt")
    variants = tuple(
        Variant(**entry) for entry in entries(path, "variant", {"slug": str, "rounds": int, "target": int})
    )
    check_variants(path, variants)
    return Data(
        ions=ions,
        minerals=minerals,
        deals=tuple(deals),
        rummy_factor=number(path, top, "scoring", "rummy_factor", 1, 9),
        rummy_first_turn=number(path, top, "scoring", "rummy_first_turn", 1, 250),
        turns_each=number(path, top, "round", "turns_each", 1, 250),
        variants=variants,
    )


def check_variants(path: Path, variants: tuple[Variant, ...]) -> None:
    slugs = [variant.slug for variant in variants]
    if "standard" not in slugs:
        raise ValueError(f"{path}: variant: there must be one named standard")
    if len(variants) > MOST_VARIANTS:
        raise ValueError(f"{path}: variant: expected at most {MOST_VARIANTS}, not {len(variants)}")
    for variant in variants:
        where = f"{path}: variant {variant.slug}"
        if slugs.count(variant.slug) > 1:
            raise ValueError(f"{where}: two variants share this slug")
        check_slug(where, variant.slug)
        if not 0 <= variant.rounds <= MOST_ROUNDS:
            raise ValueError(f"{where}: expected 0 to {MOST_ROUNDS} rounds, not {variant.rounds}")
        if not 0 <= variant.target <= 9999:
            raise ValueError(f"{where}: expected a target from 0 to 9999, not {variant.target}")


def check_names(path: Path, what: str, things: Sequence[Ion | Mineral]) -> None:
    """Ids count from 0 in the file's order, slugs are words and differ."""
    seen: set[str] = set()
    for i, thing in enumerate(things):
        where = f"{path}: {what} {thing.slug}"
        if thing.id != i:
            raise ValueError(f"{where}: expected id {i}, not {thing.id}")
        check_slug(where, thing.slug)
        if thing.slug in seen:
            raise ValueError(f"{where}: two entries share this slug")
        seen.add(thing.slug)


def check_slug(where: str, slug: str) -> None:
    if not (slug.isascii() and slug.isalnum() and slug == slug.lower() and len(slug) < 24):
        raise ValueError(f"{where}: a slug is one short lower-case word, not {slug!r}")


def read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error


def entries(path: Path, key: str, fields: dict[str, type]) -> list[dict[str, Any]]:
    """The tables [[key]] of a file, each with exactly these fields of these types."""
    found = read(path).get(key)
    if not isinstance(found, list) or not found:
        raise ValueError(f"{path}: {key}: expected entries [[{key}]]")
    for i, entry in enumerate(found):
        where = f"{path}: {key} {entry.get('slug', i) if isinstance(entry, dict) else i}"
        if not isinstance(entry, dict):
            raise ValueError(f"{where}: expected a table")
        for name, kind in fields.items():
            if type(entry.get(name)) is not kind:
                raise ValueError(f"{where}: {name} must be of type {kind.__name__}, not {entry.get(name)!r}")
        for name in entry:
            if name not in fields:
                raise ValueError(f"{where}: unknown field {name!r}")
    return found


def number(path: Path, top: dict[str, Any], table: str, name: str, low: int, high: int) -> int:
    entry = top.get(table)
    value = entry.get(name) if isinstance(entry, dict) else None
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{path}: {table}: {name} must be an integer from {low} to {high}, not {value!r}")
    return value
