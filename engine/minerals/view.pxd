from libc.stdint cimport int32_t, uint8_t

from engine.minerals.state cimport State, Tables

cdef size_t write_view(
    State* s, const Tables* t, int players, int kind, int seat, const int32_t* scores, const int32_t* ranks, uint8_t* out
) noexcept nogil

cdef str read_view(State* s, const Tables* t, int players, int seat, const uint8_t* data, size_t size)
