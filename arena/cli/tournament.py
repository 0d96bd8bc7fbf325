"""`arena tournament`: creates tournaments, shows how they stand, pauses, resumes and cancels them."""

from collections import Counter
from dataclasses import asdict
from typing import Any

import click

from arena import formats, league
from arena.cli.connect import connected
from arena.cli.follow import follow
from arena.cli.here import arena_here
from arena.cli.screen import as_json, bar, data, table, when
from arena.cli.words import GAME, TOURNAMENT
from arena.ratings import START
from arena.records import Clock
from arena.settings import Settings
from arena.store import Store
from arena.store.bots import BotState
from arena.store.tournaments import LADDER, State, Tournament

OPEN_SHOWN = 10
PLACES_SHOWN = 20
FAULTS_OF = 200  # matches whose faults are shown


@click.group("tournament")
def command() -> None:
    """Tournaments: create, play, follow, pause, resume, cancel."""


@command.command("create")
@click.argument("game", type=GAME)
@click.option("--bots", default="all", show_default=True, help="Who enters, in seeding order: a,b,c; or all.")
@click.option(
    "--format", default="round-robin", show_default=True, type=click.Choice(list(formats.FORMATS)), help="How it runs."
)
@click.option("--name", default="", help="Of the tournament; GAME-FORMAT-NUMBER unless told.")
@click.option("--players", type=click.IntRange(2), help="Seats at a table; the fewest of the game unless told.")
@click.option(
    "--rounds", type=click.IntRange(0), default=0, help="Of a Swiss; how often a round robin or gauntlet runs."
)
@click.option(
    "--sets", type=click.IntRange(1), default=1, show_default=True, help="Deals a table plays, each in all rotations."
)
@click.option("--challengers", type=click.IntRange(1), default=1, help="How many of the first entrants run a gauntlet.")
@click.option("--variant", default="standard", show_default=True)
@click.option("--limit", default=Clock.limit, show_default=True, help="Seconds for a decision.")
@click.option(
    "--bank", default=Clock.bank, show_default=True, help="Seconds for a match, for what goes over the limit."
)
@click.option("--margin", default=Clock.margin, show_default=True, help="Seconds not charged: for the network.")
@click.option("--unrated", is_flag=True, help="Leave ratings and standings as they are.")
@as_json
def create(
    game: str,
    bots: str,
    format: str,
    name: str,
    players: int | None,
    rounds: int,
    sets: int,
    challengers: int,
    variant: str,
    limit: float,
    bank: float,
    margin: float,
    unrated: bool,
    as_json: bool,
) -> None:
    """Create a tournament of GAME; workers play it from now on.

    \b
      arena tournament create rummy
      arena tournament create rummy --format swiss --bots my-bot,greedy,mcts --players 3 --sets 4
      arena tournament create lagoon --format double-elimination --name spring-cup
    """
    with connected() as store:
        tournament = league.create_tournament(
            store,
            name or free_name(store, f"{game}-{format}"),
            game,
            format,
            seeded(store, game) if bots == "all" else [bot.strip() for bot in bots.split(",") if bot.strip()],
            variant=variant,
            size=players or 0,
            rounds=rounds,
            sets=sets,
            challengers=challengers,
            clock=Clock(limit, bank, margin),
            rated=not unrated,
        )
        workers = store.fleet.workers()
    if as_json:
        data(asdict(tournament))
        return
    click.echo(f"{tournament.id}: {describe(tournament)}, {', '.join(tournament.entrants)}")
    if not workers:
        click.echo(
            f"No worker runs: start one with `arena up`, or play it now with `arena tournament run {tournament.id}`."
        )
    click.echo(f"`arena tournament status {tournament.id}` shows how it stands.")


def free_name(store: Store, stem: str) -> str:
    taken = set(store.tournaments.ids())
    number = 1
    while f"{stem}-{number}" in taken:
        number += 1
    return f"{stem}-{number}"


def seeded(store: Store, game: str) -> list[str]:
    """All active bots that play a game, best first."""
    ratings = store.standings.ratings(game)
    bots = [bot.id for bot in store.bots.all((BotState.ACTIVE,)) if not bot.games or game in bot.games]
    return sorted(bots, key=lambda id: (-ratings.get(id, (START, 0))[0], id))


def describe(t: Tournament) -> str:
    sets = "one set" if t.sets == 1 else f"{t.sets} sets"
    return f"{t.format} of {t.game} ({t.variant}), tables of {t.size}, {sets} a table, {len(t.entrants)} entrants"


@command.command("list")
@click.option("--count", default=20, show_default=True, type=click.IntRange(1), help="The newest so many.")
@as_json
def list_tournaments(count: int, as_json: bool) -> None:
    """List tournaments, the newest first."""
    with connected() as store:
        ids = [id for id in store.tournaments.ids() if not id.startswith(league.LADDERS)][:count]
        found = [(store.tournaments.get(id), store.tournaments.progress(id)) for id in ids]
    if as_json:
        data([asdict(t) | asdict(p) for t, p in found])
        return
    if not found:
        click.echo("There are no tournaments yet: arena tournament create rummy")
        return
    table(
        ("tournament", "game", "format", "seats", "entrants", "state", "matches", "first", "created"),
        (
            (
                t.id,
                t.game,
                t.format,
                str(t.size),
                str(len(t.entrants)),
                p.state,
                f"{p.done}/{p.planned}",
                " ".join(p.placing[0]) if p.done and p.placing and len(p.placing[0]) < 3 else "",
                when(t.created),
            )
            for t, p in found
        ),
        left=("game", "format", "state", "first"),
    )


