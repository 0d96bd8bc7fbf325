"""Tokens for writing through the API: stored hashed, shown once, revocable; for an organiser or for one bot."""

import hashlib
import json
import secrets
from dataclasses import dataclass
from time import time
from typing import Any

from arena.store.bots import NAME
from arena.store.errors import Unknown
from arena.store.scripts import Client

ORGANISER = "organiser"
BOT = "bot:"
ID_LENGTH = 12


@dataclass(frozen=True)
class Token:
    id: str  # the first characters of the hash: names it without giving it away
    scope: str  # "organiser", or "bot:NAME"
    note: str
    created: float

    def may_organise(self) -> bool:
        return self.scope == ORGANISER

    def may_write_bot(self, name: str) -> bool:
        return self.scope in (ORGANISER, f"{BOT}{name}")

    @property
    def bot(self) -> str:
        """The name of the bot it is for; empty for an organiser's."""
        return self.scope.removeprefix(BOT) if self.scope.startswith(BOT) else ""


class Tokens:
    def __init__(self, client: Client, prefix: str) -> None:
        self._client = client
        self._key = f"{prefix}tokens"

    def create(self, scope: str, note: str = "") -> tuple[str, Token]:
        """A new secret, which is not kept, and the token it stands for."""
        if scope != ORGANISER and not (scope.startswith(BOT) and NAME.fullmatch(scope.removeprefix(BOT))):
            raise ValueError(f"a token is for {ORGANISER!r} or for '{BOT}NAME', not for {scope!r}")
        secret = "ml_" + secrets.token_urlsafe(32)
        digest = _digest(secret)
        token = Token(digest[:ID_LENGTH], scope, note, time())
        self._client.hset(self._key, digest, json.dumps(token.__dict__))
        return secret, token

    def check(self, secret: str) -> Token | None:
        text: Any = self._client.hget(self._key, _digest(secret))
        return Token(**json.loads(text)) if text else None

    def all(self) -> list[Token]:
        texts: Any = self._client.hvals(self._key)
        return sorted((Token(**json.loads(t)) for t in texts), key=lambda t: t.created)

    def revoke(self, id: str) -> None:
        digests: Any = self._client.hkeys(self._key)
        found = [digest for digest in digests if digest.decode()[:ID_LENGTH] == id]
        if not found:
            raise Unknown(f"there is no token {id!r}; `arena token list` shows them")
        self._client.hdel(self._key, *found)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
