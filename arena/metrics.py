"""Prometheus metrics: what was counted with the results, read from the store at every scrape. Nothing is counted here."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import Any

import redis
from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

import engine
from arena.store import Store
from arena.store.counting import BUCKETS

VERDICTS = {"matches": "played", "cancelled": "cancelled", "aside": "set-aside"}  # by the counters' field
SINGLES = {
    "planned": ("motherlode_matches_planned", "Matches planned."),
    "rating_updates": ("motherlode_rating_updates", "Ratings changed by results."),
    "recoveries": ("motherlode_match_recoveries", "Matches taken back from workers that fell silent."),
    "handovers": ("motherlode_match_handovers", "Matches handed over by workers that stopped."),
}
FIRST_BUCKET = 6  # below 64 microseconds all answers are in one bucket

Labels = tuple[str, ...]


class ArenaCollector(Collector):
    """All metrics of the arena. While Redis is away there is only `motherlode_redis_up 0`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def describe(self) -> Iterable[Metric]:
        return []  # registering must not need a Redis

    def collect(self) -> Iterator[Metric]:
        try:
            found = [*self._counted(), *self._standing()]
        except (redis.ConnectionError, redis.TimeoutError):
            found = []
        yield gauge("motherlode_redis_up", "Whether the arena's Redis answers.", (), {(): float(bool(found))})
        yield from found

    def _counted(self) -> Iterator[Metric]:
        counters = by_name(self._store.counters())
        games = dict.fromkeys(engine.games(), 0)
        matches = {
            (game, verdict): n
            for name, verdict in VERDICTS.items()
            for game, n in (games | counters.get(name, {})).items()
        }
        yield counter("motherlode_matches", "Matches that ended.", ("game", "verdict"), matches)
        decisions = games | counters.get("decisions", {})
        yield counter("motherlode_decisions", "Decisions made in played matches.", ("game",), keyed(decisions))
        referee = {game: us / 1e6 for game, us in (games | counters.get("referee_us", {})).items()}
        yield counter(
            "motherlode_referee_cpu_seconds",
            "CPU time of the referee in played matches, bots excluded.",
            ("game",),
            keyed(referee),
        )
        yield answer_times(counters.get("answers", {}), counters.get("think_us", {}))
        faults = {tuple(about.split(":", 1)): n for about, n in counters.get("faults", {}).items()}
        yield counter("motherlode_bot_faults", "Faults of bots in played matches.", ("kind", "bot"), faults)
        for name, (metric, what) in SINGLES.items():
            yield counter(metric, what, (), {(): counters.get(name, {}).get("", 0)})

    def _standing(self) -> Iterator[Metric]:
        depth, age, running = self._store.matches.queue()
        workers = self._store.fleet.workers()
        yield gauge("motherlode_queue_matches", "Matches that wait for a worker.", (), {(): depth})
        yield gauge("motherlode_queue_oldest_age_seconds", "How long the first in the queue has waited.", (), {(): age})
        yield gauge("motherlode_matches_in_flight", "Matches being played.", (), {(): running})
        yield gauge("motherlode_workers", "Workers alive.", (), {(): len(workers)})
        yield gauge("motherlode_worker_slots", "Tasks the workers alive run at once.", (), {(): sum(workers.values())})
        rated = {(game, bot): r for game in engine.games() for bot, r in self._store.standings.ratings(game).items()}
        elo = {labels: rating for labels, (rating, _) in rated.items()}
        games = {labels: number for labels, (_, number) in rated.items()}
        yield gauge("motherlode_rating_elo", "Ratings as they stand.", ("game", "bot"), elo)
        yield counter("motherlode_bot_games", "Seats of a bot in rated matches.", ("game", "bot"), games)


def by_name(fields: dict[str, int]) -> dict[str, dict[str, int]]:
    """The store's counters, whose fields are a name or name:ABOUT, as name -> about -> number."""
    found: dict[str, dict[str, int]] = {}
    for field, n in fields.items():
        name, _, about = field.partition(":")
        found.setdefault(name, {})[about] = n
    return found


def answer_times(answers: dict[str, int], think_us: dict[str, int]) -> Metric:
    """From BOT:BUCKET -> answers; bucket i holds those below 2**i microseconds, the last one the rest."""
    family = HistogramMetricFamily(
        "motherlode_decision_seconds", "How long bots took to answer, from turn sent to reply received.", labels=["bot"]
    )
    by_bot: dict[str, list[int]] = {}
    for about, n in answers.items():
        bot, _, bucket = about.rpartition(":")
        by_bot.setdefault(bot, [0] * (BUCKETS + 1))[int(bucket)] = n
    for bot, numbers in sorted(by_bot.items()):
        below = list(accumulate(numbers))
        buckets = [(repr(2**i / 1e6), float(below[i])) for i in range(FIRST_BUCKET, BUCKETS)]
        family.add_metric([bot], [*buckets, ("+Inf", float(below[-1]))], think_us.get(bot, 0) / 1e6)
    return family


def keyed(values: Mapping[str, float]) -> dict[Labels, float]:
    return {(label,): value for label, value in values.items()}


def counter(name: str, what: str, labels: Labels, values: Mapping[Any, float]) -> Metric:
    return _filled(CounterMetricFamily(name, what, labels=labels), values)


def gauge(name: str, what: str, labels: Labels, values: Mapping[Any, float]) -> Metric:
    return _filled(GaugeMetricFamily(name, what, labels=labels), values)


def _filled(family: Any, values: Mapping[Any, float]) -> Metric:
    for labels, value in sorted(values.items()):
        family.add_metric(labels, value)
    found: Metric = family
    return found
