"""Move texts, the numbering of actions, the sizes."""

from __future__ import annotations

import numpy as np

from piazzetta.games.viaggiatore.game import VIAGGIATORE
from piazzetta.games.viaggiatore.moves import card_of, counted, listed, seat_name, seats_named
from piazzetta.games.viaggiatore.state import PARAMS, STATE
from tests.viaggiatore.table import DECK, NUMBERS, TEXTS


def test_every_action_has_its_own_text():
    assert len(TEXTS) == VIAGGIATORE.action_count(DECK) == 677
    assert len(NUMBERS) == 677
    for action in range(677):
        assert NUMBERS[TEXTS[action]] == action


def test_the_numbering_is_fixed():
    assert TEXTS[:5] == ("auction", "close", "bluff", "stay", "wait")
    for text, action in {
        "bid 0": 5,
        "bid 95": 100,
        "carry 0 train": 101,
        "carry 0 plane": 102,
        "carry 95 ship": 291,
        "carry 95 bus": 292,
        "travel 0": 293,
        "travel 95": 388,
        "ride 0": 389,
        "ride 95": 484,
        "card 0": 485,
        "card 95": 580,
        "shop 0": 581,
        "shop 95": 676,
    }.items():
        assert NUMBERS[text] == action, text
    assert VIAGGIATORE.decision_count(DECK) == 485


def test_the_card_of_a_move():
    for action, text in enumerate(TEXTS):
        words = text.split()
        assert card_of(action) == (int(words[1]) if len(words) > 1 else -1)


def test_a_state_is_small():
    assert STATE.itemsize <= 512


def test_no_field_hides_an_attribute_of_a_record():
    taken = set(dir(np.record)) | set(dir(np.recarray))
    assert not taken & (set(STATE.fields or ()) | set(PARAMS.fields or ()))


def test_words():
    assert [seat_name(seat) for seat in range(6)] == ["Red", "Yellow", "Green", "Blue", "Plum", "Slate"]
    assert seats_named([0]) == "Red"
    assert seats_named([0, 2, 5]) == "Red, Green and Slate"
    assert listed([]) == ""
    assert counted(1, "step") == "1 step"
    assert counted(2, "step") == "2 steps"
