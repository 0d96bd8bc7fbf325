"""What a bot gets to see: a match it sits in, a turn to decide, how the match ended."""

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from typing import Any, NamedTuple

import engine
from bots.batch import read_notations, read_turn
from engine import registry


class Action(NamedTuple):
    """A legal action. The notation is "" when the bot wants no notations."""

    code: int
    notation: str


@dataclass(frozen=True)
class Match:
    """A match the bot sits in."""

    id: str
    game: str
    players: int
    variant: str
    seat: int
    limit: float  # seconds for one decision
    bank: float  # seconds for the whole match, for what goes over the limit
    commitment: bytes  # SHA-256 of the seed, which the end reveals
    decided: int  # decisions made before the bot was told of the match: above 0 after an interruption


@dataclass(frozen=True)
class Ending:
    """How a match ended."""

    scores: tuple[int, ...]  # by seat; () for a match that was called off
    ranks: tuple[int, ...]
    reason: str
    seed: bytes  # b"" while it is secret

    def fair(self, match: Match) -> bool | None:
        """Whether the deal was fixed before the match began: the seed is the one that was committed to.

        None while the seed is secret, because other matches with the same deal, and so the same commitment, are to come.
        """
        return sha256(self.seed).digest() == match.commitment if self.seed else None


class Turn:
    """A decision to make. What is not looked at is not parsed."""

    def __init__(self, match: Match, data: bytes) -> None:
        self.match = match
        self._data = data
        # codes: the legal actions, ascending; the first one is the quiet default
        self.decision, self.codes, bank_ms, round_trip_us, self._view_at, self._view_size = read_turn(data)
        self.bank = bank_ms / 1000  # seconds left in the bank
        self.round_trip = round_trip_us / 1e6  # seconds between arena and bot, as measured; 0: not yet

    @cached_property
    def legal(self) -> list[Action]:
        """The legal actions, with code and notation."""
        notations = read_notations(self._data)
        if len(notations) != len(self.codes):
            notations = [""] * len(self.codes)
        return list(map(Action, self.codes, notations))

    @property
    def view_bytes(self) -> bytes:
        """The view's protobuf message; b"" when the bot wants no views."""
        return self._data[self._view_at : self._view_at + self._view_size]

    @cached_property
    def view(self) -> dict[str, Any]:
        """All that the seat knows, as the dict of the game's rules."""
        view: dict[str, Any] = registry.schema(self.match.game).decode(self._need_view())
        return view

    @cached_property
    def typed(self) -> Any:
        """The same as a protobuf message (RummyView and so on)."""
        game = self.match.game
        message = getattr(import_module(f"motherlode.v1.{game}_pb2"), f"{game.capitalize()}View")
        return message.FromString(self._need_view())

    def simulate(self, seed: bytes | int) -> engine.Game:
        """A match on the referee's own engine, consistent with the view; what is hidden is drawn from the seed."""
        return engine.from_view(self._need_view(), seed)

    def _need_view(self) -> bytes:
        if not self._view_size:
            raise ValueError('this turn came without a view: a bot with wants = "all" or "view" gets one')
        return self.view_bytes

    def __repr__(self) -> str:
        return f"<decision {self.decision} of match {self.match.id}: seat {self.match.seat} of {self.match.game}>"
