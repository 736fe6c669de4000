"""Positions set up in the editor: which are possible, why others are not, and studies that start from one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypedDict

from piazzetta.errors import BadInput
from piazzetta.games.base import OPEN
from piazzetta.games.positions import FormCard, Path, Positions
from piazzetta.kernel import as_records
from piazzetta.match.setting import Setting
from piazzetta.studies.study import Study
from piazzetta.tables.messages import View
from piazzetta.tables.viewers.viewer_updates import with_drawing


class ProblemCard(TypedDict):
    """Why a position cannot be: the clause it breaks, and a message whose parameters say where."""

    clause: str
    key: str
    params: dict[str, Any]


class DraftCard(TypedDict):
    """A position that is being laid out."""

    problems: list[ProblemCard]
    view: View  # with all open
    form: FormCard  # what there is to edit


def described(study: Study, number: int) -> dict[str, Any]:
    """Return the position at a node as data (records.md)."""
    setting = study.setting
    match = study.match(study.node(number))
    return _positions(setting).describe(setting.components, setting.params_record, match.state())


def look_at(setting: Setting, given: Mapping[str, Any]) -> DraftCard:
    """Return what is wrong with a described position, what it looks like, and its form; ``BadInput`` if it is none."""
    positions = _positions(setting)
    components, params = setting.components, setting.params_record
    problems = positions.problems(components, params, given)
    state = as_records(setting.states(1))[0]
    positions.write(components, params, state, given)
    return {
        "problems": [{"clause": one.clause, "key": one.key, "params": one.params} for one in problems],
        "view": with_drawing(setting, setting.game.view(components, params, state, OPEN)),
        "form": positions.form(components, params, given),
    }


def changed(setting: Setting, given: Mapping[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """Return a description with another value of a field of its form; ``BadInput`` if it cannot be read then."""
    return _positions(setting).changed(setting.components, setting.params_record, given, path, value)


def begun_from(study: Study, given: Mapping[str, Any]) -> Study:
    """Return a new study by the same rules, on the same map or deck, that begins from a described position."""
    found = Study(replace(study.setting, position=given), [])
    if "names" in study.extra:
        found.extra["names"] = study.extra["names"]
    return found


def _positions(setting: Setting) -> Positions:
    positions = setting.game.positions
    if positions is None:
        raise BadInput(f"positions of {setting.game.title} cannot be edited")
    return positions
