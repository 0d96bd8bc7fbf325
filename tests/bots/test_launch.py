"""Bots are started, found, and stopped without a trace, whatever they are."""

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import psutil
import pytest
from motherlode.rpc.bot import NoBot, describe

from arena.cli import conformance
from arena.cli.conformance import Finding, Mark, examine
from bots.launch import LaunchError, launch
from bots.misbehaving import KINDS, Fault, Phase
from bots.targets import parse_target

ROOT = Path(__file__).parents[2]
BOT = """from bots import Bot, serve


class MyBot(Bot):
    def choose(self, turn):
        return turn.legal[0]


if __name__ == "__main__":
    serve(MyBot())
"""


def children() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True)}


async def name_of(target: str) -> str:
    async with launch(target) as running:
        return running.description.name


def test_a_python_file_runs_and_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = children()
    (tmp_path / "my_bot.py").write_text(BOT)
    with tempfile.TemporaryDirectory(dir="/tmp") as short:
        monkeypatch.setattr(tempfile, "tempdir", short)
        assert asyncio.run(name_of(str(tmp_path / "my_bot.py"))) == "MyBot"
        assert not os.listdir(short)
    assert children() == before


def test_a_command_is_told_where_to_listen(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(BOT)
    assert asyncio.run(name_of(f"cmd:{sys.executable} {tmp_path}/my_bot.py")) == "MyBot"
    assert asyncio.run(name_of(f"cmd:{sys.executable} {tmp_path}/my_bot.py --listen 127.0.0.1:{{port}}")) == "MyBot"


def test_a_bot_that_runs_already_is_dialled(tmp_path: Path) -> None:
    async def run() -> str:
        async with launch(f"cmd:{sys.executable} -m bots.random") as first, launch(f"grpc://{first.address}") as second:
            return second.description.name

    assert asyncio.run(run()) == "random"


def test_a_bot_that_fails_shows_its_last_words(tmp_path: Path) -> None:
    before = children()
    (tmp_path / "broken.py").write_text("import no_such_module\n")
    with pytest.raises(LaunchError, match="No module named 'no_such_module'"):
        asyncio.run(name_of(str(tmp_path / "broken.py")))
    assert children() == before


def test_a_bot_that_stays_silent_is_given_up_and_stopped(tmp_path: Path) -> None:
    before = children()
    (tmp_path / "mute.py").write_text("import time\nprint('thinking')\ntime.sleep(60)\n")

    async def run() -> None:
        async with launch(str(tmp_path / "mute.py"), timeout=1):
            pass

    with pytest.raises(LaunchError, match="(?s)within 1 s.*thinking"):
        asyncio.run(run())
    assert children() == before


@pytest.mark.parametrize(
    "word", ["nobody", "mcts", "mcts:fast", "./missing.py", "grpc://nowhere", "cmd:", "slow", "crash:2", "silent@lunch"]
)
def test_a_word_that_is_no_bot_is_refused_with_what_there_is(word: str) -> None:
    with pytest.raises(ValueError):
        parse_target(word)


def test_every_misbehaviour_can_be_had_at_every_phase() -> None:
    for kind in KINDS:
        for phase in Phase:
            fault = Fault.parse(f"slow:20ms@{phase}" if kind == "slow" else f"{kind}:0.5@{phase}")
            assert fault.kind == kind and fault.phase is phase


def test_a_bot_dies_with_whoever_started_it() -> None:
    script = (
        "import asyncio\nfrom bots.launch import launch\n"
        "async def main():\n    async with launch('random') as r:\n        print(r.process.pid, flush=True)\n        await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    environment = dict(os.environ, PYTHONPATH=f"{ROOT}:{ROOT}/proto")
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=environment)
    assert parent.stdout is not None
    bot = psutil.Process(int(parent.stdout.readline()))
    parent.kill()
    parent.wait()
    parent.stdout.close()
    psutil.wait_procs([bot], timeout=5)
    assert not bot.is_running() or bot.status() == psutil.STATUS_ZOMBIE


def test_a_bot_that_ends_is_brought_back_when_wanted() -> None:
    async def run() -> None:
        async with launch("random", restart=True) as running:
            assert running.process is not None
            psutil.Process(running.process.pid).kill()
            while True:
                try:
                    assert (await describe(running.address, 10)).name == "random"
                    return
                except NoBot:
                    continue

    asyncio.run(run())


def findings(target: str, *games: str) -> list[Finding]:
    found: list[Finding] = []
    asyncio.run(examine(target, games, 1.0, found.append))
    return found


def test_the_check_finds_the_random_bot_fit() -> None:
    assert [f for f in findings("random", "rummy") if f.mark is not Mark.OK] == []


@pytest.mark.parametrize(
    ("target", "word"), [("illegal", "not legal"), ("garbage", "FromBot"), ("wrong-number", "expected an answer")]
)
def test_the_check_says_what_a_bot_does_wrong(target: str, word: str) -> None:
    failed = [f for f in findings(target, "rummy") if f.mark is Mark.FAIL]
    assert failed and word in failed[0].text


def test_a_shell_script_plays_through_the_bridge() -> None:
    bridge = f"cmd:{sys.executable} -m arena.cli.main bridge sh {ROOT}/bots/kits/shell/bot.sh"
    found = findings(bridge, "rummy")
    assert len(found) > 5 and [f for f in found if f.mark is Mark.FAIL] == []


def test_a_slow_bot_is_checked_in_a_moment_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "TABLE", 0.2)
    found = findings("slow:20ms", "zavandor")
    assert not [finding for finding in found if finding.mark is Mark.FAIL]
    assert any("the rest of the match without it after 0.2 s" in finding.text for finding in found)
