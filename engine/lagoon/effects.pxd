from libc.stdint cimport uint32_t

from engine.chance cimport Seed
from engine.lagoon.state cimport Effect, State, Tables

cdef int pop_deal(State* s, const Seed* key) noexcept nogil
cdef int pop_gallery(State* s, const Seed* key) noexcept nogil
cdef void lay(State* s, const Tables* t, int column, int tile, bint up, int by) noexcept nogil
cdef void refill(State* s, const Tables* t) noexcept nogil
cdef bint begin(State* s, const Tables* t, const Seed* key, int seat, int what) noexcept nogil
cdef bint step(State* s, const Tables* t, const Seed* key, int seat, uint32_t code) noexcept nogil
