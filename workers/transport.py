"""How bytes travel between the referee and a bot: a small interface, and gRPC behind it.

The referee hands over bytes and gets bytes; what they mean is the session's business.
"""

import asyncio
import os
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Protocol

from motherlode.rpc import http2
from motherlode.rpc.bot import DESCRIBE, DESCRIBE_REQUEST, LARGEST_ANSWER, PLAY
from motherlode.rpc.client import ClientCall, ClientConnection, dial, trust
from motherlode.rpc.http2 import Credit, EndOfCall, RpcError

# Statuses that waiting does not cure: whoever answers there is no bot, or wants none of us.
FINAL = {"INVALID_ARGUMENT", "UNIMPLEMENTED", "PERMISSION_DENIED", "UNAUTHENTICATED"}


class Lost(Exception):
    """The bot cannot be reached, or its stream ended; it may be back later."""


class Refused(Exception):
    """Whoever answers at the address is no bot for us; trying again does not help."""


class Oversized(Exception):
    """The bot sent a message beyond the limit."""


class Flooded(Exception):
    """The bot keeps the connection busy with more than its messages need."""


class Line(Protocol):
    """An open stream to a bot. One reader and one writer may use it at the same time."""

    async def read(self) -> list[bytes]:
        """The messages that have come, at least one; raises Lost when the stream ended, Refused, Oversized or Flooded when the
        bot went too far."""

    async def write(self, data: bytes) -> None:
        """Returns when the message is on its way; a bot that does not read holds up this call, and nothing else."""

    def finish(self) -> None:
        """Closes our side: the bot answers what it still owes and ends the call."""

    async def close(self) -> None:
        """Drops the stream and the connection at once."""


class Transport(Protocol):
    """Opens lines to addresses."""

    async def open(self, address: str, timeout: float) -> tuple[bytes, Line]:
        """The bot's Description and an open session; raises Lost, Refused, Oversized or Flooded."""

    def forgive(self, address: str) -> None:
        """A flood was paid for: the bot there begins anew."""


@dataclass(frozen=True)
class GrpcTransport:
    """gRPC, messages passed through as bytes; addresses as `dial` takes them."""

    largest: int = LARGEST_ANSWER  # bytes of a message from a bot
    roots: bytes | None = None  # what TLS trusts
    # By address, so that coming back earns a bot no new one.
    credits: dict[str, Credit] = field(default_factory=lambda: defaultdict(Credit))

    def __post_init__(self) -> None:
        if path := os.environ.get("MOTHERLODE_TLS_ROOTS"):
            trust(None, path)  # what cannot be read is the arena's trouble, and no bot's

    async def open(self, address: str, timeout: float) -> tuple[bytes, Line]:
        try:
            async with asyncio.timeout(timeout):
                connection = await dial(address, self.largest, self.roots, self.credits[address])
                try:
                    description = await connection.ask(DESCRIBE, DESCRIBE_REQUEST)
                    return description, GrpcLine(connection, connection.call(PLAY))
                except BaseException:
                    await connection.close()
                    raise
        except TimeoutError:
            raise Lost(f"no answer within {timeout:g} s") from None
        except RpcError as error:
            raise meaning(error) from None

    def forgive(self, address: str) -> None:
        self.credits.pop(address, None)


class GrpcLine:
    """One Play call with its connection."""

    def __init__(self, connection: ClientConnection, call: ClientCall) -> None:
        self._connection = connection
        self._call = call

    async def read(self) -> list[bytes]:
        try:
            return await self._call.read()
        except RpcError as error:
            raise meaning(error) from None
        except EndOfCall:
            raise Lost("the bot ended the session") from None

    async def write(self, data: bytes) -> None:
        try:
            await self._call.write(data)
        except RpcError as error:
            raise meaning(error) from None

    def finish(self) -> None:
        self._connection.finish(self._call)

    async def close(self) -> None:
        await self._connection.close()


def meaning(error: RpcError) -> Exception:
    """What the end of a call means to the referee."""
    words = f"{error.status}: {error.details[:200]}"
    if isinstance(error, http2.Oversized):
        return Oversized(words)
    if isinstance(error, http2.Flooded):
        return Flooded(error.details)
    return (Refused if error.status in FINAL else Lost)(words)
