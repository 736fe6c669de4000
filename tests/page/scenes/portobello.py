"""Screens of Portobello Market."""

from __future__ import annotations

from typing import Any

from tests.page.scenes.components import other_map
from tests.page.scenes.moments import brings, doing, offers, phase
from tests.page.scenes.presses import analyse, click, hint, hover, key, lose, open_rail, role, write_chat
from tests.page.scenes.scene import Scene

PORTOBELLO: dict[str, Any] = {"game": "portobello", "see": ".map"}

SCENES = [
    Scene("portobello-setting", **PORTOBELLO, players=3, moment=phase("setting")),
    Scene("portobello-picking", **PORTOBELLO, players=2, moment=offers("tile", 24, 2)),
    Scene("portobello-2", **PORTOBELLO, players=2, moment=offers("draw", 16)),
    Scene("portobello-3", **PORTOBELLO, players=3, moment=offers("build", 24, 4)),
    Scene("portobello-4", **PORTOBELLO, players=4, moment=offers("build", 36, 3)),
    Scene("portobello-others", **PORTOBELLO, players=4, moment=offers("build", 30, 2), seat=1),
    Scene(
        "portobello-preview",
        **PORTOBELLO,
        players=4,
        moment=brings("alley_scored", 34),
        press=hover(".map [data-move^=build]"),
    ),
    Scene(
        "portobello-bobby",
        **PORTOBELLO,
        players=4,
        moment=offers("bobby", 34, 2),
        press=hover(".map [data-move^=bobby]"),
    ),
    Scene("portobello-client", **PORTOBELLO, players=4, moment=phase("placing", 8)),
    Scene(
        "portobello-client-preview",
        **PORTOBELLO,
        players=4,
        moment=phase("placing", 12),
        press=hover(".map [data-move^=place]"),
    ),
    Scene("portobello-marking", **PORTOBELLO, players=4, moment=offers("mark", 20, 4), press=click(".act.mark")),
    Scene(
        "portobello-refused",
        **PORTOBELLO,
        players=3,
        moment=offers("build", 16, 2),
        press=lambda visitor: visitor.page.click(".btn.end", force=True),
    ),
    *(
        Scene(
            f"portobello-{name}",
            **PORTOBELLO,
            players=4,
            moment=brings(event, after),
            happen=doing(event),
            shows=".scored",
            seat=1,
        )
        for name, event, after in (("scoring", "alley_scored", 30), ("marked", "district_marked", 24))
    ),
    Scene("portobello-hint", **PORTOBELLO, players=4, moment=offers("build", 20, 2), press=hint),
    Scene("portobello-lost", **PORTOBELLO, players=4, moment=offers("build", 30), press=lose),
    Scene("portobello-list", **PORTOBELLO, players=4, moment=offers("build", 30, 3), press=key("l")),
    Scene("portobello-rules", **PORTOBELLO, players=3, moment=offers("build", 20), press=role("i-rules")),
    Scene("portobello-chat", **PORTOBELLO, players=4, moment=offers("build", 20), press=write_chat),
    Scene(
        "portobello-log",
        **PORTOBELLO,
        players=4,
        moment=offers("build", 28),
        press=lambda visitor: open_rail(visitor, "log"),
    ),
    Scene(
        "portobello-row",
        **PORTOBELLO,
        players=3,
        moment=offers("draw", 10),
        wish=lambda: {"rules": {"clients": "queue"}},
    ),
    Scene(
        "portobello-house",
        **PORTOBELLO,
        players=3,
        moment=offers("build", 10),
        wish=lambda: {"rules": {"clients": "house"}},
    ),
    Scene("portobello-lord", **PORTOBELLO, players=3, moment=offers("lord"), wish=lambda: {"edition": "it"}),
    Scene("portobello-map", **PORTOBELLO, players=3, moment=offers("build", 16), wish=lambda: {"board": other_map()}),
    Scene("portobello-end", **PORTOBELLO | {"see": "main.end"}, players=4),
    Scene("portobello-end-2", **PORTOBELLO | {"see": "main.end"}, players=2),
    Scene("portobello-analysis", **PORTOBELLO | {"see": "main.end"}, players=2, press=analyse),
    Scene(
        "portobello-clock",
        **PORTOBELLO,
        players=3,
        moment=offers("build", 6, 2),
        wish=lambda: {"options": {"clock": 3600}},
    ),
    Scene("portobello-replay", **PORTOBELLO | {"see": ".controls"}, players=4, path="/replay/{id}?at=70"),
]
