"""Prometheus metrics: what was counted with the results, read from the store at every scrape. Nothing is counted here."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import redis
from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

import engine
from arena.store import Store
from arena.store.counting import BUCKETS

VERDICTS = {"matches": "played", "cancelled": "cancelled", "aside": "set-aside"}  # by the counters' field
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
        counters = Counters(self._store.counters())
        games = [(game,) for game in engine.games()]
        matches = {
            (game, verdict): counters.under(field).get((game,), 0)
            for field, verdict in VERDICTS.items()
            for (game,) in {*games, *counters.under(field)}
        }
        yield counter("motherlode_matches", "Matches that ended.", ("game", "verdict"), matches)
        yield counter("motherlode_matches_planned", "Matches planned.", (), counters.single("planned"))
        decisions = dict.fromkeys(games, 0) | counters.under("decisions")
        yield counter("motherlode_decisions", "Decisions made in played matches.", ("game",), decisions)
        referee = dict.fromkeys(games, 0) | counters.under("referee_us")
        yield counter(
            "motherlode_referee_cpu_seconds",
            "CPU time of the referee in played matches, bots excluded.",
            ("game",),
            {game: microseconds / 1e6 for game, microseconds in referee.items()},
        )
        yield self._answer_times(counters)
        faults = counters.under("faults", 2)
        yield counter("motherlode_bot_faults", "Faults of bots in played matches.", ("kind", "bot"), faults)
        yield counter("motherlode_rating_updates", "Ratings changed by results.", (), counters.single("rating_updates"))
        yield counter(
            "motherlode_match_recoveries",
            "Matches taken back from workers that fell silent.",
            (),
            counters.single("recoveries"),
        )
        yield counter(
            "motherlode_match_handovers",
            "Matches handed over by workers that stopped.",
            (),
            counters.single("handovers"),
        )

    @staticmethod
    def _answer_times(counters: "Counters") -> Metric:
        family = HistogramMetricFamily(
            "motherlode_decision_seconds",
            "How long bots took to answer, from turn sent to reply received.",
            labels=["bot"],
        )
        answers: dict[str, list[int]] = {}
        for (bot, bucket), n in counters.under_bots("answers").items():
            answers.setdefault(bot, [0] * (BUCKETS + 1))[int(bucket)] += n
        for bot, numbers in sorted(answers.items()):
            buckets = [(repr(2**i / 1e6), float(sum(numbers[: i + 1]))) for i in range(FIRST_BUCKET, BUCKETS)]
            thought = counters.under("think_us").get((bot,), 0) / 1e6
            family.add_metric([bot], [*buckets, ("+Inf", float(sum(numbers)))], thought)
        return family

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


class Counters:
    """The store's counters by what they count. A field is its name and what it is about, with colons between."""

    def __init__(self, fields: dict[str, int]) -> None:
        self._fields = fields

    def single(self, name: str) -> dict[Labels, float]:
        return {(): self._fields.get(name, 0)}

    def under(self, name: str, labels: int = 1) -> dict[Labels, int]:
        """name:LABEL or name:LABEL:LABEL; the last label may have colons in it."""
        found = ((field.split(":", labels), n) for field, n in self._fields.items())
        return {tuple(words[1:]): n for words, n in found if words[0] == name and len(words) == labels + 1}

    def under_bots(self, name: str) -> dict[Labels, int]:
        """name:BOT:LABEL"""
        return {tuple(rest.rsplit(":", 1)): n for (rest,), n in self.under(name).items()}


def counter(name: str, what: str, labels: Labels, values: Mapping[Any, float]) -> Metric:
    return _filled(CounterMetricFamily(name, what, labels=labels), values)


def gauge(name: str, what: str, labels: Labels, values: Mapping[Any, float]) -> Metric:
    return _filled(GaugeMetricFamily(name, what, labels=labels), values)


def _filled(family: Any, values: Mapping[Any, float]) -> Metric:
    for labels, value in sorted(values.items()):
        family.add_metric(labels, value)
    found: Metric = family
    return found
