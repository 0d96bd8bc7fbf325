"""What a league costs: Celery and Redis beside the play, standings and the fit over 100,000 results, planning for 1,000 entrants,
memory in Redis a match."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

import engine
from arena import formats, replay
from arena.cli.here import arena_here
from arena.cli.load import private, run
from arena.formats import Rules, Table
from arena.formats.round_robin import groups
from arena.records import Clock, Match, Move, Result, Seat, Verdict
from arena.redis_server import RedisServer
from arena.settings import Settings
from arena.store import Store, open_store
from arena.store.counting import counters
from arena.store.matches import Finished
from arena.store.recompute import Ledger
from bench.measure import Figure

RESULTS = 100_000
ENTRANTS = 1000
SIZES = (2, 3, 4, 5, 6)
MATCHES = 400  # whose memory is weighed
PLAYED = 1000  # for the overhead: ten seconds of play
CHUNK = 5000  # lines of the log written at once


def table(rounds: int) -> Iterator[Figure]:
    yield from overhead()
    yield from planning()
    with league() as store:
        yield from memory(store)
    for bots in (50, 500):
        with league() as store:
            fill(store, bots)
            name = f"{RESULTS:,} results of {bots} bots"
            yield Figure(f"{name}: fit", milliseconds(lambda: store.standings.fit("rummy"), 3), "ms", 2000)
            shown = milliseconds(lambda: store.standings.table("rummy"), rounds)
            yield Figure(f"{name}: standings", shown, "ms", 100)
            matrix = milliseconds(lambda: store.standings.head_to_head("rummy"), rounds)
            yield Figure(f"{name}: head-to-head", matrix, "ms")
            yield Figure(f"{name}: recompute", milliseconds(lambda: store.standings.recompute("rummy"), 1), "ms")


def milliseconds(work: Callable[[], object], times: int) -> float:
    """The median of some runs, in CPU time of this process."""
    taken = []
    for _ in range(times):
        start = process_time()
        work()
        taken.append(1000 * (process_time() - start))
    return median(taken)


@contextmanager
def league() -> Iterator[Store]:
    """An empty store on a Redis of its own."""
    with TemporaryDirectory() as folder, RedisServer(Settings(home=folder)) as server:
        store = open_store(server.url, Settings(), timeout=60.0)
        yield store
        store.close()


def fill(store: Store, bots: int) -> None:
    """As 100,000 recorded matches leave it; computed here, as recording them one by one takes a minute."""
    chance = random.Random(bots)
    names = [f"bot-{i}@1" for i in range(bots)]
    ledger, lines = Ledger(), list[str]()
    for number in range(RESULTS // 4):
        table = chance.sample(range(bots), 4)
        for rotation in range(4):
            seats = table[rotation:] + table[:rotation]
            order = sorted(seats, key=lambda bot: chance.gauss(bot / bots, 1.0))
            ranks = [order.index(bot) + 1 for bot in seats]
            playing = [names[bot] for bot in seats]
            ledger.add(playing, ranks)
            after = ",".join(f"{ledger.elo[bot]:.2f}" for bot in playing)
            lines.append(
                f"bench.{number}.{rotation}|bench/{number}|{','.join(playing)}|{','.join(map(str, ranks))}|{after}|1.5"
            )
    for start in range(0, RESULTS, CHUNK):
        store.client.rpush(f"{store.prefix}log:rummy", *lines[start : start + CHUNK])
    store.client.zadd(f"{store.prefix}elo:rummy", ledger.elo)
    store.client.hset(f"{store.prefix}games:rummy", mapping=dict(ledger.games))
    store.client.hset(f"{store.prefix}h2h:rummy", mapping=dict(ledger.head_to_head))
    store.client.hset(f"{store.prefix}tally:rummy", mapping=dict(ledger.tally))


def overhead() -> Iterator[Figure]:
    """What Celery and Redis take of all CPU time of a run of ordinary matches."""
    with private(Settings()) as settings, arena_here(settings) as here:
        report = run(here, "rummy", "standard", 4, ["random"] * 4, PLAYED, Clock(), quiet=True)
    spent = report.cpu_seconds
    share = 100 * (spent["celery"] + spent["redis"]) / sum(spent.values())
    yield Figure("Celery and Redis, of the CPU of rummy with 4 external bots", share, "%", 5)
    yield Figure("the same run: decisions a second", report.decisions_per_second, "/s")


# --- Planning.


def planning() -> Iterator[Figure]:
    """The slowest plan of a whole tournament, in every format, over all table sizes."""
    entrants = [f"bot{i:04d}@1" for i in range(ENTRANTS)]
    for format in formats.FORMATS:
        slowest, at = max((slowest_plan(format, entrants, Rules(size=size)), size) for size in SIZES)
        yield Figure(f"{ENTRANTS:,} entrants, {format}, slowest at {at} seats: next round", slowest, "ms", 1000)


def slowest_plan(format: str, entrants: list[str], rules: Rules) -> float:
    outcomes: dict[str, dict[str, float]] = {}
    if format == "round-robin":  # begun at its end: half a million tables are out
        for number, group in enumerate(groups(len(entrants), rules.size, rules.least)):
            table = Table(f"rr1-{number + 1}", tuple(entrants[i] for i in group))
            outcomes[table.key] = outcome(table)
        for key in list(outcomes)[-500:]:
            del outcomes[key]
    slowest = 0.0
    while True:
        start = process_time()
        plan = formats.plan(format, entrants, outcomes, rules)
        slowest = max(slowest, 1000 * (process_time() - start))
        if plan.over:
            return slowest
        for table in plan.tables:
            outcomes[table.key] = outcome(table)


def outcome(table: Table) -> dict[str, float]:
    """The better seed wins, or about that."""
    chance = random.Random(table.key)
    order = sorted(table.entrants, key=lambda e: int(e[3:7]) + chance.gauss(0.0, 100.0))
    return {e: (len(order) - 1 - i) / (len(order) - 1) for i, e in enumerate(order)}


# --- Memory.


def memory(store: Store) -> Iterator[Figure]:
    """What Redis holds more for every match of Mineral Rummy with four seats, once it is over."""
    record(store, "warm", 20, replays=True)
    for replays, words in ((False, "without replay"), (True, "with replay")):
        before = store.client.info("memory")["used_memory"]
        record(store, words.replace(" ", "-"), MATCHES, replays)
        after = store.client.info("memory")["used_memory"]
        yield Figure(f"memory in Redis a match, {words}", (after - before) / MATCHES, "bytes")


def record(store: Store, name: str, count: int, replays: bool) -> None:
    """Plays matches at random and records them as a worker does."""
    for number in range(count // 4):
        seats = tuple(Seat(f"bot-{i}@1", f"unix:/bots/bot-{i}@1.sock") for i in range(4))
        seed = random.Random(number).randbytes(32)
        matches = [
            Match(
                f"{name}.{number}.{r}", "rummy", "standard", seed, seats[r:] + seats[:r], table_set=f"{name}/{number}"
            )
            for r in range(4)
        ]
        store.matches.plan("", [matches])
        while claimed := store.matches.claim("bench", "token", 8, 60.0, True):
            store.matches.record("token", [finished(c.match, replays) for c in claimed])


def finished(match: Match, replays: bool) -> Finished:
    game = engine.new(match.game, match.players, match.variant, match.seed)
    chance = random.Random(match.id)
    moves = []
    while not game.over:
        seat = game.actors[0]
        code = chance.choice(game.legal(seat))
        game.apply(seat, code)
        moves.append(Move(seat, code, chance.randint(200, 900)))
    result = Result(match.id, Verdict.PLAYED, tuple(game.scores), tuple(game.ranks), (), tuple(moves), "over", 0.1, 900)
    return Finished(result, counters(match, result), replay.write(match, result) if replays else "")
