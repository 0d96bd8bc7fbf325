"""`python -m bench [TABLE...]`: prints the tables and writes bench/results.json."""

import json
import platform
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from bench.measure import Figure, Row

ROUNDS = 12
GAMES = ("rummy", "minerals", "zavandor", "imperial", "lagoon")
OTHERS = ("match", "league")  # modules of this package with a `table(rounds)`


def rows_of(name: str) -> Iterable[Row | Figure]:
    if name in GAMES:
        rows: Iterable[Row | Figure] = import_module("bench.engines").table(name, ROUNDS)
    else:
        rows = import_module(f"bench.{name}").table(ROUNDS)
    return rows


def main(wanted: list[str]) -> None:
    unknown = set(wanted) - {*GAMES, *OTHERS}
    if unknown:
        raise SystemExit(f"no table {', '.join(sorted(unknown))}; there are {', '.join((*GAMES, *OTHERS))}")
    found: dict[str, list[dict[str, object]]] = {}
    for name in wanted or [*GAMES, *OTHERS]:
        print(f"\n{name}: medians of {ROUNDS} interleaved rounds (quartiles)", flush=True)
        found[name] = []
        for row in rows_of(name):
            print(row, flush=True)
            found[name].append(row.as_dict())
    where = Path(__file__).parent / "results.json"
    where.write_text(json.dumps({"machine": platform.platform(), "rounds": ROUNDS, "tables": found}, indent=1))
    print(f"\nwritten to {where}")


if __name__ == "__main__":
    main(sys.argv[1:])
