"""A connection that carries gRPC calls, as both ends see it: messages in frames, flow control, bounds on what the other end may send."""

import asyncio
import logging
import socket
import struct
import zlib
from contextlib import suppress
from time import monotonic
from typing import Any, ClassVar, Generic, TypeVar, cast

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.errors import ErrorCodes
from h2.events import (
    ConnectionTerminated,
    DataReceived,
    Event,
    RemoteSettingsChanged,
    StreamReset,
    WindowUpdated,
)
from h2.exceptions import H2Error
from h2.settings import SettingCodes
from hyperframe.frame import Frame, GoAwayFrame, HeadersFrame, PushPromiseFrame, SettingsFrame

log = logging.getLogger(__name__)

PREFIX = struct.Struct(">BI")  # of a message: whether it is compressed, and its size
SETTINGS = frozenset(SettingCodes)  # of HTTP/2 that are known
LARGEST = 4 << 20  # bytes of a message, unless said otherwise

# The other end's kernel is asked whether it is still there, so that a host that vanished is noticed and a bot that thinks for
# long is not disturbed: seconds of silence, seconds between questions, questions; milliseconds that what was sent may stay unacknowledged.
LIVENESS = (("TCP_KEEPIDLE", 20), ("TCP_KEEPINTVL", 5), ("TCP_KEEPCNT", 2), ("TCP_USER_TIMEOUT", 30_000))

GZIP_OR_DEFLATE = zlib.MAX_WBITS | 32  # whichever it is

FRAME_HEAD = 9  # bytes

UNREAD_MESSAGES, UNREAD_BYTES = 256, 256 << 10  # after which a client takes in no more of a call until it is read

GULP = 4096  # bytes taken in before the credit is looked at again: a flood is cut off while it is small

FAREWELL = 0.2  # seconds for the last bytes to leave when a connection is closed

# gRPC's status codes, by number.
STATUS = (
    "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
    "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED",
    "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
)  # fmt: skip
# What it means when a call is reset; INTERNAL where nothing stands here.
OF_RESET: dict[int, str] = {
    ErrorCodes.REFUSED_STREAM: "UNAVAILABLE",
    ErrorCodes.CANCEL: "CANCELLED",
    ErrorCodes.ENHANCE_YOUR_CALM: "RESOURCE_EXHAUSTED",
    ErrorCodes.INADEQUATE_SECURITY: "PERMISSION_DENIED",
}


class RpcError(Exception):
    """A call failed: one of gRPC's statuses, and words."""

    def __init__(self, status: str, details: str) -> None:
        super().__init__(f"{status}: {details}")
        self.status = status
        self.details = details


class Oversized(RpcError):
    """A message beyond the limit came."""


class Flooded(RpcError):
    """The other end keeps the connection busy with more than its messages need."""


class EndOfCall(Exception):
    """The other end has said all it had to say."""


class Credit:
    """What the other end may send beside its messages: frames, pings, headers and the like.

    It earns by being sent to, and as time goes by. What honest libraries send stays far below that; what a hostile one sends beyond
    costs us a few hundredths of a processor.
    """

    FRAME = 32  # the price of a frame, beside its bytes
    HEADER = 2  # of a byte of headers: they are compressed
    UNPACKED = 8  # bytes that come out of a compressed message, for one
    MESSAGE = 256  # earned by a message, beside its bytes: room for window updates and a ping
    SECOND = 32 << 10  # earned by a second

    def __init__(self, most: int = 64 << 10) -> None:
        self.most = most
        self._left = float(most)
        self._at = monotonic()

    def earn(self, size: int) -> None:
        self._left = min(self._left + size, self.most)

    def pay(self, size: int) -> None:
        """Flooded when there is not so much."""
        now = monotonic()
        left = min(self._left + self.SECOND * (now - self._at), self.most) - size
        self._left, self._at = min(max(left, 0), self.most), now
        if left < 0:
            raise Flooded("RESOURCE_EXHAUSTED", "more frames than its messages need")


