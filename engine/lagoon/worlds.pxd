from engine.chance cimport Seed
from engine.lagoon.state cimport State, Tables

cdef void hide(State* s, int seat) noexcept nogil
cdef bint draw(State* s, const Tables* t, const Seed* key, int seat) noexcept nogil
cdef str flaw(const State* s, const Tables* t)
