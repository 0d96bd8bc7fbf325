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

from bots.sense cimport Sense, sense_of
from engine.chance cimport Dice, Seed, load_dice, read_seed, roll, roll_below, roll_seed
from engine.game cimport MAX_OPTIONS, MAX_SEATS, Game

cdef enum:
    HABITS = 1 << 13            # slots for the averages of actions; two that share one do no harm
    MAX_DEPTH = 64              # of the tree
    MAX_PLAYED = 512            # choices of random play that are learnt from

cdef struct Habit:
    float total
    float count

cdef struct Plan:
    # How to search; see `search`.
    Sense sense
    int64_t deadline            # nanoseconds of the monotonic clock; 0: none
    int64_t started
    int64_t last, longest       # when it was looked at last, and the longest stretch between two looks
    int iterations
    int horizon
    int contest
    double exploration
    double widening
    double margin
    double doubt
    int look                    # actions of which random play takes the one that scores most at once; 0: it does not look

cdef struct Tree:
    Node* nodes
    int count, room
    int favourite               # node of the action that is played unless another is clearly better; 0: none
    Habit habits[MAX_SEATS][HABITS]
    double spread               # running mean of how far scores lie apart: what a big lead is


cdef int64_t now() noexcept nogil:
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return <int64_t>t.tv_sec * 1000000000 + t.tv_nsec


cdef bint time_is_up(Plan* plan) noexcept nogil:
    """Whether another stretch of work could end after the deadline: one as long as the longest so far."""
    cdef int64_t time
    if not plan.deadline:
        return False
    time = now()
    if time - plan.last > plan.longest:
        plan.longest = time - plan.last
    plan.last = time
    return time + plan.longest >= plan.deadline


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


cdef int grow(Tree* tree, int at, int seat, uint32_t code) noexcept nogil:
    """A new child; there is room."""
    cdef int child = tree.count
    cdef Node* node = &tree.nodes[child]
    node.code = code
    node.seat = seat
    node.first = 0
    node.next = tree.nodes[at].first
    node.visits = 0
    node.available = 1
    node.total = node.squares = 0
    tree.nodes[at].first = child
    tree.count += 1
    return child


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
                if not node.visits:
                    best_value = 2
                    best = child
                    child = node.next
                    continue
                value = node.total / node.visits + plan.exploration * sqrt(log(<double>node.available) / node.visits)
                if value > best_value:
                    best_value = value
                    best = child
            child = node.next
        if at == 0 and tree.favourite and 4 * tree.nodes[tree.favourite].visits < tree.nodes[0].visits:
            best = tree.favourite
        elif opened < n and tree.count < tree.room and (
            opened == 0 or opened < plan.widening * pow(tree.nodes[at].visits + 1, 0.6)
        ):
            code = unopened(tree, at, seat, dice, codes, n, plan.contest + 2)
            path[length] = grow(tree, at, seat, code)
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


cdef uint32_t profitable(Tree* tree, Plan* plan, Game world, Game trial, int seat, Dice* dice, const uint32_t* codes, int n) noexcept nogil:
    """Of a few actions drawn at random the one after which the seat's score is best; by habit among equals."""
    cdef int32_t scores[MAX_SEATS]
    cdef int32_t ranks[MAX_SEATS]
    cdef uint32_t best = 0, code
    cdef float value, best_value = -1e9
    cdef int i
    for i in range(plan.look):
        code = codes[roll_below(dice, n)]
        if i and code == best:
            continue
        memcpy(trial.memory, world.memory, world.size)
        trial.key = world.key
        trial.play(seat, code)
        trial.result(scores, ranks)
        value = scores[seat] + usual(tree, seat, code)
        if value > best_value:
            best_value = value
            best = code
    return best


cdef int random_play(
    Tree* tree, Plan* plan, Game world, Game trial, int me, Dice* dice, uint32_t* played, int* players
) noexcept nogil:
    """Plays on until the horizon; the first choices made and who made them, and their number."""
    cdef uint32_t codes[MAX_OPTIONS]
    cdef int seat, n, steps, made = 0
    cdef uint32_t code
    for steps in range(plan.horizon):
        seat = next_seat(world, me)
        if seat < 0:
            break
        n = world.options(seat, codes)
        code = codes[0]
        if n > 1:
            if plan.sense != NULL:
                n = plan.sense(world, seat, codes, n)
            if plan.look:
                code = profitable(tree, plan, world, trial, seat, dice, codes, n)
            else:
                code = promising(tree, dice, seat, codes, n, plan.contest)
            if made < MAX_PLAYED:
                played[made] = code
                players[made] = seat
                made += 1
        world.play(seat, code)
    return made


