"""`arena play` as a bot author uses it."""

import io
import json
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
from rich.console import Console

from arena import replay
from arena.cli.play_screen import rich_table
from arena.records import Seat
from arena.series import Scoreboard, Series
from tests.certificate import certificate
from tests.e2e.command import ENVIRONMENT, MY_BOT, ROOT, arena, offspring, start, until


def play(*words: str, folder: Path | None = None) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(arena("play", *words, "--json", folder=folder))
    return data


@pytest.fixture
def my_bot(tmp_path: Path) -> Path:
    (tmp_path / "my_bot.py").write_text(MY_BOT)
    return tmp_path


def under_way(folder: Path) -> bool:
    """Whether matches have been played, with `--replays kept`."""
    return len(list(folder.glob("kept/*.replay"))) > 5


def test_the_bot_of_the_readme_plays_against_the_built_in_ones(my_bot: Path) -> None:
    assert MY_BOT in (ROOT / "README.md").read_text()
    data = play("rummy", "./my_bot.py", "random", "greedy", "mcts:50", "--sets", "2", folder=my_bot)
    assert data["matches"] == 8 and not data["faults"]
    assert {bot["bot"] for bot in data["bots"]} == {"./my_bot.py", "random", "greedy", "mcts:50"}
    assert all(bot["games"] == 8 for bot in data["bots"])


def test_the_searching_bot_of_the_docs_plays_every_game(tmp_path: Path) -> None:
    example = (ROOT / "docs" / "writing-a-bot.md").read_text().split("```python\n")[2].split("```")[0]
    (tmp_path / "sampler.py").write_text(example.replace("+ 0.02", "+ 0.001"))
    for game in ("imperial", "lagoon", "minerals", "rummy", "zavandor"):
        data = play(game, "./sampler.py", "random", "-n", "2", folder=tmp_path)
        assert data["matches"] == 2 and not data["faults"]


def test_bots_of_every_kind_sit_at_one_table(my_bot: Path) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "bots.random", "--listen", "127.0.0.1:0"],
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )
    try:
        assert running.stderr is not None
        address = running.stderr.readline().split()[-1]
        bots = ["./my_bot.py", f"grpc://{address}", f"cmd:{sys.executable} my_bot.py --listen {{listen}}", "random"]
        data = play("rummy", *bots, "--sets", "1", folder=my_bot)
        assert data["matches"] == 4 and not data["faults"]
    finally:
        running.terminate()
        running.communicate(timeout=10)
    assert running.returncode == 0


def test_a_bot_with_tls_is_played_with_and_checked(my_bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cert, key = certificate(my_bot)
    command = [sys.executable, "my_bot.py", "--listen", "localhost:0", "--tls-cert", str(cert), "--tls-key", str(key)]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT, cwd=my_bot)
    try:
        assert running.stderr is not None
        address = running.stderr.readline().removesuffix(" with TLS\n").split()[-1]
        assert "certificate verify failed" in arena("play", "rummy", f"grpcs://{address}", "random", "-n", "2", code=1)
        monkeypatch.setitem(ENVIRONMENT, "MOTHERLODE_TLS_ROOTS", str(cert))
        assert not play("rummy", f"grpcs://{address}", "random", "-n", "2")["faults"]
        assert "my-bot" in arena("bot", "check", f"grpcs://{address}", "--game", "rummy")
    finally:
        running.terminate()
        running.communicate(timeout=10)


def test_a_bot_that_is_started_again_and_again_is_told_of_with_its_last_words(my_bot: Path) -> None:
    mortal = MY_BOT.replace("melds = [", "MyBot.turns += 1; MyBot.turns % 300 or exit('out of ore'); melds = [")
    (my_bot / "mortal.py").write_text(mortal.replace('"my-bot"', '"my-bot"\n    turns = 0'))
    told = arena("play", "rummy", "./mortal.py", "random", "-n", "20", folder=my_bot)
    assert "./mortal.py ended " in told and " times and was started again; it said:" in told
    assert "out of ore\n  exit code 1" in told


