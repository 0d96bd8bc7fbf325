"""Ratings as they stand, the head-to-head counts, the log of results, and the fit made from it."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from arena import ratings
from arena.fit import Estimate, Fit, Game, fit
from arena.store.scripts import Client

FRESH = 1.02  # a stored fit is good while the log has grown by no more than 2 %


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
            pipe.hgetall(f"{self._prefix}h2h:{game}")
            elo, games, pairs = pipe.execute()
        fitted = {e.bot: e for e in self.fitted(game)}
        tally: dict[str, list[int]] = {}  # wins, ties, losses
        for field, number in pairs.items():
            one, other, *tie = field.decode().split(" ")
            kind = ("ties", "ties") if tie else ("wins", "losses")
            for bot, what in zip((one, other), kind, strict=True):
                row = tally.setdefault(bot, [0, 0, 0])
                row[("wins", "ties", "losses").index(what)] += int(number)
        rows = []
        for name, score in elo:
            bot = name.decode()
            wins, ties, losses = tally.get(bot, (0, 0, 0))
            rows.append(Row(bot, score, int(games[name]), wins, ties, losses, fitted.get(bot)))
        return rows

    def ratings(self, game: str) -> dict[str, tuple[float, int]]:
        """Every bot's Elo and number of games, as they stand."""
        with self._client.pipeline(transaction=True) as pipe:
            pipe.zrange(f"{self._prefix}elo:{game}", 0, -1, withscores=True)
            pipe.hgetall(f"{self._prefix}games:{game}")
            elo, games = pipe.execute()
        return {bot.decode(): (score, int(games[bot])) for bot, score in elo}

    def renew_fits(self) -> None:
        """Fits every game anew that has results its stored fit does not know."""
        for game in self.games():
            text: Any = self._client.get(f"{self._prefix}fit:{game}")
            results: Any = self._client.llen(f"{self._prefix}log:{game}")
            if text is None or json.loads(text)["results"] != results:
                self.fit(game)

    def head_to_head(self, game: str) -> dict[tuple[str, str], tuple[int, int, int]]:
        """Wins, ties, losses of the first against the second."""
        pairs: Any = self._client.hgetall(f"{self._prefix}h2h:{game}")
        found: dict[tuple[str, str], tuple[int, int, int]] = {}
        counts = {field.decode(): int(number) for field, number in pairs.items()}
        for field in counts:
            one, other = field.split(" ")[:2]
            for a, b in ((one, other), (other, one)):
                tie = " ".join(sorted((a, b))) + " ="
                found[a, b] = (counts.get(f"{a} {b}", 0), counts.get(tie, 0), counts.get(f"{b} {a}", 0))
        return found

    def log(self, game: str, start: int = 0) -> list[Entry]:
        lines: Any = self._client.lrange(f"{self._prefix}log:{game}", start, -1)
        return [_entry(line.decode()) for line in lines]

    def fit(self, game: str) -> Fit:
        """The fit over all results, made now; its estimates are kept for the standings."""
        lines: Any = self._client.lrange(f"{self._prefix}log:{game}", 0, -1)
        games = []
        for line in lines:
            _, table_set, bots, ranks, _, _ = line.decode().split("|")
            games.append(Game(bots.split(","), [int(r) for r in ranks.split(",")], table_set))
        result = fit(games)
        stored = {"results": len(games), "estimates": [asdict(e) for e in result.estimates]}
        self._client.set(f"{self._prefix}fit:{game}", json.dumps(stored))
        return result

    def fitted(self, game: str) -> list[Estimate]:
        """The estimates of the last fit; a stale one is renewed first while that takes no time."""
        text: Any = self._client.get(f"{self._prefix}fit:{game}")
        results: Any = self._client.llen(f"{self._prefix}log:{game}")
        stored: dict[str, Any] = json.loads(text) if text else {"results": 0, "estimates": []}
        if results != stored["results"] and (results <= 2000 or results > stored["results"] * FRESH):
            if results > 20_000 and stored["results"]:
                pass  # a large league's fit is renewed in the background by the organiser
            else:
                return list(self.fit(game).estimates)
        return [Estimate(**e) for e in stored["estimates"]]

    def recompute(self, game: str, write: bool = False) -> dict[str, tuple[float, float]]:
        """Elo from the log alone, beside what is stored: bot -> (stored, recomputed)."""
        elo: dict[str, float] = {}
        games: dict[str, int] = {}
        for entry in self.log(game):
            now = [elo.get(b, ratings.START) for b in entry.bots]
            change = ratings.changes(entry.bots, entry.ranks, now, [games.get(b, 0) for b in entry.bots])
            for bot in set(entry.bots):
                before = elo.get(bot, ratings.START)
                elo[bot] = before + sum(c for b, c in zip(entry.bots, change, strict=True) if b == bot)
            for bot in entry.bots:
                games[bot] = games.get(bot, 0) + 1
        stored: Any = self._client.zrange(f"{self._prefix}elo:{game}", 0, -1, withscores=True)
        before_all = {bot.decode(): score for bot, score in stored}
        if write and elo:
            with self._client.pipeline(transaction=True) as pipe:
                pipe.delete(f"{self._prefix}elo:{game}", f"{self._prefix}games:{game}")
                pipe.zadd(f"{self._prefix}elo:{game}", elo)
                pipe.hset(f"{self._prefix}games:{game}", mapping={b: str(n) for b, n in games.items()})
                pipe.execute()
        return {b: (before_all.get(b, ratings.START), elo.get(b, ratings.START)) for b in sorted({*elo, *before_all})}


def _entry(line: str) -> Entry:
    match, table_set, bots, ranks, after, time = line.split("|")
    return Entry(
        match,
        table_set,
        tuple(bots.split(",")),
        tuple(int(r) for r in ranks.split(",")),
        tuple(float(a) for a in after.split(",")),
        float(time),
    )
