"""Fair starts that lots decide: where no whole points make the wins even, several do so together."""

from __future__ import annotations

from collections import Counter

import pytest

import piazzetta
from piazzetta.match.dealer import SeededDealer

FAIR = {"handicap": "fair"}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_lots_are_drawn_by_their_weights(players: int) -> None:
    setting = piazzetta.game("viaggiatore", players=players, rules=FAIR)
    drawn = Counter(setting.drawn(SeededDealer(5, number)).head_start for number in range(300))
    for weight, points in setting.game.fair_start("it", players, setting.rules):
        assert abs(drawn[points] / 300 - weight / 100) < 0.12
    assert sum(drawn.values()) == 300
    assert setting.head_start == setting.game.fair_start("it", players, setting.rules)[0][1]


def test_a_seed_always_draws_the_same_lot() -> None:
    setting = piazzetta.game("viaggiatore", rules=FAIR)
    drawn = [setting.start(seed=seed).setting.head_start for seed in range(12)]
    assert drawn == [setting.start(seed=seed).setting.head_start for seed in range(12)]
    assert {setting.start().setting.head_start, *drawn} == {(0, 0), (0, 1)}


def test_points_given_by_hand_are_not_drawn() -> None:
    setting = piazzetta.game("viaggiatore", rules=FAIR, head_start=[0, 1])
    assert {setting.start(seed=seed).setting.head_start for seed in range(12)} == {(0, 1)}
    assert piazzetta.game("viaggiatore").start(seed=1).setting.head_start == ()
