"""Scores, ranks and the solo title."""

from libc.stdint cimport int32_t

from engine.imperial.components cimport T
from engine.imperial.mine cimport carts
from engine.imperial.state cimport *


cdef inline bint beats(const State* s, const int32_t* scores, int a, int b) noexcept nogil:
    """Whether seat a ranks before seat b: by score, then coins, then complete carts."""
    if scores[a] != scores[b]:
        return scores[a] > scores[b]
    if s.seat[a].coins != s.seat[b].coins:
        return s.seat[a].coins > s.seat[b].coins
    return carts(&s.seat[a].mine) > carts(&s.seat[b].mine)


cdef inline void result(const State* s, int32_t* scores, int32_t* ranks) noexcept nogil:
    cdef int a, b
    for a in range(s.players):
        scores[a] = s.seat[a].vp + T.cart_vp * carts(&s.seat[a].mine)
    for a in range(s.players):
        ranks[a] = 1
        for b in range(s.players):
            ranks[a] += beats(s, scores, b, a)


cdef inline const char* title_of(int32_t score) noexcept nogil:
    cdef int i = T.titles - 1
    while i and score < T.title_from[i]:
        i -= 1
    return T.title[i]
