"""What bots choose must not depend on how busy the machine is: in these tests the simulations alone decide."""

from __future__ import annotations

from dataclasses import replace

import pytest

from piazzetta.bots import levels


@pytest.fixture(autouse=True)
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    patient = {
        game: {level: replace(budget, seconds=600.0) for level, budget in budgets.items()}
        for game, budgets in levels.BUDGETS.items()
    }
    monkeypatch.setattr(levels, "BUDGETS", patient)
