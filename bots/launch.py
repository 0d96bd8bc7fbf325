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

import grpc
from google.protobuf.message import DecodeError
from motherlode.v1 import bot_pb2

from bots.targets import Target, parse_target

TETHER = Path(__file__).with_name("tether.py")
ROOTS = [str(Path(__file__).resolve().parent.parent), str(Path(bot_pb2.__file__).resolve().parent.parent.parent)]
TAIL = 4000  # characters of a bot's output that are kept to explain a failure
DEEP = 60  # characters of a folder for temporary files in which a socket's path might grow too long
STOP_SECONDS = 2.0  # between asking a bot to stop and killing it
DESCRIBE = "/motherlode.v1.Bot/Describe"


class LaunchError(Exception):
    """A bot did not come up; the message says why and shows what it printed last."""


@dataclass
class Running:
    """A bot that answers."""

    target: str
    address: str  # host:port or unix:path
    description: bot_pb2.Description
    process: "Process | None" = None  # None for a bot that ran already

    @property
    def output(self) -> str:
        """The last it printed."""
        return self.process.output if self.process else ""


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

    `restart` brings it back whenever it ends; `echo` gets what it prints.
    """
    wanted = parse_target(target) if isinstance(target, str) else target
    if wanted.address:
        yield Running(wanted.name, wanted.address, await describe(wanted.address, timeout))
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
        if keeper is not None:
            keeper.cancel()
            await asyncio.gather(keeper, return_exceptions=True)
        await process.stop()
        shutil.rmtree(folder, ignore_errors=True)


async def describe(address: str, timeout: float = 5.0) -> bot_pb2.Description:
    """Asks the bot at an address what it is; LaunchError when it does not say."""
    # A local pool: the channel of a bot that is still coming up must not be shared with anybody else's.
    options = [
        ("grpc.use_local_subchannel_pool", 1),
        ("grpc.initial_reconnect_backoff_ms", 50),
        ("grpc.min_reconnect_backoff_ms", 100),
        ("grpc.max_reconnect_backoff_ms", 200),
        ("grpc.enable_http_proxy", 0),
    ]
    async with grpc.aio.insecure_channel(address, options=options) as channel:
        call = channel.unary_unary(DESCRIBE)
        request = bot_pb2.DescribeRequest(protocol=bot_pb2.PROTOCOL_1).SerializeToString()
        try:
            answer = await call(request, timeout=timeout, wait_for_ready=True)
        except grpc.aio.AioRpcError as error:
            if error.code() == grpc.StatusCode.DEADLINE_EXCEEDED:
                raise LaunchError(f"no bot answers at {address} within {timeout:g} s") from None
            raise LaunchError(f"{address} does not answer Describe: {error.code().name}, {error.details()}") from None
        try:
            return bot_pb2.Description.FromString(answer)
        except DecodeError:
            raise LaunchError(
                f"{address} answers Describe with bytes that are no Description: {answer[:40]!r}"
            ) from None


class Process:
    """A bot's process, in a session of its own, tethered to this one."""

    def __init__(self, target: Target, listen: str, echo: Callable[[bytes], object] | None) -> None:
        self.target = target
        self.listen = listen
        self._echo = echo
        self._tail = b""
        self._child: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int:
        assert self._child is not None
        return self._child.pid

    @property
    def output(self) -> str:
        return self._tail.decode("utf-8", "replace").strip()

    async def start(self) -> None:
        self._remove_socket()
        environment = dict(os.environ, MOTHERLODE_LISTEN=self.listen, PYTHONUNBUFFERED="1")
        # A bot beside the SDK's sources finds them whatever folder it is started from.
        environment["PYTHONPATH"] = os.pathsep.join([*ROOTS, *filter(None, [os.environ.get("PYTHONPATH")])])
        # `cmd:arena bridge ...` works whether or not the virtual environment is activated.
        environment["PATH"] = os.pathsep.join([os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent)])
        command = [sys.executable, "-I", "-S", str(TETHER), str(os.getpid()), *self.target.at(self.listen)]
        self._child = await asyncio.create_subprocess_exec(
            *command,
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
            await self.wait()
            await self._finish_reading()
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
        self._signal(signal.SIGKILL)  # its children too, and those that outlived it
        await self._child.wait()
        await self._finish_reading()
        self._remove_socket()

    def _remove_socket(self) -> None:
        """What a bot left that was killed."""
        if self.listen.startswith("unix:"):
            Path(self.listen.removeprefix("unix:")).unlink(missing_ok=True)

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)

    async def _read(self) -> None:
        assert self._child is not None and self._child.stdout is not None
        while chunk := await self._child.stdout.read(65536):
            self._tail = (self._tail + chunk)[-TAIL:]
            if self._echo is not None:
                self._echo(chunk)

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
        why = f"it ended with exit code {ending.result()}"
    except LaunchError as error:
        why = str(error)
    finally:
        asking.cancel()
        ending.cancel()
        await asyncio.gather(asking, ending, return_exceptions=True)
    said = "\n".join(process.output.splitlines()[-15:])
    told = f"; its last words:\n{said}" if said else "; it printed nothing"
    hint = f"\nIt was told to listen on {process.listen} (MOTHERLODE_LISTEN)." if process.target.tcp else ""
    raise LaunchError(f"the bot {process.target.name} did not come up: {why}{told}{hint}")


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
