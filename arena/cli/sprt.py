"""`arena sprt`: a sequential test of two bots on the workers, over table sets; stops as soon as the order is decided."""

import json
from dataclasses import asdict
from secrets import token_hex

import click

from arena import league
from arena.cli.cast import Cast
from arena.cli.follow import follow
from arena.cli.here import arena_here
from arena.records import Clock, Verdict
from arena.settings import Settings
from arena.statistics import Decision, Sprt, compare, set_score
from arena.store import Store
from arena.store.tournaments import State


@click.command("sprt")
@click.argument("game")
@click.argument("first")
@click.argument("second")
@click.argument("others", nargs=-1)
@click.option("--elo0", default=0.0, show_default=True, help="H0: the first is so much better than the second.")
@click.option("--elo1", default=20.0, show_default=True, help="H1: the first is so much better than the second.")
@click.option("--alpha", default=0.05, show_default=True, help="How often H1 may be taken for true when H0 is.")
@click.option("--beta", default=0.05, show_default=True, help="How often H0 may be taken for true when H1 is.")
@click.option("--sets", default=20000, show_default=True, type=click.IntRange(1), help="Table sets at the most.")
@click.option("--variant", default="standard", show_default=True)
@click.option("--limit", default=2.0, show_default=True, help="Seconds for a decision.")
@click.option("--bank", default=10.0, show_default=True, help="Seconds for a match.")
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
def command(
    game: str,
    first: str,
    second: str,
    others: tuple[str, ...],
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    sets: int,
    variant: str,
    limit: float,
    bank: float,
    as_json: bool,
) -> None:
    """Test whether FIRST is better than SECOND at GAME, at tables with both of them and OTHERS.

    A bot is a registered one (name or name@version) or a target as in `arena play`, started for the test. Nothing is rated.

    \b
      arena sprt rummy my-bot@2 my-bot@1 greedy random
    """
    test = Sprt(elo0, elo1, alpha, beta)
    mark = f"sprt-{token_hex(4)}"  # the version of bots that are started for this alone
    with arena_here(Settings.load()) as here, Cast() as cast:
        bots = [enlisted(here.store, cast, bot, mark) for bot in (first, second, *others)]
        trial = Trial(here.store, bots[0], bots[1], test)
        league.create_tournament(
            here.store,
            mark,
            game,
            "round-robin",
            bots,
            variant=variant,
            size=len(bots),
            rounds=sets,
            clock=Clock(limit, bank),
            rated=False,
        )

        def look() -> None:
            here.look()
            trial.look(mark)

        try:
            follow(here.store, [mark], look=look, quiet=as_json)
        except KeyboardInterrupt:
            here.store.tournaments.cancel(mark)
            follow(here.store, [mark], look=here.look, quiet=True)
        trial.look(mark)
        for bot in bots:
            if bot.endswith(f"@{mark}"):
                league.remove(here.store, bot)
    tell(trial, first, second, as_json)


class Trial:
    """The sets so far, and what they decide."""

    def __init__(self, store: Store, first: str, second: str, test: Sprt) -> None:
        self._store = store
        self._pair = (first, second)
        self._seen = 0
        self._open: dict[str, list[tuple[list[str], tuple[int, ...]]]] = {}
        self.test = test
        self.scores: list[float] = []
        self.decision = Decision.CONTINUE

    def look(self, id: str) -> None:
        """Takes in what was played; calls the rest off once it is decided."""
        new = self._store.tournaments.results(id, self._seen)
        self._seen += len(new)
        for match, result in self._store.matches.results(new):
            if result.verdict is not Verdict.PLAYED or self.decision is not Decision.CONTINUE:
                continue
            played = self._open.setdefault(match.table_set, [])
            played.append(([seat.bot for seat in match.seats], result.ranks))
            if len(played) == match.players:
                score = set_score(*self._pair, self._open.pop(match.table_set))
                assert score is not None
                self.scores.append(score)
                self.decision = self.test.decide(self.scores)
        if self.decision is not Decision.CONTINUE and self._store.tournaments.progress(id).state is State.RUNNING:
            self._store.tournaments.cancel(id)


def enlisted(store: Store, cast: Cast, bot: str, mark: str) -> str:
    """The id of a registered bot, or of a target that is started and registered for now."""
    if any(bot in (known.name, known.id) for known in store.bots.all()):
        return store.bots.get(bot).id
    (running,) = cast.start([bot])
    name = f"{running.description.name}-{len(store.bots.all())}"  # two of a kind are two bots
    return league.register(store, running.address, name, mark).id


def tell(trial: Trial, first: str, second: str, as_json: bool) -> None:
    found = compare(trial.scores)
    ratio = trial.test.llr(trial.scores)
    if as_json:
        click.echo(json.dumps({"decision": trial.decision.value, "llr": ratio, **asdict(found)}, indent=2))
        return
    click.echo(
        f"{found.sets} sets: {first} is {found.elo:+.1f} Elo from {second}, 95 % between {found.low:+.1f} and "
        f"{found.high:+.1f}; likelihood that it is the better one {100 * found.superiority:.1f} %"
    )
    bounds = f"log-likelihood ratio {ratio:.2f}, decided at {trial.test.lower:.2f} and {trial.test.upper:.2f}"
    words = {
        Decision.H0: f"H0 is accepted: not {trial.test.elo1:g} Elo better",
        Decision.H1: f"H1 is accepted: more than {trial.test.elo0:g} Elo better",
        Decision.CONTINUE: "not decided",
    }
    click.echo(f"{words[trial.decision]} ({bounds})")
