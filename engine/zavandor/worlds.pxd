"""What a seat does not know: forgetting it, drawing it anew, and what every state must obey."""

from engine.chance cimport Seed
from engine.zavandor.state cimport State

cdef void hide(State* s, int seat) noexcept nogil
cdef bint draw(State* s, int seat, const Seed* key) noexcept nogil
cdef str flaw(const State* s, int players, bint reverse)