cdef inline void learn(Tree* tree, int seat, uint32_t code, double reward) noexcept nogil:
    cdef Habit* h = habit(tree, seat, code)
    h.total = h.total * 0.99 + reward
    h.count = h.count * 0.99 + 1


cdef void iterate(Tree* tree, Plan* plan, Game world, Game trial, int me, Dice* dice) noexcept nogil:
    """One iteration in a world just drawn."""
    cdef int32_t path[MAX_DEPTH]
    cdef uint32_t played[MAX_PLAYED]
    cdef int players[MAX_PLAYED]
    cdef double rewards[MAX_SEATS]
    cdef int length = descend(tree, plan, world, me, dice, path)
    cdef int made = random_play(tree, plan, world, trial, me, dice, played, players)
    cdef int i
    cdef Node* node
    judge(tree, plan, world, rewards)
    tree.nodes[0].visits += 1
    for i in range(length):
        node = &tree.nodes[path[i]]
        node.visits += 1
        node.total += rewards[node.seat]
        node.squares += rewards[node.seat] ** 2
        learn(tree, node.seat, node.code, rewards[node.seat])
    for i in range(made):
        learn(tree, players[i], played[i], rewards[players[i]])


cdef struct Arm:
    # An action of the searcher among which the better half is kept again and again.
    uint32_t code
    int worlds
    double total                # rewards
    double ahead, squares       # of the favourite in the same worlds, and its squares


cdef int halve(
    Tree* tree, Plan* plan, Game known, Game dealt, Game world, Game trial, int seat, Dice* dice, Arm* arms, int n
) noexcept nogil:
    """Tries all arms in the same worlds with the same luck, then the better half, and so on; the arm to play.

    The first arm is the favourite and stays to the end (sequential halving, Karnin, Koren and Somekh 2013).
    """
    cdef uint32_t played[MAX_PLAYED]
    cdef int players[MAX_PLAYED]
    cdef double rewards[MAX_SEATS]
    cdef double mean, error, reference = 0
    cdef Seed luck
    cdef Dice own
    cdef Arm arm
    cdef int alive = n, rounds = 0, round = 0, left = plan.iterations, i, j, tried
    cdef int64_t share
    while (1 << rounds) < n:
        rounds += 1
    share = (plan.deadline - plan.started) // rounds
    while alive > 1 and left >= alive:
        round += 1
        tried = plan.iterations // rounds // alive
        tried = tried if tried > 0 else 1
        while tried > 0 and left >= alive:
            if plan.deadline and plan.last - plan.started > share * round:
                break
            if time_is_up(plan):
                left = 0
                break
            tried -= 1
            left -= alive
            memcpy(dealt.memory, known.memory, known.size)
            roll_seed(dice, &dealt.key)
            roll_seed(dice, &luck)
            if not dealt.draw(seat):
                left = 0
                break
            for i in range(alive):
                memcpy(world.memory, dealt.memory, dealt.size)
                world.key = dealt.key
                load_dice(&own, &luck)
                world.play(seat, arms[i].code)
                random_play(tree, plan, world, trial, seat, &own, played, players)
                judge(tree, plan, world, rewards)
                if i == 0:
                    reference = rewards[seat]
                arms[i].worlds += 1
                arms[i].total += rewards[seat]
                arms[i].ahead += rewards[seat] - reference
                arms[i].squares += (rewards[seat] - reference) ** 2
        # Behind the favourite, best first.
        for i in range(2, alive):
            arm = arms[i]
            j = i
            while j > 1 and arms[j - 1].total < arm.total:
                arms[j] = arms[j - 1]
                j -= 1
            arms[j] = arm
        alive = (alive + 1) >> 1 if alive > 2 else alive
    if n < 2 or arms[1].worlds < 2:
        return 0
    mean = arms[1].ahead / arms[1].worlds
    error = (arms[1].squares / arms[1].worlds - mean * mean) / arms[1].worlds
    return 1 if mean > plan.doubt * sqrt(error if error > 0 else 0) else 0


