"""Time at the table: a watch that does not blame bots for the arena's own stalls."""

import asyncio
from collections.abc import Callable
from math import inf
from time import monotonic

PERIOD = 0.02  # seconds between two looks at the deadlines
STALL = 0.02  # a look that comes later than this was held up by the arena or its machine


class Watch:
    """The referee's time. It stands still while the loop is held up, so that an answer that waited for us is not late."""

    def __init__(self, look: Callable[[float], None]) -> None:
        self._look = look
        self._stalled = 0.0
        self._due = inf  # when the next look should come
        self._timer: asyncio.TimerHandle | None = None

    def now(self) -> float:
        time = monotonic()
        if time > self._due + STALL:
            self._stalled += time - self._due
            self._due = time
        return time - self._stalled

    def start(self) -> None:
        """Begins to look at the deadlines, if it does not already."""
        if self._timer is None:
            self._schedule()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._due = inf

    def _schedule(self) -> None:
        self._due = monotonic() + PERIOD
        self._timer = asyncio.get_running_loop().call_later(PERIOD, self._tick)

    def _tick(self) -> None:
        now = self.now()
        self._schedule()
        self._look(now)
