"""What every game gets from the contract: the Python face, checks of input, copies, bytes, playouts."""

import hashlib

cimport cython
from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from engine.chance cimport Dice, Seed, load_dice, read_seed, roll, roll_below, roll_seed
from engine.schema cimport Message
from engine.wire cimport VIEW_ROOM, Reader, next_field, open_reader

FORMAT = b"MLG1"                # opens every byte string of a state; a new layout gets a new number

# The options listed last, kept so that `apply` after `legal` need not list them again. The GIL guards it.
cdef uint32_t menu[MAX_OPTIONS]
cdef int menu_count = 0
cdef int menu_seat = -1
cdef uint64_t menu_stamp = 0
cdef uint64_t last_stamp = 0


cdef uint64_t new_stamp() noexcept:
    global last_stamp
    last_stamp += 1
    return last_stamp


@cython.no_gc
cdef class Game:
    """One match in progress."""

    # --- The contract's methods; a game without one of them is a mistake that shows at the first call.

    cdef Game blank(self):
        raise NotImplementedError

    cdef void deal(self) noexcept nogil:
        pass

    cdef uint32_t acting(self) noexcept nogil:
        return 0

    cdef int options(self, int seat, uint32_t* out) noexcept nogil:
        return 0

    cdef void play(self, int seat, uint32_t code) noexcept nogil:
        pass

    cdef void result(self, int32_t* scores, int32_t* ranks) noexcept nogil:
        pass

    cdef str spell(self, int seat, uint32_t code):
        raise NotImplementedError

    cdef size_t write_view(self, int seat, uint8_t* out) noexcept nogil:
        return 0

    cdef str read_view(self, int seat, const uint8_t* data, size_t size):
        raise NotImplementedError

    cdef void hide(self, int seat) noexcept nogil:
        pass

    cdef bint draw(self, int seat) noexcept nogil:
        return False

    cdef str flaw(self):
        raise NotImplementedError

    # --- What the match is.

    @property
    def game(self):
        return self.info.id

    @property
    def variant(self):
        return self.info.variants[self.kind]

    @property
    def seed(self):
        return PyBytes_FromStringAndSize(<char*>self.key.bytes, 32)

    # --- Where it stands.

    @property
    def actors(self):
        """The seats that must act now; () when the match is over."""
        cdef uint32_t mask = self.acting()
        if mask & (mask - 1):
            return tuple([seat for seat in range(self.players) if mask >> seat & 1])
        return SOLE[mask]

    @property
    def over(self):
        return self.acting() == 0

    @property
    def scores(self):
        """A score a seat, higher is better; as the match stands, final when it is over."""
        cdef int32_t scores[MAX_SEATS]
        cdef int32_t ranks[MAX_SEATS]
        self.result(scores, ranks)
        return tuple([scores[i] for i in range(self.players)])

    @property
    def ranks(self):
        """1 for the best, ties share a rank; as the match stands, final when it is over."""
        cdef int32_t scores[MAX_SEATS]
        cdef int32_t ranks[MAX_SEATS]
        self.result(scores, ranks)
        return tuple([ranks[i] for i in range(self.players)])

    # --- Decisions.

    cdef int check_seat(self, seat) except -1:
        if type(seat) is not int or not 0 <= seat < self.players:
            raise ValueError(f"expected a seat from 0 to {self.players - 1}, not {seat!r}")
        return seat

    cdef int list_options(self, int seat) except -1:
        """Fills the menu for the seat; the count, 0 when it need not act."""
        global menu_count, menu_seat, menu_stamp
        if menu_stamp != self.stamp or menu_seat != seat:
            menu_count = self.options(seat, menu) if self.acting() >> seat & 1 else 0
            menu_seat = seat
            menu_stamp = self.stamp
        return menu_count

    cdef int find(self, int seat, object code) except -1:
        """The place of a legal code in the menu; ValueError says what is wrong with another."""
        cdef int low = 0, high, middle
        cdef uint32_t wanted
        cdef int n = self.list_options(seat)
        if n == 0:
            raise ValueError(f"seat {seat} need not act; {self.who()}")
        if type(code) is not int or not 0 <= code < 2**32:
            raise ValueError(f"expected one of the codes of legal({seat}), not {code!r}")
        wanted = code
        high = n
        while low < high:
            middle = (low + high) >> 1
            if menu[middle] < wanted:
                low = middle + 1
            else:
                high = middle
        if low == n or menu[low] != wanted:
            raise ValueError(f"{wanted:#010x} is not legal for seat {seat}; {self.offer(seat)}")
        return low

    cdef str who(self):
        return f"the seats to act are {list(self.actors)}" if self.acting() else "the match is over"

    cdef str offer(self, int seat):
        words = [self.spell(seat, menu[i]) for i in range(min(self.list_options(seat), 12))]
        return "legal are " + ", ".join(words) + (", ..." if menu_count > 12 else "")

    def legal(self, seat):
        """The codes of the seat's legal actions, ascending; [] when it need not act."""
        cdef int n = self.list_options(self.check_seat(seat))
        cdef int i
        return [menu[i] for i in range(n)]

    def notation(self, seat, code):
        """A legal action in words."""
        cdef int s = self.check_seat(seat)
        return self.spell(s, menu[self.find(s, code)])

    def notations(self, seat):
        """The notations of the seat's legal actions, in the order of `legal`."""
        cdef int s = self.check_seat(seat)
        cdef int n = self.list_options(s)
        return [self.spell(s, menu[i]) for i in range(n)]

    def code(self, seat, notation):
        """The code of a legal action from its notation."""
        cdef int s = self.check_seat(seat)
        cdef int n = self.list_options(s)
        cdef int i
        if n == 0:
            raise ValueError(f"seat {seat} need not act; {self.who()}")
        for i in range(n):
            if self.spell(s, menu[i]) == notation:
                return menu[i]
        raise ValueError(f"{notation!r} is not legal for seat {seat}; {self.offer(s)}")

    def apply(self, seat, code):
        """Plays a legal action; on any other, ValueError and the state is as it was."""
        cdef int s = self.check_seat(seat)
        self.play(s, menu[self.find(s, code)])
        self.stamp = new_stamp()

    # --- Knowledge.

    cdef int viewer(self, seat) except -2:
        return REFEREE if seat is None else self.check_seat(seat)

    cdef bytes view_bytes_of(self, int seat):
        cdef uint8_t buffer[VIEW_ROOM]
        cdef size_t n = self.write_view(seat, buffer)
        return PyBytes_FromStringAndSize(<char*>buffer, n)

    def view(self, seat):
        """All that the seat may know, as the dict of the rules document; None for the referee's view: everything."""
        return self.schema.decode(self.view_bytes_of(self.viewer(seat)))

    def view_bytes(self, seat):
        """The view as the bytes of its protobuf message."""
        return self.view_bytes_of(self.viewer(seat))

    # --- Copies.

    cdef Game twin(self):
        """A blank of the same match, its state still all zero."""
        cdef Game other = self.blank()
        other.players = self.players
        other.kind = self.kind
        other.stamp = new_stamp()
        return other

    def copy(self):
        cdef Game other = self.twin()
        other.key = self.key
        memcpy(other.memory, self.memory, self.size)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def determinize(self, seat, seed):
        """A copy with all that is hidden from the seat drawn anew from the seed: consistent with its view, blind to the truth."""
        cdef int s = self.check_seat(seat)
        cdef Game other = self.twin()
        read_seed(seed, &other.key)
        memcpy(other.memory, self.memory, self.size)
        other.hide(s)
        if not other.draw(s):
            raise ValueError(f"no deal fits what seat {seat} knows: the state is broken")
        return other

    def __eq__(self, other):
        cdef Game that
        if type(other) is not type(self):
            return NotImplemented
        that = other
        return (
            self.players == that.players and self.kind == that.kind
            and memcmp(self.key.bytes, that.key.bytes, 32) == 0
            and memcmp(self.memory, that.memory, self.size) == 0
        )

    __hash__ = None

    def __repr__(self):
        return f"<{self.info.id} {self.variant}, {self.players} players, {self.who()}>"

    def check(self):
        """ValueError when an invariant of the game is broken: for tests."""
        why = self.flaw()
        if why is not None:
            raise ValueError(f"broken {self.info.id} state: {why}")

    # --- Bytes: format, game, players, variant, seed, state, and the first 8 bytes of the SHA-256 of all that.

    def to_bytes(self):
        """The exact state, with a version and a checksum."""
        head = FORMAT + bytes([len(self.info.id)]) + self.info.id.encode() + bytes([self.players, self.kind])
        body = head + self.seed + PyBytes_FromStringAndSize(<char*>self.memory, self.size)
        return body + hashlib.sha256(body).digest()[:8]

    def __reduce__(self):
        from engine import from_bytes

        return from_bytes, (self.to_bytes(),)

    # --- Random play.

    cdef long run(self, Dice* dice) noexcept nogil:
        """Random play to the end; the decisions made."""
        cdef uint32_t codes[MAX_OPTIONS]
        cdef uint32_t mask
        cdef int seat, n
        cdef long decisions = 0
        while True:
            mask = self.acting()
            if mask == 0:
                return decisions
            seat = 0
            while not mask & 1:
                mask >>= 1
                seat += 1
            n = self.options(seat, codes)
            self.play(seat, codes[roll_below(dice, n)] if n > 1 else codes[0])
            decisions += 1

    def playout(self, seed):
        """Plays this match at random to its end, in C; returns the decisions made."""
        cdef Seed s
        cdef Dice dice
        cdef long decisions
        read_seed(seed, &s)
        load_dice(&dice, &s)
        with nogil:
            decisions = self.run(&dice)
        self.stamp = new_stamp()
        return decisions


