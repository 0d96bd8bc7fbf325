"""Bots that a command starts for its own time, kept alive by a loop in a thread beside it."""

import asyncio
import threading
from collections.abc import Iterable
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any, Self

from bots.launch import Running, launch


class Cast:
    """`with Cast() as cast: cast.start(["random", "./my_bot.py"])`."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="cast", daemon=True)
        self._stack = AsyncExitStack()
        self._starting: set[asyncio.Task[Any]] = set()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def start(self, targets: Iterable[str]) -> list[Running]:
        """Starts bots, which come back whenever they end; LaunchError when one does not come up at all."""

        return asyncio.run_coroutine_threadsafe(self._start(targets), self._loop).result()

    async def _start(self, targets: Iterable[str]) -> list[Running]:
        task = asyncio.current_task()
        assert task is not None
        self._starting.add(task)
        try:
            return [await self._stack.enter_async_context(launch(target, restart=True)) for target in targets]
        finally:
            self._starting.discard(task)

    async def _close(self) -> None:
        # Whoever pressed Ctrl-C did not wait for bots that were still coming up.
        starting = list(self._starting)
        for task in starting:
            task.cancel()
        await asyncio.gather(*starting, return_exceptions=True)
        await self._stack.aclose()
