"""Bots that keep to gRPC and still mean harm, and bots of other times: what they say costs only themselves, or nothing."""

import asyncio
from typing import Any

import grpc
import pytest
from motherlode.v1 import bot_pb2 as pb

from arena.records import FaultKind, Verdict, printable
from tests.workers.tables import QUICK, RawBot, choice, match, run, serving
from workers.referee import Limits, Referee

BRISK = Limits(hello=0.3, farewell=0.3)
UNKNOWN_FIELD = b"\xfa\xff\x03\x02hi"  # field 8191, two bytes


class Described(RawBot):
    """Says of itself what it was given."""

    def __init__(self, said: bytes) -> None:
        super().__init__()
        self.said = said

    async def describe(self) -> bytes:
        return self.said


@pytest.mark.parametrize(
    "said",
    [
        b"",  # nothing at all: a bot of any name for all games
        pb.Description(concurrency=2**32 - 1).SerializeToString(),
        b"\x38" + b"\xff" * 9 + b"\x01",  # a concurrency of -1
        pb.Description(wants=77).SerializeToString(),  # type: ignore[arg-type]
        pb.Description(name="\x1b[2J\x07\n" * 9, version="\0", author="\u202e").SerializeToString(),
        pb.Description(games=["rummy"] * 2000).SerializeToString(),
        pb.Description(name="later").SerializeToString() + UNKNOWN_FIELD,
    ],
)
def test_whatever_a_bot_says_of_itself_it_may_play(said: bytes) -> None:
    async def test() -> None:
        async with serving(Described(said), RawBot()) as addresses, Referee(limits=BRISK) as referee:
            results = await asyncio.gather(*(referee.play(match(addresses, f"m{i}", i)) for i in range(3)))
        assert all(result.verdict is Verdict.PLAYED and not result.faults for result in results)

    run(test)


def test_a_bot_of_a_later_version_is_understood_and_one_of_an_older_one_too() -> None:
    class Later(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            return choice(number, turn.decision, turn.legal[-1]) + UNKNOWN_FIELD

    async def test() -> None:
        async with serving(Later(protocol=pb.PROTOCOL_1), RawBot()) as addresses, Referee(limits=BRISK) as referee:
            result = await referee.play(match(addresses))
        assert not result.faults

    run(test)


def test_the_arena_says_which_protocol_it_speaks() -> None:
    heard: list[pb.DescribeRequest] = []

    async def test() -> None:
        async def describe(request: bytes, context: Any) -> bytes:
            heard.append(pb.DescribeRequest.FromString(request))
            return b""

        server = grpc.aio.server()
        methods = {"Describe": grpc.unary_unary_rpc_method_handler(describe)}
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("motherlode.v1.Bot", methods),))
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        async with serving(RawBot()) as (good,), Referee(limits=BRISK) as referee:
            result = await referee.play(match([f"127.0.0.1:{port}", good], clock=QUICK))
        await server.stop(0)
        assert result.faults[0].kind is FaultKind.UNREACHABLE, "it has no Play"

    run(test)
    assert heard[0].protocol == pb.PROTOCOL_1


@pytest.mark.parametrize(
    "nonsense", ["\x1b[2Jcleared\x07", "a\nb\r\nc", "\u202egnp.exe", "x" * 5000, "%s %n {0} [red]"]
)
def test_a_reason_is_one_line_that_can_be_printed(nonsense: str) -> None:
    class Rude(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            answer = pb.Choice(match=number, decision=turn.decision, notation=nonsense)
            return pb.FromBot(choices=[answer]).SerializeToString()

    class Cursing(RawBot):
        async def play(self, context: Any) -> None:
            await context.abort(grpc.StatusCode.PERMISSION_DENIED, nonsense)

    async def test() -> None:
        bots = Rude(), Cursing(), RawBot(games=[nonsense]), RawBot()
        async with serving(*bots) as addresses, Referee(limits=BRISK) as referee:
            result = await referee.play(match(addresses, clock=QUICK))
        assert {fault.seat for fault in result.faults} == {0, 1, 2}
        for fault in result.faults:
            assert fault.reason.isprintable() and len(fault.reason) < 400
        assert all(end.reason.isprintable() for end in bots[3].ends)

    run(test)
    assert printable(nonsense).isprintable()


def test_answers_to_matches_long_over_are_let_pass_until_they_are_a_flood() -> None:
    class Nostalgic(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            old = choice(1, 0, turn.legal[-1]) * self.echoes if number > 1 else b""
            return old + choice(number, turn.decision, turn.legal[-1])

        echoes = 2

    async def test() -> None:
        bot = Nostalgic()
        async with serving(bot, RawBot()) as addresses, Referee(limits=BRISK) as referee:
            first = await referee.play(match(addresses, "m1"))
            second = await referee.play(match(addresses, "m2"))
            bot.echoes = 5000
            third = await referee.play(match(addresses, "m3"))
        assert not first.faults and not second.faults
        assert [fault.kind for fault in third.faults] == [FaultKind.FLOODING]

    run(test)


def test_a_flood_is_paid_for_once(tmp_path: Any) -> None:
    class Reformed(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            surplus = 7000 if len(self.turns) == 1 else 1
            return choice(number, turn.decision, turn.legal[-1]) * surplus

    async def test() -> None:
        async with serving(Reformed(), RawBot()) as addresses, Referee(limits=BRISK) as referee:
            first = await referee.play(match(addresses, "m1"))
            second = await referee.play(match(addresses, "m2"))
        assert [fault.kind for fault in first.faults] in ([FaultKind.FLOODING], [FaultKind.MALFORMED])
        assert not second.faults

    run(test)


def test_coming_back_again_and_again_earns_no_new_credit_for_a_flood() -> None:
    class Hydra(RawBot):
        sent = 0

        async def play(self, context: Any) -> None:
            self.sessions += 1
            await context.read()
            for _ in range(1500):
                await context.write(b"")
                self.sent += 1

    async def test() -> None:
        hydra = Hydra()
        async with serving(hydra, RawBot()) as addresses, Referee(limits=BRISK) as referee:
            result = await referee.play(match(addresses))
        assert [fault.kind for fault in result.faults] == [FaultKind.FLOODING]
        assert hydra.sessions <= 4 and hydra.sent < 7000

    run(test)


def test_a_seat_cannot_answer_for_another_seat_of_the_same_match() -> None:
    class Meddling(RawBot):
        """Sits at both seats of a match; answers the other one's turns before they are asked."""

        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            return choice(3 - number, turn.decision, turn.legal[-1])

    async def test() -> None:
        async with serving(Meddling(), RawBot()) as (address, _), Referee(limits=BRISK) as referee:
            result = await referee.play(match([address, address], clock=QUICK))
        assert result.verdict is Verdict.PLAYED
        assert result.faults[0].kind is FaultKind.MALFORMED and "which was not asked" in result.faults[0].reason

    run(test)


def test_an_address_that_cannot_be_dialled_is_the_bots_trouble_and_costs_no_cpu(tmp_path: Any) -> None:
    async def test() -> None:
        async with serving(RawBot()) as (good,), Referee(limits=BRISK) as referee:
            for address in ("", "no address at all", "unix:", "grpcs://localhost:1", "256.1.1.1:99999", "dns:///\0"):
                result = await referee.play(match([address, good], clock=QUICK))
                assert [fault.kind for fault in result.faults] == [FaultKind.UNREACHABLE], address
                assert result.faults[0].reason.isprintable()

    run(test)
