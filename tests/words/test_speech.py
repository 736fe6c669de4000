"""How messages get their parameters, in Python: moves, cards, reasons, and who made the games."""

from __future__ import annotations

import pytest

import piazzetta
from piazzetta.games.registry import NAMES, find_game
from piazzetta.games.rulebooks.printed import find_printed

pytestmark = pytest.mark.interpreted_only


@pytest.mark.parametrize("name", NAMES)
def test_every_action_has_words(name: str) -> None:
    """The text of a move, and the same as a sentence that names places and cards, different for different moves."""
    setting = piazzetta.game(name)
    speech = setting.game.english(setting.components, 0)
    said = [speech.move_text(text) for text in setting.texts]
    assert all(sentence and "{" not in sentence for sentence in said)
    decisions = said[: setting.decision_count]
    assert len(set(decisions)) > 0.9 * len(decisions)


def test_a_move_of_the_bobby_and_a_draw_depend_on_the_moment() -> None:
    setting = piazzetta.game("portobello")
    speech = setting.game.english(setting.components)
    assert speech.move("bobby D4")[0] == "move.bobby"
    assert speech.move("bobby D4", setting=True)[0] == "move.bobby_set"
    assert speech.move("draw")[0] == "move.draw"
    assert speech.move("draw", row=True)[0] == "move.draw_row"


def test_a_card_is_told_whole_to_whoever_cannot_see_it() -> None:
    setting = piazzetta.game("viaggiatore")
    speech = setting.game.english(setting.components)
    told = [speech.whole_card_text(setting.components.face(number)) for number in range(96)]  # type: ignore[attr-defined]
    assert len(set(told)) == 96, "no two cards of the default deck are alike"
    assert speech.card_text(12).startswith("card 12, a ")  # type: ignore[attr-defined]
    assert speech.card_text(96) == "96", "a number past the deck is no card"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "key", "facts", "said"),
    [
        ("portobello", "ends_game", {"winners": [0], "mine": 3}, "won"),
        ("portobello", "ends_game", {"winners": [0, 1], "mine": 3}, "shared"),
        ("viaggiatore", "ends_game", {"winners": [1]}, "lost"),
    ],
)
def test_a_reason_says_how_the_game_ends_for_the_mover(name: str, key: str, facts: object, said: str) -> None:
    setting = piazzetta.game(name)
    speech = setting.game.english(setting.components, 0)
    assert speech.reason(facts, 0)["outcome"] == said


def test_shares_and_averages_are_said_in_numbers_people_read() -> None:
    setting = piazzetta.game("portobello")
    found = setting.game.english(setting.components, 0).reason({"ahead": 0.034, "average": 2.25, "move": "tile 3"}, 0)
    assert (found["ahead"], found["average"], found["me_is"]) == (3, "2.2", "you")
    assert "3" in found["move_text"]


def test_places_of_a_reason() -> None:
    setting = piazzetta.game("portobello")
    speech = setting.game.english(setting.components, 0)
    places = [{"name": "Elgin Square"}, {"name": "Fish Row", "points": 4}, {"name": "Rag Fair", "values": [1, 2]}]
    told = speech.params({"places": places})["places_text"]
    assert all(word in told for word in ("Elgin Square", "Fish Row", "4", "Rag Fair", "1 and 2"))
    assert speech.params({"servants": 2, "burghers": 1})["bag_text"] == "2 servants and 1 burgher"


@pytest.mark.parametrize("name", NAMES)
def test_a_game_declares_everything(name: str) -> None:
    game = find_game(name)
    assert game.knowledge().weights(game.seats[0]).ndim == 2
    assert game.sources().names
    page = game.page()
    assert page is not None
    assert page.helpers


@pytest.mark.parametrize("name", NAMES)
def test_sources_and_credits_are_told(name: str) -> None:
    printed = find_printed(name)
    assert printed.credit_lines()[0].startswith("By ")
    first = printed.rows[0].clause
    assert printed.sources(first[:3])
