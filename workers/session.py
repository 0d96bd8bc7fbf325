"""A session with a bot: one stream that carries any number of matches, lost and found again, and the limits put on it."""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from google.protobuf.message import DecodeError
from motherlode.rpc.bot import LARGEST_ANSWER
from motherlode.v1 import bot_pb2 as pb

from arena.records import FaultKind
from workers.transport import Flooded, Line, Lost, Oversized, Refused, Transport
from workers.turns import read_choices

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limits:
    """What a bot may send and how long the referee is patient with it, beside the clock of a match."""

    message: int = LARGEST_ANSWER  # bytes of one message from a bot
    batch: int = 256 * 1024  # bytes after which a message to a bot is full
    batched: int = 512  # items after which it is, so that the answer to it fits into a message too
    backlog: int = 16 * 1024 * 1024  # bytes that may wait for a bot that does not read; then its stream is dropped
    gather: float = 0.003  # seconds a turn to a bot with many matches may wait for others to go with it
    gathered: int = 16  # turns that are enough for a message of their own
    credit: int = 4096  # messages and choices a bot may send beyond what it was asked for
    hello: float = 5.0  # seconds for one attempt to connect
    backoff: float = 0.05  # seconds after the first loss of a stream; doubles
    longest_backoff: float = 1.0
    farewell: float = 1.0  # seconds for a bot to end its call when we closed our side
    idle: float = 60.0  # seconds after which a session without matches is closed


class Misbehaviour(Exception):
    """What a bot did wrong, before it is known in which matches."""

    def __init__(self, kind: FaultKind, why: str) -> None:
        super().__init__(why)
        self.kind = kind
        self.why = why


class Guest(Protocol):
    """A seat of a match, as its session sees it."""

    number: int

    def start(self) -> bytes:
        """The ToBot with its MatchStart."""

    def pending(self) -> bytes:
        """The ToBot with the turn it owes an answer to; empty when there is none."""

    def answer(self, decision: int, action: int | str | None) -> bool:
        """Takes a choice of the bot: the decision it is for, and a code, a notation, or neither. Whether it was asked for."""

    def forfeit(self, kind: FaultKind, why: str) -> None:
        """Notes a fault; nothing is played yet."""

    def proceed(self) -> None:
        """Lets the match go on after `forfeit`."""

    def fail(self, error: Exception) -> None:
        """The referee itself failed in this match."""


