"""The games there are. A sixth one is a folder `engine/<id>/` and a line here."""

from functools import cache
from importlib import import_module
from typing import Any

# id -> the module of its rules, which names its Game class RULES
MODULES = {
    "minerals": "engine.minerals.rules",
    "lagoon": "engine.lagoon.rules",
    "imperial": "engine.imperial.rules",
    "rummy": "engine.rummy.rules",
    "zavandor": "engine.zavandor.rules",
}


@cache
def rules(game: str) -> Any:
    """The Game class of a game; ValueError names the games there are."""
    if game not in MODULES:
        raise ValueError(f"unknown game {game!r}; there are {', '.join(MODULES)}")
    return import_module(MODULES[game]).RULES


@cache
def schema(game: str) -> Any:
    """The Message that describes the game's view."""
    rules(game)
    return import_module(f"engine.{game}.schema").VIEW
