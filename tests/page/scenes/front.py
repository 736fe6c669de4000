"""Screens that need no game in progress: the front page, its dialogs, the lessons."""

from __future__ import annotations

from tests.page.scenes.insights import insights
from tests.page.scenes.mistakes import moments, opens_puzzle
from tests.page.scenes.presses import (
    all_maps,
    click,
    desk,
    faulty,
    hotseat,
    invite,
    make_table,
    served,
    setup,
    tour,
    upload,
    wait_there,
    warm,
    weigh,
    with_tiles,
)
from tests.page.scenes.scene import Scene

SCENES = [
    Scene("front", see="[data-play=viaggiatore]", press=with_tiles),
    Scene("front-switches", alike=True, see="[data-play=viaggiatore]", press=setup),
    Scene("front-maps", alike=True, see="[data-play=viaggiatore]", press=all_maps),
    Scene("front-menu", alike=True, see="[data-play=viaggiatore]", press=click("header .site-menu")),
    Scene("front-waiting", alike=True, see="[data-play=viaggiatore]", press=click("header .bell")),
    Scene("learn", path="/learn", see="[data-learn=viaggiatore]"),
    Scene("puzzles", path="/puzzles", see=".today .board svg"),
    Scene("puzzle", path="/puzzles/portobello", see="[data-theme-of=any]", press=opens_puzzle),
    Scene("moments-none", path="/moments", see="main h2"),
    Scene("moments-portobello", path="/moments", see="main", press=moments("portobello")),
    Scene("moments-viaggiatore", alike=True, path="/moments", see="main", press=moments("viaggiatore")),
    Scene("insights-none", alike=True, path="/insights", see="main h2"),
    Scene("insights", path="/my-games", see="#own-name", press=insights),
    Scene("front-invite", see="[data-play=viaggiatore]", press=invite),
    Scene("front-links", alike=True, see="[data-play=viaggiatore]", press=make_table),
    Scene("waiting-room", see="[data-play=viaggiatore]", press=wait_there),
    Scene("rulebook-portobello", path="/rules/portobello?clause=6.2", see=".booklet .asked"),
    Scene("rulebook-viaggiatore", path="/rules/viaggiatore", see=".booklet"),
    Scene("workshop", path="/workshop", see=".templates", press=served),
    Scene("workshop-map", path="/workshop/portobello?design=leather-lane", see="[data-verdict=true]", press=faulty),
    Scene(
        "workshop-judge",
        path="/workshop/portobello?design=leather-lane",
        see="[data-seat='1']",
        press=warm,
    ),
    Scene("workshop-deck", path="/workshop/viaggiatore?design=fiera", see="[data-seat='1']", press=weigh),
    Scene("desk-guest", path="/my-games", see="#own-name"),
    Scene("desk-games", path="/my-games", see="#own-name", press=desk("games")),
    Scene("desk-numbers", path="/my-games", see="#own-name", press=desk("numbers")),
    Scene("desk-me", path="/my-games", see="#own-name", press=desk("me")),
    Scene("about", path="/about", see="details"),
    Scene("replay-open", path="/replay"),
    Scene("replay-file", path="/replay", press=upload),
    Scene("no-table", path="/t/nowhere"),
    Scene("portobello-tour", see="[data-play=viaggiatore]", press=tour("portobello")),
    Scene("viaggiatore-tour", see="[data-play=viaggiatore]", press=tour("viaggiatore")),
    Scene("viaggiatore-hotseat", see="[data-play=viaggiatore]", press=hotseat),
    Scene("explorer", path="/explore/portobello?players=4&edition=de&move=bobby+D5&move=tile+4", see="[data-explored]"),
    Scene("explorer-cards", path="/explore/viaggiatore?players=4&move=auction", see="[data-explored]"),
]
