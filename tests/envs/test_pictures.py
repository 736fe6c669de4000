"""The pictures of both games: every position can be drawn, and shows only what its viewer may know."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

import piazzetta
from piazzetta.games.base import OPEN, SPECTATOR
from piazzetta.kernel import INTERPRETED
from tests.tiers import tier


def positions(match: piazzetta.Match, seed: int, every: int) -> Iterator[piazzetta.Match]:
    """Random play to the end, stopping now and then."""
    rng = random.Random(seed)
    yield match
    number = 0
    while not match.over:
        match.play(rng.choice(match.legal_moves.actions))
        number += 1
        if number % every == 0 or match.over:
            yield match


def words(match: piazzetta.Match, view: dict[str, Any]) -> str:
    """The picture's text, parsed as XML."""
    svg = match.setting.game.svg(match.setting.components, view)
    root = ElementTree.fromstring(svg)
    assert float(root.attrib["width"]) > 0
    return " ".join(text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text"))


@pytest.mark.parametrize("game", ["portobello", "viaggiatore"])
def test_players_are_called_by_their_names(game: str) -> None:
    """Seats without a known name go by their colours."""
    match = piazzetta.game(game, players=3).start(seed=1)
    names = ["Ada & Ben", "Ermenegilda of Norland"]
    svg = match.setting.game.svg(match.setting.components, match.view(SPECTATOR), names)
    text = " ".join(ElementTree.fromstring(svg).itertext())
    assert "Ada & Ben" in text
    assert "Ermenegilda o…" in text
    assert "Green" in text


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2, "rules": {"clients": "queue"}},
        {"players": 3, "edition": "it"},
        {"players": 4, "edition": "es", "rules": {"clients": "house"}},
    ],
)
def test_portobello(options: dict[str, Any]) -> None:
    setting = piazzetta.game("portobello", **options)
    for match in positions(setting.start(seed=1), 1, 90 if INTERPRETED else tier(30, 9)):
        text = words(match, match.view(SPECTATOR))
        assert "Portobello Market" in text
        assert all(str(score) in text.split() for score in match.scores)
        assert ("wins" in text) == match.over
    waiting = piazzetta.Match(setting)  # nobody deals: before the first draw
    assert "Portobello Market" in words(waiting, waiting.view(SPECTATOR))


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (5, 3)])
def test_viaggiatore(players: int, seed: int) -> None:
    setting = piazzetta.game("viaggiatore", players=players)
    waiting = piazzetta.Match(setting)
    assert "the cards are dealt" in words(waiting, waiting.view(OPEN))
    for match in positions(setting.start(seed=seed), seed, 130 if INTERPRETED else tier(40, 13)):
        everything = words(match, match.view(OPEN))
        assert "Viaggiatore" in everything
        assert everything.count("/ 5") == players
        for viewer in (0, SPECTATOR):
            view = match.view(viewer)
            text = words(match, view)
            shown = set(map(int, re.findall(r"no\. (\d+)", text)))
            for other, seat in enumerate(match.view(OPEN)["seats"]):
                hidden = set(seat["hand"]) - set(seat["known"])
                assert other == viewer or not hidden & shown
        if match.over:
            assert "the game is over" in everything


def test_each_phase_of_viaggiatore_has_its_words() -> None:
    setting = piazzetta.game("viaggiatore", players=3)
    view = setting.start(seed=1).view(OPEN)
    for phase in ("bidding", "carrying", "travelling", "riding", "shopping", "drawing", "loading"):
        view |= {"phase": phase, "ticket": "train" if phase == "riding" else None}
        assert "Red" in words(setting.start(seed=1), view)
    lot = {"seat": 0, "card": 3, "carrier": None, "vehicle": None, "face_down": True}
    view["lots"] = [lot] + [lot | {"carrier": 4, "vehicle": "ship", "face_down": False}] * 10
    view["seats"][1] |= {"has_bid": True, "bid": "bluff"}
    view["seats"][2] |= {"has_bid": True, "bid": None}
    text = words(setting.start(seed=1), view)
    assert "and 3 more" in text
    assert "bluffs" in text
    assert "bid laid" in text
