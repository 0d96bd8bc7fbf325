"""What a load test measures beside the matches: who used the processors, and how long bots took to answer."""

import contextlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import psutil
import redis

from arena.cli.crew import Crew
from arena.store.counting import BUCKETS
from bots.launch import Running

BUSY = 0.75  # of the cores in use: the machine is the limit


@dataclass(frozen=True)
class Latency:
    """Answer times of a bot in milliseconds, from the round trip's point of view: thinking and travelling."""

    p50: float
    p90: float
    p99: float
    answers: int


def latency(counters: dict[str, int], bot: str) -> Latency:
    """Percentiles from the buckets that are counted with the results: bucket i holds answers below 2**i microseconds."""
    buckets = [counters.get(f"answers:{bot}:{i}", 0) for i in range(BUCKETS + 1)]
    total = sum(buckets)

    def at(share: float) -> float:
        rank = share * total
        for i, count in enumerate(buckets):
            if count and rank <= count:
                low = 2.0 ** (i - 1) if i else 0.0
                return (low + (2.0**i - low) * rank / count) / 1000.0
            rank -= count
        return 0.0

    return Latency(at(0.5), at(0.9), at(0.99), total)


class CpuMeter:
    """CPU seconds of the parts that run on this machine, sampled so that those who die are counted too."""

    def __init__(self, crew: Crew, bots: Sequence[Running], client: redis.Redis) -> None:
        self._crew = crew
        self._bots = bots
        self._client = client
        self._seen: dict[tuple[int, float], float] = {}  # process -> CPU seconds at the last look
        self.spent = dict.fromkeys(("referee", "bots", "redis", "celery"), 0.0)
        self._redis = self._redis_seconds()
        self.sample()
        self.spent = dict.fromkeys(self.spent, 0.0)

    def sample(self) -> None:
        for member in self._crew.members:
            if member.process is None:
                continue
            with contextlib.suppress(psutil.Error):
                supervisor = psutil.Process(member.process.pid)
                self._add("celery", supervisor)
                for main in supervisor.children():
                    self._add("celery", main)
                    for child in main.children():
                        self._add("referee", child)
        for bot in self._bots:
            if bot.process is not None:
                with contextlib.suppress(psutil.Error):
                    root = psutil.Process(bot.process.pid)
                    for process in [root, *root.children(recursive=True)]:
                        self._add("bots", process)
        with contextlib.suppress(redis.RedisError):
            now = self._redis_seconds()
            self.spent["redis"] += max(0.0, now - self._redis)
            self._redis = now

    def bottleneck(self, seconds: float) -> str:
        """What more of would help."""
        cores = os.cpu_count() or 1
        used = sum(self.spent.values()) / seconds
        if not self._crew.members:
            return "not known: the workers are not on this machine; their hosts' metrics tell"
        if used < BUSY * cores:
            return f"the bots' answer times: {cores - used:.1f} of {cores} cores had nothing to do"
        part = max(self.spent, key=self.spent.__getitem__)
        return f"the processors of this machine, most of all for {part}"

    def _add(self, part: str, process: psutil.Process) -> None:
        with contextlib.suppress(psutil.Error):
            key = (process.pid, process.create_time())
            times = process.cpu_times()
            now = times.user + times.system
            self.spent[part] += now - self._seen.get(key, 0.0)
            self._seen[key] = now

    def _redis_seconds(self) -> float:
        info: Any = self._client.info("cpu")
        return float(info["used_cpu_user"]) + float(info["used_cpu_sys"])