def test_a_series_ends_when_a_bot_is_gone_for_good(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bots.random", "--listen", "127.0.0.1:0"]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
    assert running.stderr is not None
    address = running.stderr.readline().split()[-1]
    clock = ("--limit", "0.1", "--bank", "0.1", "-n", "100000", "--quiet", "--replays", "kept")
    process = start("play", "rummy", f"grpc://{address}", "greedy", *clock, folder=tmp_path)
    until(lambda: under_way(tmp_path))
    running.kill()
    running.communicate()
    told, _ = process.communicate(timeout=60)
    assert process.returncode == 1 and "Stopped: random was not reached in 20 matches in a row." in told


def test_sigterm_leaves_nothing_behind(tmp_path: Path) -> None:
    process = start(
        "play", "rummy", "random", "greedy", "-n", "100000", "--quiet", "--replays", "kept", folder=tmp_path
    )
    until(lambda: under_way(tmp_path))
    bots = offspring(process)
    folders = [
        Path(word.removeprefix("unix:")).parent for bot in bots for word in bot.environ().values() if "bot.sock" in word
    ]
    assert bots and folders
    process.terminate()
    process.communicate(timeout=20)
    assert process.returncode == 130
    assert not any(bot.is_running() for bot in bots) and not any(folder.exists() for folder in folders)


def test_a_slow_reader_gets_all_of_the_json() -> None:
    command = [
        sys.executable,
        "-m",
        "arena.cli",
        "play",
        "rummy",
        "illegal",
        "random",
        "--json",
        "-n",
        "3000",
        "-j",
        "100",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=ENVIRONMENT | {"PYTHONUNBUFFERED": "1"})
    assert process.stdout is not None
    select.select([process.stdout], [], [], 60)
    time.sleep(1)
    told = process.stdout.read()
    assert process.wait() == 0 and len(told) > 200_000
    assert len(json.loads(told)["faults"]) == 3000


def test_a_search_keeps_its_time_though_many_matches_want_it_at_once() -> None:
    clock = ("--limit", "0.3", "--bank", "0.2")
    data = play("rummy", "mcts:60ms", "random", "--variant", "single", "-n", "16", "-j", "16", *clock)
    assert not data["faults"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--limit", "nan"), "--limit is above 0"),
        (("--bank", "inf"), "--limit is above 0"),
        (("--replays", "full"), "full holds replays already"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_starts(
    my_bot: Path, words: tuple[str, ...], said: str
) -> None:
    (my_bot / "full").mkdir()
    (my_bot / "full" / "rummy-1-1.replay").touch()
    assert said in arena("play", "rummy", "random", "greedy", *words, folder=my_bot, code=2)


def test_a_bot_of_other_games_is_refused(my_bot: Path) -> None:
    (my_bot / "other.py").write_text(MY_BOT.replace('"my-bot"', '"my-bot"\n    games = ["minerals"]'))
    assert "plays minerals, not rummy" in arena("play", "rummy", "./other.py", "random", folder=my_bot, code=1)
    assert "nothing to check" in arena("bot", "check", "./other.py", "--game", "rummy", folder=my_bot, code=1)


def test_the_table_fits_a_narrow_screen() -> None:
    series = Series("rummy", "standard", (Seat("a-bot-with-quite-a-name", ""), Seat("[/b]", "")), 2, 1)
    for width in (140, 80, 40):
        console = Console(width=width, file=io.StringIO())
        console.print(rich_table(Scoreboard(series), width))
        told = console.file.getvalue()
        assert "…" not in told and "score" in told and "[/b]" in told and max(map(len, told.splitlines())) <= width
        assert ("ms" in told) == (width == 140)


def test_the_table_says_who_is_stronger() -> None:
    told = arena("play", "rummy", "greedy", "random", "-n", "40")
    header = next(line for line in told.splitlines() if "faults" in line)
    assert header.split() == ["bot", "games", "rank", "score", "points", "Elo", "95", "%", "LOS", "ms", "faults"]
    assert "40 matches of rummy with 2 players, 20 table sets" in told
    assert told.index("greedy ") < told.index("random "), "best first"


def test_the_same_seed_deals_the_same_series_and_replays_are_true(tmp_path: Path) -> None:
    words = ("rummy", "greedy", "greedy", "--sets", "2", "--seed", "spring")
    for name in ("one", "two"):
        play(*words, "--replays", name, folder=tmp_path)
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert files == ["rummy-1-1.replay", "rummy-1-2.replay", "rummy-2-1.replay", "rummy-2-2.replay"]
    for name in files:
        first, again = (replay.load((tmp_path / folder / name).read_text()) for folder in ("one", "two"))
        assert first[0] == again[0], "the match: seed, seats, clock"
        assert [(m.seat, m.code) for m in first[1].moves] == [(m.seat, m.code) for m in again[1].moves]
    one, two = (replay.read((tmp_path / "one" / name).read_text()).match for name in files[:2])
    assert one.seed == two.seed and one.seats == two.seats[::-1], "a set: one deal, seats rotated"
    told = arena("replay", "verify", *(f"one/{name}" for name in files), folder=tmp_path)
    assert "4 of 4 replays are true" in told


def test_players_and_variant_are_as_told() -> None:
    data = play("rummy", "random", "random", "--players", "4", "--sets", "1", "--variant", "single")
    assert (data["players"], data["variant"], data["matches"]) == (4, "single", 4)
    assert {bot["bot"] for bot in data["bots"]} == {"random", "random#2"}


def test_a_sequential_test_stops_as_soon_as_it_is_decided() -> None:
    data = play("rummy", "greedy", "random", "--sprt", "0", "50")
    assert data["sprt"]["decision"] == "H1" and data["matches"] < 400
    told = arena("play", "rummy", "random", "greedy", "--sprt", "0", "50")
    assert "random is not 50 Elo stronger than greedy, rather 0 or less (H0)" in told
    short = play("rummy", "random", "random", "--sprt", "0", "1", "--sets", "2")
    assert short["sprt"]["decision"] == "continue" and short["matches"] == 4


def test_a_fault_is_told_with_its_reason_and_the_match_counts() -> None:
    told = arena("play", "rummy", "illegal", "random", "-n", "4", "--quiet")
    assert "4 illegal" in told and "illegal action: 0xffffffff is not legal" in told
    data = play("rummy", "slow:5s", "random", "-n", "2", "--limit", "0.2", "--bank", "0.1")
    assert data["bots"][-1]["faults"] == {"timeout": 2} and "no answer within 0.200 s, bank empty" in data["faults"][0]


@pytest.mark.parametrize("target", ["crash", "freeze", "garbage", "flood", "huge", "drop", "wrong-number"])
def test_no_bot_stops_the_others(target: str) -> None:
    data = play("rummy", target, "random", "random", "--sets", "1", "--limit", "0.3", "--bank", "0.3")
    assert data["matches"] == 3
    assert all(reason.startswith(target) for reason in data["faults"]) and data["faults"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chess", "random"), "unknown game 'chess'; there are"),
        (("rummy", "nobody"), "unknown bot 'nobody'; there are random, greedy"),
        (("rummy", "./missing.py"), "there is no file ./missing.py"),
        (("rummy", "random", "--players", "9"), "rummy is for 2 to 6"),
        (("rummy", "random", "--variant", "odd"), "rummy has the variants"),
        (("rummy", "random", "-n", "4", "--sets", "2"), "give one of them"),
        (("rummy", "random", "--sprt", "0", "10"), "name two"),
        (("rummy", "random", "random", "--sprt", "10", "0"), "elo0 is below elo1"),
        (("rummy", "grpc://127.0.0.1:1", "random", "--limit", "0"), "--limit is above 0"),
    ],
)
def test_a_wrong_word_is_told_with_what_was_expected(words: tuple[str, ...], said: str) -> None:
    process = start("play", *words)
    _, told = process.communicate(timeout=60)
    assert process.returncode in (1, 2) and said in told and "Traceback" not in told


def test_an_interrupt_shows_what_was_played_and_leaves_nothing(tmp_path: Path) -> None:
    process = start("play", "rummy", "random", "greedy", "-n", "100000", "--replays", "kept", folder=tmp_path)
    until(lambda: under_way(tmp_path))
    bots = offspring(process)
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate(timeout=30)
    assert process.returncode == 130 and "Interrupted: the standings are of what was played." in told
    assert len(bots) >= 2 and not psutil.wait_procs(bots, timeout=5)[1]


@pytest.mark.parametrize(
    ("number", "shell", "ends"),
    [
        (signal.SIGTERM, "{} &", True),  # such a shell has Ctrl-C ignored by what it starts
        (signal.SIGHUP, "{} &", True),
        (signal.SIGHUP, "nohup {} > /dev/null 2>&1 &", False),
    ],
)
def test_it_stops_when_it_is_told_to_however_it_was_started(
    tmp_path: Path, number: signal.Signals, shell: str, ends: bool
) -> None:
    command = f"{sys.executable} -m arena.cli play rummy random greedy -n 100000 --quiet --replays kept"
    subprocess.run(["sh", "-c", shell.format(command) + " echo $! > pid"], cwd=tmp_path, env=ENVIRONMENT, check=True)
    process = psutil.Process(int((tmp_path / "pid").read_text()))
    until(lambda: under_way(tmp_path))
    process.send_signal(number)
    try:
        process.wait(10 if ends else 2)
        ended = True
    except psutil.TimeoutExpired:
        ended = False
        process.terminate()
        process.wait(10)
    assert ended is ends


STUBBORN = MY_BOT.replace(
    "    serve(MyBot())",
    "    import os, signal\n\n    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])\n    serve(MyBot())",
)


def test_impatience_with_a_bot_that_does_not_stop_costs_no_result_and_leaves_nothing(my_bot: Path) -> None:
    (my_bot / "stubborn.py").write_text(STUBBORN)
    (my_bot / "tmp").mkdir()
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "arena.cli",
            "play",
            "rummy",
            "./stubborn.py",
            "random",
            "-n",
            "100000",
            "--replays",
            "kept",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=my_bot,
        env=ENVIRONMENT | {"TMPDIR": str(my_bot / "tmp")},
    )
    until(lambda: under_way(my_bot))
    bots = offspring(process)
    for _ in range(3):
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)
    told, said = process.communicate(timeout=30)
    assert process.returncode == 130 and "Interrupted: the standings are of what was played." in told, said
    assert not psutil.wait_procs(bots, timeout=5)[1] and not list((my_bot / "tmp").iterdir())


