"""Ratings and statistics against published or independently computed values."""

import random
from math import inf, log

import pytest

from arena import ratings
from arena.fit import Game, fit
from arena.statistics import (
    Decision,
    Sprt,
    compare,
    elo_of,
    score_of,
    set_score,
    superiority_of_wins,
)


def test_a_difference_of_two_hundred_points_is_worth_three_quarters():
    # Elo (1978), table 2.11 in its logistic form: 200 -> 0.76, 400 -> 10/11
    assert ratings.expected(1700, 1500) == pytest.approx(0.7597, abs=1e-4)
    assert ratings.expected(1900, 1500) == pytest.approx(10 / 11)


def test_two_new_bots_exchange_half_of_k():
    assert ratings.changes(["a", "b"], [1, 2], [1500, 1500], [0, 0]) == (16.0, -16.0)
    assert ratings.changes(["a", "b"], [1, 2], [1500, 1500], [40, 99]) == (8.0, -8.0)


def test_a_tie_between_equals_changes_nothing():
    assert ratings.changes(["a", "b", "c"], [1, 1, 1], [1500] * 3, [0] * 3) == (
        0.0,
        0.0,
        0.0,
    )


def test_four_seats_share_one_k():
    change = ratings.changes(list("abcd"), [1, 2, 3, 4], [1500] * 4, [0] * 4)
    assert change == pytest.approx((16.0, 16 / 3, -16 / 3, -16.0))


@pytest.mark.parametrize("seed", range(20))
def test_ratings_are_zero_sum_whatever_the_table(seed):
    rng = random.Random(seed)
    n = rng.randint(2, 6)
    bots = [rng.choice("abcdefgh") for _ in range(n)]
    change = ratings.changes(
        bots,
        [rng.randint(1, n) for _ in range(n)],
        [rng.uniform(800, 2400) for _ in range(n)],
        [rng.randint(0, 80) for _ in range(n)],
    )
    assert sum(change) == pytest.approx(0.0, abs=1e-9)


def test_a_bot_does_not_play_itself():
    assert ratings.changes(["a", "a"], [1, 2], [1500, 1500], [0, 0]) == (0.0, 0.0)


def test_scores_and_elo_are_each_others_inverse():
    assert elo_of(0.75) == pytest.approx(190.848, abs=1e-3)
    assert score_of(elo_of(0.6)) == pytest.approx(0.6)
    assert elo_of(0.0) == -inf and elo_of(1.0) == inf


def test_the_error_of_a_thousand_even_games_is_about_twenty_one_elo():
    # 681 / sqrt(games) without draws
    result = compare([0.0, 1.0] * 500)
    assert result.elo == pytest.approx(0.0, abs=1e-9)
    assert result.high == pytest.approx(21.5, abs=0.3)
    assert result.superiority == pytest.approx(0.5)


def test_a_one_sided_series_stays_finite_and_certain():
    result = compare([1.0] * 50)
    assert result.elo < inf and result.superiority > 0.999


def test_likelihood_of_superiority_from_wins_and_losses():
    # chessprogramming.org, Match Statistics: LOS = Phi((w - l) / sqrt(w + l))
    assert superiority_of_wins(10, 0) == pytest.approx(0.99922, abs=1e-5)
    assert superiority_of_wins(60, 40) == pytest.approx(0.97725, abs=1e-5)


def test_the_bounds_of_the_sequential_test_are_those_of_wald():
    test = Sprt(0, 5)
    assert test.upper == pytest.approx(2.944, abs=1e-3) and test.lower == pytest.approx(-2.944, abs=1e-3)


def test_the_log_likelihood_ratio_agrees_with_the_exact_one_of_many_games():
    """Wins and losses only: the exact ratio of two binomials; the normal approximation meets it near 50 %."""
    wins, losses, test = 5300, 4700, Sprt(0, 20)
    p0, p1 = score_of(0), score_of(20)
    exact = wins * log(p1 / p0) + losses * log((1 - p1) / (1 - p0))
    assert test.llr([1.0] * wins + [0.0] * losses) == pytest.approx(exact, rel=0.01)


