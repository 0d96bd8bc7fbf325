from engine import Game

def search(
    game: Game,
    seat: int,
    *,
    iterations: int = 0,
    milliseconds: float = 0,
    seed: bytes | int = 0,
    horizon: int = 100,
    contest: int = 3,
    exploration: float = 0.4,
    widening: float = 2.0,
    margin: float = 0.5,
) -> int: ...
