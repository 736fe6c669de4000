"""Time films of whole games that the page makes without a server: ``make site && python -m benchmarks.film_here``."""

from __future__ import annotations

import io
import tempfile
import time
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from benchmarks.film import played
from benchmarks.offline import SITE
from piazzetta.films.cut import KINDS
from tests.page.conftest import launch
from tests.page.people.visitor import Visitor
from tests.page.static import serve

GAMES = ("portobello", "viaggiatore")
LONGEST = """() => {
  window.longest = 0;
  const look = (list) => list.getEntries().forEach(({ duration }) => (window.longest = Math.max(longest, duration)));
  new PerformanceObserver(look).observe({ type: "longtask" });
}"""


def filmed(browser: Browser, base: str, file: Path, kind: str) -> str:
    """Make one film; return how long that took and what it is."""
    visitor = Visitor(browser, base)
    page = visitor.go("/#/replay")
    page.set_input_files("input[type=file]", file)
    page.get_by_role("button", name="Share a film").click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_label("Format").select_option(kind)
    page.evaluate(LONGEST)
    begun = time.monotonic()
    dialog.get_by_role("button", name="Make the film").click()
    dialog.get_by_role("img", name="The film").wait_for(timeout=600_000)
    seconds = time.monotonic() - begun
    with page.expect_download() as kept:
        dialog.get_by_role("link", name="Download").click()
    data = kept.value.path().read_bytes()
    longest = page.evaluate("longest")
    visitor.leave()
    film = Image.open(io.BytesIO(data))
    wide, high = film.size
    return (
        f"{seconds:.1f} s, {getattr(film, 'n_frames', 1)} pictures of {wide} × {high}, {len(data) / 2**20:.1f} MiB, "
        f"the page was never blocked for more than {longest:.0f} ms"
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, serve(SITE) as base:
        browser = launch(playwright)
        for game in GAMES:
            file = Path(folder) / f"{game}.json"
            played(game, 2).write(file)
            for kind in KINDS:
                print(f"{game} {kind}: {filmed(browser, base, file, kind)}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
