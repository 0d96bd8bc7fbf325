"""Runs a bot as a gRPC server: on TCP or a unix socket, with health and reflection, until a signal stops it."""

import argparse
import asyncio
import logging
import os
import signal
import ssl
import sys
from collections.abc import Awaitable, Mapping
from typing import Any

from google.protobuf.message import DecodeError
from motherlode.rpc.bot import DESCRIBE, PLAY
from motherlode.rpc.http2 import Call, EndOfCall, RpcError
from motherlode.rpc.server import Method, Server

from bots.bot import Bot
from bots.services import health_and_reflection
from bots.session import Session

log = logging.getLogger("bots")

SERVICE = "motherlode.v1.Bot"
DEFAULT_LISTEN = "127.0.0.1:50051"


def serve(
    bot: Bot,
    listen: str | None = None,
    *,
    tls_cert: str | None = None,
    tls_key: str | None = None,
    methods: Mapping[str, Method] | None = None,
) -> None:
    """Serves the bot until SIGINT or SIGTERM.

    Where: `listen` (then the command line is not read), else `--listen ADDRESS`, else MOTHERLODE_LISTEN, else 127.0.0.1:50051; an address is host:port or
    unix:PATH. TLS with `--tls-cert FILE --tls-key FILE` (PEM; or MOTHERLODE_TLS_CERT and MOTHERLODE_TLS_KEY).
    `methods` replaces the service that asks the bot, for programs that speak the protocol themselves.
    """
    if not isinstance(bot, Bot):
        raise TypeError(f"serve wants a bot, an object of a class like `class MyBot(Bot)`: serve(MyBot()), not {bot!r}")
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
        run(serve_forever(bot, listen or DEFAULT_LISTEN, tls_cert, tls_key, methods))
    except KeyboardInterrupt:
        pass


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="A Motherlode bot.")
    parser.add_argument(
        "--listen",
        default=os.environ.get("MOTHERLODE_LISTEN", DEFAULT_LISTEN),
        help="host:port or unix:PATH; MOTHERLODE_LISTEN says the same (%(default)s)",
    )
    parser.add_argument("--tls-cert", default=os.environ.get("MOTHERLODE_TLS_CERT"), help="PEM file of the certificate")
    parser.add_argument("--tls-key", default=os.environ.get("MOTHERLODE_TLS_KEY"), help="PEM file of its key")
    return parser


async def serve_forever(
    bot: Bot,
    listen: str,
    tls_cert: str | None = None,
    tls_key: str | None = None,
    methods: Mapping[str, Method] | None = None,
) -> None:
    """The same inside a running event loop."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    server = await start_server(bot, listen, tls_cert, tls_key, methods)
    try:
        await stopping.wait()
    finally:
        await server.stop()
        done = bot.stopped()
        if isinstance(done, Awaitable):
            await done


async def start_server(
    bot: Bot,
    listen: str,
    tls_cert: str | None = None,
    tls_key: str | None = None,
    methods: Mapping[str, Method] | None = None,
) -> Server:
    """A started server; the caller stops it."""
    server = Server({**(methods or bot_methods(bot)), **health_and_reflection(SERVICE)})
    tls = _tls(tls_cert, tls_key)
    try:
        where = await server.listen(listen, tls)
    except OSError as error:
        raise SystemExit(f"cannot listen on {listen}: {error}; is the address free, and is it host:port or unix:PATH?")
    log.info("%s listens on %s%s", bot.describe().name, where, " with TLS" if tls else "")
    return server


def bot_methods(bot: Bot) -> dict[str, Method]:
    """The service Bot, on bytes: messages are parsed only as far as the bot looks at them."""
    description = bot.describe().SerializeToString()

    async def describe(call: Call) -> None:
        await call.read_one()
        await call.write(description)

    async def play(call: Call) -> None:
        session = Session(bot, call.write)
        finish = False
        try:
            while True:
                # What came while the bot was thinking is one batch: messages joined are a message.
                await session.receive(b"".join(await call.read()))
        except EndOfCall:
            finish = True
        except (ValueError, DecodeError) as error:
            log.warning("the session ends: %s", error)
            raise RpcError("INVALID_ARGUMENT", str(error)) from None
        finally:
            await session.close(finish=finish)

    return {DESCRIBE: describe, PLAY: play}


def _tls(cert: str | None, key: str | None) -> ssl.SSLContext | None:
    if not cert and not key:
        return None
    if not cert or not key:
        raise SystemExit("TLS needs both a certificate and its key: --tls-cert FILE --tls-key FILE")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.set_alpn_protocols(["h2"])
    try:
        context.load_cert_chain(cert, key)
    except OSError as error:
        raise SystemExit(f"cannot read the TLS files: {error}") from None
    return context
