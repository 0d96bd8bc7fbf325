from engine.chance cimport Seed
from engine.minerals.state cimport State, Tables, Variant

cdef void hide(State* s) noexcept nogil
cdef bint draw(State* s, bint cards, const Seed* key) noexcept nogil
cdef str flaw(State* s, const Tables* t, int players, Variant variant)
