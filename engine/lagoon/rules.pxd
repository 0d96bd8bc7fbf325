from engine.game cimport Game
from engine.lagoon.state cimport State


cdef class Lagoon(Game):
    cdef State s
