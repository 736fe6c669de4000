"""Bots must not choose differently on a busy machine: in these tests only the number of simulations counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from piazzetta.games.registry import NAMES, find_game


@pytest.fixture(autouse=True)
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in map(find_game, NAMES):
        patient = {level: replace(budget, seconds=600.0) for level, budget in game.bots.budgets.items()}
        monkeypatch.setattr(type(game), "bots", replace(game.bots, budgets=patient))
