"""`arena demo`: a real small league in all five games: embedded Redis, Celery workers, external bots, standings, a checked replay."""

import shutil
import time
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

import engine
from arena import league, replay
from arena.cli.cast import Cast
from arena.cli.follow import follow
from arena.cli.here import arena_here
from arena.settings import Settings
from arena.store import Store

BOTS = {"random": "random", "greedy": "greedy", "mcts": "mcts:150"}
SETS = {"minerals": 4, "lagoon": 2, "imperial": 3, "rummy": 4, "zavandor": 2}  # table sets a game: a minute in all
NEXT = """What to try next (source .venv/bin/activate first):
  arena play rummy greedy mcts:200 --sets 20   two bots against each other
  arena bot check ./my_bot.py                  a bot of yours: README.md has one in 15 lines
  arena up                                     an arena of your own, with API and metrics
"""


@click.command("demo")
@click.option(
    "--folder", type=click.Path(path_type=Path), default=".demo", show_default=True, help="Where it keeps its Redis."
)
def command(folder: Path) -> None:
    """Play a small round robin of random, greedy and mcts in each of the five games, and show the standings."""
    if folder.exists() and not (folder / "redis.log").exists() and any(folder.iterdir()):
        raise click.ClickException(f"{folder} is not empty and no demo's: name another with --folder")
    shutil.rmtree(folder, ignore_errors=True)
    settings = Settings(home=str(folder.absolute()))
    console = Console()
    began = time.monotonic()
    with arena_here(settings) as here, Cast() as cast:
        store = here.store
        for name, bot in zip(BOTS, cast.start(BOTS.values()), strict=True):
            league.register(store, bot.address, name=name)
            console.print(f"{name}: a program of its own, reached by gRPC", highlight=False)
        ids = [f"demo-{game}" for game in SETS]
        for id, (game, sets) in zip(ids, SETS.items(), strict=True):
            league.create_tournament(store, id, game, "round-robin", list(BOTS), size=3, sets=sets)
        follow(store, ids, look=here.look)
        tell(store, console)
        check(store, console, folder)
        played = sum(store.tournaments.progress(id).done for id in ids)
    console.print(f"{played} matches in {time.monotonic() - began:.0f} s.\n", highlight=False)
    click.echo(NEXT)


def tell(store: Store, console: Console) -> None:
    """The standings of every game."""
    for game in SETS:
        table = Table(title=engine.games()[game].name, title_justify="left", width=78)
        table.add_column("bot")
        for heading in ("Elo", "fit", "95 % interval", "games", "won", "tied", "lost"):
            table.add_column(heading, justify="right")
        for row in store.standings.table(game):
            fitted = row.fitted
            assert fitted is not None
            interval = f"{fitted.low:.0f} to {fitted.high:.0f}"
            numbers = (f"{row.elo:.0f}", f"{fitted.elo:.0f}", interval, row.games, row.wins, row.ties, row.losses)
            table.add_row(row.bot, *map(str, numbers))
        console.print(table)
    console.print("Won, tied and lost count pairs: a table of three is three of them.\n", highlight=False)


def check(store: Store, console: Console, folder: Path) -> None:
    """Plays a match again from its replay."""
    id = store.matches.newest(1, "demo-rummy")[0]
    path = folder / f"{id}.replay"
    path.write_text(store.matches.replay(id), encoding="utf-8")
    difference = replay.verify(path.read_text(encoding="utf-8"))
    if difference is not None:
        raise click.ClickException(f"the replay {path} is not true: {difference}")
    console.print(f"Played again on the engine and found true: {path}", highlight=False)
