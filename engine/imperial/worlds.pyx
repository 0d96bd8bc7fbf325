"""What a seat does not know: forgotten, drawn anew; and what every state must obey."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from engine.bits cimport popcount
from engine.chance cimport Dice, Seed, load_dice, roll, roll_below
from engine.imperial.legal cimport (
    effect_of, event_of, hears, insert, list_choices, remove, start_of, usable_surface,
)
from engine.imperial.components cimport T
from engine.imperial.mine cimport above, cell_at, places, put_card, put_token, set_machines
from engine.imperial.state cimport *

cdef uint64_t WORLDS = 0x5c1bb3e9e6d0f6a7       # sets the dice of a world apart from those of a playout with the same seed


cdef void hide(State* s, int seat) noexcept nogil:
    cdef Seat* p
    cdef int i
    memset(s.taken, 0, sizeof(s.taken))
    memset(s.pile, 0, sizeof(s.pile))
    memset(s.event_deck, 0, sizeof(s.event_deck))
    for i in range(s.players):
        if i == seat:
            continue
        p = &s.seat[i]
        memcpy(p.hand, p.shown, HAND_ROOM)
        p.held = p.seen
        memset(p.draft, 0, DRAFT_ROOM)
        p.dropped = 0
        p.choice = 0


# --- Drawing a world.

cdef bint draw(State* s, const Seed* key, int seat) noexcept nogil:
    cdef Dice dice              # speed counts here, and the seed is the caller's own
    load_dice(&dice, key)
    dice.state ^= WORLDS
    return (
        draw_cards(s, &dice, seat)
        and draw_events(s, &dice)
        and (s.phase != DRAFT or draw_drafts(s, &dice, seat))
        and (s.phase != CHOOSE or draw_choices(s, &dice, seat))
    )


cdef inline void mix(Dice* dice, uint8_t* cards, int n, int wanted) noexcept nogil:
    """Moves an even draw of `wanted` of the n cards, in an even order, to the end of the list.

    Four draws share a roll, two each half of it: what the first leaves of the half, a fraction, serves the second."""
    cdef int end = n - wanted
    cdef uint64_t whole = 0
    cdef uint64_t part = 0
    cdef uint8_t held
    cdef int j
    cdef int turn = 0
    while n > end:
        if turn & 3 == 0:
            whole = roll(dice)
            part = whole >> 32
        elif turn & 3 == 2:
            part = whole & <uint64_t>0xffffffff
        part *= <uint64_t>n
        j = <int>(part >> 32)
        part &= <uint64_t>0xffffffff
        n -= 1
        turn += 1
        held = cards[n]
        cards[n] = cards[j]
        cards[j] = held


cdef bint draw_cards(State* s, Dice* dice, int seat) noexcept nogil:
    """Piles and the others' hands from the cards out of sight."""
    cdef uint8_t pool[LEVELS][PILE_ROOM + 1]
    cdef int size[LEVELS]
    cdef int16_t left[KINDS]    # copies out of sight
    cdef Seat* p
    cdef const Task* t
    cdef uint8_t card
    cdef int i, j, n, level
    cdef int faction = 0
    cdef int tried = 0
    memcpy(left, T.copies, sizeof(left))
    for i in range(LEVELS):
        for j in range(s.discarded[i]):
            left[s.discard[i][j]] -= 1
    for i in range(s.players):
        p = &s.seat[i]
        for j in range(p.mine.count):
            left[p.mine.card[j]] -= 1
        for j in range(p.held):             # of another seat: the cards shown
            left[p.hand[j]] -= 1
        for j in range(p.dropped):
            left[p.draft[j]] -= 1
        if p.revealed:
            left[p.revealed - 1] -= 1
    for level in range(LEVELS):
        j = 0
        for i in range(T.first[level], T.first[level + 1]):
            card = T.by_level[i]
            n = left[card]
            if n < 0:
                return False
            if n > 2:
                memset(pool[level] + j, card, n)
            pool[level][j] = card           # most kinds have two copies: both are written, whether or not they count,
            pool[level][j + (n > 1)] = card     # since a branch would be guessed wrong too often
            j += n
        size[level] = j
    if s.depth and s.agenda[s.depth - 1].item == TO_EFFECT and s.agenda[s.depth - 1].marks:
        t = &s.agenda[s.depth - 1]
        tried = t.marks
        faction = searched(s, t)
        if faction < 0:
            return False
    for level in range(LEVELS):
        n = size[level] - s.piled[level]    # cards of the level in hands
        if n < 0:
            return False
        if tried >> level & 1:
            j = partition(pool[level], size[level], faction)
            if j > n:
                return False
            mix(dice, pool[level] + j, size[level] - j, s.piled[level])
            mix(dice, pool[level], n, n)
        elif size[level] and pool[level][0] != pool[level][size[level] - 1]:
            mix(dice, pool[level], size[level], size[level])
        memcpy(s.pile[level], pool[level] + n, s.piled[level])
        for i in range(s.players):
            if i == seat:
                continue
            p = &s.seat[i]
            j = p.levels[level] - shown_of(p, level)
            if j < 0 or j > n or p.held + j > HAND_ROOM:
                return False
            while j:
                n -= 1
                j -= 1
                insert(p.hand, &p.held, pool[level][n])
        if n:
            return False
    return True


