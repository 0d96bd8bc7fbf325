"""The rules of Minerals.

| phase  | legal actions                                    | leads to                                                    |
|--------|--------------------------------------------------|-------------------------------------------------------------|
| REMOVE | a tile the board does not need to hold together  | REMOVE; after the last one the cards and tools come, PLACE  |
| PLACE  | a free wollastonite for the right neighbour      | PLACE; after the last one seat 0's turn                     |
| BEFORE | plain moves, else relocations, else pass; tools  | a move: CUT or AFTER; a tool: PUT, BEFORE or AFTER          |
| PUT    | cells beside enough tiles                        | BEFORE or AFTER, where the tool was used                    |
| CUT    | lowest, or one mineral of one fragment           | AFTER                                                       |
| AFTER  | end, cards, tools                                | AFTER, as long as there is something to choose; next turn   |
| OVER   |                                                  |                                                             |

A turn begins with the test of the end. `list_*` say what is legal, `play_*` do it. What is legal is listed as a menu of a few parts
(an action's code without its lowest bits, and a set of cells): `options` writes it out, playouts draw from it directly.
"""

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from engine.bits cimport lowest as lowest_bit, lowest64
from engine.chance cimport Dice, Seed, Stream, below, open_stream, roll_below, shuffle_once
from engine.deck cimport pop
from engine.game cimport Game
from engine.schema cimport Message
from engine.minerals.board cimport (
    MAX_LOOSE, at, ended, free_tile, free_white, kinds_of, lay, lift, lift_pawn, loose, mineral, plain_moves, set_pawn,
)
from engine.minerals.cells cimport (
    Cells, Wide, add, bent_paths, beside, both, cells, count, drop, either, empty, has, lowest, nth, removable, single, take_lowest,
    wide, without,
)
from engine.minerals.state cimport (
    ADD_TILE, AFTER, AT_AFTER, AT_BEFORE, AT_CUT, BAG, BEFORE, CARDS, CARRY, CHOOSE_CUT, CUT, DO_CARD, DO_END, DO_LOWEST,
    DO_MOVE, DO_PASS, DO_PLACE, DO_PUT, DO_RELOCATE, DO_REMOVE, DRAW, EXCHANGE, EXTRA_MOVE, FREE, INNER, KINDS, LONG, OVER, PLACE, PUT,
    RAGGED, REMOVE, ROUND, SEATS, SLIDE, START, State, TAKE_ADJACENT, TOOL, TOOL_TILES, TOOLS, TURN, Tables, Variant,
)
from engine.minerals.view cimport read_view, write_view
from engine.minerals.worlds cimport draw, flaw, hide

from engine.info import GameInfo
from engine.minerals import tables
from engine.minerals.schema import VIEW

cdef object INFO = GameInfo("minerals", "Minerals", 2, 5, ("standard", "kids6", "kids7"))
cdef Message SCHEMA = VIEW

cdef enum:
    # Streams of chance
    SHAPE = 1
    MINERALS = 2
    ROW = 3
    DECK = 4
    SIDES = 5
    POUCH = 6

cdef Variant VARIANTS[3]
VARIANTS[0] = Variant(cards=True, tools=True, by_number=False)
VARIANTS[1] = Variant(cards=False, tools=False, by_number=True)
VARIANTS[2] = Variant(cards=True, tools=False, by_number=False)

cdef int[6] STEPS = [-16, -15, -1, 1, 15, 16]      # to the neighbours, ascending


# --- Components.

cdef Tables T


