"""A change of the kernels that alters what is legal or who wins needs a new version of the rules.

``python -m tests.games.test_rules_version`` writes the file again, for a version that is new.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import piazzetta
from piazzetta import Setting
from piazzetta.games.registry import NAMES, find_game

FILE = Path(__file__).with_name("rules_versions.json")


def settings(name: str) -> Iterator[tuple[str, Setting]]:
    """Every edition for every number of players, and every choice of every rule once."""
    game = find_game(name)
    for edition in game.editions:
        for players in game.seats:
            yield f"{edition} {players}", piazzetta.game(name, edition=edition, players=players)
    for switch, rule in game.switches.items():
        choices = rule.choices if not isinstance(rule.choices, range) else (rule.choices[0], rule.choices[-1])
        for choice in choices:
            yield f"{switch} {choice}", piazzetta.game(name, players=3, rules={switch: choice})


def digest(setting: Setting) -> str:
    """What is legal at each move of a game played by chance, and how it ends."""
    seen = hashlib.sha256()
    match = setting.of_game(5).start(seed=5)
    turn = 0
    while not match.over:
        moves = list(match.legal_moves)
        seen.update(f"{match.mover} {moves} {match.scores}\n".encode())
        turn += 1
        match.play(moves[turn * 7919 % len(moves)])
    seen.update(f"{match.scores} {match.winners}".encode())
    return seen.hexdigest()[:16]


def digests(name: str, version: int) -> dict[str, str]:
    return {key: digest(replace(one, version=version)) for key, one in settings(name)}


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", NAMES)
def test_the_rules_are_those_of_their_version(name: str) -> None:
    known = json.loads(FILE.read_text())[name]
    for version in find_game(name).rules_versions:
        found = digests(name, version)
        changed = [key for key, one in known[str(version)].items() if found.get(key) != one]
        assert not changed, f"version {version} of the rules plays differently: carry it and add a version (engine.md)"


if __name__ == "__main__":
    old = json.loads(FILE.read_text()) if FILE.exists() else {}
    for name in NAMES:
        for version in find_game(name).rules_versions:
            old.setdefault(name, {}).setdefault(str(version), digests(name, version))
    FILE.write_text(json.dumps(old, indent=1) + "\n")
