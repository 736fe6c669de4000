"""Encodings and mixed batches: every legal decision has its slot, nothing hidden is visible, rows are independent."""

from __future__ import annotations

import numpy as np
import pytest

import piazzetta
from piazzetta import BadInput, IllegalMove, Setting
from piazzetta.batch import Batch
from piazzetta.games.encoding import Encoding
from piazzetta.games.flat_encoding import encoding_of
from piazzetta.kernel import INTERPRETED, random_stream
from tests.settings import all_settings, label, some_settings
from tests.tiers import tier

SETTINGS = list(all_settings())
STEPS = 12 if INTERPRETED else tier(80, 200)
GAMES = ("portobello", "viaggiatore")


def mixed(name: str) -> list[Setting]:
    return [setting for setting in SETTINGS if setting.game.name == name][:: 12 if INTERPRETED else 3]


@pytest.mark.compiled_only  # interpreted, the simulated GPU of test_gpu.py does the same
@pytest.mark.parametrize("coded", [False, True], ids=["observed", "encoded"])
@pytest.mark.parametrize("name", GAMES)
def test_a_mixed_batch_plays_what_batches_of_one_setting_play(name: str, coded: bool) -> None:
    """Byte for byte: what a row does depends on its setting, its number and the seed, not on its neighbours."""
    settings = mixed(name)
    encoding = encoding_of(name) if coded else None
    size = 2 * len(settings)
    together = Batch(settings, size, seed=4, restart=True, encoding=encoding)
    alone = [Batch(setting, size, seed=4, restart=True, encoding=encoding) for setting in settings]
    for _ in range(STEPS):
        for batch in (together, *alone):
            batch.step(batch.random_actions())
    for row in range(size):
        other = alone[together.which[row]]
        assert together.states[row].tobytes() == other.states[row].tobytes()
        for field in ("mover", "legal_mask", "observation", "reward", "finished", "length"):
            here, there = np.atleast_1d(getattr(together, field)[row]), np.atleast_1d(getattr(other, field)[row])
            assert (here[: len(there)] == there).all(), field
            assert not here[len(there) :].any(), field


@pytest.mark.parametrize("setting", some_settings(4), ids=label)
def test_slots_are_the_legal_actions_and_encodings_hide_what_is_hidden(setting: Setting) -> None:
    encoding = encoding_of(setting.game.name)
    batch = Batch(setting, 2 if INTERPRETED else 16, seed=6, restart=True, encoding=encoding)
    kernels, params = setting.game.kernels, setting.params_record
    twin, seen = setting.states(1).view(np.recarray), np.zeros(encoding.size, np.uint8)
    out = np.zeros(setting.game.most_legal, np.int32)
    for step in range(STEPS):
        for row in range(len(batch)) if step % 8 == 0 else ():
            state, seat = batch.state(row), int(batch.mover[row])
            legal = out[: kernels.legal(params, state, out)].tolist()
            slots = [int(encoding.slot_of(params, state, action)) for action in legal]
            assert [int(encoding.action_of(params, state, slot)) for slot in slots] == legal
            assert sorted(slots) == batch.legal_mask[row].nonzero()[0].tolist()
            twin[0] = state
            kernels.determinize(params, twin[0], seat, random_stream(step, row))
            encoding.encode(params, twin[0], seat, seen)
            assert (seen == batch.observation[row]).all()
        batch.step(batch.random_actions())
    check_layout(setting, encoding, batch.observation)


def check_layout(setting: Setting, encoding: Encoding, seen: np.ndarray) -> None:
    """Every object that is present starts with a 1; an absent one is all 0."""
    assert len(encoding.scale()) == encoding.size == seen.shape[1]
    at, sizes = encoding.numbers, encoding.sizes(setting)
    for kind in encoding.kinds:
        things = seen[:, at : at + kind.most * kind.numbers].reshape(-1, kind.most, kind.numbers)
        assert not things[:, sizes[kind.name] :].any()
        assert not things[things[:, :, 0] == 0].any()
        assert kind.name in ("cards", "coming") or (things[:, : sizes[kind.name], 0] == 1).all()
        at += kind.most * kind.numbers


@pytest.mark.compiled_only  # the same
@pytest.mark.parametrize("name", GAMES)
def test_a_snapshot_goes_on_the_same(name: str) -> None:
    settings, encoding = mixed(name), encoding_of(name)
    one = Batch(settings, 20, seed=1, restart=True, encoding=encoding)
    two = Batch(settings, 20, seed=9, restart=True, encoding=encoding)
    for _ in range(5):
        one.step(one.random_actions())
    two.restore(one.snapshot())
    for _ in range(STEPS // 4):
        for batch in (one, two):
            batch.step(batch.random_actions())
    assert one.states.tobytes() == two.states.tobytes()
    assert one.observation.tobytes() == two.observation.tobytes()


def test_6_2_cards_are_seen_once_their_order_is_known() -> None:
    """The next six cards of a deck that was turned over, by what is printed on them; none before that."""
    setting = piazzetta.game("viaggiatore", players=3)
    encoding = encoding_of("viaggiatore")
    state = Batch(setting, 1, encoding=encoding).state(0)
    seen = np.zeros(encoding.size, np.uint8)
    coming = encoding.kinds[-1]
    for turned in (0, 1):
        state.turned = turned
        encoding.encode(setting.params_record, state, 0, seen)
        cards = seen[-coming.most * coming.numbers :].reshape(coming.most, coming.numbers)
        assert cards[:, 0].tolist() == [turned] * 6
    ring = state.ring[state.head : state.head + 6]
    assert cards[:, 7].tolist() == [setting.components.cards[card].bid for card in ring]  # type: ignore[attr-defined]


def test_bad_mixtures_are_refused() -> None:
    portobello, viaggiatore = piazzetta.game("portobello"), piazzetta.game("viaggiatore")
    for settings in ([portobello, viaggiatore], []):
        with pytest.raises(BadInput, match="one game"):
            Batch(settings, 2)
    with pytest.raises(BadInput, match="which must be 2 whole numbers from 0 to 0"):
        Batch(portobello, 2, which=[0, 1])
    with pytest.raises(BadInput, match="one setting"):
        Batch([portobello, piazzetta.game("portobello", players=3)], 2).rollout(1)
    with pytest.raises(IllegalMove, match="row 1"):
        Batch([portobello], 2, encoding=encoding_of("portobello")).step(np.array([89, 0]))
