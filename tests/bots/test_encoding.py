"""What a network sees of a position, brought up to date from move to move, is what it would see afresh."""

from __future__ import annotations

import numpy as np
import pytest

from piazzetta import Setting
from piazzetta.batch.playout import random_game
from piazzetta.bots.network.kernels import forget
from piazzetta.games.flat_encoding import encoding_of
from tests.settings import label, some_settings
from tests.tiers import tier

GAMES = tier(4, 40)


@pytest.mark.parametrize("setting", some_settings(5), ids=label)
def test_an_encoding_is_brought_up_to_date(setting: Setting) -> None:
    """For every seat at every decision of its own, in one row for all games: the next one begins by forgetting."""
    rules, encoding = setting.game.kernels, encoding_of(setting.game.name)
    kept = np.zeros((setting.players, encoding.size), np.uint8)
    looks = 0
    for number in range(GAMES):
        state = setting.states(1).view(np.recarray)[0]
        rules.setup(setting.params_record, state)
        for seat in range(setting.players):
            forget(kept[seat])
        for seat, action in random_game(setting, 7, number):
            if seat >= 0:
                afresh = np.zeros(encoding.size, np.uint8)
                encoding.encode(setting.params_record, state, seat, afresh)
                encoding.update(setting.params_record, state, seat, kept[seat])
                assert kept[seat].tolist() == afresh.tolist()
                looks += 1
            rules.apply(setting.params_record, state, action)
    assert looks > 20 * GAMES
