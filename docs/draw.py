"""Draw the pictures of README and docs: ``python docs/draw.py``."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import piazzetta
from piazzetta.batch.playout import random_game

FOLDER = Path(__file__).parent / "images"
LAMPLIGHT = TerminalTheme(
    (22, 33, 27),
    (236, 228, 208),
    [
        (22, 33, 27), (224, 96, 80), (110, 190, 120), (234, 177, 44),
        (110, 160, 230), (200, 130, 200), (90, 190, 190), (236, 228, 208),
    ],
)  # fmt: skip


def draw(name: str, players: int, number: int, moves: int) -> None:
    """The position some moves into a random game, as the mover sees it."""
    setting = piazzetta.game(name, players=players)
    log = random_game(setting, 1, number)[:moves]
    match = piazzetta.Record.from_log(setting, log, None).replay()
    console = Console(record=True, width=80, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(setting.game.drawing(setting.chart, match.view(max(match.mover, 0))))
    svg = console.export_svg(title=setting.game.title, theme=LAMPLIGHT)
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # the picture asks nobody for a font
    (FOLDER / f"{name}.svg").write_text(svg.replace("Fira Code, monospace", "monospace"), encoding="utf-8")
    picture = setting.game.svg(setting.chart, match.view(max(match.mover, 0)))
    (FOLDER / f"{name}-picture.svg").write_text(picture + "\n", encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    draw("portobello", 4, 4, 150)
    draw("viaggiatore", 4, 3, 160)
