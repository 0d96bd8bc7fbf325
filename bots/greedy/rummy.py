"""Mineral Rummy: meld as soon as possible, keep what the own minerals need, get rid of the rest."""

from collections import Counter
from functools import cache
from typing import Any

from bots.turn import Turn
from engine.rummy import tables

PASS, DRAW_STOCK, DRAW_DISCARD, DISCARD, MELD, LAY, SWAP, CALL_LAY, CALL_SWAP = range(9)


@cache
def data() -> tables.Data:
    return tables.load()


def choose(turn: Turn) -> int:
    view = turn.view
    wanted = needs(view)
    return max(turn.codes, key=lambda code: worth(view, wanted, code))


def needs(view: dict[str, Any]) -> Counter[int]:
    """How many own minerals still want each ion."""
    return Counter(ion for mineral in view["minerals"] for ion in data().minerals[mineral].ions)


def layable(view: dict[str, Any], ion: int) -> bool:
    return any(ion in data().minerals[meld["mineral"]].ions for meld in view["melds"])


def worth(view: dict[str, Any], wanted: Counter[int], code: int) -> float:
    kind, a, b = code >> 24, code >> 16 & 0xFF, code >> 8 & 0xFF
    hand = Counter(view["hand"])
    wild = len(data().ions) - 1
    if kind == DRAW_DISCARD:
        top = view["discard"][-1]
        if top == wild:
            return 2 if view["minerals"] else -1
        if wanted[top] > hand[top]:
            return 3
        return 1 if not view["minerals"] and layable(view, top) else -1
    if kind == CALL_SWAP:
        return 1 if view["minerals"] else -1
    if kind == CALL_LAY:
        return -1 if not view["minerals"] else 0.5  # who goes out soon leaves it to be drawn by nobody
    if kind == MELD:
        # A wild is spent only on an ion that is not there.
        return 20 + len(data().minerals[a].ions) if b == 0 else (15 if hand[b - 1] == 0 else 2)
    if kind == SWAP:
        return 10 if view["minerals"] and wanted[a] == 0 else -5
    if kind == LAY:
        spare = hand[a] > wanted[a]
        if a == wild:
            return 8 if not view["minerals"] else -5
        return 12 if spare else -5
    if kind == DISCARD:
        if a == wild:
            return -3 if view["minerals"] else 1
        spare = hand[a] > wanted[a]
        # Rare ions that somebody may lack are kept back a little; those that fit on a meld can be laid off later.
        return (1 if spare else -4) - 0.3 * layable(view, a) - 0.02 * data().ions[a].copies
    return 0
