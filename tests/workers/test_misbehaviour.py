"""Bots that misbehave, each in its own way and at every phase: their seat pays, the others' result counts, nothing leaks."""

import asyncio
import contextlib
import gc
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import grpc
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from motherlode.v1 import bot_pb2 as pb

from arena.records import Clock, FaultKind, Result, Verdict
from tests.certificate import certificate
from tests.workers.tables import QUICK, RawBot, choice, handler, match, run, serving
from workers.referee import Limits, Referee
from workers.transport import GrpcTransport

PHASES = ["hello", "start", "turn", "end"]
SHORT = Clock(limit=1.5, bank=0)  # and long enough for a busy machine to answer
BRISK = Limits(hello=0.3, farewell=0.3)


class Rogue(RawBot):
    """Behaves until its phase, then does `misbehave`."""

    def __init__(self, phase: str, nth: int = 3, **description: Any) -> None:
        super().__init__(**description)
        self.phase = phase
        self.nth = nth  # of its turns

    async def misbehave(self, context: Any, number: int, decision: int) -> None:
        raise NotImplementedError

    async def hello(self, context: Any) -> None:
        if self.phase == "hello":
            await self.misbehave(context, 0, 0)

    async def start(self, context: Any, number: int, start: pb.MatchStart) -> None:
        if self.phase == "start":
            await self.misbehave(context, number, 0)

    async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
        if self.phase == "turn" and len(self.turns) >= self.nth:
            await self.misbehave(context, number, turn.decision)
            return None
        return choice(number, turn.decision, turn.legal[-1])

    async def end(self, context: Any, number: int, end: pb.MatchEnd) -> None:
        if self.phase == "end":
            await self.misbehave(context, number, 0)


class Silent(Rogue):
    kinds = (FaultKind.TIMEOUT,)

    async def misbehave(self, context: Any, number: int, decision: int) -> None:
        await asyncio.sleep(3600)


class Slow(Rogue):
    kinds = (FaultKind.TIMEOUT,)

    async def misbehave(self, context: Any, number: int, decision: int) -> None:
        await asyncio.sleep(0.6)


class Crashing(Rogue):
    kinds = (FaultKind.LOST,)

    async def misbehave(self, context: Any, number: int, decision: int) -> None:
        await context.abort(grpc.StatusCode.INTERNAL, "the bot fell over\nwith two lines")


class Leaving(Rogue):
    """Ends the call as if all were well, every time."""

    kinds = (FaultKind.LOST,)

    async def play(self, context: Any) -> None:
        try:
            await super().play(context)
        except EOFError:
            return

    async def misbehave(self, context: Any, number: int, decision: int) -> None:
        raise EOFError


class Garbage(Rogue):
    kinds = (FaultKind.MALFORMED,)

    async def misbehave(self, context: Any, number: int, decision: int) -> None:
        await context.write(b"\xff\xff\xff\xff no protobuf")


class Oversized(Rogue):
    kinds = (FaultKind.MALFORMED,)

    async def misbehave(self, context: Any, number: int, decision: int) -> None:
        await context.write(bytes(200_000))


class Illegal(Rogue):
    kinds = (
        FaultKind.ILLEGAL,
        FaultKind.MALFORMED,
    )  # an answer nobody asked for is malformed

    async def misbehave(self, context: Any, number: int, decision: int) -> None:
        await context.write(choice(number, decision, 0xFFFFFFFF))


class Empty(Rogue):
    kinds = (FaultKind.MALFORMED,)

    async def misbehave(self, context: Any, number: int, decision: int) -> None:
        answer = pb.FromBot(choices=[pb.Choice(match=number, decision=decision)])
        await context.write(answer.SerializeToString())


class WrongDecision(Rogue):
    kinds = (FaultKind.MALFORMED,)

    async def misbehave(self, context: Any, number: int, decision: int) -> None:
        await context.write(choice(number, decision + 1000, 0))


class WrongMatch(Rogue):
    kinds = (FaultKind.MALFORMED,)

    async def misbehave(self, context: Any, number: int, decision: int) -> None:
        await context.write(choice(number + 1000, decision, 0))


class Flooding(Rogue):
    kinds = (
        FaultKind.FLOODING,
        FaultKind.TIMEOUT,
    )

    async def misbehave(self, context: Any, number: int, decision: int) -> None:
        while True:
            await context.write(b"")


