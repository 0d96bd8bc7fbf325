"""`arena serve`: the API and the metrics, until a signal ends it."""

import asyncio
import logging
import signal
from dataclasses import replace
from ipaddress import ip_address

import click
import uvloop

from arena.api import Api
from arena.metrics_server import MetricsServer
from arena.redis_server import redis_for
from arena.settings import Settings
from arena.store import Store, open_store


@click.command("serve")
@click.option("--api", help="Where the gRPC API listens, host:port or unix:PATH; MOTHERLODE_API unless given.")
@click.option("--metrics", help="Where /metrics and /healthz are, host:port; MOTHERLODE_METRICS unless given.")
def command(api: str | None, metrics: str | None) -> None:
    """Serve the gRPC API and the metrics until SIGTERM or SIGINT."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    settings = Settings.load()
    settings = replace(settings, api=api or settings.api, metrics=metrics or settings.metrics)
    with redis_for(settings, keep=True) as url:
        store = open_store(url, settings)
        try:
            uvloop.run(serve(store, settings))
        finally:
            store.close()


async def serve(store: Store, settings: Settings) -> None:
    """Both in this process, until a signal comes."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    api = Api(store, settings)
    metrics = MetricsServer(store, settings.metrics)
    try:
        await api.start()
        click.echo(f"API on {api.listens}{' with TLS' if settings.tls_certificate else ''}")
        click.echo(f"metrics on http://{metrics.listens}/metrics")
        if not settings.tls_certificate and not on_this_machine(api.listens):
            click.echo("tokens travel unprotected: set MOTHERLODE_TLS_CERTIFICATE and MOTHERLODE_TLS_KEY", err=True)
        await stopping.wait()
    finally:
        await api.stop()
        metrics.stop()


def on_this_machine(address: str) -> bool:
    host = address.rpartition(":")[0].strip("[]")
    if address.startswith("unix:") or host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
