"""The cards and numbers of the game come from its data files: other files make another game, broken ones are refused by name."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.lagoon import tables

HOME = Path(tables.__file__).parent
ROOT = HOME.parent.parent


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the data files, to be changed."""
    place = tmp_path / "lagoon"
    place.mkdir()
    for file in HOME.glob("*.toml"):
        shutil.copy(file, place)
    return place


def change(place: Path, file: str, old: str, new: str) -> None:
    text = (place / file).read_text()
    assert old in text
    (place / file).write_text(text.replace(old, new, 1))


def change_card(place: Path, file: str, slug: str, old: str, new: str) -> None:
    """A change within one entry."""
    head, found, tail = (place / file).read_text().partition(f'slug = "{slug}"\n')
    assert found and old in tail.partition("\n[[")[0]
    (place / file).write_text(head + found + tail.replace(old, new, 1))


def run(place: Path, program: str) -> str:
    """What a program prints that is played with these data."""
    environment = {**os.environ, "MOTHERLODE_DATA": str(place.parent)}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return done.stdout.strip() or done.stderr


POSITION = "from tests.engine.lagoon.positions import *; "


def test_the_box_is_as_the_rules_describe_it() -> None:
    box = tables.load()
    assert [len(cards) for cards in (box.spaces, box.galleries, box.deals, box.shipments)] == [20, 40, 40, 41]
    assert [len(cards) for cards in (box.equipment, box.corporations, box.objectives)] == [24, 12, 24]
    assert sum(tile.amount for tile in box.galleries) == 84
    assert sum(tile.amount == 0 for tile in box.galleries) == 4
    assert box.pay_rounds == (3, 6, 9, 12, 15)
    assert {part.do for thing in (*box.spaces, *box.equipment) for part in thing.effect} == set(tables.WORDS)
    assert [card.slug for card in box.equipment if not card.effect] == [
        "pickaxe-set",
        "ventilation-fan",
        "conveyor",
        "excavator",
    ]


def test_other_numbers_make_another_game(data: Path) -> None:
    program = (
        "import engine; g = engine.new('lagoon', 2, 'standard', 1); g.playout(3); view = g.view(None); "
        "print(view['round'], len(view['equipment_market']), len(view['shipment_market']))"
    )
    assert run(data, program).endswith(" 6 8")
    change(data, "board.toml", "rounds = 15", "rounds = 2")
    change(data, "board.toml", "pay_rounds = [3, 6, 9, 12, 15]", "pay_rounds = [1]")
    change(data, "board.toml", "equipment_shown = 6", "equipment_shown = 3")
    change(data, "board.toml", "shipments_shown = 8", "shipments_shown = 9")
    assert run(data, program) == "2 3 9"


CARDS = [
    # A card's effect is what its entry says: the tipper with every word that Equipment may have.
    ("money", "{ do = 'money', money = 7 }", "seat(equipment='tipper')", "[]", "it['money']", "7"),
    (
        "sell",
        "{ do = 'sell', resource = 'iron', money = 3 }",
        "seat(equipment='tipper', resources='iron')",
        "[]",
        "it['money'], it['resources']",
        "3 [0, 0, 0, 0]",
    ),
    (
        "recruit",
        "{ do = 'recruit', worker = 'merchant', cost = 2, limit = 5 }",
        "seat(equipment='tipper', money=3)",
        "[]",
        "it['money'], it['merchants']",
        "1 5",
    ),
    (
        "enrich",
        "{ do = 'enrich', times = 4, same = 3 }",
        "seat(equipment='tipper', resources='5 iron, gold')",
        "['enrich iron', 'enrich iron', 'enrich iron', 'enrich gold']",
        "it['resources']",
        "[0, 2, 0, 0]",
    ),
    (
        "trade",
        "{ do = 'trade', give = 2, times = 3 }",
        "seat(equipment='tipper', resources='6 iron')",
        "['trade iron iron for money'] * 3",
        "it['money']",
        "3",
    ),
    (
        "artifact",
        "{ do = 'artifact' }",
        "seat(equipment='tipper', resources='4 iron')",
        "['artifact iron']",
        "it['artifacts']",
        "[0, 1, 0, 0]",
    ),
    (
        "galleries",
        "{ do = 'galleries', tiles = 1, pay = [1, 9] }",
        "seat(equipment='tipper')",
        "['place 1a up']",
        "it['money'], len(discarded(g))",
        "9 0",
    ),
    (
        "equip",
        "{ do = 'equip' }",
        "seat(equipment='tipper', money=9)",
        "['equip excavator']",
        "it['money'], it['score']",
        "1 5",
    ),
    (
        "ship",
        "{ do = 'ship' }",
        "seat(equipment='tipper', resources='2 iron'), shipments='iron-2'",
        "['ship iron-2']",
        "it['score']",
        "2",
    ),
    (
        "close",
        "{ do = 'close', bonus = 5 }",
        "seat(equipment='tipper', deals='gold-2', enriched='gold 2')",
        "['close gold-2', 'pay gold 2']",
        "it['score']",
        "8",
    ),
    (
        "discard",
        "{ do = 'discard', money = 6 }",
        "seat(equipment='tipper', deals='gold-2')",
        "['discard gold-2']",
        "it['money']",
        "6",
    ),
    (
        "raise",
        "{ do = 'raise', cost = 0 }",
        "seat(equipment='tipper', enriched='gold 1')",
        "['raise gold 1']",
        "it['enriched'][0]",
        "[0, 1, 0, 0]",
    ),
    (
        "crush",
        "{ do = 'crush', level = 4, vp = 9 }",
        "seat(equipment='tipper', enriched='gold 4')",
        "['crush gold 4']",
        "it['score']",
        "9",
    ),
    (
        "draw or close",
        "{ do = 'draw' }, { do = 'close', bonus = 2 }",
        "seat(equipment='tipper', deals='gold-2', enriched='gold 2')",
        "['close gold-2', 'pay gold 2']",
        "it['score']",
        "5",
    ),
    (
        "enrich or buy",
        "{ do = 'enrich', times = 1, same = 1 }, { do = 'buy', times = 3 }",
        "seat(equipment='tipper', money=9), center='gold 1 of 1, iron 1 of 1, copper 1 of 1, silver 1 of 1'",
        "['buy gold 1 from 1', 'buy iron 1 from 1', 'buy copper 1 from 1']",
        "it['money']",
        "6",
    ),
]


