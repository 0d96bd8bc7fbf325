import asyncio
from collections import Counter
from collections.abc import Callable, Sequence

from arena.records import Fault, Match, Move, Result
from workers.clock import Watch
from workers.referee import Journal
from workers.session import Misbehaviour, Session

class Player:
    @property
    def table(self) -> Table: ...
    @property
    def seat(self) -> int: ...
    @property
    def session(self) -> Session: ...
    @property
    def fault(self) -> Fault | None: ...
    number: int

class Table:
    match: Match
    moves: list[Move]
    faults: list[Fault]
    players: list[Player]
    done: asyncio.Future[Result]
    needs: Counter[Session]
    def __init__(
        self,
        match: Match,
        sessions: Sequence[Session],
        watch: Watch,
        journal: Journal | None,
        share: Callable[[int], int],
        moves: Sequence[Move] = (),
        faults: Sequence[Fault] = (),
    ) -> None: ...
    def begin(self, absent: Sequence[Misbehaviour | None]) -> None: ...
    def look(self, now: float) -> None: ...
    def cancel(self, reason: str) -> None: ...
    def fail(self, error: Exception) -> None: ...
    def abandon(self) -> None: ...
