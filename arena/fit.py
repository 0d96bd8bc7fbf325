"""Ratings from all results at once, whatever their order: Bradley-Terry over the pairs of every match, ties half a win.

Bradley and Terry, Rank Analysis of Incomplete Block Designs (1952). Each match of n seats is its pairs: a composite likelihood
(Varin, Reid, Firth, An Overview of Composite Likelihood Methods, 2011). In a ranking by Plackett-Luce every pair is Bradley-Terry,
so the strengths are the same ones; pairs take ties as well. Because pairs of one match, and matches of one table set, hang
together, the errors come from the sandwich estimator with sets as clusters.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.statistics import Z95, normal_cdf

ELO = 400.0 / log(10.0)  # one unit of log-odds
PRIOR_SD = 800.0 / ELO  # a weak normal prior: keeps a bot that won or lost everything finite

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Estimate:
    """A bot in the fit; the mean of all is the anchor."""

    bot: str
    elo: float
    low: float  # 95 %
    high: float
    games: int


@dataclass(frozen=True)
class Fit:
    """All bots, best first."""

    estimates: tuple[Estimate, ...]
    variances: NDArray[np.floating[Any]]  # of the difference of each two, in Elo squared, in the order of the estimates

    @cached_property
    def _place(self) -> dict[str, int]:
        return {e.bot: i for i, e in enumerate(self.estimates)}

    def superiority(self, first: str, second: str) -> float:
        """The likelihood that the first bot is the stronger: of a normal difference above zero."""
        i, j = self._place[first], self._place[second]
        variance = float(self.variances[i, j])
        difference = self.estimates[i].elo - self.estimates[j].elo
        return normal_cdf(difference / sqrt(variance)) if variance > 0.0 else 0.5


@dataclass(frozen=True)
class Game:
    """One result as the fit sees it."""

    bots: Sequence[str]
    ranks: Sequence[int]
    table_set: str = ""  # empty: on its own


def fit(games: Sequence[Game], anchor: float = 1500.0) -> Fit:
    """The maximum of the likelihood by Newton's method (Hunter, MM algorithms for Bradley-Terry models, 2004, gives the model)."""
    names = sorted({bot for game in games for bot in game.bots})
    if not names:
        return Fit((), np.zeros((0, 0)))
    left, right, score, cluster = _pairs(games, {bot: i for i, bot in enumerate(names)})
    n = len(names)
    met = _both_ways(left, right, np.ones(len(score)), np.ones(len(score)), n)
    scored = _both_ways(left, right, score, 1.0 - score, n)
    prior = np.eye(n) / PRIOR_SD**2
    strength = np.zeros(n)
    for _ in range(100):
        p = _expected(strength)
        step = np.linalg.solve(_information(met, p) + prior, (scored - met * p).sum(axis=1) - prior @ strength)
        largest = float(np.max(np.abs(step)))
        strength += step * min(1.0, 2.0 / largest) if largest > 0.0 else 0.0
        if largest < 1e-9:
            break
    p = _expected(strength)
    inverse = np.linalg.inv(_information(met, p) + prior)
    model = _centred(inverse) * ELO**2
    robust = _centred(inverse @ _meat(left, right, score - p[left, right], cluster, n) @ inverse) * ELO**2
    elo = (strength - strength.mean()) * ELO + anchor
    error = Z95 * np.sqrt(np.maximum(np.diag(model), np.diag(robust)))
    played = Counter(chain.from_iterable(game.bots for game in games))
    best_first = sorted(range(n), key=lambda i: (-elo[i], names[i]))
    estimates = tuple(
        Estimate(names[i], float(elo[i]), float(elo[i] - error[i]), float(elo[i] + error[i]), played[names[i]])
        for i in best_first
    )
    variances = np.maximum(_of_differences(model), _of_differences(robust))
    return Fit(estimates, variances[np.ix_(best_first, best_first)])


