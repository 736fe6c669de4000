"""Luck: what each draw changed. It is nothing on average, and with decisions and the rest it makes up the result."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

import piazzetta
from piazzetta import Match, Setting
from piazzetta.bots.ledger import Finding, accounts, find, findings
from piazzetta.bots.luck import OPENING, Luck, draw_places, luck_of, odds, skill, streak, weigh
from piazzetta.bots.quick import play_quick
from piazzetta.kernel import CHANCE
from piazzetta.match.record import Record
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only

#: Together 1,000 games: game, players, rules, number of games.
SETTINGS = [
    ("portobello", 2, {}, 400),
    ("portobello", 4, {"clients": "house"}, 560),
    ("viaggiatore", 2, {}, tier(20, 1000)),
    ("viaggiatore", 3, {}, tier(20, 400)),
]


def played(setting: Setting, number: int) -> Match:
    """A game between quick players."""
    match = Match(setting)
    for action in play_quick(setting, 5, number, 9).log.tolist():
        match.play(action)
    return match


def luck_in(match: Match) -> Luck:
    costs = [0.01 * seat for seat in range(match.setting.players)]
    return luck_of(match, [weigh(match, at) for at in draw_places(match)], costs)


@pytest.mark.parametrize(("name", "players", "rules", "games"), SETTINGS)
def test_everything_adds_up_and_luck_averages_nothing(
    name: str, players: int, rules: dict[str, str], games: int
) -> None:
    setting = piazzetta.game(name, players=players, rules=rules)
    found = [luck_in(played(setting, number)).seats for number in range(games)]
    for seats in found:
        for own in seats:
            assert own.start + own.decisions + own.luck + own.others == pytest.approx(own.result, abs=1e-12)
            assert own.adjusted == own.result - own.luck
        assert sum(own.start for own in seats) == pytest.approx(1)
        assert sum(own.luck for own in seats) == pytest.approx(0, abs=1e-9)
        assert sum(own.result for own in seats) == pytest.approx(1)
    luck = np.array([[own.luck for own in seats] for seats in found])
    spread = np.array([[own.spread for own in seats] for seats in found])
    assert (np.abs(luck.mean(axis=0)) < 3.5 * luck.std(axis=0) / math.sqrt(games)).all()
    assert 0.7 < (luck / spread).std() < 1.3  # the spread is what it says
    results = np.array([[own.result for own in seats] for seats in found])
    assert (results - luck).var() < results.var()  # a result without luck varies less


@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
def test_luck_over_all_outcomes_of_a_draw_is_nothing(name: str) -> None:
    """Force every outcome in turn: their swings cancel, by their weights, and each has its own chance."""
    match = played(piazzetta.game(name, players=3), 1)
    at = draw_places(match)[2]
    before = Record.of(match).replay(at - match.setting.game.opening_length(match.setting.params_record))
    assert before.mover == CHANCE
    drawn = []
    for action in _outcomes(before):
        other = before.copy()
        other.play(action)
        drawn.append(weigh(other, at))
    assert len(drawn) > 1
    assert sum(draw.chance for draw in drawn) == pytest.approx(1)
    for seat in range(3):
        assert sum(draw.chance * draw.swings[seat] for draw in drawn) == pytest.approx(0, abs=1e-12)
        variance = sum(draw.chance * draw.swings[seat] ** 2 for draw in drawn)
        assert drawn[0].spread[seat] == pytest.approx(math.sqrt(variance))
    assert {draw.expected for draw in drawn} == {drawn[0].expected}
    assert any(abs(swing) > 0 for draw in drawn for swing in draw.swings)


def _outcomes(match: Match) -> list[int]:
    out, weight = (np.zeros(match.setting.game.most_outcomes, np.int32) for _ in range(2))
    count = match.setting.game.kernels.chances(match.setting.params_record, match.state(), out, weight)
    return [int(action) for action in out[:count]]


def test_what_is_certain_is_no_luck() -> None:
    """6.2: once the pile was turned over, everybody knows which card comes."""
    games = (played(piazzetta.game("viaggiatore", players=6), number) for number in range(50))
    match = next(match for match in games if match.state(-3).turned)
    places = draw_places(match)
    assert places[0] == OPENING
    assert all(first < second for first, second in pairwise(places))
    opening = match.setting.game.opening_length(match.setting.params_record)
    later = [at for at, (seat, _) in enumerate(match.log) if seat == CHANCE and at >= opening]
    certain = [at for at in later if match.state(at).turned or match.state(at).deck == 1]
    assert certain
    assert set(places[1:]) == set(later) - set(certain)


def test_no_opening_is_no_luck_and_an_unfinished_game_has_chances() -> None:
    match = piazzetta.game("portobello", players=2).start(seed=1)
    first = weigh(match, OPENING)
    assert first.swings == first.spread == (0.0, 0.0)
    seats = luck_in(match).seats
    assert [own.result for own in seats] == pytest.approx(list(first.expected))
    assert all(own.odds == 1 for own in seats)


def test_odds_are_those_of_a_normal_distribution() -> None:
    for deviations, expected in ((0, 0.5), (1, 0.158655), (1.96, 0.024998), (3, 0.00135)):
        assert odds(-2 * deviations, 2.0) == odds(2 * deviations, 2.0) == pytest.approx(expected, abs=1e-6)
    assert odds(0.0, 0.0) == 1


def test_a_streak_adds_up_games_and_skill_has_an_interval() -> None:
    four = streak([(-0.3, 0.4)] * 4)
    assert four.games == 4
    assert [four.luck, four.spread] == pytest.approx([-1.2, 0.8])
    assert four.odds == odds(-1.2, four.spread) < odds(-0.3, 0.4)
    found = skill([0.0, 0.1] * 50)
    assert found.decisions == 100
    assert found.error == pytest.approx(0.05)
    assert found.high - found.low == pytest.approx(2 * 1.96 * 0.05 / math.sqrt(99))
    assert skill([]).decisions == 0
    assert (skill([0.2]).low, skill([0.2]).high) == (0.0, 1.0)


def test_accounts_are_kept_by_player_in_any_order_of_work() -> None:
    setting = piazzetta.game("portobello", players=2)
    records = [Record.of(played(setting, number)) for number in range(3)]
    found = list(findings(records, None))
    assert found == [find(record, None) for record in records]
    seated = [("Ada", "Bob"), ("Bob", "Ada"), ("Ada", "")]
    ada, bob = accounts(zip(seated, found, strict=True))
    assert (ada.player, ada.games, bob.player, bob.games) == ("Ada", 3, "Bob", 2)
    assert ada.skill is None
    places = (0, 1, 0)
    own = [one.luck.seats[place] for one, place in zip(found, places, strict=True)]
    assert ada.luck == streak([(seat.luck, seat.spread) for seat in own])
    assert ada.won == sum(seat.result for seat in own)
    assert isinstance(found[0], Finding)
