"""The referee: plays any number of matches at once in one event loop, with one session a bot address."""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from time import process_time
from types import TracebackType
from typing import Any, Protocol, Self

from arena.records import Fault, Match, Move, Result, Verdict
from workers.clock import Watch
from workers.session import Limits, Misbehaviour, Session
from workers.table import Table
from workers.transport import GrpcTransport, Transport

__all__ = ["Journal", "Limits", "Referee"]

log = logging.getLogger(__name__)


class Journal(Protocol):
    """Is told of every move and fault as it happens; must not block."""

    def moved(self, match_id: str, index: int, move: Move) -> None: ...

    def faulted(self, match_id: str, fault: Fault) -> None: ...


class Referee:
    """One per event loop. `async with Referee() as referee: result = await referee.play(match)`."""

    def __init__(
        self, journal: Journal | None = None, limits: Limits | None = None, transport: Transport | None = None
    ) -> None:
        self._limits = limits or Limits()
        self._transport = transport or GrpcTransport(self._limits.message)
        self._journal = journal
        self._watch = Watch(self._look)
        self._sessions: dict[str, Session] = {}
        self._tables: dict[str, Table] = {}
        self._queue: list[tuple[Table, asyncio.Future[None]]] = []  # wait for the bots' declared concurrency
        self._admitted: set[Table] = set()
        self._decisions = 0
        self._cpu = process_time()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for table in list(self._tables.values()):
            table.abandon()
        self._watch.stop()
        await asyncio.gather(*(session.close() for session in self._sessions.values()))
        self._sessions.clear()

    async def play(self, match: Match, moves: Sequence[Move] = (), faults: Sequence[Fault] = ()) -> Result:
        """Referees a match to its end. Moves and faults recorded before an interruption are taken up.

        Cancelling this call hands the match over: nothing is decided, and bots are told that it goes on elsewhere.
        """
        if match.id in self._tables:
            raise ValueError(f"match {match.id} is being played already")
        sessions = [self._session(seat.address) for seat in match.seats]
        try:
            table = Table(match, sessions, self._watch, self._journal, self._share, moves, faults)
        except Exception as error:
            log.exception("match %s cannot be played", match.id)
            return Result(
                match.id, Verdict.SET_ASIDE, (), (), tuple(faults), tuple(moves), f"cannot be played: {error}"
            )
        self._tables[match.id] = table
        seats = asyncio.create_task(self._seat(table), name=f"seats of {match.id}")
        try:
            either: list[asyncio.Future[Any]] = [seats, table.done]
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not table.done.done():
                absent = seats.result()
                self._watch.start()
                table.begin(absent)
            return await table.done
        except asyncio.CancelledError:
            table.abandon()
            raise
        except Exception as error:
            log.exception("match %s failed in the referee", match.id)
            table.fail(error)
            return table.done.result()
        finally:
            seats.cancel()
            await asyncio.wait({seats})
            self._release(table)
            del self._tables[match.id]

    def cancel(self, match_id: str, reason: str = "called off by the organiser") -> bool:
        """The organiser's cancel; False when no such match is being played here."""
        table = self._tables.get(match_id)
        if table is None:
            return False
        table.cancel(reason)
        return True

    # --- Seats.

    def _session(self, address: str) -> Session:
        session = self._sessions.get(address)
        if session is None:
            session = self._sessions[address] = Session(address, self._transport, self._limits)
        return session

    async def _seat(self, table: Table) -> list[Misbehaviour | None]:
        """Reaches all bots and waits until each has room; who could not be reached, and why."""
        clock = table.match.clock
        patience = clock.limit + clock.bank + clock.margin

        async def reach(session: Session) -> Misbehaviour | None:
            try:
                await session.reach(patience)
            except Misbehaviour as fault:
                return fault
            return None

        reached = await asyncio.gather(*(reach(session) for session in table.needs))
        absent = dict(zip(table.needs, reached, strict=True))
        room = asyncio.get_running_loop().create_future()
        self._queue.append((table, room))
        self._admit()
        await room
        return [absent.get(player.session) for player in table.players]

    def _admit(self) -> None:
        """Lets waiting matches begin, in order. One that waits for a bot stands in line there; if it is among those that the bot
        takes next, it also holds the places it needs with others against those behind it."""
        claimed: Counter[Session] = Counter()
        waiting = []
        for table, room in self._queue:
            if room.done():
                continue
            needs = table.needs
            full = {bot: seats for bot, seats in needs.items() if not bot.has_room(seats, claimed[bot])}
            if not full:
                for session, seats in needs.items():
                    session.seated += seats
                self._admitted.add(table)
                room.set_result(None)
            else:
                next_in_line = all(claimed[bot] + seats <= max(bot.concurrency, seats) for bot, seats in full.items())
                claimed.update(needs if next_in_line else full)
                waiting.append((table, room))
        self._queue = waiting

    def _release(self, table: Table) -> None:
        if table in self._admitted:
            self._admitted.remove(table)
            for session, seats in table.needs.items():
                session.seated -= seats
        if self._queue:
            self._admit()

    # --- Time.

    def _look(self, now: float) -> None:
        if not self._tables:
            self._watch.stop()
        for table in list(self._tables.values()):
            try:
                table.look(now)
            except Exception as error:
                log.exception("match %s failed in the referee", table.match.id)
                table.fail(error)

    def _share(self, decisions: int) -> int:
        """A match's part of the CPU time used so far, in microseconds: by decisions, which is what costs."""
        self._decisions += decisions
        spent = process_time() - self._cpu
        return int(1e6 * spent * decisions / self._decisions) if decisions else 0