def _centred(covariance: NDArray[np.floating[Any]]) -> Floats:
    """Of the differences from the mean, as ratings are."""
    rows = covariance.mean(axis=1)
    return np.asarray(covariance - rows[:, None] - rows[None, :] + rows.mean(), dtype=np.float64)


def _of_differences(covariance: Floats) -> Floats:
    variance = np.diag(covariance)
    differences: Floats = variance[:, None] + variance[None, :] - 2.0 * covariance
    return differences


def _pairs(games: Sequence[Game], place: dict[str, int]) -> tuple[Integers, Integers, Floats, Integers]:
    """All pairs as columns: two bots, the score of the first, the cluster. Games of one size are handled together."""
    clusters: dict[str, int] = {}
    by_size: dict[int, tuple[list[int], list[int], list[int]]] = {}
    alone = 0
    for game in games:
        if game.table_set:
            cluster = clusters.setdefault(game.table_set, len(clusters) + alone)
        else:
            cluster = len(clusters) + alone
            alone += 1
        bots, ranks, of = by_size.setdefault(len(game.bots), ([], [], []))
        bots.extend([place[bot] for bot in game.bots])
        ranks.extend(game.ranks)
        of.append(cluster)
    columns: list[tuple[Integers, Integers, Floats, Integers]] = []
    for size, (bots, ranks, of) in by_size.items():
        seats = np.array(bots, dtype=np.int64).reshape(-1, size)
        places = np.array(ranks, dtype=np.int64).reshape(-1, size)
        cluster_of = np.array(of, dtype=np.int64)
        for i in range(size):
            for j in range(i + 1, size):
                real = seats[:, i] != seats[:, j]
                score = 0.5 * (1.0 + np.sign(places[real, j] - places[real, i]))
                columns.append((seats[real, i], seats[real, j], score, cluster_of[real]))
    if not columns:
        none = np.zeros(0, dtype=np.int64)
        return none, none, np.zeros(0), none
    left, right, score, cluster_column = (np.concatenate(column) for column in zip(*columns, strict=True))
    return left, right, score, cluster_column


def _both_ways(left: Integers, right: Integers, forward: Floats, backward: Floats, n: int) -> Floats:
    """Sums over all pairs in a matrix: what the first has of the second, and what the second has of the first."""
    there, back = np.bincount(left * n + right, forward, n * n), np.bincount(right * n + left, backward, n * n)
    return np.asarray(there + back, dtype=np.float64).reshape(n, n)


def _expected(strength: Floats) -> Floats:
    """The expected score of each against each."""
    chances: Floats = 1.0 / (1.0 + np.exp(strength[None, :] - strength[:, None]))
    return chances


def _information(met: Floats, p: Floats) -> Floats:
    """Fisher's information on the strengths."""
    weight = met * p * (1.0 - p)
    information: Floats = np.diag(weight.sum(axis=1)) - weight
    return information


def _meat(left: Integers, right: Integers, residual: Floats, cluster: Integers, n: int) -> Floats:
    """The sum over clusters of the outer product of their score vectors (Huber 1967, White 1982; clustered).

    Only bots that share a cluster meet, so the vectors are kept sparse: (cluster, bot) -> value.
    """
    where = np.concatenate([cluster * n + left, cluster * n + right])
    keys, position = np.unique(where, return_inverse=True)
    values = np.bincount(position, np.concatenate([residual, -residual]))
    owner, bot = keys // n, keys % n
    meat = np.zeros(n * n)
    span = 0  # how far apart in the sorted list two bots of one cluster can lie
    while True:
        same = owner[span:] == owner[: len(owner) - span]
        if not same.any():
            break
        a, b = bot[span:][same], bot[: len(bot) - span][same]
        product = values[span:][same] * values[: len(values) - span][same]
        meat += np.bincount(a * n + b, product, n * n)
        if span:
            meat += np.bincount(b * n + a, product, n * n)
        span += 1
    return meat.reshape(n, n)