cdef inline int shown_of(const Seat* p, int level) noexcept nogil:
    """Cards of a level that a search has shown."""
    cdef int i
    cdef int found = 0
    for i in range(p.seen):
        found += T.card[p.shown[i]].level == level + 1
    return found


cdef int searched(const State* s, const Task* t) noexcept nogil:
    """The faction that the search going on looks for; -1: none goes on."""
    cdef const Effect* e
    cdef const Step* step
    if bad_effect(s, t):
        return -1
    e = effect_of(s, t)
    if t.step >= e.steps:
        return -1
    step = &T.step[e.first + t.step]
    if step.op != OP_SEARCH:
        return -1
    return step.faction if step.faction < FACTIONS else <int>t.faction - 1


cdef int partition(uint8_t* cards, int n, int faction) noexcept nogil:
    """Puts the cards of the faction first; how many there are."""
    cdef uint8_t held
    cdef int i
    cdef int found = 0
    for i in range(n):
        if T.card[cards[i]].factions >> faction & 1:
            held = cards[i]
            cards[i] = cards[found]
            cards[found] = held
            found += 1
    return found


cdef bint draw_events(State* s, Dice* dice) noexcept nogil:
    cdef uint8_t pool[EVENTS]
    cdef uint32_t seen = 0
    cdef int i
    cdef int n = 0
    for i in range(s.round):
        seen |= 1 << s.events[i]
    for i in range(EVENTS):
        if not seen >> i & 1:
            pool[n] = <uint8_t>i
            n += 1
    if n < s.events_left:
        return False
    mix(dice, pool, n, s.events_left)
    memcpy(s.event_deck, pool + n - s.events_left, s.events_left)
    return True


cdef bint draw_drafts(State* s, Dice* dice, int seat) noexcept nogil:
    """What the others have discarded so far."""
    cdef Seat* p
    cdef int i, n, card
    for i in range(s.players):
        if i == seat:
            continue
        p = &s.seat[i]
        n = T.drop[s.kind]
        if n == 0:
            return False
        if s.waiting >> i & 1:
            n = roll_below(dice, n)
        if n > p.held:
            return False
        while n:
            card = p.hand[roll_below(dice, p.held)]
            remove(p.hand, &p.held, card)
            insert(p.draft, &p.dropped, card)
            n -= 1
    return True


cdef bint draw_choices(State* s, Dice* dice, int seat) noexcept nogil:
    """What the others have committed."""
    cdef uint32_t codes[HAND_ROOM + 1]
    cdef uint32_t code
    cdef int i
    if s.round == 0:
        return False
    for i in range(s.players):
        if i != seat and not s.waiting >> i & 1:
            code = codes[roll_below(dice, list_choices(s, i, codes))]
            s.seat[i].choice = 1 if code >> 24 == DIG else <uint8_t>(2 + (code >> 16 & 255))
    return True


# --- What every state must obey.

cdef str flaw(const State* s):
    cdef int i
    if not 1 <= s.players <= SEATS or s.kind > 1 or s.phase > OVER or s.round > T.rounds:
        return "players, variant, phase or round is out of range"
    for found in (flaw_of_events(s), flaw_of_piles(s)):
        if found is not None:
            return found
    for i in range(SEATS):
        found = flaw_of_seat(s, i)
        if found is not None:
            return f"seat {i}: {found}"
    for found in (flaw_of_cards(s), flaw_of_phase(s)):
        if found is not None:
            return found
    return None


