"""Who is told what, move by move: the history as a viewer saw it, and others that fit it."""

from __future__ import annotations

import random

import pytest

import piazzetta
from piazzetta.games.base import OPEN, SPECTATOR, UNTOLD, Move
from piazzetta.kernel import random_stream


def played(players: int, moves: int, seed: int) -> tuple[piazzetta.Match, list[Move]]:
    """A match after some random moves, and its log with who saw each move."""
    setting = piazzetta.game("viaggiatore", players=players)
    match = setting.start(seed=seed)
    rng = random.Random(seed)
    for _ in range(moves):
        if match.over:
            break
        match.play(rng.choice(match.legal_moves.actions))
    visible_to = setting.game.kernels.visible_to
    return match, [
        (mover, action, int(visible_to(setting.params_record, match.state(at), action)))
        for at, (mover, action) in enumerate(match.log)
    ]


@pytest.mark.parametrize(("players", "moves"), [(2, 30), (3, 120)])
def test_told_says_what_the_events_say(players: int, moves: int) -> None:
    """A viewer is told a draw or a bid exactly when the events tell it."""
    match, log = played(players, moves, 5)
    game = match.setting.game
    for viewer in (*range(players), SPECTATOR):
        heard = game.history_for(players, log, viewer)
        shown: list[bool] = []
        for event in match.events(viewer):
            if event.key in ("dealt", "drew"):
                shown.append("card" in event.params)
            elif event.key == "bid_laid":
                shown.append("bid" in event.params)
        bids = [entry for entry in log if entry[1] == 2 or 5 <= entry[1] < 101]
        assert sum(1 for _, action in heard if action == UNTOLD) == shown.count(False)
        whole = len(bids) // players * players
        revealed = sum(1 for mover, _, _ in bids[:whole] if mover != viewer)
        assert len(heard) == len(log) + revealed
    assert [pair[1] for pair in game.history_for(players, log, OPEN)] == [action for _, action, _ in log]


@pytest.mark.parametrize(
    "moves", [0, 3, 20, *(pytest.param(many, marks=pytest.mark.compiled_only) for many in (80, 200, 400))]
)
def test_retold_is_a_game_that_could_have_been(moves: int) -> None:
    match, log = played(3, moves, moves)
    setting, game = match.setting, match.setting.game
    rng = random.Random(moves)
    for seat in range(3):
        determinized = match.state()
        game.kernels.determinize(setting.params_record, determinized, seat, random_stream(moves, seat))
        actions = game.resample_history(log, match.state(), determinized, seat, rng.shuffle)
        other = piazzetta.Match(setting)
        resample_history = []
        for action in actions:
            seen = int(game.kernels.visible_to(setting.params_record, other.state(), action))
            resample_history.append((other.mover, action, seen))
            other.play(action)
        assert game.history_for(3, resample_history, seat) == game.history_for(3, log, seat)
        assert other.view(seat) == match.view(seat)
        for field in ("hand", "seen", "held", "bid"):
            assert other.state()[field].tolist() == determinized[field].tolist()


def test_in_portobello_all_is_told() -> None:
    setting = piazzetta.game("portobello")
    match = setting.start(seed=1)
    match.play("bobby D7")
    assert setting.game.kernels.visible_to(setting.params_record, match.state(), 4) == SPECTATOR
    log: list[Move] = [(1, 15, SPECTATOR)]
    assert setting.game.history_for(2, log, 0) == [(1, 15)]
    assert setting.game.resample_history(log, None, None, 0, None) == [15]
