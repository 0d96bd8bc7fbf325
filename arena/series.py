"""A series of matches between bots, table set by table set: who sits where, and what the results say. Pure."""

import hashlib
import secrets
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from arena.records import Clock, FaultKind, Match, Result, Seat, Verdict
from arena.statistics import Comparison, Decision, Sprt, compare, set_score


@dataclass(frozen=True)
class Series:
    """What is to be played: one seed a table set, in every rotation of the seats."""

    game: str
    variant: str
    bots: tuple[Seat, ...]
    players: int
    sets: int
    clock: Clock = field(default_factory=Clock)
    seed: str = ""  # the same seed deals the same series; empty: from the system's entropy

    def lineups(self) -> Iterator[tuple[Seat, ...]]:
        """Who sits together, set after set: those who sat least, with those they met least; a bot more than once where they are too few."""
        sat = [0] * len(self.bots)
        met: Counter[tuple[int, int]] = Counter()
        while True:
            chosen: list[int] = []
            while len(chosen) < self.players:
                rest = [bot for bot in range(len(self.bots)) if bot not in chosen] or range(len(self.bots))
                chosen.append(min(rest, key=lambda bot: (sat[bot], sum(met[bot, other] for other in chosen))))
                sat[chosen[-1]] += 1
            met.update(permutations(chosen, 2))
            yield tuple(self.bots[bot] for bot in sorted(chosen))

    def table_sets(self) -> Iterator[list[Match]]:
        """The matches of every set, in the order in which they are to begin."""
        for number, seats in zip(range(self.sets), self.lineups(), strict=False):
            seed = hashlib.sha256(f"{self.seed}/{number}".encode()).digest() if self.seed else secrets.token_bytes(32)
            yield [
                Match(
                    id=f"{self.game}-{number + 1}-{rotation + 1}",
                    game=self.game,
                    variant=self.variant,
                    seed=seed,
                    seats=seats[rotation:] + seats[:rotation],
                    clock=self.clock,
                    table_set=f"{self.game}-{number + 1}",
                    rotation=rotation,
                    reveal=rotation == self.players - 1,
                )
                for rotation in range(self.players)
            ]


class Deal:
    """Which match of a series begins next. The last one of a set shows the seed, so it waits until the others are over."""

    def __init__(self, series: Series) -> None:
        self._sets = series.table_sets()
        self._ready: deque[Match] = deque()
        self._held: dict[str, Match] = {}  # the last match, by table set
        self._left: dict[str, int] = {}  # matches of the set before it that are not over

    def next(self) -> Match | None:
        """None when there is none, or none before another one is over."""
        if not self._ready and (matches := next(self._sets, None)) is not None:
            *first, last = matches
            self._ready.extend(first or [last])
            if first:
                self._held[last.table_set], self._left[last.table_set] = last, len(first)
        return self._ready.popleft() if self._ready else None

    def over(self, match: Match) -> None:
        """A match has ended."""
        name = match.table_set
        if name in self._left:
            self._left[name] -= 1
            if not self._left[name]:
                del self._left[name]
                self._ready.appendleft(self._held.pop(name))


@dataclass
class Line:
    """What is known of one bot."""

    bot: str
    games: int = 0
    ranks: float = 0.0
    scores: float = 0.0
    wins: float = 0.0
    think_us: int = 0
    decisions: int = 0
    faults: dict[FaultKind, int] = field(default_factory=dict)
    sets: list[float] = field(default_factory=list)  # its score against the others at the table, a whole set each

    @property
    def mean_rank(self) -> float:
        return self.ranks / self.games if self.games else 0.0

    @property
    def mean_score(self) -> float:
        return self.scores / self.games if self.games else 0.0

    @property
    def mean_think_ms(self) -> float:
        return self.think_us / self.decisions / 1000 if self.decisions else 0.0

    @property
    def fault_count(self) -> int:
        return sum(self.faults.values())

    def against_the_field(self) -> Comparison:
        return compare(self.sets)


class Scoreboard:
    """The standings of a series, kept as results come in."""

    def __init__(self, series: Series) -> None:
        self.series = series
        self.lines = {seat.bot: Line(seat.bot) for seat in series.bots}
        self.played = 0
        self.sets = 0  # that are whole
        self.decisions = 0
        self.reasons: list[str] = []  # of faults, for people
        self.firsts: dict[tuple[str, str], str] = {}  # the first of them by bot and kind
        self._open: dict[str, list[tuple[tuple[str, ...], tuple[int, ...]]]] = {}
        self.duel: list[float] = []  # the score of the first bot against the second, a whole set each

    def add(self, match: Match, result: Result) -> bool:
        """Counts a result; True when it completes a table set."""
        names = tuple(seat.bot for seat in match.seats)
        self.played += 1
        self.decisions += len(result.moves)
        if result.verdict is not Verdict.PLAYED:
            self._blame("", result.verdict, f"match {match.id}: {result.reason}")
            return False
        for seat, name in enumerate(names):
            line = self.lines[name]
            line.games += 1
            line.ranks += result.ranks[seat]
            line.scores += result.scores[seat]
            line.wins += (result.ranks[seat] == 1) / result.ranks.count(1)
        for move in result.moves:
            if move.think_us:
                line = self.lines[names[move.seat]]
                line.think_us += move.think_us
                line.decisions += 1
        for fault in result.faults:
            faults = self.lines[names[fault.seat]].faults
            faults[fault.kind] = faults.get(fault.kind, 0) + 1
            bot = names[fault.seat]
            self._blame(bot, fault.kind, f"{bot}, match {match.id}: {fault.reason}")
        matches = self._open.setdefault(match.table_set, [])
        matches.append((names, result.ranks))
        if len(matches) < match.players:
            return False
        self._close(match.table_set)
        return True

    def _blame(self, bot: str, kind: str, reason: str) -> None:
        self.reasons.append(reason)
        self.firsts.setdefault((bot, kind), reason)

    def _close(self, table_set: str) -> None:
        matches = self._open.pop(table_set)
        self.sets += 1
        names = set(matches[0][0])
        for name in names:
            scores = [s for other in names - {name} if (s := set_score(name, other, matches)) is not None]
            if scores:
                self.lines[name].sets.append(sum(scores) / len(scores))
        if len(self.series.bots) > 1:
            first, second = self.series.bots[0].bot, self.series.bots[1].bot
            if (score := set_score(first, second, matches)) is not None:
                self.duel.append(score)

    def standings(self) -> list[Line]:
        """Best first."""
        return sorted(self.lines.values(), key=lambda line: -line.against_the_field().score if line.sets else 0.0)

    def decide(self, test: Sprt) -> Decision:
        return test.decide(self.duel)


def distinct(names: Sequence[str]) -> list[str]:
    """Names that tell bots apart: the second `random` is `random#2`."""
    seen: dict[str, int] = {}
    result = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        result.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return result
