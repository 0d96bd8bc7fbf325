from engine.chance cimport Seed
from engine.minerals.state cimport State, Tables, Variant

cdef void hide_world(State* s) noexcept nogil
cdef bint draw_world(State* s, bint cards, const Seed* key) noexcept nogil
cdef str find_flaw(State* s, const Tables* t, int players, Variant variant)
