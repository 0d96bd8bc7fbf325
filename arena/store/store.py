"""The store as one: a connection and the concerns over it."""

from typing import Any

import redis

from arena.settings import Settings
from arena.store.bots import Bots
from arena.store.events import Events
from arena.store.fleet import Fleet
from arena.store.matches import Matches
from arena.store.native import Native
from arena.store.scripts import Client, Scripts
from arena.store.standings import Standings
from arena.store.tokens import Tokens
from arena.store.tournaments import Tournaments


class Store:
    """`store.bots`, `store.matches`, `store.tournaments` and so on; each knows its own keys."""

    def __init__(self, client: Client, prefix: str, url: str = "") -> None:
        self.client = client
        self.url = url
        self.prefix = prefix
        scripts = Scripts(client, prefix)
        self.bots = Bots(client, prefix, scripts)
        self.events = Events(client, prefix)
        self.fleet = Fleet(client, prefix)
        self.matches = Matches(client, prefix, scripts)
        self.native = Native(client, prefix)
        self.standings = Standings(client, prefix)
        self.tokens = Tokens(client, prefix)
        self.tournaments = Tournaments(client, prefix, scripts)

    def counters(self) -> dict[str, int]:
        found: Any = self.client.hgetall(f"{self.prefix}counters")
        return {field.decode(): int(n) for field, n in found.items()}

    def close(self) -> None:
        self.client.close()


def open_store(url: str, settings: Settings, timeout: float = 5.0) -> Store:
    client = redis.Redis.from_url(url, socket_timeout=timeout, socket_connect_timeout=timeout, health_check_interval=30)
    return Store(client, settings.prefix, url)
