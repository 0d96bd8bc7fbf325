"""Tournament formats: pure functions from the entrants and the outcomes so far to the tables to play now.

A format is a module with `plan(entrants, outcomes, rules)`. Entrants come in seeding order, best first. The same call with the
same outcomes always gives the same tables under the same keys, so a tournament can be picked up at any point.
"""

from collections.abc import Callable, Sequence
from importlib import import_module

from arena.formats.table import Outcomes, Plan, Rules, Table

__all__ = ["FORMATS", "Outcomes", "Plan", "Rules", "Table", "plan"]

# A further format is a module and a line here.
FORMATS = {
    "round-robin": "arena.formats.round_robin",
    "gauntlet": "arena.formats.gauntlet",
    "swiss": "arena.formats.swiss",
    "single-elimination": "arena.formats.elimination",
    "double-elimination": "arena.formats.double_elimination",
}


def plan(format: str, entrants: Sequence[str], outcomes: Outcomes, rules: Rules) -> Plan:
    """The tables to play now under a format; ValueError says what cannot be planned."""
    if format not in FORMATS:
        raise ValueError(f"unknown format {format!r}; there are {', '.join(FORMATS)}")
    if len(set(entrants)) != len(entrants):
        raise ValueError("every entrant enters once")
    if len(entrants) < max(2, rules.least):
        raise ValueError(f"at least {max(2, rules.least)} entrants are needed; {len(entrants)} came")
    chosen: Callable[[Sequence[str], Outcomes, Rules], Plan] = import_module(FORMATS[format]).plan
    return chosen(entrants, outcomes, rules)
