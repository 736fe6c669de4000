"""The batch on the CPU: exactly the games that ``Match`` plays, whatever the size and the number of threads."""

from __future__ import annotations

import numpy as np
import pytest

import piazzetta
from piazzetta import OVER, IllegalMove, SeededDealer, Setting
from piazzetta.batch import Batch
from piazzetta.kernel import INTERPRETED
from tests.settings import label, some_settings

SETTINGS = some_settings(3)
ROWS = 1 if INTERPRETED else 8  # 560 games in the long tier
PORTOBELLO = piazzetta.game("portobello", players=3)
VIAGGIATORE = piazzetta.game("viaggiatore", players=4)


def shares(winners: list[int], players: int) -> list[float]:
    return [(players * (seat in winners) / len(winners) - 1) / (players - 1) for seat in range(players)]


@pytest.mark.parametrize("setting", SETTINGS, ids=label)
def test_every_row_is_a_match(setting: Setting) -> None:
    """Move by move, byte for byte: state, mover, mask, observation, reward, length; each row has its own stream."""
    batch = Batch(setting, ROWS, seed=3)
    matches = [setting.start(dealer=SeededDealer(3, row)) for row in range(ROWS)]
    seen = np.zeros(setting.observation_size, np.int16)
    observe = setting.game.kernels.observe
    steps = 0
    while not all(match.over for match in matches) and not (INTERPRETED and steps == 15):
        actions = batch.random_actions()
        before = batch.finished.copy()
        for match, action in zip(matches, actions, strict=True):
            if not match.over:
                match.play(int(action))
        batch.step(actions)
        steps += 1
        look = steps % 16 == 1
        for row, match in enumerate(matches):
            assert batch.mover[row] == match.mover
            if look or match.over:
                assert batch.states[row].tobytes() == match.state().tobytes()
                mask = np.zeros(setting.decision_count, bool)
                mask[match.legal_moves.actions] = True
                assert (batch.legal_mask[row] == mask).all()
                observe(setting.params_record, match.state(), max(match.mover, 0), seen)
                assert (batch.observation[row] == seen).all()
            if match.over and batch.finished[row]:
                assert not before[row]
                assert batch.length[row] == steps
                assert batch.reward[row] == pytest.approx(shares(match.winners, setting.players))
            else:
                assert not batch.reward[row].any()


@pytest.mark.compiled_only
@pytest.mark.parametrize("setting", [PORTOBELLO, VIAGGIATORE], ids=label)
def test_rows_do_not_depend_on_size_or_threads(setting: Setting) -> None:
    batches = [
        Batch(setting, 40, seed=5, restart=True, threads=1),
        Batch(setting, 40, seed=5, restart=True, threads=3),
        Batch(setting, 17, seed=5, restart=True, threads=2),
    ]
    for _ in range(10 if INTERPRETED else 400):
        for batch in batches:
            batch.step(batch.random_actions())
    for batch in batches[1:]:
        rows = batch.size
        for field in ("states", "mover", "legal_mask", "observation", "reward", "finished", "length"):
            assert getattr(batch, field).tobytes() == getattr(batches[0], field)[:rows].tobytes(), field


def test_rollouts_do_not_depend_on_threads_and_are_the_games_that_records_hold() -> None:
    from piazzetta.batch.playout import random_game

    games = 4 if INTERPRETED else 200
    one = Batch(PORTOBELLO, 1, threads=1).rollout(games, seed=8)
    two = Batch(PORTOBELLO, 9, threads=2).rollout(games, seed=8)
    for field in ("points", "won", "moves", "decisions"):
        assert getattr(one, field).tobytes() == getattr(two, field).tobytes()
    assert len(random_game(PORTOBELLO, 8, games - 1)) == one.moves[-1]
    later = Batch(PORTOBELLO, 1).rollout(1, seed=8, first=games - 1)
    assert (later.points[0] == one.points[-1]).all()


def test_restart_tells_of_the_old_game_and_shows_the_new() -> None:
    batch = Batch(PORTOBELLO, 8, seed=1, restart=True)
    ended = 0
    for _ in range(20 if INTERPRETED else 1000):
        batch.step(batch.random_actions())
        for row in batch.finished.nonzero()[0]:
            ended += 1
            assert batch.length[row] > 50
            assert batch.reward[row].sum() == pytest.approx(0)
            assert batch.state(row).turn == 0
            assert batch.legal_mask[row].sum() == 12
        assert (batch.mover >= 0).all()
    assert INTERPRETED or ended > 20


