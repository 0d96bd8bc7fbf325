"""`arena replay` shows and verifies files."""

import json
from pathlib import Path

import pytest

from arena import replay
from tests.arena.test_replay import MATCH, RESULT, TEXT
from tests.e2e.command import arena, start


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.replay").write_text(TEXT)
    (tmp_path / "bad.replay").write_text(TEXT.replace("\nscores ", "\nscores 1"))
    (tmp_path / "short.replay").write_text(TEXT[:400])
    (tmp_path / "noise.replay").write_bytes(b"\xff\xfe\x00")
    return tmp_path


def test_a_match_is_walked_through(folder: Path) -> None:
    told = arena("replay", "show", "good.replay", folder=folder)
    assert f"rummy (standard), match {MATCH.id}" in told and "seat 1  bot1@1" in told
    state = replay.new_game(MATCH)
    for index, move in enumerate(RESULT.moves):
        assert f"{index:5}  {move.seat} bot{move.seat}@1  {state.notation(move.seat, move.code)}" in told
        state.apply(move.seat, move.code)
    assert told.rstrip().splitlines()[-1].startswith("  3.  seat 1"), "who forfeited is last"


def test_it_may_begin_later_and_show_what_a_seat_knew(folder: Path) -> None:
    told = arena("replay", "show", "good.replay", "--from", "20", "--seat", "2", "--views", folder=folder)
    assert "\n   19  " not in told and "\n   20  " in told and "hand: [" in told


def test_verify_says_which_files_are_true_and_where_others_differ(folder: Path) -> None:
    assert arena("replay", "verify", "good.replay", folder=folder) == "good.replay: ok\n"
    told = arena("replay", "verify", "good.replay", "bad.replay", "short.replay", folder=folder, code=1)
    good, bad, short, summary = told.splitlines()
    assert good == "good.replay: ok" and "the scores are" in bad and short.startswith("short.replay: line ")
    assert summary == "1 of 3 replays are true"


def test_verify_tells_programs_in_json(folder: Path) -> None:
    told = arena("replay", "verify", "--json", "good.replay", "bad.replay", folder=folder, code=1)
    first, second = map(json.loads, told.splitlines())
    assert first == {"file": "good.replay", "ok": True, "difference": None}
    assert second["ok"] is False and "scores" in second["difference"]


def test_a_replay_that_is_not_true_is_shown_with_a_warning(folder: Path) -> None:
    process = start("replay", "show", "bad.replay", folder=folder)
    shown, said = process.communicate(timeout=60)
    assert process.returncode == 1 and "    0  0 bot0@1" in shown and "bad.replay is not true: the scores are" in said
    (folder / "seat.replay").write_text(TEXT.replace("\n0 ", "\n9 ", 1))
    process = start("replay", "show", "seat.replay", folder=folder)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1 and said.startswith("Error: seat.replay is not true: move ")


@pytest.mark.parametrize("words", [("verify", "noise.replay"), ("show", "noise.replay"), ("show", "short.replay")])
def test_a_file_that_is_no_replay_is_told_in_a_sentence(folder: Path, words: tuple[str, ...]) -> None:
    process = start("replay", *words, folder=folder)
    out, said = process.communicate(timeout=60)
    assert process.returncode == 1 and "Traceback" not in said and (out + said).count("\n") <= 2


def test_one_file_that_is_no_text_does_not_hide_the_others(folder: Path) -> None:
    told = arena("replay", "verify", "noise.replay", "good.replay", folder=folder, code=1)
    assert "noise.replay: it is no replay: no UTF-8 text" in told and "good.replay: ok" in told
