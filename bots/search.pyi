from engine import Game

def search(
    game: Game,
    seat: int,
    *,
    iterations: int = 0,
    milliseconds: float = 0,
    seed: bytes | int = 0,
    favourite: int | None = None,
    horizon: int = 100,
    contest: int = 3,
    look: int = 0,
    exploration: float = 0.4,
    widening: float = 2.0,
    margin: float = 0.5,
    halving: bool = False,
    doubt: float = 1.0,
) -> int: ...
