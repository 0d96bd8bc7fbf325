"""The greedy bot: one sensible heuristic player a game, quick and without search."""

from importlib import import_module

from bots.bot import Bot
from bots.turn import Turn


def choose(turn: Turn) -> int:
    """The choice of the game's own module here."""
    code: int = import_module(f"bots.greedy.{turn.match.game}").choose(turn)
    return code


class GreedyBot(Bot):
    """Plays every game by its own module here, which has `choose(turn) -> code`."""

    name = "greedy"
    wants = "view"

    def choose(self, turn: Turn) -> int:
        return choose(turn)
