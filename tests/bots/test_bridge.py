"""Programs that speak lines of JSON, behind the bridge."""

import asyncio
import signal
import sys
from pathlib import Path

import pytest

import engine
from arena.cli.play import play
from arena.cli.play_order import Order
from arena.cli.play_screen import silent
from bots.bot import NoAnswer
from bots.bridge import Program, read_answer
from tests.e2e.command import offspring, start, until

TURN = {"type": "turn", "match": 3, "decision": 7}


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("draw stock", ("draw stock", False)),
        ('"draw stock"', ("draw stock", False)),
        ("16777216", (16777216, False)),
        ('{"action": "draw stock"}', ("draw stock", False)),
        ('{"action": 5, "match": 3, "decision": 7}', (5, True)),
        ('{"action": 5, "decision": 6}', (None, True)),
        ('{"action": 5, "match": 4}', (None, True)),
    ],
)
def test_an_answer_is_a_notation_a_code_or_an_object(line: str, answer: tuple[object, bool]) -> None:
    assert read_answer(line, TURN) == answer


@pytest.mark.parametrize("line", ["true", "null", "[1]", "{}", '{"action": null}', "1.5", '{"action":'])
def test_anything_else_is_told_to_the_author(line: str) -> None:
    with pytest.raises(ValueError, match="expected .* from the program"):
        read_answer(line, TURN)


def test_a_program_that_ended_is_started_again_with_the_next_line(tmp_path: Path) -> None:
    (tmp_path / "once.py").write_text("print(input() and 'pass')\n")

    async def test() -> None:
        program = Program([sys.executable, str(tmp_path / "once.py")])
        assert await program.ask(TURN, 10) == "pass"
        assert program._child is not None
        await program._child.wait()
        assert await program.ask(TURN, 10) == "pass"
        await program.stop()

    asyncio.run(test())


def test_a_program_that_is_started_again_is_told_of_the_matches_it_sits_in(tmp_path: Path) -> None:
    (tmp_path / "crashing.py").write_text(
        """import json, sys
known = {}
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        known[message["match"]] = message["decided"]
    elif message["type"] == "turn":
        if message["decision"] == 5:
            sys.exit(3)
        print(json.dumps({"action": str(known)}), flush=True)
    else:
        del known[message["match"]]
"""
    )

    async def test() -> None:
        program = Program([sys.executable, str(tmp_path / "crashing.py")])
        for number in (1, 2, 3):
            program.start({"type": "start", "match": number, "decided": 0})
        program.end({"type": "end", "match": 2})
        turn = {"type": "turn", "match": 3, "decision": 5}
        with pytest.raises(NoAnswer, match="ended with exit code 3"):
            await program.ask(turn, 10)
        assert await program.ask(turn | {"decision": 6}, 10) == "{1: 0, 3: 5}"
        await program.stop()

    asyncio.run(test())


def test_a_busy_program_and_one_that_does_not_read_hold_up_nobody_else(tmp_path: Path) -> None:
    (tmp_path / "deaf.py").write_text("import time\ntime.sleep(600)\n")
    (tmp_path / "quick.py").write_text("while input():\n    print('pass', flush=True)\n")

    async def test() -> None:
        deaf, quick = (Program([sys.executable, str(tmp_path / name)]) for name in ("deaf.py", "quick.py"))
        turn = TURN | {"view": "x" * 500_000}
        asking = [asyncio.create_task(deaf.ask(turn, 2.0)) for _ in range(3)]
        await asyncio.sleep(0.5)
        for number in range(100):
            deaf.start({"type": "start", "match": number})
            deaf.end({"type": "end", "match": number})
        assert await quick.ask(TURN, 10) == "pass"
        assert not any(task.done() for task in asking)
        for error in await asyncio.gather(*asking, return_exceptions=True):
            assert isinstance(error, NoAnswer)
        for _ in range(12):  # more and more waits for it
            with pytest.raises(NoAnswer):
                await deaf.ask(turn, 0.05)
        await asyncio.gather(deaf.stop(), quick.stop())

    asyncio.run(test())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_program_ends_with_its_bridge_whatever_it_does(tmp_path: Path, number: signal.Signals) -> None:
    (tmp_path / "stubborn.py").write_text(
        "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ninput()\nprint('pass', flush=True)\ntime.sleep(600)\n"
    )
    bridge = start("bridge", "--listen", f"unix:{tmp_path}/bot", sys.executable, str(tmp_path / "stubborn.py"))
    order = Order.read(
        "rummy", (f"unix:{tmp_path}/bot", "random"), None, 1, None, "standard", 0.2, 3, 0.05, 1, "", None, None
    )
    until((tmp_path / "bot").exists)
    asyncio.run(play(order, silent))
    (program,) = [child for child in offspring(bridge) if "stubborn.py" in " ".join(child.cmdline())]
    bridge.send_signal(number)
    bridge.communicate(timeout=20)
    program.wait(timeout=10)


def test_a_turn_that_is_not_answered_is_given_up_and_the_next_ones_are_not_mixed_up(tmp_path: Path) -> None:
    (tmp_path / "late.py").write_text(
        "import time\nfor n in range(9):\n    input()\n    n == 1 and time.sleep(0.5)\n    print('answer', n, flush=True)\n"
    )

    async def test() -> None:
        program = Program([sys.executable, str(tmp_path / "late.py")])
        assert await program.ask(TURN, 10) == "answer 0"
        with pytest.raises(NoAnswer, match=r"the program .*late.py did not answer within 0.2 s; does it flush"):
            await program.ask(TURN, 0.2)
        assert [await program.ask(TURN, 10) for _ in range(2)] == ["answer 2", "answer 3"]
        await program.stop()

    asyncio.run(test())


# A bot in ten lines of a plain language; it answers with objects, notations and codes in turn.
PROGRAM = """import json, random, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        at = random.randrange(len(message["legal"]))
        assert message["view"]["seat"] >= 0
        numbers = {"match": message["match"], "decision": message["decision"]}
        plain = message["legal"][at], message["codes"][at], json.dumps({"action": message["codes"][at]} | numbers)
        print(plain[message["decision"] % 3], flush=True)
"""


@pytest.mark.parametrize("game", list(engine.games()))
def test_a_program_plays_every_game(game: str, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(PROGRAM)
    target = f"cmd:arena bridge {sys.executable} {tmp_path}/bot.py"
    order = Order.read(game, (target, "random"), None, 1, None, "standard", 5.0, 20.0, 0.05, 4, "b", None, None)
    outcome = asyncio.run(play(order, silent))
    assert outcome.board.played == 2 and not outcome.board.reasons


def test_a_program_that_talks_nonsense_costs_only_its_seat(tmp_path: Path) -> None:
    (tmp_path / "bot.sh").write_text("while read -r line; do echo 'nonsense ]'; echo; done\n")
    target = f"cmd:arena bridge sh {tmp_path}/bot.sh"
    order = Order.read("rummy", (target, "random"), None, 1, None, "standard", 1.0, 1.0, 0.05, 4, "b", None, None)
    outcome = asyncio.run(play(order, silent))
    assert outcome.board.played == 2
    assert len(outcome.board.reasons) == 2 and all("illegal action: 'nonsense ]'" in r for r in outcome.board.reasons)
