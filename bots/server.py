"""Runs a bot as a gRPC server: on TCP or a unix socket, with health and reflection, until a signal stops it."""

import argparse
import asyncio
import logging
import os
import signal
import sys
from pathlib import Path
from typing import Any

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from bots.bot import Bot
from bots.session import Session

log = logging.getLogger("bots")

SERVICE = "motherlode.v1.Bot"
DEFAULT_LISTEN = "127.0.0.1:50051"

OPTIONS = [
    ("grpc.so_reuseport", 0),  # a taken port is an error, not a second bot behind it
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_ping_interval_without_data_ms", 1000),  # the arena may ask often whether the bot is there
    ("grpc.http2.max_ping_strikes", 0),
    ("grpc.max_receive_message_length", 64 << 20),
]


def serve(
    bot: Bot,
    listen: str | None = None,
    *,
    tls_cert: str | None = None,
    tls_key: str | None = None,
    handlers: Any = None,
) -> None:
    """Serves the bot until SIGINT or SIGTERM.

    Where: `listen` (then the command line is not read), else `--listen ADDRESS`, else MOTHERLODE_LISTEN, else 127.0.0.1:50051; an address is host:port or
    unix:PATH. TLS with `--tls-cert FILE --tls-key FILE` (PEM; or MOTHERLODE_TLS_CERT and MOTHERLODE_TLS_KEY).
    `handlers` replaces the service that asks the bot, for programs that speak the protocol themselves.
    """
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(levelname)s %(message)s")
    if listen is None:
        options, _ = _arguments().parse_known_args()
        listen, tls_cert, tls_key = options.listen, tls_cert or options.tls_cert, tls_key or options.tls_key
    try:
        import uvloop
    except ImportError:  # not on every platform; asyncio's own loop is slower and otherwise the same
        run: Any = asyncio.run
    else:
        run = uvloop.run
    try:
        run(serve_forever(bot, listen or DEFAULT_LISTEN, tls_cert, tls_key, handlers))
    except KeyboardInterrupt:
        pass


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="A Motherlode bot.")
    parser.add_argument("--listen", default=os.environ.get("MOTHERLODE_LISTEN", DEFAULT_LISTEN))
    parser.add_argument("--tls-cert", default=os.environ.get("MOTHERLODE_TLS_CERT"))
    parser.add_argument("--tls-key", default=os.environ.get("MOTHERLODE_TLS_KEY"))
    return parser


async def serve_forever(
    bot: Bot, listen: str, tls_cert: str | None = None, tls_key: str | None = None, handlers: Any = None
) -> None:
    """The same inside a running event loop."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    server = await start_server(bot, listen, tls_cert, tls_key, handlers)
    try:
        await stopping.wait()
    finally:
        await server.stop(grace=0.05)
        if listen.startswith("unix:"):
            Path(listen.removeprefix("unix:")).unlink(missing_ok=True)


async def start_server(
    bot: Bot, listen: str, tls_cert: str | None = None, tls_key: str | None = None, handlers: Any = None
) -> "grpc.aio.Server":
    """A started server; the caller stops it."""
    server = grpc.aio.server(options=OPTIONS)
    server.add_generic_rpc_handlers((handlers or service_handlers(bot),))
    status = health.aio.HealthServicer()
    await status.set("", health_pb2.HealthCheckResponse.SERVING)
    await status.set(SERVICE, health_pb2.HealthCheckResponse.SERVING)
    health_pb2_grpc.add_HealthServicer_to_server(status, server)
    reflection.enable_server_reflection((SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME), server)
    credentials = _credentials(tls_cert, tls_key)
    try:
        port = server.add_secure_port(listen, credentials) if credentials else server.add_insecure_port(listen)
    except RuntimeError as error:
        raise SystemExit(f"cannot listen on {listen}: {error}; is the address free, and is it host:port or unix:PATH?")
    await server.start()
    where = listen if listen.startswith("unix:") else f"{listen.rpartition(':')[0]}:{port}"
    log.info("%s listens on %s%s", bot.describe().name, where, " with TLS" if credentials else "")
    return server


def service_handlers(bot: Bot) -> Any:
    """The service Bot, on bytes: messages are parsed only as far as the bot looks at them."""
    description = bot.describe().SerializeToString()

    async def describe(request: bytes, context: Any) -> bytes:
        return description

    async def play(requests: Any, context: Any) -> None:
        session = Session(bot, context.write)
        finish = False
        try:
            while True:
                data = await context.read()
                if data is grpc.aio.EOF:
                    finish = True
                    return
                await session.receive(data)
        finally:
            await session.close(finish=finish)

    return grpc.method_handlers_generic_handler(
        SERVICE,
        {
            "Describe": grpc.unary_unary_rpc_method_handler(describe),
            "Play": grpc.stream_stream_rpc_method_handler(play),
        },
    )


def _credentials(cert: str | None, key: str | None) -> Any:
    if not cert and not key:
        return None
    if not cert or not key:
        raise SystemExit("TLS needs both a certificate and its key: --tls-cert FILE --tls-key FILE")
    try:
        return grpc.ssl_server_credentials([(Path(key).read_bytes(), Path(cert).read_bytes())])
    except OSError as error:
        raise SystemExit(f"cannot read the TLS files: {error}") from None
