"""The referee with bots that behave: what it sends, what it asks, how it ends."""

import asyncio
import contextlib
import time
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from motherlode.v1 import bot_pb2 as pb

import engine
from arena import replay
from arena.records import Clock, Fault, FaultKind, Match, Move, Verdict, standing
from tests.workers.tables import RawBot, choice, match, run, serving
from workers.referee import Limits, Referee
from workers.turns import ask


class Notebook:
    """A journal that remembers."""

    def __init__(self) -> None:
        self.moves: list[tuple[str, int, Move]] = []
        self.faults: list[tuple[str, Fault]] = []

    def moved(self, match_id: str, index: int, move: Move) -> None:
        self.moves.append((match_id, index, move))

    def faulted(self, match_id: str, fault: Fault) -> None:
        self.faults.append((match_id, fault))


def test_a_match_is_played_to_its_end_and_recorded_move_by_move() -> None:
    async def test() -> None:
        bots = [RawBot() for _ in range(4)]
        notebook = Notebook()
        async with serving(*bots) as addresses, Referee(notebook) as referee:
            told = match(addresses)
            result = await referee.play(told)
        assert result.verdict is Verdict.PLAYED and not result.faults
        assert [(index, move) for _, index, move in notebook.moves] == list(enumerate(result.moves))
        game = engine.new("rummy", 4, "standard", told.seed)
        for move in result.moves:
            game.apply(move.seat, move.code)
        assert game.over and game.scores == result.scores and game.ranks == result.ranks
        assert replay.verify(replay.write(told, result)) is None
        for seat, bot in enumerate(bots):
            (start,), (end,) = bot.starts, bot.ends
            assert (start.id, start.seat, start.players, start.decided) == ("m1", seat, 4, 0)
            assert tuple(end.scores) == result.scores and tuple(end.ranks) == result.ranks

    run(test)


def test_the_seed_revealed_at_the_end_is_the_one_committed_to_at_the_start() -> None:
    async def test() -> None:
        from hashlib import sha256

        bots = [RawBot(), RawBot()]
        async with serving(*bots) as addresses, Referee() as referee:
            told = match(addresses, seed=77)
            await referee.play(told)
        for bot in bots:
            assert sha256(bot.ends[0].seed).digest() == bot.starts[0].commitment
            assert bot.ends[0].seed == told.seed

    run(test)


def test_a_bot_gets_its_own_view_and_nothing_more() -> None:
    async def test() -> None:
        bots = [RawBot(), RawBot()]
        async with serving(*bots) as addresses, Referee() as referee:
            told = match(addresses)
            result = await referee.play(told)
        game = engine.new("rummy", 2, "standard", told.seed)
        asked = [iter(bot.turns) for bot in bots]
        for index, move in enumerate(result.moves):
            if move.think_us:
                turn = next(asked[move.seat])
                assert turn.decision == index
                assert list(turn.legal) == game.legal(move.seat)
                assert list(turn.notations) == game.notations(move.seat)
                assert turn.rummy == pb.Turn.FromString(_view_only(game, move.seat)).rummy
            else:
                assert len(game.legal(move.seat)) == 1, "only forced moves are not asked for"
            game.apply(move.seat, move.code)

    run(test)


def _view_only(game: engine.Game, seat: int) -> bytes:
    view = game.view_bytes(seat)
    field = pb.Turn.DESCRIPTOR.fields_by_name[game.game].number
    size = len(view)
    length = bytes([size]) if size < 128 else bytes([size & 127 | 128, size >> 7])
    tag = field << 3 | 2
    return bytes([tag & 127 | 128, tag >> 7]) + length + view


