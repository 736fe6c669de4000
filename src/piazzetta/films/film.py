"""A game as an animated WebP or GIF."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

from PIL import Image

from piazzetta.films.cut import Cut
from piazzetta.films.picture import Pictures
from piazzetta.match.record import Record

_SAMPLES = 3  # pictures from which a GIF's colours are taken


class Film:
    """A film, ready to be drawn. ``BadInput`` if the record or the cut does not fit.

    ``positions``: the numbers of moves after which it shows the game, each for so many ``seconds``; ``size`` in pixels.
    """

    def __init__(self, record: Record, cut: Cut) -> None:
        self._match = record.replay()
        self._cut = cut.of(self._match, self._match.over or "ended" in record.extra)
        self._names = record.extra.get("names") or []
        pictures = self._pictures()
        self.size = pictures.size
        self.positions = self._cut.positions(self._match, pictures.untold)
        self.seconds = self._cut.seconds(self._match, self.positions)

    def make(self, drawn: Callable[[int, int], None] = lambda done, total: None) -> bytes:
        """Draw all pictures and return the file; ``drawn`` is told how many there are."""
        save: dict[str, Any] = {"format": self._cut.kind, "save_all": True, "loop": 0}
        save["duration"] = [round(1000 * seconds) for seconds in self.seconds]
        if self._cut.kind == "webp":
            save |= {"lossless": True, "quality": 0, "method": 2, "kmin": 0, "kmax": 0}  # flat colours: no larger
            frames = self._frames(drawn)
        else:
            colours = self._colours()
            frames = (one.quantize(palette=colours, dither=Image.Dither.NONE) for one in self._frames(drawn))
        first, file = next(frames), io.BytesIO()
        rest = len(self.positions) - 1
        first.save(file, append_images=[_Reel(frames, rest)] if rest else [], **save)
        return file.getvalue()

    def _pictures(self) -> Pictures:
        return Pictures(self._match, self._cut, self._names)

    def _frames(self, drawn: Callable[[int, int], None]) -> Iterator[Image.Image]:
        pictures, since = self._pictures(), None
        for number, at in enumerate(self.positions, start=1):
            picture = pictures.draw(at, since)
            drawn(number, len(self.positions))
            since = at
            yield picture

    def _colours(self) -> Image.Image:
        """The 256 colours of a GIF: those of some of its pictures."""
        pictures, last = self._pictures(), len(self.positions) - 1
        samples = [self.positions[last * number // _SAMPLES] for number in range(1, _SAMPLES + 1)]
        wide, high = pictures.size
        sheet = Image.new("RGB", (wide, _SAMPLES * high))
        for number, at in enumerate(samples):
            sheet.paste(pictures.draw(at, None), (0, number * high))
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
