"""The memory of a match of The Mines of Zavandor, and of its components.

`Gems` is a vector of four counts below 128, one a byte, sapphires lowest: one addition adds all four, one subtraction
compares them. It holds gems by kind, or cards by deck. A hand is four of them, one a deck.
`Yield` is the same with a fifth byte for markers.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef uint32_t Gems
ctypedef uint64_t Yield

cdef enum:
    GEMS = 4
    DECKS = 4
    SEATS = 4
    DECK_ROOM = 64              # cards in one deck or pile
    ROW_ROOM = 11               # improvements waiting in a row's deck
    SPACES = 6                  # of the longest gallery
    ITEMS = 8                   # a seat's items: family, packdragon, the spaces
    SPACE = 2                   # item number of space 0
    CARDS = 56                  # improvements
    STARTS = 4                  # of them the starting scrolls
    SUIT = 13                   # improvements in a suit
    LIGHT = 5                   # of them light
    BOARDS = 5
    FAMILY = 56                 # things: improvements by id, then a Family clan and a Packdragon a board
    DRAGON = 61
    NOTHING = 66                # a free space, a board without Packdragon, an empty place of a row
    THINGS = 67
    LEVELS = 9                  # of the longest item, level 0 included
    OPTIONS = 4                 # of a card's use at one level
    THRESHOLDS = 4
    HALLS = 32
    VECTORS = 34                # gem vectors of sum 1 to 3
    KING_COST = 0xffffffff      # as a price: the cost of the King's hall
    NEVER = 0xfffffffe          # as a price: no marker is sold

cdef enum Phase:
    INCOME_DRAW
    INCOME_PLACE
    SCROLLS
    SCROLL_PLACE
    TRADE
    BANK_GIVE
    BANK_TAKE
    OFFER_GIVE
    OFFER_WANT
    OFFER_REPLY
    BID
    REWARD
    KING
    UPGRADE
    OVER
    PHASES

cdef enum Kind:
    PASS
    DECLINE
    VP
    DRAW                        # vector of decks
    PLACE                       # item
    USE                         # space << 8 | option
    BANK
    OFFER
    GIVE                        # vector of gems
    WANT                        # vector of gems
    ACCEPT
    TAKE                        # gem << 8 | deck
    SEARCH                      # gem
    NAME_BID                    # gem << 8 | count
    CARD                        # 0, or 1 + space of the card replaced
    MOVE_KING                   # hall
    UPGRADE_ITEM                # item << 16 | vector of gems

cdef enum:                      # counters of end_vp
    CLANS
    SHRINES
    ALTARS
    FULL
    FAMILY_LEVEL
    COINS
    DRAGONS
    NO_COUNTER


cdef struct Seat:
    Gems hand[DECKS]            # cards in hand; of another seat, between `hide` and `draw`, the known ones only
    Gems known[DECKS]           # cards everybody knows to be in the hand
    Gems table[DECKS]           # bid cards on the table
    uint16_t vp                 # VP collected
    uint8_t item[ITEMS]         # what each item is: a thing, or NOTHING
    uint8_t level[ITEMS]        # markers on it
    uint8_t used                # items that are used hoards, one bit each
    uint8_t board
    uint8_t named               # numbers bid so far this round, rubies first: 0 to 4
    uint8_t bids[GEMS]          # they; 0 where not yet named
    uint8_t covered[DECKS]      # only between `hide` and `draw`: hand cards of each deck beyond the known ones


cdef struct State:
    Seat seats[SEATS]           # those of absent seats all zero
    uint32_t taken[DECKS]       # words taken from streams 0-3
    Gems sources[DECKS]         # decks_from: cards in the deck or drawn face down since its last shuffle
    Gems discards[DECKS]        # cards in the piles, by gem
    uint8_t deck_size[DECKS]
    uint8_t pile_size[DECKS]
    uint8_t deck[DECKS][DECK_ROOM]  # gems, top last, 0 beyond the size
    uint8_t pile[DECKS][DECK_ROOM]  # gems, first discarded first, 0 beyond the size
    uint8_t right[GEMS]         # improvement on sale, or NOTHING
    uint8_t middle[GEMS]        # improvement on sale next round, or NOTHING
    uint8_t row_size[GEMS]
    uint8_t row[GEMS][ROW_ROOM] # improvements to come, top last, 0 beyond the size
    uint64_t removed            # improvements out of the game, one bit each
    uint8_t players
    uint8_t phase
    uint8_t round               # from 1
    uint8_t starter             # starting player
    uint8_t turn                # seat asked; 0 in BID and OVER
    uint8_t king                # hall
    uint8_t markers             # to be placed by the seat at turn
    uint8_t upgraded            # items the seat at turn has upgraded in this phase, one bit each
    uint8_t winners[GEMS]       # 1 + the seat that won this round's auction, 0: none (yet)
    uint8_t evaluating          # in REWARD the gem, else 0
    uint8_t cycle               # these in the trade phases, else 0: cycle of turns, from 1
    uint8_t trader              # whose trade turn it is
    uint8_t offered             # in this turn
    uint8_t any_offer           # in this round
    uint8_t failed              # gems searched in vain in this bank trade, one bit each
    Gems give                   # of the offer, 0: not yet named
    Gems want


cdef struct VectorList:
    int count                   # ascending by code
    uint32_t code[VECTORS]      # as in an action's argument
    Gems gems[VECTORS]


cdef struct Tables:
    # Things, by number; NOTHING has no slots and is worth nothing.
    uint8_t slots[THINGS]
    Gems price[THINGS][LEVELS]  # of the marker that raises this level; KING_COST, NEVER
    Yield income[THINGS][LEVELS]
    uint8_t uses[THINGS][LEVELS]
    Yield use[THINGS][LEVELS][OPTIONS]
    uint8_t scroll[THINGS]      # it leaves the game when used
    uint8_t hoard[THINGS]
    uint8_t removable[THINGS]
    uint8_t clan[THINGS]
    uint8_t shrine[THINGS]
    uint8_t altar[THINGS]
    Gems wild[THINGS]           # when full: 0x7f for the gem that may stand for any
    Gems bid_bonus[THINGS]      # when full, by gem
    Gems win_vp[THINGS]         # when full, by gem
    int16_t vp[THINGS]
    uint8_t counter[THINGS]     # of end_vp, or NO_COUNTER
    uint8_t thresholds[THINGS]
    int16_t at_least[THINGS][THRESHOLDS]
    int16_t end_vp[THINGS][THRESHOLDS]
    uint8_t final_price[THINGS] # 0: none
    # Boards, decks, gems, halls.
    uint8_t spaces[BOARDS]
    Gems cards[DECKS]           # of a whole deck, by gem
    uint8_t search[GEMS]        # deck
    uint8_t bonus[GEMS]         # bid size that brings bonus_vp
    uint8_t light[GEMS][LIGHT]  # improvements by suit and stage, ascending
    uint8_t dark[GEMS][SUIT - LIGHT]
    int halls
    Gems hall_cost[HALLS]
    uint8_t ways[HALLS]         # halls to go on to
    uint8_t way[HALLS][HALLS]   # they, ascending
    uint16_t moves[HALLS]       # bit n: the King may stand here after n moves
    # Rules.
    uint8_t starting_hand[SEATS]
    int income_limit, card_bid, auction_vp, bonus_vp, base_price, trade_cycles, bank_price, offer_size
    # Gem vectors by their sum, and all that one side of an offer may be.
    VectorList of_sum[4]
    VectorList offers
