"""Properties of every move of every game, over random games of all editions and numbers of players."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import piazzetta
from piazzetta import OPEN, SPECTATOR, Match, Record, Setting
from piazzetta.batch.playout import random_game
from piazzetta.games.registry import NAMES, find_game
from piazzetta.kernel import INTERPRETED
from tests.auditor import audit_games
from tests.portobello.maps import valid_maps
from tests.settings import all_settings, label, some_settings
from tests.tiers import tier

SETTINGS = list(all_settings())
GAMES_EACH = 1 if INTERPRETED else tier(6, 40)  # 2,800 games in the long tier


@pytest.mark.parametrize("setting", some_settings() if INTERPRETED else SETTINGS, ids=label)
def test_every_property_at_every_move(setting: Setting) -> None:
    """Legality and refusals agree; looking changes nothing; twins look alike; weights are positive; the game ends."""
    audit_games(setting, GAMES_EACH, seed=11)


@given(valid_maps(), st.sampled_from(["bag", "queue", "house"]), st.sampled_from(["free", "action"]), st.integers(2, 4))
def test_every_property_on_any_map(board: object, clients: str, lord: str, players: int) -> None:
    rules = {"clients": clients, "lord": lord}
    audit_games(
        piazzetta.game("portobello", board=board, players=players, rules=rules), 1 if INTERPRETED else 3, seed=5
    )


@given(st.sampled_from(SETTINGS), st.integers(0, 10_000))
def test_record_round_trip_and_replay(setting: Setting, number: int) -> None:
    log = random_game(setting, 3, number)
    match = Record.from_log(setting, log, None).replay()
    assert match.log == log
    assert match.over
    record = Record.of(match)
    again = Record.loads(record.dumps())
    assert again.dumps() == record.dumps()
    again.verify()
    assert again.replay().state().tobytes() == match.state().tobytes()


def played(setting: Setting, number: int, moves: int) -> Match:
    """A match some moves into a random game, with chance dealt by the record."""
    log = random_game(setting, 4, number)
    match = Match(setting)
    for _, action in log[: moves % (len(log) + 1)]:
        match.play(action)
    return match


@given(st.sampled_from(SETTINGS), st.integers(0, 10_000), st.integers(0, 400), st.randoms(use_true_random=False))
def test_undo_restores_every_byte(setting: Setting, number: int, moves: int, random: object) -> None:
    match = played(setting, number, moves)
    if match.mover < 0:
        return
    before = match.state().tobytes()
    mover = match.mover
    match.play(random.choice(match.legal_moves.actions))  # type: ignore[attr-defined]
    if match.why_not_undo() == "":
        match.undo(mover)
        assert match.state().tobytes() == before
        assert match.mover == mover


@given(st.sampled_from(SETTINGS), st.integers(0, 10_000), st.integers(0, 400))
def test_refused_moves_change_nothing(setting: Setting, number: int, moves: int) -> None:
    match = played(setting, number, moves)
    before = match.state().tobytes()
    allowed = set(match.legal_moves.actions)
    for action in range(0, setting.decision_count, 1 + number % 7):
        if action not in allowed:
            refusal = match.why_not(action)
            assert refusal is not None
            assert refusal.clause
            assert refusal.clause in str(refusal)
            with pytest.raises(piazzetta.IllegalMove):
                match.play(action)
    assert match.state().tobytes() == before


@given(st.sampled_from(SETTINGS), st.integers(0, 10_000))
def test_events_can_be_said_and_views_made_for_everybody(setting: Setting, number: int) -> None:
    match = Record.from_log(setting, random_game(setting, 5, number), None).replay()
    for viewer in (0, SPECTATOR, OPEN):
        events = match.events(viewer)
        assert all(setting.game.say(setting.components, event) for event in events)
        assert events[-1].key == "game_over"
    for at in range(0, len(match.log), 37):
        for viewer in range(OPEN, setting.players):
            assert match.view(viewer, at)["players"] == setting.players


@given(st.sampled_from([s for s in SETTINGS if s.game.name == "portobello"]), st.integers(0, 10_000))
def test_portobello_scores_add_up(setting: Setting, number: int) -> None:
    """The points in the events add up to what the markers show."""
    match = Record.from_log(setting, random_game(setting, 6, number), None).replay()
    scores = [int(setting.rules["start_score"])] * setting.players
    for event in match.events(SPECTATOR):
        p = event.params
        if event.key in ("alley_scored", "lord_scored"):
            scores = [score + gain for score, gain in zip(scores, p["points"], strict=True)]
        elif event.key == "district_marked":
            scores[p["seat"]] += p["points"]
        elif event.key == "bobby_crossed":
            scores[p["seat"]] -= p["toll"]
            for seat in p["receivers"]:
                scores[seat] += 1
    assert scores == match.scores


@given(st.sampled_from(SETTINGS), st.integers(0, 10_000), st.integers(0, 400))
def test_previews_come_true(setting: Setting, number: int, moves: int) -> None:
    """A preview's points are those that the move scores, where the mover can know them."""
    match = played(setting, number, moves)
    for action in match.legal_moves.actions[:: 1 + number % 3]:
        preview = match.preview(action)
        assert preview.move == setting.text(action)
        assert str(preview)
        if setting.game.name == "portobello":
            after = match.state()
            setting.game.kernels.apply(setting.params_record, after, action)
            change = [int(after.score[s]) - int(match.state().score[s]) for s in range(setting.players)]
            assert list(preview.points) == change


@pytest.mark.parametrize("setting", [SETTINGS[0], SETTINGS[-1]], ids=label)
def test_text_to_action_to_text_is_the_identity(setting: Setting) -> None:
    texts = [setting.text(action) for action in range(setting.action_count)]
    assert len(set(texts)) == setting.action_count
    assert [setting.action(text) for text in texts] == list(range(setting.action_count))


@pytest.mark.parametrize("name", NAMES)
def test_a_state_is_small_and_holds_no_object(name: str) -> None:
    dtype = find_game(name).state_dtype
    assert dtype.itemsize <= 512
    assert not dtype.hasobject
    assert not {*(dtype.names or ())} & {*dir(np.record)}, "a field of that name could not be read as an attribute"