@pytest.mark.parametrize(
    ("effect", "where", "moves", "shown", "expected"), [c[1:] for c in CARDS], ids=[c[0] for c in CARDS]
)
def test_an_effect_is_what_the_entry_says_not_what_the_card_is_called(
    data: Path, effect: str, where: str, moves: str, shown: str, expected: str
) -> None:
    change_card(
        data, "equipment.toml", "tipper", 'effect = [{ do = "trade", give = 1, times = 1 }]', f"effect = [{effect}]"
    )
    program = f"g = position({where}); play(g, 'use tipper', *{moves}); "
    end = f"it = g.view(None)['seats'][0]; assert g.view(None)['pending'] is None; print({shown})"
    assert run(data, POSITION + program + end) == expected


def test_the_spaces_of_the_board_follow_their_entries(data: Path) -> None:
    change_card(data, "board.toml", "trade-1", 'do = "trade", give = 2, times = 2', 'do = "boost"')
    change_card(data, "board.toml", "merchant-3", "cost = 3, limit = 7", "cost = 1, limit = 5")
    change_card(data, "board.toml", "deal-2", "bonus = 0, once = true", "bonus = 4")
    program = (
        "g = position(seat(money=1), center='gold 4 of 0'); print(legal(g, 'act')); "
        "play(g, 'act trade-1', 'boost gold 4 of 0', 'depart 3', 'pass', 'act merchant-3'); "
        "print(g.view(None)['seats'][0]['money'], legal(g, 'act')); "
        "g = position(seat(ship=2, deals='gold-2', enriched='gold 2')); play(g, 'act deal-2', 'close gold-2', 'pay gold 2'); "
        "print(g.view(None)['seats'][0]['score'], g.view(None)['seats'][0]['closed'])"
    )
    assert run(data, POSITION + program).splitlines() == [
        "['act deal-1', 'act trade-1']",
        "0 ['act galleries-3']",
        "7 False",
    ]


def test_cards_tiles_and_objectives_are_worth_what_their_entries_say(data: Path) -> None:
    change_card(
        data, "deals.toml", "gold-2", 'needs = [["gold", 2]]\nvp = 3', 'needs = [["silver", 4], ["iron", 1]]\nvp = 11'
    )
    change_card(
        data, "shipments.toml", "iron-2", "resources = { iron = 2 }\nvp = 2", "resources = { copper = 1 }\nvp = 12"
    )
    change_card(data, "galleries.toml", "gold-4a", 'mineral = "gold"', 'mineral = "silver"')
    change_card(
        data,
        "objectives.toml",
        "center-magnate",
        'form = "most"\nmetric = "center_value"\nvp = 4',
        'form = "table"\nmetric = "merchants"\ntable = [[1, 1], [2, 20]]',
    )
    program = (
        "g = position(seat(ship=1, money=4, deals='gold-2', enriched='silver 4, iron 1', resources='copper', miners=4, "
        "objectives='center-magnate'), seat(passed=True), shipments='iron-2', galleries={'1a1': 'gold-4a 4'}, round=15); "
        "play(g, 'act deal-1', 'close gold-2', 'pay silver 4', 'pay iron 1'); it = g.view(None)['seats'][0]; print(it['score']); "
        "play(g, 'act mine-1', *['assign 1a1'] * 4, 'depart 3', 'act shipment-3', 'ship iron-2'); "
        "it = g.view(None)['seats'][0]; print(it['score'], it['resources']); print(pass_all(g)['objective_vp'][0][0])"
    )  # fmt: skip
    assert run(data, POSITION + program).splitlines() == ["11", "23 [0, 0, 0, 4]", "20"]