cdef bint clearly_better(Node* one, Node* other, double doubt) noexcept nogil:
    """Whether the mean of one is above the other's by more than so many standard errors."""
    cdef double mean, mean_of_other, error
    if one.visits < 2 or other.visits < 2:
        return False
    mean = one.total / one.visits
    mean_of_other = other.total / other.visits
    error = (one.squares / one.visits - mean * mean) / one.visits
    error += (other.squares / other.visits - mean_of_other * mean_of_other) / other.visits
    return mean - mean_of_other > doubt * sqrt(error if error > 0 else 0)


def search(
    Game game, int seat, *, int iterations=0, double milliseconds=0, seed=0, favourite=None,
    int horizon=100, int contest=3, int look=0, double exploration=0.4, double widening=2.0, double margin=0.5,
    bint halving=False, double doubt=1.0,
):
    """The code that seems best for the seat, from what the seat knows of the match alone.

    The budget is a number of iterations, or milliseconds, or whichever ends first. `favourite` is an action that is
    played unless another is better by more than `doubt` standard errors. `horizon` is how many decisions random play
    goes on before it is judged, `contest` how many actions it draws to take the best of by habit, `look` how many to take
    the best of by the score at once, `exploration` the constant of UCB, `widening` how fast children are opened, `margin`
    how much the lead counts beside the place. With `halving` the tree is one action deep: where luck is greater than the
    difference between actions, all of them are tried in the same worlds with the same luck, and the better half again.
    """
    cdef Plan plan
    cdef Tree* tree
    cdef Game known, dealt, world, trial
    cdef Dice dice
    cdef Seed s
    cdef int i, child, best, n
    cdef Arm arms[MAX_OPTIONS]
    cdef int64_t started = now()
    codes = game.legal(seat)
    if not codes:
        raise ValueError(f"seat {seat} has nothing to decide")
    if iterations < 1 and milliseconds <= 0:
        raise ValueError("a search needs a budget: iterations of at least 1, or milliseconds above 0")
    if favourite is not None and favourite not in codes:
        raise ValueError(f"the favourite {favourite:#010x} is not legal for seat {seat}")
    n = len(codes)
    if n == 1:
        return codes[0]
    plan.iterations = iterations if iterations > 0 else 10_000_000
    plan.deadline = started + <int64_t>(milliseconds * 1e6) if milliseconds > 0 else 0
    plan.horizon = horizon
    plan.contest = contest
    plan.exploration = exploration
    plan.widening = widening
    plan.margin = margin
    plan.doubt = doubt if favourite is not None else 0
    plan.look = look
    plan.sense = sense_of(game)
    plan.started = plan.last = started
    plan.longest = 0
    read_seed(seed, &s)
    load_dice(&dice, &s)
    known = game.twin()
    memcpy(known.memory, game.memory, game.size)
    known.hide(seat)
    world = game.twin()
    trial = game.twin()
    dealt = game.twin()
    tree = <Tree*>PyMem_Malloc(sizeof(Tree))
    if tree == NULL:
        raise MemoryError
    memset(tree, 0, sizeof(Tree))
    tree.room = min(plan.iterations, 200_000) + 2
    tree.nodes = <Node*>PyMem_Malloc(tree.room * sizeof(Node))
    if tree.nodes == NULL:
        PyMem_Free(tree)
        raise MemoryError
    memset(tree.nodes, 0, sizeof(Node))
    tree.count = 1
    tree.spread = 5
    if favourite is not None:
        tree.favourite = grow(tree, 0, seat, favourite)
    if halving:
        for i, code in enumerate(sorted(codes, key=lambda code: code != favourite)):
            arms[i].code = code
            arms[i].worlds = 0
            arms[i].total = arms[i].ahead = arms[i].squares = 0
    try:
        if halving:
            with nogil:
                i = halve(tree, &plan, known, dealt, world, trial, seat, &dice, arms, n)
            return arms[i].code
        with nogil:
            for i in range(plan.iterations):
                if time_is_up(&plan):
                    break
                memcpy(world.memory, known.memory, known.size)
                roll_seed(&dice, &world.key)
                if not world.draw(seat):
                    break
                iterate(tree, &plan, world, trial, seat, &dice)
        best = 0
        child = tree.nodes[0].first
        while child:
            if best == 0 or tree.nodes[child].visits > tree.nodes[best].visits:
                best = child
            child = tree.nodes[child].next
        if tree.favourite and not clearly_better(&tree.nodes[best], &tree.nodes[tree.favourite], plan.doubt):
            best = tree.favourite
        return tree.nodes[best].code if best else codes[0]
    finally:
        PyMem_Free(tree.nodes)
        PyMem_Free(tree)
