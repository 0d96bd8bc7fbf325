"""The checks behind `arena bot check`: a small referee that plays with a bot and watches how it answers."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from statistics import median
from time import perf_counter

from google.protobuf.message import DecodeError
from grpc_health.v1 import health_pb2
from motherlode.rpc.bot import PLAY, NoBot, describe
from motherlode.rpc.client import ClientCall, ClientConnection, ask, dial
from motherlode.rpc.http2 import EndOfCall, RpcError
from motherlode.v1 import bot_pb2

import engine
from bots.launch import LaunchError, Running, launch

HEALTH = "/grpc.health.v1.Health/Check"
UNKNOWN_FIELD = b"\xfa\xff\x03\x02hi"  # field 8191, two bytes: a later version of the protocol could send it
PATIENCE = 5.0  # seconds for what takes a bot no thought
DYING = 3.0  # seconds for a process to end whose stream broke
NAME = r"[\w.-]+"
TABLE = 5.0  # seconds of thought after which a bot's match is played to its end without it
TROUBLE = ("Traceback", "ERROR", "WARNING")  # in what a bot prints, also when it plays well
START_UP = 10.0  # seconds that a bot's first answer may take beyond the limit, as a match's bank would give


class Mark(StrEnum):
    OK = "ok"
    NOTE = "note"
    FAIL = "FAIL"


@dataclass(frozen=True)
class Finding:
    mark: Mark
    subject: str
    text: str


class Broken(Exception):
    """The bot did something wrong; the message says what was expected and what came."""


class Silent(Broken):
    """The bot said nothing in time."""


class Died(Exception):
    """The bot's process ended; the message has its last words."""


Tell = Callable[[Finding], None]


async def examine(target: str, games: Sequence[str], limit: float, tell: Tell) -> None:
    """Runs every check on the target and tells each finding."""
    try:
        async with launch(target) as running:
            failed = False

            def watch(finding: Finding) -> None:
                nonlocal failed
                failed |= finding.mark is Mark.FAIL
                tell(finding)

            try:
                await _examine(running, games, limit, watch)
                if running.words and (failed or any(word in running.words for word in TROUBLE)):
                    tell(Finding(Mark.NOTE, "output", f"it said:\n{running.words}"))
            except Died as death:
                tell(Finding(Mark.FAIL, "end", str(death)))
    except LaunchError as error:
        tell(Finding(Mark.FAIL, "start", str(error)))


async def _examine(running: Running, games: Sequence[str], limit: float, tell: Tell) -> None:
    said, address = running.description, running.address

    async def check(subject: str, work: Awaitable[str]) -> bool:
        """Makes a check and tells what it found; False when the bot said nothing. Died when that was the end of it."""
        try:
            tell(Finding(Mark.OK, subject, await work))
        except Broken as error:
            tell(Finding(Mark.FAIL, subject, str(error)))
            return not isinstance(error, Silent)
        except RpcError as error:
            tell(Finding(Mark.FAIL, subject, f"the stream broke: {error}"))
            if running.process is not None:
                with suppress(TimeoutError):
                    code = await asyncio.wait_for(running.process.wait(), DYING)
                    raise Died(f"the bot ended with exit code {code}; it said:\n{running.words or 'nothing'}")
        return True

    told = f"{said.name} {said.version}".strip() + (f" by {said.author}" if said.author else "")
    tell(Finding(Mark.OK, "describe", told[:200] or "answers"))
    claimed = _description(said, tell)
    await check("describe again", _describe_again(address, said))
    await _services(address, tell)
    start_up = START_UP
    rules = [game for game in claimed if not games or game in games]
    if not rules:
        tell(Finding(Mark.FAIL, "games", f"it plays {', '.join(claimed) or 'none of ours'}; nothing to check"))
    for game in rules:
        info = engine.games()[game]
        tables = [(players, "standard") for players in range(info.min_players, info.max_players + 1)]
        tables += [(max(2, info.min_players), variant) for variant in info.variants if variant != "standard"]
        for players, variant in tables:
            match = _whole_match(address, said.wants, game, players, variant, limit, start_up)
            told = f"{game}, {players} players" + ("" if variant == "standard" else f", {variant}")
            if not await check(told, match):
                start_up = 0.0  # it had the time once
    if rules:
        wants, game = said.wants, rules[0]
        if said.concurrency != 1:
            await check("several matches in one message", _batch(address, wants, game, limit, said.concurrency or 3))
        await check("unknown fields", _unknown_fields(address, wants, game, limit))
        await check("reconnect", _reconnect(address, wants, game, limit))
        await check("end of a session", _end(address, wants, game, limit))


