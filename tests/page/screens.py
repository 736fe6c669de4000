"""Screenshots of every screen: ``python -m tests.page.screens OUT [NAME…]`` (or ``make screens``).

Each scene of ``scenes.py`` becomes OUT/NAME-LOOK.png, where LOOK is desktop, dark or phone (in German, whose words are
the longest); NAME selects that scene, or those that begin with it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, sync_playwright

from tests.page.conftest import launch, serve
from tests.page.people.visitor import Visitor
from tests.page.scenes import SCENES
from tests.page.scenes.scene import Scene, Set, Tables

LOOKS: dict[str, dict[str, Any]] = {
    "desktop": {},
    "dark": {"dark": True},
    "phone": {"phone": True, "locale": "de-DE"},
}


def picture(scene: Scene, looks: list[str], browser: Browser, tables: Tables, out: Path) -> None:
    """First everybody arrives, then it happens in front of them; time stands still while they are painted."""
    stage = Set(tables, scene)
    people = {look: Visitor(browser, tables.base, painted=True, **LOOKS[look]) for look in looks}
    try:
        for visitor in people.values():
            if scene.happen:
                visitor.page.clock.install()
            stage.enter(visitor)
        for visitor in people.values():
            visitor.page.wait_for_timeout(250)
            if scene.happen:
                visitor.stop_time()
        stage.happen()
        for look, visitor in people.items():
            if scene.shows:
                visitor.let_time_pass(scene.shows)
            for flaw in visitor.flaws():
                print(f"{scene.name}-{look}: {flaw}", file=sys.stderr)
            visitor.page.screenshot(path=out / f"{scene.name}-{look}.png", animations="disabled")
    finally:
        for look, visitor in people.items():
            for trouble in visitor.trouble:
                print(f"{scene.name}-{look}: {trouble}", file=sys.stderr)
            visitor.context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Pictures of every screen.")
    parser.add_argument("out", type=Path)
    parser.add_argument("names", nargs="*", help="only this scene, or those that begin so")
    parser.add_argument("--look", action="append", choices=LOOKS, help="only this look")
    parser.add_argument("--lang", help="all in this language, such as fr")
    asked = parser.parse_args()
    for look in LOOKS.values():
        look["locale"] = asked.lang or look.get("locale", "en-GB")
    asked.out.mkdir(parents=True, exist_ok=True)
    names = {scene.name for scene in SCENES}
    begins = tuple(name for name in asked.names if name not in names)
    scenes = [one for one in SCENES if not asked.names or one.name in asked.names or one.name.startswith(begins)]
    failed = 0
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as server, sync_playwright() as playwright:
        browser = launch(playwright)
        tables = Tables(server.base)
        for scene in sorted(scenes, key=lambda scene: scene.order):
            try:
                picture(scene, asked.look or list(LOOKS), browser, tables, asked.out)
                print(scene.name)
            except (AssertionError, Error) as problem:
                failed += 1
                print(f"{scene.name}: {str(problem)[:300]}", file=sys.stderr)
        tables.close()
        browser.close()
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
