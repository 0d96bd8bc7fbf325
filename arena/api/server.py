"""The API's server: one loop that never waits for Redis; the store's calls run in threads."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import grpc
import grpc.aio
import redis
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from motherlode.v1 import arena_pb2 as pb

from arena.api import bots, results, tournaments
from arena.api.addresses import Networks
from arena.api.call import Access, Call, Method, Refused, admit, secret_of, status_of
from arena.api.watch import Watch
from arena.settings import Settings
from arena.store import Store

log = logging.getLogger("arena.api")

SERVICE = pb.DESCRIPTOR.services_by_name["Arena"].full_name
METHODS = bots.METHODS | tournaments.METHODS | results.METHODS
STORE_THREADS = 16
DIAL_THREADS = 4  # those who register a bot that does not answer keep only each other waiting
WATCHERS = 200
LOOK_SECONDS = 0.5  # how often a watcher looks for news
HEALTH_SECONDS = 2.0
GRACE_SECONDS = 2.0

OPTIONS = [
    ("grpc.so_reuseport", 0),  # a taken port is an error, not a second API behind it
    ("grpc.max_receive_message_length", 1 << 20),  # a tournament of 5,000 bots fits
    ("grpc.max_metadata_size", 16 << 10),
    ("grpc.keepalive_time_ms", 30_000),  # a watcher that is gone is noticed
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
    ("grpc.max_concurrent_streams", 100),  # of one connection
]

T = TypeVar("T")


class Api:
    """The API over a store, from `start` to `stop`. `listens` says where."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._networks = Networks(settings.bot_networks)
        self._threads = ThreadPoolExecutor(STORE_THREADS, "api")
        self._diallers = ThreadPoolExecutor(DIAL_THREADS, "dial")
        self._stopping = asyncio.Event()
        self._watchers = 0
        self._health = health.aio.HealthServicer()
        self._heart: asyncio.Task[None] | None = None
        self._server: Any = None
        self.listens = settings.api

    async def start(self) -> None:
        server = grpc.aio.server(options=OPTIONS, maximum_concurrent_rpcs=1000)
        handlers = {name: grpc.unary_unary_rpc_method_handler(self._unary(name)) for name in METHODS}
        handlers["WatchTournament"] = grpc.unary_stream_rpc_method_handler(self._watch)
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, handlers),))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        reflection.enable_server_reflection((SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME), server)
        credentials = _credentials(self._settings)
        listen = self._settings.api
        try:
            port = server.add_secure_port(listen, credentials) if credentials else server.add_insecure_port(listen)
        except RuntimeError:
            raise OSError(f"cannot listen on {listen}: is it host:port or unix:PATH, and is it free?") from None
        if not listen.startswith("unix:"):
            self.listens = f"{listen.rpartition(':')[0]}:{port}"
        await self._feel()
        await server.start()
        self._server = server
        self._heart = asyncio.create_task(self._beat())

    async def stop(self) -> None:
        """Lets calls under way finish for a moment, and tells watchers where to go on."""
        self._stopping.set()
        await self._health.enter_graceful_shutdown()
        if self._server is not None:
            await self._server.stop(GRACE_SECONDS)
        if self._heart is not None:
            self._heart.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._heart
        for pool in (self._threads, self._diallers):
            pool.shutdown(wait=False, cancel_futures=True)
        if self._settings.api.startswith("unix:"):
            Path(self._settings.api.removeprefix("unix:")).unlink(missing_ok=True)

    # --- Calls.

    def _unary(self, name: str) -> Callable[[bytes, Any], Any]:
        method = METHODS[name]

        async def handle(data: bytes, context: Any) -> bytes:
            try:
                return await self._answer(method, data, context)
            except Exception as error:  # noqa: BLE001 (told to the caller or to the log)
                status, sentence = self._told(name, error)
            return await context.abort(status, sentence)  # type: ignore[no-any-return]

        return handle

    async def _answer(self, method: Method, data: bytes, context: Any) -> bytes:
        request = method.request.FromString(data)
        call = await self._admit(context, method.access)
        pool = self._diallers if method.dials else self._threads
        answer: bytes = await self._in(pool, lambda: method.answer(call, request).SerializeToString())
        return answer

    async def _watch(self, data: bytes, context: Any) -> AsyncIterator[bytes]:
        try:
            async for event in self._events(data, context):
                yield event
            return
        except Exception as error:  # noqa: BLE001 (told to the caller or to the log)
            status, sentence = self._told("WatchTournament", error)
        await context.abort(status, sentence)

    async def _events(self, data: bytes, context: Any) -> AsyncIterator[bytes]:
        request = pb.WatchTournamentRequest.FromString(data)
        call = await self._admit(context, Access.READ)
        if self._watchers >= WATCHERS:
            raise Refused(grpc.StatusCode.RESOURCE_EXHAUSTED, f"{WATCHERS} watch already; try again later")
        self._watchers += 1
        try:
            watch = await self._in(self._threads, lambda: Watch(call, request))
            while not self._stopping.is_set():
                for event in await self._in(self._threads, watch.news):
                    yield event.SerializeToString()
                if watch.over:
                    return
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), LOOK_SECONDS)
        finally:
            self._watchers -= 1
        raise Refused(grpc.StatusCode.UNAVAILABLE, f"the server stops; watch again after {watch.place}")

    async def _admit(self, context: Any, access: Access) -> Call:
        secret = secret_of(context.invocation_metadata())
        if secret is None and access is Access.READ and not self._settings.private:
            return Call(self._store, self._networks, None)
        token = await self._in(self._threads, lambda: admit(self._store, secret, access, self._settings.private))
        return Call(self._store, self._networks, token)

    @staticmethod
    async def _in(pool: ThreadPoolExecutor, what: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, what)

    @staticmethod
    def _told(name: str, error: Exception) -> tuple[grpc.StatusCode, str]:
        told = status_of(error)
        if told is None:
            log.error("%s failed", name, exc_info=error)
            return grpc.StatusCode.INTERNAL, "an error of the arena's own; its log has it"
        return told

    # --- Health.

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEALTH_SECONDS)
            await self._feel()

    async def _feel(self) -> None:
        """The health service says SERVING while Redis answers."""
        try:
            await self._in(self._threads, self._store.client.ping)
            status = health_pb2.HealthCheckResponse.SERVING
        except redis.RedisError:
            status = health_pb2.HealthCheckResponse.NOT_SERVING
        for service in ("", SERVICE):
            await self._health.set(service, status)


def _credentials(settings: Settings) -> Any:
    certificate, key = settings.tls_certificate, settings.tls_key
    if not certificate and not key:
        return None
    if not certificate or not key:
        raise ValueError("TLS needs a certificate and its key: MOTHERLODE_TLS_CERTIFICATE and MOTHERLODE_TLS_KEY")
    return grpc.ssl_server_credentials([(Path(key).read_bytes(), Path(certificate).read_bytes())])
