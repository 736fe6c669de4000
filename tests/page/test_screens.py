"""Every screen is for everyone: in five languages, on desktop and phone, nothing is missing, cut off, or too small to
read or press; in both themes axe-core finds no fault. ``docs/testing.md`` says what is checked where."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser

from tests.page.people.visitor import Visitor
from tests.page.scenes import SCENES
from tests.page.scenes.scene import Scene, Set, Tables
from tests.server.tools import ServerProcess
from tests.tiers import LONG

pytestmark = pytest.mark.compiled_only

LANGUAGES = ("it", "es", "fr", "de", "en")
THEMES = ("light", "dark")
#: An untranslated key.
KEY = r"\b(?:portobello|viaggiatore|viaggiatore-table|front|bar|end|list|invite|waiting)\.[a-z_]+\b"


class Look(NamedTuple):
    """How somebody looks at a scene: on a desktop or a phone, in some languages, and with axe-core in some themes; with
    the contrast of colours or without."""

    phone: bool
    languages: tuple[str, ...]
    themes: tuple[str, ...]
    colours: bool = True


def looks(number: int) -> list[Look]:
    """Everything in the long tier. In the short one a scene is seen in one size, in two languages (on the phone German,
    whose words are the longest, and another) and one theme, which change from scene to scene; one of three with the
    contrast of colours."""
    if LONG:
        return [Look(phone, LANGUAGES, THEMES) for phone in (False, True)]
    shorter = [language for language in LANGUAGES if language != "de"]
    phone = number % 2 == 1
    spoken = ("de" if phone else shorter[(number + 1) % 4], shorter[number % 4])
    return [Look(phone, spoken, (THEMES[number // 2 % 2],), colours=number % 3 == 0)]


Come = Callable[[Scene, list[Look]], list[Visitor]]
#: In the short tier without scenes that are ``alike``.
SEEN = [scene for scene in sorted(SCENES, key=operator.attrgetter("order")) if LONG or not scene.alike]
LOOKS = [(scene, looks(at)) for at, scene in enumerate(SEEN)]


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

    def come(scene: Scene, looks: list[Look]) -> list[Visitor]:
        people.extend(
            Visitor(browser, server.base, phone=look.phone) if scene.happen else regulars[look.phone] for look in looks
        )
        return people

    yield come
    trouble = [one for person in people for one in person.trouble]
    for person in people:
        person.trouble.clear()
        if person in regulars:
            person.look_away()
        else:
            person.context.close()
    assert not trouble, trouble


@pytest.mark.parametrize(("scene", "looks"), LOOKS, ids=[scene.name for scene, _ in LOOKS])
def test_a_screen_is_for_everyone(come: Come, tables: Tables, scene: Scene, looks: list[Look]) -> None:
    stage = Set(tables, scene)
    people = come(scene, looks)
    for person in people:
        if scene.happen:
            person.page.clock.install()
        stage.enter(person)
        if scene.happen:
            person.page.wait_for_selector("header select", state="attached")  # the menu comes when the page is idle
            person.stop_time()
    stage.happen()
    wrong: list[str] = []
    for person, look in zip(people, looks, strict=True):
        if scene.happen:
            person.let_time_pass(scene.shows)
        where = "phone" if look.phone else "desk"
        wrong += [f"{where}, {flaw}" for flaw in person.flaws_in(look.languages, KEY)]
        for theme in look.themes:
            person.page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
            wrong += [f"{where}, {theme}: {violation}" for violation in person.violations(colours=look.colours)]
        person.page.evaluate("document.documentElement.dataset.theme = 'light'")
    assert not wrong, "\n".join(wrong)


#: A text that is too small and too pale, and a picture without words, in the page or in its open dialog.
SPOIL = """() => {
  const open = document.querySelector("dialog[open]"); // its end may be out of sight
  const place = open ?? document.querySelector("main");
  place.insertAdjacentHTML(open ? "afterbegin" : "beforeend", "<p id=spoilt>tiny</p><img width=20 height=20>");
  Object.assign(place.querySelector("#spoilt").style, { fontSize: "5px", color: "#eee", background: "#fff" });
}"""


@pytest.mark.parametrize("dialog", [False, True])
def test_what_is_wrong_is_seen_though_nothing_is_painted(visit: Callable[..., Visitor], dialog: bool) -> None:
    ada = visit()
    page = ada.go()
    page.wait_for_selector("[data-play=viaggiatore]")
    if dialog:
        page.get_by_role("button", name="Invite friends").first.click()
        page.wait_for_selector("dialog[open] form")
    assert not ada.flaws()
    page.evaluate(SPOIL)
    assert any("5 pixels small" in flaw for flaw in ada.flaws())
    assert any("5 pixels small" in flaw for flaw in ada.flaws_in(("en",), KEY))
    found = ada.violations(colours=True)
    assert {one.split(":")[0] for one in found} >= {"image-alt", "color-contrast"}, found
    assert page.evaluate("getComputedStyle(document.documentElement).opacity") == "0", "and still nothing is painted"
