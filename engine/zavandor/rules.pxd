"""The Mines of Zavandor as a Game."""

from engine.game cimport Game
from engine.zavandor.state cimport Gems, State


cdef class Zavandor(Game):
    cdef State s

    # Income
    cdef void begin_round(self) noexcept nogil
    cdef void income(self, int seat) noexcept nogil
    cdef void collect(self, int seat, Gems cards) noexcept nogil
    cdef void place_or_go_on(self) noexcept nogil
    cdef void next_income(self) noexcept nogil
    cdef void scrolls(self, int seat) noexcept nogil
    cdef void use_card(self, int item, int option) noexcept nogil

    # Trade
    cdef void open_trade(self) noexcept nogil
    cdef void next_trader(self) noexcept nogil
    cdef void end_offer(self) noexcept nogil
    cdef void give_to_bank(self, Gems gems) noexcept nogil
    cdef void take(self, int gem, int deck) noexcept nogil
    cdef void search(self, int gem) noexcept nogil
    cdef void decline(self) noexcept nogil
    cdef void exchange(self) noexcept nogil

    # Auction
    cdef void name_bid(self, int seat, int gem, int count) noexcept nogil
    cdef void lay_bids(self) noexcept nogil
    cdef int winner(self, int gem) noexcept nogil
    cdef void evaluate(self, int gem) noexcept nogil
    cdef void take_card(self, int space) noexcept nogil
    cdef void crown(self) noexcept nogil
    cdef void move_king(self, int hall) noexcept nogil

    # Upgrade
    cdef void upgrade(self, int item, Gems payment) noexcept nogil
    cdef void next_upgrader(self) noexcept nogil
    cdef void end_round(self) noexcept nogil

    # Gem cards
    cdef void refill(self, int deck) noexcept nogil
    cdef void draw_one(self, int seat, int deck) noexcept nogil
    cdef void draw_cards(self, int seat, Gems cards) noexcept nogil

    cdef str vector(self, Gems v, names)
