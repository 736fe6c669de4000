"""Every screen is for everyone: in both themes nothing axe-core objects to; in five languages, on the desk and on the
phone, nothing missing, cut off, too small to read or to press."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.page.people.visitor import Visitor
from tests.page.scenes import SCENES
from tests.page.scenes.scene import Scene, Set
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

LANGUAGES = ("it", "es", "fr", "de", "en")
#: A key that was never turned into words.
KEY = re.compile(r"\b(?:portobello|viaggiatore|viaggiatore-table|front|bar|end|list|invite|waiting)\.[a-z_]+\b")
#: Moments that differ from another one in the pieces on the table only.
ALIKE = {
    "portobello-2", "portobello-3", "portobello-others", "portobello-bobby", "portobello-client-preview",
    "portobello-house", "portobello-marked", "portobello-end-2", "viaggiatore-2", "viaggiatore-3", "viaggiatore-4",
    "viaggiatore-5", "viaggiatore-sealed", "viaggiatore-carrying", "viaggiatore-travelling", "viaggiatore-rules",
    "viaggiatore-chat", "viaggiatore-end-6", "viaggiatore-deck", "portobello-rules", "viaggiatore-log",
    "portobello-row", "portobello-4", "portobello-clock", "viaggiatore-calling", "viaggiatore-analysis",
}  # fmt: skip
TESTED = [scene for scene in SCENES if scene.name not in ALIKE]


def speak(visitor: Visitor, language: str) -> None:
    """As the menu in the top bar does, also while a dialog lies over it."""
    visitor.page.evaluate(
        """(language) => {
          const menu = document.querySelector("header select");
          menu.value = language;
          menu.dispatchEvent(new Event("change", { bubbles: true }));
        }""",
        language,
    )
    visitor.page.wait_for_selector(f"html[lang={language}]")


@pytest.mark.parametrize("scene", TESTED, ids=lambda scene: scene.name)
def test_a_screen_is_for_everyone(visit: Visit, server: ServerProcess, scene: Scene) -> None:
    stage = Set(server.base, scene)
    people = [visit(), visit(phone=True)]
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
        for language in LANGUAGES:
            speak(person, language)
            wrong += [f"{where}, {language}: {flaw}" for flaw in person.flaws()]
            wrong += [f"{where}, {language}: no words for {key}" for key in KEY.findall(person.page.inner_text("body"))]
        wrong += [f"{where}: {violation}" for violation in person.violations()]
        if not person.phone:
            person.page.evaluate("document.documentElement.dataset.theme = 'dark'")
            wrong += [f"by night: {violation}" for violation in person.violations()]
    stage.leave()
    assert not wrong, "\n".join(wrong)
