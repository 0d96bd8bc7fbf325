"""The component data of Mineral Rummy, read from its TOML files and checked."""

from dataclasses import dataclass
from pathlib import Path

from engine.data import Entry, distinct, entries, folder, table

# What the engine's memory has room for; the document's own numbers stand where they are checked.
MOST_KINDS = 21
MOST_COPIES = 7
MOST_ROUNDS = 12
MOST_VARIANTS = 8
MOST_LETTERS = 23  # of a variant's slug

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


def load(place: Path | None = None) -> Data:
    """The data of a folder; ValueError names the file, the entry and what is wrong with it."""
    place = place or folder("rummy")
    ions = read_ions(place)
    minerals = read_minerals(place, ions)
    return read_rules(place, ions, minerals)


def read_ions(place: Path) -> tuple[Ion, ...]:
    found = distinct(entries(place, "ions.toml", "ion"))
    if not 2 <= len(found) <= MOST_KINDS:
        raise ValueError(f"ions.toml, ion: there are 2 to {MOST_KINDS} kinds of ions, not {len(found)}")
    ions: list[Ion] = []
    for i, entry in enumerate(found):
        ion = Ion(
            id=i,
            slug=entry.slug(),
            symbol=entry.text("symbol"),
            copies=entry.whole("copies", 1, MOST_COPIES),
            points=entry.whole("points", 0, 99),
            wild=entry.flag("wild"),
        )
        entry.done()
        if ion.wild != (i == len(found) - 1):
            raise entry.wrong(f"the one wild kind must have the highest id, {len(found) - 1}")
        if ion.wild and ion.points <= ions[0].points:
            raise entry.wrong(f"a wild must have more points than an ion, not {ion.points}")
        if ion.wild and ion.copies != WILDS:
            raise entry.wrong(f"there are {WILDS} wild cards, not {ion.copies}")
        if ions and not ion.wild and ion.points != ions[0].points:
            raise entry.wrong(f"all ions but the wild must have the same points, {ions[0].points}, not {ion.points}")
        ions.append(ion)
    cards = sum(ion.copies for ion in ions)
    if cards != DECK:
        raise ValueError(f"ions.toml, ion: there are {DECK} cards in all, not {cards}")
    return tuple(ions)


def read_minerals(place: Path, ions: tuple[Ion, ...]) -> tuple[Mineral, ...]:
    kinds = {ion.slug: ion.id for ion in ions if not ion.wild}
    minerals = []
    for i, entry in enumerate(distinct(entries(place, "minerals.toml", "mineral", MINERALS))):
        slugs = entry.sequence("ions", entry.get("ions"))
        if not slugs:
            raise entry.wrong("it has no ions")
        for slug in slugs:
            if not isinstance(slug, str) or slug not in kinds:
                raise entry.wrong(f"unknown ion {slug!r}")
        if len(set(slugs)) != len(slugs):
            raise entry.wrong(f"an ion stands twice in {slugs}")
        minerals.append(
            Mineral(
                id=i,
                slug=entry.slug(),
                group=entry.text("group"),
                formula=entry.text("formula"),
                ions=tuple(kinds[slug] for slug in slugs),
                wilds=entry.whole("wilds", 0, 1),
            )
        )
        entry.done()
    return tuple(minerals)


def read_rules(place: Path, ions: tuple[Ion, ...], minerals: tuple[Mineral, ...]) -> Data:
    file, keys = "rules.toml", ("deal", "scoring", "round", "variant")
    scoring, turns = table(place, file, "scoring", keys), table(place, file, "round", keys)
    data = Data(
        ions=ions,
        minerals=minerals,
        deals=read_deals(entries(place, file, "deal", keys=keys, first=None), minerals),
        rummy_factor=scoring.whole("rummy_factor", 1, 9),
        rummy_first_turn=scoring.whole("rummy_first_turn", 1, 250),
        turns_each=turns.whole("turns_each", 1, 250),
        variants=read_variants(distinct(entries(place, file, "variant", keys=keys, first=None))),
    )
    scoring.done()
    turns.done()
    return data


def read_deals(found: list[Entry], minerals: tuple[Mineral, ...]) -> tuple[Deal, ...]:
    needs = sorted((len(mineral.ions) for mineral in minerals), reverse=True)
    deals = []
    for entry in found:
        listed = entry.sequence("players", entry.get("players"))
        players = tuple(entry.integer("players", n, PLAYERS[0], PLAYERS[-1]) for n in listed)
        deal = Deal(players, entry.whole("minerals", 1, MINERALS), entry.whole("ions", 1, DECK))
        entry.done()
        most = max(players, default=0)
        if deal.minerals * most > MINERALS:
            raise entry.wrong(f"{deal.minerals} minerals each do not come out of {MINERALS}")
        if deal.ions * most + 1 > DECK:
            raise entry.wrong(f"{deal.ions} ions each and a first discard do not come out of {DECK}")
        if sum(needs[: deal.minerals]) > deal.ions:
            raise entry.wrong(f"{deal.minerals} minerals may need more than the {deal.ions} cards dealt")
        deals.append(deal)
    if sorted(n for deal in deals for n in deal.players) != list(PLAYERS):
        raise found[0].wrong(f"there must be one deal for each number of players, {PLAYERS[0]} to {PLAYERS[-1]}")
    return tuple(deals)


def read_variants(found: list[Entry]) -> tuple[Variant, ...]:
    if len(found) > MOST_VARIANTS:
        raise found[-1].wrong(f"there are at most {MOST_VARIANTS} variants, not {len(found)}")
    variants = []
    for entry in found:
        if len(entry.slug()) > MOST_LETTERS:
            raise entry.wrong(f"its slug has at most {MOST_LETTERS} letters, not {len(entry.slug())}")
        variants.append(Variant(entry.slug(), entry.whole("rounds", 0, MOST_ROUNDS), entry.whole("target", 0, 9999)))
        entry.done()
    if "standard" not in [variant.slug for variant in variants]:
        raise found[0].wrong("one of the variants must be named standard")
    return tuple(variants)
