"""What the game knows of positions as data."""

from __future__ import annotations

from typing import Any

from piazzetta.games.positions import FormCard, Path, Positions, Problem
from piazzetta.games.viaggiatore.positions.check import Check
from piazzetta.games.viaggiatore.positions.draft import Draft, describe, write
from piazzetta.games.viaggiatore.positions.form import changed, form


class ViaggiatorePositions(Positions):
    """Descriptions of positions, why they cannot be, and the form in which they are edited."""

    def describe(self, components: Any, params: Any, state: Any) -> dict[str, Any]:
        return describe(components, params, state)

    def problems(self, components: Any, params: Any, given: Any) -> list[Problem]:
        return Check(components, params, Draft(components, params, given)).all()

    def write(self, components: Any, params: Any, state: Any, given: Any) -> None:
        write(components, params, state, given)

    def form(self, components: Any, params: Any, given: Any) -> FormCard:
        return form(components, params, Draft(components, params, given))

    def changed(self, components: Any, params: Any, given: Any, path: Path, value: Any) -> dict[str, Any]:
        return changed(components, params, Draft(components, params, given), path, value)
