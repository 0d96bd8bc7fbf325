"""`arena bot host`: runs the registered bots that live on this machine, each at its address, and brings back those that die."""

import asyncio
import contextlib
import fcntl
import logging
import signal
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Self

import click
import redis
import uvloop

from arena.cli.connect import connected
from arena.settings import Settings
from arena.sockets import prepare, put_away, socket_path
from arena.store import Store
from arena.store.bots import BotVersion
from bots.launch import LaunchError, free_port, launch
from bots.targets import Target

log = logging.getLogger(__name__)

LOOK = 1.0  # seconds between two looks at which bots are registered
BACKOFF = 0.5  # seconds before a bot that ended at once is started again; doubles
LONGEST_BACKOFF = 30.0
SETTLED = 10.0  # seconds after which a bot that ends is started again at once
LONGEST_LOG = 5_000_000  # bytes of a bot's output, then its log begins anew


@click.command("host")
def command() -> None:
    """Run the bots that were registered with a program, until SIGTERM or SIGINT.

    Those added later are started within a second or two, those removed are stopped. What a bot prints goes to logs/NAME@VERSION.log
    in the arena's folder (MOTHERLODE_HOME).
    """
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    settings = Settings.load()
    with only_host(bots_folder(settings)), connected(settings) as store:
        uvloop.run(Host(store, settings).run())


def bots_folder(settings: Settings) -> Path:
    """Where the sockets of hosted bots are."""
    return settings.folder.absolute() / "bots"


def address_of(settings: Settings, id: str, target: Target) -> str:
    """Where a hosted bot is to listen: a socket of its own, or a free port for a program that may know only those."""
    if target.tcp:
        return f"127.0.0.1:{free_port()}"
    return f"unix:{socket_of(settings, id)}"


def socket_of(settings: Settings, id: str) -> Path:
    return socket_path(bots_folder(settings), f"{id}.sock")


@contextlib.contextmanager
def only_host(folder: Path) -> Iterator[None]:
    """Two hosts would fight for the same sockets: the second says so and goes."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "host.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise click.ClickException(
                f"the bots of {folder.parent} are hosted already, by `arena up` or a host"
            ) from None
        yield


def hosted(settings: Settings) -> bool:
    """Whether a host runs for the arena's folder."""
    folder = bots_folder(settings)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "host.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


class Host:
    """One task a bot."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._running: dict[str, tuple[BotVersion, asyncio.Task[None]]] = {}

    async def run(self) -> None:
        stopping = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stopping.set)
        try:
            while not stopping.is_set():
                try:
                    await self._follow(await asyncio.to_thread(self._registered))
                except redis.RedisError as error:
                    log.warning("the host waits for Redis: %s", error)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(stopping.wait(), LOOK)
        finally:
            await self._stop(list(self._running))
            put_away(bots_folder(self._settings))

    def _registered(self) -> dict[str, BotVersion]:
        """The bots to run here: those with a program whose address is of this machine and this folder."""
        return {
            bot.id: bot
            for bot in self._store.bots.all()
            if bot.target
            and (bot.address.startswith("127.0.0.1:") or bot.address == f"unix:{socket_of(self._settings, bot.id)}")
        }

    async def _follow(self, wanted: dict[str, BotVersion]) -> None:
        """Stops what is no longer wanted as it is, and starts what is new."""
        await self._stop(
            [
                id
                for id, (bot, _) in self._running.items()
                if id not in wanted or (wanted[id].target, wanted[id].address) != (bot.target, bot.address)
            ]
        )
        for id, bot in wanted.items():
            if id not in self._running:
                self._running[id] = (bot, asyncio.create_task(self._keep(bot)))

    async def _stop(self, ids: list[str]) -> None:
        tasks = [self._running.pop(id)[1] for id in ids]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep(self, bot: BotVersion) -> None:
        backoff = BACKOFF
        path = socket_of(self._settings, bot.id)
        with BotLog(self._settings.folder.absolute() / "logs" / f"{bot.id}.log") as output:
            while True:
                began = monotonic()
                try:
                    prepare(path)
                    async with launch(bot.target, listen=bot.address, echo=output.write) as running:
                        log.info("%s runs at %s", bot.id, bot.address)
                        assert running.process is not None
                        code = await running.process.wait()
                        log.warning("%s ended with exit code %d; its output is in %s", bot.id, code, output.path)
                except (LaunchError, ValueError, OSError) as error:
                    log.error("%s: %s", bot.id, error)
                backoff = BACKOFF if monotonic() - began > SETTLED else min(2 * backoff, LONGEST_BACKOFF)
                await asyncio.sleep(backoff)


class BotLog:
    """A file that takes what a bot prints, and does not grow for ever."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("ab")

    def write(self, text: bytes) -> None:
        if self._file.tell() > LONGEST_LOG:
            self._file.truncate(0)
        self._file.write(text)
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
