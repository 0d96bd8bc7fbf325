"""The client's end of gRPC: what servers of every kind may do to it, frame by frame."""

import asyncio
import gzip
import socket
import struct
import zlib
from collections.abc import Awaitable, Callable
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from motherlode.rpc.bot import DESCRIBE, NoBot, describe
from motherlode.rpc.client import ask, connect, dial
from motherlode.rpc.http2 import Call, Connection, Credit, Oversized, RpcError

from tests.workers.tables import RawBot, run, serving
from tests.workers.wire import (
    DATA,
    END_HEADERS,
    END_STREAM,
    GOAWAY,
    HEADERS,
    INITIAL_WINDOW_SIZE,
    OK_HEADERS,
    PING,
    RST_STREAM,
    SETTINGS,
    WINDOW_UPDATE,
    Wire,
    attacking,
    frame,
    header,
    message,
)

Answer = Callable[[Wire, int], Awaitable[None]]


def outcome(answer: Answer) -> str:
    """What a client is told that asks once, and gets this."""

    async def server(wire: Wire) -> None:
        await wire.reader.readexactly(24)
        await wire.send(frame(SETTINGS, 0, 0))
        await answer(wire, await wire.stream())
        await asyncio.sleep(60)

    said = []

    async def test() -> None:
        async with attacking(server) as address:
            try:
                said.append((await ask(address, "/a.B/C", b"question", 5, largest=1000)).decode())
            except RpcError as error:
                said.append(str(error))

    run(test)
    return said[0]


def frames(*parts: tuple[int, int, bytes]) -> Answer:
    """An answer of frames: kind, flags, payload each."""

    async def answer(wire: Wire, stream: int) -> None:
        await wire.send(*(frame(kind, flags, stream, payload) for kind, flags, payload in parts))

    return answer


TRAILERS = END_HEADERS | END_STREAM
OK = header("grpc-status", b"0")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (frames((HEADERS, END_HEADERS, OK_HEADERS), (DATA, 0, message(b"yes")), (HEADERS, TRAILERS, OK)), "yes"),
        (
            frames(
                (HEADERS, END_HEADERS, OK_HEADERS),
                (DATA, 0, message(b"yes")[:3]),
                (DATA, 0, b""),
                (DATA, 8, b"\3" + message(b"yes")[3:] + bytes(3)),  # padded
                (99, 0, b"a kind of frame that is not known"),
                (HEADERS, TRAILERS, OK),
            ),
            "yes",
        ),
        (frames((HEADERS, TRAILERS, OK_HEADERS + OK)), "INTERNAL: expected one message, got none"),
        (
            frames((HEADERS, END_HEADERS, OK_HEADERS), (DATA, 0, message(b"1") * 2), (HEADERS, TRAILERS, OK)),
            "INTERNAL: expected one message, got 2",
        ),
        (
            frames((HEADERS, TRAILERS, OK_HEADERS + header("grpc-status", b"7") + header("grpc-message", b"no%21%20%C3%A9"))),
            "PERMISSION_DENIED: no! \u00e9",
        ),
        (frames((HEADERS, TRAILERS, b"\x8d")), "UNIMPLEMENTED: HTTP status 404"),
        (frames((HEADERS, TRAILERS, b"\x8e")), "UNAVAILABLE: HTTP status 500"),
        (frames((HEADERS, TRAILERS, OK_HEADERS)), "UNKNOWN: the call ended with the status None"),
        (frames((HEADERS, END_HEADERS, b"\x8e"), (DATA, END_STREAM, b"<html>Bad Gateway")), "UNAVAILABLE: HTTP status 500"),
        (
            frames((HEADERS, END_HEADERS, b"\x88" + header("content-type", b"text/html")), (DATA, END_STREAM, b"<html>")),
            "UNKNOWN: HTTP status 200 with text/html, not gRPC",
        ),
        (
            frames((HEADERS, END_HEADERS, OK_HEADERS), (DATA, 0, message(b"yes")[:4]), (HEADERS, TRAILERS, OK)),
            "INTERNAL: the call ended within a message",
        ),
        (frames((DATA, 0, message(bytes(1001)))), "INTERNAL: this is not HTTP/2 as it should be"),
        (
            frames((HEADERS, END_HEADERS, OK_HEADERS), (DATA, 0, message(bytes(1001)))),
            "RESOURCE_EXHAUSTED: a message of 1001 bytes",
        ),
        (
            frames((HEADERS, END_HEADERS, OK_HEADERS), (DATA, 0, message(b"x" * 20, compressed=True))),
            "INTERNAL: a message that says it is compressed is no gzip and no deflate",
        ),
        *[
            (
                frames(
                    (HEADERS, END_HEADERS, OK_HEADERS), (DATA, 0, message(pack(b"yes"), compressed=True)), (HEADERS, TRAILERS, OK)
                ),
                "yes",
            )
            for pack in (gzip.compress, zlib.compress)
        ],
        (
            frames((HEADERS, END_HEADERS, OK_HEADERS), (DATA, 0, message(gzip.compress(bytes(1001)), compressed=True))),
            "RESOURCE_EXHAUSTED: a message of more than 1000 bytes",
        ),
        (frames((RST_STREAM, 0, struct.pack(">I", 7))), "UNAVAILABLE: the call was reset: REFUSED_STREAM"),
        (frames((RST_STREAM, 0, struct.pack(">I", 8))), "CANCELLED: the call was reset: CANCEL"),
        (frames((RST_STREAM, 0, struct.pack(">I", 4711))), "INTERNAL: the call was reset: error 4711"),
    ],
)  # fmt: skip
def test_what_a_server_answers_is_told(answer: Answer, told: str) -> None:
    assert outcome(answer).startswith(told)


