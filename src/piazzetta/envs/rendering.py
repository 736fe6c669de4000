"""How environments show a table: as pixels, as text, or in a window. The games provide the drawings."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import numpy as np

from piazzetta.envs.extras import need
from piazzetta.games.base import Array
from piazzetta.match.setting import Setting

WIDTH = 960  # pixels


def _pygame(extra: str) -> Any:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "hide")
    return need("pygame", extra)


class Screen:
    """Shows views of one setting. ``extra`` is the extra to install if something is missing."""

    def __init__(self, setting: Setting, extra: str) -> None:
        self._setting = setting
        self._extra = extra
        self._window: Any = None
        self._clock: Any = None

    def show(self, mode: str | None, view: dict[str, Any], fps: int) -> Any:
        """A view in the form of the render mode: an array of pixels, a text, or None after showing it in the window."""
        if mode == "ansi":
            return self.text(view)
        if mode == "rgb_array":
            return self.pixels(view)
        if mode == "human":
            self._put(view, fps)
            return None
        need("gymnasium.logger", self._extra).warn(
            "render() does nothing here: give render_mode='human', 'rgb_array' or 'ansi' when you make the environment."
        )
        return None

    def text(self, view: dict[str, Any]) -> str:
        """The drawing for the terminal, without colour."""
        from rich.console import Console

        console = Console(file=io.StringIO(), width=80, color_system=None)
        with console.capture() as capture:
            console.print(self._setting.game.drawing(self._setting.components, view))
        return capture.get()

    def _surface(self, view: dict[str, Any]) -> Any:
        """The picture as a pygame surface. Pygame renders its letters, so that it is the same on every machine."""
        pygame = _pygame(self._extra)
        font = Path(pygame.__file__).parent / "freesansbold.ttf"
        svg = self._setting.game.svg(self._setting.components, view)
        png = need("resvg_py", self._extra).svg_to_bytes(
            svg_string=svg, width=WIDTH, skip_system_fonts=True, font_files=[str(font)]
        )
        return pygame.image.load(io.BytesIO(bytes(png)), "table.png")

    def pixels(self, view: dict[str, Any]) -> Array:
        """The picture as rows of red, green and blue."""
        surface = self._surface(view)
        pixels: Array = _pygame(self._extra).surfarray.array3d(surface)
        return np.ascontiguousarray(pixels.swapaxes(0, 1))

    def _put(self, view: dict[str, Any], fps: int) -> None:
        pygame = _pygame(self._extra)
        surface = self._surface(view)
        if self._window is None:
            pygame.display.init()
            pygame.display.set_caption(self._setting.game.title)
            self._window = pygame.display.set_mode(surface.get_size())
            self._clock = pygame.time.Clock()
        self._window.blit(surface, (0, 0))
        pygame.event.pump()
        pygame.display.update()
        self._clock.tick(fps)

    def close(self) -> None:
        if self._window is not None:
            _pygame(self._extra).display.quit()
            self._window = None
