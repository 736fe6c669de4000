"""A game as an animated WebP or GIF."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

from PIL import Image

from piazzetta.films.cut import Cut
from piazzetta.films.picture import Pictures
from piazzetta.films.storyboard import Storyboard
from piazzetta.match.record import Record


class Film:
    """A film, ready to be drawn. ``BadInput`` if the record or the cut does not fit.

    ``positions``: after how many moves it shows the game, and each one's ``seconds``; ``size`` in pixels.
    """

    def __init__(self, record: Record, cut: Cut) -> None:
        self._kind = cut.kind
        self._board = Storyboard(record, cut)
        self.size, self.positions, self.seconds = self._board.size, self._board.positions, self._board.seconds

    def make(self, drawn: Callable[[int, int], None] = lambda done, total: None) -> bytes:
        """Draw all pictures and return the file; ``drawn`` is told how many there are."""
        pictures = Pictures(self._board)
        save: dict[str, Any] = {"format": self._kind, "save_all": True, "loop": 0}
        save["duration"] = [round(1000 * seconds) for seconds in self.seconds]
        frames = self._frames(pictures, drawn)
        if self._kind == "webp":
            save |= {"lossless": True, "quality": 0, "method": 2, "kmin": 0, "kmax": 0}  # flat colours: no larger
        else:
            colours = self._colours(pictures)
            frames = (one.quantize(palette=colours, dither=Image.Dither.NONE) for one in frames)
        first, file = next(frames), io.BytesIO()
        rest = len(self.positions) - 1
        first.save(file, append_images=[_Reel(frames, rest)] if rest else [], **save)
        return file.getvalue()

    def _frames(self, pictures: Pictures, drawn: Callable[[int, int], None]) -> Iterator[Image.Image]:
        for number in range(len(self.positions)):
            picture = pictures.draw(number)
            drawn(number + 1, len(self.positions))
            yield picture

    def _colours(self, pictures: Pictures) -> Image.Image:
        """The 256 colours of a GIF: those of some of its pictures."""
        (wide, high), samples = self.size, self._board.samples
        sheet = Image.new("RGB", (wide, len(samples) * high))
        for place, number in enumerate(samples):
            sheet.paste(pictures.draw(number), (0, place * high))
        return sheet.quantize(256)


class _Reel:
    """The frames after the first as one moving picture: each is drawn when the encoder asks for it, and not kept."""

    def __init__(self, frames: Iterator[Image.Image], count: int) -> None:
        self._frames = frames
        self.n_frames = count
        self._at = -1

    def seek(self, at: int) -> None:
        if at >= self.n_frames:
            raise EOFError
        while self._at < at:
            self._image = next(self._frames)
            self._at += 1

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # no picture has been drawn yet
            raise AttributeError(name)
        return getattr(self._image, name)
