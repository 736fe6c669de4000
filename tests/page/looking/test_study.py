"""The analysis board: a finished game is played on for every seat, in variations that are kept and exported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import piazzetta
from piazzetta import Record
from piazzetta.bots import Position, bot
from piazzetta.studies import Study
from tests.page.people.visitor import OFFERED, Visitor
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]


#: What this device remembers where the engine rests: it would think about every position, on a processor of its own.
RESTING = {"study.engine": "off"}


def brought(visit: Visit, folder: Path, record: Record, at: int, thinking: bool = False, **wishes: object) -> Visitor:
    """Open the board from the replay of a record, at a position; with the engine, if one is ``thinking``."""
    record.extra["names"] = ["Ada", "Leo"]
    record.write(folder / "game.json")
    ada = visit(**wishes)
    if not thinking:
        ada.remember(**RESTING)
    page = ada.go("/replay")
    page.set_input_files("input[type=file]", folder / "game.json")
    page.locator(".slider").fill(str(at))
    if wishes.get("phone"):
        page.click("[popovertarget=replay-more]")
    page.get_by_role("button", name="Analysis board").click()
    page.wait_for_selector(".study-rail [aria-current=step]" if not wishes.get("phone") else ".controls")
    return ada


def exported(page: Page, name: str) -> str:
    with page.expect_download() as download:
        page.get_by_role("button", name=name, exact=True).click()
    return Path(download.value.path()).read_text(encoding="utf-8")


def draw_on_the_map(page: Page) -> None:
    """A mark and an arrow by mouse, then the tool by keyboard; what is drawn twice goes."""
    page.get_by_role("button", name="Draw", exact=True).click()
    first, second = (page.locator(f"[data-spot='square {key}']").bounding_box() for key in "AB")
    page.get_by_role("button", name="Done").click()
    assert first is not None
    assert second is not None
    mouse, middle = page.mouse, (20, 20)
    mouse.move(first["x"] + middle[0], first["y"] + middle[1])
    mouse.down(button="right")
    mouse.up(button="right")
    said = page.locator(".tree li:has(> [aria-current=step]) > .vh")
    expect(said).to_have_text("Mark on St Charles Square (green).")
    mouse.down(button="right")
    mouse.up(button="right")
    expect(said).to_have_count(0)
    page.keyboard.down("Shift")
    mouse.down(button="right")
    mouse.move(second["x"] + middle[0], second["y"] + middle[1])
    mouse.up(button="right")
    page.keyboard.up("Shift")
    expect(said).to_have_text("Arrow from St Charles Square to Golborne Cross (red).")
    expect(page.locator(".marks polygon.red")).to_have_count(1)
    page.get_by_role("button", name="Draw", exact=True).press("Enter")
    page.get_by_role("button", name="Mark", exact=True).press("Enter")
    expect(page.locator("[data-spot='square A']")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Alt+Shift+Enter")
    expect(said).to_contain_text("(yellow)")
    page.keyboard.press("Escape")
    expect(page.locator("[data-spot]")).to_have_count(0)


def test_variations_are_played_kept_and_exported(visit: Visit, tmp_path: Path) -> None:
    match = piazzetta.game("portobello", players=2).start(seed=4)
    player = bot("random", 1)
    while not match.over:
        match.play(player.choose(Position.of(match)))
    draw = next(at for at, (seat, _) in enumerate(match.moves) if seat < 0)
    ada = brought(visit, tmp_path, Record.of(match), draw, thinking=True)
    page = ada.page
    chance = page.get_by_role("group", name="What does chance bring?")
    expect(chance.get_by_role("button")).to_have_count(3)
    before = page.get_by_label("Best moves")
    expect(before.get_by_role("status")).to_have_text("Before the draw")
    expect(before.locator(".row"), "everybody's chance").to_have_count(2)
    expect(before.get_by_role("button").first).to_contain_text("%")
    servants, burghers = (chance.get_by_role("button", name=kind) for kind in ("servant", "burgher"))
    expect(servants).to_contain_text(" of ")
    other = burghers if match.moves[draw][1] == "servant" else servants
    other.click()
    expect(page.locator(".branch [aria-current=step]"), "a variation begins").to_have_count(1)
    best = page.locator(".best ol button:has(b)").first
    expect(best, "the engine thinks by itself").to_contain_text("%")
    move = best.locator("b").inner_text()
    best.click()
    expect(page.locator("[aria-current=step] > span:last-child")).to_have_text(move)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[aria-current=step] > span:last-child")).to_contain_text("draws a")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".branch [aria-current=step]"), "the game's own draw").to_have_count(0)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".branch [aria-current=step] > span:last-child")).to_have_text(move)
    page.get_by_role("button", name="Comment", exact=True).click()
    page.get_by_label("Comment", exact=True).fill("Nobody can finish it.")
    page.get_by_label("Name of the variation").fill("Luckier")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".tree")).to_contain_text("Nobody can finish it.")
    page.get_by_label("Title of the study").fill("Why I lost")
    page.get_by_label("Title of the study").press("Enter")
    expect(page).to_have_title("Why I lost · Piazzetta")
    page.get_by_role("button", name="Main line", exact=True).click()
    expect(page.get_by_role("button", name="Main line", exact=True)).to_have_count(0)
    draw_on_the_map(page)
    ada.looked_at()
    study = Study.loads(exported(page, "Export"))
    assert Study.from_text(exported(page, "Text")).dumps() == study.dumps()
    assert study.title == "Why I lost"
    noted = study.root.line[draw + 2]
    assert (noted.name, noted.comment) == ("Luckier", "Nobody can finish it.")
    assert [mark.parts for mark in noted.marks] == [["red", "square A", "square B"], ["yellow", "space A-H/0"]]
    assert study.root.line[draw + 1].move != match.moves[draw][1]
    assert len(study.played) == match.length, "the game that was played is still there"
    left = page.locator("[aria-current=step] > span:last-child").inner_text()
    page.reload()
    expect(page.locator("[aria-current=step] > span:last-child"), "where it was left").to_have_text(left)
    expect(page.get_by_label("Title of the study"), "this browser has kept it").to_have_value("Why I lost")
    ada.go("/study")
    page.get_by_role("link", name="Why I lost").click()
    expect(page.locator(".tree")).to_contain_text("Luckier")


@pytest.fixture(scope="module")
def auctions() -> Record:
    match = piazzetta.game("viaggiatore", players=2, rules={"target": 1}).start(seed=4)
    player = bot("easy", 1)
    while not match.over:
        match.play(player.choose(Position.of(match)))
    return Record.of(match)


@pytest.mark.parametrize("phone", tier([True], [False, True]))
def test_a_seat_sees_what_it_knew(visit: Visit, tmp_path: Path, auctions: Record, phone: bool) -> None:
    """Ada's bid comes first; what Leo chooses from is open only to him, and if all is open."""
    at = next(at for at, (seat, move) in enumerate(auctions.moves) if seat == 1 and move.startswith("bid"))
    ada = brought(visit, tmp_path, auctions, len(auctions.opening) + at, phone=phone)
    page = ada.page
    viewer = page.get_by_label("Whose cards are shown")
    hidden = page.locator(".controls", has_text="Hidden here.")
    expect(hidden).to_have_count(0)
    viewer.select_option(label="What Ada knew")
    expect(hidden, "Leo's choice").to_have_count(1)
    viewer.select_option(label="What Leo knew")
    expect(hidden).to_have_count(0)
    viewer.select_option(label="What Ada knew")
    page.locator(".controls .buttons .btn").nth(2).click()
    if phone:
        page.get_by_role("button", name="Moves", exact=True).click()
    expect(page.locator("[aria-current=step] > span:last-child")).to_contain_text("Leo lays a card face down")
    ada.looked_at()
    viewer.select_option(label="All cards open")
    expect(page.locator("[aria-current=step] > span:last-child")).to_contain_text("Bid: ")