cdef void read_tables(object found):
    cdef int i, j, k, cell, q, r, q0, r0, n
    memset(&T, 0, sizeof(T))
    for i in range(KINDS):
        T.counts[i] = found.minerals[i].count
        T.tiles += T.counts[i]
    T.removals = found.board.removals
    T.row = found.board.row
    T.max_barred = found.board.max_barred
    T.styles = len(found.board.styles)
    for i in range(START):
        T.start[i] = found.board.start[i]
    for i, slug in enumerate(found.board.styles):
        T.style[i] = tables.STYLES.index(slug)
    q0 = T.start[0] & 15
    r0 = T.start[0] >> 4
    for i in range(6):
        T.steps[i] = STEPS[i]
    n = 0
    for cell in range(256):
        q = cell & 15
        r = cell >> 4
        if 1 <= q <= 14 and 1 <= r <= 14:
            T.inner[n] = cell
            n += 1
            add(&T.inside, cell)
            for i in range(6):
                add(&T.near[cell], cell + STEPS[i])
        T.measure[ROUND][cell] = max(abs(q - q0), abs(r - r0), abs(q - q0 + r - r0))
        T.measure[LONG][cell] = abs(q - q0)
    for i in range(64):
        around = [i >> k & 1 for k in (3, 1, 0, 2, 4, 5)]      # as they lie round the cell
        T.arcs[i] = 1 if i == 63 else sum(1 for k in range(6) if around[k] and not around[k - 1])
    for card in found.cards:
        for k in range(KINDS):
            T.card[card.id].cost[k] = card.cost[k]
            for i in range(16):
                if card.cost[k] <= i:
                    T.payable[k][i] |= <uint32_t>1 << card.id
        T.card[card.id].value = card.value
        T.card[card.id].printed = sum(card.cost)
        if card.diamonds == 1:
            T.one_diamond |= <uint32_t>1 << card.id
        else:
            T.two_diamonds |= <uint32_t>1 << card.id
        if card.low_value is not None:
            T.card[card.id].low_value = card.low_value
            T.lows |= <uint32_t>1 << card.id
    effects = list(tables.EFFECTS)
    T.exchanges = len(found.exchanges)
    for i, exchange in enumerate(found.exchanges):
        T.exchange[i].code = exchange.code
        for k in range(KINDS):
            T.exchange[i].take[k] = exchange.take[k]
            T.exchange[i].give[k] = exchange.give[k]
            for j in range(8):
                if exchange.give[k] <= j:
                    T.givable[k][j] |= <uint64_t>1 << i
                if exchange.take[k] <= j:
                    T.takable[k][j] |= <uint64_t>1 << i
    for tool in found.tools:
        T.tool[tool.id].cost = tool.cost
        T.priced[tool.cost - 1] |= 1 << tool.id
        T.tool[tool.id].effect = effects.index(tool.effect)
        T.tool[tool.id].number = tool.number
        T.side[tool.tile][tool.side] = tool.id
        for i, moment in enumerate(tables.MOMENTS):
            if moment in tool.when:
                T.when[i] |= 1 << tool.id
        if tool.effect == "copy":
            T.copies |= 1 << tool.id
        if tool.effect == "choose-cut":
            T.cutters |= 1 << tool.id
        for i, exchange in enumerate(found.exchanges):
            if tool.effect == "exchange" and exchange.worth <= tool.number:
                T.tool[tool.id].exchanges |= <uint64_t>1 << i


FOUND = tables.load()
read_tables(FOUND)
SLUGS = [""] + [m.slug for m in FOUND.minerals]
TOOL_SLUGS = [""] + [t.slug for t in FOUND.tools]


# --- Setup.

cdef struct Growth:
    # The board while it grows.
    Wide tiles
    Wide open                   # inner cells that are empty and not barred
    Wide one                    # cells beside at least one tile
    Wide two                    # cells beside at least two
    uint8_t touching[256]       # how many tiles a cell is beside; kept for style RAGGED only


cdef inline void grow(Growth* g, int cell, bint ragged) noexcept nogil:
    cdef Wide here = single(cell)
    cdef Wide near = wide(&T.near[cell])
    cdef int j
    g.open = without(g.open, here)
    g.tiles = either(g.tiles, here)
    g.two = either(g.two, both(g.one, near))
    g.one = either(g.one, near)
    if ragged:
        for j in range(6):
            g.touching[cell + STEPS[j]] += 1


cdef void grow_board(State* s, const Seed* key) noexcept nogil:
    """The board's shape: from three tiles on, one by one, always beside at least two. Sets `tiles` only."""
    cdef Stream stream
    cdef Growth g
    cdef Cells list = T.inside
    cdef const uint8_t* measure
    cdef int style, i, n, x, y
    memset(&g, 0, sizeof(g))
    open_stream(&stream, key, SHAPE, 0)
    style = T.style[below(&stream, T.styles)]
    measure = &g.touching[0] if style == RAGGED else &T.measure[style][0]
    n = below(&stream, T.max_barred + 1)
    for i in range(n):
        drop(&list, T.inner[below(&stream, INNER)])
    g.open = wide(&list)
    for i in range(START):
        grow(&g, T.start[i], style == RAGGED)
    for i in range(T.tiles - START):
        list = cells(both(g.two, g.open))
        n = count(&list)
        if n == 0:
            g.open = without(wide(&T.inside), g.tiles)
            list = cells(both(g.two, g.open))
            n = count(&list)
        x = nth(&list, below(&stream, n))
        if style != FREE:
            y = nth(&list, below(&stream, n))
            x += (y - x) & -<int>(measure[y] < measure[x])
        grow(&g, x, style == RAGGED)
    s.tiles = cells(g.tiles)


