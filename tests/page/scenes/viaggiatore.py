"""Screens of Il Commercio Viaggiatore."""

from __future__ import annotations

from typing import Any

from tests.page.scenes.components import other_deck
from tests.page.scenes.moments import arrival, arrive_and_sell, bids_equal, offers, on_the_way, phase, set_out
from tests.page.scenes.presses import (
    analyse,
    back_to_the_table,
    click,
    hint,
    lose,
    open_rail,
    rules,
    set_up_position,
    write_chat,
)
from tests.page.scenes.scene import Scene

VIAGGIATORE: dict[str, Any] = {"game": "viaggiatore", "see": ".hand, .curtain"}

SCENES = [
    Scene("viaggiatore-calling", alike=True, **VIAGGIATORE, players=4, turn=9, moment=offers("auction")),
    Scene("viaggiatore-2", alike=True, **VIAGGIATORE, players=2, turn=11, moment=phase("bidding")),
    Scene("viaggiatore-3", alike=True, **VIAGGIATORE, players=3, turn=11, moment=phase("bidding")),
    Scene("viaggiatore-4", alike=True, **VIAGGIATORE, players=4, turn=14, moment=phase("bidding")),
    Scene("viaggiatore-5", alike=True, **VIAGGIATORE, players=5, turn=14, moment=phase("bidding")),
    Scene("viaggiatore-6", **VIAGGIATORE, players=6, turn=18, moment=phase("bidding")),
    Scene(
        "viaggiatore-sealed",
        alike=True,
        **VIAGGIATORE,
        players=4,
        moment=lambda sight: len(sight["awaited"]) == 2,
        seat=2,
    ),
    Scene(
        "viaggiatore-reveal",
        **VIAGGIATORE,
        players=4,
        turn=8,
        moment=bids_equal,
        seat=1,
        happen=lambda company: company.others([], most=1),  # the last bid
        shows=".stamp",
    ),
    Scene("viaggiatore-carrying", alike=True, **VIAGGIATORE, players=4, turn=9, moment=phase("carrying")),
    Scene(
        "viaggiatore-side",
        alike=True,
        **VIAGGIATORE,
        players=4,
        turn=9,
        moment=phase("carrying"),
        press=click(".hand .can .press"),
    ),
    Scene("viaggiatore-travelling", alike=True, **VIAGGIATORE, players=4, turn=9, moment=offers("travel")),
    Scene(
        "viaggiatore-journey",
        alike=True,
        **VIAGGIATORE,
        players=4,
        turn=9,
        moment=lambda sight: on_the_way(sight) is not None,
        happen=set_out,
        shows=".legs",
        seat=1,
    ),
    Scene("viaggiatore-riding", alike=True, **VIAGGIATORE, players=4, turn=5, moment=phase("riding")),
    Scene(
        "viaggiatore-sale",
        alike=True,
        **VIAGGIATORE,
        players=4,
        moment=lambda sight: arrival(sight) is not None,
        happen=arrive_and_sell,
        shows=".sale",
    ),
    Scene("viaggiatore-loading", alike=True, **VIAGGIATORE, players=4, moment=phase("loading")),
    Scene("viaggiatore-hint", **VIAGGIATORE, players=4, turn=6, moment=phase("bidding"), press=hint),
    Scene("viaggiatore-lost", alike=True, **VIAGGIATORE, players=4, turn=6, moment=offers("auction"), press=lose),
    Scene(
        "viaggiatore-log",
        alike=True,
        **VIAGGIATORE,
        players=4,
        turn=9,
        moment=offers("auction"),
        press=lambda visitor: open_rail(visitor, "log"),
    ),
    Scene("viaggiatore-chat", alike=True, **VIAGGIATORE, players=4, turn=9, moment=offers("auction"), press=write_chat),
    Scene(
        "viaggiatore-rules",
        alike=True,
        **VIAGGIATORE,
        players=4,
        turn=5,
        moment=offers("auction"),
        press=rules,
    ),
    Scene(
        "viaggiatore-deck",
        alike=True,
        **VIAGGIATORE,
        players=3,
        turn=8,
        moment=phase("bidding"),
        wish=lambda: {"deck": other_deck()},
    ),
    Scene("viaggiatore-end", **VIAGGIATORE | {"see": "main.end"}, players=4),
    Scene("viaggiatore-after", alike=True, **VIAGGIATORE | {"see": "main.end"}, players=4, press=back_to_the_table),
    Scene(
        "viaggiatore-end-6",
        alike=True,
        **VIAGGIATORE | {"see": "main.end"},
        players=6,
        wish=lambda: {"rules": {"target": 2}},
    ),
    Scene(
        "viaggiatore-analysis",
        alike=True,
        **VIAGGIATORE | {"see": "main.end"},
        players=3,
        wish=lambda: {"rules": {"target": 2}},
        press=analyse,
    ),
    Scene(
        "viaggiatore-clock",
        alike=True,
        **VIAGGIATORE,
        players=4,
        turn=5,
        moment=phase("bidding"),
        wish=lambda: {"options": {"bank": 864_000, "increment": 86_400}},
    ),
    Scene("viaggiatore-replay", **VIAGGIATORE | {"see": ".controls"}, players=4, path="/replay/{id}?at=90"),
    Scene(
        "viaggiatore-position",
        **VIAGGIATORE | {"see": ".controls .acts"},
        players=4,
        path="/study?game={id}&at=90",
        press=set_up_position,
    ),
    Scene("viaggiatore-study", **VIAGGIATORE | {"see": ".controls .acts"}, players=4, path="/study?game={id}&at=90"),
]