def test_a_server_that_goes_away_says_why() -> None:
    async def leave(wire: Wire, stream: int) -> None:
        await wire.send(frame(GOAWAY, 0, 0, struct.pack(">II", 0, 11) + b"too_many_pings"))

    assert outcome(leave) == "UNAVAILABLE: the other end closes the connection: ENHANCE_YOUR_CALM too_many_pings"


def test_a_server_that_goes_away_in_peace_finishes_what_it_has_begun() -> None:
    async def leave(wire: Wire, stream: int) -> None:
        await wire.send(frame(GOAWAY, 0, 0, struct.pack(">II", 2**31 - 1, 0)), frame(PING, 0, 0, bytes(8)))
        await asyncio.sleep(0.05)
        await wire.send(frame(GOAWAY, 0, 0, struct.pack(">II", stream, 0)))
        reply = frames((HEADERS, END_HEADERS, OK_HEADERS), (DATA, 0, message(b"yes")), (HEADERS, TRAILERS, OK))
        await reply(wire, stream)

    async def refuse(wire: Wire, stream: int) -> None:
        await wire.send(frame(GOAWAY, 0, 0, struct.pack(">II", 0, 0)))

    assert outcome(leave) == "yes"
    assert outcome(refuse) == "UNAVAILABLE: the other end closes the connection: NO_ERROR"


def test_a_message_goes_out_in_the_parts_that_the_server_has_room_for() -> None:
    got: list[bytes] = []

    async def narrow(wire: Wire) -> None:
        """Takes seven bytes at a time."""
        await wire.reader.readexactly(24)
        await wire.send(frame(SETTINGS, 0, 0, struct.pack(">HI", INITIAL_WINDOW_SIZE, 7)))
        while True:
            stream, flags = await wire.stream(), 0
            got.clear()
            while not flags & END_STREAM:
                _, flags, _, payload = await wire.next_frame()
                got.append(payload)
                if payload:
                    await wire.send(frame(WINDOW_UPDATE, 0, stream, struct.pack(">I", len(payload))))
            reply = frames((HEADERS, END_HEADERS, OK_HEADERS), (DATA, 0, message(b"yes")), (HEADERS, TRAILERS, OK))
            await reply(wire, stream)

    async def test() -> None:
        async with attacking(narrow) as address:
            connection = await dial(address)
            assert await connection.ask("/a.B/C", b"which settings?") == b"yes"
            assert await connection.ask("/a.B/C", b"a question of some length") == b"yes"
            await connection.close()

    run(test)
    assert b"".join(got) == message(b"a question of some length")
    assert [len(part) for part in got] == [7, 7, 7, 7, 2, 0]


