from engine.chance cimport Stream
from engine.game cimport Game
from engine.minerals.state cimport State


cdef class Minerals(Game):
    cdef State s
    cdef Stream pouch           # the stream of draws, kept open between them; where it stands is the state's business