cdef void lay_minerals(State* s, const Seed* key) noexcept nogil:
    cdef uint8_t minerals[INNER]
    cdef uint8_t* next = minerals
    cdef uint64_t left, white
    cdef int k, i, bit
    for k in range(KINDS):
        memset(next, k + 1, T.counts[k])
        next += T.counts[k]
    shuffle_once(key, MINERALS, minerals, T.tiles)
    next = minerals
    for i in range(4):
        left = s.tiles.w[i]
        white = 0
        while left:
            bit = lowest64(left)
            left &= left - 1
            at(s, 64 * i + bit)[0] = next[0]
            white |= <uint64_t>(next[0] == 1) << bit
            next += 1
        s.white.w[i] = white


cdef void lay_out_cards(State* s, const Seed* key) noexcept nogil:
    cdef uint8_t ones[CARDS]
    cdef int n = 0
    cdef int id, i
    for id in range(1, CARDS + 1):
        if T.one_diamond >> id & 1:
            ones[n] = id
            n += 1
    shuffle_once(key, ROW, ones, n)
    for i in range(T.row):
        n -= 1
        s.row |= <uint32_t>1 << ones[n]
    memcpy(s.deck, ones, n)
    for id in range(1, CARDS + 1):
        if T.two_diamonds >> id & 1:
            s.deck[n] = id
            n += 1
    shuffle_once(key, DECK, s.deck, n)
    s.deck_count = n


cdef void lay_out_tools(State* s, const Seed* key) noexcept nogil:
    cdef Stream stream
    cdef int tile
    open_stream(&stream, key, SIDES, 0)
    for tile in range(TOOL_TILES):
        s.up |= 1 << T.side[tile][below(&stream, 2)]


# --- The menu: what is legal, in ascending order of codes.

cdef enum Form:
    SET                         # base + each cell of the set (or card id, or mineral, or just 0)
    LIST                        # the codes themselves
    SWAPS                       # base + the code of each exchange of the set's first word


cdef struct Part:
    uint32_t base
    int count
    Form form
    Cells set
    uint32_t codes[8]


cdef struct Menu:
    int total
    int parts
    Part part[32]               # the most there can be is 21: a move, three tools paid in two ways, Sacks for four


cdef inline void offer(Menu* m, uint32_t base, Cells set) noexcept nogil:
    cdef Part* p = &m.part[m.parts]
    cdef int n = count(&set)
    if n:
        p.base = base
        p.count = n
        p.form = SET
        p.set = set
        m.total += n
        m.parts += 1


cdef inline void offer_one(Menu* m, uint32_t code) noexcept nogil:
    cdef Part* p = &m.part[m.parts]
    p.form = LIST
    p.codes[0] = code
    p.count = 1
    m.total += 1
    m.parts += 1


cdef inline void offer_bits(Menu* m, uint32_t base, uint64_t bits, Form form) noexcept nogil:
    cdef Part* p = &m.part[m.parts]
    if bits:
        p.base = base
        p.form = form
        memset(&p.set, 0, sizeof(p.set))
        p.set.w[0] = bits
        p.count = count(&p.set)
        m.total += p.count
        m.parts += 1


cdef inline void offer_moves(Menu* m, State* s, uint32_t base) noexcept nogil:
    cdef int cell = s.pawn[s.turn]
    cdef int found = plain_moves(s, cell)
    cdef int v = mineral(s, cell)
    cdef Part* p = &m.part[m.parts]
    cdef int n = 0
    cdef int i
    if found:
        for i in range(6):
            p.codes[n] = base | (cell + v * STEPS[i])
            n += found >> i & 1
        p.form = LIST
        p.count = n
        m.total += n
        m.parts += 1


cdef int write_menu(const Menu* m, uint32_t* out) noexcept nogil:
    cdef const Part* p
    cdef Cells left
    cdef int n = 0
    cdef int i, j
    for i in range(m.parts):
        p = &m.part[i]
        if p.form == LIST:
            for j in range(p.count):
                out[n + j] = p.codes[j]
        else:
            left = p.set
            for j in range(p.count):
                out[n + j] = choice(p, take_lowest(&left))
        n += p.count
    return n


cdef inline uint32_t choice(const Part* p, int bit) noexcept nogil:
    return p.base + (T.exchange[bit].code if p.form == SWAPS else <uint32_t>bit)


cdef inline uint32_t pick(const Menu* m, int k) noexcept nogil:
    """The k-th code of the menu."""
    cdef const Part* p = &m.part[0]
    while k >= p.count:
        k -= p.count
        p += 1
    return p.codes[k] if p.form == LIST else choice(p, nth(&p.set, k))


# --- What is legal.