class Session:
    """The stream to one address. Without matches it costs nothing: it is opened when the first one needs it."""

    def __init__(self, address: str, transport: Transport, limits: Limits) -> None:
        self.address = address
        self.view = self.notations = True
        self.games: tuple[str, ...] = ()
        self.concurrency = 0  # matches at once; 0: no limit
        self.seated = 0  # seats of matches admitted
        self.round_trip_us = 0  # the shortest answer so far; 0: none yet
        self.trouble = ""  # why the stream was lost last; empty once the bot was heard again
        self.met = False  # it was open at least once
        self._transport = transport
        self._limits = limits
        self._guests: dict[int, Guest] = {}
        self._next = 1
        self._credit = limits.credit
        self._outbox: list[bytes] = []
        self._backlog = 0  # bytes in the outbox
        self._enough = 0  # items for a message
        self._line: Line | None = None
        self._run: asyncio.Task[None] | None = None
        self._waiters: set[asyncio.Future[None]] = set()
        self._wake: asyncio.Future[None] | None = None
        self._due = False  # the outbox is to be sent
        self._gathering: asyncio.TimerHandle | None = None
        self._drained = asyncio.Event()  # the writer has nothing left to do
        self._drained.set()
        self._closing = False
        self._idle: asyncio.TimerHandle | None = None

    @property
    def open(self) -> bool:
        return self._line is not None

    def has_room(self, seats: int, claimed: int) -> bool:
        """Whether a match with so many of its seats may begin, besides those claimed by others. An idle bot takes any match, or none
        would ever begin."""
        taken = self.seated + claimed
        return not self.concurrency or not taken or taken + seats <= self.concurrency

    # --- What a match asks for.

    async def reach(self, seconds: float) -> None:
        """Waits until the session is open; raises Misbehaviour when it is not within the time."""
        if self._line is not None:
            return
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.add(waiter)
        self._ensure()
        try:
            async with asyncio.timeout(seconds):
                await waiter
        except TimeoutError:
            why = f"{self.address} was not reached within {seconds:.3f} s: {self.trouble or 'no answer to Describe'}"
            raise Misbehaviour(FaultKind.UNREACHABLE, why) from None
        finally:
            self._waiters.discard(waiter)

    def join(self, guest: Guest) -> None:
        """Seats a match's guest and tells the bot of it, now or as soon as the stream is open."""
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        self._enter(guest)
        self._ensure()

    def leave(self, guest: Guest, farewell: bytes) -> None:
        """Forgets a guest; the bot is told if it is there."""
        if self._guests.get(guest.number) is guest:  # one that was cut off has no number any more
            del self._guests[guest.number]
            if self._line is not None:
                self.send(farewell)
        self._enough = min(self._limits.gathered, len(self._guests) >> 2)
        self._idle_from_now()

    def send(self, item: bytes) -> None:
        """Puts a ToBot of one item into the message that goes out at the end of this turn of the loop.

        A bot with many matches gets its turns in batches: they wait until a quarter of its matches have one, but only for a
        moment. A bot with a few matches never waits.
        """
        outbox = self._outbox
        outbox.append(item)
        self._backlog += len(item)
        if self._backlog > self._limits.backlog:
            self._drop(f"the bot does not read: {self._backlog} bytes wait for it")
        elif len(outbox) >= self._enough:
            self._post()
        elif self._gathering is None:
            self._gathering = asyncio.get_running_loop().call_later(self._limits.gather, self._post)

    def _post(self) -> None:
        """Lets the writer take what is in the outbox."""
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None
        self._due = True
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def _drop(self, why: str) -> None:
        """Gives the stream up; a new one is opened for the matches that are left."""
        self.trouble = why
        self._line = None
        self._empty()
        if self._run is not None:
            self._run.cancel()

    def _empty(self) -> None:
        self._outbox.clear()
        self._backlog = 0
        self._due = False
        self._drained.set()

    async def close(self) -> None:
        """Says farewell: what is in the outbox, then our side closed, then the stream dropped."""
        self._closing = True
        if self._idle is not None:
            self._idle.cancel()
        line, run = self._line, self._run
        if run is None:
            return
        if line is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._limits.farewell):
                    while self._line is line and (self._outbox or not self._drained.is_set()):
                        if self._outbox:
                            self._drained.clear()
                        self._post()
                        await self._drained.wait()
                    line.finish()
                    await asyncio.wait({run})
        run.cancel()
        await asyncio.wait({run})

    # --- The life of the stream.

    def _ensure(self, pause: float = 0.0) -> None:
        if self._run is None and not self._closing:
            self._run = asyncio.get_running_loop().create_task(self._live(pause), name=f"session {self.address}")
            self._run.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._run = None
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("session with %s failed", self.address, exc_info=error)
            self.trouble = f"the arena's session failed: {error!r}"
        if self._guests or self._waiters:
            self._ensure(self._limits.backoff)

    def _idle_from_now(self) -> None:
        if not self._guests and self._idle is None and not self._closing:
            self._idle = asyncio.get_running_loop().call_later(self._limits.idle, self._retire)

    def _retire(self) -> None:
        """Closes a session that nobody needed for a while; it is opened again on demand."""
        self._idle = None
        if self._run is not None and not self._guests and not self._waiters:
            self._run.cancel()

    async def _live(self, pause: float) -> None:
        await asyncio.sleep(pause)
        backoff = self._limits.backoff
        while not self._closing:
            try:
                description, line = await self._transport.open(self.address, self._limits.hello)
            except Lost as lost:
                self.trouble = str(lost)
            except Refused as refused:
                self._cut(FaultKind.UNREACHABLE, f"{self.address} is no bot for this arena: {refused}")
            except Oversized:
                self._cut(FaultKind.MALFORMED, f"its Description is longer than {self._limits.message} bytes")
            except Flooded as flood:
                self._cut(FaultKind.FLOODING, f"flooding: {flood}")
            except Exception as error:
                log.exception("no session with %s", self.address)
                self.trouble = f"the arena cannot dial it: {error}"
            else:
                if await self._hold(description, line):
                    backoff = self._limits.backoff
            if not self._guests and not self._waiters:
                return
            await asyncio.sleep(backoff)
            backoff = min(2 * backoff, self._limits.longest_backoff)

    async def _hold(self, description: bytes, line: Line) -> bool:
        """A stream from its opening to its end; whether the bot answered anything on it."""
        heard = False
        writer: asyncio.Task[None] | None = None
        try:
            self._describe(description)
            self._opened(line)
            writer = asyncio.get_running_loop().create_task(self._write(line), name=f"writer {self.address}")
            while True:
                for data in await line.read():
                    heard = self._receive(data) or heard
                self.trouble = ""
        except Lost as lost:
            self.trouble = str(lost) if self._guests else ""  # without a match nothing is lost
        except Refused as refused:
            if heard:
                self._cut(FaultKind.LOST, f"the bot ended the session: {refused}")
            else:
                self._cut(FaultKind.UNREACHABLE, f"{self.address} is no bot for this arena: {refused}")
        except Oversized:
            self._cut(FaultKind.MALFORMED, f"a message of more than {self._limits.message} bytes")
        except Flooded as flood:
            self._cut(FaultKind.FLOODING, f"flooding: {flood}")
        except Misbehaviour as fault:
            self._cut(fault.kind, fault.why)
        finally:
            self._line = None
            self._empty()
            try:
                if writer is not None:
                    writer.cancel()
                    await asyncio.wait({writer})
            finally:
                await line.close()
        return heard

    def _describe(self, data: bytes) -> None:
        try:
            description = pb.Description.FromString(data)
        except DecodeError:
            raise Misbehaviour(FaultKind.MALFORMED, "its Description is no protobuf message") from None
        if description.protocol not in (pb.PROTOCOL_UNKNOWN, pb.PROTOCOL_1):
            why = f"it speaks protocol {description.protocol}, the arena speaks {pb.PROTOCOL_1}"
            raise Misbehaviour(FaultKind.MALFORMED, why)
        self.view = description.wants in (pb.WANTS_ALL, pb.WANTS_VIEW)
        self.notations = description.wants in (pb.WANTS_ALL, pb.WANTS_NOTATIONS)
        self.concurrency = description.concurrency
        self.games = tuple(description.games)

    def _opened(self, line: Line) -> None:
        self._line = line
        self.met = True
        self._next = 1
        guests = list(self._guests.values())
        self._guests.clear()
        for guest in guests:
            self._enter(guest)
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)
        self._idle_from_now()  # the match that wanted it may have been called off

    def _enter(self, guest: Guest) -> None:
        guest.number = self._next
        self._next += 1
        self._guests[guest.number] = guest
        self._enough = min(self._limits.gathered, len(self._guests) >> 2)
        if self._line is not None:
            self.send(guest.start())
            if turn := guest.pending():
                self.send(turn)

    def _cut(self, kind: FaultKind, why: str) -> None:
        """A fault that belongs to no single match costs the bot all it has in this session. Then it begins anew."""
        self._line = None
        self._credit = self._limits.credit
        self._transport.forgive(self.address)
        guests = list(self._guests.values())
        self._guests.clear()
        for guest in guests:
            guest.forfeit(kind, why)
        for guest in guests:
            try:
                guest.proceed()
            except Exception as error:
                log.exception("a match of %s failed in the referee", self.address)
                guest.fail(error)
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_exception(Misbehaviour(kind, why))

    # --- What travels.

    async def _write(self, line: Line) -> None:
        loop = asyncio.get_running_loop()
        outbox = self._outbox
        with contextlib.suppress(Lost, Refused, Oversized, Flooded):  # the reader meets the same, and says so
            while True:
                if not (self._due and outbox):
                    if not outbox:
                        self._drained.set()
                    self._wake = loop.create_future()
                    await self._wake
                    continue
                size = count = 0
                for item in outbox:
                    size += len(item)
                    if count and (size > self._limits.batch or count == self._limits.batched):
                        break
                    count += 1
                data = b"".join(outbox[:count])
                del outbox[:count]
                self._backlog -= len(data)
                self._due = bool(outbox)
                self._drained.clear()
                await line.write(data)

    def _receive(self, data: bytes) -> bool:
        """Takes a message; whether there was an answer in it that was asked for."""
        choices = read_choices(data) or parse_choices(data)
        guests = self._guests
        answered = 0
        for number, decision, action in choices:
            guest = guests.get(number)
            if guest is not None:
                try:
                    answered += guest.answer(decision, action)
                except Exception as error:
                    log.exception("a choice of %s failed in the referee", self.address)
                    guest.fail(error)
            elif number >= self._next or number == 0:
                why = f"a choice for match {number}, which this session never had"
                raise Misbehaviour(FaultKind.MALFORMED, why)
        # An answer pays for itself, for a message of its own, and for some idle talk.
        self._credit = min(self._credit + 4 * answered - 1 - len(choices), self._limits.credit)
        if self._credit < 0:
            why = f"flooding: over {self._limits.credit} messages and choices beyond the turns it was given"
            raise Misbehaviour(FaultKind.FLOODING, why)
        return answered > 0


def parse_choices(data: bytes) -> Sequence[tuple[int, int, int | str | None]]:
    """All kinds of choices, by the protobuf library."""
    try:
        choices = pb.FromBot.FromString(data).choices
    except DecodeError:
        raise Misbehaviour(FaultKind.MALFORMED, f"{len(data)} bytes that are no FromBot message") from None
    return [(c.match, c.decision, getattr(c, c.WhichOneof("action") or "", None)) for c in choices]
