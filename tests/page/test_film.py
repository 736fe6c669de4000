"""The film of a first visit on a phone can be made: every step works, and nothing is cut off or too small."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.page.film import first_visit
from tests.page.people.visitor import Visitor

pytestmark = pytest.mark.compiled_only


def test_a_first_visit_on_a_phone(visit: Callable[..., Visitor]) -> None:
    frames: list[str] = []

    def take(name: str, visitor: Visitor) -> None:
        frames.append(name)
        assert not visitor.flaws(), name

    first_visit(visit(phone=True), visit(phone=True), take)
    assert frames == [
        "home",
        "one-press",
        "your-turn",
        "where-to-build",
        "what-it-does",
        "understood",
        "a-bot-moves",
        "invite",
        "the-link",
        "a-friend-opens-it",
        "both-are-there",
        "an-invitation-on-another-page",
        "joined",
    ]
