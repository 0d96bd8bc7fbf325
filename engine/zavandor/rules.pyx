"""The Mines of Zavandor: the rules.

A round, phase by phase (each line: who acts, what they may do, and the methods that carry it out):

  income_draw                 seat over the income limit     draw             income, collect
  income_place                seat with free markers         place, pass      place_or_go_on
  scrolls, scroll_place       seat with a usable card        use, pass        scrolls, use_card
  trade                       each seat, one or two cycles   bank, offer      next_trader
  bank_give, bank_take        the same seat                  give, take       give_to_bank, take, search
  offer_give, want, reply     it, then the others            give, accept     decline, exchange
  bid                         all at once                    bid              name_bid, lay_bids
  reward                      winner of three or more        vp, card         evaluate, take_card
  king                        winner of the sapphires        king             crown, move_king
  upgrade                     each seat                      upgrade, pass    upgrade, end_round

The document of the rules is the law; section numbers below are its own.
"""

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset

from engine.chance cimport shuffle_on, shuffle_once
from engine.deck cimport pop, turn_over
from engine.game cimport Game
from engine.schema cimport Message
from engine.zavandor.components cimport T
from engine.zavandor.items cimport (
    at, bank_has, can_take_card, can_take_marker, free_space, from_code, full_sum, has_choice, has_usable, held, income_of,
    less, over_limit, price_of, searchable, support, to_code, total, unit, usable, wild_of, within,
)
from engine.zavandor.scoring cimport result
from engine.zavandor.state cimport *
from engine.zavandor.view cimport read_view, write_view
from engine.zavandor.worlds cimport draw, flaw, hide

from engine.info import GameInfo
from engine.zavandor.components import DATA
from engine.zavandor.schema import VIEW

cdef object INFO = GameInfo("zavandor", "The Mines of Zavandor", 2, 4, ("standard", "reverse"))
cdef Message SCHEMA = VIEW

cdef enum:
    REVERSE = 1                 # the variant's place in INFO
    BOARD_STREAM = 12           # streams 0-3 shuffle the gem decks,
    LIGHT_STREAM = 4            # 4-7 the light cards of the suits,
    DARK_STREAM = 8             # 8-11 the dark ones

GEM_NAMES = [gem.slug for gem in DATA.gems]
DECK_NAMES = [deck.slug for deck in DATA.decks] + ["marker"]


# --- Gem cards (section 3).

cdef inline void pick(Gems* rows, Gems gems, Gems* picked) noexcept nogil:
    """Takes gems out of a hand or table, of each gem the lowest decks first."""
    cdef int gem, deck, n, there
    cdef Gems part
    for deck in range(DECKS):
        picked[deck] = 0
    for gem in range(GEMS):
        n = at(gems, gem)
        deck = 0
        while n:
            there = at(rows[deck], gem)
            if there > n:
                there = n
            part = <Gems>there << (8 * gem)
            picked[deck] += part
            rows[deck] -= part
            n -= there
            deck += 1


cdef inline void leave_hand(Seat* p, Gems gems, Gems* picked) noexcept nogil:
    cdef int deck
    pick(p.hand, gems, picked)
    for deck in range(DECKS):
        p.known[deck] = less(p.known[deck], picked[deck])


cdef inline void enter_hand(Seat* p, const Gems* cards) noexcept nogil:
    """Cards that everybody has seen."""
    cdef int deck
    for deck in range(DECKS):
        p.hand[deck] += cards[deck]
        p.known[deck] += cards[deck]


cdef inline void discard(State* s, const Gems* cards) noexcept nogil:
    cdef int deck, gem, n, size
    for deck in range(DECKS):
        if cards[deck]:
            s.discards[deck] += cards[deck]
            size = s.pile_size[deck]
            for gem in range(GEMS):
                for n in range(at(cards[deck], gem)):
                    s.pile[deck][size] = gem
                    size += 1
            s.pile_size[deck] = size


cdef inline void pay(State* s, Seat* p, Gems gems) noexcept nogil:
    cdef Gems cards[DECKS]
    leave_hand(p, gems, cards)
    discard(s, cards)


