"""Tables describe themselves in the shape that the API documentation promises."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from piazzetta.server.wire import tables as m
from piazzetta.tables.analyses import AnalysisProgress
from tests.tables.driver import PythonDriver

pytestmark = pytest.mark.compiled_only


def check(value: dict[str, Any], kind: type[msgspec.Struct]) -> None:
    """Check that a value has exactly the fields of a type, with its types."""
    assert list(value) == list(kind.__struct_fields__)
    msgspec.convert(value, kind)


def test_cards_replays_and_analyses_are_as_described() -> None:
    table = PythonDriver()
    seats = [{"kind": "bot", "level": "random"}, {"kind": "bot"}]
    table.create({"game": "viaggiatore", "seats": seats}, "11" * 32, {}, 0)
    card = table.card()
    check(card, m.TableCard)
    check(card["options"], m.Options)
    for seat in card["seats"]:
        check(seat, m.SeatCard)
    replay = table.replay(-1, [])
    check(replay, m.Replay)
    for frame in replay["frames"]:
        check(frame, m.Frame)
    check(AnalysisProgress([1, 2]).answer(), m.Analysis)
