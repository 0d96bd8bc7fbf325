"""Who works: workers that are alive with their slots, and tasks that are on the way or at work."""

from time import time
from typing import Any

from arena.store.scripts import Client

SILENT = 6.0  # seconds after which a worker or a task is taken for dead


class Fleet:
    def __init__(self, client: Client, prefix: str) -> None:
        self._client = client
        self._workers = f"{prefix}workers"
        self._slots = f"{prefix}slots"
        self._tasks = f"{prefix}tasks"
        self._sweep = f"{prefix}sweep"

    def beat(self, worker: str, slots: int) -> None:
        with self._client.pipeline(transaction=True) as pipe:
            pipe.zadd(self._workers, {worker: time()})
            pipe.hset(self._slots, worker, str(slots))
            pipe.execute()

    def leave(self, worker: str) -> None:
        with self._client.pipeline(transaction=True) as pipe:
            pipe.zrem(self._workers, worker)
            pipe.hdel(self._slots, worker)
            pipe.execute()

    def workers(self) -> dict[str, int]:
        """Workers that are alive, with their slots; the dead are forgotten."""
        alive: Any = self._client.zrangebyscore(self._workers, time() - SILENT, "+inf")
        slots: Any = self._client.hgetall(self._slots)
        found = {worker.decode(): int(slots.get(worker, 0)) for worker in alive}
        gone = [worker for worker in slots if worker.decode() not in found]
        if gone:
            self._client.hdel(self._slots, *gone)
            self._client.zremrangebyscore(self._workers, "-inf", time() - SILENT)
        return found

    def task_beat(self, task: str) -> None:
        self._client.zadd(self._tasks, {task: time()})

    def task_over(self, task: str) -> None:
        self._client.zrem(self._tasks, task)

    def tasks(self) -> int:
        self._client.zremrangebyscore(self._tasks, "-inf", time() - SILENT)
        return int(self._client.zcard(self._tasks))

    def may_sweep(self, who: str, seconds: float) -> bool:
        """One sweeper at a time; one that died is replaced after the time."""
        holder: Any = self._client.get(self._sweep)
        if holder is not None and holder.decode() == who:
            self._client.pexpire(self._sweep, int(seconds * 1000))
            return True
        return bool(self._client.set(self._sweep, who, nx=True, px=int(seconds * 1000)))
