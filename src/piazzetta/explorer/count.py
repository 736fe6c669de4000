"""Counts decisions: position by position how often each move was made, and how it did."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from piazzetta.games.base import Array

#: A win, shared by up to six: a number that all of them divide.
WHOLE = 60


class Counts(NamedTuple):
    """Positions in the order of their keys, each with its moves in the order of their numbers."""

    key: Array
    ways: Array  # how many orders of moves led to the position
    moves: Array  # how many of the following rows are the position's
    kind: Array  # row by row: which move
    could: Array  # how often it could be made
    played: Array  # how often it was
    won: Array  # the shares of the win that it led to, in 60ths (``WHOLE``)
    points: Array  # the points that it led to


def count(notes: Array, least: int) -> Counts:
    """Count the decisions in positions that were reached at least ``least`` times."""
    keys, place, visits = np.unique(notes["key"], return_inverse=True, return_counts=True)
    kept = visits >= least
    notes, place = notes[kept[place]], (np.cumsum(kept) - 1)[place[kept[place]]]
    keys = keys[kept]
    kinds = int(notes["kind"].max(initial=0)) + 1
    row_of, rows = np.unique(place * kinds + notes["kind"], return_inverse=True)
    position, kind = row_of // kinds, row_of % kinds
    many = len(row_of)
    return Counts(
        keys,
        _ways(place, notes["way"], len(keys)),
        np.bincount(position, minlength=len(keys)),
        kind,
        _could(notes, place, position, kind),
        np.bincount(rows, minlength=many),
        _sums(rows, notes["won"], many),
        _sums(rows, notes["points"], many),
    )


def _ways(place: Array, way: Array, positions: int) -> Array:
    """How many different ways led to each position."""
    order = np.lexsort((way, place))
    place, way = place[order], way[order]
    new = np.ones(len(place), bool)
    new[1:] = (place[1:] != place[:-1]) | (way[1:] != way[:-1])
    found: Array = np.bincount(place[new], minlength=positions)
    return found


def _could(notes: Array, place: Array, position: Array, kind: Array) -> Array:
    """How often each row's move could be made: where its bit is set, or in all visits if no bits were noted."""
    visits = np.bincount(place, minlength=int(position.max(initial=-1)) + 1)
    if not notes["could"].any():
        found: Array = visits[position]
        return found
    found = np.zeros(len(kind), np.int64)
    for one in np.unique(kind):
        able = np.bincount(place, (notes["could"] >> int(one)) & 1, minlength=len(visits))
        found[kind == one] = able[position[kind == one]]
    return found


def _sums(rows: Array, values: Array, many: int) -> Array:
    found = np.zeros(many, np.int64)
    np.add.at(found, rows, values)
    return found
