"""What is on the cards comes from the data files: other files make another game, broken ones are refused by name."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.imperial import tables

HOME = Path(tables.__file__).parent
ROOT = HOME.parent.parent


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the data files, to be changed."""
    place = tmp_path / "imperial"
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


def test_the_box_is_as_the_rules_describe_it() -> None:
    box = tables.load()
    assert [sum(card.copies for card in box.cards if card.level == level) for level in (1, 2, 3, 4)] == [36, 43, 43, 14]
    assert len(box.cards) == 66 and len(box.events) == 18 and len(box.tracks) == 6 and len(box.surfaces) == 5
    assert box.numbers.factions == ("scots", "barbarians", "egyptians", "atlanteans", "japanese", "romans")
    assert box.numbers.deals == ((2, 3, 3), (2, 2, 2)) and box.numbers.drops == (4, 0)
    assert {card.cost for card in box.cards if card.level == 2} == {2}
    assert len({board.effects for board in box.surfaces}) == 1


SHOW = """
import engine
g = engine.new("imperial", 2, "standard", 1)
v = g.view(None)
print(v["phase"], len(v["seats"][0]["hand"]), v["events_left"])
for _ in range(3):
    g.playout(1)
    g = engine.new("imperial", 3, "first", 1)
    while not g.over:
        g.apply(g.actors[0], g.legal(g.actors[0])[-1])
        g.check()
w = g.determinize(1, 5)
print(w.view(1) == g.view(1), g.view(None)["round"])
"""


def test_other_numbers_make_another_game(data: Path) -> None:
    assert run(data, SHOW).splitlines() == ["draft 8 10", "True 10"]
    change(data, "rules.toml", "rounds = 10", "rounds = 6")
    change(data, "rules.toml", "events_used = 10", "events_used = 6")
    change(data, "rules.toml", "deal_standard = [2, 3, 3]", "deal_standard = [3, 2, 1]")
    assert run(data, SHOW).splitlines() == ["draft 6 6", "True 6"]
    change(data, "rules.toml", "keep_standard = 4", "keep_standard = 6")
    assert run(data, SHOW).splitlines()[0] in ("event 6 5", "choose 6 5")


def test_a_data_folder_without_this_game_changes_nothing(data: Path) -> None:
    shutil.rmtree(data)
    assert run(data, SHOW).splitlines() == ["draft 8 10", "True 10"]


GALLERY = 'do = [{ op = "vp", n = 1 }] },\n]\n\n[[card]]\nid = 18'  # the only effect of old-gallery, before quicksand
POSITION = """
from tests.engine.imperial.positions import *
g = position({mine!r}, {hand!r}, coins=9, event={event!r})
play(g, *{moves!r})
"""


def shown(data: Path, mine: str, hand: str, moves: list[str], show: str, event: str = "payday") -> str:
    return run(data, POSITION.format(mine=mine, hand=hand, moves=moves, event=event) + f"print({show})")


def test_an_effect_is_what_the_file_says_not_what_the_card_is(data: Path) -> None:
    moves = ["play old-gallery", "place 1,0", "option 1"]
    assert shown(data, "", "old-gallery", moves, "me(g)['vp'], me(g)['coins']") == "1 9"
    change(data, "cards.toml", GALLERY, GALLERY.replace("n = 1", 'per = "hand", each = 2, n = 3, max = 6'))
    assert shown(data, "", "old-gallery, 2 quicksand", moves, "me(g)['vp'], me(g)['coins']") == "6 9"


SIX_AROUND = (
    "1,-2 spoil-heap; 1,0 spoil-heap; 1,2 tea-house; 1,-4 tea-house; 2,-3 quicksand; 2,1 quicksand; 3,-2 platinum-drill; "
    "3,0 platinum-drill"
)


def test_a_card_of_row_2_may_count_six_neighbours(data: Path) -> None:
    effect = 'do = [{ op = "coins", n = 2 }] },\n  { text = "If you have at least 6 x different faction'
    change(data, "cards.toml", effect, effect.replace('op = "coins", n = 2', 'op = "vp", per = "neighbours", each = 1'))
    moves = ["play embassy", "place 2,-1", "option 1"]
    assert shown(data, SIX_AROUND, "embassy", moves, "me(g)['vp']") == "6"


def test_every_word_of_the_vocabulary_may_stand_on_any_card(data: Path) -> None:
    steps = (
        '{ op = "collapse", n = 1, where = "here" }, { op = "clear", n = 1, where = "here" }, '
        '{ op = "machine", n = 9, where = "here" }, { op = "unmachine", n = 2 }, { op = "coins", per = "machines_here", each = 5 }'
    )
    change(data, "cards.toml", GALLERY, GALLERY.replace('{ op = "vp", n = 1 }', steps))
    moves = ["play old-gallery", "place 1,0", "option 1"]
    assert shown(data, "", "old-gallery", moves, "options(g)") == "['clear 1,0']"
    show = "me(g)['coins'], at(g, 1, 0)['machines'], at(g, 1, 0)['collapse']"
    assert shown(data, "", "old-gallery", [*moves, "clear 1,0"], show) == "14 1 False"
    again = "engine.from_view(g.view(0), 1).view(0) == g.view(0)"
    assert shown(data, "", "old-gallery", moves, again) == "True"


