"""Tournaments: what was asked for, where they stand, and the results that came in, in their order."""

import json
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from time import time
from typing import Any

from arena.records import Clock
from arena.store.bots import NAME
from arena.store.errors import NotNow, Taken, Unknown
from arena.store.scripts import Client, Scripts

LADDER = "ladder"  # the format that never ends by itself


class State(StrEnum):
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Tournament:
    """A tournament as asked for."""

    id: str
    game: str
    format: str
    entrants: tuple[str, ...]  # name@version in seeding order; a ladder takes whoever is registered
    variant: str = "standard"
    size: int = 2
    rounds: int = 0
    sets: int = 1  # table sets a table
    challengers: int = 1
    clock: Clock = field(default_factory=Clock)
    created: float = 0.0
    rated: bool = True  # whether its matches count for ratings


@dataclass(frozen=True)
class Progress:
    state: State
    planned: int  # matches
    done: int
    placing: tuple[tuple[str, ...], ...]


class Tournaments:
    """All of them."""

    def __init__(self, client: Client, prefix: str, scripts: Scripts) -> None:
        self._client = client
        self._prefix = prefix
        self._scripts = scripts

    def create(self, tournament: Tournament) -> Tournament:
        if not NAME.fullmatch(tournament.id):
            raise ValueError(f"a tournament's name is 1 to 64 letters, digits, '.', '_' or '-', not {tournament.id!r}")
        fields = asdict(tournament) | {"created": tournament.created or time()}
        if not self._scripts.run("create", tournament.id, json.dumps(fields), fields["created"]):
            raise Taken(f"there is a tournament {tournament.id!r} already; choose another name")
        return self.get(tournament.id)

    def get(self, id: str) -> Tournament:
        text: Any = self._client.hget(self._key(id), "tournament") if NAME.fullmatch(id) else None
        if text is None:
            known = ", ".join(self.ids()[:20]) or "none yet: arena tournament create"
            raise Unknown(f"there is no tournament {id!r}; there are {known}")
        fields = json.loads(text)
        return Tournament(**{**fields, "entrants": tuple(fields["entrants"]), "clock": Clock(**fields["clock"])})

    def ids(self) -> list[str]:
        """Newest first."""
        found: Any = self._client.zrevrange(f"{self._prefix}tournaments", 0, -1)
        return [id.decode() for id in found]

    def progress(self, id: str) -> Progress:
        state, planned, done, placing = self._fields(id, "state", "planned", "done", "placing")
        places = tuple(tuple(group) for group in json.loads(placing or b"[]"))
        return Progress(State((state or b"running").decode()), int(planned or 0), int(done or 0), places)

    def running(self) -> list[str]:
        ids = self.ids()
        with self._client.pipeline(transaction=False) as pipe:
            for id in ids:
                pipe.hget(self._key(id), "state")
            states = pipe.execute()
        return [id for id, state in zip(ids, states, strict=True) if state == b"running"]

    def results(self, id: str, start: int) -> list[str]:
        """The matches that ended, in their order, from a place on."""
        found: Any = self._client.lrange(f"{self._key(id)}:results", start, -1)
        return [match.decode() for match in found]

    def open_matches(self, id: str) -> int:
        return int(self._client.scard(f"{self._key(id)}:open"))

    def some_open(self, id: str, most: int) -> list[str]:
        """Some of the matches that are not over yet."""
        found: Any = self._client.srandmember(f"{self._key(id)}:open", most)
        return sorted(match.decode() for match in found)

    def note(self, id: str, placing: tuple[tuple[str, ...], ...], over: bool) -> None:
        self._scripts.run("note", id, json.dumps(placing), int(over))

    def pause(self, id: str) -> None:
        self.get(id)
        if self._scripts.run("pause", id, State.PAUSED, time()) < 0:
            raise NotNow(f"tournament {id} does not run: it is {self.progress(id).state}")

    def resume(self, id: str) -> None:
        self.get(id)
        if self._scripts.run("pause", id, State.RUNNING, time()) < 0:
            raise NotNow(f"tournament {id} is not paused: it is {self.progress(id).state}")

    def cancel(self, id: str) -> tuple[int, int]:
        """Calls it off: how many matches ended at once, and how many end at their next move."""
        if self.get(id).format == LADDER:
            raise NotNow(f"{id} is a ladder, which is not called off but stopped: `arena ladder stop`")
        if self.progress(id).state in (State.OVER, State.CANCELLED):
            raise NotNow(f"tournament {id} is {self.progress(id).state}: there is nothing to call off")
        ended, told = self._scripts.run("cancel", id, time())
        return ended, told

    def forget(self, id: str) -> None:
        """Wipes out an unrated tournament with all its matches, as if it had never been."""
        if self.get(id).rated:
            raise ValueError(f"the ratings lean on tournament {id}: it cannot be forgotten")
        if self.progress(id).state not in (State.OVER, State.CANCELLED) or self.open_matches(id):
            raise ValueError(f"tournament {id} is under way: cancel it first")
        while self._scripts.run("forget", id, 500):
            pass

    def _key(self, id: str) -> str:
        return f"{self._prefix}tournament:{id}"

    def _fields(self, id: str, *names: str) -> list[bytes | None]:
        self.get(id)
        found: Any = self._client.hmget(self._key(id), *names)
        return list(found)
