"""Tools that look things up: the games, their rules, the included maps and decks."""

from __future__ import annotations

from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.registry import NAMES, find_game, names, shelf
from piazzetta.games.rulebooks.printed import find_printed
from piazzetta.games.rulebooks.rulebook import find_rulebook


async def list_games() -> dict[str, Any]:
    """List the games with their numbers of players, editions (printed rulebooks), languages, and included maps or
    decks."""
    found = {}
    for name in names():
        game = find_game(name)
        found[name] = {
            "title": game.title,
            "players": [game.seats[0], game.seats[-1]],
            "editions": list(game.editions),
            "default_edition": game.default_edition,
            "rulebook_languages": list(game.listing.languages),
            f"included_{game.components_key}s": [
                {"name": one.key, "title": one.title, "players": list(one.players), "about": one.about}
                for one in shelf(name)
            ],
        }
    return found


async def look_up_rule(game: str, what: str = "", language: str = "en", edition: str = "") -> dict[str, Any]:
    """Look up the rules of a game.

    what: a clause ("6.2"), a chapter ("6"), a worked example ("E4"), or a word that the clauses contain; empty: the
    list of chapters. language: en, it, es, fr or de (English is normative). edition: only what this printed rulebook
    says; by default all are compared. A clause comes with the sentence of each edition behind it.
    """
    book = find_rulebook(find_game(game).name, language)
    if edition:
        if game not in NAMES or edition not in find_printed(game).documents:
            raise BadInput(f"there is no edition {edition!r} of {game}; list_games names the editions")
        book = book.in_edition(find_printed(game).documents[edition]["code"])
    chapters = [f"{section.number} {section.title}".strip() for section in book.sections]
    if not what.strip():
        return {"title": book.title, "chapters": chapters}
    text = book.clause(what)
    if text is not None:
        sources = find_printed(game).sources(what.strip(), language, edition) if game in NAMES else []
        return {"title": book.title, "rule": text, "sources": sources}
    found = book.search(what)
    if not found:
        raise BadInput(f"no rule matches {what!r}; the chapters are {', '.join(chapters)}")
    return {"title": book.title, "rules": [hit.text for hit in found]}