def _description(said: bot_pb2.Description, tell: Tell) -> list[str]:
    """The games the bot claims."""
    if said.protocol not in (bot_pb2.PROTOCOL_UNKNOWN, bot_pb2.PROTOCOL_1):
        tell(Finding(Mark.FAIL, "protocol", f"expected PROTOCOL_1, not {said.protocol}"))
    if not said.name:
        tell(Finding(Mark.NOTE, "name", "none given; tables and pages show the address instead"))
    elif not re.fullmatch(NAME, said.name):
        tell(Finding(Mark.NOTE, "name", "`arena bot add` will want another name: letters, digits, '.', '_' and '-'"))
    if len(said.name) > 64:
        tell(Finding(Mark.FAIL, "name", f"at most 64 characters, not {len(said.name)}"))
    there = list(engine.games())
    unknown = [game for game in said.games if game not in there]
    if unknown:
        tell(Finding(Mark.FAIL, "games", f"there are {', '.join(there)}; not {', '.join(unknown)}"))
    return [game for game in there if not said.games or game in said.games]


async def _describe_again(address: str, said: bot_pb2.Description) -> str:
    """The arena asks after every lost connection; the answer is the same."""
    try:
        again = await describe(address, PATIENCE)
    except NoBot as error:
        raise Broken(str(error)) from None
    if again != said:
        raise Broken("the second Description is another than the first")
    return "the same answer"


async def _services(address: str, tell: Tell) -> None:
    try:
        answer = health_pb2.HealthCheckResponse.FromString(await ask(address, HEALTH, b"", timeout=PATIENCE))
        serving = answer.status == health_pb2.HealthCheckResponse.SERVING
        tell(Finding(Mark.OK if serving else Mark.NOTE, "health", "serving" if serving else "not serving"))
    except (RpcError, DecodeError) as error:
        tell(Finding(Mark.NOTE, "health", f"no health service ({error}); not required"))


class Stream:
    """One session with the bot."""

    def __init__(self, connection: ClientConnection, wants: int, limit: float, start_up: float) -> None:
        self.connection = connection
        self.call: ClientCall = connection.call(PLAY)
        self.wants = wants
        self.limit = limit
        self.start_up = start_up
        self.first = True
        self.thought: list[float] = []

    @property
    def bank_ms(self) -> int:
        """Only the first answer may take longer than the limit."""
        return int(self.start_up * 1000) if self.first else 0

    async def send(self, *items: bot_pb2.ForMatch, tail: bytes = b"") -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self.call.write(bot_pb2.ToBot(items=items).SerializeToString() + tail)
        except TimeoutError:
            raise Broken(f"it does not read: a message waits for {PATIENCE:g} s") from None

    async def answers(self, asked: dict[int, int]) -> dict[int, bot_pb2.Choice]:
        """The choices for the decisions asked, by match; Broken when something else comes, or nothing."""
        found: dict[int, bot_pb2.Choice] = {}
        began = perf_counter()
        patience = self.limit + (self.start_up if self.first else 0)
        while len(found) < len(asked):
            left = patience - (perf_counter() - began)
            try:
                messages = await asyncio.wait_for(self.call.read(), max(left, 0.001))
            except TimeoutError:
                raise Silent(f"no answer within {patience:g} s to decision {min(asked.values())}") from None
            except EndOfCall:
                raise Broken("the bot ended the stream with a turn unanswered") from None
            for choice in _choices(messages):
                if asked.get(choice.match) != choice.decision:
                    raise Broken(
                        f"expected an answer to one of the turns {asked} (match: decision), "
                        f"got one for match {choice.match}, decision {choice.decision}"
                    )
                found[choice.match] = choice
        self.first = False
        self.thought.append(perf_counter() - began)
        return found

    async def finish(self) -> None:
        """Closes our side; Broken when the bot does not do the same, or says something more."""
        self.connection.finish(self.call)
        try:
            rest = await asyncio.wait_for(self.call.read(), PATIENCE)
        except TimeoutError:
            raise Broken(
                f"the arena closed its side, and {PATIENCE:g} s later the bot has not closed its own"
            ) from None
        except EndOfCall:
            return
        raise Broken(f"a message nobody asked for after the last answer: {rest[0][:40]!r}")


@asynccontextmanager
async def session(address: str, wants: int, limit: float, start_up: float = 0.0) -> AsyncIterator[Stream]:
    try:
        async with asyncio.timeout(PATIENCE):
            connection = await dial(address)
    except TimeoutError:
        raise Broken(f"it is not reached within {PATIENCE:g} s") from None
    try:
        yield Stream(connection, wants, limit, start_up)
    finally:
        await connection.close()


def _choices(messages: Sequence[bytes]) -> list[bot_pb2.Choice]:
    choices: list[bot_pb2.Choice] = []
    for data in messages:
        try:
            choices += bot_pb2.FromBot.FromString(data).choices
        except DecodeError:
            raise Broken(f"expected a FromBot message, got the bytes {data[:40]!r}") from None
    return choices


