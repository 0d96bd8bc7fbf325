"""Information-set Monte Carlo tree search over any game of the engine.

One tree for the deciding seat; every iteration draws a new world consistent with what the seat knows and walks the tree with
the actions legal there (Cowling, Powley and Whitehouse, Information Set Monte Carlo Tree Search, 2012). Children are
opened slowly, as visits grow (progressive widening, Coulom 2007). Random play prefers actions that did well before (MAST,
Finnsson and Bjornsson 2008): the best of a few drawn at random. It is cut off after some decisions and judged by the scores.
"""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.math cimport exp, log, pow, sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from engine.chance cimport Dice, Seed, load_dice, read_seed, roll, roll_below, roll_seed
from engine.game cimport MAX_OPTIONS, MAX_SEATS, Game

cdef enum:
    HABITS = 1 << 13            # slots for the averages of actions; two that share one do no harm
    MAX_DEPTH = 64              # of the tree

cdef struct Habit:
    float total
    float count

cdef struct Plan:
    # How to search; see `search`.
    int64_t deadline            # nanoseconds of the monotonic clock; 0: none
    int iterations
    int horizon
    int contest
    double exploration
    double widening
    double margin

cdef struct Tree:
    Node* nodes
    int count, room
    Habit habits[MAX_SEATS][HABITS]
    double spread               # running mean of how far scores lie apart: what a big lead is


cdef int64_t now() noexcept nogil:
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return <int64_t>t.tv_sec * 1000000000 + t.tv_nsec


cdef inline int next_seat(Game world, int me) noexcept nogil:
    """Who decides next. Of seats that commit at once the searcher goes first: it must not see the others' choices."""
    cdef uint32_t mask = world.acting()
    cdef int seat = 0
    if mask == 0:
        return -1
    if mask >> me & 1:
        return me
    while not mask >> seat & 1:
        seat += 1
    return seat


cdef inline Habit* habit(Tree* tree, int seat, uint32_t code) noexcept nogil:
    return &tree.habits[seat][(code * <uint32_t>2654435761) >> 19]


cdef inline float usual(Tree* tree, int seat, uint32_t code) noexcept nogil:
    """How well the action did so far, hopeful about the new ones."""
    cdef Habit* h = habit(tree, seat, code)
    return (h.total + 1.2) / (h.count + 2)


cdef inline uint32_t promising(Tree* tree, Dice* dice, int seat, const uint32_t* codes, int n, int contest) noexcept nogil:
    """The best, by habit, of a few drawn at random."""
    cdef uint32_t best = codes[roll_below(dice, n)]
    cdef uint32_t other
    cdef int i
    for i in range(contest - 1):
        other = codes[roll_below(dice, n)]
        if other != best and usual(tree, seat, other) > usual(tree, seat, best):
            best = other
    return best


cdef void judge(Tree* tree, Plan* plan, Game world, double* rewards) noexcept nogil:
    """A reward in 0 .. 1 a seat: half of it the place, half the lead over the best of the others."""
    cdef int32_t scores[MAX_SEATS]
    cdef int32_t ranks[MAX_SEATS]
    cdef int n = world.players
    cdef int i, j, worse, level
    cdef double lead, top, place
    world.result(scores, ranks)
    cdef double apart = 0
    for i in range(n):
        top = -1e9
        worse = 0
        level = 0
        for j in range(n):
            if j != i:
                if scores[j] > top:
                    top = scores[j]
                worse += ranks[j] > ranks[i]
                level += ranks[j] == ranks[i]
        if n == 1:
            top = 0
        lead = scores[i] - top
        place = (worse + 0.5 * level) / (n - 1) if n > 1 else 0.5
        rewards[i] = (1 - plan.margin) * place + plan.margin / (1 + exp(-lead / tree.spread))
        apart += lead if lead > 0 else -lead
    tree.spread += 0.02 * (apart / n + 1 - tree.spread)


cdef int descend(Tree* tree, Plan* plan, Game world, int me, Dice* dice, int32_t* path) noexcept nogil:
    """From the root to a new leaf (or the end); the nodes passed, and their number. The world is left there."""
    cdef uint32_t codes[MAX_OPTIONS]
    cdef int at = 0
    cdef int length = 0
    cdef int seat, n, i, child, best, opened
    cdef double value, best_value
    cdef uint32_t code
    cdef Node* node
    while length < MAX_DEPTH:
        seat = next_seat(world, me)
        if seat < 0:
            return length
        n = world.options(seat, codes)
        if n == 1:
            world.play(seat, codes[0])
            continue
        # Children legal here: count them, and find the most promising by UCB over availability.
        best = 0
        best_value = -1
        opened = 0
        child = tree.nodes[at].first
        while child:
            node = &tree.nodes[child]
            if node.seat == seat and holds(codes, n, node.code):
                opened += 1
                node.available += 1
                value = node.total / node.visits + plan.exploration * sqrt(log(<double>node.available) / node.visits)
                if value > best_value:
                    best_value = value
                    best = child
            child = node.next
        if opened < n and tree.count < tree.room and (
            opened == 0 or opened < plan.widening * pow(tree.nodes[at].visits + 1, 0.6)
        ):
            code = unopened(tree, at, seat, dice, codes, n, plan.contest + 2)
            node = &tree.nodes[tree.count]
            node.code = code
            node.seat = seat
            node.first = 0
            node.next = tree.nodes[at].first
            node.visits = 0
            node.available = 1
            node.total = 0
            tree.nodes[at].first = tree.count
            path[length] = tree.count
            tree.count += 1
            world.play(seat, code)
            return length + 1
        if best == 0:
            return length
        path[length] = best
        length += 1
        world.play(seat, tree.nodes[best].code)
        at = best
    return length


