"""`arena bot check`: a report for people, JSON for programs, an exit code for CI."""

import json
from pathlib import Path

import pytest

from bots.misbehaving import KINDS
from tests.e2e.command import MY_BOT, ROOT, arena, start


def test_a_good_bot_is_fit_to_play(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(MY_BOT)
    told = arena("bot", "check", "./my_bot.py", "--game", "rummy", folder=tmp_path)
    lines = told.splitlines()
    assert lines[0] == "ok    describe: my-bot 1" and lines[-1] == "./my_bot.py: fit to play"
    for players in range(2, 7):
        assert any(line.startswith(f"ok    rummy, {players} players: ") for line in lines)
    for subject in ("several matches in one message", "unknown fields", "reconnect", "end of a session"):
        assert any(line.startswith(f"ok    {subject}: ") for line in lines)


def test_programs_get_json() -> None:
    data = json.loads(arena("bot", "check", "greedy", "--game", "minerals", "--json"))
    assert data["passed"] and {finding["mark"] for finding in data["findings"]} == {"ok"}


# Who answers twice is let pass, by the referee too.
WRONGS = [*(kind for kind in KINDS if kind not in ("slow", "twice")), "slow:3s", "garbage@hello", "huge@hello"]


@pytest.mark.parametrize("kind", WRONGS)
def test_each_wrong_is_found(kind: str) -> None:
    told = arena("bot", "check", kind, "--game", "rummy", "--limit", "0.3", code=1)
    assert "FAIL  " in told and "checks failed" in told


def test_a_bot_that_does_not_start_shows_its_last_words(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import no_such_module\n")
    told = arena("bot", "check", "./broken.py", folder=tmp_path, code=1)
    assert "No module named 'no_such_module'" in told


def test_a_bot_that_dies_is_not_asked_any_further(tmp_path: Path) -> None:
    (tmp_path / "mortal.py").write_text(MY_BOT.replace("melds = [", "print('out of ore'); exit(3); melds = ["))
    told = arena("bot", "check", "./mortal.py", folder=tmp_path, code=1)
    assert "FAIL  end: the bot ended with exit code 3; it said:\n" in told and "\nout of ore\n" in told
    assert told.count("players: ") == 1


def test_a_name_cannot_give_orders_to_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "rude.py").write_text(MY_BOT.replace('"my-bot"', r'"\x1b[2Jrude\x07"'))
    told = arena("bot", "check", "./rude.py", "--game", "rummy", folder=tmp_path)
    assert "\x1b" not in told and "rude" in told


def test_an_unknown_game_is_told() -> None:
    process = start("bot", "check", "random", "--game", "chess")
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2 and "there are" in said


def test_a_shell_script_is_a_bot_through_the_bridge() -> None:
    script = ROOT / "bots" / "kits" / "shell" / "bot.sh"
    bridge = f"cmd:arena bridge --programs 2 sh {script}"
    data = json.loads(arena("play", "rummy", bridge, "random", "--sets", "2", "--json"))
    assert data["matches"] == 4 and not data["faults"]


def test_what_a_bot_complains_of_is_shown_though_it_plays_well(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(
        MY_BOT.replace(
            "    def choose", "    def match_started(self, match):\n        raise KeyError('note')\n\n    def choose"
        )
    )
    told = arena("bot", "check", "./my_bot.py", "--game", "rummy", folder=tmp_path)
    assert "KeyError: 'note'" in told and "    raise KeyError" in told and "fit to play" in told
