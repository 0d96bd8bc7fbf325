"""Protobuf bytes, written straight from a game's C struct and read back into it.

Inline, so that every game compiles its own copy. A Writer never checks for room: the caller gives VIEW_ROOM bytes,
which no view comes near (a test measures it). A Reader checks everything: its bytes may come from anybody.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memmove, strlen

from engine.bits cimport unpack_set

cdef enum:
    VIEW_ROOM = 32768           # bytes; the longest view seen has under 8,000


cdef struct Writer:
    uint8_t* at


cdef inline void put_varint(Writer* w, uint64_t value) noexcept nogil:
    while value >= 0x80:
        w.at[0] = <uint8_t>(value | 0x80)
        w.at += 1
        value >>= 7
    w.at[0] = <uint8_t>value
    w.at += 1


cdef inline void put_int(Writer* w, int field, int64_t value) noexcept nogil:
    """An int32, uint32 or bool, written even when it is 0."""
    put_varint(w, field << 3)
    put_varint(w, <uint64_t>value)


cdef inline void put_bytes(Writer* w, int field, const void* data, size_t size) noexcept nogil:
    put_varint(w, field << 3 | 2)
    put_varint(w, size)
    memcpy(w.at, data, size)
    w.at += size


cdef inline void put_word(Writer* w, int field, const char* text) noexcept nogil:
    put_bytes(w, field, text, strlen(text))


cdef inline uint8_t* open_part(Writer* w, int field) noexcept nogil:
    """Begins a submessage or a packed list; `close_part` with the mark ends it."""
    put_varint(w, field << 3 | 2)
    w.at += 1
    return w.at


cdef inline void close_part(Writer* w, uint8_t* mark) noexcept nogil:
    """Fills in the length. Parts of 128 bytes and more move up to make room for a longer one."""
    cdef size_t size = w.at - mark
    cdef size_t more
    if size < 0x80:
        (mark - 1)[0] = <uint8_t>size
        return
    more = 1 if size < 0x4000 else 2
    memmove(mark + more, mark, size)
    w.at = mark - 1
    put_varint(w, size)
    w.at += size


cdef inline void put_small(Writer* w, int field, const uint8_t* values, int n) noexcept nogil:
    """A packed list of integers below 128; nothing at all when it is empty."""
    if n:
        put_bytes(w, field, values, n)


cdef inline void put_set(Writer* w, int field, uint64_t members) noexcept nogil:
    """A packed list of the members of a set, ascending; nothing at all when it is empty."""
    cdef int n
    if members:
        put_varint(w, field << 3 | 2)
        n = unpack_set(members, w.at + 1)
        w.at[0] = <uint8_t>n
        w.at += 1 + n


cdef inline void put_wrapped(Writer* w, int field, const uint8_t* values, int n) noexcept nogil:
    """A packed list of integers below 128 in a message of its own: an entry of a list of lists, or one that may be null."""
    cdef uint8_t* mark = open_part(w, field)
    put_small(w, 1, values, n)
    close_part(w, mark)


cdef inline void put_list(Writer* w, int field, const int32_t* values, int n) noexcept nogil:
    """A packed list of any integers."""
    cdef uint8_t* mark = open_part(w, field)
    cdef int i
    for i in range(n):
        put_varint(w, <uint64_t><int64_t>values[i])
    close_part(w, mark)


cdef inline void put_head(
    Writer* w, const char* game, const char* variant, int players, int seat, uint32_t actors, const char* phase, int round,
    const int32_t* scores, const int32_t* ranks
) noexcept nogil:
    """What every view begins with, as `schema.head` describes it. The referee's seat is negative, the actors are bits;
    without any the match is over, and only then scores and ranks are read."""
    put_word(w, 1, game)
    put_word(w, 2, variant)
    put_int(w, 3, players)
    if seat >= 0:
        put_int(w, 4, seat)
    put_set(w, 5, actors)
    put_word(w, 6, phase)
    put_int(w, 7, round)
    put_int(w, 8, actors == 0)
    if actors == 0:
        put_list(w, 9, scores, players)
        put_list(w, 10, ranks, players)


cdef struct Reader:
    const uint8_t* at
    const uint8_t* end
    int field                   # of the field just met by `next_field`
    int kind                    # its wire type: 0 varint, 2 bytes
    uint64_t value              # of a varint field
    const uint8_t* data         # its bytes; those of a varint too, so that a single integer reads as a list of one
    size_t size
    bint broken                 # the bytes are no protobuf message


cdef inline void open_reader(Reader* r, const uint8_t* data, size_t size) noexcept nogil:
    r.at = data
    r.end = data + size
    r.field = 0
    r.kind = 0
    r.value = 0
    r.data = data
    r.size = 0
    r.broken = False


cdef inline uint64_t take_varint(Reader* r) noexcept nogil:
    cdef uint64_t value = 0
    cdef int shift = 0
    cdef uint8_t b
    while r.at < r.end and shift < 64:
        b = r.at[0]
        r.at += 1
        value |= <uint64_t>(b & 0x7f) << shift
        if b < 0x80:
            return value
        shift += 7
    r.broken = True
    return 0


cdef inline bint next_field(Reader* r) noexcept nogil:
    """Steps to the next field: True and its field, kind and value or data; False at the end or when broken."""
    cdef uint64_t tag, size
    if r.broken or r.at >= r.end:
        return False
    tag = take_varint(r)
    r.field = <int>(tag >> 3)
    r.kind = <int>(tag & 7)
    if r.kind == 0:
        r.data = r.at
        r.value = take_varint(r)
        r.size = r.at - r.data
    elif r.kind == 2:
        size = take_varint(r)
        if r.broken or size > <uint64_t>(r.end - r.at):
            r.broken = True
            return False
        r.data = r.at
        r.size = size
        r.at += size
    elif r.kind == 5 and r.end - r.at >= 4:
        r.at += 4
        r.size = 0
    elif r.kind == 1 and r.end - r.at >= 8:
        r.at += 8
        r.size = 0
    else:
        r.broken = True
    return not r.broken


# --- The field just met. What it does not hold as asked breaks the reader, besides being told.

cdef inline bint open_inner(Reader* inner, Reader* r) noexcept nogil:
    """Steps into a message; that `inner` breaks does not yet break `r`."""
    open_reader(inner, r.data, r.size)
    r.broken |= r.kind != 2
    return not r.broken


cdef inline int read_word(const Reader* r, const char** words, int n) noexcept nogil:
    """The place of the word among `n` words, -1: it is none of them."""
    cdef int i
    for i in range(n):
        if r.kind == 2 and r.size == strlen(words[i]) and memcmp(r.data, words[i], r.size) == 0:
            return i
    return -1


cdef inline bint read_number(Reader* r, int64_t low, int64_t high, int64_t* out) noexcept nogil:
    """An integer within bounds."""
    out[0] = <int64_t>r.value
    r.broken |= r.kind != 0 or out[0] < low or out[0] > high
    return not r.broken


cdef inline bint read_small(Reader* r, int low, int high, uint8_t* out) noexcept nogil:
    """An integer within bounds; without one, `out` stays as it is."""
    cdef int64_t value
    if read_number(r, low, high, &value):
        out[0] = <uint8_t>value
    return not r.broken


cdef inline bint next_number(Reader* list, int64_t low, int64_t high, int64_t* out) noexcept nogil:
    """Steps through a packed list: True and its next integer, which is within bounds; False at the end or when broken."""
    if list.broken or list.at >= list.end:
        return False
    out[0] = <int64_t>take_varint(list)
    list.broken |= out[0] < low or out[0] > high
    return not list.broken


cdef inline int read_numbers(Reader* r, int64_t low, int64_t high, int64_t* out, int room) noexcept nogil:
    """The integers of a list, all within bounds; how many, -1: it is no such list or exceeds `room`."""
    cdef Reader list
    cdef int n = 0
    open_reader(&list, r.data, r.size)
    while n < room and next_number(&list, low, high, &out[n]):
        n += 1
    r.broken |= list.broken or list.at < list.end
    return -1 if r.broken else n


cdef inline int read_list(Reader* r, int high, uint8_t* out, int room) noexcept nogil:
    """The same for integers from 0 to `high`, in bytes."""
    cdef Reader list
    cdef int64_t value
    cdef int n = 0
    open_reader(&list, r.data, r.size)
    while n < room and next_number(&list, 0, high, &value):
        out[n] = <uint8_t>value
        n += 1
    r.broken |= list.broken or list.at < list.end
    return -1 if r.broken else n


cdef inline int read_wrapped(Reader* r, int high, uint8_t* out, int room) noexcept nogil:
    """The same for a list in a message of its own."""
    cdef Reader inner
    cdef int n = 0
    cdef int more
    if not open_inner(&inner, r):
        return -1
    while next_field(&inner):
        more = read_list(&inner, high, out + n, room - n) if inner.field == 1 else -1
        if more < 0:
            r.broken = True
            return -1
        n += more
    r.broken |= inner.broken
    return -1 if r.broken else n


cdef inline bint read_set(Reader* r, int members, uint64_t* out) noexcept nogil:
    """Adds the numbers of a list to a set, where none of them is yet; all are below `members`."""
    cdef uint8_t ids[64]
    cdef int n = read_list(r, members - 1, ids, members)
    cdef int i
    for i in range(n):
        r.broken |= out[0] >> ids[i] & 1
        out[0] |= <uint64_t>1 << ids[i]
    return not r.broken
