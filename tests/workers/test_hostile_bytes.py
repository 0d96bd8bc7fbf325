"""Bots that attack below their messages: with frames, headers, sizes and silence. The referee goes on."""

import asyncio
import gzip
import os
import resource
import struct

import pytest
from motherlode.v1 import bot_pb2 as pb

from arena.records import FaultKind, Verdict
from tests.workers.tables import QUICK, RawBot, choice, match, run, serving
from tests.workers.wire import (
    CONTINUATION,
    DATA,
    END_HEADERS,
    END_STREAM,
    GOAWAY,
    HEADERS,
    INITIAL_WINDOW_SIZE,
    OK_HEADERS,
    PING,
    PUSH_PROMISE,
    RST_STREAM,
    SETTINGS,
    Attack,
    Wire,
    attacking,
    frame,
    header,
    message,
)
from workers.referee import Limits, Referee

BRISK = Limits(hello=0.3, farewell=0.3)
FOREVER = 3600.0


async def says_nothing_at_all(wire: Wire) -> None:
    await asyncio.sleep(FOREVER)


async def hangs_up_at_once(wire: Wire) -> None:
    return


async def speaks_http_1(wire: Wire) -> None:
    await wire.send(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
    await asyncio.sleep(FOREVER)


async def sends_noise(wire: Wire) -> None:
    while True:
        await wire.send(os.urandom(4096))
        await asyncio.sleep(0.001)


async def never_opens_the_session(wire: Wire) -> None:
    await wire.greet()
    await wire.stream()
    await asyncio.sleep(FOREVER)


async def never_lets_us_send(wire: Wire) -> None:
    await wire.greet(struct.pack(">HI", INITIAL_WINDOW_SIZE, 0))
    play = await wire.stream()
    await wire.send(frame(HEADERS, END_HEADERS, play, OK_HEADERS))
    await asyncio.sleep(FOREVER)


async def session(wire: Wire, extra: bytes = b"") -> int:
    """An open session with a message waiting in it."""
    await wire.greet()
    play = await wire.stream()
    await wire.send(frame(HEADERS, END_HEADERS, play, OK_HEADERS + extra))
    await wire.turn()
    return play


async def dribbles_byte_by_byte(wire: Wire) -> None:
    play = await session(wire)
    for byte in message(choice(1, 0, 0) * 50):
        await wire.send(frame(DATA, 0, play, bytes([byte])))
        await asyncio.sleep(0.01)
    await asyncio.sleep(FOREVER)


async def sends_empty_frames_without_end(wire: Wire) -> None:
    play = await session(wire)
    while True:
        await wire.send(frame(DATA, 0, play) * 100)
        await asyncio.sleep(0.001)


async def announces_four_gigabytes(wire: Wire) -> None:
    play = await session(wire)
    await wire.send(frame(DATA, 0, play, message(b"x", size=2**32 - 1)))
    await asyncio.sleep(FOREVER)


async def sends_a_compressed_bomb(wire: Wire) -> None:
    play = await session(wire, header("grpc-encoding", b"gzip"))
    bomb = gzip.compress(bytes(40 << 20))
    assert len(bomb) < 50_000
    body = message(bomb, compressed=True)
    for at in range(0, len(body), 16_000):
        await wire.send(frame(DATA, 0, play, body[at : at + 16_000]))
    await asyncio.sleep(FOREVER)


async def flags_compression_without_saying_which(wire: Wire) -> None:
    play = await session(wire)
    await wire.send(frame(DATA, 0, play, message(b"1234", compressed=True)))
    await asyncio.sleep(FOREVER)


async def ends_in_the_middle_of_a_message(wire: Wire) -> None:
    play = await session(wire)
    await wire.send(
        frame(DATA, 0, play, message(choice(1, 0, 0))[:-2]),
        frame(HEADERS, END_HEADERS | END_STREAM, play, header("grpc-status", b"0")),
    )
    await asyncio.sleep(FOREVER)


async def ends_with_a_status_that_is_none(wire: Wire) -> None:
    play = await session(wire)
    trailers = header("grpc-status", b"banana") + header("grpc-message", b"%zz\x1b[2J%F0%9F") + header("x-bin", b"!!")
    await wire.send(frame(HEADERS, END_HEADERS | END_STREAM, play, trailers))
    await asyncio.sleep(FOREVER)


async def ends_with_huge_trailers(wire: Wire) -> None:
    play = await session(wire)
    trailers = header("grpc-status", b"0") + header("x-noise", b"n" * 12_000)
    await wire.send(frame(HEADERS, END_HEADERS | END_STREAM, play, trailers))
    await asyncio.sleep(FOREVER)


async def continues_its_headers_for_ever(wire: Wire) -> None:
    await wire.greet()
    play = await wire.stream()
    await wire.send(frame(HEADERS, 0, play, OK_HEADERS))
    while True:
        await wire.send(frame(CONTINUATION, 0, play, header("x-noise", b"n" * 8000)))
        await asyncio.sleep(0.001)


async def resets_every_session(wire: Wire) -> None:
    play = await session(wire)
    await wire.send(frame(RST_STREAM, 0, play, struct.pack(">I", 2)))
    await asyncio.sleep(FOREVER)


async def says_goodbye_on_every_connection(wire: Wire) -> None:
    await session(wire)
    await wire.send(frame(GOAWAY, 0, 0, struct.pack(">II", 0, 11) + b"too_many_pings"))


async def floods_with_pings_and_settings(wire: Wire) -> None:
    await session(wire)
    while True:
        await wire.send(frame(PING, 0, 0, bytes(8)) * 200, frame(SETTINGS, 0, 0) * 200)
        await asyncio.sleep(0.001)


async def comes_back_with_a_burst_every_time(wire: Wire) -> None:
    play = await session(wire)
    await wire.send(frame(DATA, 0, play, message(b"")), frame(DATA, 0, play) * 800)


async def sends_what_means_nothing_after_every_answer(wire: Wire) -> None:
    await wire.greet()
    play = await wire.stream()
    await wire.send(frame(HEADERS, END_HEADERS, play, OK_HEADERS))
    ended = play - 2  # the stream of Describe
    while True:
        items = pb.ToBot.FromString((await wire.turn())[5:]).items
        answers = [choice(item.match, item.turn.decision, item.turn.legal[0]) for item in items if item.turn.legal]
        await wire.send(*(frame(DATA, 0, play, message(each)) for each in answers), frame(DATA, 0, ended) * 1000)


async def informs_at_length(wire: Wire) -> None:
    await wire.greet()
    play = await wire.stream()
    while True:
        await wire.send(frame(HEADERS, END_HEADERS, play, b"\x08\x03100" + b"\x82" * 1400))
        await asyncio.sleep(0.001)


async def pushes(wire: Wire) -> None:
    play = await session(wire)
    await wire.send(frame(PUSH_PROMISE, END_HEADERS, play, struct.pack(">I", 2) + b"\x82\x84\x86\x41\x01a"))
    await asyncio.sleep(FOREVER)


async def describes_itself_for_ever(wire: Wire) -> None:
    await wire.reader.readexactly(24)
    await wire.send(frame(SETTINGS, 0, 0))
    describe = await wire.stream()
    await wire.send(frame(HEADERS, END_HEADERS, describe, OK_HEADERS))
    while True:
        await wire.send(frame(DATA, 0, describe, message(bytes(1000)) * 16))


async def answers_on_a_stream_of_its_own(wire: Wire) -> None:
    await session(wire)
    await wire.send(frame(HEADERS, END_HEADERS, 2, OK_HEADERS), frame(DATA, 0, 2, message(choice(1, 0, 0))))
    await asyncio.sleep(FOREVER)


ATTACKS: list[Attack] = [
    says_nothing_at_all, hangs_up_at_once, speaks_http_1, sends_noise, never_opens_the_session, never_lets_us_send,
    dribbles_byte_by_byte, sends_empty_frames_without_end, announces_four_gigabytes, sends_a_compressed_bomb,
    flags_compression_without_saying_which, ends_in_the_middle_of_a_message, ends_with_a_status_that_is_none,
    ends_with_huge_trailers, continues_its_headers_for_ever, resets_every_session, says_goodbye_on_every_connection,
    floods_with_pings_and_settings, answers_on_a_stream_of_its_own, comes_back_with_a_burst_every_time,
    sends_what_means_nothing_after_every_answer, informs_at_length, pushes, describes_itself_for_ever,
]  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_whoever(attack: Attack) -> None:
    """... loses the own seat, with a reason that can be printed, while others play on beside it."""

    async def test() -> None:
        async with (
            asyncio.timeout(30),
            attacking(attack) as bad,
            serving(RawBot(), RawBot()) as good,
            Referee(limits=BRISK) as referee,
        ):
            result, *others = await asyncio.gather(
                referee.play(match([bad, *good], clock=QUICK)),
                *(referee.play(match(good, f"g{i}", i)) for i in range(3)),
            )
            again = await referee.play(match(good, "again"))
        (fault,) = result.faults
        assert result.verdict is Verdict.PLAYED and fault.seat == 0 and result.ranks[0] == 3
        assert fault.kind is not FaultKind.ILLEGAL
        assert fault.reason.isprintable() and len(fault.reason) < 400
        assert not again.faults and not any(other.faults for other in others)

    run(test)


def test_a_compressed_bomb_is_never_unpacked_whole() -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    async def test() -> None:
        async with (
            attacking(sends_a_compressed_bomb) as bad,
            serving(RawBot()) as (good,),
            Referee(limits=BRISK) as referee,
        ):
            await asyncio.gather(*(referee.play(match([bad, good], f"m{i}", i, QUICK)) for i in range(5)))

    run(test)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 32 << 10, "kilobytes"


def test_what_waits_for_a_bot_that_does_not_read_is_bounded() -> None:
    sessions = 0

    async def deaf(wire: Wire) -> None:
        nonlocal sessions
        sessions += 1
        await never_lets_us_send(wire)

    async def test() -> None:
        limits = Limits(hello=0.3, farewell=0.3, backlog=20_000)
        async with attacking(deaf) as bad, serving(RawBot()) as (good,), Referee(limits=limits) as referee:
            for round_ in range(3):
                told = [match([bad, good], f"m{round_}-{i}", i, QUICK) for i in range(50)]
                results = await asyncio.gather(*map(referee.play, told))
                assert all({fault.seat for fault in result.faults} == {0} for result in results)

    run(test)
    assert sessions > 1, "the stream was given up and opened again"
