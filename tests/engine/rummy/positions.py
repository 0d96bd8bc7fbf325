"""Positions of Mineral Rummy, said in slugs: what a test does not name is filled in."""

from collections import Counter
from typing import Any

import engine
from engine.rummy import tables

DATA = tables.load()
ION = {ion.slug: ion.id for ion in DATA.ions}
MINERAL = {mineral.slug: mineral.id for mineral in DATA.minerals}
NEED = [len(mineral.ions) for mineral in DATA.minerals]
W = ION["wild"]


def cards(text: str) -> list[int]:
    """Sorted kinds of `2 iron, sulfide`."""
    kinds = []
    for part in filter(None, text.split(", ")):
        copies, _, slug = part.rpartition(" ")
        kinds += [ION[slug]] * int(copies or 1)
    return sorted(kinds)


def minerals(text: str) -> list[int]:
    return sorted(MINERAL[slug] for slug in filter(None, text.split(", ")))


def meld(seat: int, slug: str, text: str) -> dict[str, Any]:
    """`sulfide, wild=iron` on pyrite: a wild stands for iron."""
    parts = text.split(", ")
    stands = [ION[part.removeprefix("wild=")] for part in parts if part.startswith("wild=")]
    plain = ", ".join("wild" if part.startswith("wild=") else part for part in parts)
    return {"mineral": MINERAL[slug], "seat": seat, "cards": cards(plain), "wild_for": stands[0] if stands else None}


def position(
    hands: dict[int, str],
    holders: dict[int, str],
    table: list[dict[str, Any]] | None = None,
    *,
    discard: str = "",
    stock: str | None = None,  # None: whatever is left; else its cards, top last, and what is left is in hand 3
    phase: str = "play",
    turn: int = 0,
    turns: int = 3,  # completed by the seat on turn
    taken: str | None = None,
    known: dict[int, str] | None = None,
    first_play: dict[int, int] | None = None,
    variant: str = "standard",
    history: list[dict[str, Any]] | None = None,
) -> engine.Game:
    """A match of four with seat `turn` on turn. Other hands and holders are filled to the deal's numbers."""
    n, table, history = 4, sorted(table or [], key=lambda m: m["mineral"]), history or []
    pool = Counter({ion.id: ion.copies for ion in DATA.ions})
    hand = {seat: cards(text) for seat, text in hands.items()}
    pile = [ION[slug] for slug in filter(None, discard.split(", "))]
    stocked = None if stock is None else [ION[slug] for slug in filter(None, stock.split(", "))]
    for kinds in [*hand.values(), *(m["cards"] for m in table), pile, stocked or []]:
        pool.subtract(kinds)
    assert min(pool.values()) >= 0, "a position has no more cards than the deck"
    rest = sorted(pool.elements())

    owned = Counter(m["seat"] for m in table)
    holder = {seat: minerals(text) for seat, text in holders.items()}
    free = set(range(16)) - {m["mineral"] for m in table} - {m for held in holder.values() for m in held}
    for seat in range(n):
        if seat not in holder:
            small = sorted(free, key=lambda m: (NEED[m] != 2, m))[: 2 - owned[seat]]
            holder[seat] = sorted(small)
            free -= set(small)
        if seat not in hand:
            size = 7 - 2 * owned[seat]
            hand[seat], rest = sorted(rest[:size]), rest[size:]
    if stocked is None:
        stocked = rest
    else:
        hand[3] = sorted(hand[3] + rest)

    number = len(history) + 1
    first = (number - 1) % n
    lead = (turn - first) % n
    variants = {v.slug: v for v in DATA.variants}
    view: dict[str, Any] = {
        "game": "rummy", "variant": variant, "players": n, "seat": None, "actors": [turn], "phase": phase,
        "round": number, "over": False, "turn": turn, "dealer": (number - 2) % n, "taken": ION[taken] if taken else None,
        "stock": len(stocked), "discard": pile, "stock_from": None, "melds": table, "history": history,
        "seats": [
            {
                "score": sum(r["points"] for r in history if r["winner"] == seat),
                "left": sum(r["left"][seat] for r in history),
                "hand": len(hand[seat]),
                "minerals": len(holder[seat]),
                "known": cards((known or {}).get(seat, taken if taken and seat == turn else "")),
                "turns": turns + ((seat - first) % n < lead),
                "first_play": (first_play or {}).get(seat, 1 if owned[seat] else 0),
            }
            for seat in range(n)
        ],
        "rounds": variants[variant].rounds or n, "target": variants[variant].target, "turns_each": DATA.turns_each,
        "hands": [hand[seat] for seat in range(n)], "holders": [holder[seat] for seat in range(n)],
        "stock_cards": stocked, "aside": sorted(free),
    }  # fmt: skip
    return engine.from_view(view, 1)


def options(g: engine.Game) -> list[str]:
    return g.notations(g.actors[0])


def play(g: engine.Game, *moves: str) -> None:
    """Moves of the seat to act, or with the seat in front."""
    for move in moves:
        seat = g.actors[0]
        if move[0].isdigit():
            assert int(move[0]) == seat
            move = move[2:]
        g.apply(seat, g.code(seat, move))
        g.check()


def on(g: engine.Game, slug: str) -> dict[str, Any]:
    """The meld of a mineral."""
    return next(m for m in g.view(None)["melds"] if m["mineral"] == MINERAL[slug])


def hand(g: engine.Game, seat: int) -> list[int]:
    return g.view(seat)["hand"]


def known(g: engine.Game, seat: int) -> list[int]:
    return g.view(None)["seats"][seat]["known"]
