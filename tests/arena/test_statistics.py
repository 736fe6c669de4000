"""The arena's statistics, on results of known strength."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from piazzetta.arena.results.comparisons import holm, p_value
from piazzetta.arena.results.ratings import ELO, orders, ranking, rate
from piazzetta.arena.results.statistics import Estimate, mean, share, wilson
from piazzetta.arena.seating import schedule

TRUE = np.array([120.0, 40.0, -20.0, -140.0])  # on the Elo scale, with mean 0


def played(names: int, players: int, games: int, dice: np.random.Generator) -> tuple[list[list[int]], list[int]]:
    """Rankings drawn from Plackett–Luce with the strengths above, seated as in the arena."""
    rankings, blocks = [], []
    for job in schedule([str(k) for k in range(names)], players, games):
        bots = np.array([int(name) for name in job.bots])
        # the order of exponential clocks is a Plackett–Luce ranking
        finish = dice.exponential(size=players) / np.exp(TRUE[bots] / ELO)
        order = [int(bot) for bot in bots[np.argsort(finish)]]
        rankings += [order, order]
        blocks += [job.block] * 2
    return rankings, blocks


@pytest.mark.parametrize(("names", "players"), [(4, 2), (4, 3), (4, 4), (2, 4), (3, 4)])
def test_known_strengths_are_recovered(names: int, players: int) -> None:
    rankings, blocks = played(names, players, 1500, np.random.default_rng(names * 10 + players))
    for estimate, true in zip(rate(names, rankings, blocks), TRUE[:names] - TRUE[:names].mean(), strict=True):
        assert estimate.value == pytest.approx(true, abs=25)
        assert estimate.low < true < estimate.high or abs(estimate.value - true) < 1.5 * estimate.half


@pytest.mark.parametrize(("names", "players"), [(2, 2), (4, 2), (3, 3), (2, 4)])
def test_intervals_cover_the_truth_as_often_as_they_say(names: int, players: int) -> None:
    dice = np.random.default_rng(7)
    inside = tried = 0
    for _ in range(120):
        estimates = rate(names, *played(names, players, 60, dice))
        for estimate, true in zip(estimates, TRUE[:names] - TRUE[:names].mean(), strict=True):
            inside += estimate.low <= true <= estimate.high
            tried += 1
    assert 0.91 <= inside / tried <= 1.0


def test_the_estimate_is_the_librarys_maximum_likelihood() -> None:
    rankings, blocks = played(4, 3, 48, np.random.default_rng(3))
    import choix  # which loads SciPy: not in every process of the tests

    reference = choix.opt_rankings(4, [tuple(order) for order in rankings], alpha=1e-9)
    ours = [estimate.value for estimate in rate(4, rankings, blocks)]
    assert ours == pytest.approx(list(ELO * (reference - reference.mean())), abs=12)  # one drawn game a pair apart


def test_who_wins_everything_has_a_large_rating_and_a_wide_interval() -> None:
    winner, loser = rate(2, [[0, 1]] * 200, [k // 4 for k in range(200)])
    assert winner.value == pytest.approx(-loser.value)
    assert 400 < winner.value < 600
    assert winner.half > 100


def test_draws_say_that_both_are_equal() -> None:
    first, second = rate(2, [[0, 1], [1, 0]] * 50, [k // 4 for k in range(100)])
    assert abs(first.value) < 1e-6
    assert first.low < 0 < first.high
    assert second.half == pytest.approx(first.half)


def test_one_bot_alone_is_rated_nought() -> None:
    assert rate(1, [[0, 0]], [0])[0].value == 0


def line(scores: list[int], winners: list[int], forfeit: int | None = None) -> dict[str, Any]:
    fault = None if forfeit is None else {"seat": forfeit, "bot": "x", "why": "too slow"}
    result = None if fault else {"scores": scores, "winners": winners}
    return {"arena": {"bots": ["x"] * len(scores), "forfeit": fault}, "result": result}


def test_a_game_is_ranked_by_winners_then_points_and_a_forfeit_is_last() -> None:
    assert ranking(line([5, 9, 9, 2], [1, 2])) == [[1, 2], [0], [3]]
    assert ranking(line([5, 5], [1])) == [[1], [0]]
    assert ranking(line([0, 0, 0], [], forfeit=1)) == [[0, 2], [1]]
    assert orders([[1, 2], [0], [3]]) == ([1, 2, 0, 3], [2, 1, 0, 3])


def test_shares_and_means() -> None:
    assert wilson(0, 10)[0] == 0
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert share(5, 10).value == 0.5
    assert share(0, 0).low == 0
    assert mean([1.0, 2.0, 3.0]).value == 2
    # blocks of games that cancel out leave no uncertainty about the mean
    assert mean([1.0, 3.0, 1.0, 3.0], [0, 0, 1, 1]).half == 0
    assert mean([1.0, 3.0, 1.0, 3.0]).half > 0


def test_the_interval_of_a_mean_covers_the_truth_where_blocks_share_their_chance() -> None:
    dice = np.random.default_rng(1)
    blocks = np.repeat(np.arange(50), 4).tolist()
    estimates = [mean(np.repeat(dice.normal(size=50), 4) + dice.normal(size=200), blocks) for _ in range(400)]
    assert 0.91 < np.mean([estimate.low < 0 < estimate.high for estimate in estimates]) < 0.98


def test_one_difference_of_many_is_not_beyond_doubt() -> None:
    """Of 40 comparisons two would exclude zero by chance alone; Holm's method calls none of them clear."""
    nearly = [0.03, 0.04] + [0.5] * 38
    assert not any(holm(nearly))
    assert holm([0.0001, *nearly]) == [True] + [False] * 40
    assert holm([0.02, 0.04]) == [True, True]
    assert holm([]) == []


def test_p_values_follow_the_intervals() -> None:
    assert p_value(Estimate(1.0, 0.0, 2.0)) == pytest.approx(0.05, abs=1e-4)
    assert p_value(Estimate(-2.0, -3.0, -1.0)) < 0.001
    assert p_value(Estimate(0.0, 0.0, 0.0)) == 1.0
    assert p_value(Estimate(1.0, 1.0, 1.0)) == 0.0
