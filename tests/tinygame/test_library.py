"""A game from another package, tested with everything a program can import."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import piazzetta
from piazzetta import Match, Record, Setting
from piazzetta.arena import Entry, play
from piazzetta.batch.batch import Batch
from piazzetta.batch.playout import random_game
from piazzetta.bots import LEVELS, Position, bot, hint
from piazzetta.bots.analysis import analyse
from piazzetta.bots.quick import play_quick
from piazzetta.games.registry import NAMES, find_game, listing, names
from piazzetta.games.rulebooks.rulebook import find_rulebook
from piazzetta.kernel import INTERPRETED
from piazzetta.studies.editing import look_at
from piazzetta.tables.sources import point_sources, quick_sources
from tests.auditor import audit_games
from tests.games import test_properties as properties

#: Compiling takes long, so only the rules try it; everything else runs interpreted.
interpreted = pytest.mark.interpreted_only


def test_the_registry_finds_it() -> None:
    assert names() == (*NAMES, "chestnuts")
    assert listing("chestnuts").title == find_game("chestnuts").title == "Chestnuts"
    assert find_rulebook("chestnuts").clause("1.1") == "- 1.1 Two players."
    with pytest.raises(piazzetta.BadInput, match="portobello, viaggiatore, chestnuts"):
        piazzetta.game("walnuts")


def test_every_property_at_every_move(setting: Setting) -> None:
    audit_games(setting, 4 if INTERPRETED else 40, seed=11)


@pytest.mark.parametrize("number", range(5))
@interpreted
def test_other_properties(setting: Setting, number: int) -> None:
    """Records, undo, refusals, events, previews: the same properties as for the games of the package."""
    tests: Any = properties  # Hypothesis keeps what it decorates
    tests.test_record_round_trip_and_replay.hypothesis.inner_test(setting, number)
    tests.test_undo_restores_every_byte.hypothesis.inner_test(setting, number, number, random.Random(number))
    tests.test_refused_moves_change_nothing.hypothesis.inner_test(setting, number, number)
    tests.test_events_can_be_said_and_views_made_for_everybody.hypothesis.inner_test(setting, number)
    tests.test_previews_come_true.hypothesis.inner_test(setting, number, number)
    properties.test_text_to_action_to_text_is_the_identity(setting)


@interpreted
def test_a_game_without_positions_says_so(setting: Setting) -> None:
    with pytest.raises(piazzetta.BadInput, match="position: games of Chestnuts cannot begin from a prepared position"):
        piazzetta.game("chestnuts", position={})
    with pytest.raises(piazzetta.BadInput, match="positions of Chestnuts cannot be edited"):
        look_at(setting, {})


@interpreted
def test_its_own_baskets(setting: Setting) -> None:
    own = piazzetta.game("chestnuts", baskets=[9, 1, 1])
    assert eval(repr(own)).components.to_json() == [9, 1, 1]
    match = own.start(seed=1)
    match.play("left")
    assert match.view(0)["points"] == [9, 0]
    assert match.view(0)["cards"][0] is not None
    assert match.view(0)["cards"][1] is None
    wrong: dict[str, Any]
    for wrong in ({"baskets": [1]}, {"baskets": "many"}, {"deck": []}):
        with pytest.raises(piazzetta.BadInput):
            piazzetta.game("chestnuts", **wrong)


@interpreted
def test_pictures(setting: Setting) -> None:
    match = setting.start(seed=1)
    assert "Chestnuts" in str(match)
    assert setting.game.svg(setting.components, match.view(0)).startswith("<svg")


@interpreted
def test_batch_plays_what_a_match_plays(setting: Setting) -> None:
    batch = Batch(setting, 16, seed=3)
    for _ in range(len(setting.components.to_json())):
        batch.step(batch.random_actions())
    log = random_game(setting, 3, 0)
    assert Record.from_log(setting, log, None).replay().over


@interpreted
def test_bots_of_every_level(setting: Setting) -> None:
    match = setting.start(seed=2)
    for level in LEVELS:
        position = Position.of(match)
        assert bot(level, seed=1).choose(position) in position.legal()
    best = hint(match, level="medium", count=2)
    assert best[0].reasons[0].key == "takes"


@interpreted
def test_a_search_looks_ahead() -> None:
    """Taking the 1 first wins the 9; taking the other end gives it away."""
    match = piazzetta.game("chestnuts", baskets=[1, 2, 9, 2]).start(seed=2)
    assert hint(match, level="hard")[0].move == "left"
    match = piazzetta.game("chestnuts", baskets=[2, 9, 2, 1]).start(seed=2)
    assert hint(match, level="hard")[0].move == "right"


@interpreted
def test_arena_and_sources(setting: Setting) -> None:
    result = play(setting, [Entry("easy", "easy"), Entry("random", "random")], games=4)
    assert result.games == 4
    assert result.sources == ["baskets", "cards"]
    quick = play_quick(setting, 1, 0, 2)
    match = Match(setting)
    for action in quick.log.tolist():
        match.play(action)
    assert match.over
    assert quick_sources(setting, quick.log.tolist(), quick.points.tolist()) == point_sources(match)
    assert [sum(tally.values()) for tally in point_sources(match)] == match.scores


@interpreted
def test_analysis(setting: Setting) -> None:
    record = Record.from_log(setting, random_game(setting, 3, 0), None)
    if setting.rules["ends"] == "both":
        assert analyse(Record.of(record.replay()), "medium").decisions


@pytest.mark.filterwarnings("ignore")
@interpreted
def test_pettingzoo() -> None:
    api = pytest.importorskip("pettingzoo.test")
    from piazzetta.envs import aec_env

    api.api_test(aec_env("chestnuts"), num_cycles=60)


@pytest.mark.filterwarnings("ignore")
@interpreted
def test_gymnasium() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from piazzetta.envs.registration import register

    register()
    env = gymnasium.make("piazzetta/Chestnuts-v0", opponents="random")
    check_env(env.unwrapped, skip_render_check=True)
    envs = gymnasium.make_vec("piazzetta/Chestnuts-v0", num_envs=3, opponents="random")
    observation, _ = envs.reset(seed=1)
    assert len(np.asarray(next(iter(observation.values())) if isinstance(observation, dict) else observation)) == 3


@interpreted
def test_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from piazzetta.envs.openspiel import register

    register()
    game = pyspiel.load_game("piazzetta_chestnuts(ends=left)")
    state = game.new_initial_state()
    rng = random.Random(1)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
            continue
        twin = state.resample_from_infostate(state.current_player(), rng.random)
        seat = state.current_player()
        assert twin.information_state_string(seat) == state.information_state_string(seat)
        state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == 0
