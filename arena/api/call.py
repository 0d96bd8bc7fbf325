"""A call: who makes it, what it may do, and the status it ends with when something is wrong."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

import grpc
import redis
from google.protobuf.message import DecodeError

from arena.api.addresses import Networks
from arena.store import Store
from arena.store.errors import NotNow, Taken, Unknown
from arena.store.tokens import Token

LONGEST_SENTENCE = 500  # characters: a status travels in a header, which has its limits


class Refused(Exception):
    """A call that ends with a status of its own."""

    def __init__(self, status: grpc.StatusCode, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Access(Enum):
    """What a method needs."""

    READ = "read"  # nothing, or any token when the arena is private
    BOT = "bot"  # a token; the method sees to which bot it is for
    ORGANISE = "organise"  # an organiser's token


@dataclass(frozen=True)
class Call:
    """What a method has at hand."""

    store: Store
    networks: Networks
    token: Token | None

    @property
    def organises(self) -> bool:
        return self.token is not None and self.token.may_organise()

    def may_write(self, bot: str) -> bool:
        return self.token is not None and self.token.may_write_bot(bot)


@dataclass(frozen=True)
class Method:
    """A method of the service: a plain function, run in a thread."""

    request: type[Any]
    answer: Callable[[Call, Any], Any]
    access: Access
    dials: bool = False  # waits for a bot, not only for Redis


def secret_of(metadata: Any) -> str | None:
    """The token's secret from a call's metadata."""
    for key, value in metadata or ():
        if key == "authorization":
            scheme, _, secret = str(value).partition(" ")
            if scheme.lower() != "bearer" or not secret:
                raise Refused(grpc.StatusCode.UNAUTHENTICATED, "authorization is expected as 'Bearer ml_...'")
            return secret.strip()
    return None


def admit(store: Store, secret: str | None, access: Access, private: bool) -> Token | None:
    """The token of a call that may be made."""
    token = store.tokens.check(secret) if secret else None
    if secret and token is None:
        raise Refused(grpc.StatusCode.UNAUTHENTICATED, "the token is not valid; it may have been revoked")
    if token is None and (private or access is not Access.READ):
        raise Refused(grpc.StatusCode.UNAUTHENTICATED, "this needs a token as metadata: authorization: Bearer ml_...")
    if access is Access.ORGANISE and token is not None and not token.may_organise():
        raise Refused(grpc.StatusCode.PERMISSION_DENIED, f"this needs an organiser's token, not one for {token.scope}")
    return token


def status_of(error: Exception) -> tuple[grpc.StatusCode, str] | None:
    """The status an error is told with; None for one that nobody foresaw."""
    match error:
        case Refused():
            status = error.status
        case Unknown():
            status = grpc.StatusCode.NOT_FOUND
        case Taken():
            status = grpc.StatusCode.ALREADY_EXISTS
        case NotNow():
            status = grpc.StatusCode.FAILED_PRECONDITION
        case ValueError() | DecodeError():
            status = grpc.StatusCode.INVALID_ARGUMENT
        case redis.ConnectionError() | redis.TimeoutError():
            return grpc.StatusCode.UNAVAILABLE, "the arena's Redis does not answer; try again"
        case _:
            return None
    return status, str(error)[:LONGEST_SENTENCE]
