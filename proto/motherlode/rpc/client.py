"""Dials a gRPC server and calls its methods."""

import asyncio
import os
import re
import socket
import ssl
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any
from urllib.parse import unquote_to_bytes

from h2.events import Event, ResponseReceived, StreamEnded, TrailersReceived
from h2.exceptions import H2Error
from h2.settings import SettingCodes, Settings

from motherlode.rpc.http2 import LARGEST, STATUS, Call, Connection, Credit, EndOfCall, RpcError

# What it means when an answer has only a status of HTTP; UNAVAILABLE where nothing stands here.
OF_HTTP = {b"401": "UNAUTHENTICATED", b"403": "PERMISSION_DENIED", b"404": "UNIMPLEMENTED"}

ATTEMPT = 1.0  # seconds for one of several addresses of a host


async def dial(
    address: str, largest: int = LARGEST, roots: bytes | None = None, credit: Credit | None = None
) -> "ClientConnection":
    """A connection to an address: `host:port`, `unix:path`, or `grpcs://host:port` for TLS.

    TLS trusts `roots` (PEM), else the file that MOTHERLODE_TLS_ROOTS names, else what the system trusts. RpcError when there
    is nobody.
    """
    loop = asyncio.get_running_loop()
    try:
        if address.startswith("unix:"):
            path = address.removeprefix("unix:").removeprefix("//")
            _, connection = await loop.create_unix_connection(
                lambda: ClientConnection("localhost", largest, credit), path
            )
            return connection
        found = re.fullmatch(r"(grpcs?://)?((?:\[([^\[\]/\s]+)\]|([^\[\]/\s]+)):(\d{1,5}))", address)
        if found is None or int(found[5]) > 65535:
            raise RpcError(
                "INVALID_ARGUMENT", f"an address is HOST:PORT, grpcs://HOST:PORT or unix:PATH, not {address!r}"
            )
        authority, host, port = found[2], found[3] or found[4], int(found[5])
        context = trust(roots, os.environ.get("MOTHERLODE_TLS_ROOTS")) if found[1] == "grpcs://" else None
        _, connection = await loop.create_connection(
            lambda: ClientConnection(authority, largest, credit),
            sock=await connect(await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)),
            ssl=context,
            server_hostname=host if context else None,
        )
        return connection
    except ssl.SSLCertVerificationError as error:
        raise RpcError("UNAUTHENTICATED", str(error)) from None
    except (OSError, ValueError) as error:  # ValueError: a host's name that is none
        raise RpcError("UNAVAILABLE", str(error)) from None


AddressInfo = tuple[int, int, int, str, tuple[Any, ...]]  # as getaddrinfo gives them


async def connect(addresses: Sequence[AddressInfo]) -> socket.socket:
    """A socket to the first of a host's addresses that answers; one that says nothing does not use up all the time."""
    why: OSError | None = None
    for family, kind, protocol, _, where in addresses:
        plug = socket.socket(family, kind, protocol)
        try:
            plug.setblocking(False)
            async with asyncio.timeout(ATTEMPT if len(addresses) > 1 else None):
                await asyncio.get_running_loop().sock_connect(plug, where)
            return plug
        except OSError as error:
            plug.close()
            why = error
        except BaseException:
            plug.close()
            raise
    raise why or OSError("the name has no address")


@lru_cache(maxsize=8)
def trust(roots: bytes | None, path: str | None) -> ssl.SSLContext:
    """Whom TLS trusts: these roots, else the file at a path, else whom the system trusts."""
    try:
        context = ssl.create_default_context(
            cafile=None if roots else path, cadata=roots.decode() if roots is not None else None
        )
    except OSError as error:
        raise RpcError("INVALID_ARGUMENT", f"{path} (MOTHERLODE_TLS_ROOTS) holds no certificates: {error}") from None
    context.set_alpn_protocols(["h2"])
    return context


