"""Ratings from all results at once, whatever their order: Bradley-Terry over the pairs of every match, ties half a win.

Each match of n seats is its pairs (a composite likelihood for rankings); because pairs of one match, and matches of one table
set, hang together, the errors come from the sandwich estimator with sets as clusters.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

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
    order: tuple[str, ...]
    covariance: Floats  # of the strengths, in Elo squared; robust and model-based, the larger of both is used
    model_covariance: Floats

    def superiority(self, first: str, second: str) -> float:
        """The likelihood that the first bot is the stronger."""
        place = {bot: i for i, bot in enumerate(self.order)}
        i, j = place[first], place[second]
        elo = {e.bot: e.elo for e in self.estimates}
        variance = max(c[i, i] + c[j, j] - 2.0 * c[i, j] for c in (self.covariance, self.model_covariance))
        return normal_cdf((elo[first] - elo[second]) / sqrt(variance)) if variance > 0.0 else 0.5


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
        empty = np.zeros((0, 0))
        return Fit((), (), empty, empty)
    left, right, score, cluster = _pairs(games, {bot: i for i, bot in enumerate(names)})
    n = len(names)
    strength = np.zeros(n)
    precision = 1.0 / PRIOR_SD**2
    for _ in range(100):
        p = 1.0 / (1.0 + np.exp(strength[right] - strength[left]))
        gradient = np.bincount(left, score - p, n) - np.bincount(right, score - p, n) - precision * strength
        hessian = _information(left, right, p * (1.0 - p), n) + precision * np.eye(n)
        step = np.linalg.solve(hessian, gradient)
        largest = float(np.max(np.abs(step)))
        strength += step * min(1.0, 2.0 / largest) if largest > 0.0 else 0.0
        if largest < 1e-9:
            break
    p = 1.0 / (1.0 + np.exp(strength[right] - strength[left]))
    inverse = np.linalg.inv(_information(left, right, p * (1.0 - p), n) + precision * np.eye(n))
    centre = np.eye(n) - 1.0 / n  # ratings are differences from the mean
    model = centre @ inverse @ centre * ELO**2
    robust = centre @ inverse @ _meat(left, right, score - p, cluster, n) @ inverse @ centre * ELO**2
    elo = (strength - strength.mean()) * ELO + anchor
    error = Z95 * np.sqrt(np.maximum(np.diag(model), np.diag(robust)))
    played = dict.fromkeys(names, 0)
    for game in games:
        for bot in game.bots:
            played[bot] += 1
    estimates = (
        Estimate(
            bot,
            float(elo[i]),
            float(elo[i] - error[i]),
            float(elo[i] + error[i]),
            played[bot],
        )
        for i, bot in enumerate(names)
    )
    return Fit(
        tuple(sorted(estimates, key=lambda e: (-e.elo, e.bot))),
        tuple(names),
        robust,
        model,
    )


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


def _information(left: Integers, right: Integers, weight: Floats, n: int) -> Floats:
    cross = np.bincount(left * n + right, weight, n * n).reshape(n, n)
    cross = cross + cross.T
    information: Floats = np.diag(cross.sum(axis=1)) - cross
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
