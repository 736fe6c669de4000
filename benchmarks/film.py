"""Time films of whole games: ``python -m benchmarks.film``. One core; processor time, as the machine may be shared.

``make site && python -m benchmarks.film --page`` times those that the page makes without a server, until one sees them.
"""

from __future__ import annotations

import argparse
import io
import tempfile
import time
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

import piazzetta
from benchmarks.offline import SITE
from piazzetta import Record
from piazzetta.bots import Position, bot
from piazzetta.films.cut import KINDS, Cut
from piazzetta.films.film import Film
from tests.page.conftest import launch
from tests.page.people.visitor import Visitor
from tests.page.static import serve

GAMES = (("portobello", 4), ("viaggiatore", 4), ("viaggiatore", 6))
ON_THE_PAGE = (("portobello", 2), ("viaggiatore", 2))
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


def played(name: str, players: int) -> Record:
    """A game of `medium` bots."""
    match, player = piazzetta.game(name, players=players).start(seed=1), bot("medium", 1)
    while not match.over:
        match.play(player.choose(Position.of(match)))
    return Record.of(match)


def made_here() -> None:
    for name, players in GAMES:
        record = played(name, players)
        Film(record, Cut(first=0, last=20)).make()  # loads everything
        for kind in KINDS:
            begun = time.process_time()
            film = Film(record, Cut(kind=kind))
            size = len(film.make())
            print(
                f"{name} {players} {kind}: {time.process_time() - begun:.1f} s, {len(film.positions)} pictures of "
                f"{film.size[0]} × {film.size[1]}, {size / 2**20:.1f} MiB, {sum(film.seconds):.0f} s long"
            )


def made_by_the_page() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, serve(SITE) as base:
        browser = launch(playwright)
        for name, players in ON_THE_PAGE:
            file = Path(folder) / f"{name}.json"
            played(name, players).write(file)
            for kind in KINDS:
                print(f"{name} {players} {kind}: {filmed(browser, base, file, kind)}", flush=True)
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--page", action="store_true", help="films that the page makes without a server")
    if parser.parse_args().page:
        made_by_the_page()
    else:
        made_here()


if __name__ == "__main__":
    main()