def test_an_event_and_a_surface_board_do_what_the_file_says(data: Path) -> None:
    change(data, "events.toml", "extra = 1", "extra = 2")
    change(data, "surface.toml", 'do = [{ op = "coins", n = 2 }] }', 'pay = 11, do = [{ op = "vp", n = 9 }] }')
    moves = ["play old-gallery", "place 1,0", "option 1"]
    assert shown(data, "", "old-gallery", moves, "options(g)", "surface-fair") == "['surface 2', 'surface 3']"
    left = "g.view(0)['pending']['left']"
    assert shown(data, "", "old-gallery", moves, left, "surface-fair") == "3"
    # Once the two others are used, the first cannot be paid: the visit is over.
    moves += ["surface 3", "board 0", "surface 2", "draw 1"]
    assert shown(data, "", "old-gallery", moves, "g.view(0)['phase'], g.view(0)['round']", "surface-fair").endswith(
        " 6"
    )


BROKEN = [
    ("cards.toml", "copies = 2", "copies = 3", r"cards.toml, card: there are 36 cards of level 1, not 37"),
    ("cards.toml", "copies = 14", "copies = 0", r"cards.toml, card 65: copies is .*, not 0"),
    ("cards.toml", "id = 3\n", "id = 4\n", r"cards.toml, card 3: ids count from 0 .* this is 4"),
    ("cards.toml", 'slug = "war-drum"', 'slug = "peat-store"', r"card 2: the slug 'peat-store' is taken"),
    ("cards.toml", 'slug = "war-drum"', 'slug = "War drum"', r"card 2: slug is lower-case words .* not 'War drum'"),
    ("cards.toml", "level = 1", "level = 5", r"card 0: level is an integer from 1 to 4, not 5"),
    ("cards.toml", "cost = 0", "cost = 1", r"card 0: cost is an integer from 0 to 0, not 1"),
    ("cards.toml", "cost = 13", "cost = 14", r"card 63: cost is an integer from 0 to 13, not 14"),
    ("cards.toml", "cost = 2", "cost = true", r"card 18: cost is .* not True"),
    ("cards.toml", 'factions = ["scots"]', 'factions = ["picts"]', r"card 0: factions is one of scots, .* not 'picts'"),
    ("cards.toml", 'factions = ["scots"]', 'factions = ["scots", "scots"]', r"card 0: .* two different factions"),
    ("cards.toml", 'carts = ["r", "l"]', 'carts = ["r", "x"]', r"card 0: carts is one of tl, .* not 'x'"),
    ("cards.toml", 'op = "coins"', 'op = "gold"', r"card 0, effects\[0\], do\[0\]: op is one of coins, .* not 'gold'"),
    ("cards.toml", 'op = "coins", n = 2', 'op = "coins", n = 2, m = 2', r"card 0, .*do\[0\]: unknown key 'm'"),
    ("cards.toml", 'op = "coins", n = 2', 'op = "coins"', r"card 0, .*do\[0\]: n is missing"),
    ("cards.toml", 'per = "faction:scots"', 'per = "faction:picts"', r"card 1, .*: per is one of scots, .* not 'picts'"),
    ("cards.toml", 'per = "faction:scots"', 'per = "level:5"', r"card 1, .*: per is one of 1, 2, 3, 4, not '5'"),
    ("cards.toml", 'per = "collapses"', 'per = "earthquakes"', r"card 2, .*: per is one of faction, .* not 'earthquakes'"),
    ("cards.toml", 'where = "here"', 'where = "there"', r"card 2, .*: where is one of here, .* not 'there'"),
    ("cards.toml", 'faction = "any"', 'faction = "all"', r"card 9, .*: faction is one of scots, .* not 'all'"),
    ("cards.toml", "pay = 5, discount", "discount", r"card 0, effects\[1\]: discount needs pay"),
    ("cards.toml", "min = 1", "min = 1, least = 1", r"card 3, effects\[1\], need: unknown key 'least'"),
    ("cards.toml", 'op = "draw", n = 1', 'op = "draw", n = 1, level = 4', r"card 1, .*: level-4 cards are drawn by"),
    ("cards.toml", "copies = 2", "copies = 2\ncolour = 1", r"card 0: unknown key 'colour'"),
    ("cards.toml", "[[card]]", "[[card]", r"cards.toml: no TOML"),
    ("events.toml", 'type = "immediate"', 'type = "sudden"', r"events.toml, event 0: type is .* not 'sudden'"),
    ("events.toml", 'op = "rescue"', 'op = "luck"', r"event 11, ability: op is .* not 'luck'"),
    ("events.toml", "minus = 2", "minus = 2, plus = 2", r"event 7, ability: unknown key 'plus'"),
    ("events.toml", 'op = "rescue"', 'op = "advance"', r"event 11, ability: plus is missing"),
    ("events.toml", 'type = "immediate"', 'type = "ability"', r"event 0: ability is missing"),
    ("events.toml", 'where = "any"', 'where = "other"', r"event 4, do\[1\]: where 'other' needs a card"),
    ("events.toml", 'per = "carts"', 'per = "carts_here"', r"event 13, .*: per 'carts_here' needs a card"),
    ("events.toml", "do = [{", 'pay = 1\ndo = [{', r"event 0: unknown key 'pay'"),
    ("progress.toml", "side = 1", "side = 0", r"progress.toml, track 1: board and side are not those"),
    ("progress.toml", 'op = "coins", n = 1', 'op = "advance", n = 1', r"track 0, spaces\[1\], do\[0\]: advance has no place"),
    (
        "progress.toml",
        'op = "machine", n = 1, where = "any"',
        'op = "activate", n = 1, where = "any"',
        r"track 2, spaces\[1\], do\[0\]: activate has no place here",
    ),
    ("progress.toml", 'text = "Start.", do = []', 'do = [{ op = "vp", n = 1 }]', r"track 0: spaces\[0\] has an effect"),
    ("progress.toml", 'op = "coins", n = 1', 'op = "unmachine", n = 1', r"track 0, .*: unmachine needs a card"),
    ("surface.toml", 'op = "draw", n = 1', 'op = "draw", n = 1, level = 4', r"surface 0, effects\[1\], do\[0\]: level-4"),
    ("surface.toml", 'op = "advance", n = 1', 'op = "advance", per = "above", each = 1', r"surface 0, .*: per 'above' needs"),
    ("surface.toml", 'slug = "violet"', 'slug = "blue"', r"surface 4: the slug 'blue' is taken"),
    ("rules.toml", "events_used = 10", "events_used = 9", r"rules.toml, rules: events_used is .* not 9"),
    ("rules.toml", "rounds = 10", "rounds = 11", r"rules.toml, rules: rounds is .* not 11"),
    ("rules.toml", '"scots", ', "", r"rules.toml, rules: factions has 6 elements, not 5"),
    ("rules.toml", "hand_limit = 8", "", r"rules.toml, rules: hand_limit is missing"),
    ("rules.toml", "deal_first = [2, 2, 2]", "deal_first = [2, 2]", r"rules.toml, rules: deal_first has 3 elements, not 2"),
    ("rules.toml", "keep_standard = 4", "keep_standard = 9", r"rules.toml, rules: keep_standard is .* not 9"),
    ("rules.toml", "from = 46", "from = 35", r"rules.toml, rules: solo has titles that ascend"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "reason"), BROKEN)