class Call:
    """A call under way: messages that come, messages that go, and how it ended."""

    def __init__(self, connection: "Connection[Any]", stream: int) -> None:
        self.stream = stream
        self.ended: Exception | None = None  # EndOfCall, or the RpcError that ended it
        self._connection = connection
        self.single = False  # one message is all that may come
        self._messages: list[bytes] = []
        self._unread = 0  # bytes of them
        self._held = 0  # bytes that came while messages were waiting to be read: the other end gets no room for more
        self._parts: list[bytes] = []  # of the next message
        self._have, self._need = 0, PREFIX.size  # bytes of it
        self._reader: asyncio.Future[None] | None = None

    async def read(self) -> list[bytes]:
        """The messages that have come, at least one; raises EndOfCall, or RpcError."""
        while not self._messages:
            if self.ended is not None:
                raise self.ended
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        messages, self._messages, self._unread = self._messages, [], 0
        self.release()
        self._connection.go_on()
        return messages

    @property
    def full(self) -> bool:
        """Whether so much waits to be read that no more is taken in."""
        return len(self._messages) >= UNREAD_MESSAGES or self._unread >= UNREAD_BYTES

    def release(self) -> None:
        """Gives back the room that was held."""
        if self._held:
            held, self._held = self._held, 0
            self._connection.make_room(self, held)

    async def read_one(self) -> bytes:
        """The one message that the other end sends; RpcError when there is none, or another."""
        messages: list[bytes] = []
        try:
            while len(messages) < 2:
                messages += await self.read()
        except EndOfCall:
            if messages:
                return messages[0]
        raise RpcError("INTERNAL", f"expected one message, got {len(messages) or 'none'}")

    async def write(self, data: bytes) -> None:
        """Sends a message. Returns when it is on its way: another end that does not read holds up this call, and nothing else.

        One writer at a time; a call of which a write was cancelled is of no more use.
        """
        await self._connection.send(self, PREFIX.pack(0, len(data)) + data)

    def take(self, data: bytes, size: int) -> bool:
        """A piece of what the other end sends, and its size with padding; whether a message ends in it."""
        if self._messages:
            self._held += size
        else:
            self._connection.make_room(self, size)
        self._parts.append(data)
        self._have += len(data)
        return self._have >= self._need and self._cut(data if len(self._parts) == 1 else b"".join(self._parts))

    def _cut(self, data: bytes) -> bool:
        """Takes the messages out of what there is; the rest waits for more. Whether there were any."""
        begin, need = 0, PREFIX.size
        while len(data) - begin >= PREFIX.size:
            compressed, size = PREFIX.unpack_from(data, begin)
            if size > self._connection.largest:
                raise Oversized("RESOURCE_EXHAUSTED", f"a message of {size} bytes")
            need = PREFIX.size + size
            if len(data) - begin < need:
                break
            message = data[begin + PREFIX.size : begin + need]
            if compressed:
                message = unpacked(message, self._connection.largest)
                self._connection.charge(len(message) // Credit.UNPACKED)
            self._messages.append(message)
            self._unread += len(message)
            if self.single and len(self._messages) > 1:
                raise RpcError("INTERNAL", "expected one message, got 2")
            begin, need = begin + need, PREFIX.size
        self._parts = [data[begin:]] if begin < len(data) else []
        self._have, self._need = len(data) - begin, need
        if begin:
            self._wake()
        return begin > 0

    @property
    def within_message(self) -> bool:
        return self._have > 0

    def end(self, how: Exception) -> None:
        if self.ended is None:
            self.ended = how
            self._wake()

    def _wake(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)


def unpacked(data: bytes, most: int) -> bytes:
    """A message that was compressed. What would be too large is not unpacked further than that."""
    unpacking = zlib.decompressobj(GZIP_OR_DEFLATE)
    try:
        message = unpacking.decompress(data, most + 1)
    except zlib.error:
        message = b""
    if len(message) > most:
        raise Oversized("RESOURCE_EXHAUSTED", f"a message of more than {most} bytes")
    if not unpacking.eof:
        raise RpcError("INTERNAL", "a message that says it is compressed is no gzip and no deflate")
    return message


Kind = TypeVar("Kind", bound=Call)


class Patient(H2Connection):
    """A connection that reckons what its frames cost, ignores settings that nobody knows (RFC 9113, 6.5.2; h2 keeps them all), and
    outlives a GOAWAY: calls the other end means to finish go on (6.8). h2 by itself closes at once."""

    price = 0  # of the frames that came, beside their bytes

    def _receive_frame(self, frame: Frame) -> list[Event]:
        self.price += Credit.FRAME
        if isinstance(frame, HeadersFrame | PushPromiseFrame):
            self.price += Credit.HEADER * len(frame.data)
        elif isinstance(frame, SettingsFrame):
            frame.settings = {code: value for code, value in frame.settings.items() if code in SETTINGS}
        return super()._receive_frame(frame)

    def _receive_goaway_frame(self, frame: GoAwayFrame) -> tuple[list[Frame], list[Event]]:
        event = ConnectionTerminated()
        event.error_code, event.last_stream_id = frame.error_code, frame.last_stream_id
        event.additional_data = frame.additional_data
        return [], [event]


class Connection(asyncio.Protocol, Generic[Kind]):
    """A connection with its calls; the ends have a subclass each."""

    client_side: ClassVar[bool]
    _transport: asyncio.Transport

    def __init__(self, largest: int = LARGEST, credit: Credit | None = None) -> None:
        self.largest = largest  # bytes of a message that comes
        # Of headers only a few are looked at; what others there are is not our affair.
        settings = H2Configuration(client_side=self.client_side, validate_inbound_headers=False)
        self._http = Patient(settings)
        self._calls: dict[int, Kind] = {}
        self._credit = credit or Credit()
        self._gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._room = asyncio.Event()  # something has changed for those who wait to send
        self._paused = False
        self._come, self._taken = b"", 0  # what came, and how much of it was taken in
        self._resting = False  # what waits is taken in first
        self._leaving = False  # the other end takes no new calls

    # --- What goes.

    async def send(self, call: Call, data: bytes) -> None:
        """Sends bytes of a call, in as many parts as the other end gives room for."""
        http, stream = self._http, call.stream
        self._credit.earn(Credit.MESSAGE + len(data))
        try:
            while data or self._paused:
                if stream not in self._calls:
                    raise (
                        call.ended if isinstance(call.ended, RpcError) else RpcError("CANCELLED", "the call has ended")
                    )
                room = min(http.local_flow_control_window(stream), http.max_outbound_frame_size)
                if data and room > 0 and not self._paused:
                    http.send_data(stream, data[:room])
                    data = data[room:]
                    self._flush()
                else:
                    self._room.clear()
                    await self._room.wait()
        except H2Error as error:
            raise RpcError("CANCELLED", f"the call has ended: {error}") from None

    def _flush(self) -> None:
        data = self._http.data_to_send()
        if data and not self._transport.is_closing():
            self._transport.write(data)

    async def close(self) -> None:
        """Drops all calls and the connection; another end that still reads is told."""
        for call in self._calls.values():
            with suppress(H2Error):  # it has ended already
                self._http.reset_stream(call.stream, ErrorCodes.CANCEL)
        with suppress(H2Error):
            self._http.close_connection()
        self._flush()
        self._end_calls(RpcError("CANCELLED", "the connection was closed"))
        self._transport.close()
        try:
            await asyncio.wait({self._gone}, timeout=FAREWELL)
        finally:
            self._transport.abort()

    # --- What comes.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        plug = transport.get_extra_info("socket")
        if plug is not None and plug.family in (socket.AF_INET, socket.AF_INET6):
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for option, value in LIVENESS:
                if hasattr(socket, option):  # not on every system
                    plug.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
        self._http.initiate_connection()
        self._flush()

    def data_received(self, data: bytes) -> None:
        self._come = self._come[self._taken :] + data
        self._taken = 0
        self._take_in()

    def _take_in(self) -> None:
        """Takes in what has come, until there is enough to be read."""
        http = self._http
        try:
            while self._taken < len(self._come) and not self._full and not self._transport.is_closing():
                gulp = self._come[self._taken : self._taken + GULP]
                self._taken += len(gulp)
                http.price = len(gulp)
                for event in http.receive_data(gulp):
                    http.price -= self._take(event)
                self._credit.pay(http.price)
        except RpcError as error:
            self._lose(error)
        except H2Error as error:
            self._lose(RpcError("INTERNAL", f"this is not HTTP/2 as it should be: {error}"))
        except Exception as error:
            log.exception("what came on a connection failed in the library")
            self._lose(RpcError("INTERNAL", repr(error)))
        self._flush()
        waiting = self._taken < len(self._come)
        if waiting != self._resting and not self._transport.is_closing():
            self._resting = waiting
            (self._transport.pause_reading if waiting else self._transport.resume_reading)()

    @property
    def _full(self) -> bool:
        return self.client_side and any(call.full for call in self._calls.values())

    def go_on(self) -> None:
        """A call was read: there is room for what waits."""
        if self._resting:
            asyncio.get_running_loop().call_soon(self._take_in)

    def charge(self, size: int) -> None:
        """For work beyond what frames tell."""
        self._http.price += size

    def connection_lost(self, error: Exception | None) -> None:
        self._end_calls(RpcError("UNAVAILABLE", str(error or "the other end closed the connection")))
        self._room.set()
        if not self._gone.done():
            self._gone.set_result(None)

    def pause_writing(self) -> None:
        self._paused = True

    def resume_writing(self) -> None:
        self._paused = False
        self._room.set()

    def _take(self, event: Event) -> int:
        """What both ends do with an event of HTTP/2; each has more of its own. Returns what it costs no credit: messages are free."""
        if isinstance(event, DataReceived):
            call = self._calls.get(event.stream_id)
            if call is None:
                self._http.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                return 0
            try:
                whole = call.take(event.data, event.flow_controlled_length)
            except RpcError as error:
                self._refuse(call, error)
                return 0
            return len(event.data) + (Credit.FRAME + FRAME_HEAD if whole else 0)
        if isinstance(event, WindowUpdated | RemoteSettingsChanged):
            self._room.set()
        elif isinstance(event, StreamReset):
            if call := self._calls.pop(event.stream_id, None):
                status = OF_RESET.get(event.error_code, "INTERNAL")
                call.end(RpcError(status, f"the call was reset: {named(event.error_code)}"))
                self._room.set()
        elif isinstance(event, ConnectionTerminated):
            self._leaving = True
            said = f"{named(event.error_code)} {(event.additional_data or b'').decode(errors='replace')}".strip()
            why = RpcError("UNAVAILABLE", f"the other end closes the connection: {said}")
            if event.error_code != ErrorCodes.NO_ERROR:
                self._lose(why)
            elif self.client_side:  # the others of our calls it means to finish
                for stream in [stream for stream in self._calls if stream > (event.last_stream_id or 0)]:
                    self._calls.pop(stream).end(why)
                self._room.set()
        return 0

    def _refuse(self, call: Kind, error: RpcError) -> None:
        """What comes on a call is not as it should be."""
        self._lose(error)

    def make_room(self, call: Call, size: int) -> None:
        """Lets the other end send so many bytes more."""
        self._http.acknowledge_received_data(size, call.stream)
        self._flush()

    def _lose(self, why: RpcError) -> None:
        self._end_calls(why)
        self._transport.abort()

    def _end_calls(self, how: RpcError) -> None:
        calls, self._calls = self._calls, {}
        for call in calls.values():
            call.end(how)


def named(code: int | None) -> str:
    """An error of HTTP/2 in words."""
    return next((each.name for each in ErrorCodes if each == code), f"error {code}")
