"""What a seat does not know: forgotten, drawn anew; and what every state must obey."""

from engine.chance cimport Seed
from engine.imperial.state cimport State

cdef void hide(State* s, int seat) noexcept nogil
cdef bint draw(State* s, const Seed* key, int seat) noexcept nogil
cdef str flaw(const State* s)
