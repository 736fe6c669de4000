"""A replay is more than a film: it tells how the game went, and any position can be played on."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

import piazzetta
from piazzetta import Record
from piazzetta.bots import Position, bot
from tests.page.people.visitor import OFFERED, Visitor
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("record") / "game.json"
    match = piazzetta.game("portobello", players=2).start(seed=4)
    player = bot("random", 1)
    while not match.over:
        match.play(player.choose(Position.of(match)))
    game = Record.of(match)
    game.extra["names"] = ["Person A", "Person B"]
    game.write(path)
    return path


def opened(visit: Visit, record: Path, **wishes: object) -> Visitor:
    ada = visit(**wishes)
    page = ada.go("/replay")
    page.set_input_files("input[type=file]", record)
    page.wait_for_selector(".controls")
    return ada


def test_the_next_scoring_comes_with_its_card(visit: Visit, record: Path) -> None:
    ada = opened(visit, record)
    ada.page.keyboard.press("s")
    ada.page.wait_for_selector(".scored")
    expect(ada.page.locator(".controls .count")).not_to_have_text(re.compile("^0 "))


def test_the_course_of_the_game_is_above_the_slider_and_a_press_jumps(visit: Visit, record: Path) -> None:
    ada = opened(visit, record)
    course = ada.page.locator(".course svg")
    expect(course).to_have_attribute("aria-label", re.compile("Person A"))
    box = course.bounding_box()
    assert box is not None
    course.click(position={"x": box["width"] / 2, "y": 10})
    length = int(ada.page.inner_text(".controls .count").split("/")[1])
    near = "|".join(str(length // 2 + some) for some in (-1, 0, 1, 2))
    expect(ada.page.locator(".controls .count")).to_have_text(re.compile(f"^({near}) "))


@pytest.mark.parametrize("phone", tier([True], [False, True]))
def test_any_position_is_played_on(visit: Visit, record: Path, phone: bool) -> None:
    ada = opened(visit, record, phone=phone)
    page = ada.page
    on = page.locator(".controls button:has(use[href='#i-person'])")
    page.locator(".slider").press("End")
    expect(on, "the game is over there").to_be_disabled()
    page.locator(".slider").fill("60")
    if phone:
        page.click("[popovertarget=replay-more]")
    on.click()
    page.wait_for_selector("dialog[open] select")
    ada.looked_at()
    page.locator("dialog .btn-primary").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(OFFERED)
    expect(page.locator(".link.lost")).to_have_count(0)


@pytest.mark.parametrize(("game", "starter"), [("portobello", 0), ("viaggiatore", 1)])
def test_nobody_is_away_or_thinks_in_a_replay(visit: Visit, game: str, starter: int) -> None:
    """Its players left long ago, and its bots have nothing to decide; cards dealt are no moves."""
    ada = visit()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "easy", "name": "Luca"}]
    made = ada.make({"game": game, "seats": seats, "starter": starter})
    page = ada.go(f"/t/{made['table']}")
    page.wait_for_selector("button.replay")  # the bot has moved
    ada.go(f"/replay/{made['table']}")
    page.wait_for_selector(".controls")
    count = page.locator(".controls .count")
    expect(count, "nothing has happened yet").to_have_text(re.compile("^0 "))
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(re.compile("^1 "))
    expect(page.locator("main")).to_be_visible()
    for word in ("away", "thinking"):
        expect(page.get_by_text(re.compile(word, re.IGNORECASE))).to_have_count(0)
    expect(page.locator(".dots")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(count, "not further than the first decision").to_have_text(re.compile("^0 "))


def test_a_film_of_a_turn_is_made_and_kept(visit: Visit, record: Path) -> None:
    ada = opened(visit, record)
    page = ada.page
    page.locator(".slider").fill("60")
    page.get_by_role("button", name="Share a film").click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_label("View as").select_option("-1")
    dialog.get_by_label("Part").select_option("turn")
    dialog.get_by_label("Size").select_option("small")
    dialog.get_by_label("Format").select_option("gif")
    ada.looked_at()
    dialog.get_by_role("button", name="Make the film").click()
    film = dialog.get_by_role("img", name="The film")
    expect(film).to_be_visible(timeout=240_000)
    assert film.evaluate("async (one) => (await one.decode(), one.naturalWidth)") == 480
    with page.expect_download() as kept:
        dialog.get_by_role("link", name="Download").click()
    with Image.open(kept.value.path()) as picture:
        assert picture.format == "GIF"
        assert getattr(picture, "n_frames", 1) > 2
