"""What native load tests leave for the one who asked: the shares of a run that are done."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from arena.store.scripts import Client

KEPT = 3600  # seconds, for a run whose asker is gone


@dataclass(frozen=True)
class Share:
    games: int
    decisions: int
    seconds: float  # in the engine


class Native:
    def __init__(self, client: Client, prefix: str) -> None:
        self._client = client
        self._prefix = prefix

    def add(self, run: str, number: int, share: Share) -> None:
        """A share delivered twice stands there once."""
        with self._client.pipeline(transaction=True) as pipe:
            pipe.hset(f"{self._prefix}native:{run}", str(number), json.dumps(asdict(share)))
            pipe.expire(f"{self._prefix}native:{run}", KEPT)
            pipe.execute()

    def done(self, run: str) -> list[Share]:
        found: Any = self._client.hvals(f"{self._prefix}native:{run}")
        return [Share(**json.loads(text)) for text in found]

    def forget(self, run: str) -> None:
        self._client.delete(f"{self._prefix}native:{run}")
