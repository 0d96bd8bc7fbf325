"""Live events: a stream to follow from any point; nothing is lost by looking away for a while."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from arena.store.scripts import Client

KEPT = 10_000  # at least; as in ledger.lua


@dataclass(frozen=True)
class Event:
    id: str
    kind: str  # the verdict: played, cancelled, set-aside
    match: str
    game: str
    tournament: str
    data: dict[str, Any]


class Events:
    def __init__(self, client: Client, prefix: str) -> None:
        self._client = client
        self._key = f"{prefix}events"

    def last(self) -> str:
        newest: Any = self._client.xrevrange(self._key, count=1)
        return newest[0][0].decode() if newest else "0-0"

    def kept(self, id: str) -> bool:
        """Whether all that happened after an event is still there to be read."""
        return int(self._client.xlen(self._key)) < KEPT or bool(self._client.xrange(self._key, id, id))

    def after(self, id: str, seconds: float = 1.0, count: int = 500) -> Iterator[Event]:
        """What happened after an event; waits so long for the next when there is none yet, at 0 not at all."""
        found: Any = self._client.xread({self._key: id}, count=count, block=int(seconds * 1000) or None)
        for _, rows in found or []:
            for row, fields in rows:
                f = {k.decode(): v.decode() for k, v in fields.items()}
                data = json.loads(f["data"]) if f["data"].startswith("{") else {"reason": f["data"]}
                yield Event(row.decode(), f["kind"], f["match"], f["game"], f["tournament"], data)
