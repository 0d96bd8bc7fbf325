from engine.game import Game

def sole(game: Game, seat: int) -> int: ...
def default(game: Game, seat: int) -> int: ...
def ask(
    game: Game,
    seat: int,
    number: int,
    decision: int,
    view: int,
    notations: bool,
    bank_ms: int,
    round_trip_us: int,
) -> bytes: ...
def read_choices(data: bytes) -> list[tuple[int, int, int]] | None: ...