SOLE = {0: (), 1: (0,), 2: (1,), 4: (2,), 8: (3,), 16: (4,), 32: (5,)}


def begin(cls, players, variant, seed):
    """A new match of a class of games."""
    cdef Game game = cls.__new__(cls)
    check_match(game.info, players, variant)
    game.players = players
    game.kind = game.info.variants.index(variant)
    read_seed(seed, &game.key)
    game.deal()
    game.stamp = new_stamp()
    return game


def check_match(info, players, variant):
    if type(players) is not int or not info.min_players <= players <= info.max_players:
        raise ValueError(f"{info.id} is for {info.min_players} to {info.max_players} players, not {players!r}")
    if variant not in info.variants:
        raise ValueError(f"{info.id} has the variants {', '.join(info.variants)}, not {variant!r}")


def many_playouts(cls, players, variant, long games, seed, long first, long step):
    """Every `step`-th of `games` random matches from `first` on: their decisions. Releases the GIL."""
    cdef Game game = begin(cls, players, variant, 0)
    cdef Seed s
    cdef Dice dice, start
    cdef long decisions = 0
    cdef long i
    read_seed(seed, &s)
    load_dice(&start, &s)
    with nogil:
        i = first
        while i < games:
            dice.state = start.state + <uint64_t>i * <uint64_t>0xd1342543de82ef95
            roll_seed(&dice, &game.key)
            memset(game.memory, 0, game.size)
            game.deal()
            decisions += game.run(&dice)
            i += step
    return decisions


