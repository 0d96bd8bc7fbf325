"""Turns a target into a running bot with an address, and stops it again: nothing is left behind."""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

from motherlode.rpc.bot import NoBot, describe
from motherlode.v1 import bot_pb2

from bots.targets import Target, parse_target
from bots.tether import tethered

ROOTS = [str(Path(__file__).resolve().parent.parent), str(Path(bot_pb2.__file__).resolve().parent.parent.parent)]
KEPT = 4000  # bytes of a bot's output that are kept to explain a failure, of its beginning and of its end
FIRST, LAST = 8, 10  # lines of it that are shown
DEEP = 60  # characters of a folder for temporary files in which a socket's path might grow too long
HELLO_SECONDS = 5.0  # for a bot that runs already to say what it is
STOP_SECONDS = 2.0  # between asking a bot to stop and killing it


class LaunchError(Exception):
    """A bot did not come up; the message says why and shows what it printed last."""


@dataclass
class Running:
    """A bot that answers."""

    target: str
    address: str  # host:port, unix:path or grpcs://host:port
    description: bot_pb2.Description
    process: "Process | None" = None  # None for a bot that ran already

    @property
    def restarts(self) -> int:
        """How often it ended and was started again."""
        return self.process.restarts if self.process else 0

    @property
    def words(self) -> str:
        """What it printed, shortened; of a bot that was started again, before it ended."""
        return self.process.last_words or self.process.words if self.process else ""


@contextlib.asynccontextmanager
async def launch(
    target: str | Target,
    *,
    timeout: float = 20.0,
    restart: bool = False,
    listen: str = "",
    echo: Callable[[bytes], object] | None = None,
) -> AsyncIterator[Running]:
    """A running bot for the target, at an address of its own or at `listen`.

    `restart` brings it back whenever it ends; `echo` gets what it prints, line by line.
    """
    wanted = parse_target(target) if isinstance(target, str) else target
    if wanted.address:
        try:
            description = await describe(wanted.address, min(timeout, HELLO_SECONDS))
        except NoBot as error:
            raise LaunchError(str(error)) from None
        yield Running(wanted.name, wanted.address, description)
        return
    base = tempfile.gettempdir()
    folder = Path(tempfile.mkdtemp(prefix="motherlode-bot-", dir=base if len(base) < DEEP else "/tmp"))
    if not listen:
        listen = f"127.0.0.1:{free_port()}" if wanted.tcp else f"unix:{folder}/bot.sock"
    process = Process(wanted, listen, echo)
    keeper: asyncio.Task[None] | None = None
    try:
        await process.start()
        description = await _first_answer(process, timeout)
        if restart:
            keeper = asyncio.create_task(process.keep())
        yield Running(wanted.name, listen, description, process)
    finally:
        try:
            if keeper is not None:
                keeper.cancel()
                await asyncio.gather(keeper, return_exceptions=True)
            await process.stop()
        finally:  # for those who do not wait for that either
            process.kill()
            shutil.rmtree(folder, ignore_errors=True)