class Seat:
    """A match with the bot in one seat; the others play at random."""

    def __init__(self, number: int, game: str, players: int, seat: int, variant: str = "standard") -> None:
        self.number = number
        self.seed = random.randbytes(32)
        self.state = engine.new(game, players, variant, self.seed)
        self.seat = seat
        self.decided = 0

    def start(self, stream: Stream) -> bot_pb2.ForMatch:
        start = bot_pb2.MatchStart(
            id=f"check-{self.number}",
            game=self.state.game,
            players=self.state.players,
            variant=self.state.variant,
            seat=self.seat,
            limit_ms=int(stream.limit * 1000),
            bank_ms=stream.bank_ms,
            commitment=sha256(self.seed).digest(),
            decided=self.decided,
        )
        return bot_pb2.ForMatch(match=self.number, start=start)

    def advance(self) -> bool:
        """Plays on to the bot's next real decision; False when the match is over."""
        while not self.state.over:
            seat = self.seat if self.seat in self.state.actors else self.state.actors[0]
            legal = self.state.legal(seat)
            if seat == self.seat and len(legal) > 1:
                return True
            self.play(seat, random.choice(legal))
        return False

    def play(self, seat: int, code: int) -> None:
        self.state.apply(seat, code)
        self.decided += 1

    def turn(self, stream: Stream) -> bot_pb2.ForMatch:
        wants = stream.wants
        turn = bot_pb2.Turn(decision=self.decided, legal=self.state.legal(self.seat), bank_ms=stream.bank_ms)
        if wants in (bot_pb2.WANTS_ALL, bot_pb2.WANTS_NOTATIONS):
            turn.notations.extend(self.state.notations(self.seat))
        if wants in (bot_pb2.WANTS_ALL, bot_pb2.WANTS_VIEW):
            getattr(turn, self.state.game).ParseFromString(self.state.view_bytes(self.seat))
        return bot_pb2.ForMatch(match=self.number, turn=turn)

    def take(self, choice: bot_pb2.Choice) -> None:
        """Plays the bot's choice; Broken when it is not legal."""
        try:
            named = choice.WhichOneof("action")
            if named is None:
                raise Broken(f"decision {self.decided}: a choice with neither code nor notation")
            code = choice.code if named == "code" else self.state.code(self.seat, choice.notation)
            self.play(self.seat, code)
        except ValueError as error:
            raise Broken(f"decision {self.decided}: {error}") from None

    def end(self) -> bot_pb2.ForMatch:
        over = bot_pb2.MatchEnd(scores=self.state.scores, ranks=self.state.ranks, reason="checked", seed=self.seed)
        return bot_pb2.ForMatch(match=self.number, end=over)


async def _whole_match(
    address: str, wants: int, game: str, players: int, variant: str, limit: float, start_up: float
) -> str:
    """One match from start to end; forced moves are played unasked, so decision numbers jump."""
    table = Seat(7, game, players, random.randrange(players), variant)
    turns, left_out = 0, ""
    async with session(address, wants, limit, start_up) as stream:
        await stream.send(table.start(stream))
        while table.advance():
            if sum(stream.thought[1:]) > TABLE:
                left_out = f", the rest of the match without it after {TABLE:g} s"
                table.play(table.seat, random.choice(table.state.legal(table.seat)))
                continue
            await stream.send(table.turn(stream))
            answers = await stream.answers({table.number: table.decided})
            table.take(answers[table.number])
            turns += 1
        await stream.send(table.end())
        await stream.finish()
    if not stream.thought:
        return "no decision to make in this match"
    slow = max(stream.thought[1:] or stream.thought)
    return f"{turns} turns, {median(stream.thought) * 1e3:.1f} ms each, the slowest {slow * 1e3:.1f} ms{left_out}"


async def _batch(address: str, wants: int, game: str, limit: float, most: int) -> str:
    players = engine.games()[game].max_players
    tables = [Seat(number, game, players, 0) for number in (3, 900, 70_000)[:most]]
    async with session(address, wants, limit * len(tables)) as stream:
        await stream.send(*[table.start(stream) for table in tables])
        for _ in range(5):
            ready = [table for table in tables if table.advance()]
            await stream.send(*[table.turn(stream) for table in ready])
            answers = await stream.answers({table.number: table.decided for table in ready})
            for table in ready:
                table.take(answers[table.number])
        await stream.finish()
    return f"{len(tables)} matches side by side are answered"


async def _unknown_fields(address: str, wants: int, game: str, limit: float) -> str:
    table = Seat(1, game, engine.games()[game].max_players, 0)
    async with session(address, wants, limit) as stream:
        await stream.send(table.start(stream), tail=UNKNOWN_FIELD)
        table.advance()
        await stream.send(table.turn(stream), tail=UNKNOWN_FIELD)
        table.take((await stream.answers({table.number: table.decided}))[table.number])
        await stream.finish()
    return "ignored, as they should be"


async def _reconnect(address: str, wants: int, game: str, limit: float) -> str:
    """The connection is lost with a turn pending; on a new one the match goes on from there."""
    table = Seat(5, game, engine.games()[game].max_players, 0)
    async with session(address, wants, limit) as lost:
        await lost.send(table.start(lost))
        table.advance()
        await lost.send(table.turn(lost))
    table.number = 6
    async with session(address, wants, limit) as stream:
        await stream.send(table.start(stream), table.turn(stream))
        table.take((await stream.answers({table.number: table.decided}))[table.number])
        await stream.finish()
    return "the pending turn is answered on the new stream"


async def _end(address: str, wants: int, game: str, limit: float) -> str:
    async with session(address, wants, limit) as stream:
        await stream.send(Seat(1, game, engine.games()[game].max_players, 0).start(stream))
        await stream.finish()
    return "the bot closes its side when the arena does"
