from engine.game cimport Game
from engine.rummy.state cimport State


cdef class Rummy(Game):
    cdef State s
