"""`arena export`: results, ratings and the log for other programs; large ones are written as they are read."""

import csv
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import IO, Any

import click

from arena.cli.connect import connected
from arena.cli.words import GAME, TOURNAMENT
from arena.store import Store

PAGE = 2000

Line = dict[str, Any]


@click.command("export")
@click.argument("what", type=click.Choice(["ratings", "log", "results"]))
@click.option("--game", type=GAME, help="Only this game.")
@click.option("--tournament", type=TOURNAMENT, default="", help="Only this tournament; for results.")
@click.option("--format", type=click.Choice(["csv", "json"]), default="csv", show_default=True)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="A file; printed unless told.")
def command(what: str, game: str | None, tournament: str, format: str, output: Path | None) -> None:
    """Export WHAT: ratings, the log of rated results with the Elo after each, or results with scores and faults.

    The log and the results have a line for every seat.

    \b
      arena export ratings --game rummy
      arena export results --tournament spring-cup -o spring-cup.csv
      arena export log --game rummy --format json -o rummy.json
    """
    if tournament and what != "results":
        raise click.UsageError("ratings and the log belong to a game, not to a tournament: export its results")
    with connected() as store:
        if tournament:
            store.tournaments.get(tournament)
        games = [game] if game else store.standings.games()
        lines = {"ratings": ratings, "log": log, "results": results}[what](store, games, tournament)
        target = output.open("w", encoding="utf-8", newline="") if output else nullcontext(sys.stdout)
        with target as file:
            written = WRITERS[format](lines, file)
    if output:
        click.echo(f"{output}: {written} lines", err=True)


def ratings(store: Store, games: list[str], tournament: str) -> Iterator[Line]:
    for game in games:
        for place, row in enumerate(store.standings.table(game), 1):
            fitted = row.fitted
            yield {
                "game": game,
                "place": place,
                "bot": row.bot,
                "elo": round(row.elo, 3),
                "fit": round(fitted.elo, 3) if fitted else None,
                "low": round(fitted.low, 3) if fitted else None,
                "high": round(fitted.high, 3) if fitted else None,
                "superiority": round(row.superiority, 6) if row.superiority is not None else None,
                "games": row.games,
                "won": row.wins,
                "tied": row.ties,
                "lost": row.losses,
            }


def log(store: Store, games: list[str], tournament: str) -> Iterator[Line]:
    for game in games:
        start = 0
        while entries := store.standings.log(game, start, PAGE):
            start += len(entries)
            for entry in entries:
                for seat, bot in enumerate(entry.bots):
                    yield {
                        "time": entry.time,
                        "game": game,
                        "match": entry.match,
                        "table_set": entry.table_set,
                        "seat": seat,
                        "bot": bot,
                        "rank": entry.ranks[seat],
                        "elo_after": entry.after[seat],
                    }


def results(store: Store, games: list[str], tournament: str) -> Iterator[Line]:
    for ids in pages(store, tournament):
        for status in store.matches.statuses(ids):
            match, result = status.match, status.result
            if result is None or (not tournament and match.game not in games):
                continue
            faults = {fault.seat: fault for fault in result.faults}
            for seat, who in enumerate(match.seats):
                fault = faults.get(seat)
                yield {
                    "finished": status.finished,
                    "game": match.game,
                    "variant": match.variant,
                    "tournament": match.tournament,
                    "match": match.id,
                    "table_set": match.table_set,
                    "rotation": match.rotation,
                    "rated": match.rated,
                    "verdict": result.verdict.value,
                    "seat": seat,
                    "bot": who.bot,
                    "rank": result.ranks[seat] if result.ranks else None,
                    "score": result.scores[seat] if result.scores else None,
                    "fault": fault.kind.value if fault else None,
                    "fault_reason": fault.reason if fault else None,
                    "decisions": status.decisions,
                    "seconds": result.seconds,
                }


def pages(store: Store, tournament: str) -> Iterator[list[str]]:
    """The matches, newest first."""
    before: int | None = None
    while before != 0:
        ids, before = store.matches.page(PAGE, before, tournament)
        yield ids


def write_csv(lines: Iterator[Line], file: IO[str]) -> int:
    written, writer = 0, None
    for line in lines:
        if writer is None:
            writer = csv.DictWriter(file, list(line))
            writer.writeheader()
        writer.writerow(line)
        written += 1
    return written


def write_json(lines: Iterator[Line], file: IO[str]) -> int:
    """One array, a line an object."""
    written = 0
    file.write("[")
    for line in lines:
        file.write(("," if written else "") + "\n" + json.dumps(line))
        written += 1
    file.write("\n]\n")
    return written


WRITERS: dict[str, Callable[[Iterator[Line], IO[str]], int]] = {"csv": write_csv, "json": write_json}