@command.command("status")
@click.argument("tournament", type=TOURNAMENT, required=False)
@as_json
def status(tournament: str | None, as_json: bool) -> None:
    """Show how TOURNAMENT stands; the newest unless told."""
    with connected() as store:
        found = status_of(store, tournament or newest(store))
    data(found) if as_json else tell(found)


def newest(store: Store) -> str:
    ids = [id for id in store.tournaments.ids() if not id.startswith(league.LADDERS)]
    running = set(store.tournaments.running())
    if not ids:
        raise click.ClickException("there are no tournaments yet: arena tournament create rummy")
    return next((id for id in ids if id in running), ids[0])


def status_of(store: Store, id: str) -> dict[str, Any]:
    """All there is to say of a tournament."""
    t, progress = store.tournaments.get(id), store.tournaments.progress(id)
    some = store.matches.statuses(store.tournaments.some_open(id, 10 * OPEN_SHOWN))
    last = store.matches.statuses(store.matches.newest(FAULTS_OF, id))
    faults = [
        {"match": s.match.id, "bot": s.match.seats[f.seat].bot, "kind": f.kind.value, "reason": f.reason}
        for s in last
        if s.result
        for f in s.result.faults
    ]
    return {
        "tournament": asdict(t),
        "describes": describe(t) if t.format != LADDER else f"ladder of {t.game} ({t.variant}), tables of {t.size}",
        "state": progress.state.value,
        "planned": progress.planned,
        "done": progress.done,
        "open": store.tournaments.open_matches(id),
        "placing": progress.placing,
        "some_open": [
            {
                "match": s.match.id,
                "state": s.state,
                "attempt": s.attempt,
                "worker": s.worker,
                "bots": [seat.bot for seat in s.match.seats],
            }
            for s in sorted(some, key=lambda s: s.state != "running")[:OPEN_SHOWN]
        ],
        "faults": faults,
        "faults_of": len(last),
        "workers": len(store.fleet.workers()),
    }


def tell(found: dict[str, Any]) -> None:
    click.secho(found["tournament"]["id"], bold=True, nl=False)
    click.echo(f"  {found['describes']}")
    done, planned = found["done"], found["planned"]
    if found["tournament"]["format"] == LADDER:
        click.echo(f"{found['state']}, {done} matches over, {found['open']} open")
    else:
        click.echo(f"{bar(done, planned)} {done} of {planned} matches planned so far, {found['state']}")
    if found["state"] == State.RUNNING and not found["workers"]:
        click.echo("No worker runs: start one with `arena up` or `arena worker`.")
    place = 1
    for group in found["placing"]:
        if not done or place > PLACES_SHOWN:
            break
        click.echo(f"{place:>4}.  {', '.join(group[:8])}{f' and {len(group) - 8} more' if len(group) > 8 else ''}")
        place += len(group)
    if found["some_open"]:
        click.echo(f"\n{found['open']} matches are open; some of them:")
        for match in found["some_open"]:
            where = f" at {match['worker']}, attempt {match['attempt']}" if match["worker"] else ""
            click.echo(f"  {match['match']}  {match['state']}{where}: {', '.join(match['bots'])}")
    if found["faults"]:
        counts = Counter((fault["bot"], fault["kind"]) for fault in found["faults"])
        click.echo(f"\nFaults in the last {found['faults_of']} matches:")
        for (bot, kind), count in counts.most_common():
            first = next(f for f in found["faults"] if (f["bot"], f["kind"]) == (bot, kind))
            click.echo(f"  {bot}: {count} {kind}; the last in {first['match']}: {first['reason']}")


@command.command("run")
@click.argument("tournament", type=TOURNAMENT, required=False)
@as_json
def run(tournament: str | None, as_json: bool) -> None:
    """Play TOURNAMENT to its end and show how it ended; the newest unless told.

    Where workers run, it only follows; where none does, they are started here for the time, and so are the bots registered here.
    Ctrl-C stops the following; the tournament goes on wherever there are workers, or at the next run.
    """
    with arena_here(Settings.load()) as here:
        id = tournament or newest(here.store)
        here.store.tournaments.get(id)
        follow(here.store, [id], look=here.look, quiet=as_json)
        found = status_of(here.store, id)
    data(found) if as_json else tell(found)


@command.command("pause")
@click.argument("tournament", type=TOURNAMENT)
def pause(tournament: str) -> None:
    """Pause TOURNAMENT: what is being played is played to its end, nothing new begins."""
    with connected() as store:
        store.tournaments.pause(tournament)
    click.echo(f"{tournament} is paused; `arena tournament resume {tournament}` goes on")


@command.command("resume")
@click.argument("tournament", type=TOURNAMENT)
def resume(tournament: str) -> None:
    """Go on with TOURNAMENT."""
    with connected() as store:
        store.tournaments.resume(tournament)
    click.echo(f"{tournament} goes on")


@command.command("cancel")
@click.argument("tournament", type=TOURNAMENT)
@click.option("--yes", is_flag=True, help="Do not ask.")
def cancel(tournament: str, yes: bool) -> None:
    """Call TOURNAMENT off for good. Results so far stay; matches under way leave no trace in ratings."""
    with connected() as store:
        open_matches = store.tournaments.open_matches(store.tournaments.get(tournament).id)
        if not yes:
            click.confirm(f"Call off {tournament} with {open_matches} open matches?", abort=True)
        ended, told = store.tournaments.cancel(tournament)
    click.echo(f"{tournament} is called off: {ended} matches ended at once, {told} end at their next move")
