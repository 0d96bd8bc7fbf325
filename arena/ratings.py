"""Elo, the ladder's currency, for tables of any size: a table of n is its n(n-1)/2 pairs, weighted 1/(n-1)."""

from collections.abc import Sequence
from math import pow

START = 1500.0
K_NEW = 32.0
K_SETTLED = 16.0
SETTLED_AFTER = 40  # games


def expected(rating: float, opponent: float) -> float:
    """The expected score of one against another. Elo, The Rating of Chessplayers (1978), 8.4."""
    return 1.0 / (1.0 + pow(10.0, (opponent - rating) / 400.0))


def k_factor(games: int) -> float:
    """How fast a rating moves: falls once the bot has played enough."""
    return K_NEW if games < SETTLED_AFTER else K_SETTLED


def pair_score(rank: int, other: int) -> float:
    """1 for the better rank, 0 for the worse, a half for a tie."""
    return 1.0 if rank < other else 0.0 if rank > other else 0.5


def changes(
    bots: Sequence[str],
    ranks: Sequence[int],
    ratings: Sequence[float],
    games: Sequence[int],
) -> tuple[float, ...]:
    """The rating change of every seat: K/(n-1) * sum(S - E) over the others, K of a pair being the mean of both.

    Zero-sum to the last bit of a pair. Two seats of the same bot do not play each other.
    """
    n = len(bots)
    result = [0.0] * n
    for i in range(n):
        for j in range(i + 1, n):
            if bots[i] == bots[j]:
                continue
            k = (k_factor(games[i]) + k_factor(games[j])) / 2.0
            change = k / (n - 1) * (pair_score(ranks[i], ranks[j]) - expected(ratings[i], ratings[j]))
            result[i] += change
            result[j] -= change
    return tuple(result)