cdef str flaw_of_events(const State* s):
    cdef uint32_t seen = 0
    cdef int i
    if (s.phase == DRAFT) != (s.round == 0):
        return "the draft is round 0, and no other phase is"
    if s.phase == DRAFT and not T.drop[s.kind]:
        return "this variant has no draft"
    if s.round + s.events_left != T.rounds:
        return "events_left does not fit the round"
    for i in range(s.round):
        if s.events[i] >= EVENTS or seen >> s.events[i] & 1:
            return "events_seen: an event twice or unknown"
        seen |= 1 << s.events[i]
    for i in range(s.events_left):
        if s.event_deck[i] >= EVENTS or seen >> s.event_deck[i] & 1:
            return "event_deck: an event twice or unknown"
        seen |= 1 << s.event_deck[i]
    if not blank(s.events, s.round, EVENTS) or not blank(s.event_deck, s.events_left, EVENTS):
        return "events beyond the count"
    for i in range(BOARDS):
        if s.track[i] >> 1 != i:
            return "tracks are not one of each board"
    return None


cdef bint blank(const uint8_t* values, int first, int end):
    """Whether the unused rest is zero."""
    cdef int i
    for i in range(first, end):
        if values[i]:
            return False
    return True


cdef bint ordered(const uint8_t* cards, int n, int room):
    """Whether these are known cards, ascending."""
    cdef int i
    if n > room:
        return False
    for i in range(n):
        if cards[i] >= T.kinds or (i and cards[i] < cards[i - 1]):
            return False
    return blank(cards, n, room)


cdef str flaw_of_piles(const State* s):
    cdef int i, j
    for i in range(LEVELS):
        if s.piled[i] > T.stocked[i] or s.discarded[i] > T.stocked[i]:
            return "a pile has more cards than its level"
        for j in range(s.piled[i]):
            if s.pile[i][j] >= T.kinds or T.card[s.pile[i][j]].level != i + 1:
                return "decks: a card lies in a pile of another level"
        for j in range(s.discarded[i]):
            if s.discard[i][j] >= T.kinds or T.card[s.discard[i][j]].level != i + 1:
                return "discards: a card lies in a pile of another level"
        if not blank(s.pile[i], s.piled[i], PILE_ROOM) or not blank(s.discard[i], s.discarded[i], PILE_ROOM):
            return "cards beyond a pile's count"
    return None


cdef str flaw_of_seat(const State* s, int seat):
    cdef const Seat* p = &s.seat[seat]
    cdef Seat none
    cdef uint8_t levels[LEVELS]
    cdef uint8_t hand[HAND_ROOM]
    cdef uint8_t held
    cdef int i
    if seat >= s.players:
        memset(&none, 0, sizeof(Seat))
        return None if memcmp(&none, p, sizeof(Seat)) == 0 else "nobody sits there"
    if not ordered(p.hand, p.held, HAND_ROOM) or not ordered(p.shown, p.seen, HAND_ROOM):
        return "hand or shown is not a sorted list of cards"
    if not ordered(p.draft, p.dropped, DRAFT_ROOM):
        return "draft is not a sorted list of cards"
    memset(levels, 0, LEVELS)
    for i in range(p.held):
        levels[T.card[p.hand[i]].level - 1] += 1
    for i in range(p.dropped):
        levels[T.card[p.draft[i]].level - 1] += 1
    if memcmp(levels, p.levels, LEVELS):
        return "hand_levels does not fit the hand"
    memcpy(hand, p.hand, HAND_ROOM)
    held = p.held
    for i in range(p.seen):
        if not remove(hand, &held, p.shown[i]):
            return "a card shown is not in the hand"
    if not 0 <= p.coins <= 10000000 or not 0 <= p.vp <= 10000000:
        return "coins or vp is out of range"
    if p.revealed > T.kinds or p.choice > T.kinds + 1 or p.board > BOARDS:
        return "revealed, choice or board is out of range"
    if p.space > (T.top[s.track[p.board - 1]] if p.board else 0):
        return "space is above the top of its track"
    if p.revealed and (s.phase != MINE or places(&p.mine, T.card[p.revealed - 1].level) == 0):
        return "revealed: there is no place for the card"
    return flaw_of_mine(s, &p.mine)


