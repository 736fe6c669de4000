"""Writes the pieces of Portobello Market for pictures from those of the page, so that both show the same art.

python scripts/pieces.py

The page's sprites (`web/src/drawing/sprites`) take their colours from the theme (`web/src/styles/language.css`). A
picture stands alone: it gets the colours of the light theme, and names of its own.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
SPRITES = ROOT / "web/src/drawing/sprites"
THEME = ROOT / "web/src/styles/language.css"
OUT = ROOT / "src/piazzetta/data/portobello-pieces.svg"

WANTED = re.compile(r"servant|burgher|lord|bobby|bag|(stall|plate|marker|clock)-(red|yellow|green|blue|neutral)\b.*")
_SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.DOTALL)
_PAINT = re.compile(r'<(pattern|linearGradient|radialGradient) id="([\w-]+)".*?</\1>', re.DOTALL)
_USED = re.compile(r"url\(#([\w-]+)\)")
_VARIABLE = re.compile(r"var\((--[\w-]+)(?:,[^()]*)?\)")


def colours() -> dict[str, str]:
    """Return the light theme's colours by name."""
    light = THEME.read_text("utf-8").split('[data-theme="dark"]')[0]
    return dict(re.findall(r"(--[\w-]+): (#[0-9a-f]+);", light))


def pieces() -> str:
    """Return the file of pieces: each symbol on a line, after the patterns and gradients that it uses."""
    files = {name: (SPRITES / f"{name}.svg").read_text("utf-8") for name in ("people", "stalls", "clocks", "paint")}
    paints = {found[2]: found[0] for found in _PAINT.finditer(files["paint"])}
    symbols = {
        found[1]: found[0]
        for name in ("people", "stalls", "clocks")
        for found in _SYMBOL.finditer(files[name])
        if WANTED.fullmatch(found[1])
    }
    used = sorted({name for symbol in symbols.values() for name in _USED.findall(symbol)})
    known = colours()
    lines = [*(paints[name] for name in used), *symbols.values()]
    text = "\n".join(re.sub(r"\s*\n\s*", "", line) for line in lines)
    text = text.replace(' font-family="var(--font-display)"', "")
    text = _VARIABLE.sub(lambda found: known[found[1]], text)
    text = re.sub(r'( id="|url\(#)', r"\1piece-", text)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{text}\n</svg>\n'


if __name__ == "__main__":
    OUT.write_text(pieces(), "utf-8")
