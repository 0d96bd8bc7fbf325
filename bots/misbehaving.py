"""Bots that do wrong, for tests and load: KIND[:VALUE][@PHASE], as in `slow:20ms`, `crash:0.01`, `silent@start`.

The value of `slow` is a time; of every other kind how likely the fault is at each occasion (1 unless said). The phase is
where it happens: hello (Describe), start (the first message of a match), turn (unless said), end (the arena closes).
Apart from its fault such a bot plays at random.
"""

import asyncio
import contextlib
import os
import random
import re
import signal
import sys
from dataclasses import dataclass
from enum import StrEnum

from motherlode.rpc.bot import DESCRIBE, PLAY
from motherlode.rpc.http2 import Call, EndOfCall, RpcError
from motherlode.rpc.server import Method
from motherlode.v1 import bot_pb2

from bots.batch import END, START, TURN, read_batch, read_turn, write_choices
from bots.bot import Bot
from bots.server import serve

KINDS = {
    "slow": "does everything late",
    "silent": "never says anything again",
    "crash": "its process ends at once",
    "freeze": "its process stops without ending",
    "illegal": "answers with an action that is not legal",
    "garbage": "sends bytes that are no message",
    "wrong-number": "answers for a decision and a match nobody asked about",
    "twice": "answers everything twice",
    "flood": "sends thousands of messages",
    "huge": "sends one message of 16 MB",
    "drop": "ends the stream; comes back when dialled again",
}


class Phase(StrEnum):
    HELLO = "hello"
    START = "start"
    TURN = "turn"
    END = "end"


@dataclass(frozen=True)
class Fault:
    """What the bot does wrong, when, and how often."""

    kind: str
    phase: Phase = Phase.TURN
    chance: float = 1.0
    delay: float = 0.0  # seconds, of `slow`

    @classmethod
    def parse(cls, text: str) -> "Fault":
        found = re.fullmatch(r"([a-z-]+)(?::([\d.]+)(ms|s)?)?(?:@(\w+))?", text)
        if not found or found[1] not in KINDS:
            raise ValueError(f"expected KIND[:VALUE][@PHASE] with a kind of {', '.join(KINDS)}, not {text!r}")
        kind, value, unit, phase = found.groups()
        if phase and phase not in list(Phase):
            raise ValueError(f"the phase is one of {', '.join(Phase)}, not {phase!r}")
        where = Phase(phase or "turn")
        if (kind == "slow") != bool(unit) or (kind == "slow" and not value):
            raise ValueError(
                f"slow takes a time, as in slow:20ms, every other kind a chance, as in crash:0.01; not {text!r}"
            )
        number = float(value or 1)
        if kind == "slow":
            return cls(kind, where, 1.0, number / 1000 if unit == "ms" else number)
        if not 0 <= number <= 1:
            raise ValueError(f"a chance is from 0 to 1, not {number:g}")
        return cls(kind, where, number)

    def strikes(self, phase: Phase) -> bool:
        return phase is self.phase and (self.chance >= 1 or random.random() < self.chance)


class MisbehavingBot(Bot):
    """Only what it says of itself; its sessions are its own."""

    wants = "codes"

    def __init__(self, text: str) -> None:
        self.name = text
        self.fault = Fault.parse(text)
        self.greeted = False
        self._late: set[asyncio.Task[None]] = set()
        self._writing = asyncio.Lock()

    async def hello(self, call: Call) -> None:
        await call.read_one()
        # The first hello goes well when the bot is started by someone who waits for it: the fault is for the arena.
        first, self.greeted = not self.greeted, True
        wrong = self.fault.strikes(Phase.HELLO) and not (first and "--polite-once" in sys.argv)
        await call.write(await self._misdescribe() if wrong else self.describe().SerializeToString())

    async def _misdescribe(self) -> bytes:
        match self.fault.kind:
            case "slow":
                await asyncio.sleep(self.fault.delay)
            case "silent":
                await asyncio.Event().wait()
            case "crash" | "freeze":
                _die(self.fault.kind)
            case "illegal":
                return bot_pb2.Description(protocol=99, name="x" * 500, games=["chess"]).SerializeToString()  # type: ignore[arg-type]
            case "garbage":
                return random.randbytes(200)
            case "wrong-number":
                return bot_pb2.Description(protocol=7, name="seven").SerializeToString()  # type: ignore[arg-type]
            case "flood" | "huge":
                return bot_pb2.Description(name="x" * (16 << 20)).SerializeToString()
            case "drop":
                raise RpcError("UNAVAILABLE", "gone")
        return self.describe().SerializeToString()

    async def play(self, call: Call) -> None:
        try:
            while True:
                for data in await call.read():
                    if await self._answer(call, data):
                        return
        except EndOfCall:
            if self.fault.strikes(Phase.END):
                await self._misbehave(call, 0, 0, [])

    async def _answer(self, call: Call, data: bytes) -> bool:
        """Answers a batch in its own way; True when the stream ends with it."""
        choices: list[tuple[int, int, int | str]] = []
        for number, what, body in read_batch(data):
            if what in (START, END):
                phase = Phase.START if what == START else Phase.END
                if self.fault.strikes(phase) and await self._misbehave(call, number, 0, []):
                    return True
            elif what == TURN:
                decision, codes, *_ = read_turn(body)
                if self.fault.kind != "slow" and self.fault.strikes(Phase.TURN):
                    if await self._misbehave(call, number, decision, codes):
                        return True
                    continue
                choices.append((number, decision, random.choice(codes)))
        if choices:
            if self.fault.kind == "slow" and self.fault.strikes(Phase.TURN):
                # It is slow in every match, and not one match after the other.
                task = asyncio.create_task(self._answer_late(call, write_choices(choices)))
                self._late.add(task)
                task.add_done_callback(self._late.discard)
            else:
                await call.write(write_choices(choices))
        return False

    async def _answer_late(self, call: Call, data: bytes) -> None:
        await asyncio.sleep(self.fault.delay)
        async with self._writing:
            with contextlib.suppress(RpcError):  # the arena has left
                await call.write(data)

    async def _misbehave(self, call: Call, number: int, decision: int, codes: list[int]) -> bool:
        """Does the wrong thing; True when the stream ends with it."""
        code = codes[0] if codes else 0
        match self.fault.kind:
            case "slow":
                await asyncio.sleep(self.fault.delay)
            case "silent":
                if self.fault.phase is not Phase.TURN:
                    await asyncio.Event().wait()
            case "crash" | "freeze":
                _die(self.fault.kind)
            case "illegal":
                await call.write(write_choices([(number, decision, 0xFFFFFFFF)]))
            case "garbage":
                await call.write(b"\xff" + random.randbytes(50))
            case "wrong-number":
                await call.write(write_choices([(number, decision + 1, code), (number + 1000, decision, code)]))
            case "twice":
                await call.write(write_choices([(number, decision, code)] * 2))
            case "flood":
                for _ in range(20_000):
                    await call.write(write_choices([(number, decision + 7, code)] * 10))
            case "huge":
                await call.write(write_choices([(number, decision, "x" * (16 << 20))]))
            case "drop":
                return True
        return False


def _die(kind: str) -> None:
    if kind == "freeze":
        os.kill(os.getpid(), signal.SIGSTOP)
    else:
        os._exit(1)


def methods(bot: MisbehavingBot) -> dict[str, Method]:
    """Its service, on bytes: what it sends need not be a message."""
    return {DESCRIBE: bot.hello, PLAY: bot.play}


if __name__ == "__main__":
    misbehaving = MisbehavingBot(sys.argv[1])
    serve(misbehaving, methods=methods(misbehaving))