cdef str flaw_of_mine(const State* s, const Mine* m):
    """Builds the mine anew and compares."""
    cdef Mine again
    cdef int i, side, level, x
    cdef int left = T.rounds - s.round + 1         # cards still to come at most
    if m.count + left > MINE_ROOM:
        return "mine: more cards than it has room for"
    memset(&again, 0, sizeof(Mine))
    for i in range(m.count):
        level = m.key[i] >> 8
        x = <int>(m.key[i] & 255) - OFFSET
        if m.card[i] >= T.kinds or not 1 <= level <= LEVELS or T.card[m.card[i]].level != level:
            return "mine: a card does not lie in the row of its level"
        if (level + x) & 1 == 0 or x - 4 * left < -60 or x + 4 * left > 60:
            return "mine: a card lies where no card can"
        if cell_at(&again, m.key[i]) >= 0 or (i and m.key[i] < m.key[i - 1]):
            return "mine: the cells are not in order"
        if m.machines[i] > T.machine_limit:
            return "mine: too many machines on a card"
        put_card(&again, m.card[i], m.key[i])
        set_machines(&again, i, m.machines[i])
        if level > 1 and above(&again, i) == 0:
            return "mine: no card lies above one"
    for side in range(3):
        for i in range(m.count):
            if m.sets[WITH_TOKEN + side] >> i & 1:
                if not again.sets[HALF + side] >> i & 1:
                    return "tokens: one does not lie on an incomplete cart"
                put_token(&again, i, side)
    again.sets[COLLAPSED] = m.sets[COLLAPSED] & <uint16_t>((1 << m.count) - 1)
    again.sets[ACTIVATED] = m.sets[ACTIVATED] & <uint16_t>((1 << m.count) - 1)
    if memcmp(&again, m, sizeof(Mine)):
        return "mine: what is kept of it does not fit its cards"
    return None


cdef str flaw_of_cards(const State* s):
    """Every copy of every card is somewhere, once."""
    cdef int found[KINDS]
    cdef const Seat* p
    cdef int i, j
    memset(found, 0, sizeof(found))
    for i in range(LEVELS):
        for j in range(s.piled[i]):
            found[s.pile[i][j]] += 1
        for j in range(s.discarded[i]):
            found[s.discard[i][j]] += 1
    for i in range(s.players):
        p = &s.seat[i]
        for j in range(p.held):
            found[p.hand[j]] += 1
        for j in range(p.dropped):
            found[p.draft[j]] += 1
        for j in range(p.mine.count):
            found[p.mine.card[j]] += 1
        if p.revealed:
            found[p.revealed - 1] += 1
    for i in range(T.kinds):
        if found[i] != T.copies[i]:
            return f"there are {found[i]} of {T.copies[i]} copies of card {i}"
    return None


cdef str flaw_of_phase(const State* s):
    cdef uint32_t all = (1 << s.players) - 1
    cdef const Seat* p
    cdef int i, served
    if s.depth > AGENDA_ROOM or s.waiting & ~all:
        return "actors or agenda is out of range"
    if s.phase == DRAFT or s.phase == CHOOSE or s.phase == OVER:
        if s.served or s.depth or (s.waiting == 0) != (s.phase == OVER):
            return "actors, pending or agenda does not fit the phase"
    elif s.depth == 0 or s.served >= s.players or s.waiting != 1 << s.served:
        return "actors, pending or agenda does not fit the phase"
    if s.phase == OVER and s.round < T.rounds:
        return "the match is over before the last round"
    for i in range(s.players):
        p = &s.seat[i]
        if s.phase == DRAFT:
            served = T.deal[s.kind][0] + T.deal[s.kind][1] + T.deal[s.kind][2]
            if p.held + p.dropped != served or (p.dropped < T.drop[s.kind]) != (s.waiting >> i & 1):
                return f"seat {i}: hand and draft do not fit actors"
            if p.dropped > T.drop[s.kind]:
                return f"seat {i}: too many cards in draft"
        elif p.dropped:
            return f"seat {i}: draft is over"
        if s.phase == CHOOSE and not s.waiting >> i & 1:
            if not may_choose(s, i):
                return f"seat {i}: choice is not legal"
        elif p.choice:
            return f"seat {i}: choice does not belong here"
        if s.phase == MINE:
            served = (s.served - start_of(s) + s.players) % s.players - (i - start_of(s) + s.players) % s.players
            if p.revealed and (served > 0 or (served == 0 and s.agenda[0].item != TO_PLACE)):
                return f"seat {i}: revealed, though it has been placed"
    return flaw_of_agenda(s) if s.depth else None


