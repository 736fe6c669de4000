"""The sequential test: its formula, its error rates by simulation, and how an arena stops by it."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import piazzetta
from piazzetta import BadInput
from piazzetta.arena import Entry, play
from piazzetta.arena.reports.findings import sprt_headline
from piazzetta.arena.results.sprt import Hypotheses, Sprt, log_ratio, share_of
from piazzetta.arena.results.statistics import wilson
from piazzetta.arena.sequential import Question
from piazzetta.cli import app


def test_games_of_a_coin_give_the_plain_log_likelihood_ratio() -> None:
    """Where only all and nothing occur, the most likely distribution is the binomial one."""
    binomial = 30 * math.log(0.6 / 0.5) + 20 * math.log(0.4 / 0.5)
    assert log_ratio({1.0: 30, 0.0: 20}, 0.5, 0.6) == pytest.approx(binomial, abs=1e-3)


def test_pairs_that_cancel_out_say_more_than_single_games() -> None:
    """Paired games that each side wins as the starter: the same share of wins, but no noise from the starter."""
    pairs = log_ratio({0.0: 3, 0.5: 94, 1.0: 3}, 0.5, 0.55)
    single = log_ratio({0.0: 100, 1.0: 100}, 0.5, 0.55)
    assert pairs < single < 0


def test_the_normal_approximation_is_near() -> None:
    dice = np.random.default_rng(0)
    shares = dice.choice([0, 0.25, 0.5, 0.75, 1], 400, p=[0.1, 0.2, 0.35, 0.22, 0.13])
    counts = {float(value): int(n) for value, n in zip(*np.unique(shares, return_counts=True), strict=True)}
    mean, variance = shares.mean(), shares.var()
    normal = 400 * (0.55 - 0.5) * (2 * mean - 0.5 - 0.55) / (2 * variance)
    assert log_ratio(counts, 0.5, 0.55) == pytest.approx(normal, rel=0.1)


@pytest.mark.parametrize("results", [[1.0] * 5, [0.0] * 5, [0.5] * 5])
def test_equal_results_decide_nothing_at_once(results: list[float]) -> None:
    test = Sprt("a", Hypotheses(0.5, 0.55), 0.5)
    for result in results:
        test.add([result, result])
    assert test.accepted is None
    assert abs(test.ratio) < 1


def test_the_interval_of_a_share_stays_between_none_and_all() -> None:
    """Of 46 games, 44 won, the interval went up to 101.5%."""
    test = Sprt("a", Hypotheses(0.5, 0.57), 0.5)
    for block in [[1.0, 1.0]] * 21 + [[1.0, 0.0]] * 2:
        test.add(block)
    assert test.share.value == pytest.approx(44 / 46)
    assert (test.share.low, test.share.high) == pytest.approx(wilson(44, 46))


def test_elo_as_a_share_of_wins() -> None:
    assert share_of(0, [[True, False, True], [False, True, False]]) == pytest.approx(0.5)
    assert share_of(100, [[True, False]]) == pytest.approx(1 / (1 + 10 ** (-100 / 400)))
    assert share_of(400, [[True, False, False, False]]) == pytest.approx(10 / 13)


@pytest.mark.parametrize("seats", [2, 4])
def test_errors_are_as_rare_as_asked_for(seats: int) -> None:
    """One bot against others; the luck of a block helps one seat, as the same chance for all seatings does."""
    dice = np.random.default_rng(seats)
    elo = (0.0, 120.0)
    tables = np.eye(seats, dtype=bool)
    low, high = (share_of(e, tables.tolist()) for e in elo)
    for true, wrong in ((elo[0], "H1"), (elo[1], "H0")):
        errors = undecided = games = 0
        for _ in range(150):
            test = Sprt("a", Hypotheses(low, high), 1 / seats)
            while test.accepted is None and len(test.shares) < 2000:
                luck = dice.normal(0, 0.5, seats)
                luck -= luck.mean()
                strength = np.exp(luck + tables * true * math.log(10) / 400)
                chance = (strength * tables).sum(1) / strength.sum(1)
                test.add((dice.random(seats) < chance).astype(float).tolist())
            errors += test.accepted == wrong
            undecided += test.accepted is None
            games += test.games
        assert undecided == 0
        assert errors / 150 <= 0.05 + 2.6 * math.sqrt(0.05 * 0.95 / 150)
        assert games / 150 < 400  # far fewer than the some 600 that a fixed number would take


def test_bad_hypotheses_are_refused() -> None:
    for numbers in ((0.6, 0.5), (0.0, 0.5), (0.5, 1.0), (0.5, 0.6, 0.6), (0.5, 0.6, 0.05, 0.0)):
        with pytest.raises(BadInput):
            Hypotheses(*numbers)


EASY = [Entry("easy", "easy"), Entry("random", "random")]


@pytest.mark.compiled_only
def test_an_arena_stops_when_it_is_decided_and_resumes_to_the_same_answer(tmp_path: Path) -> None:
    setting = piazzetta.game("viaggiatore")
    question = Question(share=(0.4, 0.7))
    whole = play(setting, EASY, 400, seed=3, question=question).sprt
    assert whole is not None
    assert whole.accepted == "H1"
    assert whole.games < 400
    assert sprt_headline(whole)[0] == "Accepted: easy wins 70.0% or more, not 40.0%."

    class Stop(Exception):
        pass

    def stop(done: int, total: int) -> None:
        if done == 3:
            raise Stop

    with pytest.raises(Stop):
        play(setting, EASY, 400, seed=3, folder=tmp_path, progress=stop, question=question)
    again = play(setting, EASY, 400, seed=3, folder=tmp_path, question=question)
    assert again.sprt == whole
    assert again.games == whole.games == len((tmp_path / "games.jsonl").read_text().splitlines())
    assert play(setting, EASY, 400, seed=3, folder=tmp_path, question=question).sprt == whole  # nothing more to play


@pytest.mark.compiled_only
def test_the_command_tests_one_seat_among_two_and_writes_a_report(tmp_path: Path) -> None:
    command = ["arena", "viaggiatore", "--bots", "random,easy,easy", "--players", "3", "--workers", "1", "--sprt",
               "--share", "0.2", "0.7", "--games", "60", "--out", str(tmp_path)]  # fmt: skip
    shown = CliRunner().invoke(app, command, env={"COLUMNS": "120"})
    assert shown.exit_code == 0, shown.output
    assert "Rejected: random wins 20.0% or less, not 70.0%." in shown.output
    assert "log-likelihood ratio after each block" in (tmp_path / "report.html").read_text(encoding="utf-8")
    found = json.loads(CliRunner().invoke(app, [*command, "--json"]).stdout)["sprt"]
    assert found["accepted"] == "H0"
    assert found["even"] == pytest.approx(1 / 3)
    assert found["games"] == 6 * found["blocks"]


@pytest.mark.compiled_only
def test_every_bot_sits_at_every_table() -> None:
    with pytest.raises(BadInput, match="no more than there are seats"):
        play(piazzetta.game("viaggiatore"), [*EASY, Entry("b", "random")], 4, question=Question())
