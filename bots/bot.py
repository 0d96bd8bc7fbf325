"""The base class of a bot: what it says about itself, and the one method it must have."""

from collections.abc import Awaitable, Sequence
from typing import Literal

from motherlode.v1 import bot_pb2

from bots.turn import Action, Ending, Match, Turn

Answer = Action | int | str  # an action, its code, or its notation
Wants = Literal["all", "view", "notations", "codes"]

_WANTS = {
    "all": bot_pb2.WANTS_ALL,
    "view": bot_pb2.WANTS_VIEW,
    "notations": bot_pb2.WANTS_NOTATIONS,
    "codes": bot_pb2.WANTS_CODES,
}


class NoAnswer(Exception):
    """What `choose` may raise when it has no answer and the reason is known; the author sees one line."""


class Bot:
    """A player. Subclass it, write `choose`, and hand an object of it to `serve`."""

    name: str = ""  # "": the name of the class
    version: str = "1"
    author: str = ""
    games: Sequence[str] = ()  # ids of the games it plays; none: all
    wants: Wants = "all"  # what a turn carries beside the codes; less is faster
    concurrency: int = 0  # seats at once; 0: no limit. The clocks of all run while `choose` thinks about one

    def choose(self, turn: Turn) -> Answer | Awaitable[Answer]:
        """One of the legal actions: as an Action, a code or a notation. May be `async`."""
        raise NotImplementedError(f"{type(self).__name__} has no choose(self, turn)")

    # A bot that decides better over many turns at once also has
    #     def choose_many(self, turns: list[Turn]) -> Sequence[Answer]
    # (or `async`); it gets all turns of a batch and gives as many answers, in their order.

    def match_started(self, match: Match) -> None | Awaitable[None]:
        """Called before the first turn of a match."""

    def match_ended(self, match: Match, ending: Ending) -> None | Awaitable[None]:
        """Called when a match is over."""

    def stopped(self) -> None | Awaitable[None]:
        """Called when the bot's server has stopped."""

    def describe(self) -> bot_pb2.Description:
        """What the arena asks first."""
        if isinstance(self.games, str):
            raise TypeError(f"games is a list of ids, as in [{self.games!r}]")
        if self.wants not in _WANTS:
            raise ValueError(f"wants is one of {', '.join(_WANTS)}, not {self.wants!r}")
        return bot_pb2.Description(
            protocol=bot_pb2.PROTOCOL_1,
            name=(self.name or type(self).__name__)[:64],
            version=self.version,
            author=self.author,
            games=self.games,
            wants=_WANTS[self.wants],
            concurrency=self.concurrency,
        )
