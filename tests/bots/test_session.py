"""What the SDK promises to a bot and to the arena, within one session."""

import asyncio
import inspect
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import ClassVar

import pytest
from motherlode.v1 import bot_pb2

import engine
from bots import Action, Answer, Bot, Ending, Match, Turn
from bots.session import Session

SEED = bytes(range(32))


def start(number: int, seat: int = 0) -> bot_pb2.ForMatch:
    commitment = sha256(SEED).digest()
    begin = bot_pb2.MatchStart(
        id=f"m{number}",
        game="rummy",
        players=2,
        variant="standard",
        seat=seat,
        limit_ms=2000,
        bank_ms=10000,
        commitment=commitment,
    )
    return bot_pb2.ForMatch(match=number, start=begin)


def turn(number: int, decision: int = 0, *, view: bool = True, notations: bool = True) -> bot_pb2.ForMatch:
    state = engine.new("rummy", players=2, seed=SEED)
    asked = bot_pb2.Turn(decision=decision, legal=state.legal(0), bank_ms=9500, round_trip_us=250)
    if notations:
        asked.notations.extend(state.notations(0))
    if view:
        asked.rummy.ParseFromString(state.view_bytes(0))
    return bot_pb2.ForMatch(match=number, turn=asked)


def end(number: int, seed: bytes = SEED) -> bot_pb2.ForMatch:
    return bot_pb2.ForMatch(match=number, end=bot_pb2.MatchEnd(scores=[5, 0], ranks=[1, 2], reason="played", seed=seed))


def exchange(bot: Bot, *batches: list[bot_pb2.ForMatch]) -> list[bot_pb2.FromBot]:
    """The messages the bot sends back."""
    sent: list[bytes] = []

    async def write(data: bytes) -> None:
        sent.append(data)

    async def run() -> None:
        session = Session(bot, write)
        for batch in batches:
            await session.receive(bot_pb2.ToBot(items=batch).SerializeToString())
        await session.close(finish=True)

    asyncio.run(run())
    return [bot_pb2.FromBot.FromString(data) for data in sent]


class First(Bot):
    def choose(self, turn: Turn) -> Answer:
        return turn.legal[0]


def test_a_batch_is_answered_with_one_message() -> None:
    messages = exchange(First(), [start(n) for n in range(20)], [turn(n, decision=n) for n in range(20)])
    assert len(messages) == 1
    assert [(c.match, c.decision) for c in messages[0].choices] == [(n, n) for n in range(20)]


@pytest.mark.parametrize("form", ["action", "code", "notation"])
def test_an_answer_is_an_action_a_code_or_a_notation(form: str) -> None:
    class Formed(Bot):
        def choose(self, turn: Turn) -> Answer:
            action = turn.legal[1]
            return {"action": action, "code": action.code, "notation": action.notation}[form]

    [message] = exchange(Formed(), [start(1), turn(1)])
    [choice] = message.choices
    state = engine.new("rummy", players=2, seed=SEED)
    assert choice.code == state.legal(0)[1] or choice.notation == state.notations(0)[1]


def test_a_turn_tells_view_legal_actions_and_clock() -> None:
    seen: list[Turn] = []

    class Curious(Bot):
        def choose(self, turn: Turn) -> Answer:
            seen.append(turn)
            return turn.codes[0]

    exchange(Curious(), [start(1), turn(1, decision=4)])
    state, [got] = engine.new("rummy", players=2, seed=SEED), seen
    assert got.view == state.view(0)
    assert list(got.typed.hand) == state.view(0)["hand"]
    assert got.legal == [Action(*pair) for pair in zip(state.legal(0), state.notations(0), strict=True)]
    assert (got.decision, got.bank, got.round_trip) == (4, 9.5, 0.00025)
    assert (got.match.game, got.match.players, got.match.seat, got.match.limit) == ("rummy", 2, 0, 2.0)
    assert got.simulate(3) == state.determinize(0, 3)


def test_a_turn_without_a_view_says_so_when_it_is_looked_at() -> None:
    got = Turn(
        Match("m", "rummy", 2, "standard", 0, 2, 10, b"", 0),
        turn(1, view=False, notations=False).turn.SerializeToString(),
    )
    assert [action.notation for action in got.legal] == [""] * len(got.codes)
    with pytest.raises(ValueError, match="without a view"):
        got.simulate(1)


def test_choose_may_be_async_and_what_ends_together_goes_out_together() -> None:
    class Later(Bot):
        async def choose(self, turn: Turn) -> Answer:
            await asyncio.sleep(0)
            return turn.codes[0]

    messages = exchange(Later(), [start(1), start(2), turn(1), turn(2)])
    assert sum(len(message.choices) for message in messages) == 2
    assert len(messages) == 1


def test_choose_many_gets_the_whole_batch() -> None:
    class Many(First):
        sizes: ClassVar[list[int]] = []

        def choose_many(self, turns: list[Turn]) -> Sequence[Answer]:
            self.sizes.append(len(turns))
            return [turn.codes[-1] for turn in turns]

    [message] = exchange(Many(), [start(1), start(2), start(3), turn(1), turn(2), turn(3)])
    assert Many.sizes == [3] and len(message.choices) == 3


def test_an_exception_gives_up_that_turn_at_once_and_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    class Clumsy(Bot):
        def choose(self, turn: Turn) -> Answer:
            if turn.decision == 1:
                raise RuntimeError("slipped")
            return turn.codes[0]

    [message] = exchange(Clumsy(), [start(1), start(2), turn(1, decision=1), turn(2, decision=2)])
    given_up, answer = message.choices
    assert (given_up.match, given_up.decision, given_up.WhichOneof("action")) == (1, 1, None)
    assert (answer.match, answer.WhichOneof("action")) == (2, "code")
    assert "slipped" in caplog.text and "Traceback" in caplog.text
    assert "bots/session.py" not in caplog.text.partition("Traceback")[2].replace("tests/bots", ""), (
        "the author's own lines alone"
    )


def test_a_bot_is_told_of_start_and_end() -> None:
    heard: list[object] = []

    class Listening(First):
        def match_started(self, match: Match) -> None:
            heard.append(match.id)

        def match_ended(self, match: Match, ending: Ending) -> None:
            heard.append((match.id, ending.scores, ending.ranks))

    exchange(Listening(), [start(1)], [turn(1)], [end(1)])
    assert heard == ["m1", ("m1", (5, 0), (1, 2))]


@pytest.mark.parametrize(("seed", "fair"), [(SEED, True), (SEED[::-1], False), (b"", None)])
def test_a_deal_is_fair_unfair_or_still_secret(seed: bytes, fair: bool | None) -> None:
    heard: list[bool | None] = []

    class Listening(First):
        def match_ended(self, match: Match, ending: Ending) -> None:
            heard.append(ending.fair(match))

    exchange(Listening(), [start(1)], [end(1, seed)])
    assert heard == [fair]


def test_a_turn_of_a_match_that_never_started_is_not_answered() -> None:
    assert exchange(First(), [turn(9)]) == []


def test_a_whole_bot_takes_at_most_fifteen_lines() -> None:
    text = (Path(__file__).parents[2] / "docs" / "writing-a-bot.md").read_text()
    example = text.split("```python\n")[1].split("```")[0]
    assert len(example.splitlines()) <= 15
    compile(example, "my_bot.py", "exec")
    assert "choose" in example and inspect.iscoroutinefunction(Session.receive)