def test_every_game_of_other_data_keeps_the_invariants(data: Path) -> None:
    change(data, "board.toml", "line_limit = 4 ", "line_limit = 9 ")
    change(data, "board.toml", "gallery_limit = 4", "gallery_limit = 6")
    change(data, "board.toml", "actions_per_turn = 2", "actions_per_turn = 3")
    change_card(data, "galleries.toml", "gold-4a", "amount = 4", "amount = 6")
    change_card(data, "corporations.toml", "pit-brigade", "miners = 4", "miners = 9")
    change_card(data, "equipment.toml", "conveyor", "effect = []", 'effect = [{ do = "artifact" }]')
    program = (
        "import engine, random; dice = random.Random(1)\n"
        "for n in range(12):\n"
        "    g = engine.new('lagoon', 2 + n % 3, 'standard', n)\n"
        "    while not g.over:\n"
        "        s = dice.choice(g.actors); g.apply(s, dice.choice(g.legal(s))); g.check()\n"
        "        if dice.random() < 0.05: assert engine.from_view(g.view(s), 1) == g.determinize(s, 1)\n"
        "print('sound')"
    )
    assert run(data, program) == "sound"


BROKEN = [
    ("board.toml", "id = 3\n", "id = 4\n", r"board.toml, space 3: ids count from 0 .* this is 4"),
    ("board.toml", 'slug = "deal-2"', 'slug = "deal-1"', r"board.toml, space 7: the slug 'deal-1' is taken"),
    ("board.toml", 'slug = "deal-2"', 'slug = "Deal 2"', r"board.toml, space 7: slug is lower-case words .* not 'Deal 2'"),
    ("board.toml", "rounds = 15", "rounds = 0", r"board.toml, constants: rounds is an integer from 1 to 99, not 0"),
    ("board.toml", "goal = 30", "goals = 30\ngoal = 30", r"board.toml, constants: unknown key 'goals'"),
    ("board.toml", "goal = 30 ", "# ", r"board.toml, constants: goal is missing"),
    ("board.toml", "pay_rounds = [3,", "pay_rounds = [16,", r"constants: pay_rounds is an integer from 1 to 15, not 16"),
    ("board.toml", "objectives_dealt = 3", "objectives_dealt = 4", r"constants: objectives_dealt is .* 3 to 3, not 4"),
    ("board.toml", '["gold", "iron"', '["iron", "gold"', r"board.toml, resources: expected \['gold', 'iron'"),
    ("board.toml", '{ do = "depart" }', '{ do = "equip" }', r"board.toml, space: island 1 must have one space to depart"),
    ("board.toml", '{ do = "artifact" }', '{ do = "steal" }', r"space 0, effect\[0\]: do is one of .* not 'steal'"),
    ("board.toml", 'effect = [{ do = "artifact" }]', "effect = []", r"space 0: a space must have an effect"),
    ("board.toml", 'worker = "miner"\neffect', 'worker = "merchant"\neffect', r"space 1: Miners work on the spaces to mine"),
    ("board.toml", "island = 1", "island = 5", r"space 0: island is an integer from 1 to 4, not 5"),
    ("board.toml", "pay = [0, 2, 3]", "pay = [0, 2]", r"space 12, effect\[0\]: pay has 3 elements, not 2"),
    ("board.toml", "give = 2, times", "give = 3, times", r"space 3, effect\[0\]: give is an integer from 1 to 2, not 3"),
    ("board.toml", "once = true", "once = 1", r"space 2, effect\[1\]: once is true or false, not 1"),
    ("board.toml", '[{ do = "draw" }, {', '[{ do = "boost" }, {', r"space 2: the alternatives there are: draw or close"),
    ("galleries.toml", "amount = 4", "amount = 5", r"galleries.toml, gallery 0: amount is .* 0 to 4, not 5"),
    ("galleries.toml", 'mineral = "gold"\n', "", r"galleries.toml, gallery 0: a gallery has a mineral if and only if"),
    ("galleries.toml", 'mineral = "gold"', 'mineral = "zinc"', r"gallery 0: mineral is one of gold, iron, .* not 'zinc'"),
    ("deals.toml", '["gold", 2]', '["gold", 5]', r"deals.toml, deal 0: needs is an integer from 1 to 4, not 5"),
    ("deals.toml", '["gold", 2]', '["zinc", 2]', r"deals.toml, deal 0: needs is one of gold, .* not 'zinc'"),
    ("deals.toml", '["gold", 2]', '["gold"]', r"deals.toml, deal 0: needs has 2 elements, not 1"),
    ("deals.toml", '[["gold", 2]]', '[["gold", 2], ["gold", 1]]', r"deal 0: a Deal asks for a resource only once"),
    ("deals.toml", '[["gold", 2]]', "[]", r"deal 0: a Deal asks for something"),
    ("deals.toml", "vp = 3", "vp = -1", r"deal 0: vp is an integer from 0 to 99, not -1"),
    ("shipments.toml", "{ gold = 2 }", "{}", r"shipments.toml, shipment 0: a shipment asks for something"),
    ("shipments.toml", "{ gold = 2 }", "{ mud = 2 }", r"shipment 0, resources: unknown key 'mud'"),
    ("shipments.toml", 'artifact = "gold"', 'artifact = "tin"', r"shipment 37: artifact is one of gold, .* not 'tin'"),
    ("equipment.toml", 'do = "boost"', 'do = "mine"', r"equipment.toml, equipment 4: mine is for spaces"),
    ("equipment.toml", 'do = "boost"', 'do = "boost", level = 2', r"equipment 4, effect\[0\]: unknown key 'level'"),
    ("equipment.toml", 'resource = "copper", ', "", r"equipment 11, effect\[0\]: resource is missing"),
    ("equipment.toml", "cost = 2", 'cost = "2"', r"equipment 0: cost is an integer from 0 to 99, not '2'"),
    ("equipment.toml", "level = 1 }", "level = 3 }", r"equipment 5, effect\[0\]: level is .* 1 to 2, not 3"),
    ("corporations.toml", "deals = 0", "deals = 11", r"corporation 0: deals is an integer from 0 to 10, not 11"),
    ("corporations.toml", "money = 4\n", "", r"corporation 0: money is missing"),
    ("objectives.toml", 'form = "most"', 'form = "least"', r"objective 0: form is one of most, at_least, .* not 'least'"),
    ("objectives.toml", '"center_value"', '"beauty"', r"objective 0: metric is one of center_value, .* not 'beauty'"),
    ("objectives.toml", "[[2, 2], [4, 4]", "[[4, 2], [2, 4]", r"objective 2: table has rows that ascend"),
    ("objectives.toml", "count = 6\n", "", r"objective 12: count is missing"),
    ("objectives.toml", "[[objective]]", "[[objective", r"objectives.toml: no TOML"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "reason"), BROKEN)
