"""Film the page for the documents: ``python docs/film.py [NAME…]``. Each film is an animated WebP of the real page."""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
FOLDER = Path(__file__).parent / "pictures"
SIZE = (1200, 750)  # what the page is shown at; the film is smaller
WIDTH = 720
Frames = list[tuple[Image.Image, int]]


class Camera:
    """Takes a picture of the page, to be shown for some milliseconds."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: Frames = []

    def take(self, shown: int) -> None:
        picture = Image.open(io.BytesIO(self.page.screenshot(animations="disabled"))).convert("RGB")
        self.frames.append((picture.resize((WIDTH, WIDTH * SIZE[1] // SIZE[0]), Image.Resampling.LANCZOS), shown))

    def watch(self, pictures: int, every: int, shown: int) -> None:
        for _ in range(pictures):
            self.page.wait_for_timeout(every)
            self.take(shown)


def first_game(camera: Camera) -> None:
    """From the home page to the first moves of a game against bots."""
    page = camera.page
    camera.take(1800)
    page.get_by_role("button", name="Play now").first.click()
    page.get_by_role("button", name="Start", exact=True).wait_for(timeout=60_000)
    camera.watch(1, 500, 1500)
    page.get_by_role("button", name="Start", exact=True).click()
    camera.watch(1, 700, 900)
    for _ in range(40):  # pictures, in which the bots move whenever it is their turn
        moves = [move for move in page.locator(".map [data-move]").all() if move.bounding_box()]
        if not moves:
            camera.watch(1, 800, 500)
            continue
        move = moves[len(moves) // 2]
        move.hover(force=True, timeout=5000)
        camera.watch(1, 300, 1100)
        move.click(force=True, timeout=5000)
        camera.watch(1, 700, 700)
        if len(camera.frames) > 26:
            break


FILMS: dict[str, Callable[[Camera], None]] = {"first-game": first_game}


def save(frames: Frames, file: Path) -> None:
    first, *others = [picture for picture, _ in frames]
    first.save(
        file, save_all=True, append_images=others, duration=[shown for _, shown in frames], loop=0, quality=55, method=6
    )
    print(f"{file.name}  {file.stat().st_size:,} bytes, {len(frames)} pictures")


def main() -> None:
    from tests.page.conftest import launch, serve

    wanted = sys.argv[1:] or list(FILMS)
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as server, sync_playwright() as playwright:
        browser = launch(playwright)
        for name in wanted:
            page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]}, locale="en-GB")
            page.goto(server.base)
            page.wait_for_timeout(1500)
            camera = Camera(page)
            FILMS[name](camera)
            save(camera.frames, FOLDER / f"{name}.webp")
            page.close()
        browser.close()


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
