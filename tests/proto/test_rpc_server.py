"""The server's end of gRPC, as grpcio's clients see it, and what others may do to it."""

import asyncio
import os
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import grpc
import pytest
from hpack import Decoder
from motherlode.rpc.client import ask, dial
from motherlode.rpc.http2 import Call, EndOfCall, RpcError
from motherlode.rpc.server import Server

from tests.certificate import certificate
from tests.workers.tables import run
from tests.workers.wire import (
    DATA,
    END_HEADERS,
    END_STREAM,
    GOAWAY,
    HEADERS,
    PING,
    RST_STREAM,
    SETTINGS,
    Wire,
    frame,
    header,
    message,
)

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


class Echo:
    """Methods that answer with what they are told."""

    def __init__(self) -> None:
        self.open = 0

    async def once(self, call: Call) -> None:
        await call.write(await call.read_one())

    async def stream(self, call: Call) -> None:
        self.open += 1
        try:
            while True:
                for data in await call.read():
                    await call.write(data)
        except EndOfCall:
            await call.write(b"bye")
        finally:
            self.open -= 1

    async def refuse(self, call: Call) -> None:
        raise RpcError("FAILED_PRECONDITION", "not on a Monday, 100 % sure: é\n")

    async def fail(self, call: Call) -> None:
        raise ZeroDivisionError("oh")

    async def cancel(self, call: Call) -> None:
        raise asyncio.CancelledError

    async def leave(self, call: Call) -> None:
        """Ends while the client still has things to say."""


@asynccontextmanager
async def serving(
    tmp_path: Path, address: str = "", tls: ssl.SSLContext | None = None
) -> AsyncIterator[tuple[str, Echo]]:
    echo = Echo()
    server = Server(
        {f"/e.Echo/{name}": getattr(echo, name) for name in ("once", "stream", "refuse", "fail", "cancel", "leave")}
    )
    where = await server.listen(address or f"unix:{tmp_path}/echo", tls)
    try:
        yield where, echo
    finally:
        await server.stop()


