"""The Python face of chance, for tests and for whoever wants to check a deal by hand."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset


cdef int read_seed(object seed, Seed* out) except -1:
    """A seed is 32 bytes, or a non-negative integer taken as its 32 little-endian bytes."""
    cdef bytes raw
    cdef uint64_t small
    if type(seed) is int and 0 <= seed <= 0xffffffffffffffff:
        small = seed
        memset(out.bytes, 0, 32)
        memcpy(out.bytes, &small, 8)        # little-endian, as the machine is
        return 0
    if isinstance(seed, int) and not isinstance(seed, bool):
        if seed < 0 or seed.bit_length() > 256:
            raise ValueError(f"a seed is 32 bytes or an integer from 0 to 2**256 - 1, not {seed}")
        raw = seed.to_bytes(32, "little")
    elif isinstance(seed, (bytes, bytearray, memoryview)):
        raw = bytes(seed)
        if len(raw) != 32:
            raise ValueError(f"a seed is 32 bytes, these are {len(raw)}")
    else:
        raise ValueError(f"a seed is 32 bytes or a non-negative integer, not {type(seed).__name__}")
    memcpy(out.bytes, <const char*>raw, 32)
    return 0


def keystream(seed, uint64_t stream, int words, int start=0):
    """`words` 32-bit words of a stream, from word `start` on."""
    cdef Seed s
    cdef Stream c
    read_seed(seed, &s)
    open_stream(&c, &s, stream, start)
    return [word(&c) for _ in range(words)]


def draws(seed, uint64_t stream, bounds):
    """One `below(n)` for each n of `bounds`, in order, from the start of a stream."""
    cdef Seed s
    cdef Stream c
    read_seed(seed, &s)
    open_stream(&c, &s, stream, 0)
    return [below(&c, n) for n in bounds]


def shuffled(seed, uint64_t stream, cards):
    """The cards in the order the stream shuffles them."""
    cdef Seed s
    cdef Stream c
    cdef bytearray deck = bytearray(cards)
    read_seed(seed, &s)
    open_stream(&c, &s, stream, 0)
    shuffle(&c, deck, len(deck))
    return list(deck)
