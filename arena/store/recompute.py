"""Everything that follows from the log of a game, computed from it alone: Elo, games, head-to-head, counts of results."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import redis

from arena import ratings
from arena.store.scripts import Client

ATTEMPTS = 5  # to write between two results that come in


@dataclass
class Ledger:
    """What follows from the results so far, as the script that records a match does it."""

    elo: dict[str, float] = field(default_factory=dict)
    games: Counter[str] = field(default_factory=Counter)
    head_to_head: Counter[str] = field(default_factory=Counter)  # under the names it is stored by
    tally: Counter[str] = field(default_factory=Counter)  # pairs won, tied and lost
    results: int = 0

    def add(self, bots: list[str], ranks: list[int]) -> None:
        before = [self.elo.get(bot, ratings.START) for bot in bots]
        change = ratings.changes(bots, ranks, before, [self.games[bot] for bot in bots])
        moved: dict[str, float] = {}
        for bot, by in zip(bots, change, strict=True):
            moved[bot] = moved.get(bot, 0.0) + by
        for bot, by in moved.items():
            self.elo[bot] = self.elo.get(bot, ratings.START) + by
        for (one, rank), (other, other_rank) in combinations(zip(bots, ranks, strict=True), 2):
            if one == other:
                continue
            if rank == other_rank:
                self.head_to_head[f"{min(one, other)} {max(one, other)} ="] += 1
                self.tally.update((f"{one} tied", f"{other} tied"))
            else:
                winner, loser = (one, other) if rank < other_rank else (other, one)
                self.head_to_head[f"{winner} {loser}"] += 1
                self.tally.update((f"{winner} won", f"{loser} lost"))
        self.games.update(bots)
        self.results += 1


def recompute(client: Client, prefix: str, game: str, write: bool) -> dict[str, tuple[float, float]]:
    """What -> (stored, recomputed), of one moment; writing is refused while results keep coming in."""
    for _ in range(ATTEMPTS if write else 1):
        ledger, found = _compare(client, prefix, game)
        if not write or _write(client, prefix, game, ledger):
            return found
    raise ValueError(f"results of {game} keep coming in: pause its tournaments and its ladder, then write")


def _compare(client: Client, prefix: str, game: str) -> tuple[Ledger, dict[str, tuple[float, float]]]:
    with client.pipeline(transaction=True) as pipe:
        pipe.lrange(f"{prefix}log:{game}", 0, -1)
        pipe.zrange(f"{prefix}elo:{game}", 0, -1, withscores=True)
        pipe.hgetall(f"{prefix}games:{game}")
        pipe.hgetall(f"{prefix}h2h:{game}")
        pipe.hgetall(f"{prefix}tally:{game}")
        lines, elo, games, pairs, tally = pipe.execute()
    ledger = Ledger()
    for line in lines:
        _, _, bots, ranks, _ = line.decode().split("|", 4)
        ledger.add(bots.split(","), [int(rank) for rank in ranks.split(",")])
    found: dict[str, tuple[float, float]] = {}

    def compare(what: str, stored: dict[str, float], follows: dict[str, float], none: float) -> None:
        for name in sorted({*stored, *follows}):
            found[f"{what} {name}"] = (stored.get(name, none), follows.get(name, none))

    compare("Elo of", {bot.decode(): score for bot, score in elo}, ledger.elo, ratings.START)
    compare("games of", {bot.decode(): int(n) for bot, n in games.items()}, dict(ledger.games), 0)
    compare("head-to-head", {name.decode(): int(n) for name, n in pairs.items()}, dict(ledger.head_to_head), 0)
    compare("pairs", {name.decode(): int(n) for name, n in tally.items()}, dict(ledger.tally), 0)
    return ledger, found


def _write(client: Client, prefix: str, game: str, ledger: Ledger) -> bool:
    """Puts what follows in the place of what is stored, unless a result came in meanwhile."""
    log, elo = f"{prefix}log:{game}", f"{prefix}elo:{game}"
    with client.pipeline(transaction=True) as pipe:
        pipe.watch(log)  # type: ignore[no-untyped-call]
        length: Any = pipe.llen(log)
        if length != ledger.results:
            return False
        pipe.multi()
        pipe.delete(elo, f"{prefix}games:{game}", f"{prefix}h2h:{game}", f"{prefix}tally:{game}")
        if ledger.elo:
            pipe.zadd(elo, ledger.elo)
            pipe.hset(f"{prefix}games:{game}", mapping=dict(ledger.games))  # type: ignore[arg-type]
        if ledger.head_to_head:
            pipe.hset(f"{prefix}h2h:{game}", mapping=dict(ledger.head_to_head))  # type: ignore[arg-type]
            pipe.hset(f"{prefix}tally:{game}", mapping=dict(ledger.tally))  # type: ignore[arg-type]
        try:
            pipe.execute()
        except redis.WatchError:
            return False
    return True
