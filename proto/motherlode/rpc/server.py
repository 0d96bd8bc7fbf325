"""Serves gRPC methods at an address."""

import asyncio
import errno
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from h2.errors import ErrorCodes
from h2.events import Event, RequestReceived, StreamEnded
from h2.exceptions import H2Error
from h2.settings import SettingCodes

from motherlode.rpc.http2 import LARGEST, STATUS, Call, Connection, Credit, EndOfCall, RpcError

log = logging.getLogger(__name__)

WINDOW = 1 << 20  # bytes that a client may send ahead: batches come whole
CALL = 2000  # credit that a client earns by a call, for its headers

DETAILS = (
    2000  # bytes of an error that are told, which quoting may treble: libraries of gRPC refuse headers beyond 8 KiB
)
STOPPING = 1.0  # seconds for calls that were dropped to put things away

Method = Callable[[Call], Awaitable[None]]  # reads and writes; returns when all is well, raises RpcError when not


class Server:
    """Methods by their paths, as in `/package.Service/Method`, at one address."""

    def __init__(self, methods: Mapping[str, Method]) -> None:
        self._methods = methods
        self._connections: set[ServerConnection] = set()
        self._tasks: set[asyncio.Task[None]] = set()  # that serve calls
        self._listener: asyncio.Server | None = None
        self._socket: tuple[Path, int] | None = None  # and its number in the file system

    async def listen(self, address: str, tls: ssl.SSLContext | None = None) -> str:
        """Begins to serve at `host:port` or `unix:path`; the address as it is, when the port was 0. OSError when it cannot."""
        loop = asyncio.get_running_loop()
        if address.startswith("unix:"):
            path = Path(address.removeprefix("unix:").removeprefix("//"))
            if await answers(path):
                raise OSError(errno.EADDRINUSE, "somebody listens there already")
            self._listener = await loop.create_unix_server(self._accept, path, ssl=tls)
            self._socket = path, path.stat().st_ino
            return address
        host, _, port = address.rpartition(":")
        if not host or not port.isdecimal() or int(port) > 65535:
            raise OSError(f"an address is HOST:PORT or unix:PATH, not {address!r}")
        host = host.strip("[]")
        if (
            host == "::" and socket.has_dualstack_ipv6()
        ):  # everywhere means by IPv4 too, as with other libraries of gRPC
            plug = socket.create_server(("::", int(port)), family=socket.AF_INET6, dualstack_ipv6=True)
            self._listener = await loop.create_server(self._accept, sock=plug, ssl=tls)
        else:
            self._listener = await loop.create_server(self._accept, host, int(port), ssl=tls)
        return f"{address.rpartition(':')[0]}:{self._listener.sockets[0].getsockname()[1]}"

    def _accept(self) -> "ServerConnection":
        return ServerConnection(self._methods, self._connections, self._tasks)

    async def stop(self) -> None:
        """Stops listening and drops what is open; returns when the methods have ended."""
        if self._listener is not None:
            self._listener.close()
        if self._socket is not None:
            path, number = self._socket
            with suppress(FileNotFoundError):
                if path.stat().st_ino == number:  # nobody else's
                    path.unlink()
        await asyncio.gather(*(connection.close() for connection in list(self._connections)))
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOPPING)


async def answers(path: Path) -> bool:
    """Whether somebody listens on a unix socket."""
    try:
        _, writer = await asyncio.open_unix_connection(path)
    except OSError:
        return False
    writer.close()
    return True


class ServerCall(Call):
    """A call of a client's, with the task that serves it."""

    task: asyncio.Task[None]

    def end(self, how: Exception) -> None:
        super().end(how)
        if isinstance(how, RpcError):
            self.task.cancel()


class ServerConnection(Connection[ServerCall]):
    """The server's end."""

    client_side = False

    def __init__(
        self, methods: Mapping[str, Method], connections: "set[ServerConnection]", tasks: set[asyncio.Task[None]]
    ) -> None:
        super().__init__(LARGEST, Credit(2 * WINDOW))  # what was on its way to a call that ended is no flood
        self._methods = methods
        self._connections, self._tasks = connections, tasks  # the server's, while they last

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._http.update_settings({SettingCodes.INITIAL_WINDOW_SIZE: WINDOW})
        self._http.increment_flow_control_window(WINDOW)
        self._flush()
        self._connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._connections.discard(self)

    def _take(self, event: Event) -> int:
        if isinstance(event, RequestReceived):
            self._begin(event.stream_id, dict(event.headers))
        elif isinstance(event, StreamEnded):
            if call := self._calls.get(event.stream_id):
                call.end(EndOfCall())
        else:
            return super()._take(event)
        return 0

    def _begin(self, stream: int, headers: dict[bytes, bytes]) -> None:
        self._credit.earn(CALL)
        path = headers.get(b":path", b"").decode(errors="replace")
        method = self._methods.get(path)
        answer = [(":status", "200"), ("content-type", "application/grpc+proto")]
        if not headers.get(b"content-type", b"").startswith(b"application/grpc"):
            answer, method = [(":status", "415")], None
        elif method is None:
            answer += trailers("UNIMPLEMENTED", f"no method {path}")
        try:
            self._http.send_headers(stream, answer, end_stream=method is None)
        except H2Error:
            return  # the client has taken it back in the same breath
        if method is not None:
            self._calls[stream] = call = ServerCall(self, stream)
            call.task = asyncio.get_running_loop().create_task(self._serve(call, method), name=path)
            self._tasks.add(call.task)
            call.task.add_done_callback(self._tasks.discard)

    async def _serve(self, call: ServerCall, method: Method) -> None:
        status, details = "OK", ""
        try:
            await method(call)
        except EndOfCall:
            status, details = "CANCELLED", "the client said less than it should"
        except RpcError as error:
            status, details = error.status, error.details
        except (Exception, asyncio.CancelledError) as error:
            if call.stream not in self._calls:
                raise  # it was dropped
            log.exception("a call failed")
            status, details = "UNKNOWN", repr(error)
        finally:
            call.release()  # the connection's part of it is for its other calls
        if self._calls.pop(call.stream, None) is not None:
            self._conclude(call, status, details)

    def _refuse(self, call: ServerCall, error: RpcError) -> None:
        del self._calls[call.stream]
        call.end(error)
        self._conclude(call, error.status, error.details)

    def _conclude(self, call: ServerCall, status: str, details: str) -> None:
        with suppress(H2Error):  # the client is gone
            self._http.send_headers(call.stream, trailers(status, details), end_stream=True)
            if not isinstance(call.ended, EndOfCall):
                self._http.reset_stream(call.stream, ErrorCodes.NO_ERROR)  # it need not say more
        self._flush()


def trailers(status: str, details: str) -> list[tuple[str, str]]:
    message = [("grpc-message", quote(details.encode(errors="replace")[:DETAILS], safe=" "))] if details else []
    return [("grpc-status", str(STATUS.index(status))), *message]
