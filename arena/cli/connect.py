"""The store for the time of a command, with errors a person can act on."""

import contextlib
from collections.abc import Iterator
from urllib.parse import urlsplit, urlunsplit

import click
import redis

from arena.redis_server import RedisError, redis_for
from arena.settings import Settings
from arena.store import Store, open_store


@contextlib.contextmanager
def connected(settings: Settings | None = None) -> Iterator[Store]:
    """The store of the settings: on the Redis that is configured, on ours that runs, or on ours started for now."""
    settings = settings or Settings.load()
    try:
        with redis_for(settings) as url:
            store = open_store(url, settings)
            try:
                yield store
            finally:
                store.close()
    except RedisError as error:
        raise click.ClickException(str(error)) from None
    except redis.RedisError as error:
        where = without_password(settings.redis_url) if settings.redis_url else "our own socket"
        hint = "; MOTHERLODE_REDIS_URL names it" if settings.redis_url else ""
        raise click.ClickException(f"no Redis answers at {where}{hint}: {error}") from None
    except ValueError as error:
        if settings.redis_url and "Redis URL" in str(error):
            raise click.ClickException(f"MOTHERLODE_REDIS_URL: {error}") from None
        raise


def without_password(url: str) -> str:
    """A URL as it may be shown."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
