"""Where the numbers of a small network lie: in its weights, in a position's encoding, in its working space."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from piazzetta.bots.network.vectors import MASK
from piazzetta.games.encoding import Encoding, Kind

POOL = 32  # features summed over the things of a kind
HEAD = 32  # features that decide on one thing
UNIT_BITS = 6  # an activation of 1 is 64
MOST = 32767  # an activation's limit: sums of 256 products with weights stay within 32 bits
VECTOR = 16  # sums come in multiples of this
SHIFTS = 16  # bytes at the start of the weights: how many bits of each matrix are behind the point
SCORE_BITS = 16  # a score of 1 is 65,536


class Layout(NamedTuple):
    """Everything a kernel must know about the shape of a network. Places that end in ``at`` count from 0."""

    kinds: int
    most: tuple[int, ...]  # things of each kind
    numbers: tuple[int, ...]  # of each thing
    outputs: tuple[int, ...]  # scores of each thing
    seen_at: tuple[int, ...]
    slot_at: tuple[int, ...]
    factor_at: tuple[int, ...]  # multipliers of a thing's numbers
    weight_at: tuple[int, ...]  # numbers × (POOL + HEAD)
    vote_at: tuple[int, ...]  # outputs × HEAD
    context_at: tuple[int, ...]  # a kind's part of the context
    seats: int  # which kind the seats are
    table: int  # the table's numbers
    choices: int  # and choices
    choices_filled: int  # up to whole vectors
    first_at: int
    layer_at: int
    out_at: int
    width: int  # of the trunk
    context: int  # its size
    size: int  # of the weights
    given: int  # what goes into the trunk
    seen: int  # the size of a position's encoding; behind it lies that of the position before
    features_at: int  # in the working space: what decides on a thing
    change_at: int  # how what goes into the trunk has changed
    marks_at: int  # which rows of weights to add, a bit each
    known_at: int  # what was computed of each thing
    totals_at: int  # of all things of each kind together
    first_sums_at: int  # and of the trunk's first layer; behind it lies what went into it
    lanes: int  # the working space of an evaluation, up to the scores of the choices


def outputs(kind: Kind) -> int:
    """How many scores each thing of a kind gets: one for each choice; one for a seat, its chance to win."""
    return 1 if kind.name == "seats" else kind.choices


@lru_cache
def layout_of(encoding: Encoding) -> Layout:
    """The layout for a game's encoding. Weights come in this order: shifts, multipliers, things, trunk, votes."""
    kinds = encoding.kinds
    assert all(count % MASK == 0 for count in (encoding.numbers, POOL, encoding.width))
    assert all(kind.numbers <= MASK for kind in kinds)
    scores = tuple(map(outputs, kinds))
    heads = [number for number, count in enumerate(scores) if count]
    context = HEAD * len(heads) + encoding.choices
    given = encoding.numbers + POOL * len(kinds)
    width = encoding.width
    factor_at, at = _places(SHIFTS + encoding.numbers, [kind.numbers for kind in kinds])
    weight_at, at = _places(at, [kind.numbers * (POOL + HEAD) for kind in kinds])
    (first_at, layer_at, out_at), at = _places(at, [given * width, width * width, width * context])
    vote_at, size = _places(at, [count * HEAD for count in scores])
    choices_filled = -(-encoding.choices // VECTOR) * VECTOR
    features_at = given + 2 * width + HEAD * len(heads) + choices_filled
    change_at = features_at + HEAD
    marks_at = change_at + given
    known_at = marks_at + max(given, width) // MASK + 1
    totals_at = known_at + POOL * sum(kind.most for kind in kinds)
    first_sums_at = totals_at + POOL * len(kinds)
    return Layout(
        kinds=len(kinds),
        most=tuple(kind.most for kind in kinds),
        numbers=tuple(kind.numbers for kind in kinds),
        outputs=scores,
        seen_at=_places(encoding.numbers, [kind.most * kind.numbers for kind in kinds])[0],
        slot_at=_places(encoding.choices, [kind.most * kind.choices for kind in kinds])[0],
        factor_at=factor_at,
        weight_at=weight_at,
        vote_at=vote_at,
        context_at=tuple(HEAD * heads.index(number) if number in heads else 0 for number in range(len(kinds))),
        seats=[kind.name for kind in kinds].index("seats"),
        table=encoding.numbers,
        choices=encoding.choices,
        choices_filled=choices_filled,
        first_at=first_at,
        layer_at=layer_at,
        out_at=out_at,
        width=width,
        context=context,
        size=size,
        given=given,
        seen=encoding.size,
        features_at=features_at,
        change_at=change_at,
        marks_at=marks_at,
        known_at=known_at,
        totals_at=totals_at,
        first_sums_at=first_sums_at,
        lanes=first_sums_at + width + given,
    )


def _places(start: int, sizes: list[int]) -> tuple[tuple[int, ...], int]:
    """Where each of some neighbours begins, and where the last one ends."""
    ends = [start + sum(sizes[: number + 1]) for number in range(len(sizes))]
    return (start, *ends[:-1]), ends[-1]
