"""The numbers of the game come from its data files: other files make another game, broken ones are refused by name."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.zavandor import tables

HOME = Path(tables.__file__).parent
ROOT = HOME.parent.parent


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the data files, to be changed."""
    place = tmp_path / "zavandor"
    place.mkdir()
    for file in HOME.glob("*.toml"):
        shutil.copy(file, place)
    return place


def change(place: Path, file: str, old: str, new: str) -> None:
    text = (place / file).read_text()
    assert old in text
    (place / file).write_text(text.replace(old, new, 1))


def run(place: Path, program: str) -> str:
    """What a program prints that is played with these data."""
    environment = {**os.environ, "MOTHERLODE_DATA": str(place.parent)}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return done.stdout.strip() or done.stderr


PLAY = "import engine; g = engine.new('zavandor', 2, 'standard', 1); "


def test_the_box_is_as_the_rules_describe_it() -> None:
    box = tables.load()
    assert [sum(deck.cards) for deck in box.decks] == [48, 24, 20, 20]
    assert [gem.bonus for gem in box.gems] == [9, 8, 7, 6]
    assert [card.type for card in box.cards[:4]] == ["scroll"] * 4
    assert sum(card.stage == "dark" for card in box.cards) == 32
    assert [board.dragon is None for board in box.boards] == [False, False, True, True, False]
    assert box.halls[21].moves == {7, 8, 9}


def test_other_numbers_make_another_game(data: Path) -> None:
    show = PLAY + "print([sum(s['backs']) for s in g.view(None)['seats']], g.notations(0))"
    assert run(data, show).startswith("[8, 8] ['pass', 'use scroll-of-dawn 3 copper'")
    change(data, "rules.toml", "starting_hand = [6, 6, 7, 7]", "starting_hand = [1, 2, 3, 4]")
    change(data, "improvements.toml", "[[], [[0,3,0,0,0], [0,0,3,0,0], [0,0,0,2,0]]", "[[], [[0,0,0,7,1]]")
    assert run(data, show) == "[3, 4] ['pass', 'use scroll-of-dawn 7 bronze 1 marker']"


def test_effects_follow_the_data_not_the_card(data: Path) -> None:
    change(data, "improvements.toml", 'wild = "sapphire"', "income = [[0,0,0,0,0], [0,0,0,0,0], [0,0,1,0,0]]")
    change(data, "rules.toml", "final_price = 3", "final_price = 1")
    count = PLAY + "print(g.playout(3) > 0, [f['left'] for f in g.view(None)['final']])"
    assert run(data, count) == "True [0, 0]"


def test_a_path_of_one_hall_ends_after_one_round(data: Path) -> None:
    (data / "path.toml").write_text(
        '[[hall]]\nid = 0\nslug = "door"\ncost = ""\nnext = [1]\n[[hall]]\nid = 1\nslug = "throne"\ncost = "s"\nnext = []\n'
    )
    assert run(data, PLAY + "g.playout(3); print(g.over, g.view(None)['round'])") == "True 1"


BROKEN = [
    ("gems.toml", "cards = [30, 12, 4, 2]", "cards = [31, 12, 4, 2]", r"gems.toml, deck: .*112 cards in all, not 113"),
    ("gems.toml", "cards = [30, 12, 4, 2]", "cards = [30, 12, 6]", r"gems.toml, deck 0: cards has 4 elements"),
    ("gems.toml", 'letter = "e"', 'letter = "s"', r"gems.toml, gem 1: the letter 's' is taken"),
    ("gems.toml", "bonus = 9", "bonus = 0", r"gems.toml, gem 0: bonus is an integer"),
    ("gems.toml", "id = 2", "id = 7", r"gems.toml, gem 2: ids count"),
    ("improvements.toml", "id = 9\n", "id = 10\n", r"improvements.toml, card 9: ids count"),
    ("improvements.toml", 'slug = "lantern-clan"', 'slug = "bluebeard-clan"', r"card 5: the slug .* is taken"),
    ("improvements.toml", 'slug = "lantern-clan"', 'slug = "Lantern clan"', r"card 5: slug is lower-case"),
    ("improvements.toml", 'suit = "emerald"', 'suit = "ruby"', r"card 17: suit is one of emerald"),
    ("improvements.toml", 'stage = "dark"', 'stage = "light"', r"suit sapphire: .* not 6 light"),
    ("improvements.toml", 'type = "clan"', 'type = "guild"', r"card 4: type is one of"),
    ("improvements.toml", '["s", "s", "s"]', '["s", "s", "x"]', r"card 4: costs\[2\] is 1 to 3"),
    ("improvements.toml", '["s", "s", "s"]', '["s", "s"]', r"card 4: income has 3 elements, not 4"),
    ("improvements.toml", '["s", "s", "s"]', '["-", "s", "s"]', r"card 4: costs\[0\]: no marker is set"),
    ("improvements.toml", 'wild = "sapphire"', 'wild = "topaz"', r"card 7: wild: the gems are"),
    ("improvements.toml", 'wild = "sapphire"', 'tame = "sapphire"', r"card 7: unknown key 'tame'"),
    ("improvements.toml", 'count = "clans"', 'count = "dwarves"', r"card 14, end_vp: count is one of"),
    ("improvements.toml", "[[3, 4], [4, 7]]", "[[4, 4], [3, 7]]", r"card 14, end_vp: table has thresholds that ascend"),
    ("improvements.toml", "vp = 2", 'vp = "2"', r"card 4: vp is an integer"),
    ("improvements.toml", "removable = false", "removable = 0", r"card 13: removable is true or false"),
    ("boards.toml", "spaces = 5", "spaces = 7", r"boards.toml, board 0: spaces is an integer from 1 to 6"),
    ("boards.toml", '["ss", "ee", "dd"]', '["ss", "ee", ""]', r"board 0, dragon: costs\[2\]"),
    ("boards.toml", "[board.family]", "[board.clan]", r"board 0: family is missing"),
    ("path.toml", "next = [21]", "next = [0]", r"path.toml, hall \d+: a way through this hall takes more than 9 moves"),
    ("path.toml", "next = [21]", "next = []", r"path.toml, hall 20: the way ends in the last hall"),
    ("path.toml", "next = [1, 2]", "next = [1]", r"path.toml, hall 2: no way leads"),
    ("path.toml", 'cost = "ss"', 'cost = ""', r"path.toml, hall 1: cost is 1 to 3"),
    ("rules.toml", "offer_size = 3", "offer_size = 4", r"rules.toml, rules: offer_size is an integer from 1 to 3"),
    ("rules.toml", "income_limit = 6", "", r"rules.toml, rules: income_limit is missing"),
    ("rules.toml", "[rules]", "[rules", r"rules.toml: no TOML"),
]


@pytest.mark.parametrize(("file", "old", "new", "reason"), BROKEN)
def test_broken_data_are_refused_by_file_entry_and_reason(
    data: Path, file: str, old: str, new: str, reason: str
) -> None:
    change(data, file, old, new)
    with pytest.raises(ValueError, match=reason):
        tables.load(data)


def test_a_missing_file_is_named(data: Path) -> None:
    (data / "path.toml").unlink()
    with pytest.raises(ValueError, match=r"path\.toml: cannot be read"):
        tables.load(data)


def test_the_game_does_not_start_with_broken_data(data: Path) -> None:
    change(data, "rules.toml", "bank_price = 2", "bank_price = 9")
    assert "rules.toml, rules: bank_price is an integer from 1 to 3, not 9" in run(data, PLAY)
