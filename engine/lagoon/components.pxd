from engine.lagoon.state cimport Tables

cdef const Tables* tables() noexcept nogil