cdef void list_menu(Menu* m, State* s, int players) noexcept nogil:
    cdef Cells loosened[MAX_LOOSE]
    m.total = 0
    m.parts = 0
    if s.phase == BEFORE:
        list_moves(m, s)
        list_tools(m, s, players, AT_BEFORE, False)
    elif s.phase == AFTER:
        offer_one(m, DO_END << 24)
        list_cards(m, s)
        list_tools(m, s, players, AT_AFTER, False)
    elif s.phase == REMOVE:
        offer(m, DO_REMOVE << 24, removable(&s.tiles))
    elif s.phase == PLACE:
        offer(m, DO_PLACE << 24, free_white(s))
    elif s.phase == PUT:
        offer(m, DO_PUT << 24, room_beside(wide(&s.tiles), adding(s)))
    elif s.phase == CUT:
        offer_one(m, DO_LOWEST << 24)
        list_tools(m, s, players, AT_CUT, False)


cdef inline void list_moves(Menu* m, State* s) noexcept nogil:
    offer_moves(m, s, DO_MOVE << 24)
    if m.total == 0:
        offer(m, DO_RELOCATE << 24, free_white(s))
        if m.total == 0:
            offer_one(m, DO_PASS << 24)


cdef inline int least(int a, int b) noexcept nogil:
    return a if a < b else b


cdef inline void list_cards(Menu* m, State* s) noexcept nogil:
    cdef const uint8_t* pool = s.pool[s.turn]
    cdef uint32_t found
    if s.card_taken:
        return
    found = (
        s.row & T.payable[0][least(pool[0], 15)] & T.payable[1][least(pool[1], 15)]
        & T.payable[2][least(pool[2], 15)] & T.payable[3][least(pool[3], 15)]
    )
    if found:
        offer_bits(m, DO_CARD << 24, found & T.payable[4][least(pool[4], 15)], SET)
        offer_bits(m, DO_CARD << 24 | 1 << 8, found & T.lows, SET)


cdef inline int adding(State* s) noexcept nogil:
    """How many tiles must lie beside one put down by the tool in play that adds one."""
    cdef int id
    for id in range(1, TOOLS + 1):
        if s.up >> id & 1 and T.tool[id].effect == ADD_TILE:
            return T.tool[id].number
    return 1


cdef inline Cells room_beside(Wide tiles, int n) noexcept nogil:
    """The empty inner cells beside at least n tiles. Two is what the printed tools ask for, so it is compiled apart."""
    cdef Wide found = beside(tiles, 2) if n == 2 else beside(tiles, n)
    return cells(without(both(found, wide(&T.inside)), tiles))


cdef inline int total(const uint8_t* bag) noexcept nogil:
    return bag[0] + bag[1] + bag[2] + bag[3] + bag[4]


cdef inline uint32_t affordable(const uint8_t* pool) noexcept nogil:
    """The tools whose own price is in the pool."""
    return (
        (T.priced[0] & -<int>(pool[0] != 0)) | (T.priced[1] & -<int>(pool[1] != 0)) | (T.priced[2] & -<int>(pool[2] != 0))
        | (T.priced[3] & -<int>(pool[3] != 0)) | (T.priced[4] & -<int>(pool[4] != 0))
    )


cdef void list_tools(Menu* m, State* s, int players, int moment, bint any_will_do) noexcept nogil:
    """Every use of a tool at this moment; with `any_will_do` it stops at the first tool that has one."""
    cdef uint32_t ready = s.up & T.when[moment]
    cdef uint32_t paid = ready & affordable(s.pool[s.turn])
    cdef int copy_cost = 0                          # mineral that pays for any tool
    cdef uint32_t left
    cdef int id
    if s.tool_used or not paid:
        return
    left = paid
    if paid & T.copies:
        copy_cost = T.tool[lowest_bit(paid & T.copies)].cost
        left = ready & ~T.copies
    while left:
        id = lowest_bit(left)
        left &= left - 1
        list_tool(m, s, players, id, T.tool[id].cost if paid >> id & 1 else 0, copy_cost)
        if any_will_do and m.total:
            return


cdef inline void offer_paid(Menu* m, uint32_t base, Cells set, int cost, int copy_cost) noexcept nogil:
    if cost:
        offer(m, base, set)
    if copy_cost:
        offer(m, base | 1 << 16, set)


cdef void list_tool(Menu* m, State* s, int players, int id, int cost, int copy_cost) noexcept nogil:
    """The uses of one tool, paid by its own price or through the tool that copies; 0 where one of them cannot be paid."""
    cdef uint32_t base = <uint32_t>(TOOL + id) << 24
    cdef int effect = T.tool[id].effect
    cdef Cells set
    if effect == ADD_TILE:
        set = room_beside(wide(&s.tiles), T.tool[id].number)
        if total(s.pouch) and not empty(&set):
            offer_simple(m, base, cost, copy_cost)
    elif effect == DRAW:
        if total(s.pouch):
            offer_simple(m, base, cost, copy_cost)
    elif effect == EXCHANGE:
        list_exchanges(m, s, players, id, cost, copy_cost, base)
    elif effect == TURN:
        offer_paid(m, base, turned(s), cost, copy_cost)
    elif effect == SLIDE:
        offer_paid(m, base, slid(s), cost, copy_cost)
    elif effect == TAKE_ADJACENT:
        offer_paid(m, base, others_around(s), cost, copy_cost)
    elif effect == CARRY:
        offer_paid(m, base, carried(s, T.tool[id].number), cost, copy_cost)
    elif effect == EXTRA_MOVE:
        if cost:
            offer_moves(m, s, base)
        if copy_cost:
            offer_moves(m, s, base | 1 << 16)
    elif effect == CHOOSE_CUT:
        if cost:
            list_cuts(m, s, base)
        if copy_cost:
            list_cuts(m, s, base | 1 << 16)


