"""The commands of a league as a user types them: real processes, a Redis and a folder of their own."""

import contextlib
import csv
import io
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psutil
import pytest
import redis

BOT = """from bots import Bot, serve


class MyBot(Bot):
    name = "my-bot"

    def choose(self, turn):
        return turn.legal[0]


if __name__ == "__main__":
    serve(MyBot())
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Arena:
    """`arena` with a home of its own."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.home = home
        self.folder = folder
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("MOTHERLODE_")}
        self.environment |= {
            "MOTHERLODE_HOME": str(home),
            "MOTHERLODE_API": f"127.0.0.1:{free_port()}",
            "MOTHERLODE_METRICS": f"127.0.0.1:{free_port()}",
        }

    def __call__(self, *words: str, code: int = 0, **variables: str) -> str:
        """What a command prints; what it says on standard error when it fails as expected."""
        done = subprocess.run(
            [sys.executable, "-m", "arena.cli", *words],
            env=self.environment | variables,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stderr if code and not done.stdout else done.stdout

    def json(self, *words: str) -> Any:
        return json.loads(self(*words, "--json"))

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-m", "arena.cli", *words], env=self.environment, cwd=self.folder)


def until(true: Callable[[], Any], seconds: float = 60.0) -> Any:
    deadline = monotonic() + seconds
    while not (found := true()):
        assert monotonic() < deadline, "it did not happen in time"
        sleep(0.1)
    return found


def stop(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0


@pytest.fixture
def arena(tmp_path: Path) -> Arena:
    return Arena(tmp_path / "home", tmp_path)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    """An arena that runs, with a tournament of Mineral Rummy that is over."""
    folder = tmp_path_factory.mktemp("league")
    arena = Arena(folder / "home", folder)
    (folder / "my_bot.py").write_text(BOT)
    up = arena.start("up", "--slots", "1")
    try:
        until((folder / "home" / "redis.sock").exists)
        for target in ("random", "greedy", "./my_bot.py"):
            arena("bot", "add", target)
        said = arena("tournament", "create", "rummy", "--players", "3", "--sets", "3", "--bots", "greedy,random,my-bot")
        assert said.startswith("rummy-round-robin-1:")
        until(lambda: arena.json("tournament", "status", "rummy-round-robin-1")["state"] == "over")
        yield arena
    finally:
        stop(up)


def test_a_tournament_runs_to_its_placing(running: Arena) -> None:
    status = running.json("tournament", "status", "rummy-round-robin-1")
    assert (status["done"], status["planned"], status["open"], status["faults"]) == (9, 9, 0, [])
    assert sorted(bot for group in status["placing"] for bot in group) == ["greedy@1", "my-bot@1", "random@1"]
    assert "9 of 9 matches" in running("tournament", "status")
    assert [t["id"] for t in running.json("tournament", "list")] == ["rummy-round-robin-1"]


def test_standings_show_elo_interval_superiority_and_head_to_head(running: Arena) -> None:
    found = running.json("standings", "rummy", "--head-to-head")["rummy"]
    best, *_, last = found["standings"]
    assert best["bot"] == "greedy@1" and best["games"] == 9
    assert best["fitted"]["low"] < best["fitted"]["elo"] < best["fitted"]["high"]
    assert best["superiority"] > 0.5 and last["superiority"] is None
    assert sum(row["elo"] for row in found["standings"]) == pytest.approx(4500)
    pairs = {(p["bot"], p["against"]): p for p in found["head_to_head"]}
    assert pairs["greedy@1", "random@1"]["wins"] == pairs["random@1", "greedy@1"]["losses"]
    assert "greedy@1" in running("standings", "--head-to-head")


def test_a_bot_is_shown_with_its_rating_by_game(running: Arena) -> None:
    shown = running.json("bot", "show", "my-bot")
    assert shown["target"] == str(running.folder / "my_bot.py")
    assert shown["ratings"]["rummy"]["games"] == 9 and shown["last_fault"] == ""
    assert "state" in running("bot", "show", "my-bot@1")


def test_a_match_is_shown_and_its_replay_is_true(running: Arena) -> None:
    (match,) = running.json("match", "list", "--tournament", "rummy-round-robin-1", "--bot", "greedy", "--count", "1")
    assert match["ranks"] and match["replay"] and match["attempt"] == 1
    assert match["match"] in running("match", "list")
    assert "greedy@1" in running("match", "show", match["match"])
    running("match", "replay", match["match"], "-o", "one.replay")
    assert "ok" in running("replay", "verify", "one.replay")


def test_results_are_exported_as_csv_and_json(running: Arena) -> None:
    rows = list(csv.DictReader(io.StringIO(running("export", "results", "--tournament", "rummy-round-robin-1"))))
    assert len(rows) == 27 and {row["verdict"] for row in rows} == {"played"}
    running("export", "log", "--game", "rummy", "--format", "json", "-o", "log.json")
    log = json.loads((running.folder / "log.json").read_text())
    assert len(log) == 27 and {line["seat"] for line in log} == {0, 1, 2}
    ratings = list(csv.DictReader(io.StringIO(running("export", "ratings"))))
    assert [row["place"] for row in ratings] == ["1", "2", "3"]


def test_ratings_follow_from_the_log_and_a_difference_is_found_and_mended(running: Arena) -> None:
    assert "all agree" in running("ratings", "recompute")
    client = redis.Redis(unix_socket_path=str(running.home / "redis.sock"))
    client.zincrby("{motherlode}:elo:rummy", 1.0, "greedy@1")
    client.hincrby("{motherlode}:h2h:rummy", "greedy@1 random@1", 1)
    client.close()
    said = running("ratings", "recompute", "rummy", code=1)
    assert "2 do not agree" in said and "Elo of greedy@1" in said
    assert "Written" in running("ratings", "recompute", "--write")
    assert "all agree" in running("ratings", "recompute", "rummy")


def test_tournaments_are_paused_resumed_and_cancelled(running: Arena) -> None:
    running("tournament", "create", "lagoon", "--bots", "random,greedy", "--sets", "500", "--name", "long", "--unrated")
    running("tournament", "pause", "long")
    assert running.json("tournament", "status", "long")["state"] == "paused"
    assert "does not run" in running("tournament", "pause", "long", code=1)
    running("tournament", "resume", "long")
    running("tournament", "cancel", "long", "--yes")
    until(lambda: running.json("tournament", "status", "long")["open"] == 0)


def test_a_ladder_starts_and_stops(running: Arena) -> None:
    running("ladder", "start", "minerals", "--players", "3")
    until(lambda: running.json("ladder", "status", "minerals")[0]["done"] > 3)
    assert "goes on with it" in running("ladder", "stop", "minerals")
    (ladder,) = running.json("ladder", "status")
    assert ladder["state"] == "paused" and "greedy@1" in ladder["active"]
    assert "other rules" in running("ladder", "start", "minerals", "--players", "2", code=1)
    assert "tables of 3" in running("ladder", "start", "minerals")
    assert "is a ladder" in running("tournament", "cancel", "ladder-minerals", "--yes", code=1)
    running("ladder", "stop", "minerals")


def test_benching_says_why_and_unbenching_lets_back(running: Arena) -> None:
    running("bot", "bench", "random", "--reason", "too lucky")
    assert running.json("bot", "show", "random")["reason"] == "too lucky"
    running("bot", "unbench", "random")
    assert running.json("bot", "show", "random")["state"] == "active"


def test_two_programs_are_not_registered_as_one_version(running: Arena) -> None:
    assert "--replace" in running("bot", "add", "./my_bot.py", "--name", "random", code=1)


def test_the_shell_completes_commands_games_bots_and_tournaments(running: Arena) -> None:
    def complete(words: str) -> set[str]:
        said = running(_ARENA_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(words.count(" ")))
        return {line.partition(",")[2] for line in said.split()}

    assert {"add", "list", "show", "bench", "unbench", "remove", "host", "check"} <= complete("arena bot ")
    assert complete("arena standings r") == {"rummy"}
    assert complete("arena bot show g") == {"greedy@1"}
    assert complete("arena tournament status rummy") == {"rummy-round-robin-1"}


def bots_of(host: subprocess.Popen[bytes]) -> dict[str, psutil.Process]:
    """The bots a host runs, by the module or file they are."""
    found = {}
    for child in psutil.Process(host.pid).children():
        with contextlib.suppress(psutil.Error):  # it is just ending
            words = child.cmdline()
            if "tether.py" not in " ".join(words) and len(words) > 1 and "redis" not in words[0]:
                found[words[-1]] = child
    return found


def test_a_host_starts_what_is_added_brings_back_what_dies_and_stops_what_is_removed(arena: Arena) -> None:
    host = arena.start("bot", "host")
    try:
        until((arena.home / "redis.sock").exists)
        arena("bot", "add", "random")
        first = until(lambda: bots_of(host).get("bots.random"))
        first.kill()
        until(lambda: (again := bots_of(host).get("bots.random")) and again.pid != first.pid)
        until((arena.home / "bots" / "random@1.sock").exists)
        assert "hosted already" in arena("bot", "host", code=1)
        arena("bot", "remove", "random")
        until(lambda: not bots_of(host))
        arena("bot", "add", "greedy")
        last = until(lambda: bots_of(host).get("bots.greedy"))
    finally:
        stop(host)
    assert not last.is_running()
    assert [path.name for path in (arena.home / "bots").iterdir()] == ["host.lock"]


def test_a_deep_home_and_a_long_name_still_have_a_socket(tmp_path: Path) -> None:
    arena = Arena(tmp_path / ("deep" * 25), tmp_path)
    bot = json.loads(arena("bot", "add", "random", "--name", "x" * 60, "--json"))
    assert len(bot["address"].removeprefix("unix:")) <= 100
    host = arena.start("bot", "host")
    try:
        until(Path(bot["address"].removeprefix("unix:")).exists)
    finally:
        stop(host)
    assert not Path(bot["address"].removeprefix("unix:")).parent.exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("bot", "add", "nobody"), "unknown bot 'nobody'"),
        (("bot", "show", "nobody"), "there is no bot 'nobody'"),
        (("tournament", "status"), "there are no tournaments yet"),
        (("tournament", "create", "rummy"), "at least 2 entrants"),
        (("match", "show", "m"), "there is no match 'm'"),
        (("ladder", "stop", "rummy"), "there is no tournament 'ladder-rummy'"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(arena: Arena, words: tuple[str, ...], says: str) -> None:
    said = arena(*words, code=1)
    assert says in said and "Traceback" not in said


def test_a_redis_that_is_configured_and_does_not_answer_is_named_without_its_password(arena: Arena) -> None:
    url = f"redis://:secret@127.0.0.1:{free_port()}/0"
    said = arena("bot", "list", code=1, MOTHERLODE_REDIS_URL=url)
    assert "no Redis answers at redis://127.0.0.1" in said and "secret" not in said
    assert "MOTHERLODE_REDIS_URL" in arena("standings", code=1, MOTHERLODE_REDIS_URL="nonsense")
