"""What is hidden (the order of the deck, draws to come), how it is drawn anew, and which states there can be."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcmp, memset

from engine.chance cimport Seed, shuffle_once
from engine.minerals.board cimport MAX_LOOSE, at, ended, mineral
from engine.minerals.cells cimport Cells, add, any, both, cells, count, empty, filled, has, lowest, single, wide, without
from engine.minerals.state cimport (
    ADD_TILE, AFTER, BAG, BEFORE, CARDS, CUT, EDGE, KINDS, OVER, PAWN, PLACE, PUT, REMOVE, SEATS, State, TOOL_TILES, TOOLS,
    Tables, Variant,
)

cdef enum:
    DECK = 4                    # stream of the deck's order
    EVERY_CARD = (1 << (CARDS + 1)) - 2


cdef void hide(State* s) noexcept nogil:
    """No seat knows more than another."""
    memset(s.deck, 0, CARDS)
    s.draws = 0


cdef bint draw(State* s, bint cards, const Seed* key) noexcept nogil:
    """The cards nobody sees, in any order."""
    cdef uint32_t seen = s.row
    cdef int n = 0
    cdef int i
    if s.phase == REMOVE or not cards:
        return s.deck_count == 0
    for i in range(SEATS):
        seen |= s.cards[i]
    for i in range(1, CARDS + 1):
        if not seen >> i & 1:
            s.deck[n] = i
            n += 1
    shuffle_once(key, DECK, s.deck, n)
    return n == s.deck_count


cdef str flaw(State* s, const Tables* t, int players, Variant variant):
    """Which invariant the state breaks; each test leans on those before it."""
    if s.phase > OVER:
        return "there is no such phase"
    if s.turn >= players:
        return "there is no seat whose turn it is"
    why = board_flaw(s, t)
    if why is None:
        why = pawn_flaw(s, players)
    if why is None:
        why = mineral_flaw(s, t, players)
    if why is None:
        why = card_flaw(s, t, players, variant)
    if why is None:
        why = tool_flaw(s, t, players, variant)
    if why is None:
        why = turn_flaw(s, t, players)
    if why is None:
        why = fragment_flaw(s, t, players)
    return why


cdef str board_flaw(State* s, const Tables* t):
    """The sets say what the grid says, and all tiles lie on inner cells."""
    cdef Cells tiles, white, pawned
    cdef int i, cell, b
    memset(&tiles, 0, sizeof(tiles))
    memset(&white, 0, sizeof(white))
    memset(&pawned, 0, sizeof(pawned))
    for i in range(EDGE + 256 + EDGE):
        cell = i - EDGE
        b = s.grid[i]
        if b == 0:
            continue
        if not 0 <= cell < 256 or not has(&t.inside, cell):
            return "a tile lies outside the inner cells"
        if not 1 <= (b & ~PAWN) <= KINDS:
            return f"cell {cell} holds no mineral"
        add(&tiles, cell)
        if (b & ~PAWN) == 1:
            add(&white, cell)
        if b & PAWN:
            add(&pawned, cell)
    if (
        memcmp(&tiles, &s.tiles, sizeof(Cells)) or memcmp(&white, &s.white, sizeof(Cells))
        or memcmp(&pawned, &s.pawned, sizeof(Cells))
    ):
        return "the sets of cells differ from the grid"
    return None


cdef str pawn_flaw(State* s, int players):
    """Pawns stand on tiles of their own; seats before `turn` have placed those of their right neighbours."""
    cdef int seat, placer, placed = 0
    cdef bint there
    for seat in range(SEATS):
        if s.pawn[seat] and not has(&s.pawned, s.pawn[seat]):
            return f"the pawn of seat {seat} is not on the board"
        placed += s.pawn[seat] != 0
        placer = seat + 1 if seat + 1 < players else 0
        there = seat < players and s.phase != REMOVE and (s.phase != PLACE or placer < s.turn)
        if there != (s.pawn[seat] != 0):
            return f"the pawn of seat {seat} is {'missing' if there else 'there too early'}"
        if there and s.phase == PLACE and mineral(s, s.pawn[seat]) != 1:
            return f"the pawn of seat {seat} was not placed on the lowest mineral"
    if placed != count(&s.pawned):
        return "two pawns share a tile"
    return None


cdef str mineral_flaw(State* s, const Tables* t, int players):
    """Every mineral is somewhere: on the board, in the pouch, in a pool, spent, or drawn."""
    cdef int held[KINDS + 1]
    cdef int cell, seat, k
    memset(held, 0, sizeof(held))
    for cell in range(256):
        if at(s, cell)[0]:
            held[mineral(s, cell)] += 1
    for k in range(1, KINDS + 1):
        held[k] += s.pouch[k - 1]
        for seat in range(SEATS):
            if seat >= players and (s.pool[seat][k - 1] or s.spent[seat][k - 1]):
                return "a seat that nobody sits on has minerals"
            held[k] += s.pool[seat][k - 1] + s.spent[seat][k - 1]
    if s.drawn > KINDS:
        return "no mineral was drawn"
    if s.drawn:
        held[s.drawn] += 1
    for k in range(KINDS):
        if held[k + 1] != t.counts[k]:
            return f"there are {held[k + 1]} minerals of kind {k + 1}, not {t.counts[k]}"
    for k in range(KINDS, BAG):
        if s.pouch[k]:
            return "unused bytes are not 0"
        for seat in range(SEATS):
            if s.pool[seat][k] or s.spent[seat][k]:
                return "unused bytes are not 0"
    return None


cdef str card_flaw(State* s, const Tables* t, int players, Variant variant):
    """Every card is in the row, in the deck or with one seat."""
    cdef uint32_t seen = s.row
    cdef int places = 0, shown = 0
    cdef int i
    if s.deck_count > CARDS:
        return "the deck has too many cards"
    for i in range(SEATS):
        if s.low[i] & ~(s.cards[i] & t.lows):
            return f"seat {i} took a card without its orpiment that cannot be taken so"
        if i >= players and s.cards[i]:
            return "a seat that nobody sits on has cards"
        if s.cards[i] & seen:
            return "a card is in two places"
        seen |= s.cards[i]
    for i in range(CARDS):
        if i >= s.deck_count and s.deck[i]:
            return "unused bytes are not 0"
        if i < s.deck_count:
            if not 1 <= s.deck[i] <= CARDS or seen >> s.deck[i] & 1:
                return "a card of the deck is in two places, or none"
            seen |= <uint32_t>1 << s.deck[i]
    if seen != (<uint32_t>EVERY_CARD if variant.cards and s.phase != REMOVE else 0):
        return "cards are missing, or should not be there"
    for i in range(CARDS + 1):
        shown += s.row >> i & 1
    if seen and (shown > t.row or (shown < t.row and s.deck_count)):
        return f"{shown} cards lie in the row"
    if (s.phase == PLACE) and seen and seen != s.row | deck_set(s):
        return "a seat has cards before the first turn"
    if s.card_taken > 1 or (s.card_taken and (not s.cards[s.turn] or not s.dug_cell)):
        return "no card was taken this turn"
    return None


cdef uint32_t deck_set(State* s):
    cdef uint32_t found = 0
    cdef int i
    for i in range(s.deck_count):
        found |= <uint32_t>1 << s.deck[i]
    return found


cdef str tool_flaw(State* s, const Tables* t, int players, Variant variant):
    """One side of every tool tile lies up; what is spent was spent on tools."""
    cdef int tile, seat, k, up = 0, spent = 0
    cdef bint there = variant.tools and s.phase != REMOVE
    cdef bint adds = False
    for tile in range(TOOL_TILES):
        up = (s.up >> t.side[tile][0] & 1) + (s.up >> t.side[tile][1] & 1)
        if up != there:
            return f"{up} sides of tool tile {tile} lie up"
    if s.up & ~((1 << (TOOLS + 1)) - 2):
        return "a tool lies up that does not exist"
    for k in range(1, TOOLS + 1):
        adds = adds or (s.up >> k & 1 and t.tool[k].effect == ADD_TILE)
    for seat in range(players):
        for k in range(KINDS):
            spent += s.spent[seat][k]
    if spent and not there:
        return "minerals are spent, and there are no tools"
    spent = 0
    for k in range(KINDS):
        spent += s.spent[s.turn][k]
    if s.tool_used > 1 or (s.tool_used and not spent):
        return "no tool was used this turn"
    if (s.drawn != 0) != (s.phase == PUT):
        return "a mineral is drawn, or not, against the phase"
    if s.phase == PUT and not (adds and s.tool_used):
        return "no tool drew a mineral"
    if s.unused[0] or s.unused[1]:
        return "unused bytes are not 0"
    return None


cdef str turn_flaw(State* s, const Tables* t, int players):
    """Phase, seat and what happened this turn fit together."""
    cdef bint setup = s.phase == REMOVE or s.phase == PLACE
    cdef int seat, k, tiles = count(&s.tiles)
    if setup != (s.round == 0):
        return f"the round is {s.round}"
    if s.removals > t.removals or (s.removals != 0) != (s.phase == REMOVE):
        return f"{s.removals} removals are left"
    if setup:
        k = t.removals - s.removals
        if s.phase == REMOVE and s.turn != k % players:
            return "it is another seat's turn to remove"
        if s.tool_used or s.dug_cell or s.draws:
            return "something was done before the first turn"
        for k in range(KINDS):
            tiles += s.pouch[k]
        if tiles != t.tiles:
            return "a seat has minerals before the first turn"
        if count(&s.tiles) != tiles - (t.removals - s.removals):
            return "more or fewer tiles were removed"
    if (s.dug_cell != 0) != (s.dug_kind != 0) or s.dug_kind > KINDS or (s.dug_cell and not has(&t.inside, s.dug_cell)):
        return "what was dug is no cell and mineral"
    if s.phase != PUT and (s.dug_cell != 0) != (s.phase == CUT or s.phase == AFTER):
        return "a move was made, or not, against the phase"
    if s.phase == CUT and (has(&s.tiles, s.dug_cell) or s.tool_used or s.card_taken):
        return "the cut-off does not follow a plain move"
    if s.phase == OVER and (s.tool_used or s.card_taken):
        return "something was done in a turn that did not take place"
    if s.phase == OVER and not ended(s, players):
        return "somebody can still move"
    if s.phase == BEFORE and not s.tool_used and ended(s, players):
        return "nobody can move"
    return None


cdef str fragment_flaw(State* s, const Tables* t, int players):
    """In setup the board is one piece; later every fragment holds a pawn, but those at the hole of the cut-off."""
    cdef Cells left = s.tiles
    cdef Cells fragment
    cdef int found = 0
    while not empty(&left):
        fragment = cells(filled(single(lowest(left)), wide(&s.tiles)))
        left = cells(without(wide(&left), wide(&fragment)))
        found += 1
        if s.phase == REMOVE or s.phase == PLACE:
            if found > 1:
                return "the board is in pieces"
        elif not any(both(wide(&fragment), wide(&s.pawned))):
            if s.phase != CUT or not any(both(wide(&fragment), wide(&t.near[s.dug_cell]))):
                return "a fragment without a pawn is on the board"
    return None