async def ask(address: str, method: str, request: bytes, timeout: float, largest: int = LARGEST) -> bytes:
    """One question, one answer; RpcError when there is none."""
    try:
        async with asyncio.timeout(timeout):
            connection = await dial(address, largest)
            try:
                return await connection.ask(method, request)
            finally:
                await connection.close()
    except TimeoutError:
        raise RpcError("DEADLINE_EXCEEDED", f"no answer within {timeout:g} s") from None


class ClientCall(Call):
    """A call of ours."""

    def __init__(self, connection: "ClientConnection", stream: int) -> None:
        super().__init__(connection, stream)
        self.headers: dict[bytes, bytes] = {}  # and trailers

    @property
    def speaks_grpc(self) -> bool:
        """Whether what answers is gRPC, and not a proxy's page for people."""
        kind = self.headers.get(b"content-type", b"application/grpc")
        return self.headers.get(b":status") == b"200" and kind.startswith(b"application/grpc")

    def outcome(self) -> Exception:
        """What the headers of a call say that the server has ended."""
        http, grpc = self.headers.get(b":status"), self.headers.get(b"grpc-status")
        if grpc is not None and re.fullmatch(rb"\d|1[0-6]", grpc):
            if grpc != b"0":
                details = unquote_to_bytes(self.headers.get(b"grpc-message", b"")).decode(errors="replace")
                return RpcError(STATUS[int(grpc)], details)
            return RpcError("INTERNAL", "the call ended within a message") if self.within_message else EndOfCall()
        said = f"HTTP status {(http or b'none').decode(errors='replace')}"
        if http != b"200":
            return RpcError(OF_HTTP.get(http or b"", "UNAVAILABLE"), said)
        if not self.speaks_grpc:
            return RpcError(
                "UNKNOWN", f"{said} with {self.headers[b'content-type'].decode(errors='replace')}, not gRPC"
            )
        return RpcError("UNKNOWN", f"the call ended with the status {grpc!r}")


class ClientConnection(Connection[ClientCall]):
    """The client's end."""

    client_side = True

    def __init__(self, authority: str, largest: int, credit: Credit | None) -> None:
        super().__init__(largest, credit)
        self._authority = authority
        self._http.local_settings = Settings(initial_values={SettingCodes.ENABLE_PUSH: 0})

    def call(self, method: str) -> ClientCall:
        """Begins a call."""
        if self._leaving or self._transport.is_closing():
            raise RpcError("UNAVAILABLE", "the other end closes the connection")
        secure = self._transport.get_extra_info("ssl_object") is not None
        headers = [
            (":method", "POST"),
            (":scheme", "https" if secure else "http"),
            (":path", method),
            (":authority", self._authority),
            ("te", "trailers"),
            ("content-type", "application/grpc+proto"),
            ("user-agent", "motherlode"),
        ]
        try:
            call = ClientCall(self, self._http.get_next_available_stream_id())
            self._http.send_headers(call.stream, headers)
        except H2Error as error:
            raise RpcError("UNAVAILABLE", str(error)) from None
        self._calls[call.stream] = call
        self._flush()
        return call

    def finish(self, call: ClientCall) -> None:
        """Closes our side of a call: the server answers what it still owes and ends it."""
        with suppress(H2Error):  # it has ended already, which is what we want
            self._http.end_stream(call.stream)
            self._flush()

    async def ask(self, method: str, request: bytes) -> bytes:
        """One question, one answer."""
        call = self.call(method)
        call.single = True
        await call.write(request)
        self.finish(call)
        return await call.read_one()

    def _take(self, event: Event) -> int:
        if isinstance(event, ResponseReceived | TrailersReceived):
            if call := self._calls.get(event.stream_id):
                call.headers.update(event.headers)
                if not call.speaks_grpc:
                    self._conclude(call)
        elif isinstance(event, StreamEnded):
            if call := self._calls.get(event.stream_id):
                self._conclude(call)
        else:
            return super()._take(event)
        return 0

    def _conclude(self, call: ClientCall) -> None:
        del self._calls[call.stream]
        call.end(call.outcome())
        self._room.set()