@pytest.mark.parametrize(("elo", "right"), [(0.0, Decision.H0), (40.0, Decision.H1)])
def test_the_sequential_test_is_wrong_at_most_as_often_as_promised(elo, right):
    rng, test, wrong = random.Random(7), Sprt(0, 40), 0
    for _ in range(200):
        total, squares = 0.0, []
        while True:
            squares.append(1.0 if rng.random() < score_of(elo) else 0.0)
            total += 1
            if total % 25 == 0 and (decision := test.decide(squares)) is not Decision.CONTINUE:
                wrong += decision is not right
                break
    assert wrong <= 20


def test_a_set_counts_every_pair_of_seats_once():
    matches = [(("a", "b", "c"), (1, 2, 3)), (("b", "c", "a"), (1, 2, 1))]
    assert set_score("a", "b", matches) == pytest.approx(0.75)
    assert set_score("a", "z", matches) is None


def test_the_fit_of_two_bots_is_the_logistic_curve():
    result = fit([Game(("a", "b"), (1, 2))] * 750 + [Game(("a", "b"), (2, 1))] * 250)
    elo = {e.bot: e.elo for e in result.estimates}
    assert elo["a"] - elo["b"] == pytest.approx(190.848, abs=0.5)
    high = next(e for e in result.estimates if e.bot == "a")
    # the difference has an error of 1/sqrt(n p q) log-odds; each bot carries half of it
    assert high.high - high.elo == pytest.approx(1.96 * 173.72 / (1000 * 0.1875) ** 0.5 / 2, rel=0.01)


def test_the_fit_finds_the_strengths_of_a_published_example():
    # Agresti, Categorical Data Analysis (2nd ed., 2002), 10.6.1: American League baseball 1987
    teams = [
        "Milwaukee",
        "Detroit",
        "Toronto",
        "New York",
        "Boston",
        "Cleveland",
        "Baltimore",
    ]
    wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
    games = [Game((teams[i], teams[j]), (1, 2)) for i in range(7) for j in range(7) for _ in range(wins[i][j])]
    elo = {e.bot: e.elo for e in fit(games).estimates}
    published = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0]  # log-odds against Baltimore
    for team, strength in zip(teams, published, strict=True):
        assert (elo[team] - elo["Baltimore"]) / 173.718 == pytest.approx(strength, abs=0.03)


def test_the_fit_does_not_depend_on_the_order_of_the_results():
    rng = random.Random(3)
    games = [Game(tuple(rng.sample("abcdef", 4)), tuple(rng.sample(range(1, 5), 4))) for _ in range(300)]
    first = fit(games)
    rng.shuffle(games)
    second = {e.bot: e for e in fit(games).estimates}
    for estimate in first.estimates:
        assert estimate.elo == pytest.approx(second[estimate.bot].elo, abs=1e-6)
        assert estimate.low == pytest.approx(second[estimate.bot].low, abs=1e-6)


def test_the_interval_of_the_fit_holds_the_truth_nineteen_times_in_twenty():
    """Four seats ranked by Gumbel noise (Plackett-Luce), two rotations of each set hanging together."""
    truth = {"a": 0.0, "b": 0.4, "c": 0.8, "d": 1.2, "e": 1.6}
    mean = sum(truth.values()) / 5
    rng, inside, total = random.Random(11), 0, 0
    for _ in range(60):
        games = []
        for s in range(60):
            bots = rng.sample(sorted(truth), 4)
            for _rotation in range(2):
                noisy = sorted(bots, key=lambda b: -(truth[b] - log(-log(rng.random()))))
                games.append(Game(tuple(bots), tuple(noisy.index(b) + 1 for b in bots), str(s)))
        for e in fit(games).estimates:
            inside += e.low <= 1500 + (truth[e.bot] - mean) * 173.718 <= e.high
            total += 1
    assert inside / total > 0.92


