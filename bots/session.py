"""One session: batches in, the bot asked, its answers out in as few messages as its thinking allows."""

import asyncio
import logging
import operator
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from time import perf_counter
from typing import Any

from motherlode.v1 import bot_pb2

from bots.batch import END, START, TURN, read_batch, write_choices
from bots.bot import Answer, Bot, NoAnswer
from bots.turn import Action, Ending, Match, Turn

log = logging.getLogger("bots")

HOLD_BACK = 0.02  # seconds: answers wait for the rest of their batch no longer than this


class Session:
    """The matches of one stream. `write` sends bytes to the arena."""

    def __init__(self, bot: Bot, write: Callable[[bytes], Awaitable[None]]) -> None:
        self.bot = bot
        self.matches: dict[int, Match] = {}
        self._write = write
        self._ready: list[tuple[int, int, int | str | None]] = []
        self._writing = asyncio.Lock()
        self._warned = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def receive(self, data: bytes) -> None:
        """Takes one batch from the arena. Returns when a bot that thinks at once has answered it."""
        turns: list[tuple[int, Turn]] = []
        ended: list[tuple[Match, Ending]] = []
        for number, what, body in read_batch(data):
            if what == TURN:
                match = self.matches.get(number)
                if match is None:
                    log.warning("a turn for match number %d, which never started, is not answered", number)
                else:
                    turns.append((number, Turn(match, body)))
            elif what == START:
                match = self.matches[number] = _match(bot_pb2.MatchStart.FromString(body))
                await self._tell("match_started", match)
            elif what == END:
                over = self.matches.pop(number, None)
                if over is not None:
                    ended.append((over, _ending(bot_pb2.MatchEnd.FromString(body))))
        if turns:
            await self._answer(turns)
        for match, ending in ended:
            await self._tell("match_ended", match, ending)

    async def close(self, *, finish: bool) -> None:
        """Ends the session: waits for what the bot still owes, or drops it."""
        for task in self._tasks:
            if not finish:
                task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _answer(self, turns: list[tuple[int, Turn]]) -> None:
        many = getattr(self.bot, "choose_many", None)
        if many is not None:
            await self._answer_many(many, turns)
            return
        began = started = perf_counter()
        for number, turn in turns:
            try:
                answer = self.bot.choose(turn)
                if isinstance(answer, Coroutine):
                    self._spawn(self._answer_later(number, turn, answer))
                    continue
                self._ready.append((number, turn.decision, _action(turn, answer)))
            except Exception as error:  # noqa: BLE001  whatever an author's code raises
                self._give_up([(number, turn)], error)
            if perf_counter() - started > HOLD_BACK:
                await self._flush()
                started = perf_counter()
        await self._flush()
        self._warn(len(turns), turns[0][1], perf_counter() - began)

    async def _answer_later(self, number: int, turn: Turn, thinking: Coroutine[Any, Any, Answer]) -> None:
        began = perf_counter()
        try:
            answer = await thinking
            self._ready.append((number, turn.decision, _action(turn, answer)))
        except Exception as error:  # noqa: BLE001  whatever an author's code raises
            self._give_up([(number, turn)], error)
        self._warn(len(self._tasks), turn, perf_counter() - began)
        await asyncio.sleep(0)  # others that finish now go out in the same message
        await self._flush()

    async def _answer_many(self, many: Callable[[list[Turn]], Any], turns: list[tuple[int, Turn]]) -> None:
        try:
            answers = many([turn for _, turn in turns])
            if isinstance(answers, Coroutine):
                self._spawn(self._answer_many_later(turns, answers))
                return
            self._take(turns, answers)
        except Exception as error:  # noqa: BLE001  whatever an author's code raises
            self._give_up(turns, error)
        await self._flush()

    async def _answer_many_later(
        self, turns: list[tuple[int, Turn]], thinking: Coroutine[Any, Any, Sequence[Answer]]
    ) -> None:
        try:
            self._take(turns, await thinking)
        except Exception as error:  # noqa: BLE001  whatever an author's code raises
            self._give_up(turns, error)
        await self._flush()

    def _take(self, turns: list[tuple[int, Turn]], answers: Sequence[Answer]) -> None:
        if len(answers) != len(turns):
            raise ValueError(f"choose_many got {len(turns)} turns and must give as many answers, not {len(answers)}")
        actions = [_action(turn, answer) for (_, turn), answer in zip(turns, answers, strict=True)]
        self._ready += [(number, turn.decision, action) for (number, turn), action in zip(turns, actions, strict=True)]

    def _give_up(self, turns: list[tuple[int, Turn]], error: Exception) -> None:
        """Tells the author what went wrong, and the arena that no answer comes: the clock need not run out."""
        what = ", ".join(repr(turn) for _, turn in turns[:3]) + (" and others" if len(turns) > 3 else "")
        if isinstance(error, NoAnswer):
            log.error("%s; given up: %s", error, what)
        else:
            here = error.__traceback__  # this file's own frame says nothing to an author
            trace = here.tb_next if here is not None and here.tb_next is not None else here
            log.error("no answer, so given up: %s", what, exc_info=(type(error), error, trace))
        self._ready += [(number, turn.decision, None) for number, turn in turns]

    def _warn(self, together: int, turn: Turn, seconds: float) -> None:
        """Tells an author, once, that matches wait for each other."""
        if together > 1 and not self._warned and seconds > turn.match.limit:
            self._warned = True
            log.warning(
                "%d turns took %.1f s together, and the clocks of all of them ran; "
                "`concurrency = 1` in the bot keeps the arena from playing so many matches with it at once",
                together, seconds,
            )  # fmt: skip

    async def _flush(self) -> None:
        async with self._writing:
            if self._ready:
                data = write_choices(self._ready)
                self._ready = []
                await self._write(data)

    def _spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, event: str, *about: object) -> None:
        try:
            done = getattr(self.bot, event)(*about)
            if isinstance(done, Awaitable):
                await done
        except Exception:
            log.exception("%s failed", event)


def _action(turn: Turn, answer: object) -> int | str:
    """The code or notation that goes out. An illegal one is told to the author here; judging it is the referee's."""
    if isinstance(answer, Action):
        return answer.code
    if isinstance(answer, str):
        if not answer:
            raise ValueError(
                'choose gave an empty notation; with `wants` of "view" or "codes" actions have codes alone'
            )
        return answer
    try:
        code = operator.index(answer)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"choose gives an Action, a code or a notation, not {answer!r}") from None
    if not 0 <= code < 2**32:
        raise ValueError(f"choose gave {code}, which is no code of an action")
    if code not in turn.codes:
        log.error("choose gave code %#010x for %r, which is not legal", code, turn)
    return code


def _match(start: bot_pb2.MatchStart) -> Match:
    return Match(
        id=start.id,
        game=start.game,
        players=start.players,
        variant=start.variant,
        seat=start.seat,
        limit=start.limit_ms / 1000,
        bank=start.bank_ms / 1000,
        commitment=start.commitment,
        decided=start.decided,
    )


def _ending(end: bot_pb2.MatchEnd) -> Ending:
    return Ending(tuple(end.scores), tuple(end.ranks), end.reason, end.seed)
