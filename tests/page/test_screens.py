"""Every screen is for everyone: in five languages, on desktop and phone, nothing is missing, cut off, or too small to
read or press; in both themes axe-core finds no fault. ``docs/testing.md`` says what is checked where."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.page.people.visitor import Visitor
from tests.page.scenes import SCENES
from tests.page.scenes.scene import Scene, Set, Tables
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only

LANGUAGES = ("it", "es", "fr", "de", "en")
#: Scenes whose words also appear in another scene: checked in the language with the longest words, then English again.
LONGEST = ("de", "en")
#: An untranslated key.
KEY = r"\b(?:portobello|viaggiatore|viaggiatore-table|front|bar|end|list|invite|waiting)\.[a-z_]+\b"

Come = Callable[[Scene], list[Visitor]]


@pytest.fixture(scope="module")
def regulars(browser: Browser, server: ServerProcess) -> Iterator[list[Visitor]]:
    """One at a desktop and one with a phone, who look at one scene after the other."""
    people = [Visitor(browser, server.base), Visitor(browser, server.base, phone=True)]
    yield people
    for person in people:
        person.context.close()


@pytest.fixture
def come(browser: Browser, server: ServerProcess, regulars: list[Visitor]) -> Iterator[Come]:
    """The visitors who look at a scene; where time has to stand still, two others with their own clocks."""
    people: list[Visitor] = []

    def come(scene: Scene) -> list[Visitor]:
        people.extend(
            [Visitor(browser, server.base, phone=phone) for phone in (False, True)] if scene.happen else regulars
        )
        return people

    yield come
    trouble = [one for person in people for one in person.trouble]
    for person in people:
        person.trouble.clear()
        if person not in regulars:
            person.context.close()
    assert not trouble, trouble


@pytest.mark.parametrize("scene", sorted(SCENES, key=operator.attrgetter("order")), ids=lambda scene: scene.name)
def test_a_screen_is_for_everyone(come: Come, tables: Tables, scene: Scene) -> None:
    stage = Set(tables, scene)
    people = come(scene)
    for person in people:
        if scene.happen:
            person.page.clock.install()
        stage.enter(person)
        if scene.happen:
            person.stop_time()
    stage.happen()
    wrong: list[str] = []
    for person in people:
        if scene.happen:
            person.let_time_pass(scene.shows)
        where = "phone" if person.phone else "desk"
        wrong += [f"{where}, {flaw}" for flaw in person.flaws_in(LONGEST if scene.alike else LANGUAGES, KEY)]
        if person.phone and scene.alike:
            continue
        wrong += [f"{where}: {violation}" for violation in person.violations()]
        if not (person.phone or scene.alike):
            person.page.evaluate("document.documentElement.dataset.theme = 'dark'")
            wrong += [f"by night: {violation}" for violation in person.violations("color-contrast")]
            person.page.evaluate("document.documentElement.dataset.theme = 'light'")
    assert not wrong, "\n".join(wrong)