def test_without_restart_a_finished_row_rests() -> None:
    batch = Batch(piazzetta.game("viaggiatore", rules={"target": 1}), 4, seed=2)
    for _ in range(60 if INTERPRETED else 2000):
        batch.step(batch.random_actions())
    if not INTERPRETED:
        assert (batch.mover == OVER).all()
        assert not batch.finished.any()
        assert not batch.legal_mask.any()


def test_points_reward_adds_up_to_the_points() -> None:
    batch = Batch(PORTOBELLO, 6, seed=4, reward="points")
    total = np.full((6, 3), 10.0)
    for _ in range(20 if INTERPRETED else 400):
        batch.step(batch.random_actions())
        total += batch.reward
    assert (total == batch.states["score"][:, :3]).all()


def test_all_seats_can_be_observed() -> None:
    batch = Batch(VIAGGIATORE, 3, observe="all")
    assert batch.observation.shape == (3, 4, VIAGGIATORE.observation_size)
    assert Batch(VIAGGIATORE, 3, observe="none").observation.size == 0
    mover = Batch(VIAGGIATORE, 3)
    assert (batch.observation[1, batch.mover[1]] == mover.observation[1]).all()


def test_an_illegal_action_is_refused_and_nothing_changes() -> None:
    batch = Batch(PORTOBELLO, 5, seed=1)
    before = batch.states.tobytes()
    actions = batch.random_actions()
    actions[2] = 0
    with pytest.raises(IllegalMove, match=r"row 2: end is not allowed.*2\.3") as refusal:
        batch.step(actions)
    assert refusal.value.clause == "2.3"
    actions[2], actions[3], actions[4] = 10_000, -1, 10_000
    with pytest.raises(IllegalMove, match="3 rows refuse"):
        batch.step(actions)
    assert batch.states.tobytes() == before


def test_illegal_actions_can_be_counted() -> None:
    batch = Batch(PORTOBELLO, 3, seed=1, illegal="count")
    before = batch.states.tobytes()
    for _ in range(2):
        batch.step(np.array([0, -5, 10**6]))
    assert batch.illegal.tolist() == [2, 2, 2]
    assert batch.states.tobytes() == before


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"size": 0}, "size must be"),
        ({"size": 2, "device": "tpu"}, "device must be one of cpu, cuda"),
        ({"size": 2, "observe": "others"}, "observe must be one of"),
        ({"size": 2, "reward": "fame"}, "reward must be one of"),
        ({"size": 2, "illegal": "ignore"}, "illegal must be one of"),
    ],
)
def test_bad_options(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(piazzetta.BadInput, match=sentence):
        Batch(PORTOBELLO, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [([1, 2], "actions must be 3 whole numbers"), (np.zeros((3, 1), int), "shape"), ([0.5, 1, 2], "not float64")],
)
def test_bad_actions(actions: object, sentence: str) -> None:
    with pytest.raises(piazzetta.BadInput, match=sentence):
        Batch(PORTOBELLO, 3).step(actions)


def test_bad_rollouts() -> None:
    batch = Batch(PORTOBELLO, 1)
    with pytest.raises(piazzetta.BadInput, match="policy"):
        batch.rollout(3, policy="genius")
    with pytest.raises(piazzetta.BadInput, match="games"):
        batch.rollout(0)


def test_arrays_are_views_and_actions_come_from_anywhere() -> None:
    batch = Batch(PORTOBELLO, 4, seed=1)
    mask, mover = batch.legal_mask, batch.mover
    first = mask.copy()
    batch.step([int(row.argmax()) for row in mask])
    assert mask is batch.legal_mask
    assert (mask != first).any()
    again = np.from_dlpack(batch.observation)
    assert np.shares_memory(again, batch.observation)
    batch.step(batch.random_actions().astype(np.int64))
    assert mover.dtype == np.int8


@pytest.mark.compiled_only
def test_chance_frequencies() -> None:
    """Chi-square test of the first draw from the bag and the first cards dealt: each as likely as it should be."""
    from piazzetta.batch.playout import random_game

    cards = np.zeros(96)
    for number in range(3000):
        for _, action in random_game(VIAGGIATORE, 12, number)[:20]:
            cards[action - VIAGGIATORE.decision_count] += 1
    expected = cards.sum() / 96
    assert ((cards - expected) ** 2 / expected).sum() < 148  # 95 degrees of freedom, 0.05 %
    drawn = {"servant": 0, "burgher": 0}
    for number in range(2000):
        draws = [PORTOBELLO.text(action) for seat, action in random_game(PORTOBELLO, 13, number) if seat < 0]
        drawn[draws[0]] += 1
        assert (
            sorted(draws)[:5]
            == ["burgher"] * min(5, draws.count("burgher")) + sorted(draws)[draws.count("burgher") : 5]
        )
    assert abs(drawn["servant"] - 1000) < 4 * np.sqrt(500)
