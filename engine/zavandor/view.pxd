"""The view's protobuf bytes, to and from the state."""

from libc.stdint cimport uint8_t, uint32_t

from engine.zavandor.state cimport State

cdef size_t write_view(const State* s, int kind, uint32_t actors, int seat, uint8_t* out) noexcept nogil
cdef str read_view(State* s, int seat, const uint8_t* data, size_t size)
