"""Photograph the screens of the README, from the scenes of the tests: ``python docs/photograph.py``."""

from __future__ import annotations

import base64
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
FOLDER = Path(__file__).parent / "pictures"
#: Each picture: the screens beside each other, and its width in pixels.
PICTURES: dict[str, tuple[list[str], int]] = {
    "portobello": (["portobello-preview-desktop"], 1440),
    "front": (["front-desktop"], 1080),
    "viaggiatore": (["viaggiatore-reveal-desktop"], 1080),
    "portobello-dark": (["portobello-scoring-dark"], 1080),
    "viaggiatore-dark": (["viaggiatore-sale-dark"], 1080),
    "phone": (
        [f"{name}-phone" for name in ("portobello-preview", "portobello-tour", "viaggiatore-reveal", "portobello-end")],
        1632,
    ),
}
GAP = 24
#: Chromium itself puts screens beside each other and compresses them.
ENCODE = """async ([screens, width, gap]) => {
  const images = await Promise.all(screens.map(async (source) => {
    const image = new Image(); image.src = source; await image.decode(); return image;
  }));
  const whole = images.reduce((sum, one) => sum + one.width, 0) + gap * (images.length - 1);
  const scale = width / whole;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, Math.round(images[0].height * scale)];
  const draw = canvas.getContext("2d");
  draw.imageSmoothingQuality = "high";
  let left = 0;
  for (const one of images) {
    draw.drawImage(one, left * scale, 0, one.width * scale, one.height * scale);
    left += one.width + gap;
  }
  return canvas.toDataURL("image/webp", 0.86).split(",")[1];
}"""


def encode(page: Page, screens: list[Path], width: int) -> bytes:
    sources = [f"data:image/png;base64,{base64.b64encode(one.read_bytes()).decode()}" for one in screens]
    return base64.b64decode(page.evaluate(ENCODE, [sources, width, GAP]))


def main() -> None:
    from tests.page.conftest import launch

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        for look in ("desktop", "dark", "phone"):
            names = [name for screens, _ in PICTURES.values() for name in screens if name.endswith(f"-{look}")]
            scenes = [name.removesuffix(f"-{look}") for name in names]
            asked = [sys.executable, "-m", "tests.page.screens", folder, *scenes, "--look", look, "--lang", "en-GB"]
            subprocess.run(asked, check=True, cwd=ROOT)
        browser = launch(playwright)
        page = browser.new_page()
        for name, (screens, width) in PICTURES.items():
            found = encode(page, [Path(folder) / f"{one}.png" for one in screens], width)
            (FOLDER / f"{name}.webp").write_bytes(found)
            print(f"{name}.webp  {len(found):,} bytes")
        browser.close()


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
