"""Screens of Portobello Market."""

from __future__ import annotations

from typing import Any

from tests.page.scenes.components import other_map
from tests.page.scenes.moments import brings, doing, offers, phase
from tests.page.scenes.presses import (
    analyse,
    back_to_the_table,
    click,
    end_too_early,
    hint,
    hover,
    lose,
    map_as_list,
    open_rail,
    plan_turn,
    rules,
    set_up_position,
    write_chat,
)
from tests.page.scenes.scene import Scene

PORTOBELLO: dict[str, Any] = {"game": "portobello", "see": ".map"}


def over_days() -> dict[str, Any]:
    return {"options": {"clock": 86400}}


SCENES = [
    Scene("portobello-setting", **PORTOBELLO, players=3, moment=phase("setting")),
    Scene("portobello-picking", alike=True, **PORTOBELLO, players=2, turn=24, moment=offers("tile", 2)),
    Scene("portobello-2", alike=True, **PORTOBELLO, players=2, turn=16, moment=offers("draw")),
    Scene("portobello-3", alike=True, **PORTOBELLO, players=3, turn=24, moment=offers("build", 4)),
    Scene("portobello-4", alike=True, **PORTOBELLO, players=4, turn=36, moment=offers("build", 3)),
    Scene("portobello-others", alike=True, **PORTOBELLO, players=4, turn=30, moment=offers("build", 2), seat=1),
    Scene(
        "portobello-plan",
        **PORTOBELLO,
        players=3,
        turn=6,
        wish=over_days,
        moment=offers("build", 2),
        seat=1,
        press=plan_turn,
    ),
    Scene(
        "portobello-preview",
        **PORTOBELLO,
        players=4,
        turn=34,
        moment=brings("alley_scored"),
        press=hover(".map [data-move^=build]"),
    ),
    Scene(
        "portobello-bobby",
        alike=True,
        **PORTOBELLO,
        players=4,
        turn=34,
        moment=offers("bobby", 2),
        press=hover(".map [data-move^=bobby]"),
    ),
    Scene("portobello-client", **PORTOBELLO, players=4, turn=8, moment=phase("placing")),
    Scene(
        "portobello-client-preview",
        alike=True,
        **PORTOBELLO,
        players=4,
        turn=12,
        moment=phase("placing"),
        press=hover(".map [data-move^=place]"),
    ),
    Scene(
        "portobello-marking",
        alike=True,
        **PORTOBELLO,
        players=4,
        turn=20,
        moment=offers("mark", 4),
        press=click(".act.mark"),
    ),
    Scene(
        "portobello-refused",
        **PORTOBELLO,
        players=3,
        turn=16,
        moment=offers("build", 2),
        press=end_too_early,
    ),
    Scene(
        "portobello-scoring",
        **PORTOBELLO,
        players=4,
        turn=30,
        moment=brings("alley_scored"),
        happen=doing("alley_scored"),
        shows=".scored",
        seat=1,
    ),
    Scene(
        "portobello-marked",
        alike=True,
        **PORTOBELLO,
        players=4,
        turn=24,
        moment=brings("district_marked"),
        happen=doing("district_marked"),
        shows=".scored",
        seat=1,
    ),
    Scene("portobello-hint", **PORTOBELLO, players=4, turn=20, moment=offers("build", 2), press=hint),
    Scene("portobello-lost", alike=True, **PORTOBELLO, players=4, turn=30, moment=offers("build"), press=lose),
    Scene("portobello-list", **PORTOBELLO, players=4, turn=30, moment=offers("build", 3), press=map_as_list),
    Scene("portobello-rules", alike=True, **PORTOBELLO, players=3, turn=20, moment=offers("build"), press=rules),
    Scene("portobello-chat", **PORTOBELLO, players=4, turn=20, moment=offers("build"), press=write_chat),
    Scene(
        "portobello-log",
        alike=True,
        **PORTOBELLO,
        players=4,
        turn=28,
        moment=offers("build"),
        press=lambda visitor: open_rail(visitor, "log"),
    ),
    Scene(
        "portobello-row",
        alike=True,
        **PORTOBELLO,
        players=3,
        turn=10,
        moment=offers("draw"),
        wish=lambda: {"rules": {"clients": "queue"}},
    ),
    Scene(
        "portobello-house",
        alike=True,
        **PORTOBELLO,
        players=3,
        turn=10,
        moment=offers("build"),
        wish=lambda: {"rules": {"clients": "house"}},
    ),
    Scene(
        "portobello-lord", alike=True, **PORTOBELLO, players=3, moment=offers("lord"), wish=lambda: {"edition": "it"}
    ),
    Scene(
        "portobello-map", **PORTOBELLO, players=3, turn=16, moment=offers("build"), wish=lambda: {"board": other_map()}
    ),
    Scene("portobello-end", **PORTOBELLO | {"see": "main.end"}, players=4),
    Scene("portobello-end-2", alike=True, **PORTOBELLO | {"see": "main.end"}, players=2),
    Scene("portobello-after", alike=True, **PORTOBELLO | {"see": "main.end"}, players=4, press=back_to_the_table),
    Scene("portobello-analysis", **PORTOBELLO | {"see": "main.end"}, players=2, press=analyse),
    Scene(
        "portobello-clock",
        alike=True,
        **PORTOBELLO,
        players=3,
        turn=6,
        moment=offers("build", 2),
        wish=lambda: {"options": {"clock": 3600}},
    ),
    Scene("portobello-replay", **PORTOBELLO | {"see": ".controls"}, players=4, path="/replay/{id}?at=70"),
    Scene(
        "portobello-position",
        **PORTOBELLO | {"see": ".controls .acts"},
        players=4,
        path="/study?game={id}&at=70",
        press=set_up_position,
    ),
    Scene("portobello-study", **PORTOBELLO | {"see": ".controls .acts"}, players=4, path="/study?game={id}&at=70"),
]
