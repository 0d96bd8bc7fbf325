"""Positions of Miner's Lagoon, said in slugs: what a test does not name is empty, or lies in the decks."""

from collections.abc import Iterable
from typing import Any

import engine
from engine.lagoon import tables

DATA = tables.load()
RESOURCES = tables.RESOURCES
COLUMNS = ("1a", "1b", "1c", "2a", "2b", "2c")
SPACE = {space.slug: space.id for space in DATA.spaces}
TILE = {tile.slug: tile.id for tile in DATA.galleries}
DEAL = {deal.slug: deal.id for deal in DATA.deals}
SHIPMENT = {tile.slug: tile.id for tile in DATA.shipments}
EQUIPMENT = {card.slug: card.id for card in DATA.equipment}
OBJECTIVE = {card.slug: card.id for card in DATA.objectives}

View = dict[str, Any]


def parts(text: str) -> list[str]:
    return [part for part in text.split(", ") if part]


def ids(known: dict[str, int], text: str) -> list[int]:
    return sorted(known[slug] for slug in parts(text))


def plain(text: str) -> list[int]:
    """`2 iron, copper`: numbers of the four resources."""
    found = [0] * 4
    for part in parts(text):
        count, _, name = part.rpartition(" ")
        found[RESOURCES.index(name)] += int(count or 1)
    return found


def cubes(text: str) -> list[list[int]]:
    """`iron 2, gold 1`: the places of a player board."""
    board = [[0] * 4 for _ in RESOURCES]
    for part in parts(text):
        name, level = part.split()
        board[RESOURCES.index(name)][int(level) - 1] = 1
    return board


def cells(text: str, players: int) -> list[list[list[int]]]:
    """`2 iron 3 of 1`: cubes of the Enrichment Center."""
    found = [[[0] * players for _ in range(5)] for _ in RESOURCES]
    for part in parts(text):
        *count, name, level, _, owner = part.split()
        found[RESOURCES.index(name)][int(level)][int(owner)] += int(*count) if count else 1
    return found


def gallery(text: str) -> View:
    """`gold-3a 1` is face up with 1 left, `gold-3a down` lies there since the setup, `gold-3a down by 0` was laid by seat 0."""
    slug, face, *by = text.split()
    if face == "down":
        return {"tile": TILE[slug], "up": False, "left": None, "by": int(by[1]) if by else None}
    return {"tile": TILE[slug], "up": True, "left": int(face), "by": None}


def seat(
    *,
    ship: int = 1,
    score: int = 0,
    money: int = 0,
    resources: str = "",
    enriched: str = "",
    merchants: int = 4,
    miners: int = 3,
    artifacts: str = "",
    equipment: str = "",
    shipments: str = "",
    deals: str = "",
    closed: str = "",
    objectives: str = "",
    passed: bool = False,
) -> View:
    return {
        "ship": ship, "score": score, "money": money, "resources": plain(resources), "enriched": cubes(enriched),
        "merchants": merchants, "miners": miners, "artifacts": plain(artifacts), "equipment": ids(EQUIPMENT, equipment),
        "equipment_used": [], "shipments": ids(SHIPMENT, shipments), "deals": ids(DEAL, deals),
        "deals_closed": ids(DEAL, closed), "passed": passed, "acted": False, "closed": False,
        "objectives": ids(OBJECTIVE, objectives),
    }  # fmt: skip


def position(
    *seats: View,
    turn: int = 0,
    round: int = 1,
    galleries: dict[str, str] | None = None,
    center: str = "",
    artifacts: tuple[str, str] = ("gold, iron, copper, silver", "gold, iron, copper, silver"),
    equipment: str = "",
    shipments: str = "",
    deal_deck: str | None = None,
    gallery_deck: str | None = None,
    equipment_deck: str | None = None,
    deals_out: str = "discard",
    seed: int = 1,
) -> engine.Game:
    """Seat `turn` begins a turn. Seats that are not given stand at island 4 with nothing, so that there are at least two.

    `equipment` and `shipments` are in the markets, besides others that fill them. Where a deck is given (top last), the rest
    of it is in the discard pile, for Equipment with the last seat; with `deals_out="closed"` the last seat closed the Deals.
    """
    players = max(2, len(seats))
    whole = [*seats, *(seat(ship=4) for _ in range(players - len(seats)))]
    view = begun(players, seed)
    view |= {"round": round, "token": (round - 1) % players, "order": list(range(players)), "actors": [turn]}
    view["final_round"] = any(it["score"] >= DATA.constants["goal"] for it in whole)
    view["center"] = cells(center, players)
    view["artifacts"] = [plain(site) for site in artifacts]
    view["galleries"] = [[None, None] for _ in COLUMNS]
    for place, text in (galleries or {}).items():
        view["galleries"][COLUMNS.index(place[:2])][int(place[2]) - 1] = gallery(text)
    for old, new in zip(view["seats"], whole, strict=True):
        old |= new | {"merchants_free": new["merchants"], "miners_free": new["miners"]}
    deal_objectives(view)
    deck_deals(view, deal_deck, deals_out)
    deck_galleries(view, gallery_deck)
    deck_markets(view, ids(EQUIPMENT, equipment), ids(SHIPMENT, shipments), equipment_deck)
    for it in view["seats"]:
        it["deals_held"] = len(it["deals"])
    view["deck_sizes"] = {name: len(view["decks"][name]) for name in view["deck_sizes"]}
    return engine.from_view(view, seed)


