"""A chunk of work: matches taken from the store, refereed side by side, journalled as they are played, recorded when over."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from secrets import token_hex
from time import monotonic
from typing import Any

import redis

from arena import replay
from arena.records import Fault, Match, Move, Result, Verdict
from arena.settings import Settings
from arena.store import Store
from arena.store.codec import write_fault, write_move
from arena.store.counting import counters
from arena.store.matches import CALLED_OFF, LOST, Claimed, Finished
from workers.referee import Referee

log = logging.getLogger(__name__)

TICK = 0.1  # seconds; moves are at most so far ahead of the store
DRAIN = 1.0  # seconds a chunk waits for its last matches before it takes others beside them
PATIENCE = (
    60.0  # seconds without Redis after which a chunk gives up: its matches are played again from the last recorded move
)


class Playing:
    """A match at the table, and what of its journal is not in the store yet."""

    def __init__(self, claimed: Claimed) -> None:
        self.match = claimed.match
        self.offset = claimed.journalled  # bytes in the store
        self.text = b""  # that follow
        self.renewed = monotonic()
        self.task: asyncio.Task[None] | None = None


class Chunk:
    """One task's work. `run` returns the number of matches recorded."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        worker: str,
        task: str,
        stopping: Callable[[], bool],
        alive: Callable[[], None],
    ) -> None:
        self._store = store
        self._settings = settings
        self._worker = worker
        self._task = task
        self._stopping = stopping
        self._alive = alive
        self._token = token_hex(12)  # what this chunk holds its matches by
        self._playing: dict[str, Playing] = {}
        self._finished: list[Finished] = []
        self._enough = asyncio.Event()  # so many are over that it pays to look before the next tick
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")  # Redis may be slow or away: the tables go on
        self._beat = 0.0
        self._recorded = 0

    # --- What the referee tells.

    def moved(self, match_id: str, index: int, move: Move) -> None:
        if (playing := self._playing.get(match_id)) is not None:
            playing.text += write_move(move)

    def faulted(self, match_id: str, fault: Fault) -> None:
        if (playing := self._playing.get(match_id)) is not None:
            playing.text += write_fault(fault)

    # --- The work.

    async def run(self) -> int:
        async with Referee(journal=self) as referee:
            until = monotonic() + self._settings.task_seconds
            away = 0.0  # since when Redis has not answered
            while True:
                self._alive()
                try:
                    await self._settle(referee)
                    if self._stopping():
                        break
                    if monotonic() < until:
                        await self._take(referee)
                    elif monotonic() > until + DRAIN:
                        until = monotonic() + self._settings.task_seconds  # slow matches do not keep the others waiting
                    if not self._playing and not self._finished:
                        break
                    away = 0.0
                except (redis.RedisError, OSError) as error:
                    away = away or monotonic()
                    if self._stopping() or monotonic() - away > PATIENCE:
                        log.error("Redis is away; the matches here are left to others: %s", error)
                        break
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(TICK):
                        await self._enough.wait()
                self._enough.clear()
            await self._hand_over()
        self._thread.shutdown(wait=False)
        return self._recorded

    async def _take(self, referee: Referee) -> None:
        """Fills the free places with matches that wait."""
        free = self._settings.chunk - len(self._playing)
        if free <= 0:
            return
        lease = self._settings.lease
        alone = not self._playing
        for claimed in await self._ask(self._store.matches.claim, self._worker, self._token, free, lease, alone):
            playing = self._playing[claimed.match.id] = Playing(claimed)
            playing.task = asyncio.create_task(self._play(referee, claimed), name=f"match {claimed.match.id}")

    async def _play(self, referee: Referee, claimed: Claimed) -> None:
        match = claimed.match
        result = await referee.play(match, claimed.moves, claimed.faults)
        if self._playing.pop(match.id, None) is None:
            return  # it is another worker's by now
        self._finished.append(finished(match, result))
        if len(self._finished) * 4 >= self._settings.chunk or not self._playing:
            self._enough.set()

    async def _settle(self, referee: Referee) -> None:
        """Brings the store up to date: results, moves, leases, signs of life."""
        if self._finished:
            done, self._finished = self._finished, []
            try:
                answers = await self._ask(self._store.matches.record, self._token, done)
            except BaseException:
                self._finished = done + self._finished  # recording twice changes nothing
                raise
            self._recorded += answers.count(1)
        await self._journal(referee)
        if monotonic() - self._beat > 1.0:
            await self._ask(self._store.fleet.task_beat, self._task)
            self._beat = monotonic()

    async def _journal(self, referee: Referee) -> None:
        now = monotonic()
        due = now - self._settings.lease / 4
        entries = [
            (id, playing.offset, playing.text)
            for id, playing in self._playing.items()
            if playing.text or playing.renewed < due
        ]
        if not entries:
            return
        attention = await self._ask(self._store.matches.journal, self._token, self._settings.lease, entries)
        for id, offset, text in entries:
            playing = self._playing.get(id)
            if playing is None:
                continue
            answer = attention.get(id, offset + len(text))
            if answer == LOST:
                self._drop(id, "the store gave it to another worker")
            elif answer == CALLED_OFF:
                referee.cancel(id)
            elif offset <= answer <= offset + len(text):
                # An answer that was lost on the way: the text, or none of it, went in before.
                playing.text = playing.text[answer - offset :]
                playing.offset = answer
                playing.renewed = now
            else:
                self._drop(id, f"its journal has {answer} bytes, not {offset}")

    def _drop(self, id: str, why: str) -> None:
        """Lets go of a match that is no longer ours."""
        log.warning("match %s is dropped: %s", id, why)
        playing = self._playing.pop(id)
        assert playing.task is not None
        playing.task.cancel()

    async def _hand_over(self) -> None:
        """Puts the matches that are not over back, with all their moves, for the next worker."""
        left = list(self._playing)
        for playing in self._playing.values():
            assert playing.task is not None
            playing.task.cancel()
        await asyncio.gather(*(p.task for p in self._playing.values() if p.task), return_exceptions=True)
        if not left and not self._finished:
            return
        with contextlib.suppress(redis.RedisError, OSError):  # then they go on when the lease is over
            if self._finished:
                self._recorded += (await self._ask(self._store.matches.record, self._token, self._finished)).count(1)
            entries = [(id, p.offset, p.text) for id, p in self._playing.items()]
            if entries:
                await self._ask(self._store.matches.journal, self._token, self._settings.lease, entries)
                await self._ask(self._store.matches.release, self._token, left)
            self._playing.clear()

    async def _ask(self, call: Callable[..., Any], *arguments: object) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(call, *arguments))


def finished(match: Match, result: Result) -> Finished:
    """A result with its replay and what it adds to the counters."""
    text = replay.write(match, result) if result.verdict is Verdict.PLAYED else ""
    return Finished(result, counters(match, result), text)