def test_a_bot_that_won_everything_has_a_finite_rating_and_a_wide_interval():
    result = fit([Game(("a", "b"), (1, 2))] * 20)
    best = result.estimates[0]
    assert best.bot == "a" and best.elo < 3000 and best.high - best.low > 200
    assert result.superiority("a", "b") > 0.9


def test_no_results_are_no_ratings():
    assert fit([]).estimates == ()


def test_the_log_likelihood_ratio_agrees_with_the_exact_multinomial_one():
    """Wins, ties and losses: the likelihoods under each hypothesis at their maxima, found by bisection.

    The exact generalized ratio is sum(n_i log(p1_i / p0_i)) with p_i = q_i / (1 + t (a_i - s)), q the observed shares and t such that
    the mean is s: the maximum of the likelihood under the mean, by Lagrange's multiplier.
    """
    counts, test = {1.0: 2100, 0.5: 6000, 0.0: 1900}, Sprt(0, 10)
    total = sum(counts.values())

    def at_mean(s: float) -> dict[float, float]:
        low, high = -1.0 / (1.0 - s) + 1e-9, 1.0 / s - 1e-9
        for _ in range(200):
            t = (low + high) / 2
            excess = sum(n / total * (a - s) / (1 + t * (a - s)) for a, n in counts.items())
            low, high = (t, high) if excess > 0 else (low, t)
        return {a: n / total / (1 + t * (a - s)) for a, n in counts.items()}

    p0, p1 = at_mean(score_of(0)), at_mean(score_of(10))
    exact = sum(n * log(p1[a] / p0[a]) for a, n in counts.items())
    scores = [a for a, n in counts.items() for _ in range(n)]
    assert exact > 1.0 and test.llr(scores) == pytest.approx(exact, rel=0.02)


def test_superiority_in_the_fit_of_two_is_that_of_wins_and_losses():
    result = fit([Game(("a", "b"), (1, 2))] * 60 + [Game(("a", "b"), (2, 1))] * 40)
    assert result.superiority("a", "b") == pytest.approx(superiority_of_wins(60, 40), abs=0.003)
    assert result.superiority("b", "a") == pytest.approx(1 - result.superiority("a", "b"))


def test_matches_of_one_set_that_say_the_same_count_as_one():
    """The sandwich estimator: four copies of every result in its set leave the interval as wide as it was."""
    rng = random.Random(2)
    once = [Game(("a", "b"), (1, 2) if rng.random() < 0.6 else (2, 1), str(i)) for i in range(400)]
    copied = [game for game in once for _ in range(4)]
    (first, _), (again, _) = fit(once).estimates, fit(copied).estimates
    assert again.high - again.low == pytest.approx(first.high - first.low, rel=0.02)
    apart = fit([Game(game.bots, game.ranks) for game in copied]).estimates[0]
    assert apart.high - apart.low == pytest.approx((first.high - first.low) / 2, rel=0.02)


def test_the_gradient_of_the_fit_vanishes():
    """At the maximum everybody scored as expected, but for the pull of the prior: the equations of Zermelo (1929)."""
    rng = random.Random(9)
    games = [
        Game(tuple(rng.sample("abcde", 3)), tuple(rng.choice([(1, 2, 3), (1, 1, 3), (2, 1, 3)]))) for _ in range(200)
    ]
    elo = {e.bot: e.elo for e in fit(games).estimates}
    for bot, rating in elo.items():
        excess = 0.0
        for game in games:
            for one, rank in zip(game.bots, game.ranks, strict=True):
                for other, other_rank in zip(game.bots, game.ranks, strict=True):
                    if one == bot and other != bot:
                        excess += ratings.pair_score(rank, other_rank) - ratings.expected(rating, elo[other])
        pull = (rating - 1500) / 800 / (800 / (400 / log(10)))
        assert excess == pytest.approx(pull, abs=1e-5)
