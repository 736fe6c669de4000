"""Every window people own: nothing is cut off, too small, covered or out of reach, and a low window belongs to the map.

Pages are resized and not loaded again, so this also shows that turning a tablet works."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from playwright.sync_api import Browser

from tests.page.people.visitor import Visitor
from tests.page.scenes import SCENES
from tests.page.scenes.scene import Scene, Set, Tables
from tests.page.test_screens import LANGUAGES
from tests.page.windows.windows import PLACE, Window, faults, look, visitors
from tests.server.tools import ServerProcess
from tests.tiers import long_only, tier

pytestmark = pytest.mark.compiled_only

#: In the short tier only the tables with most players.
NAMES: tuple[str, ...] = ("front", "portobello-4", "portobello-end", "viaggiatore-6")
NAMES += tier(
    (),
    (
        *("viaggiatore-end-6", "portobello-after", "viaggiatore-replay"),
        *("portobello-2", "viaggiatore-2", "portobello-replay"),
    ),
)
#: The languages with the longest and the shortest words.
LONGEST_AND_SHORTEST = ("de", "en")
#: Where the lowest button lies that starts a game.
LOWEST = "Math.max(...[...document.querySelectorAll('[data-play]')].map((one) => one.getBoundingClientRect().bottom))"


@pytest.fixture(scope="module")
def people(browser: Browser, server: ServerProcess) -> Iterator[list[Visitor]]:
    people = visitors(browser, server.base)
    yield people
    for person in people:
        person.leave()


def languages(scene: Scene, window: Window) -> tuple[str, ...]:
    """All five in the long tier; in the short one the longest words, and through two windows another language too."""
    if window.name not in ("phone lying down", "laptop"):
        return tier(("de",), LANGUAGES)
    return tier(("de", LANGUAGES[NAMES.index(scene.name) % 3]), LANGUAGES)


@pytest.mark.parametrize("scene", [scene for scene in SCENES if scene.name in NAMES], ids=lambda scene: scene.name)
def test_a_screen_fits_every_window(people: list[Visitor], tables: Tables, scene: Scene) -> None:
    stage = Set(tables, scene)
    wrong: list[str] = []
    for person in people:
        for window in look(person, stage):
            wrong += faults(person, window, languages(scene, window))
            if scene.name == "front" and "laptop" in window.name and person.page.evaluate(LOWEST) > window.height:
                wrong.append(f"{window.name}: a game starts below the fold")
    assert not wrong, "\n".join(wrong)


@long_only  # the same bar lies below a replay, one of the screens
def test_looking_back_fits_every_window(people: list[Visitor], tables: Tables) -> None:
    """By somebody who took the seat on another device: the table's secret link is all they have."""
    wrong: list[str] = []
    for person in people:
        stage = Set(tables, next(scene for scene in SCENES if scene.name == "portobello-4"))
        for number, window in enumerate(look(person, stage)):
            if number == 0:
                person.pressed = True
                person.page.keyboard.press("b")
            person.page.wait_for_selector(".look .slider")
            wrong += faults(person, window, ("de",))
    assert not wrong, "\n".join(wrong)


def test_the_map_stays_where_it_is(people: list[Visitor], tables: Tables) -> None:
    """Neither a longer sentence nor another language moves it; in the short tier seen through the smallest windows."""
    stage = Set(tables, next(scene for scene in SCENES if scene.name == "portobello-4"))
    for person in people:
        for window in islice(look(person, stage), tier(1, None)):
            places = {}
            for language in LONGEST_AND_SHORTEST:
                person.flaws_in([language], r"\b\B")
                person.page.wait_for_selector(".holder")
                places[language] = person.page.evaluate(PLACE)
                person.page.keyboard.press("e")
                person.page.wait_for_selector(".refused")
                places[f"{language}, refused"] = person.page.evaluate(PLACE)
                person.page.keyboard.press("Escape")
            assert len({tuple(place) for place in places.values()}) == 1, (window.name, places)
