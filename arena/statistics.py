"""What a series of results says about two bots: Elo difference with its interval, likelihood of superiority, SPRT.

The sample is the table set: its matches share a deal, so they are averaged first and only the sets are independent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import erf, inf, log, log10, pow, sqrt

Z95 = 1.959963984540054  # the 97.5 % point of the normal distribution


def normal_cdf(x: float) -> float:
    return 0.5 * (1.0 + erf(x / sqrt(2.0)))


def elo_of(score: float) -> float:
    """The Elo difference at which a score is expected: the inverse of the logistic curve (Elo 1978, 8.4)."""
    if score <= 0.0:
        return -inf
    if score >= 1.0:
        return inf
    return -400.0 * log10(1.0 / score - 1.0)


def score_of(elo: float) -> float:
    return 1.0 / (1.0 + pow(10.0, -elo / 400.0))


@dataclass(frozen=True)
class Comparison:
    """How one bot did against another (or against the field), over sets."""

    sets: int
    score: float
    elo: float
    low: float  # 95 %
    high: float
    superiority: float  # likelihood that the first is the stronger


def mean_and_variance(scores: Sequence[float]) -> tuple[float, float]:
    """Mean, and variance of one sample. Half a won and half a lost set beside the real ones keep one-sided series
    finite, as fishtest's `regularize` does with its empty categories."""
    n = len(scores)
    padded_n = n + 1.0
    mean = (sum(scores) + 0.5) / padded_n
    squares = sum((s - mean) ** 2 for s in scores) + 0.5 * (1.0 - mean) ** 2 + 0.5 * mean**2
    return mean, squares / padded_n


def compare(scores: Sequence[float]) -> Comparison:
    """From the mean score (0..1) of each set to an Elo difference.

    The interval is that of the mean, mapped through the logistic curve, as in fishtest `stat_util.get_elo`.
    """
    n = len(scores)
    if n == 0:
        return Comparison(0, 0.5, 0.0, -inf, inf, 0.5)
    plain = sum(scores) / n
    mean, variance = mean_and_variance(scores)
    error = sqrt(variance / n)
    low, high = elo_of(mean - Z95 * error), elo_of(mean + Z95 * error)
    return Comparison(n, plain, elo_of(mean), low, high, normal_cdf((mean - 0.5) / error))


def superiority_of_wins(wins: float, losses: float) -> float:
    """The likelihood that the first is stronger from wins and losses, ties aside (chessprogramming.org, Match Statistics)."""
    if wins + losses == 0:
        return 0.5
    return normal_cdf((wins - losses) / sqrt(wins + losses))


class Decision(StrEnum):
    """Where a sequential test stands."""

    CONTINUE = "continue"
    H0 = "H0"  # the difference is elo0, not elo1
    H1 = "H1"


@dataclass(frozen=True)
class Sprt:
    """Wald's sequential test of H0: elo0 against H1: elo1 (Sequential Tests of Statistical Hypotheses, 1945)."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -inf < self.elo0 < self.elo1 < inf:
            raise ValueError(f"elo0 is below elo1; {self.elo0} and {self.elo1} came")
        if not (0.0 < self.alpha < 0.5 and 0.0 < self.beta < 0.5):
            raise ValueError(f"alpha and beta lie between 0 and 0.5; {self.alpha} and {self.beta} came")

    @property
    def lower(self) -> float:
        return log(self.beta / (1.0 - self.alpha))

    @property
    def upper(self) -> float:
        return log((1.0 - self.beta) / self.alpha)

    def llr(self, scores: Sequence[float]) -> float:
        """The log-likelihood ratio. GSPRT in the normal approximation: M. Van den Bergh, A practical introduction to
        the GSPRT (2019), as in fishtest: (s1 - s0) (2 mean - s0 - s1) / (2 variance) for each sample."""
        n = len(scores)
        if n == 0:
            return 0.0
        mean, variance = mean_and_variance(scores)
        s0, s1 = score_of(self.elo0), score_of(self.elo1)
        return n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)

    def decide(self, scores: Sequence[float]) -> Decision:
        ratio = self.llr(scores)
        if ratio >= self.upper:
            return Decision.H1
        if ratio <= self.lower:
            return Decision.H0
        return Decision.CONTINUE


def set_score(first: str, second: str, matches: Sequence[tuple[Sequence[str], Sequence[int]]]) -> float | None:
    """The score of the first bot against the second over the matches of one set: every pair of their seats counts once."""
    points = pairs = 0.0
    for bots, ranks in matches:
        for i, bot in enumerate(bots):
            for j, other in enumerate(bots):
                if bot == first and other == second and i != j:
                    points += 1.0 if ranks[i] < ranks[j] else 0.5 if ranks[i] == ranks[j] else 0.0
                    pairs += 1.0
    return points / pairs if pairs else None