@pytest.mark.parametrize("game", engine.registry.MODULES)
def test_a_turn_written_by_hand_is_the_message_of_the_contract(game: str) -> None:
    try:
        state = engine.new(game, 3, "standard", 5)
    except ModuleNotFoundError:
        pytest.skip(f"{game} is not built")
    field = pb.Turn.DESCRIPTOR.fields_by_name[game].number
    for _ in range(40):
        if state.over:
            break
        seat = state.actors[0]
        data = ask(state, seat, 9, 300, field, True, 70_000, 451)
        (item,) = pb.ToBot.FromString(data).items
        turn = item.turn
        assert (item.match, turn.decision, turn.bank_ms, turn.round_trip_us) == (9, 300, 70_000, 451)
        assert list(turn.legal) == state.legal(seat) and list(turn.notations) == state.notations(seat)
        assert turn.WhichOneof("view") == game and getattr(turn, game).players == 3
        (bare,) = pb.ToBot.FromString(ask(state, seat, 1, 0, 0, False, 0, 0)).items
        assert (
            bare.turn.WhichOneof("view") is None
            and not bare.turn.notations
            and list(bare.turn.legal) == list(turn.legal)
        )
        state.apply(seat, state.legal(seat)[-1])


def test_what_a_bot_does_not_want_is_not_sent() -> None:
    async def test() -> None:
        bots = [RawBot(wants=pb.WANTS_CODES), RawBot(wants=pb.WANTS_VIEW), RawBot(wants=pb.WANTS_NOTATIONS)]
        async with serving(*bots) as addresses, Referee() as referee:
            await referee.play(match(addresses))
        codes, views, notations = (bot.turns[0] for bot in bots)
        assert codes.WhichOneof("view") is None and not codes.notations and codes.legal
        assert views.WhichOneof("view") == "rummy" and not views.notations
        assert notations.WhichOneof("view") is None and notations.notations

    run(test)


def test_many_matches_share_a_session_and_turns_go_out_together() -> None:
    async def test() -> None:
        bots = [RawBot(), RawBot()]
        async with serving(*bots) as addresses, Referee() as referee:
            results = await asyncio.gather(*(referee.play(match(addresses, f"m{i}", seed=i)) for i in range(100)))
        assert all(result.verdict is Verdict.PLAYED and not result.faults for result in results)
        assert len({result.match for result in results}) == 100
        for bot in bots:
            assert bot.sessions == 1 and len(bot.ends) == 100
            assert sum(bot.batches) > 5 * len(bot.batches), "batches, not single turns"

    run(test)


def test_no_more_matches_at_once_than_a_bot_declared() -> None:
    async def test() -> None:
        shy, open_to_all = RawBot(concurrency=3), RawBot()
        async with serving(shy, open_to_all) as addresses, Referee() as referee:
            results = await asyncio.gather(*(referee.play(match(addresses, f"m{i}", seed=i)) for i in range(20)))
        assert all(not result.faults for result in results)
        assert shy.most_open == 3

    run(test)


def test_a_bot_for_one_match_may_sit_on_both_sides_of_it() -> None:
    async def test() -> None:
        bot = RawBot(concurrency=1)
        async with serving(bot) as (address,), Referee() as referee:
            results = await asyncio.gather(*(referee.play(match([address] * 2, f"m{i}")) for i in range(3)))
        assert all(result.verdict is Verdict.PLAYED and not result.faults for result in results)
        assert bot.most_open == 2

    run(test)


