"""The components are data: other numbers make another game, broken ones are refused with file, entry and reason."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.minerals import tables

FILES = ("minerals.toml", "board.toml", "cards.toml", "tools.toml")
HERE = Path(tables.__file__).parent
ROOT = HERE.parent.parent


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with a copy of all games' data, as MOTHERLODE_DATA names it; minerals' own is in `minerals`."""
    (tmp_path / "minerals").mkdir()
    for file in FILES:
        shutil.copy(HERE / file, tmp_path / "minerals" / file)
    return tmp_path


def change(data: Path, file: str, old: str, new: str) -> None:
    path = data / "minerals" / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def told(data: Path, program: str) -> str:
    """What a program prints when the engine reads this data."""
    environment = {**os.environ, "MOTHERLODE_DATA": str(data)}
    head = (
        "import sys\nsys.path.insert(0, '.')\nfrom engine.minerals.rules import RULES\nfrom engine.game import begin\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", head + program], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


def test_the_data_of_the_document() -> None:
    found = tables.load()
    assert [m.count for m in found.minerals] == [53, 30, 20, 10, 5]
    assert len(found.exchanges) == 34
    assert found.cards[2].cost == (1, 2, 2, 1, 0) and found.cards[2].value == 21


def test_other_removals_change_the_setup(data: Path) -> None:
    program = "print(begin(RULES, 2, 'standard', 1).view(None)['removals_left'])"
    assert told(data, program) == "5"
    change(data, "board.toml", "removals = 5", "removals = 3")
    assert told(data, program) == "3"


def test_other_counts_change_the_board(data: Path) -> None:
    program = "print(''.join(begin(RULES, 2, 'standard', 1).view(None)['board']).count('5'))"
    assert told(data, program) == "5"
    change(data, "minerals.toml", "count = 30", "count = 28")
    change(data, "minerals.toml", "count = 5\n", "count = 7\n")
    assert told(data, program) == "7"


def test_a_longer_row_is_laid_out(data: Path) -> None:
    program = (
        "g = begin(RULES, 2, 'standard', 1)\n"
        "while g.view(None)['phase'] == 'remove': g.apply(g.actors[0], g.legal(g.actors[0])[0])\n"
        "print(len(g.view(None)['row']), g.view(None)['deck_count'])"
    )
    assert told(data, program) == "4 20"
    change(data, "board.toml", "row = 4", "row = 6")
    assert told(data, program) == "6 18"


def test_another_slug_changes_the_notation_and_nothing_is_lost_in_play(data: Path) -> None:
    change(data, "tools.toml", 'slug = "hammer"', 'slug = "mallet"')
    change(data, "tools.toml", "min_adjacent = 2", "min_adjacent = 3")
    program = (
        "seen = set()\n"
        "for seed in range(60):\n"
        "    g = begin(RULES, 3, 'standard', seed)\n"
        "    while not g.over:\n"
        "        seat = g.actors[0]; words = g.notations(seat)\n"
        "        seen |= {w.split()[0] for w in words}\n"
        "        g.apply(seat, g.legal(seat)[-1 - seed % 2 if len(words) > 1 else 0]); g.check()\n"
        "print('mallet' in seen, 'hammer' in seen)"
    )
    assert told(data, program) == "True False"


def remove_file(data: Path) -> None:
    (data / "minerals" / "cards.toml").unlink()


def edit(file: str, old: str, new: str) -> Callable[[Path], None]:
    return lambda data: change(data, file, old, new)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (remove_file, r"cards.toml: cannot be read"),
        (edit("cards.toml", "[[card]]", "[[card"), r"cards.toml: no TOML"),
        (edit("minerals.toml", "count = 53", "count = 54"), r"minerals.toml.*sum up to 119"),
        (edit("minerals.toml", "count = 53", 'count = "53"'), r"minerals.toml, mineral 1: count is an integer"),
        (edit("minerals.toml", "id = 2", "id = 1"), r"minerals.toml, mineral 2: ids count from 1"),
        (edit("minerals.toml", '"kyanite"', '"wollastonite"'), r"minerals.toml, mineral 2: the slug"),
        (edit("board.toml", "width = 16", "width = 12"), r"board.toml, grid: width"),
        (edit("board.toml", "[7, 8]]", "[9, 9]]"), r"board.toml, growth: the start cells must touch"),
        (edit("board.toml", "[7, 8]]", "[0, 8]]"), r"board.toml, growth: a start cell is"),
        (edit("board.toml", '"ragged"', '"jagged"'), r"board.toml, style 2: slug is one of .* not 'jagged'"),
        (edit("board.toml", "removals = 5", "removals = 50"), r"board.toml, setup: 50 removals"),
        (edit("board.toml", "row = 4", "row = 4\ncolumn = 1"), r"board.toml, setup: unknown key 'column'"),
        (
            edit("cards.toml", "cost = [3, 1, 0, 0, 0]", "cost = [3, 1, 0, 0]"),
            r"cards.toml, card 1: cost has 5 elements",
        ),
        (edit("cards.toml", "diamonds = 1", "diamonds = 2"), r"cards.toml, card 1: diamonds"),
        (edit("cards.toml", "value = 8", "value = 8\nlow_value = 2"), r"cards.toml, card 1: a low_value is for"),
        (edit("cards.toml", "id = 24", "id = 25"), r"cards.toml, card 24: ids count"),
        (
            edit("cards.toml", "cost = [2, 1, 0, 0, 1]", "cost = [0, 0, 0, 0, 1]"),
            r"cards.toml, card 15: it asks for nothing",
        ),
        (edit("tools.toml", '"add-tile"', '"add-tiles"'), r"tools.toml, tool 1: effect is one of .* not 'add-tiles'"),
        (edit("tools.toml", "min_adjacent = 2 ", "min_adjacent = 7 "), r"tools.toml, tool 1: min_adjacent"),
        (edit("tools.toml", "draw = 1 ", "drew = 1 "), r"tools.toml, tool 3: draw is missing"),
        (edit("tools.toml", 'when = ["cut"]', 'when = ["before"]'), r"tools.toml, tool 2: choose-cut works at cut"),
        (edit("tools.toml", "limit = 5 ", "limit = 7 "), r"tools.toml, tool 4: a limit of 7 gives"),
        (edit("tools.toml", "tile = 1\nside = 1", "tile = 1\nside = 0"), r"tools.toml, tool 4: side 0 of tile 1"),
        (edit("tools.toml", "cost = 5", "cost = 6"), r"tools.toml, tool 9: cost"),
    ],
)
def test_broken_data_is_refused_naming_file_entry_and_reason(
    data: Path, spoil: Callable[[Path], None], reason: str
) -> None:
    tables.load(data / "minerals")
    spoil(data)
    with pytest.raises(ValueError, match=reason):
        tables.load(data / "minerals")


def test_the_engine_does_not_start_on_broken_data(data: Path) -> None:
    change(data, "minerals.toml", "count = 53", "count = 52")
    assert "minerals.toml" in told(data, "print('started')")
