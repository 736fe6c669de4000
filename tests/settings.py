"""Every way to set up a table, for tests that cover all of them."""

from __future__ import annotations

from collections.abc import Iterator

import piazzetta
from piazzetta import Setting
from piazzetta.games.registry import NAMES, find_game
from tests.tiers import covering
from tests.viaggiatore.decks import odd_deck

#: Switches beyond the editions: the variants and house rules.
EXTRA_RULES: dict[str, list[dict[str, object]]] = {
    "portobello": [{}, {"clients": "queue", "credit": "granted"}, {"clients": "house", "scoring": "end of turn"}],
    "viaggiatore": [
        {},
        {"bonus": "first"},
        {"ending": "round", "in_city": "must bid"},
        {"target": 8, "ending": "round", "bonus": "first"},
    ],
}


def editions() -> Iterator[tuple[str, str, int]]:
    """Each game, edition and number of players."""
    for name in NAMES:
        game = find_game(name)
        for edition in game.editions:
            for players in game.seats:
                yield name, edition, players


def all_settings() -> Iterator[Setting]:
    """Each game, edition, variant and number of players, starters in turn; and decks outside our own limits."""
    for number, (name, edition, players) in enumerate(editions()):
        for rules in EXTRA_RULES[name]:
            yield piazzetta.game(name, edition=edition, players=players, rules=rules, starter=number % players)
        if name == "viaggiatore":
            yield piazzetta.game(name, edition=edition, players=players, deck=odd_deck(96 if players % 2 else 60))


def some_settings(turn: int = 0) -> list[Setting]:
    """All of them in the long tier; in the short one each edition, number of players and variant of each game."""
    return covering(all_settings(), _values, turn)


def _values(setting: Setting) -> list[str]:
    name, own = setting.game.name, setting.components is setting.game.default_components()
    printed = setting.game.editions[setting.edition]
    variant = {switch: value for switch, value in setting.rules.items() if value != printed[switch]}
    return [f"{name} {setting.edition}", f"{name} {setting.players}", f"{name} {variant} {own}"]


def label(setting: Setting) -> str:
    changed = [f"{key}={value}" for key, value in setting.rules.items()]
    other = "" if setting.components is setting.game.default_components() else "-odd"
    return f"{setting.game.name}-{setting.edition}-{setting.players}-{'-'.join(changed)}{other}"
