"""The bytes of a turn, written straight from the engine's memory, and of choices, read without protobuf objects on the way.

A ToBot message is the concatenation of its items, so whatever is ready for a bot is joined and sent as it is.
"""

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from engine.game cimport MAX_OPTIONS, Game
from engine.wire cimport (
    VIEW_ROOM, Reader, Writer, close_part, next_field, open_part, open_reader, put_bytes, put_int, put_varint,
)

cdef enum:
    # Field numbers of motherlode/v1/bot.proto; a test compares the bytes with those of the generated messages.
    TO_BOT_ITEMS = 1
    FOR_MATCH_MATCH = 1
    FOR_MATCH_TURN = 3
    TURN_DECISION = 1
    TURN_LEGAL = 2
    TURN_NOTATIONS = 3
    TURN_BANK_MS = 4
    TURN_ROUND_TRIP_US = 5
    FROM_BOT_CHOICES = 1
    CHOICE_MATCH = 1
    CHOICE_DECISION = 2
    CHOICE_CODE = 3
    # A turn without notations never needs more: five bytes a code, the view, tags and numbers.
    TURN_ROOM = 5 * MAX_OPTIONS + VIEW_ROOM + 128


cpdef long sole(Game game, int seat):
    """The code of an acting seat's only legal action; -1 when there is a choice."""
    cdef uint32_t codes[MAX_OPTIONS]
    return codes[0] if game.options(seat, codes) == 1 else -1


cpdef long default(Game game, int seat):
    """The code that is played for an acting seat that forfeited: its first legal one."""
    cdef uint32_t codes[MAX_OPTIONS]
    game.options(seat, codes)
    return codes[0]


cpdef bytes ask(
    Game game, int seat, uint32_t number, uint32_t decision, int view, bint notations, uint32_t bank_ms, uint32_t round_trip_us
):
    """A ToBot of one Turn. `view` is the number of the game's field in Turn, 0 for a bot that wants no view."""
    cdef uint32_t codes[MAX_OPTIONS]
    cdef int i, n = game.options(seat, codes)
    cdef size_t room = TURN_ROOM
    cdef uint8_t* start
    cdef uint8_t* item
    cdef uint8_t* turn
    cdef uint8_t* part
    cdef Writer w
    cdef bytes word
    cdef list words = []
    if notations:
        for i in range(n):
            word = game.spell(seat, codes[i]).encode()
            words.append(word)
            room += PyBytes_GET_SIZE(word) + 6
    start = <uint8_t*>malloc(room)
    if start == NULL:
        raise MemoryError
    w.at = start
    item = open_part(&w, TO_BOT_ITEMS)
    put_int(&w, FOR_MATCH_MATCH, number)
    turn = open_part(&w, FOR_MATCH_TURN)
    put_int(&w, TURN_DECISION, decision)
    part = open_part(&w, TURN_LEGAL)
    for i in range(n):
        put_varint(&w, codes[i])
    close_part(&w, part)
    for word in words:
        put_bytes(&w, TURN_NOTATIONS, PyBytes_AsString(word), PyBytes_GET_SIZE(word))
    put_int(&w, TURN_BANK_MS, bank_ms)
    put_int(&w, TURN_ROUND_TRIP_US, round_trip_us)
    if view:
        part = open_part(&w, view)
        w.at += game.write_view(seat, w.at)
        close_part(&w, part)
    close_part(&w, turn)
    close_part(&w, item)
    try:
        return PyBytes_FromStringAndSize(<char*>start, w.at - start)
    finally:
        free(start)


def read_choices(bytes data):
    """The (match, decision, code) of every choice in a FromBot message. None when there is anything else in it: a notation, a
    field of a later version, broken bytes; then the protobuf library reads it, and says what it is."""
    cdef Reader outer, inner
    cdef uint64_t number[4]
    cdef list found = []
    cdef bint coded
    open_reader(&outer, <const uint8_t*>PyBytes_AsString(data), PyBytes_GET_SIZE(data))
    while next_field(&outer):
        if outer.field != FROM_BOT_CHOICES or outer.kind != 2:
            return None
        number[CHOICE_MATCH] = number[CHOICE_DECISION] = number[CHOICE_CODE] = 0
        coded = False
        open_reader(&inner, outer.data, outer.size)
        while next_field(&inner):
            if not CHOICE_MATCH <= inner.field <= CHOICE_CODE or inner.kind != 0 or inner.value >> 32:
                return None
            number[inner.field] = inner.value
            coded |= inner.field == CHOICE_CODE
        if inner.broken or not coded:
            return None
        found.append((<uint32_t>number[CHOICE_MATCH], <uint32_t>number[CHOICE_DECISION], <uint32_t>number[CHOICE_CODE]))
    return None if outer.broken else found
