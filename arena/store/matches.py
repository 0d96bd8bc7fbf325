"""Matches from the queue to a worker and back: planning, claiming with a lease, journalling, handing over, reaping, recording."""

import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import time
from typing import Any

from arena import ratings
from arena.records import Fault, Match, Move, Result, Verdict
from arena.store.codec import read_journal, read_match, read_result, write_match, write_result
from arena.store.errors import NotNow, Unknown
from arena.store.scripts import Client, Scripts

SUSPICION = 2  # deaths of workers after which a match is played alone
DEATHS = 5  # after so many, and
DEATHS_ALONE = 3  # so many of them alone, a match is set aside

LOST = -1
CALLED_OFF = -2


@dataclass(frozen=True)
class Claimed:
    """A match a worker took, with what was recorded of it before."""

    match: Match
    moves: list[Move]
    faults: list[Fault]
    journalled: int  # bytes


@dataclass(frozen=True)
class MatchStatus:
    """A match as the store knows it. The seed is shown when the last match of its set is over."""

    match: Match
    state: str
    attempt: int
    deaths: int
    worker: str
    result: Result | None
    decisions: int
    finished: float
    revealed: bool


@dataclass(frozen=True)
class Finished:
    """A result to record, with its replay and what it adds to the counters."""

    result: Result
    counters: dict[str, int]
    replay: str = ""