cdef inline void offer_simple(Menu* m, uint32_t code, int cost, int copy_cost) noexcept nogil:
    if cost:
        offer_one(m, code)
    if copy_cost:
        offer_one(m, code | 1 << 16)


cdef inline uint64_t givable(const uint8_t* pool, int cost) noexcept nogil:
    """The exchanges a pool can give for, once the cost is paid."""
    cdef uint64_t found = <uint64_t>-1
    cdef int k
    for k in range(KINDS):
        found &= T.givable[k][least(pool[k] - (k + 1 == cost), 7)]
    return found


cdef void list_exchanges(Menu* m, State* s, int players, int id, int cost, int copy_cost, uint32_t base) noexcept nogil:
    cdef const uint8_t* pool = s.pool[s.turn]
    cdef uint64_t given = givable(pool, cost) if cost else 0
    cdef uint64_t copied = givable(pool, copy_cost) if copy_cost else 0
    cdef uint64_t taken[SEATS]
    cdef int k, other
    if not (given | copied) & T.tool[id].exchanges:
        return
    for other in range(players):
        taken[other] = T.tool[id].exchanges if other != s.turn else 0
        for k in range(KINDS):
            taken[other] &= T.takable[k][least(s.pool[other][k], 7)]
        offer_bits(m, base | other << 20, given & taken[other], SWAPS)
    if copied:
        for other in range(players):
            offer_bits(m, base | 1 << 23 | other << 20, copied & taken[other], SWAPS)


cdef inline Cells turned(State* s) noexcept nogil:
    """Where a move with one change of direction can end."""
    cdef int cell = s.pawn[s.turn]
    cdef Wide land = without(wide(&s.tiles), single(cell))
    return cells(without(bent_paths(cell, mineral(s, cell), land), wide(&s.pawned)))


cdef inline Cells slid(State* s) noexcept nogil:
    """Where a slide over tiles without pawns can end."""
    cdef Cells found
    cdef int i, cell
    memset(&found, 0, sizeof(found))
    for i in range(6):
        cell = s.pawn[s.turn] + STEPS[i]
        while free_tile(at(s, cell)[0]):
            add(&found, cell)
            cell += STEPS[i]
    return found


cdef inline Cells others_around(State* s) noexcept nogil:
    """The tiles without a pawn beside the cell dug, of another kind than the one dug."""
    cdef Cells found
    cdef int i, cell
    memset(&found, 0, sizeof(found))
    for i in range(6):
        cell = s.dug_cell + STEPS[i]
        if free_tile(at(s, cell)[0]) and at(s, cell)[0] != s.dug_kind:
            add(&found, cell)
    return found


cdef inline Cells carried(State* s, int n) noexcept nogil:
    """Where the pawn can be carried with its tile, which does not count itself."""
    cdef Wide start = single(s.pawn[s.turn])
    cdef Cells found = room_beside(without(wide(&s.tiles), start), n)
    return cells(without(wide(&found), start))


cdef void list_cuts(Menu* m, State* s, uint32_t base) noexcept nogil:
    """In every fragment coming loose, the minerals other than the lowest."""
    cdef Cells fragments[MAX_LOOSE]
    cdef int n = loose(s, &T, s.dug_cell, fragments)
    cdef uint32_t kinds
    cdef int i
    for i in range(n):
        kinds = kinds_of(s, fragments[i])
        offer_bits(m, base | lowest(fragments[i]) << 8, kinds & (kinds - 1), SET)


# --- The turn.

cdef inline void begin_turn(State* s, int players) noexcept nogil:
    s.tool_used = 0
    s.card_taken = 0
    s.dug_cell = 0
    s.dug_kind = 0
    if s.turn == 0:
        s.round += 1
    s.phase = OVER if ended(s, players) else BEFORE


cdef inline void end_turn(State* s, int players) noexcept nogil:
    s.turn += 1
    if s.turn == players:
        s.turn = 0
    begin_turn(s, players)


