"""The engine beside the board: its chances settle, its rows stand still, and it knows what its seat knows."""

from __future__ import annotations

import pytest

from piazzetta import BadInput
from piazzetta.bots import Position
from piazzetta.bots.levels import RootMove
from piazzetta.studies import Study
from piazzetta.studies.thinking import BEST, Thinking, ranked
from tests.studies.test_files import played

pytestmark = pytest.mark.compiled_only  # it searches


def test_chances_settle_as_it_thinks() -> None:
    study = Study.of(played())
    node = next(one for one in study.root.line[8:] if len(study.match(one).legal_moves) > 2)
    follows = node.children[0].move
    thinking = Thinking(study.match(node), follows, ("medium", "hard"))
    thoughts = [thinking.go_on() for _ in range(8)]
    first, last = thoughts[0], thoughts[-1]
    assert [thought["rounds"] for thought in thoughts] == list(range(8))
    assert (first["within"], first["settled"]) == (None, False)
    assert last["within"] is not None
    assert last["within"] <= max(thought["within"] or 0 for thought in thoughts)
    best = last["moves"]
    assert len(best) in (BEST, BEST + 1)
    assert follows in [hint.move for hint in best]
    assert all(hint.reasons for hint in best[:1])
    wins = [round(hint.win, 2) for hint in best[:BEST] if hint.tried >= 0.1 * max(one.tried for one in best)]
    assert wins == sorted(wins, reverse=True) or max(wins) - min(wins) <= 0.02
    assert best[0].tried > 2 * thoughts[1]["moves"][0].tried, "rounds add up"


def test_rows_do_not_jump() -> None:
    def move(action: int, tried: int, win: float) -> RootMove:
        return RootMove(action, tried, (win,), (0.0,))

    close = {1: move(1, 100, 0.5), 2: move(2, 50, 0.504), 3: move(3, 5, 0.9)}
    assert ranked([1, 2, 3], close, 0) == [1, 2, 3]
    assert ranked([2, 1, 3], close, 0) == [2, 1, 3]
    assert ranked([3, 1, 2], close, 0) == [1, 2, 3], "what was hardly tried comes last, whatever its chance"
    assert ranked([1, 2, 3], {**close, 2: move(2, 50, 0.51)}, 0) == [2, 1, 3]


def test_it_thinks_with_what_its_seat_knows() -> None:
    """Other hidden cards, the same known ones: the same thoughts."""
    study = Study.of(played("viaggiatore"))
    node = next(
        one for one in study.root.line[3:] if study.match(one).mover >= 0 and len(study.match(one).legal_moves) > 2
    )
    match = study.match(node)
    other = match.copy()
    state = other._trail.states[match.length : match.length + 1]
    hidden = Position.determinized(match.setting, match.mover, state, seed=9).state
    assert hidden.tobytes() != state.tobytes()
    state[:] = hidden
    thoughts = [Thinking(one, levels=("medium", "medium")).go_on()["moves"] for one in (match, other)]
    assert thoughts[0] == thoughts[1]


def test_nobody_thinks_where_chance_decides() -> None:
    study = Study.of(played())
    node = next(node for node in study.root.line if study.outcomes(node))
    with pytest.raises(BadInput, match="node: nobody decides here"):
        Thinking(study.match(node))
