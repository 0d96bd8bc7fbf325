"""What a seat sees: the view's bytes from a state, and back."""

from libc.stdint cimport uint8_t

from engine.imperial.state cimport State

cdef size_t write_view(const State* s, int seat, uint8_t* out) noexcept nogil
cdef str read_view(State* s, int seat, const uint8_t* data, size_t size)