cdef void go_on(State* s, int players) noexcept nogil:
    """After a move or a tool: before the move it is still to come; after it the turn ends when there is nothing to choose."""
    cdef Menu m
    if not s.dug_cell:
        s.phase = BEFORE
        return
    m.total = 0
    m.parts = 0
    list_cards(&m, s)
    if not m.total:
        list_tools(&m, s, players, AT_AFTER, True)
    if m.total:
        s.phase = AFTER
    else:
        end_turn(s, players)


cdef inline void dig(State* s, int cell) noexcept nogil:
    """A correct move up to the claim of the mineral dug up."""
    cdef int start = s.pawn[s.turn]
    lift_pawn(s, start)
    s.dug_cell = start
    s.dug_kind = lift(s, start)
    s.pool[s.turn][s.dug_kind - 1] += 1
    set_pawn(s, s.turn, cell)


cdef inline void take_apart(State* s, Cells fragment, uint8_t* claimer, int wanted) noexcept nogil:
    """A fragment leaves the board: one mineral (`wanted`, or the lowest) to the claimer, if there is one, the rest to the pouch."""
    cdef uint32_t kinds = 0
    cdef uint8_t* tile
    cdef int kind
    s.tiles = cells(without(wide(&s.tiles), wide(&fragment)))
    s.white = cells(without(wide(&s.white), wide(&fragment)))
    while not empty(&fragment):
        tile = at(s, take_lowest(&fragment))
        kind = tile[0]
        tile[0] = 0
        kinds |= 1 << kind
        s.pouch[kind - 1] += 1
    if claimer != NULL:
        kind = wanted if wanted else lowest_bit(kinds)
        s.pouch[kind - 1] -= 1
        claimer[kind - 1] += 1


cdef inline void cut_off(State* s, int hole, bint claims) noexcept nogil:
    """What a tile gone from `hole` left without a pawn leaves the board."""
    cdef Cells fragments[MAX_LOOSE]
    cdef int n = loose(s, &T, hole, fragments)
    cdef int i
    for i in range(n):
        take_apart(s, fragments[i], s.pool[s.turn] if claims else NULL, 0)


cdef inline int draw_mineral(State* s, const Seed* key, Stream* stream) noexcept nogil:
    """A mineral from the pouch, which is not empty."""
    cdef int kind = 1
    cdef int k
    if stream.number != POUCH:
        open_stream(stream, key, POUCH, 0)
    stream.taken = s.draws
    k = below(stream, total(s.pouch))
    s.draws = <uint32_t>stream.taken
    while k >= s.pouch[kind - 1]:
        k -= s.pouch[kind - 1]
        kind += 1
    s.pouch[kind - 1] -= 1
    return kind


cdef inline void play_remove(State* s, int players, int kind, const Seed* key, int cell) noexcept nogil:
    s.pouch[lift(s, cell) - 1] += 1
    s.removals -= 1
    s.turn = (s.turn + 1) % players
    if s.removals:
        return
    if VARIANTS[kind].cards:
        lay_out_cards(s, key)
    if VARIANTS[kind].tools:
        lay_out_tools(s, key)
    s.phase = PLACE
    s.turn = 0


cdef inline void play_place(State* s, int players, int cell) noexcept nogil:
    set_pawn(s, s.turn - 1 if s.turn else players - 1, cell)
    s.turn += 1
    if s.turn == players:
        s.turn = 0
        begin_turn(s, players)


cdef inline bint can_choose_cut(State* s, const Cells* fragments, int n) noexcept nogil:
    """The tool for cut-offs is in play, can be paid, and some fragment has more than one kind."""
    cdef const uint8_t* pool = s.pool[s.turn]
    cdef uint32_t ready = s.up & T.when[AT_CUT]
    cdef uint32_t kinds
    cdef int i
    if s.tool_used or not ready & T.cutters:
        return False
    if not pool[T.tool[lowest_bit(ready & T.cutters)].cost - 1]:
        if not ready & T.copies or not pool[T.tool[lowest_bit(ready & T.copies)].cost - 1]:
            return False
    for i in range(n):
        kinds = kinds_of(s, fragments[i])
        if kinds & (kinds - 1):
            return True
    return False


cdef inline void play_move(State* s, int players, int cell) noexcept nogil:
    cdef Cells fragments[MAX_LOOSE]
    cdef int i, n
    dig(s, cell)
    n = loose(s, &T, s.dug_cell, fragments)
    if n:
        if can_choose_cut(s, fragments, n):
            s.phase = CUT
            return
        for i in range(n):
            take_apart(s, fragments[i], s.pool[s.turn], 0)
    go_on(s, players)


cdef void play_cut(State* s, int players, int anchor, int wanted) noexcept nogil:
    """The fragments come off; in the one of this anchor the wanted mineral is taken, not the lowest."""
    cdef Cells fragments[MAX_LOOSE]
    cdef int n = loose(s, &T, s.dug_cell, fragments)
    cdef int i
    for i in range(n):
        take_apart(s, fragments[i], s.pool[s.turn], wanted if lowest(fragments[i]) == anchor else 0)
    go_on(s, players)