def test_seats_that_act_simultaneously_are_asked_at_once() -> None:
    asked: Counter[int] = Counter()  # by decision

    class Patient(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            asked[turn.decision] += 1
            return choice(number, turn.decision, turn.legal[0])

    async def test() -> None:
        bots = [Patient(), Patient(), Patient()]
        async with serving(*bots) as addresses, Referee() as referee:
            told = match(addresses, game="zavandor")
            result = await referee.play(told)
        assert 3 in asked.values()
        assert not result.faults and replay.verify(replay.write(told, result)) is None

    run(test)


def test_who_has_no_choice_among_those_who_act_at_once_is_not_told_of_before_the_others_have_chosen() -> None:
    """In Imperial Miners a seat that can only dig commits to that in secret, like a seat with a choice."""
    chosen: list[list[int]] = []

    class Miner(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            if turn.imperial.phase == "choose":
                chosen.append(list(turn.imperial.actors))
            return choice(number, turn.decision, self.dice.choice(turn.legal))

    class Spy(Miner):
        """Loses its stream at every other turn, and gets it again when others have chosen."""

        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            answer = await super().turn(context, number, turn)
            if len(self.turns) % 2:
                await asyncio.sleep(0.02)
                raise EOFError
            return answer

        async def play(self, context: Any) -> None:
            with contextlib.suppress(EOFError):
                await super().play(context)

    async def test() -> None:
        forced = 0
        async with serving(Miner(), Spy(), Miner()) as addresses, Referee() as referee:
            for seed in range(4):
                told = match(addresses, f"m{seed}", seed, game="imperial")
                result = await referee.play(told)
                assert not result.faults and replay.verify(replay.write(told, result)) is None
                forced += sum(not move.think_us for move in result.moves)
        assert forced and chosen and all(actors == [0, 1, 2] for actors in chosen)

    run(test)


def test_a_bot_may_answer_in_notation() -> None:
    class Talker(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            answer = pb.Choice(match=number, decision=turn.decision, notation=turn.notations[0])
            return pb.FromBot(choices=[answer]).SerializeToString()

    async def test() -> None:
        async with serving(Talker(), Talker()) as addresses, Referee() as referee:
            result = await referee.play(match(addresses))
        assert not result.faults

    run(test)


def test_a_match_goes_on_from_its_recorded_moves() -> None:
    async def test() -> None:
        bots = [RawBot(), RawBot()]
        async with serving(*bots) as addresses:
            told = match(addresses)
            async with Referee() as referee:
                whole = await referee.play(told)
            half = whole.moves[: len(whole.moves) // 2]
            async with Referee() as referee:
                again = await referee.play(replace(told, id="again"), half)
        assert again.moves[: len(half)] == half
        assert [(m.seat, m.code) for m in again.moves] == [(m.seat, m.code) for m in whole.moves]
        assert all(bot.starts[1].decided == len(half) for bot in bots)
        assert again.scores == whole.scores

    run(test)


def test_a_seat_that_had_forfeited_before_an_interruption_has_forfeited_after_it() -> None:
    async def test() -> None:
        bots = [RawBot(), RawBot()]
        async with serving(*bots) as addresses, Referee() as referee:
            told = match(addresses)
            game = engine.new("rummy", 2, "standard", told.seed)
            moves = []
            while not moves or not (moves[-1].seat == 0 and len(game.legal(1)) > 1):
                seat = game.actors[0]
                code = game.legal(seat)[0]
                moves.append(Move(seat, code, 100))
                game.apply(seat, code)
            moves.append(Move(1, game.legal(1)[0], 0))
            unnamed = await referee.play(told, moves)
            fault = Fault(1, 3, FaultKind.TIMEOUT, "seat 1, decision 3: no answer within 2.000 s, bank empty")
            named = await referee.play(replace(told, id="m2"), moves, [fault])
        assert unnamed.faults[0].seat == 1 and unnamed.ranks == (1, 2)
        assert named.faults == (fault,) and named.ranks == (1, 2)
        assert not bots[1].turns

    run(test)


def test_a_match_handed_over_keeps_its_seed_secret() -> None:
    class Thinker(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            asked.set()
            return None

    async def test() -> None:
        bot = Thinker()
        async with serving(bot) as (address,), Referee() as referee:
            playing = asyncio.create_task(referee.play(match([address] * 2)))
            await asked.wait()
            playing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await playing
        assert all(not end.seed and not end.scores for end in bot.ends) and len(bot.ends) == 2

    asked = asyncio.Event()
    run(test)


def test_the_organisers_cancel_leaves_no_scores() -> None:
    class Thinker(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            asked.set()
            return None

    async def test() -> None:
        bot = Thinker()
        async with serving(bot) as (address,), Referee() as referee:
            playing = asyncio.create_task(referee.play(match([address] * 2)))
            await asked.wait()
            assert referee.cancel("m1") and not referee.cancel("m2")
            result = await playing
        assert result.verdict is Verdict.CANCELLED and not result.scores and not result.ranks and not result.faults
        assert all(not end.scores for end in bot.ends) and len(bot.ends) == 2

    asked = asyncio.Event()
    run(test)


def test_a_match_that_cannot_be_played_is_set_aside_with_its_reason() -> None:
    async def test() -> None:
        async with Referee() as referee:
            result = await referee.play(replace(match(["unix:/nowhere"] * 2), game="chess"))
            broken = await referee.play(match(["unix:/nowhere"] * 2), [Move(0, 12345, 1)])
        assert result.verdict is Verdict.SET_ASIDE and "chess" in result.reason
        assert broken.verdict is Verdict.SET_ASIDE and "not legal" in broken.reason

    run(test)


def test_seats_that_forfeited_share_the_last_places() -> None:
    assert standing((1, 2, 3, 4), (False, True, False, True)) == (1, 3, 2, 3)
    assert standing((1, 1, 3), (False, False, False)) == (1, 1, 3)
    assert standing((2, 1), (True, True)) == (1, 1)


def test_the_bank_pays_what_goes_over_the_limit_and_the_bot_is_told() -> None:
    class Slow(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            if len(self.turns) <= 2:
                await asyncio.sleep(0.3)
            return choice(number, turn.decision, turn.legal[-1])

    async def test() -> None:
        slow = Slow()
        async with serving(slow, RawBot()) as addresses, Referee() as referee:
            result = await referee.play(match(addresses, clock=Clock(limit=0.1, bank=2.0, margin=0.05)))
        assert not result.faults
        banks = [turn.bank_ms for turn in slow.turns[:4]]
        assert banks[0] == 2000 and banks[0] - 400 < banks[1] < banks[0]
        assert banks[1] - 400 < banks[2] < banks[1] and banks[2] == banks[3]
        assert slow.turns[0].round_trip_us == 0 < slow.turns[3].round_trip_us

    run(test)


def test_hundreds_of_matches_with_one_stalling_loop_cost_no_bot_a_fault() -> None:
    """The arena's own stall is not the bots': the referee's clock stands still for it."""

    class Staller(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            if len(self.turns) == 20:
                time.sleep(0.6)  # noqa: ASYNC251  bots and referee share the loop here: this is the arena being held up
            return choice(number, turn.decision, turn.legal[-1])

    async def test() -> None:
        async with serving(Staller(), RawBot()) as addresses, Referee() as referee:
            told: list[Match] = [match(addresses, f"m{i}", i, Clock(0.1, 0.1, 0.05)) for i in range(10)]
            results = await asyncio.gather(*map(referee.play, told))
        assert all(not result.faults for result in results), results[0].faults

    run(test)


def test_thousands_of_matches_at_once_are_no_flood_and_no_answer_grows_too_large() -> None:
    async def test() -> None:
        bots = RawBot(wants=pb.WANTS_CODES), RawBot(wants=pb.WANTS_CODES)
        async with serving(*bots) as addresses, Referee() as referee:
            clock = Clock(limit=120, bank=120)
            matches = [match(addresses, f"m{i}", i, clock) for i in range(5000)]
            tasks = [asyncio.create_task(referee.play(each)) for each in matches]
            while sum(len(bot.turns) for bot in bots) < 30_000:
                await asyncio.sleep(0.1)
                assert not any(task.done() and task.result().faults for task in tasks)
            assert max(*bots[0].batches, *bots[1].batches) <= Limits().batched
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    run(test)


@pytest.mark.parametrize(("places", "stuck", "free"), [(50, 3, 5), (4, 8, 8)])
def test_matches_that_wait_for_a_slow_bot_hold_up_nobody_elses(places: int, stuck: int, free: int) -> None:
    class Slow(RawBot):
        async def turn(self, context: Any, number: int, turn: pb.Turn) -> bytes | None:
            await asyncio.sleep(60)
            return None

    async def test() -> None:
        bots = Slow(concurrency=1), RawBot(concurrency=places), RawBot()
        async with serving(*bots) as (slow, wanted, other), Referee() as referee:
            waiting = [asyncio.create_task(referee.play(match([slow, wanted], f"s{i}", i))) for i in range(stuck)]
            await asyncio.sleep(0.2)
            async with asyncio.timeout(30):
                results = await asyncio.gather(*(referee.play(match([wanted, other], f"f{i}", i)) for i in range(free)))
            assert not any(result.faults for result in results)
            for task in waiting:
                task.cancel()
            await asyncio.wait(waiting)

    run(test)
