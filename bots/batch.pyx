"""The batches of a session, read and written without message objects: a bot that needs only the codes pays for nothing else."""

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from engine.wire cimport Reader, next_field, open_reader, take_varint

# The fields of `what` in ForMatch.
START = 2
TURN = 3
END = 4


def read_batch(bytes data):
    """The items of a ToBot message: (match number, START, TURN or END, the bytes of that message)."""
    cdef Reader outer, inner
    cdef uint32_t number
    cdef int what
    cdef const uint8_t* body
    cdef size_t size
    cdef list items = []
    open_reader(&outer, <const uint8_t*>PyBytes_AsString(data), PyBytes_GET_SIZE(data))
    while next_field(&outer):
        if outer.field != 1 or outer.kind != 2:
            continue
        number = 0
        what = 0
        body = outer.data
        size = 0
        open_reader(&inner, outer.data, outer.size)
        while next_field(&inner):
            if inner.field == 1 and inner.kind == 0:
                number = <uint32_t>inner.value
            elif 2 <= inner.field <= 4 and inner.kind == 2:
                what = inner.field
                body = inner.data
                size = inner.size
        if inner.broken:
            raise ValueError("a batch from the arena is broken: an item is no ForMatch message")
        items.append((number, what, PyBytes_FromStringAndSize(<const char*>body, size)))
    if outer.broken:
        raise ValueError("a batch from the arena is broken: it is no ToBot message")
    return items


def read_turn(bytes data):
    """The cheap part of a Turn: (decision, codes, bank_ms, round_trip_us, first byte of the view, its size)."""
    cdef Reader r, part
    cdef uint64_t decision = 0, bank = 0, trip = 0
    cdef Py_ssize_t at = 0, size = 0
    cdef list codes = []
    cdef const uint8_t* start = <const uint8_t*>PyBytes_AsString(data)
    open_reader(&r, start, PyBytes_GET_SIZE(data))
    while next_field(&r):
        if r.field == 2:
            if r.kind == 2:
                open_reader(&part, r.data, r.size)
                while part.at < part.end and not part.broken:
                    codes.append(<uint32_t>take_varint(&part))
                if part.broken:
                    r.broken = True
            else:
                codes.append(<uint32_t>r.value)
        elif r.kind == 0:
            if r.field == 1:
                decision = r.value
            elif r.field == 4:
                bank = r.value
            elif r.field == 5:
                trip = r.value
        elif 16 <= r.field <= 31 and r.kind == 2:
            at = r.data - start
            size = r.size
    if r.broken:
        raise ValueError("a turn from the arena is broken: it is no Turn message")
    return decision, codes, bank, trip, at, size


def read_notations(bytes data):
    """The notations of a Turn, in the order of its codes."""
    cdef Reader r
    cdef list words = []
    open_reader(&r, <const uint8_t*>PyBytes_AsString(data), PyBytes_GET_SIZE(data))
    while next_field(&r):
        if r.field == 3 and r.kind == 2:
            words.append((<const char*>r.data)[:r.size].decode("utf-8", "replace"))
    return words


cdef uint8_t* put(uint8_t* at, uint64_t value) noexcept:
    while value >= 0x80:
        at[0] = <uint8_t>(value | 0x80)
        at += 1
        value >>= 7
    at[0] = <uint8_t>value
    return at + 1


def write_choices(list choices):
    """A FromBot message with these choices: (match number, decision, code or notation; None to give up) each."""
    cdef uint8_t room[32]
    cdef uint8_t frame[16]
    cdef uint8_t* at
    cdef uint8_t* head
    cdef bytes word
    cdef bytearray out = bytearray()
    for number, decision, action in choices:
        room[0] = 1 << 3
        at = put(room + 1, <uint32_t>number)
        at[0] = 2 << 3
        at = put(at + 1, <uint32_t>decision)
        word = b""
        if isinstance(action, str):
            word = action.encode()
            at[0] = 4 << 3 | 2
            at = put(at + 1, PyBytes_GET_SIZE(word))
        elif action is not None:
            at[0] = 3 << 3
            at = put(at + 1, <uint32_t>action)
        frame[0] = 1 << 3 | 2
        head = put(frame + 1, (at - room) + PyBytes_GET_SIZE(word))
        out += PyBytes_FromStringAndSize(<char*>frame, head - frame)
        out += PyBytes_FromStringAndSize(<char*>room, at - room)
        out += word
    return bytes(out)
