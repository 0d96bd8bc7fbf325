"""What there is to know of a game without playing it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class GameInfo:
    id: str
    name: str
    min_players: int
    max_players: int
    variants: tuple[str, ...]


@dataclass(frozen=True)
class Playouts:
    """What `engine.playouts` did."""

    games: int
    decisions: int
    seconds: float