def test_a_flood_beside_the_messages_is_cut_off() -> None:
    async def flood(wire: Wire, stream: int) -> None:
        while True:
            await wire.send(frame(SETTINGS, 0, 0) * 100)

    assert outcome(flood) == "RESOURCE_EXHAUSTED: more frames than its messages need"


def test_a_server_that_hangs_up_after_its_answer_takes_no_further_call() -> None:
    async def answer_and_go(wire: Wire) -> None:
        await wire.greet()
        wire.writer.transport.abort()  # type: ignore[attr-defined]

    async def test() -> None:
        async with attacking(answer_and_go) as address:
            connection = await dial(address)
            await connection.ask(DESCRIBE, b"")
            with pytest.raises(RpcError, match="UNAVAILABLE"):
                while True:
                    await connection.ask(DESCRIBE, b"")

    run(test)


def test_a_call_that_the_server_ends_well_does_not_hold_its_writer() -> None:
    async def enough(wire: Wire, stream: int) -> None:
        await wire.send(
            frame(HEADERS, END_HEADERS, stream, OK_HEADERS),
            frame(DATA, 0, stream, message(b"yes")),
            frame(HEADERS, TRAILERS, stream, OK),
            frame(RST_STREAM, 0, stream, bytes(4)),
        )
        await asyncio.sleep(60)

    async def server(wire: Wire) -> None:
        await wire.reader.readexactly(24)
        await wire.send(frame(SETTINGS, 0, 0))
        await enough(wire, await wire.stream())

    async def test() -> None:
        async with attacking(server) as address:
            connection = await dial(address)
            call = connection.call("/a.B/C")
            with pytest.raises(RpcError, match="CANCELLED: the call has ended"):
                await asyncio.wait_for(call.write(bytes(1_000_000)), 10)
            assert await call.read() == [b"yes"]
            await connection.close()

    run(test)


def test_an_address_that_says_nothing_leaves_time_for_the_next_one() -> None:
    """A name may stand for several machines, of which one is gone."""

    async def test() -> None:
        with socket.create_server(("127.0.0.1", 0), backlog=0) as full, socket.create_server(("127.0.0.1", 0)) as good:
            crowd = [socket.socket() for _ in range(3)]
            for each in crowd:
                each.setblocking(False)
                each.connect_ex(full.getsockname())
            addresses = [
                (socket.AF_INET, socket.SOCK_STREAM, 0, "", server.getsockname()) for server in (full, full, good)
            ]
            with await connect(addresses) as plug:
                assert plug.getpeername() == good.getsockname()
            with pytest.raises(TimeoutError):
                await connect(addresses[:2])
            for each in crowd:
                each.close()

    run(test)


@pytest.mark.parametrize(
    "body", [message(b""), message(zlib.compress(bytes(900)), compressed=True)], ids=["empty", "packed"]
)
def test_of_a_burst_of_messages_no_more_is_taken_in_than_can_be_read_in_a_moment(body: bytes) -> None:
    async def server(wire: Wire) -> None:
        await wire.greet()
        stream = await wire.stream()
        await wire.send(
            frame(HEADERS, END_HEADERS, stream, OK_HEADERS), *(frame(DATA, 0, stream, body) for _ in range(1500))
        )
        await asyncio.sleep(60)

    async def test() -> None:
        async with attacking(server) as address:
            connection = await dial(address, credit=Credit(1 << 20))
            await connection.ask(DESCRIBE, b"")
            call = connection.call("/a.B/Play")
            await call.write(b"hello")
            taken = []
            while sum(taken) < 1500:
                taken.append(len(await call.read()))
                await asyncio.sleep(0.001)
            assert sum(taken) == 1500 and max(taken) < 600
            await connection.close()

    run(test)


