"""What the tests of all games share: the configurations there are, random matches, digests of golden games."""

import json
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import engine

GOLDEN = Path(__file__).parent.parent / "golden"
GAMES = sorted(engine.games())
ALL = [
    (game, variant, players)
    for game, info in sorted(engine.games().items())
    for variant in info.variants
    for players in range(info.min_players, info.max_players + 1)
]


# So many of each configuration that a promise is tried in two thousand matches.
MATCHES = 1 + 2000 // len(ALL)


def bound(game: str, variant: str, players: int) -> int:
    """The most decisions a match can have, as its rules document proves."""
    bounds = tomllib.loads((GOLDEN / game / "bounds.toml").read_text())
    return int((bounds.get(variant) or bounds["any"])[str(players)])


def matches(game: str, variant: str, players: int, count: int = MATCHES) -> Iterator[tuple[engine.Game, Random]]:
    """New matches with seeds of their own, and dice to play them with."""
    for i in range(count):
        dice = Random(f"{game} {variant} {players} {i}")
        yield engine.new(game, players, variant, dice.randbytes(32)), dice


def random_move(g: engine.Game, dice: Random) -> tuple[int, int]:
    seat = dice.choice(g.actors)
    return seat, dice.choice(g.legal(seat))


def positions(
    game: str, variant: str, players: int, every: int, count: int = 1
) -> Iterator[tuple[engine.Game, Random]]:
    """One in `every` positions of `count` random matches, the first of each phase a match comes through, and the end."""
    for g, dice in matches(game, variant, players, count):
        seen: set[str] = set()
        while True:
            phase = g.view(None)["phase"]
            if phase not in seen or dice.randrange(every) == 0:
                seen.add(phase)
                yield g, dice
            if g.over:
                break
            g.apply(*random_move(g, dice))


def glimpses(game: str, variant: str, players: int) -> Iterator[tuple[engine.Game, Random]]:
    """A few positions of each of many random matches."""
    for g, dice in matches(game, variant, players):
        wait = dice.randrange(60)
        while not g.over:
            if wait == 0:
                yield g, dice
                wait = dice.randrange(60, 400)
            wait -= 1
            g.apply(*random_move(g, dice))


def everything(g: engine.Game) -> dict[str, Any]:
    """All that a digest of a golden game covers."""
    return {
        "actors": list(g.actors),
        "legal": {str(seat): g.notations(seat) for seat in g.actors},
        "views": [g.view(seat) for seat in [*range(g.players), None]],
    }


def digest(g: engine.Game) -> str:
    text = json.dumps(everything(g), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:8]


def golden_games(game: str, part: int, parts: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every `parts`-th golden game from `part` on, with its number."""
    with (GOLDEN / game / "golden.jsonl").open() as lines:
        for number, line in islice(enumerate(lines), part, None, parts):
            yield number, json.loads(line)