class Process:
    """A bot's process, in a session of its own, tethered to this one."""

    def __init__(self, target: Target, listen: str, echo: Callable[[bytes], object] | None) -> None:
        self.target = target
        self.listen = listen
        self.restarts = 0
        self.last_words = ""  # when it ended last, and with which exit code
        self._echo = echo
        self._head = self._tail = b""  # of what it printed
        self._child: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int:
        assert self._child is not None
        return self._child.pid

    @property
    def words(self) -> str:
        """Its first and its last lines."""
        lines = self._head.decode("utf-8", "replace").strip().splitlines()
        tail = self._tail.decode("utf-8", "replace").strip().splitlines()
        if tail or len(lines) > FIRST + LAST:
            lines = [*lines[:FIRST], "...", *(tail or lines)[-LAST:]]
        return "\n".join(lines)

    async def start(self) -> None:
        self._remove_socket()
        self._head = self._tail = b""
        environment = dict(os.environ, MOTHERLODE_LISTEN=self.listen, PYTHONUNBUFFERED="1")
        if not self.target.tcp:  # a bot beside the SDK's sources finds them whatever folder it is started from
            environment["PYTHONPATH"] = os.pathsep.join([*ROOTS, *filter(None, [os.environ.get("PYTHONPATH")])])
        # `cmd:arena bridge ...` works whether or not the virtual environment is activated.
        environment["PATH"] = os.pathsep.join([os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent)])
        self._child = await asyncio.create_subprocess_exec(
            *tethered(self.target.at(self.listen)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env=environment,
            start_new_session=True,
        )
        self._reading = asyncio.create_task(self._read())

    async def wait(self) -> int:
        """Waits until the process has ended; its exit code."""
        assert self._child is not None
        return await self._child.wait()

    async def keep(self) -> None:
        """Starts it again whenever it ends."""
        while True:
            code = await self.wait()
            self.kill()  # what it started goes with it
            await self._finish_reading()
            self.restarts += 1
            self.last_words = f"{self.words}\nexit code {code}".strip()
            await self.start()
            await asyncio.sleep(0.1)  # a bot that cannot live at all does not take a whole core with it

    async def stop(self) -> None:
        """Asks it to stop, then makes it."""
        if self._child is None:
            return
        self._signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(self._child.wait(), STOP_SECONDS)
        except TimeoutError:
            pass
        self.kill()
        await self._child.wait()
        await self._finish_reading()
        self._remove_socket()

    def kill(self) -> None:
        """Its children too, and those that outlived it."""
        if self._child is not None:
            self._signal(signal.SIGKILL)

    def _remove_socket(self) -> None:
        """What a bot left that was killed."""
        if self.listen.startswith("unix:"):
            Path(self.listen.removeprefix("unix:")).unlink(missing_ok=True)

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)

    async def _read(self) -> None:
        assert self._child is not None and self._child.stdout is not None
        line = b""
        while chunk := await self._child.stdout.read(65536):
            room = KEPT - len(self._head)
            self._head += chunk[:room]
            self._tail = (self._tail + chunk[room:])[-KEPT:]
            if self._echo is not None:
                *lines, line = (line + chunk).split(b"\n")
                for each in lines:
                    self._echo(each)
                line = line[:KEPT]
        if line and self._echo is not None:
            self._echo(line)

    async def _finish_reading(self) -> None:
        if self._reading is not None:
            # A grandchild may hold the pipe open; nobody waits for it.
            await asyncio.wait([self._reading], timeout=0.2)
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)


async def _first_answer(process: Process, timeout: float) -> bot_pb2.Description:
    """The bot's description; LaunchError when it ends or stays silent."""
    asking = asyncio.create_task(describe(process.listen, timeout))
    ending = asyncio.create_task(process.wait())
    try:
        done, _ = await asyncio.wait({asking, ending}, return_when=asyncio.FIRST_COMPLETED)
        if asking in done:
            return asking.result()
        await process._finish_reading()
        code = ending.result()
        why = f"it ended with exit code {code}"
        if code == 0 and process.target.name.endswith(".py"):
            why += '; does the file end with `if __name__ == "__main__": serve(MyBot())`?'
        elif process.target.tcp and "bridge" not in process.target.command:
            why += "; if it speaks lines of JSON, put `arena bridge` before it"
    except NoBot as error:
        why = str(error)
    finally:
        asking.cancel()
        ending.cancel()
        await asyncio.gather(asking, ending, return_exceptions=True)
    told = f"; it said:\n{process.words}" if process.words else "; it printed nothing"
    hint = f"\nIt was told to listen on {process.listen} (MOTHERLODE_LISTEN)." if process.target.tcp else ""
    raise LaunchError(f"the bot {process.target.name} did not come up: {why}{told}{hint}")


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
