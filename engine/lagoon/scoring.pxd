from libc.stdint cimport int32_t

from engine.lagoon.state cimport State, Tables

cdef int objective_vp(const State* s, const Tables* t, int seat, int card) noexcept nogil
cdef void result(const State* s, const Tables* t, int32_t* scores, int32_t* ranks) noexcept nogil
