"""Verdicts in words: kinds of moves are sentences, and closeness means something where points are few."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

import piazzetta
from piazzetta.arena.results.figures import figure_names, figures
from piazzetta.arena.results.formats import change_percent, one_digit, with_interval
from piazzetta.arena.results.statistics import Estimate, share
from piazzetta.games.registry import NAMES
from piazzetta.terminal.workshop import verdict_table
from piazzetta.workshop.kinds import kind_of_move
from piazzetta.workshop.tally import Tally
from piazzetta.workshop.trials import words_of
from piazzetta.workshop.verdict import Rung, Verdict, headline, uneven_seat, verdict_on

pytestmark = pytest.mark.interpreted_only


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_of_move_is_a_phrase(name: str) -> None:
    """The report said "nobody may bobby"."""
    for word in words_of(piazzetta.game(name)):
        phrase = kind_of_move(name, word)
        assert phrase
        if word in ("bobby", "lord", "mark", "auction", "close", "tile"):
            assert " " in phrase
    assert kind_of_move(name, "juggle") == "juggle"
    assert kind_of_move("portobello", "bobby") == "move the Bobby"


@pytest.mark.parametrize(
    ("points", "close"),
    [([5, 4], 1), ([5, 3], 0), ([5, 5], 1), ([100, 91], 1), ([100, 89], 0), ([3, 2, 1], 1)],
)
def test_a_game_is_close_at_a_tenth_or_at_one_point(points: list[int], close: int) -> None:
    """In a race to five points a tenth of them was never won by."""
    won = [int(one == max(points)) for one in points]
    row = figures(points, won, {})
    assert row[figure_names(len(points)).index("close")] == close


def verdict(players: int, shares: list[float], scoreless: int = 0) -> Verdict:
    """A verdict of 400 games in which the seats won these shares."""
    tally = Tally(players)
    for number in range(400):
        winner = sum(number >= 400 * sum(shares[: seat + 1]) for seat in range(players - 1))
        points = [0 if number < scoreless else 1 + (seat == winner) for seat in range(players)]
        tally.add(number, points, [int(seat == winner) for seat in range(players)], {})
    own = piazzetta.game("portobello", players=players)
    return replace(verdict_on(own, tally, [], 0, "a judge", ""), name="ours")


def test_a_verdict_begins_with_a_sentence() -> None:
    """Points of a per cent are no per cent: 86% are 36 points more than 50%, not 36%."""
    uneven, even = verdict(2, [0.86, 0.14]), verdict(2, [0.5, 0.5])
    assert headline(uneven) == "Not balanced: player 1 wins 36.0 percentage points more than an equal share."
    assert uneven_seat(uneven) == 0
    assert headline(even).startswith("No seat has a measurable advantage in 400 games (± 4.9%)")
    assert uneven_seat(even) is None


def test_games_without_points_are_not_fair_but_empty() -> None:
    """A deck of 20 cards ended every game at 0 : 0, and read as perfectly fair."""
    found = verdict(3, [0.34, 0.33, 0.33], scoreless=400)
    console = Console(file=io.StringIO(), width=80)
    console.print(verdict_table(found))
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert shown.startswith("Nobody scored in 400 of 400 games: they tell nothing about the seats.\n")
    assert "Points of a seat, by source (0 games)\n" in shown  # not wrapped at the table's width
    assert "┃        ┃" not in shown


def test_no_figure_reaches_beyond_none_or_all() -> None:
    """A share of 100% had "± 10.2%", one of 1.7% "± 4.3%"; some minus signs were hyphens."""
    found = replace(verdict(2, [0.5, 0.5]), ties=share(1, 60), ladder=[Rung("easy", "random", share(30, 30))])
    console = Console(file=io.StringIO(), width=80)
    console.print(verdict_table(found))
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "1.7 (0.3–8.9)%" in shown
    assert "100.0 (88.6–100.0)%" in shown
    assert " -" not in shown
    assert with_interval(Estimate(-2.2, -2.5, -1.9), one_digit) == "−2.2 ± 0.3"
    assert with_interval(Estimate(-0.33, -0.68, 0.02), change_percent) == "−33.0 ± 35.0%"
