"""Pictures of tables for the previews of links: what spectators see, drawn and made a PNG in a worker process."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

import msgspec

from piazzetta.errors import BadInput
from piazzetta.games.base import OPEN, SPECTATOR
from piazzetta.games.svg import PAGE
from piazzetta.match.match import Match
from piazzetta.match.setting import Setting
from piazzetta.match.setting import game as setup
from piazzetta.server.workers.thinkers import Thinkers
from piazzetta.tables.lessons import tour
from piazzetta.tables.messages import View
from piazzetta.tables.table import Table

#: What the services that show previews ask for.
SIZE = (1200, 630)
_KEPT = 200  # pictures
_FRESH = 5.0  # seconds during which a table is not drawn again, whatever happens there


# --- in the worker process ---


def draw(setting: bytes, view: View, names: list[str]) -> bytes:
    """Return a view as a PNG. Its letters are our own, so that it looks the same on every machine."""
    from resvg_py import svg_to_bytes

    shown = Setting.from_json(msgspec.json.decode(setting))
    svg = framed(shown.game.svg(shown.components, view, names))
    with as_file(files("piazzetta").joinpath("data/fonts/cabin.ttf")) as font:
        return bytes(svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=[str(font)]))


def framed(svg: str) -> str:
    """Return a picture of any shape in the middle of one of the right size."""
    width, height = SIZE
    size = f'width="{width}" height="{height}"'
    inside = re.sub(r'width="[\d.]+" height="[\d.]+"', size, svg, count=1)
    ground = f'<rect {size} fill="{PAGE}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {height}">{ground}{inside}</svg>'


# --- in the server ---


@dataclass(frozen=True)
class Shown:
    """What a preview shows: ``key`` and ``number`` change whenever it does."""

    key: str
    number: int
    setting: bytes
    view: View
    names: list[str]


def shown_of(table: Table) -> Shown:
    """Return what the link to a table shows: the game in progress, if everybody may watch it and find it, or its end,
    there without names; otherwise only the game's own picture."""
    if table.watchable:
        return shown_to(table, SPECTATOR)
    return shown_to(table, SPECTATOR, named=False) if table.status == "over" else _cover(table.setting.game.name)


def shown_to(table: Table, viewer: int, named: bool = True) -> Shown:
    """Return the game in progress as a seat or a spectator sees it; before it begins, the game's own picture."""
    if table.match is None:
        return _cover(table.setting.game.name)
    names = [seat.name or "" for seat in table.seats] if named else []
    key = f"{table.id} {viewer} {named}"
    return Shown(key, table.head, _written(table.setting), table.match.view(viewer), names)


def shown_match(key: str, number: int, match: Match, viewer: int = OPEN) -> Shown:
    """Return a game of nobody's table, without names; with all that is hidden in it, unless a seat looks."""
    return Shown(key, number, _written(match.setting), match.view(viewer), [])


@cache
def _cover(game: str) -> Shown:
    """Return a game in the middle, the same at every table."""
    match = _example(game)
    return Shown(f"cover {game}", 0, _written(match.setting), match.view(SPECTATOR), [])


def _example(game: str) -> Match:
    try:
        return tour(game).replay()
    except (BadInput, OSError):  # a game of another package has no tour
        return setup(game).start(seed=0)


def _written(setting: Setting) -> bytes:
    return msgspec.json.encode(setting.to_json(full=False))


class Pictures:
    """The latest pictures. One is made at a time, and not often, so that nobody can keep the bots from thinking."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._kept: OrderedDict[str, tuple[int, float, bytes]] = OrderedDict()
        self._drawing = asyncio.Lock()

    def _known(self, shown: Shown) -> bytes | None:
        number, since, png = self._kept.get(shown.key, (-1, 0.0, b""))
        young = asyncio.get_running_loop().time() - since < _FRESH
        return png if png and (number == shown.number or young) else None

    async def find(self, shown: Shown) -> bytes:
        """Return the picture, drawn if it is not known; at a busy table it may be some seconds old."""
        async with self._drawing:
            known = self._known(shown)
            if known is None:
                known = await self._thinkers.run("pictures", draw, shown.setting, shown.view, shown.names)
                assert known is not None
                self._kept[shown.key] = (shown.number, asyncio.get_running_loop().time(), known)
                if len(self._kept) > _KEPT:
                    self._kept.popitem(last=False)
            return known
