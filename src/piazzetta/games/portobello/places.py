"""The places of a map: squares, the alleys that join them, the districts between, and the sheet they are drawn on."""

from __future__ import annotations

from typing import NamedTuple

Place = tuple[float, float]
Three = tuple[int, int, int]


class Square(NamedTuple):
    key: str
    name: str
    x: float | None = None
    y: float | None = None


class Alley(NamedTuple):
    key: str  # its two squares, "A-B"
    name: str
    ends: tuple[int, int]  # the squares in that order
    values: tuple[int, ...]  # of its spaces, from the first square to the second
    first: int  # its first space, counted over all alleys
    bend: float = 0.0  # drawing only: how far its middle is off the straight line, in parts of its length, to the right


class District(NamedTuple):
    key: str
    name: str
    squares: Three
    alleys: Three  # side k joins square k with the next of the three, cyclically
    neighbours: Three  # the district across each side, or −1
    x: float | None = None
    y: float | None = None


class Sheet(NamedTuple):
    """The scale of a map's coordinates when it is drawn."""

    width: float = 1500
    height: float = 1000
    space: float | None = None  # the length of a space
    radius: float | None = None  # of a square
