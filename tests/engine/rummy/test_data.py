"""The component data: what is in the files is what is played, and what breaks a promise of the document is refused."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.rummy import tables

BOX = Path(tables.__file__).parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the box's files, to be changed."""
    copy = tmp_path / "rummy"
    copy.mkdir()
    for path in BOX.glob("*.toml"):
        shutil.copy(path, copy)
    return copy


def change(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))


def test_the_box_is_read():
    data = tables.load()
    assert len(data.ions) == 18
    assert sum(ion.copies for ion in data.ions) == 55
    assert [mineral.slug for mineral in data.minerals if not mineral.wilds] == ["quartz"]
    assert [variant.slug for variant in data.variants] == ["standard", "single", "target"]


def run(code: str, data: Path | None) -> str:
    env = {**os.environ, "PYTHONPATH": str(BOX.parent.parent)}
    env.pop("MOTHERLODE_DATA", None)
    if data is not None:
        env["MOTHERLODE_DATA"] = str(data)
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout


SHOW = """
import engine
g = engine.new("rummy", 4, "standard", 1)
v = g.view(None)
print([len(h) for h in v["hands"]], v["turns_each"], sum(h.count(4) for h in v["hands"] + [v["stock_cards"], v["discard"]]))
print(engine.playouts("rummy", 4, "standard", 50, seed=1).decisions)
while not g.over:
    g.apply(g.actors[0], g.legal(g.actors[0])[-1])
    g.check()
w = g.determinize(1, 5)
w.check()
print(w.view(1) == g.view(1))
"""


def test_other_data_make_another_game(folder: Path):
    change(folder, "rules.toml", "turns_each = 20", "turns_each = 9")
    change(folder, "rules.toml", "minerals = 2\nions = 7", "minerals = 2\nions = 8")
    change(folder, "ions.toml", 'slug = "lead"\nsymbol = "Pb"\ncopies = 2', 'slug = "lead"\nsymbol = "Pb"\ncopies = 5')
    change(
        folder,
        "ions.toml",
        'slug = "calcium"\nsymbol = "Ca"\ncopies = 5',
        'slug = "calcium"\nsymbol = "Ca"\ncopies = 2',
    )
    box, own = run(SHOW, None).splitlines(), run(SHOW, folder.parent).splitlines()
    assert box[0] == "[7, 7, 7, 7] 20 2"
    assert own[0] == "[8, 8, 8, 8] 9 5"
    assert int(own[1]) < int(box[1])
    assert box[2] == own[2] == "True"


def test_a_data_folder_without_this_game_changes_nothing(tmp_path: Path):
    assert run(SHOW, tmp_path) == run(SHOW, None)


BREAKS = [
    ("ions.toml", "copies = 4", "copies = 3", "ion: there are 55 cards in all, not 54"),
    ("ions.toml", "copies = 4", "copies = 8", "ion 0: copies is an integer from 1 to 7, not 8"),
    ("ions.toml", "copies = 4", "copies = '4'", "ion 0: copies is an integer from 1 to 7, not '4'"),
    ("ions.toml", "id = 3\n", "id = 4\n", "ion 3: ids count from 0 in the order of the file, this is 4"),
    ("ions.toml", 'slug = "iron"', 'slug = "lead"', "ion 4: the slug 'lead' is taken"),
    (
        "ions.toml",
        'slug = "iron"',
        'slug = "Iron ore"',
        "ion 3: slug is lower-case words joined by hyphens, not 'Iron ore'",
    ),
    ("ions.toml", "wild = false", "wild = true", "ion 0: the one wild kind must have the highest id, 17"),
    ("ions.toml", "points = 5", "points = 6", "ion 1: all ions but the wild must have the same points, 6, not 5"),
    ("ions.toml", "points = 15", "points = 5", "ion 17: a wild must have more points than an ion"),
    ("ions.toml", "wild = false", "wild = false\ncharge = 2", "ion 0: unknown key 'charge'"),
    ("ions.toml", "[[ion]]", "[[ion]", "ions.toml: "),
    ("minerals.toml", '["iron", "sulfide"]', '["iron", "gold"]', "mineral 4: unknown ion 'gold'"),
    ("minerals.toml", '["iron", "sulfide"]', '["iron", "wild"]', "mineral 4: unknown ion 'wild'"),
    ("minerals.toml", '["iron", "sulfide"]', '["iron", "iron"]', "mineral 4: an ion stands twice"),
    ("minerals.toml", '["iron", "sulfide"]', "[]", "mineral 4: it has no ions"),
    ("minerals.toml", '["iron", "sulfide"]', "[['iron']]", "mineral 4: unknown ion"),
    ("minerals.toml", "wilds = 0", "wilds = 2", "mineral 0: wilds is an integer from 0 to 1, not 2"),
    ("minerals.toml", "id = 15\n", "id = 16\n", "mineral 15: ids count from 0 in the order of the file, this is 16"),
    ("rules.toml", "players = [2, 3]", "players = [2]", "deal 0: there must be one deal for each number of players"),
    ("rules.toml", "players = [2, 3]", "players = [2, 7]", "deal 0: players is an integer from 2 to 6, not 7"),
    ("rules.toml", "minerals = 2", "minerals = 3", "deal 1: 3 minerals each do not come out of 16"),
    (
        "rules.toml",
        "ions = 7",
        "ions = 10",
        "deal 1: 10 ions each and a first discard do not come out of 55",
    ),
    ("rules.toml", "ions = 10", "ions = 8", "deal 0: 3 minerals may need more than the 8 cards dealt"),
    ("rules.toml", "turns_each = 20", "turns_each = 0", "round: turns_each is an integer from 1 to 250, not 0"),
    ("rules.toml", 'slug = "standard"', 'slug = "usual"', "variant 0: one of the variants must be named standard"),
    ("rules.toml", 'slug = "single"', 'slug = "target"', "variant 2: the slug 'target' is taken"),
    ("rules.toml", "rounds = 12", "rounds = 13", "variant 2: rounds is an integer from 0 to 12, not 13"),
]


@pytest.mark.parametrize(("file", "old", "new", "reason"), BREAKS, ids=[b[3][:40] for b in BREAKS])
def test_broken_data_are_refused_by_file_entry_and_reason(folder: Path, file: str, old: str, new: str, reason: str):
    change(folder, file, old, new)
    with pytest.raises(ValueError) as error:
        tables.load(folder)
    assert str(error.value).startswith(file)
    assert reason in str(error.value)


def test_a_missing_file_is_named(folder: Path):
    (folder / "minerals.toml").unlink()
    with pytest.raises(ValueError, match=r"minerals\.toml"):
        tables.load(folder)
