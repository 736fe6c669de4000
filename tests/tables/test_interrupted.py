"""A dealer that fails in the middle of a move leaves the table as it was."""

from __future__ import annotations

import random

import pytest

from piazzetta.games.registry import NAMES
from tests.tables.driver import Driver


@pytest.mark.parametrize("game", NAMES)
def test_a_failing_dealer_changes_nothing(driver: Driver, game: str) -> None:
    driver.create({"game": game, "seats": [{"kind": "me"}, *[{"kind": "hotseat"}] * 2]}, "07" * 32, None, 1)
    driver.command("Start", {}, 2)
    rng, failures = random.Random(1), 0
    while failures < 3:
        before = driver.update([0, 1, 2])
        seat, options = next((sight["viewer"], sight["legal"]) for sight in before["sights"] if sight["legal"])
        move = rng.choice(options)["move"]
        if driver.interrupted(seat, move)["failed"] == 2:
            failures += 1
            assert driver.update([0, 1, 2]) == before
        else:
            driver.reload()  # nothing is drawn after this move, so it was made
        assert "events" in driver.command("Play", {"seat": seat, "move": move, "at": before["at"]}, 3)