def test_a_long_farewell_is_no_flood_for_the_next_connection() -> None:
    async def server(wire: Wire) -> None:
        await wire.reader.readexactly(24)
        await wire.send(frame(SETTINGS, 0, 0))
        why = header("grpc-status", b"2") + header("grpc-message", b"e" * 12_000)
        await wire.send(frame(HEADERS, TRAILERS, await wire.stream(), OK_HEADERS + why))
        await asyncio.sleep(60)

    async def test() -> None:
        credit = Credit()
        async with attacking(server) as address:
            for _ in range(3):
                connection = await dial(address, credit=credit)
                with pytest.raises(RpcError, match="UNKNOWN: eeee"):
                    await connection.ask(DESCRIBE, b"")
                await connection.close()
                await asyncio.sleep(0.5)

    run(test)


def test_settings_that_nobody_knows_are_not_kept() -> None:
    async def server(wire: Wire) -> None:
        await wire.greet(b"".join(struct.pack(">HI", code, 1) for code in range(1000, 3000)))
        await asyncio.sleep(60)

    async def test() -> None:
        async with attacking(server) as address:
            connection = await dial(address)
            await connection.ask(DESCRIBE, b"")
            assert len(connection._http.remote_settings) < 10
            await connection.close()

    run(test)


def test_nobody_there_and_no_address_are_told_apart() -> None:
    async def test() -> None:
        for address, status in (
            ("127.0.0.1:1", "UNAVAILABLE"),
            ("unix:/nowhere/at/all", "UNAVAILABLE"),
            ("no.such.host.invalid:50051", "UNAVAILABLE"),
            ("50051", "INVALID_ARGUMENT"),
            ("http://localhost:80", "INVALID_ARGUMENT"),
            ("localhost:99999", "INVALID_ARGUMENT"),
            ("", "INVALID_ARGUMENT"),
        ):
            with pytest.raises(RpcError) as error:
                await dial(address)
            assert error.value.status == status, address

    run(test)


def test_a_bot_that_comes_up_late_is_waited_for_and_one_that_never_does_is_not() -> None:
    async def test() -> None:
        with pytest.raises(NoBot, match=r"no bot answers at unix:/nowhere within 0.2 s: .*No such file"):
            await describe("unix:/nowhere", 0.2)
        async with serving(RawBot()) as (address,):
            assert (await describe(address)).name == "RawBot"
            with pytest.raises(RpcError, match="UNIMPLEMENTED"):
                await ask(address, DESCRIBE + "s", b"", 5)

    run(test)


@given(st.lists(st.binary(max_size=30), max_size=6), st.lists(st.integers(0, 200), max_size=8))
def test_messages_arrive_whole_wherever_their_bytes_are_cut(messages: list[bytes], cuts: list[int]) -> None:
    room: list[int] = []
    connection = SimpleNamespace(largest=30, make_room=lambda _, size: room.append(size), go_on=lambda: None)
    call = Call(cast(Connection[Any], connection), 1)
    data = b"".join(map(message, messages))
    ends = sorted({min(cut, len(data)) for cut in cuts} | {0, len(data)})
    for begin, end in pairwise(ends):
        call.take(data[begin:end], end - begin)
    assert (asyncio.run(call.read()) if messages else []) == messages
    assert not call.within_message and sum(room) == len(data)
    with pytest.raises(Oversized):
        call.take(message(bytes(31)), 36)
