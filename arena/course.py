"""The course of a tournament: from the results so far to the matches that follow from them."""

from collections.abc import Iterator, Sequence
from random import Random
from secrets import token_bytes, token_hex
from time import monotonic

from arena import formats
from arena.formats import Plan, Table
from arena.formats.ladder import Standing, match_up
from arena.league import rules
from arena.ratings import START, pair_score
from arena.records import Match, Result, Seat, Verdict
from arena.store import Store
from arena.store.bots import BotState
from arena.store.tournaments import Tournament

SHARE = 20  # times as long as planning took, a large tournament is not planned again while tables are open
RECENT = 4  # tables back that make a rematch an immediate one


def table_sets(tournament: Tournament, table: Table, seats: Sequence[Seat]) -> Iterator[list[Match]]:
    """The matches of a table: each set is one deal, fixed now, in every rotation of the seats."""
    for number in range(1, tournament.sets + 1):
        name = f"{tournament.id}/{table.key}/{number}"
        seed = token_bytes(32)
        yield [
            Match(
                f"{tournament.id}.{table.key}.{number}.{rotation + 1}",
                tournament.game,
                tournament.variant,
                seed,
                (*seats[rotation:], *seats[:rotation]),
                tournament.clock,
                tournament.id,
                name,
                rotation,
                reveal=rotation == len(seats) - 1,
                rated=tournament.rated,
            )
            for rotation in range(len(seats))
        ]


def points(match: Match, result: Result) -> dict[str, float]:
    """What each bot made of a match: the share of the others it beat, ties half."""
    others = match.players - 1
    return {
        seat.bot: sum(pair_score(rank, other) for j, other in enumerate(result.ranks) if j != i) / others
        for i, (seat, rank) in enumerate(zip(match.seats, result.ranks, strict=True))
    }


class Tally:
    """The points of one table while its matches come in."""

    def __init__(self, entrants: Sequence[str], matches: int) -> None:
        self._sums = dict.fromkeys(entrants, 0.0)
        self._left = matches
        self._played = 0

    def add(self, match: Match, result: Result) -> bool:
        """Takes a result; whether it was the table's last."""
        self._left -= 1
        if result.verdict is Verdict.PLAYED:
            self._played += 1
            for bot, share in points(match, result).items():
                self._sums[bot] += share
        return self._left == 0

    def outcome(self) -> dict[str, float]:
        """The mean over the matches that count; a table none of whose matches does is a tie."""
        return {bot: total / self._played if self._played else 0.5 for bot, total in self._sums.items()}


class Course:
    """A tournament under way. Made from the store at any time, by any process: it goes on where it was."""

    def __init__(self, store: Store, tournament: Tournament) -> None:
        self._store = store
        self._tournament = tournament
        self._rules = rules(tournament)
        self._seats = {id: Seat(id, store.bots.get(id).address) for id in tournament.entrants}
        self._seen = 0
        self._tallies: dict[str, Tally] = {}
        self._outcomes: dict[str, dict[str, float]] = {}
        self._plan: Plan | None = None
        self._open: set[str] = set()  # tables of the plan that are not over
        self._stale = False
        self._next = 0.0  # when planning again does not cost more than its share

    def advance(self) -> None:
        """Takes in the new results and sends out the tables that follow."""
        self._read_results()
        if self._plan is None or (self._stale and (not self._open or monotonic() >= self._next)):
            began = monotonic()
            plan = formats.plan(self._tournament.format, self._tournament.entrants, self._outcomes, self._rules)
            sets = (
                matches
                for table in plan.tables
                if table.key not in self._open
                for matches in table_sets(self._tournament, table, [self._seats[e] for e in table.entrants])
            )
            self._store.matches.plan(self._tournament.id, sets)
            self._store.tournaments.note(self._tournament.id, plan.placing, plan.over)
            self._plan, self._stale = plan, False
            self._open = {table.key for table in plan.tables}
            self._next = monotonic() + SHARE * (monotonic() - began)

    def _read_results(self) -> None:
        new = self._store.tournaments.results(self._tournament.id, self._seen)
        for match, result in self._store.matches.results(new):
            key = match.table_set.split("/")[1]
            tally = self._tallies.get(key)
            if tally is None:
                entrants = [seat.bot for seat in match.seats]
                tally = self._tallies[key] = Tally(entrants, match.players * self._tournament.sets)
            if tally.add(match, result):
                self._outcomes[key] = self._tallies.pop(key).outcome()
                self._open.discard(key)
                self._stale = True
        self._seen += len(new)


class LadderCourse:
    """A ladder: matches for as long as it runs, among whoever is there."""

    def __init__(self, store: Store, tournament: Tournament) -> None:
        self._store = store
        self._tournament = tournament
        self._rules = rules(tournament)
        self._chance = Random()
        self._planned: dict[str, float] = {}  # bot -> when it was seated last
        self._met: dict[str, list[frozenset[str]]] = {}  # bot -> the last tables it sat at

    def advance(self, wanted: int) -> None:
        """Keeps about so many matches open."""
        missing = wanted - self._store.tournaments.open_matches(self._tournament.id)
        bots = {
            bot.id: bot
            for bot in self._store.bots.all((BotState.ACTIVE,))
            if not bot.games or self._tournament.game in bot.games
        }
        if missing <= 0 or len(bots) < self._rules.least:
            return
        ratings = self._store.standings.ratings(self._tournament.game)
        sets: list[list[Match]] = []
        while missing > 0:
            now = monotonic()
            field = [
                Standing(
                    id,
                    *ratings.get(id, (START, 0)),
                    now - self._planned.get(id, 0.0),
                    frozenset[str]().union(*self._met.get(id, ())) - {id},
                )
                for id in bots
            ]
            tables = match_up(field, -(-missing // self._rules.size), self._rules.size, self._rules.least, self._chance)
            if not tables:
                break
            for entrants in tables:
                for id in entrants:
                    self._planned[id] = now
                    keep = RECENT if len(bots) > RECENT * self._rules.size else 1
                    self._met[id] = [*self._met.get(id, []), frozenset(entrants)][-keep:]
                seats = [Seat(id, bots[id].address) for id in entrants]
                table = Table(token_hex(5), entrants)
                sets.extend(table_sets(self._tournament, table, seats))
                missing -= len(entrants) * self._tournament.sets
        self._store.matches.plan(self._tournament.id, sets)