def test_broken_data_are_refused_by_file_entry_and_reason(
    data: Path, file: str, old: str, new: str, reason: str
) -> None:
    change(data, file, old, new)
    with pytest.raises(ValueError, match=reason) as error:
        tables.load(data)
    assert str(error.value).startswith(file)


@pytest.mark.parametrize(
    ("file", "key", "reason"),
    [
        ("events.toml", "event", "events.toml, event: there are 18 entries, not 17"),
        ("progress.toml", "track", "progress.toml, track: there are 6 entries, not 5"),
        ("surface.toml", "surface", "surface.toml, surface: there are 5 entries, not 4"),
    ],
)
def test_a_component_too_few_is_refused(data: Path, file: str, key: str, reason: str) -> None:
    text = (data / file).read_text()
    (data / file).write_text(text[: text.rindex(f"[[{key}]]")])
    with pytest.raises(ValueError, match=reason):
        tables.load(data)


def test_a_text_for_people_may_stand_anywhere(data: Path) -> None:
    change(data, "cards.toml", "copies = 2", 'copies = 2\ntext = "whisky"')
    change(data, "cards.toml", 'op = "coins", n = 2', 'op = "coins", n = 2, text = "two"')
    change(data, "progress.toml", "side = 0", 'side = 0\ntext = "east"')
    assert tables.load(data) == tables.load()


def test_a_missing_file_is_named(data: Path) -> None:
    (data / "progress.toml").unlink()
    with pytest.raises(ValueError, match=r"progress\.toml: .*No such file"):
        tables.load(data)


def test_the_game_does_not_start_with_broken_data(data: Path) -> None:
    change(data, "cards.toml", 'op = "coins"', 'op = "gold"')
    assert "cards.toml, card 0, effects[0], do[0]: op is one of" in run(data, SHOW)
