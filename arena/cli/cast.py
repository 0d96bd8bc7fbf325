"""Bots that a command starts for its own time, kept alive by a loop in a thread beside it."""

import asyncio
import threading
from collections.abc import Iterable
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Self

from bots.launch import Running, launch


class Cast:
    """`with Cast() as cast: cast.start(["random", "./my_bot.py"])`."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="cast", daemon=True)
        self._stack = AsyncExitStack()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._stack.aclose(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def start(self, targets: Iterable[str]) -> list[Running]:
        """Starts bots, which come back whenever they end; LaunchError when one does not come up at all."""

        async def up() -> list[Running]:
            return [await self._stack.enter_async_context(launch(target, restart=True)) for target in targets]

        return asyncio.run_coroutine_threadsafe(up(), self._loop).result()
