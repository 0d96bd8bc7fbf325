"""Gauntlet: the first entrants meet all the others, under the same conditions; the others do not play among themselves alone."""

from collections.abc import Sequence

from arena.formats.table import Outcomes, Plan, Rules, Table, mean_points, place_by_points, release


def plan(entrants: Sequence[str], outcomes: Outcomes, rules: Rules) -> Plan:
    if not 1 <= rules.challengers < len(entrants):
        raise ValueError(
            f"of {len(entrants)} entrants 1 to {len(entrants) - 1} run the gauntlet; {rules.challengers} were asked for"
        )
    challengers, field = entrants[: rules.challengers], entrants[rules.challengers :]
    opponents = rules.size - 1
    if len(field) < rules.least - 1:
        raise ValueError(f"a table seats at least {rules.least}: at least {rules.least - 1} opponents are needed")
    tables = []
    for again in range(max(1, rules.rounds)):
        for number, start in enumerate(range(0, len(field), opponents)):
            seats = [field[(start + i + again) % len(field)] for i in range(min(opponents, len(field)))]
            for challenger, name in enumerate(challengers):
                tables.append(Table(f"g{again + 1}-{number + 1}-{challenger + 1}", (name, *seats)))
    waiting = release(tables, outcomes)
    return Plan(waiting, not waiting, place_by_points(entrants, mean_points(entrants, outcomes)))
