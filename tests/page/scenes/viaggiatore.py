"""Screens of Il Commercio Viaggiatore."""

from __future__ import annotations

from typing import Any

from tests.page.scenes.components import other_deck
from tests.page.scenes.moments import arrival, arrive_and_sell, bids_equal, brings, doing, offers, phase
from tests.page.scenes.presses import analyse, click, hint, lose, open_rail, role, write_chat
from tests.page.scenes.scene import Scene

VIAGGIATORE: dict[str, Any] = {"game": "viaggiatore", "see": ".hand, .curtain"}

SCENES = [
    Scene("viaggiatore-calling", **VIAGGIATORE, players=4, moment=offers("auction", 9)),
    Scene("viaggiatore-2", **VIAGGIATORE, players=2, moment=phase("bidding", 11)),
    Scene("viaggiatore-3", **VIAGGIATORE, players=3, moment=phase("bidding", 11)),
    Scene("viaggiatore-4", **VIAGGIATORE, players=4, moment=phase("bidding", 14)),
    Scene("viaggiatore-5", **VIAGGIATORE, players=5, moment=phase("bidding", 14)),
    Scene("viaggiatore-6", **VIAGGIATORE, players=6, moment=phase("bidding", 18)),
    Scene("viaggiatore-sealed", **VIAGGIATORE, players=4, moment=lambda sight: len(sight["awaited"]) == 2, seat=2),
    Scene(
        "viaggiatore-reveal",
        **VIAGGIATORE,
        players=4,
        moment=bids_equal,
        seat=1,
        happen=lambda company: company.others([]),
        shows=".stamp",
    ),
    Scene("viaggiatore-carrying", **VIAGGIATORE, players=4, moment=phase("carrying", 9)),
    Scene("viaggiatore-side", **VIAGGIATORE, players=4, moment=phase("carrying", 9), press=click(".hand .can .press")),
    Scene("viaggiatore-travelling", **VIAGGIATORE, players=4, moment=offers("travel", 9)),
    Scene(
        "viaggiatore-journey",
        **VIAGGIATORE,
        players=4,
        moment=brings("travelled", 9),
        happen=doing("travelled"),
        shows=".legs",
        seat=1,
    ),
    Scene("viaggiatore-riding", **VIAGGIATORE, players=4, moment=phase("riding", 5)),
    Scene(
        "viaggiatore-sale",
        **VIAGGIATORE,
        players=4,
        moment=lambda sight: arrival(sight) is not None,
        happen=arrive_and_sell,
        shows=".sale",
    ),
    Scene("viaggiatore-loading", **VIAGGIATORE, players=4, moment=phase("loading")),
    Scene("viaggiatore-hint", **VIAGGIATORE, players=4, moment=phase("bidding", 6), press=hint),
    Scene("viaggiatore-lost", **VIAGGIATORE, players=4, moment=offers("auction", 6), press=lose),
    Scene(
        "viaggiatore-log",
        **VIAGGIATORE,
        players=4,
        moment=offers("auction", 9),
        press=lambda visitor: open_rail(visitor, "log"),
    ),
    Scene("viaggiatore-chat", **VIAGGIATORE, players=4, moment=offers("auction", 9), press=write_chat),
    Scene("viaggiatore-rules", **VIAGGIATORE, players=4, moment=offers("auction", 5), press=role("i-rules")),
    Scene(
        "viaggiatore-deck", **VIAGGIATORE, players=3, moment=phase("bidding", 8), wish=lambda: {"deck": other_deck()}
    ),
    Scene("viaggiatore-end", **VIAGGIATORE | {"see": "main.end"}, players=4),
    Scene("viaggiatore-end-6", **VIAGGIATORE | {"see": "main.end"}, players=6, wish=lambda: {"rules": {"target": 2}}),
    Scene(
        "viaggiatore-analysis",
        **VIAGGIATORE | {"see": "main.end"},
        players=3,
        wish=lambda: {"rules": {"target": 2}},
        press=analyse,
    ),
    Scene(
        "viaggiatore-clock",
        **VIAGGIATORE,
        players=4,
        moment=phase("bidding", 5),
        wish=lambda: {"options": {"clock": 3600}},
    ),
    Scene("viaggiatore-replay", **VIAGGIATORE | {"see": ".controls"}, players=4, path="/replay/{id}?at=90"),
]
