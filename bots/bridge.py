"""A bot made of a program that reads and writes lines of JSON on its standard input and output."""

import asyncio
import json
import logging
import os
from collections.abc import Sequence
from typing import Any

from bots.bot import Bot, NoAnswer
from bots.tether import tethered
from bots.turn import Ending, Match, Turn

log = logging.getLogger("bots")

LINE = 1 << 20  # bytes a line may have
KEPT = 256  # matches whose start is told again to a program that was started again
UNREAD = 4 << 20  # bytes that may wait for a program that does not read
FAREWELL = 1.0  # seconds for a program to end when its input does


class Program:
    """One running program. It is asked one turn at a time, so that a plain answer needs no number."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = list(command)
        self.name = f"the program {' '.join(command)}"
        self._asking = asyncio.Lock()
        self._child: asyncio.subprocess.Process | None = None
        self._coming_up: asyncio.Task[None] | None = None
        self._owed = 0  # answers nobody waits for any more: their stream was lost
        self._starts: dict[int, dict[str, Any]] = {}  # of the matches it sits in: told again when it is started again

    # What wants no answer never waits: a program that is busy, or does not read, holds up itself alone.

    def start(self, message: dict[str, Any]) -> None:
        """A match begins, or goes on after an interruption."""
        self._starts[message["match"]] = message
        if len(self._starts) > KEPT:  # the oldest ended while the stream was lost, and nobody said so
            del self._starts[next(iter(self._starts))]
        if self._runs:
            self._write(message)
        elif self._coming_up is None or self._coming_up.done():
            self._coming_up = asyncio.create_task(self._come_up())

    def end(self, message: dict[str, Any]) -> None:
        """A match is over."""
        self._starts.pop(message["match"], None)
        if self._runs:
            self._write(message)

    async def stop(self) -> None:
        """Closes its input, and ends it if that is not enough."""
        if self._coming_up is not None:
            self._coming_up.cancel()
            await asyncio.wait({self._coming_up})
        child, self._child = self._child, None
        if child is None or child.returncode is not None:
            return
        assert child.stdin is not None
        child.stdin.close()
        try:
            await asyncio.wait_for(child.wait(), FAREWELL)
        except TimeoutError:
            child.kill()
            await child.wait()

    async def ask(self, message: dict[str, Any], seconds: float) -> int | str:
        """Sends a turn and waits for its answer, as long as its clock runs; NoAnswer when none comes."""
        try:
            async with asyncio.timeout(seconds), self._asking:
                await self._run()
                if (start := self._starts.pop(message["match"], None)) is not None:
                    self._starts[message["match"]] = start | {"decided": message["decision"]}
                self._owed += 1
                self._write(message)
                while True:
                    line = await self._line()
                    try:
                        answer, named = read_answer(line, message)
                    except ValueError as error:
                        self._owed -= 1
                        raise NoAnswer(f"{self.name}: {error}") from None
                    if answer is None:
                        log.warning(
                            "%s answered for another turn than match %d, decision %d, which is thrown away: %.200s",
                            self.name, message["match"], message["decision"], line,
                        )  # fmt: skip
                    self._owed = 0 if named and answer is not None else self._owed - 1
                    if self._owed <= 0 and answer is not None:
                        return answer
        except TimeoutError:
            raise NoAnswer(
                f"{self.name} did not answer within {seconds:.1f} s; does it flush its output after every line?"
            ) from None

    async def _line(self) -> str:
        """The next line the program says."""
        assert self._child is not None and self._child.stdout is not None
        while True:
            try:
                line = await self._child.stdout.readline()
            except ValueError:
                raise NoAnswer(f"{self.name} wrote a line of more than {LINE} bytes") from None
            if not line:
                code = await self._child.wait()
                self._child, self._owed = None, 0
                raise NoAnswer(f"{self.name} ended with exit code {code}")
            if line.strip():
                return line.decode("utf-8", "replace").strip()

    @property
    def _runs(self) -> bool:
        return self._child is not None and self._child.returncode is None

    async def _come_up(self) -> None:
        async with self._asking:
            await self._run()

    async def _run(self) -> None:
        """Starts the program if it does not run, and tells it of the matches it sits in."""
        if self._runs:
            return
        self._child = await asyncio.create_subprocess_exec(
            *tethered(self.command),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE,
            env=dict(os.environ, PYTHONUNBUFFERED="1"),
        )
        self._owed = 0
        for start in self._starts.values():
            self._write(start)

    def _write(self, message: dict[str, Any]) -> None:
        assert self._child is not None and self._child.stdin is not None
        self._child.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        if self._child.stdin.transport.get_write_buffer_size() > UNREAD:
            log.error("%s does not read: it is ended, and started again for the next turn", self.name)
            self._child.kill()


def read_answer(line: str, turn: dict[str, Any]) -> tuple[int | str | None, bool]:
    """The action of a line (a notation, a code, or an object), and whether it names its turn. None: it names another."""
    try:
        value = json.loads(line)
    except ValueError:
        if line.startswith(("{", "[")):
            raise ValueError(f"expected JSON or a notation from the program, not {line[:200]!r}") from None
        return line, False  # a bare notation
    named = isinstance(value, dict) and "decision" in value
    if isinstance(value, dict):
        if any(key in value and value[key] != turn[key] for key in ("match", "decision")):
            return None, True
        value = value.get("action")
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise ValueError(f'expected a notation, a code or {{"action": ...}} from the program, not {line[:200]!r}')
    return value, named


class BridgeBot(Bot):
    """Hands every match to one of its programs."""

    def __init__(self, command: Sequence[str], name: str, programs: int = 1, *, view: bool = True) -> None:
        self.name = name
        self.wants = "all" if view else "notations"
        self.concurrency = 4 * programs  # more would only wait for each other
        self._view = view
        self._programs = [Program(command) for _ in range(programs)]
        self._of: dict[str, tuple[int, Program]] = {}
        self._numbers = 0

    def match_started(self, match: Match) -> None:
        number, program = self._seat(match)
        program.start(
            {
                "type": "start",
                "match": number,
                "game": match.game,
                "players": match.players,
                "variant": match.variant,
                "seat": match.seat,
                "limit": match.limit,
                "bank": match.bank,
                "id": match.id,
                "decided": match.decided,
            }
        )

    async def choose(self, turn: Turn) -> int | str:
        number, program = self._seat(turn.match)
        message = {
            "type": "turn",
            "match": number,
            "decision": turn.decision,
            "legal": [action.notation for action in turn.legal],
            "codes": turn.codes,
            "bank": turn.bank,
        }
        if self._view:
            message["view"] = turn.view
        return await program.ask(message, turn.match.limit + turn.bank)

    def match_ended(self, match: Match, ending: Ending) -> None:
        number, program = self._seat(match)
        del self._of[self._key(match)]
        scores, ranks = list(ending.scores), list(ending.ranks)
        program.end({"type": "end", "match": number, "scores": scores, "ranks": ranks, "reason": ending.reason})

    async def stopped(self) -> None:
        await asyncio.gather(*(program.stop() for program in self._programs))

    def _key(self, match: Match) -> str:
        return f"{match.id} {match.seat}"

    def _seat(self, match: Match) -> tuple[int, Program]:
        """The number the program knows the match by, and the program."""
        key = self._key(match)
        if key not in self._of:
            self._of[key] = self._numbers, self._programs[self._numbers % len(self._programs)]
            self._numbers += 1
        return self._of[key]
