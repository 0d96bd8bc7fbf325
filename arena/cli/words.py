"""What the commands take: games, bots, tournaments and matches by name, completed by the shell."""

from collections.abc import Callable

import click
from click.shell_completion import CompletionItem

import engine
from arena.redis_server import alive, own_url
from arena.settings import Settings
from arena.store import Store, open_store


class Game(click.ParamType[str]):
    name = "game"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in engine.games():
            self.fail(f"unknown game {value!r}; there are {', '.join(engine.games())}", param, ctx)
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(id, help=g.name) for id, g in engine.games().items() if id.startswith(incomplete)]


class Stored(click.ParamType[str]):
    """A name the store knows; offered by the shell when the store can be asked at once."""

    def __init__(self, name: str, names: Callable[[Store], list[str]]) -> None:
        self.name = name
        self._names = names

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        settings = Settings.load()
        url = settings.redis_url or own_url(settings)
        if not alive(url):
            return []
        store = open_store(url, settings, timeout=1.0)
        try:
            return [CompletionItem(name) for name in self._names(store) if name.startswith(incomplete)]
        finally:
            store.close()


GAME = Game()
BOT = Stored("bot", lambda store: [bot.id for bot in store.bots.all()])
TOURNAMENT = Stored("tournament", lambda store: store.tournaments.ids())
MATCH = Stored("match", lambda store: store.matches.newest(50))