def test_grpcio_calls_it_in_every_way(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (address, echo), grpc.aio.insecure_channel(address) as channel:
            once = channel.unary_unary("/e.Echo/once")
            assert await asyncio.gather(*(once(b"%d" % i) for i in range(50))) == [b"%d" % i for i in range(50)]
            assert await once(bytes(3_000_000)) == bytes(3_000_000), "in parts, both ways"
            stream = channel.stream_stream("/e.Echo/stream")()
            for word in (b"one", b"", b"x" * 100_000):
                await stream.write(word)
                assert await stream.read() == word
            await stream.done_writing()
            assert await stream.read() == b"bye" and await stream.read() is grpc.aio.EOF
            assert await stream.code() is grpc.StatusCode.OK and echo.open == 0

    run(test)


def test_what_goes_wrong_has_a_status_and_words(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (address, _), grpc.aio.insecure_channel(address) as channel:
            for method, code, words in (
                ("/e.Echo/refuse", grpc.StatusCode.FAILED_PRECONDITION, "not on a Monday, 100 % sure: é\n"),
                ("/e.Echo/fail", grpc.StatusCode.UNKNOWN, "ZeroDivisionError('oh')"),
                ("/e.Echo/cancel", grpc.StatusCode.UNKNOWN, "CancelledError()"),
                ("/e.Echo/nothing", grpc.StatusCode.UNIMPLEMENTED, "no method /e.Echo/nothing"),
            ):
                with pytest.raises(grpc.aio.AioRpcError) as error:
                    await channel.unary_unary(method)(b"")
                assert (error.value.code(), error.value.details()) == (code, words)
            left = channel.stream_stream("/e.Echo/leave")()
            assert await left.read() is grpc.aio.EOF and await left.code() is grpc.StatusCode.OK

    run(test)
    assert "ZeroDivisionError" in caplog.text


def test_a_message_that_cannot_be_taken_costs_its_call_and_no_other(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (address, _), grpc.aio.insecure_channel(address) as channel:
            neighbour = channel.stream_stream("/e.Echo/stream")()
            await neighbour.write(b"one")
            assert await neighbour.read() == b"one"
            once = channel.unary_unary("/e.Echo/once")
            assert await once(bytes(50_000), compression=grpc.Compression.Gzip) == bytes(50_000)
            for compression in (None, grpc.Compression.Gzip):
                with pytest.raises(grpc.aio.AioRpcError) as error:
                    await once(bytes(5_000_000), compression=compression)
                assert error.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            await neighbour.write(b"two")
            assert await neighbour.read() == b"two"

    run(test)


def test_a_client_that_goes_away_in_peace_gets_what_it_has_asked_for(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (address, _):
            reader, writer = await asyncio.open_unix_connection(address.removeprefix("unix:"))
            wire = Wire(reader, writer)
            fields = (
                header(":method", b"POST")
                + header(":path", b"/e.Echo/once")
                + header("content-type", b"application/grpc")
            )
            writer.write(PREFACE + frame(SETTINGS, 0, 0) + frame(HEADERS, END_HEADERS, 1, fields))
            writer.write(frame(GOAWAY, 0, 0, bytes(8)))  # of the server's calls, it has begun none
            await wire.send(frame(DATA, END_STREAM, 1, message(b"hello")))
            assert await wire.turn() == message(b"hello")
            writer.close()

    run(test)


def test_a_request_that_is_no_grpc_is_refused_as_http_does(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (address, _):
            reader, writer = await asyncio.open_unix_connection(address.removeprefix("unix:"))
            wire = Wire(reader, writer)
            fields = header(":method", b"GET") + header(":path", b"/e.Echo/once")
            await wire.send(PREFACE, frame(SETTINGS, 0, 0), frame(HEADERS, END_HEADERS | END_STREAM, 1, fields))
            kind, flags, _, payload = await wire.next_frame()
            assert kind == HEADERS and flags & END_STREAM and dict(Decoder().decode(payload))[":status"] == "415"
            writer.close()

    run(test)


def test_thousands_of_calls_on_one_connection_are_no_flood(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (address, _), grpc.aio.insecure_channel(address) as channel:
            once, leave = channel.unary_unary("/e.Echo/once"), channel.stream_stream("/e.Echo/leave")
            for _ in range(60):
                assert await asyncio.gather(*(once(b"") for _ in range(50))) == [b""] * 50
                left = leave()
                with suppress(grpc.aio.AioRpcError):  # it may have ended by now
                    await left.write(bytes(100_000))
                    await left.read()

    run(test)


def test_a_client_that_goes_takes_its_calls_with_it_and_no_others(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (address, echo), grpc.aio.insecure_channel(address) as channel:
            calls = [channel.stream_stream("/e.Echo/stream")() for _ in range(3)]
            for call in calls:
                await call.write(b"hello")
                await call.read()
            assert echo.open == 3
            calls[0].cancel()
            hasty = channel.stream_stream("/e.Echo/stream")()
            hasty.cancel()  # begun and taken back in one breath
            while echo.open != 2:
                await asyncio.sleep(0.01)
            await calls[1].write(b"still there")
            assert await calls[1].read() == b"still there"
            await channel.close()
            while echo.open:
                await asyncio.sleep(0.01)

    run(test)


def test_a_server_that_stops_ends_its_calls(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (address, echo):
            connection = await dial(address)
            call = connection.call("/e.Echo/stream")
            await call.write(b"hello")
            assert await call.read() == [b"hello"]
        with pytest.raises(RpcError):
            await call.read()
        assert echo.open == 0
        await connection.close()

    run(test)


def test_a_unix_socket_that_is_served_is_not_taken_over_and_a_dead_one_is(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (address, _):
            with pytest.raises(OSError, match="somebody listens there already"):
                await Server({}).listen(address)
            assert await ask(address, "/e.Echo/once", b"hello", 5) == b"hello"
            Path(address.removeprefix("unix:")).unlink()
            async with serving(tmp_path):
                pass
        assert not list(tmp_path.iterdir())
        with socket.socket(socket.AF_UNIX) as dead:
            dead.bind(f"{tmp_path}/echo")
        async with serving(tmp_path) as (address, _):
            assert await ask(address, "/e.Echo/once", b"hello", 5) == b"hello"

    run(test)


def test_a_client_that_does_not_read_is_given_no_room(tmp_path: Path) -> None:
    """What it sends stays with it when its answers are not taken."""
    taken = 0

    async def deaf(call: Call) -> None:
        await call.read()
        await asyncio.sleep(0.5)
        nonlocal taken
        taken = sum(map(len, await call.read()))

    async def test() -> None:
        server = Server({"/d.Deaf/hear": deaf})
        address = await server.listen(f"unix:{tmp_path}/deaf")
        connection = await dial(address)
        call = connection.call("/d.Deaf/hear")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                while True:
                    await call.write(bytes(100_000))
        await asyncio.sleep(0.4)
        await connection.close()
        await server.stop()

    run(test)
    assert 0 < taken < 3_000_000


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_everywhere_is_both_kinds_of_addresses(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, "[::]:0") as (address, _):
            port = address.rpartition(":")[2]
            for host in ("127.0.0.1", "[::1]"):
                assert await ask(f"{host}:{port}", "/e.Echo/once", b"hello", 5) == b"hello"

    run(test)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_it_listens_on_tcp(tmp_path: Path, host: str) -> None:
    if host == "[::1]" and not Path("/proc/net/if_inet6").exists():
        pytest.skip("this machine has no IPv6")

    async def test() -> None:
        async with serving(tmp_path, f"{host}:0") as (address, _):
            assert await ask(address, "/e.Echo/once", b"hello", 5) == b"hello"

    run(test)


def test_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cert, key = certificate(tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(cert, key)
    context.set_alpn_protocols(["h2"])

    async def test() -> None:
        async with serving(tmp_path, "localhost:0", context) as (address, _):
            trusted = grpc.ssl_channel_credentials(cert.read_bytes())
            async with grpc.aio.secure_channel(address, trusted) as channel:
                assert await channel.unary_unary("/e.Echo/once")(bytes(200_000)) == bytes(200_000)
            with pytest.raises(RpcError, match="certificate verify failed"):
                await ask(f"grpcs://{address}", "/e.Echo/once", b"hello", 5)
            monkeypatch.setenv("MOTHERLODE_TLS_ROOTS", str(cert))
            assert await ask(f"grpcs://{address}", "/e.Echo/once", b"hello", 5) == b"hello"
            with pytest.raises(RpcError, match="UNAVAILABLE"):
                await ask(address, "/e.Echo/once", b"without TLS", 5)

    run(test)


@pytest.mark.parametrize(
    "noise",
    [
        b"",
        b"GET / HTTP/1.1\r\n\r\n",
        os.urandom(100_000),
        PREFACE + os.urandom(1000),
        PREFACE + frame(SETTINGS, 0, 0) + frame(PING, 0, 0, bytes(8)) * 10_000,
        PREFACE + frame(SETTINGS, 0, 0) + frame(HEADERS, 4, 1, header(":path", b"/e.Echo/once")),
        PREFACE + frame(SETTINGS, 0, 0) + frame(HEADERS, 4, 1, b"") + frame(RST_STREAM, 0, 1, bytes(4)),
        PREFACE + frame(SETTINGS, 0, 0) + frame(HEADERS, 4, 1, header(":path", b"\xff\xfe") * 50),
    ],
)
def test_whoever_sends_noise_disturbs_nobody_else(tmp_path: Path, noise: bytes) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (address, _):
            _, writer = await asyncio.open_unix_connection(address.removeprefix("unix:"))
            writer.write(noise)
            assert await ask(address, "/e.Echo/once", b"hello", 5) == b"hello"
            writer.close()
            assert await ask(address, "/e.Echo/once", b"hello", 5) == b"hello"

    run(test)
