"""The referee beside raw grpcio: Mineral Rummy with four external trivial Python bots, one match and 64 matches at a time."""

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter_ns, process_time_ns

import grpc.aio
import uvloop
from motherlode.v1 import bot_pb2 as pb

import engine
from arena.records import Clock, Match, Seat
from bench.measure import Row, compare
from bots.launch import launch
from workers.referee import Referee
from workers.turns import ask

PLAYERS = 4
REPLY = 12  # bytes of a choice
WALL, CPU = perf_counter_ns, process_time_ns
ROOTS = [str(Path(__file__).parent.parent), str(Path(__file__).parent.parent / "proto")]


def table(rounds: int) -> list[Row]:
    rows = []
    for wants, words in (("codes", "without views"), ("all", "with views")):
        size = turn_size(wants)
        with uvloop_runner() as loop, TemporaryDirectory() as folder, echo(f"unix:{folder}/echo"):
            runs = loop.run_until_complete(Runs.start(wants, size, f"unix:{folder}/echo"))

            def cost(work: Callable[[], Awaitable[int]], clock: Callable[[], int]) -> Callable[[], float]:
                def measure() -> float:
                    start = clock()
                    units = loop.run_until_complete(work())
                    return (clock() - start) / units

                return measure

            try:
                for what, count, clock, peers in (
                    ("round trip", 1, WALL, {"raw stream": (runs.raw(1, 1, 600), 1 / 1.3)}),
                    ("CPU", 1, CPU, {"raw stream": (runs.raw(1, 1, 600), None)}),
                    (
                        "CPU",
                        64,
                        CPU,
                        {
                            "raw batches of 16": (runs.raw(1, 16, 600), 1 / 1.5),
                            "raw 32 streams": (runs.raw(32, 1, 60), None),
                        },
                    ),
                    ("wall", 64, WALL, {"raw batches of 16": (runs.raw(1, 16, 600), None)}),
                ):
                    rows += compare(
                        {f"{count} in flight, {words}, {size} B: {what}": cost(runs.matches(count), clock)},
                        {peer: (cost(work, clock), goal) for peer, (work, goal) in peers.items()},
                        rounds,
                    )
            finally:
                loop.run_until_complete(runs.stop())
    return rows


def turn_size(wants: str) -> int:
    """The mean size of a turn's message over a match."""
    game = engine.new("rummy", PLAYERS, "standard", 1)
    field = pb.Turn.DESCRIPTOR.fields_by_name["rummy"].number if wants == "all" else 0
    dice = random.Random(1)
    sizes = []
    while not game.over:
        seat = game.actors[0]
        legal = game.legal(seat)
        if len(legal) > 1:
            sizes.append(len(ask(game, seat, 9, len(sizes), field, wants == "all", 10_000, 500)))
        game.apply(seat, dice.choice(legal))
    return sum(sizes) // len(sizes)


class Runs:
    """The bots and streams that live through all rounds."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.played = 0
        self.stack = AsyncExitStack()

    @classmethod
    async def start(cls, wants: str, size: int, echo_address: str) -> "Runs":
        runs = cls(size)
        os.environ["BENCH_WANTS"] = wants
        target = str(Path(__file__).with_name("trivial_bot.py"))
        bots = [await runs.stack.enter_async_context(launch(target)) for _ in range(PLAYERS)]
        runs.addresses = [bot.address for bot in bots]
        runs.referee = await runs.stack.enter_async_context(Referee())
        runs.channel = await runs.stack.enter_async_context(grpc.aio.insecure_channel(echo_address))
        await runs.channel.channel_ready()
        return runs

    addresses: list[str]
    referee: Referee
    channel: grpc.aio.Channel

    async def stop(self) -> None:
        await self.stack.aclose()

    def matches(self, count: int) -> Callable[[], Awaitable[int]]:
        """Plays so many matches at once; the decisions that bots were asked for."""

        async def play() -> int:
            matches = []
            for _ in range(count):
                self.played += 1
                seats = tuple(Seat(f"bot{i}", address) for i, address in enumerate(self.addresses))
                seed = self.played.to_bytes(32, "little")
                matches.append(Match(f"m{self.played}", "rummy", "standard", seed, seats, Clock(10, 60)))
            results = await asyncio.gather(*map(self.referee.play, matches))
            assert not any(result.faults for result in results), [result.faults for result in results]
            return sum(move.think_us > 0 for result in results for move in result.moves)

        return play

    def raw(self, streams: int, batch: int, messages: int) -> Callable[[], Awaitable[int]]:
        """Ping-pong on raw streams, messages as large as the referee's; the decisions they stand for."""

        async def stream() -> None:
            call = self.channel.stream_stream("/bench.Echo/Play")()
            message = bytes([batch]) + bytes(self.size * batch - 1)
            for _ in range(messages):
                await call.write(message)
                await call.read()
            await call.done_writing()
            await call.read()

        async def play() -> int:
            await asyncio.gather(*(stream() for _ in range(streams)))
            return streams * batch * messages

        return play


@contextmanager
def uvloop_runner() -> Iterator[asyncio.AbstractEventLoop]:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        asyncio.set_event_loop(runner.get_loop())
        yield runner.get_loop()


@contextmanager
def echo(address: str) -> Iterator[None]:
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(ROOTS))
    process = subprocess.Popen([sys.executable, "-m", "bench.echo", address, str(REPLY)], env=environment)
    try:
        yield
    finally:
        process.terminate()
        process.wait()
