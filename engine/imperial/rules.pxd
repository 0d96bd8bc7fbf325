"""Imperial Miners: a match in progress."""

from engine.game cimport Game
from engine.imperial.state cimport State


cdef class Imperial(Game):
    cdef State s
