"""Decks and piles in a match's memory: a byte a card, the top last, 0 beyond the size.

Inline, so that every game compiles its own copy into its hot path.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset


cdef inline int pop(uint8_t* cards, uint8_t* size) noexcept nogil:
    """Takes the top card; there must be one."""
    cdef int card
    size[0] -= 1
    card = cards[size[0]]
    cards[size[0]] = 0
    return card


cdef inline void put_on(uint8_t* cards, uint8_t* size, int card) noexcept nogil:
    """Lays a card on top."""
    cards[size[0]] = <uint8_t>card
    size[0] += 1


cdef inline void turn_over(uint8_t* pile, uint8_t* piled, uint8_t* deck, uint8_t* size) noexcept nogil:
    """The whole pile becomes the deck, which was empty; `chance.shuffle_on` mixes it."""
    memcpy(deck, pile, piled[0])
    memset(pile, 0, piled[0])
    size[0] = piled[0]
    piled[0] = 0
