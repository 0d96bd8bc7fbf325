"""HTTP in threads of its own: /metrics for Prometheus, /healthz for whoever watches over this process."""

import socket
import threading
from collections.abc import Callable, Iterable
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

import redis
from prometheus_client import CollectorRegistry, ProcessCollector, make_wsgi_app

from arena.metrics import ArenaCollector
from arena.store import Store

Page = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class MetricsServer:
    """Serves from the start to `stop`; `listens` says where."""

    def __init__(self, store: Store, address: str) -> None:
        host, _, port = address.rpartition(":")
        if not host or not port.isdecimal():
            raise ValueError(f"metrics are served on HOST:PORT, not {address!r}")
        kind = _Server6 if host.startswith("[") else _Server
        try:
            self._server = kind((host.strip("[]"), int(port)), _Quiet)
        except (OSError, OverflowError) as error:
            raise OSError(f"cannot serve metrics on {address}: {error}") from None
        self._server.set_app(pages(store))
        self.listens = f"{host}:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, name="metrics", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def pages(store: Store) -> Page:
    registry = CollectorRegistry()
    registry.register(ArenaCollector(store))
    ProcessCollector(registry=registry)
    metrics: Page = make_wsgi_app(registry)

    def serve(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        match environ["PATH_INFO"]:
            case "/metrics":
                return metrics(environ, start_response)
            case "/healthz":
                status, text = health(store)
            case _:
                status, text = "404 Not Found", "there are /metrics and /healthz\n"
        start_response(status, [("Content-Type", "text/plain; charset=utf-8")])
        return [text.encode()]

    return serve


def health(store: Store) -> tuple[str, str]:
    try:
        store.client.ping()
    except redis.RedisError:
        return "503 Service Unavailable", "the arena's Redis does not answer\n"
    return "200 OK", "ok\n"


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Server6(_Server):
    address_family = socket.AF_INET6


class _Quiet(WSGIRequestHandler):
    timeout = 10.0  # for a request that does not come

    def log_message(self, format: str, *args: Any) -> None:
        """A scrape every few seconds is no news."""
