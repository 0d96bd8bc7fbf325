"""Sets of small numbers as the bits of a word."""

from libc.stdint cimport uint8_t, uint64_t

cdef extern from *:
    int popcount "__builtin_popcount"(unsigned int) noexcept nogil
    int popcount64 "__builtin_popcountll"(unsigned long long) noexcept nogil
    int lowest "__builtin_ctz"(unsigned int) noexcept nogil                  # member; there must be one
    int lowest64 "__builtin_ctzll"(unsigned long long) noexcept nogil


cdef inline int unpack_set(uint64_t members, uint8_t* out) noexcept nogil:
    """The members of a set, ascending; how many."""
    cdef int n = 0
    while members:
        out[n] = <uint8_t>lowest64(members)
        n += 1
        members &= members - 1
    return n