def test_broken_data_are_refused_by_file_entry_and_reason(
    data: Path, file: str, old: str, new: str, reason: str
) -> None:
    change(data, file, old, new)
    with pytest.raises(ValueError, match=reason):
        tables.load(data)


@pytest.mark.parametrize(
    ("file", "key", "count"),
    [
        ("galleries", "gallery", 40),
        ("deals", "deal", 40),
        ("shipments", "shipment", 41),
        ("equipment", "equipment", 24),
        ("corporations", "corporation", 12),
        ("objectives", "objective", 24),
        ("board", "space", 20),
    ],
)
def test_a_box_with_a_piece_missing_is_refused(data: Path, file: str, key: str, count: int) -> None:
    path = data / f"{file}.toml"
    path.write_text(path.read_text().rpartition(f"[[{key}]]")[0])
    with pytest.raises(ValueError, match=rf"{file}.toml, {key}: there are {count} entries, not {count - 1}"):
        tables.load(data)


def test_a_missing_file_is_named(data: Path) -> None:
    (data / "deals.toml").unlink()
    with pytest.raises(ValueError, match=r"deals\.toml: .*No such file"):
        tables.load(data)


def test_the_game_does_not_start_with_broken_data(data: Path) -> None:
    change(data, "equipment.toml", 'do = "boost"', 'do = "fly"')
    reason = "equipment.toml, equipment 4, effect[0]: do is one of"
    assert reason in run(data, "import engine; engine.new('lagoon', 2, 'standard', 1)")
