"""The audit of a game of one's own names its author's slips, with the position in which they show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import piazzetta
from piazzetta.match import audit
from piazzetta.match.audit import audit_games

pytestmark = pytest.mark.interpreted_only

#: What an author forgets when the first draw comes into a game: an attribute of the game, and what is said then.
SLIPS: dict[str, tuple[str, Any, str]] = {
    "room for outcomes": ("most_outcomes", 2, r"chances lists more than most_outcomes actions: game 0 of piazzetta"),
    "room for moves": ("most_legal", 1, "legal lists more than most_legal actions"),
    "decisions": ("decision_count", lambda self, components: 6, "chances lists a decision: outcomes are numbered from"),
    "outcomes": ("decision_count", lambda self, components: 1, "legal lists an outcome: decisions are numbered below"),
    "a text": ("texts", lambda self, components: ["left", "right"], "texts has 2 texts for"),
}


@pytest.fixture
def setting() -> piazzetta.Setting:
    return piazzetta.game("chestnuts")


@pytest.fixture
def game(setting: piazzetta.Setting) -> Iterator[Any]:
    """The game, whose functions the audit binds anew."""
    audit._kernel.cache_clear()
    yield setting.game
    audit._kernel.cache_clear()


@pytest.mark.parametrize("slip", SLIPS)
def test_sizes_that_do_not_fit(
    slip: str, game: Any, setting: piazzetta.Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, wrong, sentence = SLIPS[slip]
    monkeypatch.setattr(type(game), name, wrong)
    with pytest.raises(AssertionError, match=sentence):
        audit_games(setting, 2)


def test_outcomes_that_why_not_forgets_are_listed(
    game: Any, setting: piazzetta.Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    true: Callable[..., int] = game.kernels.why_not
    forgets = game.kernels._replace(why_not=lambda params, state, action: true(params, state, action) or action > 3)
    monkeypatch.setattr(type(game), "kernels", forgets)
    sentence = r"than why_not allows: game 0 .*, turn 0, chance draws: chances lists .*why_not allows card 1, card 2$"
    with pytest.raises(AssertionError, match=sentence):
        audit_games(setting, 1)


def test_a_sample_of_its_own_would_give_other_games(
    game: Any, setting: piazzetta.Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sample(params: Any, state: Any, rng: Any) -> int:
        return setting.action_count - 1

    monkeypatch.setattr(type(game), "kernels", game.kernels._replace(sample=sample))
    with pytest.raises(AssertionError, match="sample draws another outcome than pick over chances"):
        audit_games(setting, 5)


def test_an_event_without_a_message(game: Any, setting: piazzetta.Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    from piazzetta.games.facts import Event

    true = type(game).events

    def events(self: Any, *given: Any) -> list[Event]:
        return [*true(self, *given), Event("wind", {})]

    monkeypatch.setattr(type(game), "events", events)
    with pytest.raises(AssertionError, match=r"has no message “event\.wind”"):
        audit_games(setting, 1)
