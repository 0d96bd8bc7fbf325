"""Points: how a seat's score comes about."""

from libc.stdint cimport int32_t

from engine.zavandor.state cimport Seat, State


cdef struct Final:
    int coins                   # VP collected
    int bought                  # VP bought with the hand
    int items                   # points of the full items
    int left                    # cards left over


cdef void count_points(const Seat* p, Final* out) noexcept nogil
cdef void result(const State* s, int32_t* scores, int32_t* ranks) noexcept nogil
