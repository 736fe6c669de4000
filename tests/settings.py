"""Every way a table can be set up, for tests that go through all of them."""

from __future__ import annotations

from collections.abc import Iterator

import piazzetta
from piazzetta import Setting
from piazzetta.games.registry import NAMES, find_game

#: Switches beyond the editions: the variants and house rules.
EXTRA_RULES: dict[str, list[dict[str, object]]] = {
    "portobello": [{}, {"clients": "queue"}, {"clients": "house"}],
    "viaggiatore": [{}, {"bonus": "first"}, {"ending": "round"}, {"target": 8, "ending": "round", "bonus": "first"}],
}


def editions() -> Iterator[tuple[str, str, int]]:
    """Each game, edition and number of players."""
    for name in NAMES:
        game = find_game(name)
        for edition in game.editions:
            for players in game.seats:
                yield name, edition, players


def all_settings() -> Iterator[Setting]:
    """Each game, edition, variant and number of players; starters in turn."""
    for number, (name, edition, players) in enumerate(editions()):
        for rules in EXTRA_RULES[name]:
            yield piazzetta.game(name, edition=edition, players=players, rules=rules, starter=number % players)


def label(setting: Setting) -> str:
    changed = [f"{key}={value}" for key, value in setting.rules.items()]
    return f"{setting.game.name}-{setting.edition}-{setting.players}-{'-'.join(changed)}"