cdef inline int after(const State* s, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < s.players else 0


cdef inline int list_vectors(const VectorList* from_, uint32_t kind, Gems limit, uint32_t* out) noexcept nogil:
    """The vectors that stay within the limit."""
    cdef int n = 0
    cdef int i
    for i in range(from_.count):
        out[n] = kind | from_.code[i]
        n += within(from_.gems[i], limit)
    return n


cdef int list_draws(Gems cards, uint32_t* out) noexcept nogil:
    """All ways to take just the limit out of an income."""
    cdef int n = 0
    cdef int w, c, i, b
    for w in range(at(cards, 0) + 1):
        for c in range(at(cards, 1) + 1):
            for i in range(at(cards, 2) + 1):
                b = T.income_limit - w - c - i
                if 0 <= b <= at(cards, 3):
                    out[n] = DRAW << 24 | w << 12 | c << 8 | i << 4 | b
                    n += 1
    return n


cdef int list_upgrades(const State* s, const Seat* p, uint32_t* out) noexcept nogil:
    cdef Gems hand = held(p.hand)
    cdef Gems wild = wild_of(p)
    cdef Gems price
    cdef uint32_t head
    cdef const VectorList* payments
    cdef int n = 0
    cdef int item, i
    for item in range(ITEMS):
        if s.upgraded >> item & 1 or p.level[item] >= T.slots[p.item[item]]:
            continue
        price = price_of(s, p, item)
        head = UPGRADE_ITEM << 24 | item << 16
        if wild:
            payments = &T.of_sum[total(price)]
            for i in range(payments.count):
                out[n] = head | payments.code[i]
                n += within(payments.gems[i], hand) and within(payments.gems[i], price | wild)
        elif within(price, hand):
            out[n] = head | to_code(price)
            n += 1
    return n


@cython.final
cdef class Zavandor(Game):
    def __cinit__(self):
        self.info = INFO
        self.schema = SCHEMA
        self.memory = &self.s
        self.size = sizeof(State)

    cdef Game blank(self):
        return Zavandor.__new__(Zavandor)

    # --- Setup (section 2).

    cdef void deal(self) noexcept nogil:
        cdef State* s = &self.s
        cdef Seat* p
        cdef uint8_t boards[4]
        cdef uint8_t suit[SUIT]
        cdef int deck, gem, seat, i, n
        s.players = self.players
        for deck in range(DECKS):
            n = 0
            for gem in range(GEMS):
                for i in range(at(T.cards[deck], gem)):
                    s.deck[deck][n] = gem
                    n += 1
            s.deck_size[deck] = n
            s.sources[deck] = T.cards[deck]
            shuffle_on(&self.key, deck, &s.taken[deck], s.deck[deck], n)
        for gem in range(GEMS):
            if gem >= s.players:
                s.right[gem] = NOTHING
                s.middle[gem] = NOTHING
                s.removed |= ((<uint64_t>1 << SUIT) - 1) << (STARTS + gem * SUIT)
                continue
            memcpy(suit, T.dark[gem], SUIT - LIGHT)
            memcpy(suit + SUIT - LIGHT, T.light[gem], LIGHT)
            shuffle_once(&self.key, LIGHT_STREAM + gem, suit + SUIT - LIGHT, LIGHT)
            shuffle_once(&self.key, DARK_STREAM + gem, suit, SUIT - LIGHT)
            s.right[gem] = suit[SUIT - 1]
            s.middle[gem] = suit[SUIT - 2]
            s.row_size[gem] = ROW_ROOM
            memcpy(s.row[gem], suit, ROW_ROOM)
        memset(boards, 0, 4)
        if self.kind == REVERSE:
            for i in range(4):
                boards[i] = 1 + i
            shuffle_once(&self.key, BOARD_STREAM, boards, 4)
        for seat in range(STARTS):
            if seat >= s.players:
                s.removed |= <uint64_t>1 << seat
                continue
            p = &s.seats[seat]
            p.board = boards[seat]
            memset(p.item, NOTHING, ITEMS)
            p.item[0] = FAMILY + p.board
            p.level[0] = 1
            if T.slots[DRAGON + p.board]:
                p.item[1] = DRAGON + p.board
            p.item[SPACE] = seat
            p.level[SPACE] = 1
        for seat in range(s.players):
            for i in range(T.starting_hand[seat]):
                self.draw_one(seat, 0)
        s.round = 1
        self.begin_round()

    cdef void refill(self, int deck) noexcept nogil:
        """The pile becomes the deck, if the deck is empty."""
        cdef State* s = &self.s
        if s.deck_size[deck] or s.pile_size[deck] == 0:
            return
        turn_over(s.pile[deck], &s.pile_size[deck], s.deck[deck], &s.deck_size[deck])
        s.sources[deck] = s.discards[deck]
        s.discards[deck] = 0
        shuffle_on(&self.key, deck, &s.taken[deck], s.deck[deck], s.deck_size[deck])

    cdef void draw_one(self, int seat, int deck) noexcept nogil:
        """A card of the deck, or of the next lower one that has any, or else of a higher one."""
        cdef State* s = &self.s
        cdef int d = deck
        while True:
            self.refill(d)
            if s.deck_size[d]:
                s.seats[seat].hand[d] += unit(pop(s.deck[d], &s.deck_size[d]))
                self.refill(d)
                return
            if d <= deck:
                d = d - 1 if d else deck + 1
            else:
                d += 1
            if d == DECKS:
                return

    cdef void draw_cards(self, int seat, Gems cards) noexcept nogil:
        cdef int deck, i
        for deck in range(DECKS):
            for i in range(at(cards, deck)):
                self.draw_one(seat, deck)

    # --- Income (section 4.1).

    cdef void begin_round(self) noexcept nogil:
        cdef State* s = &self.s
        cdef int seat
        s.starter = (s.round - 1) % s.players
        memset(s.winners, 0, GEMS)
        for seat in range(s.players):
            s.seats[seat].named = 0
            memset(s.seats[seat].bids, 0, GEMS)
        self.income(s.starter)

    cdef void income(self, int seat) noexcept nogil:
        cdef State* s = &self.s
        cdef Gems cards = <Gems>income_of(&s.seats[seat])
        s.turn = seat
        if over_limit(&s.seats[seat], cards):
            if has_choice(cards):
                s.phase = INCOME_DRAW
                return
            cards = support(cards) & <Gems>0x01010101
            cards *= T.income_limit
        self.collect(seat, cards)

    cdef void collect(self, int seat, Gems cards) noexcept nogil:
        cdef State* s = &self.s
        self.draw_cards(seat, cards)
        s.markers = income_of(&s.seats[seat]) >> 32
        s.phase = INCOME_PLACE
        self.place_or_go_on()

    cdef void place_or_go_on(self) noexcept nogil:
        """Asks for the next marker, or goes on when none is left or none can be placed."""
        cdef State* s = &self.s
        if s.markers and can_take_marker(&s.seats[s.turn]):
            return
        s.markers = 0
        if s.phase == INCOME_PLACE:
            self.next_income()
        else:
            self.scrolls(s.turn)

    cdef void next_income(self) noexcept nogil:
        cdef State* s = &self.s
        cdef int seat = after(s, s.turn)
        if seat == s.starter:
            self.scrolls(seat)
        else:
            self.income(seat)

    cdef void scrolls(self, int seat) noexcept nogil:
        """The scroll step from this seat on."""
        cdef State* s = &self.s
        while not has_usable(&s.seats[seat]):
            seat = after(s, seat)
            if seat == s.starter:
                self.open_trade()
                return
        s.phase = SCROLLS
        s.turn = seat

    cdef void use_card(self, int item, int option) noexcept nogil:
        cdef State* s = &self.s
        cdef Seat* p = &s.seats[s.turn]
        cdef int card = p.item[item]
        cdef Yield gain = T.use[card][p.level[item]][option]
        if T.scroll[card]:
            s.removed |= <uint64_t>1 << card
            p.item[item] = NOTHING
            p.level[item] = 0
        else:
            p.used |= 1 << item
        self.draw_cards(s.turn, <Gems>gain)
        s.markers = gain >> 32
        s.phase = SCROLL_PLACE
        self.place_or_go_on()

    # --- Trade (section 4.2).

    cdef void open_trade(self) noexcept nogil:
        cdef State* s = &self.s
        s.phase = TRADE
        s.turn = s.starter
        s.cycle = 1
        s.trader = s.starter

    cdef void next_trader(self) noexcept nogil:
        cdef State* s = &self.s
        s.trader = after(s, s.trader)
        s.offered = 0
        s.turn = s.trader
        if s.trader != s.starter:
            return
        if s.any_offer and s.cycle < T.trade_cycles:
            s.cycle += 1
            return
        s.phase = BID
        s.turn = 0
        s.cycle = 0
        s.trader = 0
        s.any_offer = 0

    cdef void end_offer(self) noexcept nogil:
        """Back to the trade turn, after an offer or a bank trade."""
        cdef State* s = &self.s
        s.phase = TRADE
        s.turn = s.trader
        s.give = 0
        s.want = 0
        s.failed = 0

    cdef void give_to_bank(self, Gems gems) noexcept nogil:
        cdef State* s = &self.s
        pay(s, &s.seats[s.turn], gems)
        s.phase = BANK_TAKE
        if not bank_has(s):
            self.end_offer()

    cdef void take(self, int gem, int deck) noexcept nogil:
        """The last card of that gem leaves the pile."""
        cdef State* s = &self.s
        cdef Gems cards[DECKS]
        cdef int i = s.pile_size[deck] - 1
        while s.pile[deck][i] != gem:
            i -= 1
        s.pile_size[deck] -= 1
        memmove(&s.pile[deck][i], &s.pile[deck][i + 1], s.pile_size[deck] - i)
        s.pile[deck][s.pile_size[deck]] = 0
        s.discards[deck] -= unit(gem)
        memset(cards, 0, sizeof(cards))
        cards[deck] = unit(gem)
        enter_hand(&s.seats[s.turn], cards)
        self.end_offer()

    cdef void search(self, int gem) noexcept nogil:
        cdef State* s = &self.s
        cdef int deck = T.search[gem]
        cdef Gems cards[DECKS]
        cdef int turned, n, found
        memset(cards, 0, sizeof(cards))
        for turned in range(s.deck_size[deck]):
            n = s.deck_size[deck] - 1
            found = s.deck[deck][n]
            s.deck[deck][n] = 0
            s.deck_size[deck] = n
            s.sources[deck] -= unit(found)
            cards[deck] = unit(found)
            if found == gem:
                enter_hand(&s.seats[s.turn], cards)
                self.refill(deck)
                self.end_offer()
                return
            discard(s, cards)
            self.refill(deck)
        s.failed |= 1 << gem
        if not bank_has(s):
            self.end_offer()

    cdef void decline(self) noexcept nogil:
        cdef State* s = &self.s
        s.turn = after(s, s.turn)
        if s.turn == s.trader:
            self.end_offer()

    cdef void exchange(self) noexcept nogil:
        cdef State* s = &self.s
        cdef Gems given[DECKS]
        cdef Gems wanted[DECKS]
        leave_hand(&s.seats[s.trader], s.give, given)
        leave_hand(&s.seats[s.turn], s.want, wanted)
        enter_hand(&s.seats[s.trader], wanted)
        enter_hand(&s.seats[s.turn], given)
        self.end_offer()

    # --- Auction (section 4.3).

    cdef void name_bid(self, int seat, int gem, int count) noexcept nogil:
        cdef State* s = &self.s
        s.seats[seat].bids[gem] = count
        s.seats[seat].named += 1
        if self.acting() == 0:
            self.lay_bids()

    cdef void lay_bids(self) noexcept nogil:
        cdef State* s = &self.s
        cdef Seat* p
        cdef int seat
        for seat in range(s.players):
            p = &s.seats[seat]
            leave_hand(p, p.bids[0] | p.bids[1] << 8 | p.bids[2] << 16 | <Gems>p.bids[3] << 24, p.table)
        self.evaluate(GEMS - 1)

    cdef int winner(self, int gem) noexcept nogil:
        """The seat with the strongest bid, the first in player order; -1 when nobody bid."""
        cdef State* s = &self.s
        cdef Seat* p
        cdef int best = 0
        cdef int found = -1
        cdef int seat = s.starter
        cdef int strength, i
        for i in range(s.players):
            p = &s.seats[seat]
            if p.bids[gem]:
                strength = p.bids[gem] + at(full_sum(p, T.bid_bonus), gem)
                if strength > best:
                    best = strength
                    found = seat
            seat = after(s, seat)
        return found

    cdef void evaluate(self, int gem) noexcept nogil:
        """The auctions of this gem and those after it, up to a reward to be chosen."""
        cdef State* s = &self.s
        cdef Seat* p
        cdef Gems cards[DECKS]
        cdef int seat, bid
        while gem >= 0:
            seat = self.winner(gem)
            if seat >= 0:
                p = &s.seats[seat]
                bid = p.bids[gem]
                s.winners[gem] = 1 + seat
                pick(p.table, <Gems>bid << (8 * gem), cards)
                discard(s, cards)
                if bid >= T.bonus[gem]:
                    p.vp += T.bonus_vp
                p.vp += at(full_sum(p, T.win_vp), gem)
                if bid >= T.card_bid and s.right[gem] != NOTHING and can_take_card(p):
                    s.phase = REWARD
                    s.turn = seat
                    s.evaluating = gem
                    return
                p.vp += T.auction_vp
            gem -= 1
        s.evaluating = 0
        self.crown()

    cdef void take_card(self, int space) noexcept nogil:
        """The improvement on sale, into a free space (0) or over the card in space - 1."""
        cdef State* s = &self.s
        cdef Seat* p = &s.seats[s.turn]
        cdef int item
        if space == 0:
            item = free_space(p)
        else:
            item = SPACE + space - 1
            s.removed |= <uint64_t>1 << p.item[item]
            p.used &= ~(1 << item)
        p.item[item] = s.right[s.evaluating]
        p.level[item] = 0
        s.right[s.evaluating] = NOTHING

    cdef void crown(self) noexcept nogil:
        cdef State* s = &self.s
        s.turn = s.winners[0] - 1 if s.winners[0] else s.starter
        s.phase = KING
        if T.ways[s.king] == 1:
            self.move_king(T.way[s.king][0])

    cdef void move_king(self, int hall) noexcept nogil:
        cdef State* s = &self.s
        cdef int gem
        s.king = hall
        for gem in range(GEMS):
            if s.right[gem] != NOTHING:
                s.removed |= <uint64_t>1 << s.right[gem]
            s.right[gem] = s.middle[gem]
            s.middle[gem] = NOTHING
            if s.row_size[gem]:
                s.row_size[gem] -= 1
                s.middle[gem] = s.row[gem][s.row_size[gem]]
                s.row[gem][s.row_size[gem]] = 0
        s.phase = UPGRADE
        s.turn = s.starter

    # --- Upgrade (section 4.4).

    cdef void upgrade(self, int item, Gems payment) noexcept nogil:
        cdef State* s = &self.s
        cdef Seat* p = &s.seats[s.turn]
        pay(s, p, payment)
        p.level[item] += 1
        s.upgraded |= 1 << item

    cdef void next_upgrader(self) noexcept nogil:
        cdef State* s = &self.s
        s.upgraded = 0
        s.turn = after(s, s.turn)
        if s.turn == s.starter:
            self.end_round()

    cdef void end_round(self) noexcept nogil:
        cdef State* s = &self.s
        cdef Seat* p
        cdef int seat
        for seat in range(s.players):
            p = &s.seats[seat]
            enter_hand(p, p.table)
            memset(p.table, 0, sizeof(p.table))
        if T.ways[s.king] == 0:
            s.phase = OVER
            s.turn = 0
        else:
            s.round += 1
            self.begin_round()

    # --- The contract.

    cdef uint32_t acting(self) noexcept nogil:
        cdef State* s = &self.s
        cdef uint32_t mask = 0
        cdef int seat
        if s.phase != BID:
            return <uint32_t>1 << s.turn if s.phase != OVER else 0
        for seat in range(s.players):
            mask |= <uint32_t>(s.seats[seat].named < GEMS) << seat
        return mask

    cdef int options(self, int seat, uint32_t* out) noexcept nogil:
        cdef State* s = &self.s
        cdef Seat* p = &s.seats[seat]
        cdef int n = 0
        cdef int i, j
        cdef Gems v
        if s.phase == INCOME_DRAW:
            return list_draws(<Gems>income_of(p), out)
        elif s.phase == INCOME_PLACE or s.phase == SCROLL_PLACE:
            out[0] = PASS << 24
            n = 1
            for i in range(ITEMS):
                out[n] = PLACE << 24 | i
                n += p.level[i] < T.slots[p.item[i]]
        elif s.phase == SCROLLS:
            out[0] = PASS << 24
            n = 1
            for i in range(SPACE, ITEMS):
                for j in range(usable(p, i)):
                    out[n] = USE << 24 | (i - SPACE) << 8 | j
                    n += 1
        elif s.phase == TRADE:
            i = total(held(p.hand))
            out[0] = PASS << 24
            out[1] = BANK << 24
            n = 1 + (i >= T.bank_price)
            out[n] = OFFER << 24
            n += i >= 1 and not s.offered
        elif s.phase == BANK_GIVE:
            n = list_vectors(&T.of_sum[T.bank_price], GIVE << 24, held(p.hand), out)
        elif s.phase == BANK_TAKE:
            for i in range(GEMS):
                for j in range(DECKS):
                    out[n] = TAKE << 24 | i << 8 | j
                    n += at(s.discards[j], i) != 0
            for i in range(GEMS):
                out[n] = SEARCH << 24 | i
                n += searchable(s, i)
        elif s.phase == OFFER_GIVE:
            n = list_vectors(&T.offers, GIVE << 24, held(p.hand), out)
        elif s.phase == OFFER_WANT:
            n = list_vectors(&T.offers, WANT << 24, ~support(s.give) & <Gems>0x7f7f7f7f, out)
        elif s.phase == OFFER_REPLY:
            out[0] = DECLINE << 24
            out[1] = ACCEPT << 24
            n = 1 + within(s.want, held(p.hand))
        elif s.phase == BID:
            i = GEMS - 1 - p.named
            n = at(held(p.hand), i) + 1
            for j in range(n):
                out[j] = NAME_BID << 24 | i << 8 | j
        elif s.phase == REWARD:
            out[0] = VP << 24
            out[1] = CARD << 24
            n = 2
            if not free_space(p):
                n = 1
                for i in range(T.spaces[p.board]):
                    out[n] = CARD << 24 | (i + 1)
                    n += T.removable[p.item[SPACE + i]]
        elif s.phase == KING:
            n = T.ways[s.king]
            for i in range(n):
                out[i] = MOVE_KING << 24 | T.way[s.king][i]
        elif s.phase == UPGRADE:
            out[0] = PASS << 24
            n = 1 + list_upgrades(s, p, out + 1)
        return n

    cdef void play(self, int seat, uint32_t code) noexcept nogil:
        cdef State* s = &self.s
        cdef int kind = code >> 24
        cdef uint32_t argument = code & 0xffffff
        if kind == PASS:
            if s.phase == TRADE:
                self.next_trader()
            elif s.phase == UPGRADE:
                self.next_upgrader()
            elif s.phase == SCROLLS:
                if after(s, seat) == s.starter:
                    self.open_trade()
                else:
                    self.scrolls(after(s, seat))
            else:
                s.markers = 0
                self.place_or_go_on()
        elif kind == DECLINE:
            self.decline()
        elif kind == VP:
            s.seats[seat].vp += T.auction_vp
            self.evaluate(s.evaluating - 1)
        elif kind == DRAW:
            self.collect(seat, from_code(argument))
        elif kind == PLACE:
            s.seats[seat].level[argument] += 1
            s.markers -= 1
            self.place_or_go_on()
        elif kind == USE:
            self.use_card(SPACE + (argument >> 8), argument & 0xff)
        elif kind == BANK:
            s.phase = BANK_GIVE
        elif kind == OFFER:
            s.phase = OFFER_GIVE
            s.offered = 1
            s.any_offer = 1
        elif kind == GIVE:
            if s.phase == BANK_GIVE:
                self.give_to_bank(from_code(argument))
            else:
                s.give = from_code(argument)
                s.phase = OFFER_WANT
        elif kind == WANT:
            s.want = from_code(argument)
            s.phase = OFFER_REPLY
            s.turn = after(s, seat)
        elif kind == ACCEPT:
            self.exchange()
        elif kind == TAKE:
            self.take(argument >> 8, argument & 0xff)
        elif kind == SEARCH:
            self.search(argument)
        elif kind == NAME_BID:
            self.name_bid(seat, argument >> 8, argument & 0xff)
        elif kind == CARD:
            self.take_card(argument)
            self.evaluate(s.evaluating - 1)
        elif kind == MOVE_KING:
            self.move_king(argument)
        else:
            self.upgrade(argument >> 16, from_code(argument & 0xffff))

    cdef void result(self, int32_t* scores, int32_t* ranks) noexcept nogil:
        result(&self.s, scores, ranks)

    # --- Notation (section 5).

    cdef str vector(self, Gems v, names):
        return " ".join([f"{at(v, i)} {names[i]}" for i in range(4) if at(v, i)])

    cdef str spell(self, int seat, uint32_t code):
        cdef State* s = &self.s
        cdef Seat* p = &s.seats[seat]
        cdef int kind = code >> 24
        cdef uint32_t argument = code & 0xffffff
        cdef Yield gain
        if kind == DRAW:
            return "draw " + self.vector(from_code(argument), DECK_NAMES)
        if kind == PLACE:
            return "place " + slug(p, argument)
        if kind == USE:
            gain = T.use[p.item[SPACE + (argument >> 8)]][p.level[SPACE + (argument >> 8)]][argument & 0xff]
            words = [f"{gain >> 8 * i & 0xff} {DECK_NAMES[i]}" for i in range(DECKS + 1) if gain >> 8 * i & 0xff]
            return " ".join(["use", slug(p, SPACE + (argument >> 8)), *words])
        if kind == GIVE:
            return "give " + self.vector(from_code(argument), GEM_NAMES)
        if kind == WANT:
            return "want " + self.vector(from_code(argument), GEM_NAMES)
        if kind == TAKE:
            return f"take {GEM_NAMES[argument >> 8]} {DECK_NAMES[argument & 0xff]}"
        if kind == SEARCH:
            return f"search {GEM_NAMES[argument]}"
        if kind == NAME_BID:
            return f"bid {GEM_NAMES[argument >> 8]} {argument & 0xff}"
        if kind == CARD:
            return "card over " + slug(p, SPACE + argument - 1) if argument else "card"
        if kind == MOVE_KING:
            return f"king {DATA.halls[argument].slug}"
        if kind == UPGRADE_ITEM:
            return f"upgrade {slug(p, argument >> 16)} {self.vector(from_code(argument & 0xffff), GEM_NAMES)}"
        return {PASS: "pass", DECLINE: "decline", VP: "vp", BANK: "bank", OFFER: "offer", ACCEPT: "accept"}[kind]

    # --- Knowledge.

    cdef size_t write_view(self, int seat, uint8_t* out) noexcept nogil:
        return write_view(&self.s, self.kind, self.acting(), seat, out)

    cdef str read_view(self, int seat, const uint8_t* data, size_t size):
        self.s.players = self.players
        return read_view(&self.s, seat, data, size)

    cdef void hide(self, int seat) noexcept nogil:
        hide(&self.s, seat)

    cdef bint draw(self, int seat) noexcept nogil:
        return draw(&self.s, seat, &self.key)

    cdef str flaw(self):
        return flaw(&self.s, self.players, self.kind == REVERSE)


cdef str slug(const Seat* p, int item):
    if item < SPACE:
        return "packdragon" if item else "family"
    return DATA.cards[p.item[item]].slug


RULES = Zavandor
