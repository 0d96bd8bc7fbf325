"""The contract of a game. A sixth game is a folder with a subclass of Game and one line in registry.py.

A game is one fixed-size C struct without pointers (its `State`), the tables of its components (module globals, read once
from TOML), and the methods below. The Python face (legal, apply, view, copy, determinize, ...), playouts, byte strings and
every check of input stand once, in game.pyx.
"""

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from engine.chance cimport Dice, Seed
from engine.schema cimport Message

cdef enum:
    MAX_SEATS = 6
    MAX_OPTIONS = 1024
    REFEREE = -1                # as a seat: sees everything


@cython.no_gc                   # it refers to constants of its module alone: no cycle can hold it
cdef class Game:
    cdef readonly object info   # GameInfo
    cdef Message schema         # of the view
    cdef readonly int players
    cdef int kind               # index of the variant in info.variants
    cdef Seed key               # all chance comes from its streams; the state holds how far each was read
    cdef void* memory           # the subclass's State, and its size: copy, bytes and determinize lean on them
    cdef size_t size
    cdef uint64_t stamp         # changes with every change of the state; tells whether a list of options is still true

    # --- What a game says. `__cinit__` sets info, schema, memory and size. Nothing here may fail, allocate or touch Python
    # --- where it says nogil; seats and codes were checked before.

    # A new object of the same class (`return Rummy.__new__(Rummy)`).
    cdef Game blank(self)

    # Set the match up: players, kind and key are set, the state is all zero.
    cdef void deal(self) noexcept nogil

    # The seats that must act, one bit each; 0 when the match is over.
    cdef uint32_t acting(self) noexcept nogil

    # Writes the legal codes of an acting seat, ascending; returns how many (1 .. MAX_OPTIONS).
    cdef int options(self, int seat, uint32_t* out) noexcept nogil

    # Plays a legal code and everything that follows without a decision.
    cdef void play(self, int seat, uint32_t code) noexcept nogil

    # Scores and ranks as the match stands; final when it is over.
    cdef void result(self, int32_t* scores, int32_t* ranks) noexcept nogil

    # The notation of a legal code.
    cdef str spell(self, int seat, uint32_t code)

    # The view's protobuf bytes (fields as in the schema, ascending by number, defaults written too; REFEREE for the
    # referee's).
    cdef size_t write_view(self, int seat, uint8_t* out) noexcept nogil

    # Makes the state from a view's bytes: for a seat just as `hide` leaves it, for REFEREE whole. players and kind
    # are set, the state is all zero. The bytes may be anybody's: returns None, or what is wrong with them.
    cdef str read_view(self, int seat, const uint8_t* data, size_t size)

    # Forgets all that is hidden from the seat: what is left depends on nothing but its view, unused bytes included.
    cdef void hide(self, int seat) noexcept nogil

    # After `hide` or `read_view`: draws what the seat does not know, by the law of the document, from the streams
    # of `key`; then all streams stand at their start. False: no deal fits.
    cdef bint draw(self, int seat) noexcept nogil

    # None, or which invariant the state breaks: for bytes from outside, and for tests after every move.
    cdef str flaw(self)

    # --- What every game gets.
    cdef int check_seat(self, seat) except -1
    cdef int list_options(self, int seat) except -1
    cdef int find(self, int seat, object code) except -1
    cdef int viewer(self, seat) except -2
    cdef str who(self)
    cdef str offer(self, int seat)
    cdef long run(self, Dice* dice) noexcept nogil
    cdef Game twin(self)
    cdef bytes view_bytes_of(self, int seat)