cdef bint may_choose(const State* s, int seat):
    cdef uint32_t codes[HAND_ROOM + 1]
    cdef int n = list_choices(s, seat, codes)
    cdef int i
    for i in range(n):
        if s.seat[seat].choice == (1 if codes[i] >> 24 == DIG else 2 + (codes[i] >> 16 & 255)):
            return True
    return False


cdef bint bad_effect(const State* s, const Task* t) noexcept nogil:
    """Whether the item is about no effect there is."""
    cdef const Seat* p = &s.seat[s.served]
    if t.item != TO_EFFECT or s.round == 0 or s.events[s.round - 1] >= EVENTS:
        return True
    if t.source == OF_CARD:
        return t.cell >= p.mine.count or not 1 <= t.effect <= T.card[p.mine.card[t.cell]].effects
    if t.cell:
        return True
    if t.source == OF_SURFACE:
        return not 1 <= t.effect <= 3
    if t.effect:
        return True
    if t.source == OF_PROGRESS:
        return p.board == 0 or p.space == 0 or p.space > T.top[s.track[p.board - 1]]
    return t.source != OF_EVENT


cdef int last_op(const State* s, const Task* t):
    """The op that an effect which is not on top has begun or just done; -1: none."""
    cdef const Effect* e = effect_of(s, t)
    if t.left:
        return T.step[e.first + t.step].op
    return T.step[e.first + t.step - 1].op if t.step else -1