cdef inline void play_relocate(State* s, int players, int cell) noexcept nogil:
    cdef int start = s.pawn[s.turn]
    lift_pawn(s, start)
    s.pouch[lift(s, start) - 1] += 1
    set_pawn(s, s.turn, cell)
    cut_off(s, start, False)
    end_turn(s, players)


cdef inline void play_card(State* s, int players, int id, bint low) noexcept nogil:
    cdef int k
    for k in range(KINDS - 1 if low else KINDS):
        s.pool[s.turn][k] -= T.card[id].cost[k]
        s.pouch[k] += T.card[id].cost[k]
    s.row &= ~(<uint32_t>1 << id)
    s.cards[s.turn] |= <uint32_t>1 << id
    if low:
        s.low[s.turn] |= <uint32_t>1 << id
    if s.deck_count:
        s.row |= <uint32_t>1 << pop(s.deck, &s.deck_count)
    s.card_taken = 1
    go_on(s, players)


cdef void play_tool(State* s, int players, const Seed* key, Stream* stream, int id, uint32_t code) noexcept nogil:
    cdef int effect = T.tool[id].effect
    cdef bint copied = (code >> 23 if effect == EXCHANGE else code >> 16) & 1
    cdef int cost = T.tool[lowest_bit(s.up & T.copies)].cost if copied else T.tool[id].cost
    cdef uint8_t* pool = s.pool[s.turn]
    cdef int cell = code & 255
    cdef int i, kind, start
    pool[cost - 1] -= 1
    s.spent[s.turn][cost - 1] += 1
    s.tool_used = 1
    if effect == ADD_TILE:
        s.drawn = draw_mineral(s, key, stream)
        s.phase = PUT
        return
    if effect == CHOOSE_CUT:
        play_cut(s, players, code >> 8 & 255, cell)
        return
    if effect == DRAW:
        for i in range(least(T.tool[id].number, total(s.pouch))):
            pool[draw_mineral(s, key, stream) - 1] += 1
    elif effect == EXCHANGE:
        for i in range(KINDS):
            kind = <int>(code >> (16 - 4 * i) & 15) - 8
            pool[i] += kind
            s.pool[code >> 20 & 7][i] -= kind
    elif effect == TAKE_ADJACENT:
        pool[lift(s, cell) - 1] += 1
        cut_off(s, cell, True)
    elif effect == CARRY:
        start = s.pawn[s.turn]
        lift_pawn(s, start)
        lay(s, cell, lift(s, start))
        set_pawn(s, s.turn, cell)
        cut_off(s, start, True)
    else:                       # TURN, SLIDE, EXTRA_MOVE: a correct move
        dig(s, cell)
        cut_off(s, s.dug_cell, True)
    go_on(s, players)


cdef inline void play_code(
    State* s, int players, int kind, const Seed* key, Stream* stream, uint32_t code
) noexcept nogil:
    cdef int action = code >> 24
    cdef int cell = code & 255
    if action == DO_MOVE:
        play_move(s, players, cell)
    elif action == DO_END or action == DO_PASS:
        end_turn(s, players)
    elif action == DO_CARD:
        play_card(s, players, cell, code >> 8 & 1)
    elif action == DO_RELOCATE:
        play_relocate(s, players, cell)
    elif action == DO_REMOVE:
        play_remove(s, players, kind, key, cell)
    elif action == DO_PLACE:
        play_place(s, players, cell)
    elif action == DO_LOWEST:
        play_cut(s, players, 0, 0)
    elif action == DO_PUT:
        lay(s, cell, s.drawn)
        s.drawn = 0
        go_on(s, players)
    else:
        play_tool(s, players, key, stream, action - TOOL, code)


# --- The end.

cdef void result(const State* s, int players, bint by_number, int32_t* scores, int32_t* ranks) noexcept nogil:
    cdef int32_t printed[SEATS]
    cdef uint32_t left
    cdef int seat, other, k, id
    for seat in range(players):
        scores[seat] = 0
        printed[seat] = 0
        if by_number:
            scores[seat] = total(s.pool[seat])
        else:
            for k in range(KINDS):
                scores[seat] += (k + 1) * s.pool[seat][k] + k * s.spent[seat][k]
            left = s.cards[seat]
            while left:
                id = lowest_bit(left)
                left &= left - 1
                scores[seat] += T.card[id].low_value if s.low[seat] >> id & 1 else T.card[id].value
                printed[seat] += T.card[id].printed
    for seat in range(players):
        ranks[seat] = 1
        for other in range(players):
            if scores[other] > scores[seat] or (scores[other] == scores[seat] and printed[other] > printed[seat]):
                ranks[seat] += 1