def load(cls, bytes data):
    """The state of a byte string written by `to_bytes` for a game of this class; the caller has checked format, game and checksum."""
    cdef Game game = cls.__new__(cls)
    cdef size_t head = len(FORMAT) + 1 + len(game.info.id)
    if <size_t>PyBytes_GET_SIZE(data) != head + 2 + 32 + game.size + 8:
        raise ValueError(f"a state of {game.info.id} has {head + 42 + game.size} bytes, this has {len(data)}")
    players, kind = data[head], data[head + 1]
    check_match(game.info, players, game.info.variants[kind] if kind < len(game.info.variants) else kind)
    game.players = players
    game.kind = kind
    memcpy(game.key.bytes, PyBytes_AsString(data) + head + 2, 32)
    memcpy(game.memory, PyBytes_AsString(data) + head + 34, game.size)
    game.check()
    game.stamp = new_stamp()
    return game


def view_header(bytes data):
    """game, variant, players and seat of a view's bytes."""
    cdef Reader r
    found = {"game": "", "variant": "", "players": 0, "seat": None}
    open_reader(&r, <const uint8_t*>PyBytes_AsString(data), PyBytes_GET_SIZE(data))
    while next_field(&r) and r.field <= 4:
        if r.field <= 2 and r.kind == 2:
            found["game" if r.field == 1 else "variant"] = (<const char*>r.data)[:r.size].decode("ascii", "replace")
        elif r.field >= 3 and r.kind == 0:
            found["players" if r.field == 3 else "seat"] = int(r.value)
    return found


def rebuild(cls, bytes data, header, seed):
    """A playable match from a view's bytes: what the view does not tell is drawn from the seed."""
    cdef Game game = cls.__new__(cls)
    cdef int seat
    check_match(game.info, header["players"], header["variant"])
    game.players = header["players"]
    game.kind = game.info.variants.index(header["variant"])
    seat = REFEREE if header["seat"] is None else game.check_seat(header["seat"])
    read_seed(seed, &game.key)
    why = game.read_view(seat, <const uint8_t*>PyBytes_AsString(data), PyBytes_GET_SIZE(data))
    if why is None and seat == REFEREE:
        why = game.flaw()
    if why is not None:
        raise ValueError(f"this view of {game.info.id} contradicts itself: {why}")
    if seat != REFEREE:
        if not game.draw(seat):
            raise ValueError(f"this view of {game.info.id} contradicts itself: no deal fits it")
        why = game.flaw()
        if why is not None:
            raise ValueError(f"this view of {game.info.id} contradicts itself: {why}")
    game.stamp = new_stamp()
    again = game.view_bytes_of(seat)
    if again != data:
        shown, given = game.schema.decode(again), game.schema.decode(data)
        for key in shown:
            if key not in given or shown[key] != given[key]:
                raise ValueError(
                    f"this view of {game.info.id} contradicts itself: {key} is {given.get(key)!r}, the rest says {shown[key]!r}"
                )
        extra = sorted(set(given) - set(shown))
        if extra:
            raise ValueError(f"this view of {game.info.id} contradicts itself: {extra[0]} does not belong in it")
    return game