cdef str flaw_of_agenda(const State* s):
    """The agenda is one that the rules can build, and its top asks."""
    cdef const Mine* m = &s.seat[s.served].mine
    cdef const Seat* p = &s.seat[s.served]
    cdef const Task* t
    cdef const Task* below_it
    cdef uint32_t cells = 0     # of the cards whose effects are on it
    cdef Task none
    cdef int i, op
    cdef bint top
    memset(&none, 0, sizeof(Task))
    for i in range(s.depth, AGENDA_ROOM):
        if memcmp(&none, &s.agenda[i], sizeof(Task)):
            return "agenda: items beyond its depth"
    for i in range(s.depth):
        t = &s.agenda[i]
        below_it = &s.agenda[i - 1] if i else &none
        top = i == s.depth - 1
        if below_it.item == TO_EFFECT:
            op = last_op(s, below_it)
            if below_it.left and op != OP_ACTIVATE:
                return "agenda: a step is still to be done below another item"
        if t.item == TO_EFFECT:
            if bad_effect(s, t):
                return "agenda: there is no such effect"
            why = flaw_of_effect(s, t, top)
            if why is not None:
                return f"agenda: {why}"
            if t.source == OF_CARD:
                if cells >> t.cell & 1 or not m.sets[ACTIVATED] >> t.cell & 1:
                    return "agenda: an effect of a card that was not activated, or twice"
                cells |= 1 << t.cell
        elif t.source or t.effect or t.step or t.faction:
            return "agenda: an item has keys of an effect"
        elif t.item == TO_CHAIN or t.item == TO_CLIMB or t.item == TO_OPTION:
            if t.cell >= m.count or not m.sets[ACTIVATED] >> t.cell & 1 or t.left or t.marks:
                return "agenda: a card on it was not activated"
            if t.item == TO_OPTION and cells >> t.cell & 1:
                return "agenda: a card twice"
        elif t.cell:
            return "agenda: an item has a cell it should not have"
        # What may lie on what.
        if i == 0:
            if s.phase == MINE:
                if not (t.item == TO_PLACE or t.item == TO_CHAIN or t.item == TO_CLIMB or t.item == TO_SURFACE
                        or (t.item == TO_EFFECT and t.source == OF_SURFACE)):
                    return "agenda: its first item does not fit the phase"
            elif t.item != TO_EFFECT or t.source != OF_EVENT:
                return "agenda: its first item does not fit the phase"
            elif event_of(s).type != (IMMEDIATE if s.phase == EVENT else AT_END):
                return "agenda: the event has no effect in this phase"
        elif t.item == TO_OPTION or (t.item == TO_EFFECT and t.source == OF_CARD):
            if not (below_it.item == TO_CHAIN and below_it.cell == t.cell) and not (
                below_it.item == TO_EFFECT and op == OP_ACTIVATE
            ):
                return "agenda: nothing below activates the card"
        elif t.item == TO_EFFECT and t.source == OF_SURFACE:
            if below_it.item != TO_SURFACE or not below_it.marks >> (t.effect - 1) & 1:
                return "agenda: nothing below leads to the surface"
        elif t.item == TO_EFFECT and t.source == OF_PROGRESS:
            if below_it.item == TO_BOARD:
                if not i >= 2 or s.agenda[i - 2].item != TO_EFFECT:
                    return "agenda: nothing below advances"
            elif below_it.item != TO_EFFECT or op != OP_ADVANCE or below_it.left:
                return "agenda: nothing below advances"
            if (p.space == T.top[s.track[p.board - 1]]) != (below_it.item == TO_BOARD):
                return "agenda: a new board is chosen after the top space"
        elif t.item == TO_MOVE:
            if below_it.item != TO_EFFECT or op != OP_ADVANCE or p.board or t.left == 0 or t.marks:
                return "agenda: nothing below advances"
        elif t.item == TO_BOARD:
            if t.left or t.marks:
                return "agenda: a board has no other keys"
            if below_it.item == TO_EFFECT and op == OP_ADVANCE:
                if p.board == 0 or p.space != T.top[s.track[p.board - 1]]:
                    return "agenda: a new board is chosen on the top space"
            elif below_it.item != TO_MOVE:
                return "agenda: nothing below advances"
        else:
            return "agenda: an item that is the first one lies higher"
        if t.item == TO_PLACE:
            if not top or t.left or t.marks or not p.revealed:
                return "agenda: there is no card to place"
        elif t.item == TO_SURFACE:
            if t.left == 0 or t.marks >> 3 or t.left + popcount(t.marks) != 1 + event_of(s).extra:
                return "agenda: left and used of the surface do not fit the event"
            if top and usable_surface(s, t) == 0:
                return "agenda: no surface effect can be chosen"
        elif t.item == TO_CLIMB:
            if not top or m.key[t.cell] >> 8 == 1:
                return "agenda: a climb from row 1, or below another item"
        elif top and (t.item == TO_CHAIN or t.item == TO_MOVE):
            return "agenda: its last item does not ask"
        elif t.item == TO_OPTION and not top:
            return "agenda: an option lies below another item"
        elif t.item == TO_MOVE and s.agenda[i + 1].item != TO_BOARD:
            return "agenda: the marker is on no board"
    return None


cdef str flaw_of_effect(const State* s, const Task* t, bint top):
    cdef const Effect* e = effect_of(s, t)
    cdef const Step* step
    if t.step > e.steps:
        return "step is beyond the effect"
    if t.step == e.steps:
        if t.left or t.faction or t.marks:
            return "left, faction or tried though only the hand check is due"
        if top and s.seat[s.served].held <= T.hand_limit:
            return "an effect that is done"
        return None
    step = &T.step[e.first + t.step]
    if t.left and (
        step.op == OP_COINS or step.op == OP_VP or step.op == OP_ADVANCE or step.op == OP_UNMACHINE
        or (step.op == OP_DRAW and step.level) or (step.op == OP_EXCHANGE and t.left > 1)
        or (step.where == AT_HERE and (step.op == OP_MACHINE or step.op == OP_COLLAPSE))
    ):
        return "left of a step that does not ask"
    if (t.faction or t.marks) and (step.op != OP_SEARCH or not t.left or not top):
        return "faction or tried without a search"
    if t.faction and step.faction != FACTIONS:
        return "faction is not to be named"
    if t.marks and step.faction == FACTIONS and not t.faction:
        return "tried before a faction was named"
    if t.marks >> 3:
        return "tried is not of piles 1 to 3"
    if top and (t.left == 0 or not hears(s, t, step)):
        return "its last item does not ask"
    return None