class Matches:
    """The queue and the matches in it."""

    def __init__(self, client: Client, prefix: str, scripts: Scripts) -> None:
        self._client = client
        self._prefix = prefix
        self._scripts = scripts

    # --- What the organiser does.

    def plan(self, tournament: str, sets: Iterable[Sequence[Match]]) -> int:
        """Adds table sets; one that exists already stays as it is. How many matches were added."""
        listed = [{"set": matches[0].table_set, "matches": [write_match(m) for m in matches]} for matches in sets]
        added = 0
        for start in range(0, len(listed), 200):
            answer = self._scripts.run("plan", tournament, time(), json.dumps(listed[start : start + 200]))
            if answer < 0:
                raise ValueError(f"tournament {tournament} does not run: nothing can be planned")
            added += answer
        return added

    def reap(self) -> tuple[int, int]:
        """Puts back the matches of workers that fell silent: how many, and how many were set aside."""
        requeued, aside = self._scripts.run("reap", time(), DEATHS, DEATHS_ALONE)
        return requeued, aside

    # --- What a worker does.

    def claim(self, worker: str, token: str, most: int, lease: float, alone: bool) -> list[Claimed]:
        now = time()
        found = self._scripts.run("claim", worker, now, now + lease, most, int(alone), token, SUSPICION)
        claimed = []
        for i in range(0, len(found), 3):
            moves, faults = read_journal(found[i + 2])
            claimed.append(Claimed(read_match(found[i + 1]), moves, faults, len(found[i + 2])))
        return claimed

    def journal(self, token: str, lease: float, entries: Sequence[tuple[str, int, bytes]]) -> dict[str, int]:
        """Renews the leases and appends to the journals: (match, offset, text). What needs attention by match: LOST,
        CALLED_OFF, or the length the journal really has."""
        now = time()
        flat: list[str | bytes | float] = [part for entry in entries for part in entry]
        found = self._scripts.run("journal", token, now, now + lease, *flat)
        return {found[i].decode(): int(found[i + 1]) for i in range(0, len(found), 2)}

    def release(self, token: str, matches: Sequence[str]) -> int:
        """Hands matches over to whoever comes next."""
        return int(self._scripts.run("release", token, time(), *matches)) if matches else 0

    def record(self, token: str, finished: Sequence[Finished]) -> list[int]:
        """Records results in one round trip: 1 recorded, 0 was recorded before, -1 is not ours any more."""
        with self._client.pipeline(transaction=False) as pipe:
            for one in finished:
                self._scripts.run("record", *record_arguments(token, one), client=pipe)
            return [int(answer) for answer in pipe.execute()]

    # --- What everybody may ask.

    def get(self, id: str) -> MatchStatus:
        found = self.statuses([id])
        if not found:
            raise Unknown(f"there is no match {id!r}; `arena match list` shows those there are")
        return found[0]

    def statuses(self, ids: Sequence[str]) -> list[MatchStatus]:
        """Of those that exist, in two round trips."""
        with self._client.pipeline(transaction=False) as pipe:
            for id in ids:
                pipe.hgetall(f"{self._prefix}match:{id}")
            rows = [row for row in pipe.execute() if row]
            matches = [read_match(row[b"match"]) for row in rows]
            for match in matches:
                pipe.hget(f"{self._prefix}set:{match.table_set}", "left")
            left = pipe.execute()
        return [_status(*one) for one in zip(matches, rows, left, strict=True)]

    def newest(self, count: int = 20, tournament: str = "") -> list[str]:
        """The newest matches."""
        return self.page(count, tournament=tournament)[0]

    def page(self, count: int, before: int | None = None, tournament: str = "") -> tuple[list[str], int]:
        """The newest matches before a place in their list, and the place to go on from; 0 when there are no more.

        All matches as they were planned, or those of a tournament as they ended.
        """
        key = f"{self._prefix}tournament:{tournament}:results" if tournament else f"{self._prefix}matches"
        length = int(self._client.llen(key))
        end = length if before is None else min(before, length)
        start = max(0, end - count)
        ids: Any = self._client.lrange(key, start, end - 1) if end else []
        return [id.decode() for id in reversed(ids)], start

    def results(self, ids: Sequence[str]) -> list[tuple[Match, Result]]:
        """Matches with their results, of those that have one."""
        with self._client.pipeline(transaction=False) as pipe:
            for id in ids:
                pipe.hmget(f"{self._prefix}match:{id}", "match", "result")
            rows = pipe.execute()
        return [(read_match(m), read_result(id, r)) for id, (m, r) in zip(ids, rows, strict=True) if m and r]

    def replay(self, id: str) -> str:
        """A match's replay, once the seed it shares with its set is no secret any more."""
        status = self.get(id)
        if not status.revealed:
            raise NotNow(
                f"the replay of {id} is published when the last match of its set {status.match.table_set} is over"
            )
        data: Any = self._client.get(f"{self._prefix}replay:{id}")
        if data is None:
            raise NotNow(f"match {id} has no replay: it is {status.state}")
        return zlib.decompress(data).decode()

    def queue(self) -> tuple[int, float, int]:
        """How many wait, how long the oldest has, how many are being played."""
        with self._client.pipeline(transaction=False) as pipe:
            pipe.zcard(f"{self._prefix}queue")
            pipe.zrange(f"{self._prefix}queue", 0, 0)
            pipe.zcard(f"{self._prefix}leases")
            depth, first, running = pipe.execute()
        age = 0.0
        if first:
            since: Any = self._client.hget(f"{self._prefix}match:{first[0].decode()}", "queued")
            age = max(0.0, time() - float(since)) if since else 0.0
        return depth, age, running


def _status(match: Match, fields: dict[bytes, bytes], left: bytes | None) -> MatchStatus:
    """`left`: how many matches of its set are not over yet."""
    state = fields[b"state"].decode()
    result = fields.get(b"result")
    return MatchStatus(
        match,
        state,
        int(fields.get(b"attempt", 0)),
        int(fields.get(b"deaths", 0)),
        fields.get(b"worker", b"").decode(),
        read_result(match.id, result) if result else None,
        json.loads(result).get("decisions", 0) if result else 0,
        float(fields.get(b"finished", 0)),
        state == "done" and (not match.table_set or left is not None and int(left) <= 0),
    )


def record_arguments(token: str, one: Finished) -> list[str | bytes | float]:
    result = one.result
    played = result.verdict is Verdict.PLAYED
    arguments: list[str | bytes | float] = [result.match, token, time(), write_result(result), int(played)]
    arguments += [json.dumps(result.ranks), zlib.compress(one.replay.encode(), 6) if one.replay else b""]
    arguments += [ratings.K_NEW, ratings.K_SETTLED, ratings.SETTLED_AFTER, ratings.START]
    for field, by in one.counters.items():
        arguments += [field, by]
    return arguments
