"""Bots of a few lines straight on grpcio, and matches for them: the referee's tests need no SDK."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import grpc
import grpc.aio
from motherlode.v1 import bot_pb2 as pb

from arena.records import Clock, Match, Seat

QUICK = Clock(limit=0.15, bank=0.1, margin=0.05)


class RawBot:
    """Answers every turn with its last legal code and remembers all it was told. Subclasses misbehave."""

    def __init__(self, **description: Any) -> None:
        self.description = pb.Description(name=type(self).__name__, **description)
        self.sessions = 0
        self.starts: list[pb.MatchStart] = []
        self.turns: list[pb.Turn] = []
        self.ends: list[pb.MatchEnd] = []
        self.batches: list[int] = []
        self.open_matches = 0
        self.most_open = 0
        self.dice = random.Random(7)

    async def describe(self) -> bytes:
        return self.description.SerializeToString()

    async def hello(self, context: Any) -> None:
        """A session was opened."""

    async def start(self, context: Any, number: int, start: pb.MatchStart) -> None:
        """A match was started."""

    async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
        return choice(number, turn.decision, turn.legal[-1])

    async def end(self, context: Any, number: int, end: pb.MatchEnd) -> None:
        """A match ended."""

    async def play(self, context: Any) -> None:
        self.sessions += 1
        await self.hello(context)
        while (data := await context.read()) is not grpc.aio.EOF:
            message = pb.ToBot.FromString(data)
            self.batches.append(len(message.items))
            answers = []
            for item in message.items:
                what = item.WhichOneof("what")
                if what == "start":
                    self.starts.append(item.start)
                    self.open_matches += 1
                    self.most_open = max(self.most_open, self.open_matches)
                    await self.start(context, item.match, item.start)
                elif what == "turn":
                    self.turns.append(item.turn)
                    answers.append(await self.turn(context, item.match, item.turn))
                elif what == "end":
                    self.ends.append(item.end)
                    self.open_matches -= 1
                    await self.end(context, item.match, item.end)
            if answer := b"".join(a for a in answers if a is not None):
                await context.write(answer)


def choice(number: int, decision: int, code: int) -> bytes:
    """A FromBot of one choice; such messages may be joined."""
    return pb.FromBot(choices=[pb.Choice(match=number, decision=decision, code=code)]).SerializeToString()


@asynccontextmanager
async def serving(*bots: RawBot, address: str = "") -> AsyncIterator[list[str]]:
    """Serves bots in this loop, each on a socket of its own: their addresses."""
    with TemporaryDirectory() as folder:
        servers, addresses = [], []
        for i, bot in enumerate(bots):
            server = grpc.aio.server(options=[("grpc.max_send_message_length", -1)])
            server.add_generic_rpc_handlers((handler(bot),))
            addresses.append(address or f"unix:{Path(folder) / f'bot{i}'}")
            server.add_insecure_port(addresses[-1])
            await server.start()
            servers.append(server)
        try:
            yield addresses
        finally:
            await asyncio.gather(*(server.stop(0) for server in servers))


def handler(bot: RawBot) -> Any:
    async def describe(request: bytes, context: Any) -> bytes:
        return await bot.describe()

    async def play(_: Any, context: Any) -> None:
        await bot.play(context)

    return grpc.method_handlers_generic_handler(
        "motherlode.v1.Bot",
        {
            "Describe": grpc.unary_unary_rpc_method_handler(describe),
            "Play": grpc.stream_stream_rpc_method_handler(play),
        },
    )


def match(
    addresses: Sequence[str], id: str = "m1", seed: int = 1, clock: Clock | None = None, game: str = "rummy"
) -> Match:
    """A match of the bots at these addresses; the clock is generous unless told."""
    seats = tuple(Seat(f"bot{i}@1", address) for i, address in enumerate(addresses))
    return Match(id, game, "standard", seed.to_bytes(32, "little"), seats, clock or Clock(limit=10, bank=10))


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Runs a test's coroutine to its end; nothing it started may be left running."""

    async def whole() -> None:
        async with asyncio.timeout(250):
            await test()
        left = {task for task in asyncio.all_tasks() if task is not asyncio.current_task() and not task.done()}
        # grpcio's own tasks end a moment after their server has stopped
        if left:
            _, left = await asyncio.wait(left, timeout=2)
        assert not left, f"left running: {left}"

    asyncio.run(whole())
