"""Screen helpers for play and replay: seats by sign and name, pictures, and typed answers."""

from __future__ import annotations

import io
import sys

from rich.console import Console, RenderableType
from rich.text import Text

from piazzetta.games.base import Game, Viewer
from piazzetta.match.match import Match

_NARROW, _WIDE = 80, 100
_TALL = 50  # rows needed for the wide picture


def seat_sign(game: Game, seat: int) -> Text:
    look = game.seat_looks[seat]
    return Text(f" {look.sign} ", look.badge)


def seat_text(game: Game, seat: int) -> Text:
    """A seat by sign and name."""
    return Text.assemble(seat_sign(game, seat), " ", (game.seat_looks[seat].title, "bold"))


def prepare(console: Console) -> None:
    """Show "?" for a sign that cannot be printed or read, instead of failing."""
    for stream in (console.file, sys.stdin):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def clear(console: Console) -> None:
    """Start a new page: clear the screen, or draw a line if there is no screen."""
    if console.is_terminal and not console.is_dumb_terminal:
        console.clear()
    else:
        console.rule(style="dim")


def picture(console: Console, match: Match, viewer: Viewer, at: int | None = None) -> RenderableType:
    """The position after ``at`` entries of the log (None: now), as the viewer sees it, at a suitable width."""
    setting = match.setting
    width = min(console.width, _WIDE if console.height >= _TALL else _NARROW)
    drawn: RenderableType = setting.game.drawing(setting.components, match.view(viewer, at), width)
    return drawn


def ask(console: Console, prompt: Text) -> str:
    """What a person types; ``EOFError`` when nobody is there (any more)."""
    answer = console.input(prompt).strip()
    if not sys.stdin.isatty():
        console.print(Text(answer))  # not typed in view, so show it
    return answer
