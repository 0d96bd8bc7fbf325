"""Chance: ChaCha8 keystreams keyed by the match's seed, and a fast generator for playouts.

Inline, so that every game compiles its own copy into its hot path.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy


cdef struct Seed:
    uint8_t bytes[32]


cdef struct Stream:
    # One keystream at one position. Only `key`, `number` and `taken` matter; `block` is a cache.
    uint32_t key[8]
    uint64_t number
    uint64_t taken              # words taken so far
    uint64_t cached             # 1 + the number of the block in `block`, 0: none
    uint32_t block[16]


cdef extern from *:
    """
    #ifndef ENGINE_CHACHA8
    #define ENGINE_CHACHA8
    #include <stdint.h>
    #include <string.h>

    /* The block's 4 x 4 words by rows, a row in a vector (GCC's and Clang's vector extensions): the four quarter rounds of a
       column round are one; for a diagonal round the rows are turned, and turned back. */
    typedef uint32_t ChaChaRow __attribute__((vector_size(16)));

    #define TURNED(x, n) __builtin_shufflevector(x, x, (n) & 3, ((n) + 1) & 3, ((n) + 2) & 3, ((n) + 3) & 3)
    #define ROTATED(x, n) (((x) << (n)) | ((x) >> (32 - (n))))
    #define QUARTERS(a, b, c, d) \\
        a += b; d ^= a; d = ROTATED(d, 16); c += d; b ^= c; b = ROTATED(b, 12); \\
        a += b; d ^= a; d = ROTATED(d, 8); c += d; b ^= c; b = ROTATED(b, 7);

    /* One block of ChaCha with 8 rounds: 64-bit block counter, 64-bit stream number. */
    static inline void chacha8(const uint32_t *key, uint64_t counter, uint64_t number, uint32_t *out) {
        ChaChaRow a = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, b, c, d;
        ChaChaRow last = {(uint32_t)counter, (uint32_t)(counter >> 32), (uint32_t)number, (uint32_t)(number >> 32)};
        ChaChaRow first = a, second, third;
        memcpy(&second, key, 16);
        memcpy(&third, key + 4, 16);
        b = second; c = third; d = last;
        for (int i = 0; i < 4; i++) {
            QUARTERS(a, b, c, d)
            b = TURNED(b, 1); c = TURNED(c, 2); d = TURNED(d, 3);
            QUARTERS(a, b, c, d)
            b = TURNED(b, 3); c = TURNED(c, 2); d = TURNED(d, 1);
        }
        a += first; b += second; c += third; d += last;
        memcpy(out, &a, 16);
        memcpy(out + 4, &b, 16);
        memcpy(out + 8, &c, 16);
        memcpy(out + 12, &d, 16);
    }
    #endif
    """
    void chacha8(const uint32_t* key, uint64_t counter, uint64_t number, uint32_t* out) noexcept nogil


cdef inline void open_stream(Stream* s, const Seed* seed, uint64_t number, uint64_t taken) noexcept nogil:
    """The stream `number` of `seed`, `taken` words in."""
    memcpy(s.key, seed.bytes, 32)
    s.number = number
    s.taken = taken
    s.cached = 0


cdef inline uint32_t word(Stream* s) noexcept nogil:
    cdef uint64_t block = s.taken >> 4
    if s.cached != block + 1:
        chacha8(s.key, block, s.number, s.block)
        s.cached = block + 1
    cdef uint32_t w = s.block[s.taken & 15]
    s.taken += 1
    return w


cdef inline uint32_t below(Stream* s, uint32_t n) noexcept nogil:
    """An even draw from 0 .. n-1: Lemire's multiply-and-reject, exactly as docs/rules/conventions.md fixes it."""
    cdef uint64_t m = <uint64_t>word(s) * n
    cdef uint32_t low = <uint32_t>m
    cdef uint32_t t
    if low < n:
        t = (<uint32_t>(-<int>n)) % n
        while low < t:
            m = <uint64_t>word(s) * n
            low = <uint32_t>m
    return <uint32_t>(m >> 32)


cdef inline void shuffle(Stream* s, uint8_t* cards, int n) noexcept nogil:
    cdef int i, j
    cdef uint8_t held
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        held = cards[i]; cards[i] = cards[j]; cards[j] = held


cdef inline void shuffle_once(const Seed* seed, uint64_t number, uint8_t* cards, int n) noexcept nogil:
    """Shuffles with a stream that serves for this alone."""
    cdef Stream s
    open_stream(&s, seed, number, 0)
    shuffle(&s, cards, n)


cdef inline void shuffle_on(const Seed* seed, uint64_t number, uint32_t* taken, uint8_t* cards, int n) noexcept nogil:
    """Shuffles with a stream that goes on all match long; `taken` are the words it has given so far."""
    cdef Stream s
    open_stream(&s, seed, number, taken[0])
    shuffle(&s, cards, n)
    taken[0] = <uint32_t>s.taken


cdef inline void open_worlds(Stream* s, const Seed* seed) noexcept nogil:
    """The stream for drawing worlds; the deals of the games use none so high."""
    open_stream(s, seed, <uint64_t>1 << 40, 0)


# Playouts and searches need speed, not proof: a 64-bit mixer (Steele, Lea and Flood, SplitMix64, 2014).

cdef struct Dice:
    uint64_t state


cdef inline uint64_t roll(Dice* d) noexcept nogil:
    cdef uint64_t z
    d.state += <uint64_t>0x9e3779b97f4a7c15
    z = d.state
    z = (z ^ (z >> 30)) * <uint64_t>0xbf58476d1ce4e5b9
    z = (z ^ (z >> 27)) * <uint64_t>0x94d049bb133111eb
    return z ^ (z >> 31)


cdef inline uint32_t roll_below(Dice* d, uint32_t n) noexcept nogil:
    return <uint32_t>(((roll(d) >> 32) * n) >> 32)


cdef inline void load_dice(Dice* d, const Seed* seed) noexcept nogil:
    cdef uint64_t words[4]
    memcpy(words, seed.bytes, 32)
    d.state = words[0] ^ rotl64(words[1], 16) ^ rotl64(words[2], 32) ^ rotl64(words[3], 48)


cdef inline uint64_t rotl64(uint64_t x, int n) noexcept nogil:
    return (x << n) | (x >> (64 - n))


cdef inline void roll_seed(Dice* d, Seed* seed) noexcept nogil:
    cdef uint64_t words[4]
    cdef int i
    for i in range(4):
        words[i] = roll(d)
    memcpy(seed.bytes, words, 32)


cdef int read_seed(object seed, Seed* out) except -1
