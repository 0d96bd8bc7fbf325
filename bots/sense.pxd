from libc.stdint cimport uint32_t

from engine.game cimport Game

# Moves the sensible actions of a seat to the front and returns how many they are; all of them when none stands out.
ctypedef int (*Sense)(Game world, int seat, uint32_t* codes, int n) noexcept nogil

# The sense that is known for a game, or NULL.
cdef Sense sense_of(Game game)
