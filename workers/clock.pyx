"""Time at the table: a watch that does not blame bots for the arena's own stalls."""

import asyncio
from time import monotonic

from libc.math cimport INFINITY

cdef double PERIOD = 0.02       # seconds between two looks at the deadlines
cdef double STALL = 0.02        # a look that comes later than this was held up by the arena or its machine


cdef class Watch:
    """The referee's time. It stands still while the loop is held up, so that an answer that waited for us is not late."""

    def __init__(self, look):
        self.look = look
        self.stalled = 0.0
        self.due = INFINITY
        self.timer = None

    cpdef double now(self):
        cdef double time = monotonic()
        if time > self.due + STALL:
            self.stalled += time - self.due
            self.due = time
        return time - self.stalled

    def start(self):
        """Begins to look at the deadlines, if it does not already."""
        if self.timer is None:
            self.schedule()

    def stop(self):
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
            self.due = INFINITY

    cdef schedule(self):
        self.due = monotonic() + PERIOD
        self.timer = asyncio.get_running_loop().call_later(PERIOD, self._tick)

    def _tick(self):
        cdef double now = self.now()
        self.schedule()
        self.look(now)
