"""The pictures that the page's plain table shows of a game that brings no table of its own."""

from __future__ import annotations

from collections.abc import Sequence

from piazzetta.match.setting import Setting
from piazzetta.tables.messages import View


def with_drawing(setting: Setting, view: View, names: Sequence[str] = ()) -> View:
    """Return a view with the game's drawing of it, an SVG picture, added as ``drawing``.

    A view of a game with a table of its own comes back unchanged: that table draws it.
    """
    if setting.game.listing.own_table:
        return view
    return {**view, "drawing": setting.game.svg(setting.components, view, names)}