cdef inline bint holds(const uint32_t* codes, int n, uint32_t wanted) noexcept nogil:
    cdef int low = 0
    cdef int high = n
    cdef int middle
    while low < high:
        middle = (low + high) >> 1
        if codes[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low < n and codes[low] == wanted


cdef uint32_t unopened(Tree* tree, int at, int seat, Dice* dice, uint32_t* codes, int n, int contest) noexcept nogil:
    """The most promising of some actions that have no node yet; there is one."""
    cdef int child = tree.nodes[at].first
    cdef int i, kept = 0
    cdef bint found
    cdef uint32_t fresh[MAX_OPTIONS]
    for i in range(n):
        found = False
        child = tree.nodes[at].first
        while child:
            if tree.nodes[child].code == codes[i] and tree.nodes[child].seat == seat:
                found = True
                break
            child = tree.nodes[child].next
        if not found:
            fresh[kept] = codes[i]
            kept += 1
    return promising(tree, dice, seat, fresh, kept, contest)


cdef void iterate(Tree* tree, Plan* plan, Game world, int me, Dice* dice) noexcept nogil:
    """One iteration in a world just drawn."""
    cdef uint32_t codes[MAX_OPTIONS]
    cdef int32_t path[MAX_DEPTH]
    cdef uint32_t played[512]
    cdef int players[512]
    cdef double rewards[MAX_SEATS]
    cdef int length = descend(tree, plan, world, me, dice, path)
    cdef int seat, n, i
    cdef int made = 0
    cdef int steps = 0
    cdef Habit* h
    while steps < plan.horizon:
        seat = next_seat(world, me)
        if seat < 0:
            break
        n = world.options(seat, codes)
        if n == 1:
            world.play(seat, codes[0])
            steps += 1
            continue
        codes[0] = promising(tree, dice, seat, codes, n, plan.contest)
        if made < 512:
            played[made] = codes[0]
            players[made] = seat
            made += 1
        world.play(seat, codes[0])
        steps += 1
    judge(tree, plan, world, rewards)
    tree.nodes[0].visits += 1
    for i in range(length):
        tree.nodes[path[i]].visits += 1
        tree.nodes[path[i]].total += rewards[tree.nodes[path[i]].seat]
        h = habit(tree, tree.nodes[path[i]].seat, tree.nodes[path[i]].code)
        h.total = h.total * 0.99 + rewards[tree.nodes[path[i]].seat]
        h.count = h.count * 0.99 + 1
    for i in range(made):
        h = habit(tree, players[i], played[i])
        h.total = h.total * 0.99 + rewards[players[i]]
        h.count = h.count * 0.99 + 1


def search(
    Game game, int seat, *, int iterations=0, double milliseconds=0, seed=0,
    int horizon=100, int contest=3, double exploration=0.4, double widening=2.0, double margin=0.5,
):
    """The code that seems best for the seat, from what the seat knows of the match alone.

    The budget is a number of iterations, or milliseconds, or whichever ends first. `horizon` is how many decisions
    random play goes on before it is judged, `contest` how many actions it draws to take the best of, `exploration` the
    constant of UCB, `widening` how fast children are opened, `margin` how much the lead counts beside the place.
    """
    cdef Plan plan
    cdef Tree* tree
    cdef Game known, world
    cdef Dice dice
    cdef Seed s
    cdef int i, child, best
    cdef int64_t started = now()
    codes = game.legal(seat)
    if not codes:
        raise ValueError(f"seat {seat} has nothing to decide")
    if iterations < 1 and milliseconds <= 0:
        raise ValueError("a search needs a budget: iterations of at least 1, or milliseconds above 0")
    if len(codes) == 1:
        return codes[0]
    plan.iterations = iterations if iterations > 0 else 10_000_000
    plan.deadline = started + <int64_t>(milliseconds * 1e6) if milliseconds > 0 else 0
    plan.horizon = horizon
    plan.contest = contest
    plan.exploration = exploration
    plan.widening = widening
    plan.margin = margin
    read_seed(seed, &s)
    load_dice(&dice, &s)
    known = game.twin()
    memcpy(known.memory, game.memory, game.size)
    known.hide(seat)
    world = game.twin()
    tree = <Tree*>PyMem_Malloc(sizeof(Tree))
    if tree == NULL:
        raise MemoryError
    memset(tree, 0, sizeof(Tree))
    tree.room = min(plan.iterations, 200_000) + 1
    tree.nodes = <Node*>PyMem_Malloc(tree.room * sizeof(Node))
    if tree.nodes == NULL:
        PyMem_Free(tree)
        raise MemoryError
    memset(tree.nodes, 0, sizeof(Node))
    tree.count = 1
    tree.spread = 5
    try:
        with nogil:
            for i in range(plan.iterations):
                if plan.deadline and now() >= plan.deadline:
                    break
                memcpy(world.memory, known.memory, known.size)
                roll_seed(&dice, &world.key)
                if not world.draw(seat):
                    break
                iterate(tree, &plan, world, seat, &dice)
        best = 0
        child = tree.nodes[0].first
        while child:
            if best == 0 or tree.nodes[child].visits > tree.nodes[best].visits:
                best = child
            child = tree.nodes[child].next
        return tree.nodes[best].code if best else codes[0]
    finally:
        PyMem_Free(tree.nodes)
        PyMem_Free(tree)
