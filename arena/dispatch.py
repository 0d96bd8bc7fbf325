"""The road from the arena to the workers: a Celery queue on the same Redis. Work is sent by its name alone."""

from celery import Celery

from arena.settings import Settings

CHUNK = "motherlode.chunk"  # the task: take matches that wait and referee them side by side
NATIVE = "motherlode.native"  # the task: random matches on the engine alone
VISIBILITY = (
    30  # seconds; longer than a chunk without slow matches. A task delivered twice finds what the first one left
)


def celery_app(url: str, settings: Settings) -> Celery:
    """Celery as both sides need it: the same broker, the same queue, under the same prefix of keys."""
    app = Celery("motherlode", broker=broker_url(url))
    app.conf.update(
        task_default_queue="chunks",
        task_ignore_result=True,
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        broker_transport_options={
            "global_keyprefix": settings.prefix,
            "visibility_timeout": VISIBILITY,
            "unacked_restore_interval": 1,
            "unacked_restore_throttle": 1,
            "unacked_mutex_expire": 10,
            "socket_timeout": 5.0,
            "socket_connect_timeout": 5.0,
            "socket_keepalive": True,
        },
    )
    return app


def broker_url(url: str) -> str:
    """The same Redis, as Celery spells it."""
    return "redis+socket://" + url.removeprefix("unix://") if url.startswith("unix://") else url


class Dispatch:
    """Sends tasks."""

    def __init__(self, url: str, settings: Settings) -> None:
        self._app = celery_app(url, settings)

    def chunk(self) -> str:
        """Asks for one more chunk; the task's id."""
        return str(self._app.send_task(CHUNK, retry=False).id)

    def native(self, run: str, number: int, game: str, players: int, variant: str, games: int) -> None:
        """Asks for a share of a native load test."""
        self._app.send_task(NATIVE, (run, number, game, players, variant, games), retry=False)

    def close(self) -> None:
        self._app.close()
