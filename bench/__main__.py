"""`python -m bench [TABLE...]`: prints the tables; all of them together are written to bench/results.json.

A table is a game ("rummy": its engine beside OpenSpiel) or a module of this package ("match": the referee beside raw gRPC).
"""

import json
import os
import platform
import sys
from collections.abc import Iterable
from importlib import import_module
from itertools import groupby
from pathlib import Path

import engine
from bench.measure import Figure, Row

ROUNDS = 12
GAMES = tuple(engine.games())
OTHERS = ("match", "league")  # modules of this package with a `table(rounds)`


def rows_of(name: str) -> Iterable[Row | Figure]:
    if name in GAMES:
        rows: Iterable[Row | Figure] = import_module("bench.engines").table(name, ROUNDS)
    else:
        rows = import_module(f"bench.{name}").table(ROUNDS)
    return rows


def show(rows: Iterable[Row | Figure]) -> list[Row | Figure]:
    """Prints a line for each thing measured, with all its peers, as soon as it is."""
    shown: list[Row | Figure] = []
    for name, group in groupby(rows, lambda row: row.name):
        line = list(group)
        print(f"{name:<64} {line[0].size}   {'   '.join(map(str, line))}", flush=True)
        shown += line
    return shown


def main(wanted: list[str]) -> None:
    unknown = set(wanted) - {*GAMES, *OTHERS}
    if unknown:
        raise SystemExit(f"no table {', '.join(sorted(unknown))}; there are {', '.join((*GAMES, *OTHERS))}")
    head = {"machine": platform.platform(), "cores": os.cpu_count(), "load": os.getloadavg()[0], "rounds": ROUNDS}
    found: dict[str, list[Row | Figure]] = {}
    for name in wanted or [*GAMES, *OTHERS]:
        print(f"\n{name}: medians of {ROUNDS} interleaved rounds (quartiles)", flush=True)
        found[name] = show(rows_of(name))
    missed = [f"{row.name}: {row}" for rows in found.values() for row in rows if row.met is False]
    print("\nall goals met" if not missed else "\nMISSED\n" + "\n".join(missed))
    if not wanted:
        where = Path(__file__).parent / "results.json"
        tables = {name: [row.as_dict() for row in rows] for name, rows in found.items()}
        where.write_text(json.dumps({**head, "tables": tables}, indent=1) + "\n")
        print(f"written to {where}")


if __name__ == "__main__":
    main(sys.argv[1:])
