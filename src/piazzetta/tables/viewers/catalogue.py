"""What is the same for everyone: the games and their rulebooks. The static site ships it as files."""

from __future__ import annotations

from typing import Any

from piazzetta.bots.levels import LEVELS
from piazzetta.games.base import Game, Switch
from piazzetta.games.registry import NAMES, find_game, shelf
from piazzetta.games.rulebooks.printed import find_printed
from piazzetta.games.rulebooks.rulebook import LANGUAGES, find_rulebook
from piazzetta.games.words.messages import english
from piazzetta.tables.lessons import lessons


def game_card(game: Game) -> dict[str, Any]:
    """A game with its editions, switches, default map or deck, and levels of bots."""
    words = english(game)

    def choices(name: str, switch: Switch) -> dict[str, Any]:
        if isinstance(switch.choices, range):
            return {"least": switch.choices[0], "most": switch.choices[-1]}
        return {choice: words.say(f"switch.{name}.{choice}", {}) for choice in switch.choices}

    return {
        "name": game.name,
        "title": game.title,
        "players": [game.seats[0], game.seats[-1]],
        "default_edition": game.default_edition,
        "editions": {name: dict(rules) for name, rules in game.editions.items()},
        "switches": {
            name: {
                "clause": switch.clause,
                "meaning": words.say(f"switch.{name}", {}),
                "choices": choices(name, switch),
            }
            for name, switch in game.switches.items()
        },
        "chart_key": game.components_key,
        "chart": game.default_components().to_json(),
        "shelf": [
            {
                "name": one.key,
                "title": one.title,
                "players": list(one.players),
                "about": one.about,
                "official": one.official,
            }
            for one in shelf(game.name)
        ],
        "levels": list(LEVELS),
        "lessons": [{"id": lesson.id, "players": lesson.setting.players} for lesson in lessons(game.name)],
        "credits": _credits(game.name),
    }


def _credits(name: str) -> dict[str, list[str]]:
    """Who made the game, by language; nothing for a game of another package, which has no printed rules here."""
    return {lang: find_printed(name).credit_lines(lang) for lang in LANGUAGES} if name in NAMES else {}


def games() -> dict[str, Any]:
    """All games."""
    return {"games": [game_card(find_game(name)) for name in NAMES]}


def rulebook(name: str, wanted: str) -> dict[str, Any]:
    """A game's rulebook, clause by clause; in English if there is no translation."""
    lang = wanted if wanted in LANGUAGES else "en"
    book = find_rulebook(name, lang)
    sections = [
        {
            "number": section.number,
            "title": section.title,
            "text": section.text,
            "clauses": [{"number": clause.number, "text": clause.text} for clause in section.clauses],
        }
        for section in book.sections
    ]
    return {"title": book.title, "lang": lang, "sections": sections}
