"""How everything is measured: rounds in which ours and the peer take turns, and the median of the rounds' ratios.

The machines are noisy, so only ratios taken in the same round mean anything; the nanoseconds are for orientation.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median, quantiles
from time import process_time_ns

Cost = Callable[[], float]  # does some work, returns nanoseconds of CPU a unit of it


@dataclass(frozen=True)
class Row:
    """One line of a table: how many times as fast as the peer we are."""

    name: str
    peer: str
    ours_ns: float
    peer_ns: float
    ratio: float
    low: float  # quartiles of the ratio
    high: float
    goal: float | None = None

    @property
    def met(self) -> bool | None:
        return None if self.goal is None else self.ratio >= self.goal

    def as_dict(self) -> dict[str, object]:
        return {**asdict(self), "met": self.met}

    @property
    def size(self) -> str:
        return f"{self.ours_ns:>11,.0f} ns"

    def __str__(self) -> str:
        goal = "" if self.goal is None else f", goal {self.goal:.3g} {'met' if self.met else 'MISSED'}"
        return f"{self.ratio:.3g} x {self.peer} ({self.low:.3g}-{self.high:.3g}{goal})"


@dataclass(frozen=True)
class Figure:
    """A line of the table: what was measured, and the most it may be."""

    name: str
    value: float
    unit: str
    most: float | None = None

    @property
    def met(self) -> bool | None:
        return None if self.most is None else self.value <= self.most

    def as_dict(self) -> dict[str, object]:
        return {**asdict(self), "met": self.met}

    @property
    def size(self) -> str:
        return f"{self.value:>11,.1f} {self.unit}"

    def __str__(self) -> str:
        return "" if self.most is None else f"goal {self.most:g} {self.unit} {'met' if self.met else 'MISSED'}"


def compare(ours: dict[str, Cost], peers: dict[str, tuple[Cost, float | None]], rounds: int) -> list[Row]:
    """Each of ours beside each peer, all interleaved; `peers` gives each one's cost and the goal for our ratio to it."""
    mine: dict[str, list[float]] = {name: [] for name in ours}
    theirs: dict[str, list[float]] = {peer: [] for peer in peers}
    for _ in range(rounds):
        for name, cost in ours.items():
            mine[name].append(cost())
        for peer, (cost, _) in peers.items():
            theirs[peer].append(cost())
    rows = []
    for name, us in mine.items():
        for peer, them in theirs.items():
            ratios = [b / a for a, b in zip(us, them, strict=True)]
            low, middle, high = quantiles(ratios, n=4, method="inclusive") if rounds > 1 else ratios * 3
            rows.append(Row(name, peer, median(us), median(them), middle, low, high, peers[peer][1]))
    return rows


def per_unit(work: Callable[[], int]) -> float:
    """CPU nanoseconds a unit of some work that returns how many units it did."""
    start = process_time_ns()
    units = work()
    return (process_time_ns() - start) / units


def each(calls: Sequence[Callable[[], object]], times: int) -> Cost:
    """The cost of one call, over so many rounds of them all."""

    def work() -> int:
        for _ in range(times):
            for call in calls:
                call()
        return times * len(calls)

    return lambda: per_unit(work)
