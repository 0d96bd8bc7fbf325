"""How bytes travel between the referee and a bot: a small interface, and grpcio as its reference.

The referee hands over bytes and gets bytes; what they mean is the session's business.
"""

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import grpc
import grpc.aio

DESCRIBE = "/motherlode.v1.Bot/Describe"
PLAY = "/motherlode.v1.Bot/Play"

# Statuses that waiting does not cure: whoever answers there is no bot, or wants none of us.
FINAL = {grpc.StatusCode.UNIMPLEMENTED, grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.UNAUTHENTICATED}


class Lost(Exception):
    """The bot cannot be reached, or its stream ended; it may be back later."""


class Refused(Exception):
    """Whoever answers at the address is no bot for us; trying again does not help."""


class Oversized(Exception):
    """The bot sent a message beyond the limit."""


class Line(Protocol):
    """An open stream to a bot. One reader and one writer may use it at the same time."""

    async def read(self) -> bytes:
        """The next message; raises Lost when the stream ended, Oversized for a message beyond the limit."""

    async def write(self, data: bytes) -> None:
        """Returns when the message is on its way; a bot that does not read holds up this call, and nothing else."""

    async def finish(self) -> None:
        """Closes our side: the bot answers what it still owes and ends the call."""

    async def close(self) -> None:
        """Drops the stream and the connection at once."""


class Transport(Protocol):
    """Opens lines to addresses."""

    async def open(self, address: str, timeout: float) -> tuple[bytes, Line]:
        """The bot's Description and an open session; raises Lost or Refused."""


@cache
def hold_grpc() -> None:
    """Keeps grpcio's poller for as long as the process lives.

    The poller would be stopped with its last channel, and stopping waits, with the loop, until connections have written out what
    they have: a bot that floods us with pings and reads none of the answers would hold up the worker for ever. It is not
    kept without need, because it remembers every event loop it has seen.
    """
    grpc.aio.init_grpc_aio()


@dataclass(frozen=True)
class GrpcTransport:
    """gRPC by grpcio's asyncio interface, messages passed through as bytes.

    Addresses are `host:port` or `unix:path`; `grpcs://host:port` is the same with TLS, trusting `roots` (PEM; the system's
    when empty, or the file that MOTHERLODE_TLS_ROOTS names).
    """

    largest: int = 64 * 1024  # bytes of a message from a bot
    roots: bytes | None = None

    async def open(self, address: str, timeout: float) -> tuple[bytes, Line]:
        channel = self._channel(address)
        try:
            describe = channel.unary_unary(DESCRIBE)
            description = await describe(b"\x08\x01", timeout=timeout)  # DescribeRequest(protocol=PROTOCOL_1)
            return description, GrpcLine(channel, channel.stream_stream(PLAY)())
        except grpc.aio.AioRpcError as error:
            await drop(channel)
            raise told(error) from None
        except BaseException:
            await drop(channel)
            raise

    def _channel(self, address: str) -> Any:
        options = [
            ("grpc.max_receive_message_length", self.largest),
            ("grpc.max_send_message_length", -1),
            ("grpc.compression_enabled_algorithms_bitset", 1),  # none: a small message cannot unfold into a large one
            ("grpc.use_local_subchannel_pool", 1),  # closing the channel closes the connection
            ("grpc.enable_retries", 0),  # the session tries again by its own clock
            ("grpc.enable_http_proxy", 0),
            ("grpc.keepalive_time_ms", 60_000),
            ("grpc.keepalive_timeout_ms", 20_000),
        ]
        secure = address.startswith("grpcs://")
        target = address.removeprefix("grpcs://").removeprefix("grpc://")
        if not secure:
            return grpc.aio.insecure_channel(target, options)
        roots = self.roots
        if roots is None and (path := os.environ.get("MOTHERLODE_TLS_ROOTS")):
            roots = Path(path).read_bytes()
        return grpc.aio.secure_channel(target, grpc.ssl_channel_credentials(roots), options)


class GrpcLine:
    """One Play call with its channel."""

    def __init__(self, channel: Any, call: Any) -> None:
        self._channel = channel
        self._call = call
        self._ended = False  # by the bot

    async def read(self) -> bytes:
        try:
            data = await self._call.read()
        except grpc.aio.AioRpcError as error:
            raise told(error) from None
        except grpc.aio.UsageError:
            raise Lost("the stream was closed") from None
        if data is grpc.aio.EOF:
            self._ended = True
            code, details = await self._call.code(), await self._call.details()
            raise Lost("the bot ended the session" if code is grpc.StatusCode.OK else f"{code.name}: {details}")
        return bytes(data)

    async def write(self, data: bytes) -> None:
        try:
            await self._call.write(data)
        except grpc.aio.AioRpcError as error:
            raise told(error) from None
        except grpc.aio.UsageError:
            raise Lost("the stream was closed") from None

    async def finish(self) -> None:
        try:
            await self._call.done_writing()
        except (grpc.aio.AioRpcError, grpc.aio.UsageError):
            pass  # it has ended already, which is what we want

    async def close(self) -> None:
        self._call.cancel()
        await (self._channel.close() if self._ended else drop(self._channel))


async def drop(channel: Any) -> None:
    """Closes a connection that the bot did not end."""
    hold_grpc()
    await channel.close()


def told(error: Any) -> Exception:
    """A gRPC status in our words."""
    code, details = error.code(), (error.details() or "")[:200]
    if code is grpc.StatusCode.RESOURCE_EXHAUSTED and "Received message larger than max" in details:
        return Oversized(details)
    if code in FINAL:
        return Refused(f"{code.name}: {details}")
    return Lost(f"{code.name}: {details}")