def begun(players: int, seed: int) -> View:
    """The first turn of a match in which everybody chose the first card and the first island left."""
    g = engine.new("lagoon", players, "standard", seed)
    while g.view(None)["phase"] != "actions":
        g.apply(g.actors[0], g.legal(g.actors[0])[0])
    return g.view(None)


def without(count: int, *shown: Iterable[int]) -> list[int]:
    """All ids below `count` but those shown."""
    seen = {id for some in shown for id in some}
    return [id for id in range(count) if id not in seen]


def deal_objectives(view: View) -> None:
    named = [id for it in view["seats"] for id in it["objectives"]]
    free = without(len(DATA.objectives), named)
    for it in view["seats"]:
        while len(it["objectives"]) < 2:
            it["objectives"] = sorted([*it["objectives"], free.pop(0)])
        it["objective_returned"] = free.pop(0)
    view["decks"]["objectives"] = free


def deck_deals(view: View, deck: str | None, out: str) -> None:
    held = [it[key] for it in view["seats"] for key in ("deals", "deals_closed")]
    top = [] if deck is None else [DEAL[slug] for slug in parts(deck)]
    rest = without(len(DATA.deals), *held, top)
    view["decks"]["deals"] = rest if deck is None else top
    if deck is not None and out == "discard":
        view["deal_discard"] = rest
    elif deck is not None:
        view["seats"][-1]["deals_closed"] = sorted([*view["seats"][-1]["deals_closed"], *rest])


def deck_galleries(view: View, deck: str | None) -> None:
    laid = [it["tile"] for column in view["galleries"] for it in column if it]
    top = [] if deck is None else [TILE[slug] for slug in parts(deck)]
    rest = without(len(DATA.galleries), laid, top)
    view["decks"]["galleries"] = rest if deck is None else top
    view["gallery_discard"] = [] if deck is None else rest


def deck_markets(view: View, equipment: list[int], shipments: list[int], deck: str | None) -> None:
    top = [] if deck is None else [EQUIPMENT[slug] for slug in parts(deck)]
    rest = without(len(DATA.equipment), equipment, *(it["equipment"] for it in view["seats"]), top)
    view["equipment_market"] = sorted(equipment + [rest.pop() for _ in range(6 - len(equipment))])
    view["decks"]["equipment"] = rest if deck is None else top
    if deck is not None:
        view["seats"][-1]["equipment"] = sorted([*view["seats"][-1]["equipment"], *rest])
    rest = without(len(DATA.shipments), shipments, *(it["shipments"] for it in view["seats"]))
    view["shipment_market"] = sorted(shipments + [rest.pop() for _ in range(8 - len(shipments))])
    view["decks"]["shipments"] = rest


# --- Playing on.


def play(g: engine.Game, *moves: str) -> View:
    """Moves of the seat to act; the referee's view afterwards."""
    for move in moves:
        actor = g.actors[0]
        g.apply(actor, g.code(actor, move))
        g.check()
    return g.view(None)


def legal(g: engine.Game, *kinds: str) -> list[str]:
    """What the seat to act may do, of these kinds or all."""
    return [move for move in g.notations(g.actors[0]) if not kinds or move.split()[0] in kinds]


def pass_all(g: engine.Game) -> View:
    """Everybody passes until the round is over."""
    round = g.view(None)["round"]
    while not g.over and g.view(None)["round"] == round:
        play(g, "pass")
    return g.view(None)


def at(g: engine.Game, place: str) -> tuple[str, str | int] | None:
    """The gallery of a position: its tile, and `down` or what is left."""
    it = g.view(None)["galleries"][COLUMNS.index(place[:2])][int(place[2]) - 1]
    return it and (DATA.galleries[it["tile"]].slug, it["left"] if it["up"] else "down")


def discarded(g: engine.Game) -> list[str]:
    """The gallery discard pile, first discarded first."""
    return [DATA.galleries[tile].slug for tile in g.view(None)["gallery_discard"]]
