"""The Lua scripts: each `lua/<name>.lua`, with the shared `ledger.lua` before it, run by its hash."""

from functools import cache
from importlib.resources import files
from typing import Any

import redis
from redis.commands.core import Script

Client = redis.Redis


@cache
def source(name: str) -> str:
    folder = files("arena.store") / "lua"
    return f"{(folder / 'ledger.lua').read_text()}\n{(folder / f'{name}.lua').read_text()}"


class Scripts:
    """Runs a script by name under a prefix; a server that lost its scripts is given them again."""

    def __init__(self, client: Client, prefix: str) -> None:
        self._client = client
        self._prefix = prefix
        self._known: dict[str, Script] = {}

    def run(self, name: str, *arguments: str | bytes | float, client: Client | None = None) -> Any:
        script = self._known.get(name)
        if script is None:
            script = self._known[name] = self._client.register_script(source(name))
        return script(keys=[self._prefix], args=list(arguments), client=client)
