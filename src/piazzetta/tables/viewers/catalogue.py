"""What is the same for everyone: the games and their rulebooks. The static site ships it as files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from piazzetta.games.base import SPECTATOR, Game, Switch
from piazzetta.games.registry import NAMES, find_game, listing, shelf
from piazzetta.games.rulebooks import rulebook as rulebooks
from piazzetta.games.rulebooks.by_edition import one_line
from piazzetta.games.rulebooks.printed import find_printed
from piazzetta.games.rulebooks.rulebook import LANGUAGES, find_rulebook
from piazzetta.games.words.messages import english, words_of
from piazzetta.match.setting import game as set_up
from piazzetta.tables.conditions import Further, levels_of
from piazzetta.tables.lessons import lessons
from piazzetta.tables.messages import Clause, GameCard, Games, GameWords, JsonObject, RulebookCard, Section


def game_card(game: Game, further: Further) -> GameCard:
    """A game with its editions, switches, default map or deck, and levels of bots."""
    words = english(game)

    def choices(name: str, switch: Switch) -> dict[str, str | int]:
        if isinstance(switch.choices, range):
            return {"least": switch.choices[0], "most": switch.choices[-1]}
        return {choice: words.say(f"switch.{name}.{choice}", {}) for choice in switch.choices}

    card: GameCard = {
        "name": game.name,
        "title": game.title,
        "players": (game.seats[0], game.seats[-1]),
        "default_edition": game.default_edition,
        "editions": {name: dict(rules) for name, rules in game.editions.items()},
        "balanced": {name: list(players) for name, players in game.judged_starts.items()},
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
        "levels": levels_of(game.name, further),
        "lessons": [{"id": lesson.id, "players": lesson.setting.players} for lesson in lessons(game.name)],
        "credits": _credits(game.name),
    }
    if not game.listing.own_table:
        match = set_up(game.name).start(seed=0)
        card["drawing"] = game.svg(match.setting.components, match.view(SPECTATOR))
    return card


def _credits(name: str) -> dict[str, list[str]]:
    """Who made the game, by language; nothing for a game of another package, which has no printed rules here."""
    return {lang: find_printed(name).credit_lines(lang) for lang in LANGUAGES} if name in NAMES else {}


def games(wanted: Iterable[str] = NAMES, further: Further | None = None) -> Games:
    """The games of these names. ``further``: the bots beside the levels."""
    return {"games": [game_card(find_game(name), further or {}) for name in wanted]}


def words(name: str, lang: str) -> GameWords:
    """Return a game's messages in a language, compiled for the page, which was built without those of other packages.

    What its catalogue leaves out has a plain default: names of editions, short names and numbers of switches.
    """
    game = find_game(name)
    found = words_of(game, lang if lang in LANGUAGES else "en")
    defaults: JsonObject = {}
    for edition in game.editions:
        defaults |= {f"edition.{edition}": edition.replace("-", " ").capitalize(), f"edition.{edition}.about": ""}
    for switch in game.switches:
        defaults |= {f"switch.{switch}.short": switch.replace("_", " ").capitalize(), f"switch.{switch}.value": [["n"]]}
    return {"messages": defaults | found.compiled()}


def rulebook(name: str, wanted: str) -> RulebookCard:
    """A game's rulebook, clause by clause; in English if there is no translation."""
    return _rulebook(name, wanted if wanted in listing(name).languages else "en")


@cache
def _rulebook(name: str, lang: str) -> RulebookCard:
    book = find_rulebook(name, lang)
    editions = {
        edition: {clause.number: clause.text for section in alone.sections for clause in section.clauses}
        for edition, alone in _editions(name, book).items()
    }
    sections: list[Section] = [
        {
            "number": section.number,
            "title": section.title,
            "text": section.text,
            "clauses": [_clause(clause, editions if section.number else {}) for clause in section.clauses],
        }
        for section in book.sections
    ]
    return {"title": book.title, "lang": lang, "sections": sections}


def _editions(name: str, book: rulebooks.Rulebook) -> dict[str, rulebooks.Rulebook]:
    """The rulebook as each edition has it; nothing for a game of another package, which has no printed rules here."""
    documents = find_printed(name).documents if name in NAMES else {}
    return {edition: book.in_edition(document["code"]) for edition, document in documents.items()}


def _clause(clause: rulebooks.Clause, editions: Mapping[str, Mapping[str, str]]) -> Clause:
    """A clause; also as each edition has it, if they differ. ``editions``: their clauses by number."""
    card: Clause = {"number": clause.number, "text": clause.text}
    said = {edition: clauses.get(clause.number, "") for edition, clauses in editions.items()}
    if any(one_line(text) != one_line(clause.text) for text in said.values()):
        card["editions"] = said
    return card
