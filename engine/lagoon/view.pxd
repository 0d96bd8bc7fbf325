from libc.stdint cimport uint8_t, uint32_t

from engine.lagoon.state cimport State, Tables

cdef size_t write_view(const State* s, const Tables* t, uint32_t actors, int seat, uint8_t* out) noexcept nogil
cdef str read_view(State* s, const Tables* t, int seat, const uint8_t* data, size_t size)
