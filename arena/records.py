"""The records that travel between the rooms: a match to play, its moves, its result."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple


@dataclass(frozen=True)
class Clock:
    """A limit a decision, and a bank for the match that pays what goes over it; seconds."""

    limit: float = 2.0
    bank: float = 10.0
    margin: float = 0.05  # for the network: not charged, not told


@dataclass(frozen=True)
class Seat:
    """Who sits at a table: a version of a bot, and where to reach it."""

    bot: str  # name@version
    address: str  # host:port or unix:path


@dataclass(frozen=True)
class Match:
    """A match to play. Its seed is fixed before anybody sits down."""

    id: str
    game: str
    variant: str
    seed: bytes
    seats: tuple[Seat, ...]
    clock: Clock = field(default_factory=Clock)
    tournament: str = ""
    table_set: str = ""  # matches of a set share the seed and rotate the seats
    rotation: int = 0
    reveal: bool = True  # whether MatchEnd shows the seed: of a set only its last match does
    rated: bool = True  # whether it counts for ratings, and for the bench

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def commitment(self) -> bytes:
        return sha256(self.seed).digest()


class Move(NamedTuple):
    """A decision made: by whom, what, and how long the bot thought. Forced and default moves take 0."""

    seat: int
    code: int
    think_us: int = 0


class FaultKind(StrEnum):
    """What a bot can do wrong."""

    TIMEOUT = "timeout"
    ILLEGAL = "illegal"
    MALFORMED = "malformed"
    FLOODING = "flooding"  # far more messages than turns
    LOST = "lost"  # the stream, past its grace
    UNREACHABLE = "unreachable"  # never answered at all


@dataclass(frozen=True)
class Fault:
    """A bot's fault: costs its seat the match, nobody else."""

    seat: int
    decision: int
    kind: FaultKind
    reason: str  # "seat 2, decision 41: no answer within 2.000 s, bank empty"


class Verdict(StrEnum):
    """How a match came to its end; never mixed."""

    PLAYED = "played"  # counts, with or without bots' faults
    CANCELLED = "cancelled"  # by the organiser: no trace in ratings
    SET_ASIDE = "set-aside"  # the arena could not play it, for a reason that is recorded; counts for nobody


@dataclass(frozen=True)
class Result:
    """How a match ended."""

    match: str
    verdict: Verdict
    scores: tuple[int, ...]  # the game's own
    ranks: tuple[int, ...]  # as they count: seats that forfeited share the last places
    faults: tuple[Fault, ...]
    moves: tuple[Move, ...]
    reason: str  # for people to read
    seconds: float = 0.0  # wall time at the table
    referee_us: int = 0  # CPU time of the referee, bots excluded


def told(faults: Sequence[Fault]) -> str:
    """How a match that was played ended, for people."""
    return "; ".join(fault.reason for fault in faults) or "played to the end"


def standing(ranks: Sequence[int], forfeited: Sequence[bool]) -> tuple[int, ...]:
    """The ranks as they count: among themselves the seats that played fair, then all that forfeited, together last."""
    fair = [rank for rank, out in zip(ranks, forfeited, strict=True) if not out]
    return tuple(
        len(fair) + 1 if out else 1 + sum(other < rank for other in fair)
        for rank, out in zip(ranks, forfeited, strict=True)
    )


def printable(text: str) -> str:
    """Text from anybody as one line that no terminal and no log takes for an order."""
    return "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))
