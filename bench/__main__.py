"""`python -m bench [TABLE...]`: prints the tables and writes bench/results.json."""

import json
import platform
import sys
from importlib import import_module
from pathlib import Path

from bench.measure import Row

ROUNDS = 12
GAMES = ("rummy", "minerals", "zavandor", "imperial", "lagoon")
OTHERS = ("match", "league")  # modules of this package with a `table(rounds)`


def rows_of(name: str) -> list[Row]:
    if name in GAMES:
        return list(import_module("bench.engines").table(name, ROUNDS))
    return list(import_module(f"bench.{name}").table(ROUNDS))


def show(rows: list[Row]) -> None:
    for row in rows:
        goal = "" if row.goal is None else f"goal {row.goal:g} {'met' if row.met else 'MISSED'}"
        spread = f"({row.low:.3g} - {row.high:.3g})"
        print(
            f"{row.name:<44} {row.ours_ns:>11,.0f} ns   {row.peer:<28} {row.peer_ns:>11,.0f} ns   "
            f"{row.ratio:>7.3g} x {spread:<18} {goal}",
            flush=True,
        )


def main(wanted: list[str]) -> None:
    unknown = set(wanted) - {*GAMES, *OTHERS}
    if unknown:
        raise SystemExit(f"no table {', '.join(sorted(unknown))}; there are {', '.join((*GAMES, *OTHERS))}")
    found: dict[str, list[dict[str, object]]] = {}
    for name in wanted or [*GAMES, *OTHERS]:
        print(f"\n{name}: medians of {ROUNDS} interleaved rounds (quartiles)", flush=True)
        rows = rows_of(name)
        show(rows)
        found[name] = [row.as_dict() for row in rows]
    where = Path(__file__).parent / "results.json"
    where.write_text(json.dumps({"machine": platform.platform(), "rounds": ROUNDS, "tables": found}, indent=1))
    print(f"\nwritten to {where}")


if __name__ == "__main__":
    main(sys.argv[1:])
