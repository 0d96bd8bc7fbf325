"""Ratings as they stand, the head-to-head counts, the log of results, and the fit made from it."""

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from arena.fit import Estimate, Fit, Game, fit
from arena.store.recompute import recompute
from arena.store.scripts import Client

SMALL = (
    2000  # up to so many results a stale fit is renewed while one waits; beyond, the organiser does it beside its work
)
PAGE = 10_000  # lines of the log read at a time


@dataclass(frozen=True)
class Row:
    """A line of the standings."""

    bot: str
    elo: float
    games: int
    wins: int  # pairs
    ties: int
    losses: int
    fitted: Estimate | None
    superiority: float | None  # the likelihood of being stronger than the next one below


@dataclass(frozen=True)
class Entry:
    """A line of the log."""

    match: str
    table_set: str
    bots: tuple[str, ...]
    ranks: tuple[int, ...]
    after: tuple[float, ...]  # the ratings, rounded
    time: float


class Standings:
    """By game: every game has its own ratings."""

    def __init__(self, client: Client, prefix: str) -> None:
        self._client = client
        self._prefix = prefix

    def games(self) -> list[str]:
        """The games in which something was played."""
        return sorted(
            key.decode().rpartition(":")[2] for key in self._client.scan_iter(f"{self._prefix}log:*", count=1000)
        )

    def table(self, game: str) -> list[Row]:
        """All bots of a game, best first."""
        with self._client.pipeline(transaction=True) as pipe:
            pipe.zrevrange(f"{self._prefix}elo:{game}", 0, -1, withscores=True)
            pipe.hgetall(f"{self._prefix}games:{game}")
            pipe.hgetall(f"{self._prefix}tally:{game}")
            elo, games, tally = pipe.execute()
        fitted = self.fitted(game)
        estimates = {e.bot: e for e in fitted.estimates}
        rows = []
        for place, (name, score) in enumerate(elo):
            bot = name.decode()
            below = elo[place + 1][0].decode() if place + 1 < len(elo) else ""
            superiority = fitted.superiority(bot, below) if bot in estimates and below in estimates else None
            wins, ties, losses = (int(tally.get(name + kind, 0)) for kind in (b" won", b" tied", b" lost"))
            rows.append(Row(bot, score, int(games[name]), wins, ties, losses, estimates.get(bot), superiority))
        return rows

    def ratings(self, game: str) -> dict[str, tuple[float, int]]:
        """Every bot's Elo and number of games, as they stand."""
        with self._client.pipeline(transaction=True) as pipe:
            pipe.zrange(f"{self._prefix}elo:{game}", 0, -1, withscores=True)
            pipe.hgetall(f"{self._prefix}games:{game}")
            elo, games = pipe.execute()
        return {bot.decode(): (score, int(games[bot])) for bot, score in elo}

    def head_to_head(self, game: str) -> dict[tuple[str, str], tuple[int, int, int]]:
        """Wins, ties, losses of the first against the second."""
        pairs: Any = self._client.hgetall(f"{self._prefix}h2h:{game}")
        found: dict[tuple[str, str], tuple[int, int, int]] = {}
        for field, number in pairs.items():
            one, other, *tie = field.decode().split(" ")
            wins, ties, losses = found.get((one, other), (0, 0, 0))
            if tie:
                ties += int(number)
            else:
                wins += int(number)
            found[one, other] = (wins, ties, losses)
            found[other, one] = (losses, ties, wins)
        return found

    def log(self, game: str, start: int = 0, most: int = 0) -> list[Entry]:
        """The results from a place in their order on, oldest first; all of them, or so many at the most."""
        return [_entry(line.decode()) for line in self._lines(game, start, most)]

    def _lines(self, game: str, start: int, most: int) -> list[bytes]:
        lines: Any = self._client.lrange(f"{self._prefix}log:{game}", start, start + most - 1 if most else -1)
        return list(lines)

    def fit(self, game: str) -> Fit:
        """The fit over all results, made now and kept for the standings."""
        games: list[Game] = []
        while lines := self._lines(game, len(games), PAGE):
            for line in lines:
                _, table_set, bots, ranks, _ = line.decode().split("|", 4)
                games.append(Game(bots.split(","), _ranks(ranks), table_set))
        result = fit(games)
        estimates = json.dumps([asdict(e) for e in result.estimates])
        variances = result.variances.astype(np.float32).tobytes()
        stored: dict[str, str | bytes] = {"results": str(len(games)), "estimates": estimates, "variances": variances}
        self._client.hset(f"{self._prefix}fit:{game}", mapping=stored)  # type: ignore[arg-type]
        return result

    def fitted(self, game: str) -> Fit:
        """The last fit; while there are few results, or none was made yet, one over all of them."""
        with self._client.pipeline(transaction=True) as pipe:
            pipe.hgetall(f"{self._prefix}fit:{game}")
            pipe.llen(f"{self._prefix}log:{game}")
            stored, results = pipe.execute()
        if not results:
            return Fit((), np.zeros((0, 0)))
        if not stored or (results <= SMALL and results != int(stored[b"results"])):
            return self.fit(game)
        estimates = tuple(Estimate(**e) for e in json.loads(stored[b"estimates"]))
        variances = np.frombuffer(stored[b"variances"], np.float32).reshape(len(estimates), -1)
        return Fit(estimates, variances)

    def renew_fits(self) -> None:
        """Fits every game anew that has results its stored fit does not know."""
        for game in self.games():
            known: Any = self._client.hget(f"{self._prefix}fit:{game}", "results")
            results: Any = self._client.llen(f"{self._prefix}log:{game}")
            if known is None or int(known) != results:
                self.fit(game)

    def recompute(self, game: str, write: bool = False) -> dict[str, tuple[float, float]]:
        """Everything that follows from the log of a game, beside what is stored: what -> (stored, recomputed)."""
        return recompute(self._client, self._prefix, game, write)


def _entry(line: str) -> Entry:
    match, table_set, bots, ranks, after, time = line.split("|")
    return Entry(
        match,
        table_set,
        tuple(bots.split(",")),
        _ranks(ranks),
        tuple(float(a) for a in after.split(",")),
        float(time),
    )


@lru_cache(maxsize=10_000)
def _ranks(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))
