from libc.stdint cimport uint32_t

from engine.game cimport Game

cpdef long sole(Game game, int seat)
cpdef long default(Game game, int seat)
cpdef bytes ask(
    Game game, int seat, uint32_t number, uint32_t decision, int view, bint notations, uint32_t bank_ms, uint32_t round_trip_us
)