# --- Notation.

cdef str spell_cell(int cell):
    return f"{cell & 15},{cell >> 4}"


cdef str spell_tool(int id, uint32_t code):
    cdef int effect = T.tool[id].effect
    cdef int gain, k
    cdef bint copied = (code >> 23 if effect == EXCHANGE else code >> 16) & 1
    words = [TOOL_SLUGS[id]]
    if copied:
        words.insert(0, next(TOOL_SLUGS[i] for i in range(1, TOOLS + 1) if T.copies >> i & 1))
    if effect == CHOOSE_CUT:
        words += [spell_cell(code >> 8 & 255), SLUGS[code & 255]]
    elif effect == EXCHANGE:
        gains = [(SLUGS[k + 1], <int>(code >> (16 - 4 * k) & 15) - 8) for k in range(KINDS)]
        words += [str(code >> 20 & 7), "take", *(f"{slug} {n}" for slug, n in gains if n > 0)]
        words += ["give", *(f"{slug} {-n}" for slug, n in gains if n < 0)]
    elif effect != ADD_TILE and effect != DRAW:
        words.append(spell_cell(code & 255))
    return " ".join(words)


WORDS = {
    DO_REMOVE: "remove", DO_PLACE: "place", DO_END: "end", DO_LOWEST: "lowest", DO_PASS: "pass", DO_MOVE: "move",
    DO_RELOCATE: "relocate", DO_PUT: "put",
}


@cython.final
cdef class Minerals(Game):
    """One match of Minerals."""

    def __cinit__(self):
        self.info = INFO
        self.schema = SCHEMA
        self.memory = &self.s
        self.size = sizeof(State)

    cdef Game blank(self):
        return Minerals.__new__(Minerals)

    cdef void deal(self) noexcept nogil:
        self.pouch.number = 0       # the key may have changed
        grow_board(&self.s, &self.key)
        lay_minerals(&self.s, &self.key)
        self.s.removals = T.removals
        self.s.phase = REMOVE

    cdef uint32_t acting(self) noexcept nogil:
        return 0 if self.s.phase == OVER else <uint32_t>1 << self.s.turn

    cdef int options(self, int seat, uint32_t* out) noexcept nogil:
        cdef Menu m
        list_menu(&m, &self.s, self.players)
        return write_menu(&m, out)

    cdef void play(self, int seat, uint32_t code) noexcept nogil:
        play_code(&self.s, self.players, self.kind, &self.key, &self.pouch, code)

    cdef long run(self, Dice* dice) noexcept nogil:
        """As for every game, but the choice is drawn from the menu without writing it out."""
        cdef Menu m
        cdef uint32_t code
        cdef long decisions = 0
        while self.s.phase != OVER:
            list_menu(&m, &self.s, self.players)
            code = pick(&m, roll_below(dice, m.total) if m.total > 1 else 0)
            play_code(&self.s, self.players, self.kind, &self.key, &self.pouch, code)
            decisions += 1
        return decisions

    cdef void result(self, int32_t* scores, int32_t* ranks) noexcept nogil:
        result(&self.s, self.players, VARIANTS[self.kind].by_number, scores, ranks)

    cdef str spell(self, int seat, uint32_t code):
        cdef int action = code >> 24
        if action == DO_CARD:
            return f"card {code & 255} low" if code >> 8 & 1 else f"card {code & 255}"
        if action > TOOL:
            return spell_tool(action - TOOL, code)
        if action == DO_END or action == DO_LOWEST or action == DO_PASS:
            return WORDS[action]
        return f"{WORDS[action]} {spell_cell(code & 255)}"

    cdef size_t write_view(self, int seat, uint8_t* out) noexcept nogil:
        cdef int32_t scores[SEATS]
        cdef int32_t ranks[SEATS]
        if self.s.phase == OVER:
            self.result(scores, ranks)
        return write_view(&self.s, &T, self.players, self.kind, seat, scores, ranks, out)

    cdef str read_view(self, int seat, const uint8_t* data, size_t size):
        return read_view(&self.s, &T, self.players, seat, data, size)

    cdef void hide(self, int seat) noexcept nogil:
        hide(&self.s)

    cdef bint draw(self, int seat) noexcept nogil:
        return draw(&self.s, VARIANTS[self.kind].cards, &self.key)

    cdef str flaw(self):
        cdef Menu m
        why = flaw(&self.s, &T, self.players, VARIANTS[self.kind])
        if why is not None:
            return why
        list_menu(&m, &self.s, self.players)
        if (self.s.phase == CUT or self.s.phase == AFTER) and m.total < 2:
            return "there is nothing to choose"
        if self.s.phase != OVER and m.total < 1:
            return "there is nothing to do"
        return None


RULES = Minerals
