"""Films made in the browser, without a server: the same pictures as Python's, in valid files."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Locator, expect

from piazzetta import SPECTATOR, Record
from piazzetta.films.cut import Cut
from piazzetta.films.picture import Pictures
from piazzetta.films.storyboard import Storyboard
from tests.films.test_films import played
from tests.page import static
from tests.page.people.visitor import Visitor
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only


#: Notes what a button says.
LISTEN = """(button) => {
  window.told = [];
  const changes = { childList: true, characterData: true, subtree: true };
  new MutationObserver(() => told.push(button.innerText)).observe(button, changes);
}"""


@pytest.fixture
def ada(tiny_site: Path, browser: Browser) -> Iterator[Visitor]:
    with static.serve(tiny_site) as base:
        visitor = Visitor(browser, base)
        yield visitor
        visitor.leave()


def opened(ada: Visitor, record: Record, folder: Path) -> Locator:
    """The dialog for a film of a record."""
    file = folder / "game.json"
    record.write(file)
    page = ada.go("/#/replay")
    page.set_input_files("input[type=file]", file)
    page.get_by_role("button", name="Share a film").click()
    return page.locator("dialog[open]")


def made(ada: Visitor, dialog: Locator, kind: str) -> Any:
    dialog.get_by_label("Format").select_option(kind)
    button = dialog.get_by_role("button", name="Make the film")
    button.evaluate(LISTEN)
    button.click()
    expect(dialog.get_by_role("img", name="The film")).to_be_visible()
    with ada.page.expect_download() as kept:
        dialog.get_by_role("link", name="Download").click()
    assert kept.value.suggested_filename.endswith(kind)
    return Image.open(io.BytesIO(kept.value.path().read_bytes()))


@pytest.mark.parametrize(("game", "players", "kind"), [("portobello", 2, "webp"), ("viaggiatore", 3, "gif")])
def test_a_film_shows_what_pythons_shows(ada: Visitor, tmp_path: Path, game: str, players: int, kind: str) -> None:
    whole, names = played(game, players), ["Ann", "Bo", "Cy"][:players]
    record = Record(whole.setting, whole.opening, whole.moves[: tier(20, 60)], extra={"names": names})
    dialog = opened(ada, record, tmp_path)
    dialog.get_by_label("View as").select_option(str(SPECTATOR))
    dialog.get_by_label("Size").select_option("small")
    ada.looked_at()
    picture = made(ada, dialog, kind)
    board = Storyboard(record, Cut(kind, width=480))
    assert picture.format == kind.upper()
    assert picture.size == board.size
    assert picture.n_frames == len(board.positions) > tier(5, 10)
    durations = [round(1000 * seconds) for seconds in board.seconds]
    pictures = Pictures(board)
    for number, until in enumerate(accumulate(durations)):
        picture.seek(number)
        picture.load()
        assert (picture.info["duration"] if kind == "gif" else picture.info["timestamp"] + durations[number]) == (
            durations[number] if kind == "gif" else until
        )
        if number % 5 == 0:  # letters and edges are drawn a little differently
            one, other = (whole.convert("RGB").reduce(8) for whole in (picture, pictures.draw(number)))
            unlike = ImageStat.Stat(ImageChops.difference(one, other)).mean
            assert max(unlike) < 4, f"picture {number}: {unlike}"
    told = ada.page.evaluate("told")
    assert f"Drawing {len(durations)} of {len(durations)}…" in told
    assert len(set(told)) > len(durations) / 2


def test_a_running_game_of_this_device_is_filmed_as_its_player_sees_it(ada: Visitor) -> None:
    page = ada.against_bots("viaggiatore", level="easy")
    page.wait_for_selector(".hand")
    table = page.url.partition("#/t/")[2]
    page = ada.go(f"/#/replay/{table}")
    page.get_by_role("button", name="Share a film").click()
    dialog = page.locator("dialog[open]")
    expect(dialog.get_by_label("View as").locator("option")).to_have_count(1)
    dialog.get_by_label("Size").select_option("small")
    picture = made(ada, dialog, "webp")
    assert picture.size[0] == 480


def test_where_the_browser_writes_no_webp_there_is_gif(ada: Visitor, tmp_path: Path) -> None:
    script = "HTMLCanvasElement.prototype.toDataURL = () => 'data:image/png;base64,';"
    ada.page.add_init_script(script)
    dialog = opened(ada, played("portobello", 2), tmp_path)
    expect(dialog.get_by_label("Format").locator("option")).to_have_count(1)
    expect(dialog.get_by_label("Format")).to_have_value("gif")
