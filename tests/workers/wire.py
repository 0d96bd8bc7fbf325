"""A bot made of HTTP/2 frames by hand: it can send what no gRPC library would."""

import asyncio
import contextlib
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from motherlode.v1 import bot_pb2 as pb

DATA, HEADERS, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = 0, 1, 3, 4, 5, 6, 7, 8, 9
END_STREAM, ACK, END_HEADERS = 1, 1, 4
PREFACE = 24  # bytes with which a client begins
INITIAL_WINDOW_SIZE = 4  # a setting


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def header(name: str, value: bytes) -> bytes:
    """A field that is put into no table (RFC 7541, 6.2.2)."""
    return b"\0" + _text(name.encode()) + _text(value)


def _text(text: bytes) -> bytes:
    if len(text) < 127:
        return bytes([len(text)]) + text
    size, rest = b"\x7f", len(text) - 127
    while rest >= 128:
        size += bytes([rest & 127 | 128])
        rest >>= 7
    return size + bytes([rest]) + text


OK_HEADERS = b"\x88" + header("content-type", b"application/grpc")


def message(data: bytes, *, compressed: bool = False, size: int | None = None) -> bytes:
    """A gRPC message: a flag, its size, its bytes."""
    return struct.pack(">BI", compressed, len(data) if size is None else size) + data


class Wire:
    """One connection of the arena's, seen from the bot."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, *frames: bytes) -> None:
        self.writer.write(b"".join(frames))
        await self.writer.drain()

    async def next_frame(self) -> tuple[int, int, int, bytes]:
        """The next frame that is not about the connection itself: kind, flags, stream, payload."""
        while True:
            head = await self.reader.readexactly(9)
            kind, flags, stream = head[3], head[4], struct.unpack(">I", head[5:])[0]
            payload = await self.reader.readexactly(struct.unpack(">I", b"\0" + head[:3])[0])
            if kind == SETTINGS and not flags & ACK:
                await self.send(frame(SETTINGS, ACK, 0))
            elif kind == PING and not flags & ACK:
                await self.send(frame(PING, ACK, 0, payload))
            elif kind in (DATA, HEADERS):
                return kind, flags, stream, payload

    async def stream(self) -> int:
        """The number of the next call."""
        while True:
            kind, _, stream, _ = await self.next_frame()
            if kind == HEADERS:
                return stream

    async def turn(self) -> bytes:
        """Waits for the first message of a call."""
        while True:
            kind, _, _, payload = await self.next_frame()
            if kind == DATA and payload:
                return payload

    async def greet(self, settings: bytes = b"") -> None:
        """Shakes hands and answers Describe."""
        await self.reader.readexactly(PREFACE)
        await self.send(frame(SETTINGS, 0, 0, settings))
        describe = await self.stream()
        await self.send(
            frame(HEADERS, END_HEADERS, describe, OK_HEADERS),
            frame(DATA, 0, describe, message(pb.Description(name="by hand").SerializeToString())),
            frame(HEADERS, END_HEADERS | END_STREAM, describe, header("grpc-status", b"0")),
        )


Attack = Callable[[Wire], Awaitable[None]]


@asynccontextmanager
async def attacking(attack: Attack) -> AsyncIterator[str]:
    """Runs the attack on every connection; the address to dial."""
    tasks: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await attack(Wire(reader, writer))
        writer.close()
        tasks.discard(task)

    with TemporaryDirectory() as folder:
        path = Path(folder) / "bot"
        server = await asyncio.start_unix_server(connected, path)
        try:
            yield f"unix:{path}"
        finally:
            server.close()
            for task in list(tasks):
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