def test_a_running_game_has_no_board(visit: Visit) -> None:
    ada = visit()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "easy"}]
    table = ada.make({"game": "portobello", "seats": seats})["table"]
    page = ada.go(f"/t/{table}")
    page.wait_for_selector(OFFERED)
    expect(page.locator("a[href*='/study']")).to_have_count(0)
    ada.go(f"/study?game={table}")
    expect(page.get_by_role("alert")).to_contain_text("still being played")


def test_a_file_that_is_no_game_is_refused(visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"format": "piazzetta/1", "game": "portobello"}')
    ada = visit()
    page = ada.go("/study")
    page.set_input_files("input[type=file]", tmp_path / "bad.json")
    expect(page.get_by_role("alert")).to_contain_text("neither a study nor a game record")
    expect(page.get_by_role("alert"), "the field, for its author").to_contain_text("is missing")


def test_a_map_from_the_workshop_opens_on_the_board(visit: Visit) -> None:
    ada = visit(judging=False)
    ada.remember(**RESTING)
    page = ada.go("/workshop/portobello")
    page.get_by_role("button", name="Analysis board").click()
    expect(page.locator(".tree [aria-current=step]")).to_have_text("First position")
    expect(page.locator(".map [data-move^='bobby']")).not_to_have_count(0)


def test_friends_follow_a_shared_study(visit: Visit, tmp_path: Path) -> None:
    match = piazzetta.game("portobello", players=2).start(seed=4)
    for _ in range(12):
        match.play(match.legal_moves.actions[0])
    ada = brought(visit, tmp_path, Record.of(match), 3)
    page = ada.page
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_label("Link to the study").input_value()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Shared: others see what you do here.")).to_be_visible()
    leo = visit()
    leo.remember(**RESTING)
    theirs = leo.go(link.removeprefix(leo.base))
    shown = "[aria-current=step] > span:last-child"
    expect(theirs.locator(shown)).to_have_text(page.locator(shown).inner_text())
    page.keyboard.press("ArrowRight")
    expect(theirs.locator(shown), "where the author looks").to_have_text(page.locator(shown).inner_text())
    page.get_by_role("button", name="Comment", exact=True).click()
    page.get_by_label("Comment", exact=True).fill("Look at this.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(theirs.locator(".tree"), "what the author writes").to_contain_text("Look at this.")
    page.get_by_role("button", name="Draw", exact=True).click()
    page.get_by_role("button", name="Powis Square", exact=True).click()
    expect(theirs.locator(".marks .green .line"), "what the author draws").to_have_count(1)
    theirs.keyboard.press("Home")
    theirs.get_by_role("button", name="Follow again").click()
    expect(theirs.locator(shown)).to_have_text(page.locator(shown).inner_text())
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Stop sharing").click()
    expect(theirs.get_by_text("The author has stopped sharing this study.")).to_be_visible()
    assert not [one for one in leo.trouble if "404" not in one], "Chromium tells of the answer"
    leo.trouble.clear()
    for person in (ada, leo):
        person.looked_at()