def test_replays_that_cannot_be_written_end_the_series_with_its_results(my_bot: Path) -> None:
    process = start("play", "rummy", "random", "random", "-n", "100000", "--replays", "kept", "--quiet", folder=my_bot)
    until(lambda: under_way(my_bot))
    (my_bot / "kept").rename(my_bot / "elsewhere")
    told, _ = process.communicate(timeout=30)
    assert process.returncode == 1 and "Stopped: no replay can be written: " in told and "random#2" in told


def test_what_a_bot_prints_is_shown_when_wanted(my_bot: Path) -> None:
    (my_bot / "chatty.py").write_text(
        MY_BOT.replace("        melds", "        print('  I see', len(turn.codes))\n        melds")
    )
    process = start("play", "rummy", "./chatty.py", "random", "-n", "2", "--echo", folder=my_bot)
    _, said = process.communicate(timeout=60)
    lines = [line for line in said.splitlines() if line.startswith("./chatty.py:") and "INFO" not in line]
    assert lines and all(re.fullmatch(r"\./chatty\.py:   I see \d+", line) for line in lines)


def test_a_bot_that_fails_is_told_of_at_once_and_not_when_its_clock_has_run_out(my_bot: Path) -> None:
    (my_bot / "broken.py").write_text(MY_BOT.replace("        melds", "        turn.nothing()\n        melds"))
    data = play("rummy", "./broken.py", "random", "-n", "40", "--limit", "30", "--bank", "60", folder=my_bot)
    assert data["seconds"] < 25 and data["bots"][1]["faults"] == {"malformed": 40}
    assert all("gave up" in reason for reason in data["faults"])