ROGUES = [
    Silent, Slow, Crashing, Leaving, Garbage, Oversized, Illegal, Empty, WrongDecision, WrongMatch, Flooding,
]  # fmt: skip
# What is no fault: an answer to a retired match, or anything after the match has its result.
HARMLESS_AT_START = {Slow}


def sockets() -> int:
    """Open descriptors of this process."""
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("rogue", ROGUES)
def test_a_misbehaving_bot_loses_its_seat_and_nobody_else_does(rogue: type[Rogue], phase: str) -> None:
    results: list[Result] = []

    async def test() -> None:
        bad, good = rogue(phase), RawBot()
        async with serving(bad, good, RawBot()) as addresses, Referee(limits=BRISK) as referee:
            async with asyncio.timeout(20):
                results.append(await referee.play(match(addresses, clock=QUICK)))
                # the worker lives: bots that behave play on, in the same referee
                results.append(await referee.play(match(addresses[1:], "m2", clock=QUICK)))

    run(test)
    first, second = results
    assert first.verdict is Verdict.PLAYED and len(first.scores) == 3
    assert second.verdict is Verdict.PLAYED and not second.faults
    if phase == "end":
        assert not first.faults
        return
    if first.faults or not (phase == "start" and rogue in HARMLESS_AT_START):
        (fault,) = first.faults
        assert fault.seat == 0
        assert fault.kind in rogue.kinds, fault
        assert fault.reason.startswith(f"seat 0, decision {fault.decision}: ")
        assert first.ranks[0] == 3 and sorted(first.ranks[1:]) in ([1, 2], [1, 1])
        assert first.reason == fault.reason


def test_a_timeout_is_told_in_seconds() -> None:
    async def test() -> None:
        async with serving(Silent("turn"), RawBot()) as addresses, Referee(limits=BRISK) as referee:
            result = await referee.play(match(addresses, clock=QUICK))
        (fault,) = result.faults
        assert fault.reason == f"seat 0, decision {fault.decision}: no answer within 0.150 s, bank empty"

    run(test)


def test_an_illegal_action_is_told_in_words() -> None:
    async def test() -> None:
        async with serving(Illegal("turn"), RawBot()) as addresses, Referee(limits=BRISK) as referee:
            result = await referee.play(match(addresses))
        (fault,) = result.faults
        assert fault.kind is FaultKind.ILLEGAL and "0xffffffff is not legal for seat 0; legal are" in fault.reason

    run(test)


def test_a_bot_that_is_not_there_forfeits_and_the_others_play() -> None:
    async def test() -> None:
        async with serving(RawBot(), RawBot()) as addresses, Referee(limits=BRISK) as referee:
            result = await referee.play(match(["unix:/nowhere/at/all", *addresses], clock=QUICK))
        (fault,) = result.faults
        assert (fault.seat, fault.decision, fault.kind) == (0, 0, FaultKind.UNREACHABLE)
        assert "unix:/nowhere/at/all was not reached within 0.300 s" in fault.reason
        assert result.ranks[0] == 3

    run(test)


def test_a_description_that_hangs_is_no_bot() -> None:
    class Mute(RawBot):
        async def describe(self) -> bytes:
            await asyncio.sleep(3600)
            return b""

    async def test() -> None:
        async with serving(Mute(), RawBot()) as addresses, Referee(limits=BRISK) as referee:
            result = await referee.play(match(addresses, clock=QUICK))
        assert result.faults[0].kind is FaultKind.UNREACHABLE

    run(test)


@pytest.mark.parametrize(
    ("description", "said"),
    [
        (b"\xff\xff\xff\xff", "no protobuf"),
        (pb.Description(protocol=9).SerializeToString(), "speaks protocol 9"),  # type: ignore[arg-type]
        (pb.Description(name="x" * 100_000).SerializeToString(), "longer than 65536 bytes"),
    ],
)
def test_a_description_that_makes_no_sense_is_a_fault(description: bytes, said: str) -> None:
    class Odd(RawBot):
        async def describe(self) -> bytes:
            return description

    async def test() -> None:
        async with serving(Odd(), RawBot()) as addresses, Referee(limits=BRISK) as referee:
            result = await referee.play(match(addresses, clock=QUICK))
        (fault,) = result.faults
        assert fault.kind is FaultKind.MALFORMED and said in fault.reason

    run(test)


