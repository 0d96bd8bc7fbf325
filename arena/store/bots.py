"""Bots and their versions: where they live, what they declared, whether they are benched. A version has a rating of its own."""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from time import time
from typing import Any

from arena.store.errors import Unknown
from arena.store.scripts import Client, Scripts

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class BotState(StrEnum):
    ACTIVE = "active"
    BENCHED = "benched"  # not seated until it answers again
    REMOVED = "removed"  # its results stay


@dataclass(frozen=True)
class BotVersion:
    """One version of a bot, as registered."""

    name: str
    version: str
    address: str  # host:port or unix:path
    author: str = ""
    games: tuple[str, ...] = ()  # none: all
    concurrency: int = 0  # 0: no limit
    state: BotState = BotState.ACTIVE
    reason: str = ""  # why it is benched
    by_hand: bool = False  # a person benched it: answering probes does not bring it back
    by_author: bool = False  # that person was its author, who may let it back; else only an organiser does
    added: float = 0.0
    target: str = ""  # how its host starts it; empty for a bot that runs by itself

    @property
    def id(self) -> str:
        return f"{self.name}@{self.version}"


class Bots:
    """The registry."""

    def __init__(self, client: Client, prefix: str, scripts: Scripts) -> None:
        self._client = client
        self._scripts = scripts
        self._bots = f"{prefix}bots"
        self._faulty = f"{prefix}faulty"
        self._trouble = f"{prefix}trouble"

    def add(self, bot: BotVersion) -> BotVersion:
        """Registers a version, or moves a registered one to another address."""
        for what, text in (("name", bot.name), ("version", bot.version)):
            if not NAME.fullmatch(text):
                raise ValueError(f"a bot's {what} is 1 to 64 letters, digits, '.', '_' or '-', not {text!r}")
        if not bot.address:
            raise ValueError(f"{bot.id} needs an address, as in grpc://HOST:PORT")
        bot = replace(bot, added=bot.added or time())
        self._put(bot)
        return bot

    def get(self, id: str) -> BotVersion:
        """A version by name@version, or the newest of a name; ValueError says which there are."""
        if "@" not in id:
            versions = [b for b in self.all() if b.name == id]
            if versions:
                return max(versions, key=lambda b: b.added)
        text: Any = self._client.hget(self._bots, id)
        if text is None:
            known = ", ".join(sorted(b.id for b in self.all())[:20]) or "none yet: arena bot add"
            raise Unknown(f"there is no bot {id!r}; there are {known}")
        return _read(text)

    def all(self, states: Sequence[BotState] = (BotState.ACTIVE, BotState.BENCHED)) -> list[BotVersion]:
        texts: Any = self._client.hvals(self._bots)
        bots = [_read(text) for text in texts]
        return sorted((b for b in bots if b.state in states), key=lambda b: b.id)

    def set_state(
        self, id: str, state: BotState, reason: str = "", by_hand: bool = False, by_author: bool = False
    ) -> BotVersion:
        bot = replace(self.get(id), state=state, reason=reason, by_hand=by_hand, by_author=by_author)
        self._put(bot)
        return bot

    def faults_in_a_row(self) -> dict[str, int]:
        """How many matches in a row each bot spoilt, for those that spoilt their last one."""
        counts: Any = self._client.hgetall(self._faulty)
        return {bot.decode(): int(n) for bot, n in counts.items()}

    def last_fault(self, id: str) -> str:
        """What a bot did wrong last, and in which match; empty when it never did."""
        return self.last_faults([id])[0]

    def last_faults(self, ids: Sequence[str]) -> list[str]:
        texts: Any = self._client.hmget(self._trouble, list(ids)) if ids else []
        return [text.decode() if text else "" for text in texts]

    def _put(self, bot: BotVersion) -> None:
        active = int(bot.state is BotState.ACTIVE)
        self._scripts.run("bot", bot.id, json.dumps(asdict(bot)), bot.address, bot.concurrency, active)


def _read(text: str | bytes) -> BotVersion:
    fields = json.loads(text)
    return BotVersion(**{**fields, "games": tuple(fields["games"]), "state": BotState(fields["state"])})
