"""Tables describe themselves in the shape that the API documentation promises."""

from __future__ import annotations

from typing import Any, NotRequired, get_origin, get_type_hints

import msgspec
import pytest

from piazzetta.tables import messages as m
from piazzetta.tables.analyses import AnalysisCard, AnalysisProgress
from tests.tables.driver import PythonDriver

pytestmark = pytest.mark.compiled_only


def check(value: Any, kind: Any) -> None:
    """Check that a value has exactly the fields of a type, in order, with its types."""
    hints = get_type_hints(kind, include_extras=True)
    assert list(value) == [name for name, hint in hints.items() if name in value or get_origin(hint) is not NotRequired]
    msgspec.convert(value, kind, strict=True)


def test_cards_replays_and_analyses_are_as_described() -> None:
    table = PythonDriver()
    seats = [{"kind": "bot", "level": "random"}, {"kind": "bot"}]
    table.create({"game": "viaggiatore", "seats": seats}, "11" * 32, {}, 0)
    card = table.card()
    check(card, m.TableCard)
    check(card["options"], m.OptionsCard)
    for seat in card["seats"]:
        check(seat, m.SeatCard)
    replay = table.replay(-1, [])
    check(replay, m.Replay)
    for frame in replay["frames"]:
        check(frame, m.Frame)
    check(AnalysisProgress([1, 2]).answer(), AnalysisCard)