def test_a_server_that_is_no_bot_is_told_so() -> None:
    async def test() -> None:
        with TemporaryDirectory() as folder:
            server = grpc.aio.server()
            address = f"unix:{Path(folder) / 'no-bot'}"
            server.add_insecure_port(address)
            await server.start()
            async with serving(RawBot()) as (good,), Referee(limits=BRISK) as referee:
                result = await referee.play(match([address, good]))
            await server.stop(0)
        assert result.faults[0].kind is FaultKind.UNREACHABLE and "UNIMPLEMENTED" in result.faults[0].reason

    run(test)


def test_a_bot_that_does_not_play_the_game_forfeits() -> None:
    async def test() -> None:
        async with serving(RawBot(games=["minerals"]), RawBot()) as addresses, Referee(limits=BRISK) as referee:
            result = await referee.play(match(addresses))
        assert "plays minerals, not rummy" in result.faults[0].reason

    run(test)


def test_a_bot_that_loses_its_stream_comes_back_and_gets_its_pending_turn_again() -> None:
    class Returning(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            if len(self.turns) in (4, 9):
                await context.abort(grpc.StatusCode.UNAVAILABLE, "back in a moment")
            return choice(number, turn.decision, turn.legal[-1])

    async def test() -> None:
        bot = Returning()
        async with serving(bot, RawBot()) as addresses, Referee(limits=BRISK) as referee:
            result = await referee.play(match(addresses))
        assert not result.faults and bot.sessions == 3
        assert [start.decided for start in bot.starts] == [0, bot.turns[3].decision, bot.turns[8].decision]
        assert bot.turns[3].decision == bot.turns[4].decision and bot.turns[3].legal == bot.turns[4].legal

    run(test)


def test_an_answer_given_twice_counts_once() -> None:
    class Stammering(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            return 3 * choice(number, turn.decision, turn.legal[-1])

    async def test() -> None:
        async with serving(Stammering(), RawBot()) as addresses, Referee(limits=BRISK) as referee:
            result = await referee.play(match(addresses))
        assert not result.faults

    run(test)


def test_a_bot_that_does_not_read_holds_up_nobody_else() -> None:
    class Deaf(RawBot):
        async def play(self, context: Any) -> None:
            await asyncio.sleep(3600)

    async def test() -> None:
        loop = asyncio.get_running_loop()
        async with serving(Deaf(), RawBot(), RawBot()) as (deaf, *good), Referee(limits=BRISK) as referee:
            began = loop.time()
            stuck = [asyncio.create_task(referee.play(match([deaf, good[0]], f"s{i}", i))) for i in range(100)]
            free = await asyncio.gather(*(referee.play(match(good, f"f{i}", i)) for i in range(10)))
            assert loop.time() - began < 8, "long before the clocks of the stuck matches"
            assert all(not result.faults for result in free)
            for task in stuck:
                assert not task.done()
                task.cancel()
            await asyncio.wait(stuck)

    run(test)


def test_faults_in_many_matches_at_once_leave_no_sockets_and_no_tasks() -> None:
    before = 0

    async def test() -> None:
        nonlocal before
        bots = [Crashing("turn"), Garbage("turn"), RawBot()]
        async with serving(*bots) as addresses:
            for round_ in range(3):
                async with Referee(limits=BRISK) as referee:
                    matches = [match(addresses, f"m{i}", i, QUICK) for i in range(10)]
                    results = await asyncio.gather(*map(referee.play, matches))
                assert all(result.verdict is Verdict.PLAYED for result in results)
                gc.collect()
                await asyncio.sleep(0.1)
                if round_ == 0:
                    before = sockets()
        assert sockets() <= before + 3

    run(test)


def test_tls_with_a_certificate_we_trust_and_without(tmp_path: Path) -> None:
    cert, key = (path.read_bytes() for path in certificate(tmp_path))

    async def test() -> None:
        server = grpc.aio.server()
        server.add_generic_rpc_handlers((handler(RawBot()),))
        port = server.add_secure_port("localhost:0", grpc.ssl_server_credentials([(key, cert)]))
        await server.start()
        address = f"grpcs://localhost:{port}"
        async with Referee(limits=BRISK, transport=GrpcTransport(roots=cert)) as referee:
            trusted = await referee.play(match([address] * 2))
        async with Referee(limits=BRISK) as referee:
            strange = await referee.play(match([address] * 2, clock=QUICK))
        await server.stop(0)
        assert not trusted.faults
        assert {fault.kind for fault in strange.faults} == {FaultKind.UNREACHABLE}

    run(test)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(
        st.one_of(
            st.binary(max_size=200),
            st.builds(
                lambda choices: pb.FromBot(choices=choices).SerializeToString(),
                st.lists(
                    st.one_of(
                        st.builds(
                            pb.Choice,
                            match=st.integers(0, 3),
                            decision=st.integers(0, 5),
                            code=st.integers(0, 2**32 - 1),
                        ),
                        st.builds(pb.Choice, match=st.integers(0, 3), notation=st.text(max_size=20)),
                    ),
                    max_size=5,
                ),
            ),
        ),
        max_size=4,
    )
)
def test_whatever_bytes_a_bot_sends_the_match_ends_and_the_others_count(messages: list[bytes]) -> None:
    class Babbler(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            if len(self.turns) == 1:
                for message in messages:
                    await context.write(message)
            return choice(number, turn.decision, turn.legal[-1])

    async def test() -> None:
        async with serving(Babbler(), RawBot()) as addresses, Referee(limits=BRISK) as referee:
            result = await referee.play(match(addresses, clock=QUICK))
        assert result.verdict is Verdict.PLAYED
        assert {fault.seat for fault in result.faults} <= {0}

    run(test)


def test_a_slip_in_one_match_costs_none_that_begins_later() -> None:
    first_over = asyncio.Event()

    class Clumsy(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            if len(self.turns) == 1:
                return b"\xff\xff"
            await first_over.wait()
            return choice(number, turn.decision, turn.legal[-1])

    class Slow(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            await asyncio.sleep(0.01)
            return choice(number, turn.decision, turn.legal[-1])

    async def test() -> None:
        clumsy = Clumsy()
        async with serving(clumsy, Slow(), Slow(), RawBot()) as (bot, *slow, quick), Referee() as referee:
            first = asyncio.create_task(referee.play(match([bot, *slow], "first")))
            while not clumsy.turns:
                await asyncio.sleep(0.01)
            second = asyncio.create_task(referee.play(match([bot, quick], "second")))
            assert [fault.kind for fault in (await first).faults] == [FaultKind.MALFORMED]
            first_over.set()
            assert not (await second).faults
        assert [end.reason for end in clumsy.ends] == ["played to the end"]

    run(test)


def test_a_bot_that_hangs_up_between_matches_and_is_silent_in_the_next_has_not_lost_its_stream() -> None:
    class Leaves(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            return None if self.ends else choice(number, turn.decision, turn.legal[-1])

        async def play(self, context: Any) -> None:
            with contextlib.suppress(EOFError):
                await super().play(context)

        async def end(self, context: Any, number: int, end: pb.MatchEnd) -> None:
            raise EOFError

    async def test() -> None:
        async with serving(Leaves(), RawBot()) as addresses, Referee() as referee:
            assert not (await referee.play(match(addresses, "first"))).faults
            await asyncio.sleep(0.1)
            (fault,) = (await referee.play(match(addresses, "second", clock=SHORT))).faults
        assert fault.kind is FaultKind.TIMEOUT and fault.reason.endswith("no answer within 1.500 s, bank empty")

    run(test)


def test_a_bot_that_came_back_and_is_silent_is_out_of_time_and_not_lost() -> None:
    class Once(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            return None

        async def start(self, context: Any, number: int, start: pb.MatchStart) -> None:
            if len(self.starts) == 1:
                raise EOFError

        async def play(self, context: Any) -> None:
            with contextlib.suppress(EOFError):
                await super().play(context)

    async def test() -> None:
        async with serving(Once(), RawBot()) as addresses, Referee() as referee:
            (fault,) = (await referee.play(match(addresses, clock=SHORT))).faults
        assert fault.kind is FaultKind.TIMEOUT and "after its stream was lost" in fault.reason

    run(test)
