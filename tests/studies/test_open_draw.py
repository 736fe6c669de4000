"""A draw that is left open: chances are the mean over all outcomes, and nobody makes the draw."""

from __future__ import annotations

import pytest

from piazzetta import BadInput
from piazzetta.studies import Study
from piazzetta.studies.open_draw import open_draw
from tests.studies.test_files import played

pytestmark = pytest.mark.compiled_only  # networks judge


@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
def test_swings_cancel_out_and_chances_add_up(name: str) -> None:
    study = Study.of(played(name))
    nodes = [node for node in study.root.line if len(study.outcomes(node)) > 1]
    assert nodes, "something is drawn in the game"
    for node in nodes[:5]:
        given = dict(study.outcomes(node))
        found = open_draw(study.match(node))
        assert sum(found["chances"]) == pytest.approx(1)
        assert [outcome["move"] for outcome in found["outcomes"]] == list(given)
        for seat in range(study.setting.players):
            swings = [given[outcome["move"]] * outcome["swings"][seat] for outcome in found["outcomes"]]
            assert sum(swings) == pytest.approx(0, abs=1e-9)
    assert len(study) == len(Study.of(played(name))), "nothing was drawn"


def test_where_somebody_decides_nothing_is_drawn() -> None:
    study = Study.of(played())
    node = next(one for one in study.root.line if study.match(one).mover >= 0)
    with pytest.raises(BadInput, match="nothing is drawn"):
        open_draw(study.match(node))
