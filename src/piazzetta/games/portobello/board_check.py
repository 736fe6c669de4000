"""Whether a map is valid (1.4): its data have the right types and, without a drawing, its districts tile a disc.

Every refusal is one sentence that names the square, alley or district at fault. What somebody who draws a map can do
wrong is a ``Fault``: the same in any language (``words/LANG/map.json``), with the places to mark.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

from piazzetta.errors import BadInput, Fault
from piazzetta.games.facts import Difference
from piazzetta.games.portobello.places import Alley, District, Square, Three
from piazzetta.games.words.messages import messages_of

KEY = re.compile(r"[A-Za-z0-9_]{1,12}")
SECOND = re.compile("[2-9]")  # what tells a further alley between the same squares from the first: A-B.2
LONGEST_NAME = 60
# What 1.4 prints: for one alley, and the value of a space.
PRINTED_SQUARES, PRINTED_SPACES, PRINTED_VALUES = 11, range(2, 7), range(1, 4)
# Limits of the program, not of the rules: an observation has six bits for the value of an alley's stalls.
MOST_SPACES, MOST_VALUE = 9, 7  # of one alley, of one space
FARTHEST = 1e5  # a coordinate beyond this must be a mistake
MOST_BENT = 0.3  # of an alley's length, off the straight line


class Shape(Protocol):
    """What the shape of a map follows from: a ``Board``, whose places are all known but not checked yet."""

    @property
    def squares(self) -> Sequence[Square]: ...
    @property
    def alleys(self) -> Sequence[Alley]: ...
    @property
    def districts(self) -> Sequence[District]: ...
    @property
    def rim_alleys(self) -> Sequence[int]: ...
    @property
    def twins(self) -> Collection[int]: ...


def fault(key: str, params: dict[str, Any]) -> Fault:
    """What is wrong with a map that is well formed, with the keys of the places at fault."""
    return Fault(messages_of("piazzetta.games.portobello").say(f"fault.{key}", params), key, params)


# Reading: whatever comes in from outside, the only error is BadInput.


def shown(value: object) -> str:
    """An outside value, made fit for a sentence (its ``repr`` might be endless, or nested too deep)."""
    if isinstance(value, str):
        return repr(value if len(value) <= 24 else value[:24] + "…")
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value) if abs(value) < 10**9 else "a huge number"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    return "an object" if isinstance(value, dict) else type(value).__name__[:24]


def fields(what: str, value: object, needed: Collection[str], optional: Collection[str] = ()) -> dict[str, object]:
    """An object with these fields and no others."""
    if not isinstance(value, dict):
        raise BadInput(f"{what} must be an object, not {shown(value)}")
    for field in value:
        if field not in needed and field not in optional:
            raise BadInput(f"{what} has an unknown field {shown(field)}")
    for field in needed:
        if field not in value:
            raise BadInput(f"{what} has no {field}")
    return value


def counted(what: str, value: object, least: int, most: int) -> dict[object, object]:
    """An object of ``least`` to ``most`` entries."""
    if not isinstance(value, dict):
        raise BadInput(f"the map's {what} must be an object, not {shown(value)}")
    check_count(what, len(value), least, most)
    return value


def check_count(what: str, count: int, least: int, most: int) -> None:
    if not least <= count <= most:
        raise fault("count", {"what": what, "least": least, "most": most, "n": count})


def key(what: str, value: object) -> str:
    """The key of a square or district: it is used in moves, so it has no spaces, hyphens or @."""
    if isinstance(value, str) and KEY.fullmatch(value):
        return value
    raise BadInput(f"the key of a {what} must be 1 to 12 letters A-Z, digits or underscores, not {shown(value)}")


def label(what: str, value: object) -> str:
    """A name for people."""
    if isinstance(value, str) and len(value) <= LONGEST_NAME and value.strip() and value.isprintable():
        return value
    raise BadInput(f"the name of {what} must be 1 to {LONGEST_NAME} printable characters, not {shown(value)}")


def whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def number(what: str, value: object, least: float, most: float) -> float:
    # The comparison also rejects NaN and the infinities.
    if isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most:
        return value
    raise BadInput(f"{what} must be a number from {least:g} to {most:g}, not {shown(value)}")


def place(what: str, entry: dict[str, object]) -> tuple[float, float] | tuple[None, None]:
    """The coordinates of a square or district, if it has any."""
    if "x" not in entry and "y" not in entry:
        return None, None
    if "x" not in entry or "y" not in entry:
        raise BadInput(f"{what} has an {'x' if 'x' in entry else 'y'} but no {'y' if 'x' in entry else 'x'}")
    x, y = (number(f"{axis} of {what}", entry[axis], -FARTHEST, FARTHEST) for axis in "xy")
    return x, y


def ends(key: object, numbers: Mapping[str, int]) -> tuple[int, int]:
    """The two squares of an alley, from its key: ``A-B``, or ``A-B.2`` for a second alley between them."""
    parts = key.split(".", 1) if isinstance(key, str) else [""]
    names = parts[0].split("-", 2)
    if len(names) != 2 or (len(parts) > 1 and not SECOND.fullmatch(parts[1])):
        raise BadInput(f"an alley is named by its two squares, as in A-B or A-B.2, not {shown(key)}")
    for name in names:
        if name not in numbers:
            raise BadInput(f"alley {shown(key)} leads to {shown(name)}, which is no square of this map")
    if names[0] == names[1]:
        raise BadInput(f"alley {key} must join two different squares (clause 1.4)")
    return numbers[names[0]], numbers[names[1]]


def values(alley: str, raw: object) -> tuple[int, ...]:
    if not isinstance(raw, list | tuple):
        raise BadInput(f"the values of alley {alley} must be a list, not {shown(raw)}")
    if not 1 <= len(raw) <= MOST_SPACES:
        raise fault("spaces", {"alley": alley, "most": MOST_SPACES, "n": len(raw)})
    for value in raw:
        if not whole(value, 1, MOST_VALUE):
            raise fault("value", {"alley": alley, "most": MOST_VALUE, "value": shown(value)})
    return tuple(raw)


def corners(what: str, raw: object, numbers: Mapping[str, int]) -> Three:
    if not isinstance(raw, list | tuple) or len(raw) != 3:
        raise BadInput(f"{what} must have a list of three squares, not {shown(raw)} (clause 1.4)")
    for name in raw:
        if not isinstance(name, str) or name not in numbers:
            raise BadInput(f"{what} has a corner {shown(name)}, which is no square of this map")
        if raw.count(name) > 1:
            raise BadInput(f"{what} has square {name} more than once: its three squares must differ (clause 1.4)")
    a, b, c = (numbers[name] for name in raw)
    return a, b, c


# The shape of a map without places: a triangulated disc, which can be drawn from its rim alone.


def reached(start: int, links: Iterable[tuple[int, int]]) -> set[int]:
    """Everything reachable from ``start`` over two-way links."""
    beside: dict[int, list[int]] = {}
    for a, b in links:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    found, front = {start}, [start]
    while front:
        for other in beside.get(front.pop(), ()):
            if other not in found:
                found.add(other)
                front.append(other)
    return found


def check_joined(board: Shape) -> None:
    """Check that alleys join all squares (1.4)."""
    on_alleys = {square for alley in board.alleys for square in alley.ends}
    for index, square in enumerate(board.squares):
        if index not in on_alleys:
            raise fault("no_alley", {"square": square.key})
    together = reached(0, (alley.ends for alley in board.alleys))
    for index, square in enumerate(board.squares):
        if index not in together:
            raise fault("apart", {"square": square.key, "other_square": board.squares[0].key})


def check_disc(board: Shape) -> None:
    """Check that the districts tile the inside of one rim: no loose part, no pinched square, no hole, no handle."""
    for number in sorted(board.twins):
        raise fault("twin", {"alley": board.alleys[number].key})
    bordering = {alley for district in board.districts for alley in district.alleys}
    for index, alley in enumerate(board.alleys):
        if index not in bordering:
            raise fault("loose", {"alley": alley.key})
    for index in range(len(board.squares)):
        _check_fan(board, index)
    _check_rim(board)
    # With one rim and a single fan around every square, the Euler characteristic alone tells a disc from a twisted
    # surface or one with a handle; a twist is checked first because we can name the culprit.
    _check_twist(board)
    if len(board.squares) - len(board.alleys) + len(board.districts) != 1:
        raise fault("not_flat", {"district": board.districts[0].key, "other_district": board.districts[-1].key})


def _check_fan(board: Shape, square: int) -> None:
    """Check that the districts around a square follow each other from alley to alley, with no second, separate fan."""
    here = [index for index, alley in enumerate(board.alleys) if square in alley.ends]
    links = []
    for district in board.districts:
        if square in district.squares:
            left, right = (alley for alley in district.alleys if square in board.alleys[alley].ends)
            links.append((left, right))
    fan = reached(here[0], links)
    for alley in here:
        if alley not in fan:
            ways = {"alley": board.alleys[here[0]].key, "other_alley": board.alleys[alley].key}
            raise fault("gap", {"square": board.squares[square].key, **ways})


def _check_rim(board: Shape) -> None:
    rim = board.rim_alleys
    if not rim:
        raise fault("no_rim", {"district": board.districts[-1].key})
    cycle = reached(board.alleys[rim[0]].ends[0], (board.alleys[alley].ends for alley in rim))
    for alley in rim:
        if board.alleys[alley].ends[0] not in cycle:
            raise fault("hole", {"alley": board.alleys[rim[0]].key, "other_alley": board.alleys[alley].key})


def _check_twist(board: Shape) -> None:
    """Check that all districts can have the same orientation, some of them read backwards."""
    signs = {0: 1}
    front = [0]
    while front:
        here = front.pop()
        for side, there in enumerate(board.districts[here].neighbours):
            if there < 0:
                continue
            alley = board.districts[here].alleys[side]
            # Two districts of the same orientation traverse their common alley in opposite directions.
            sign = signs[here] if forward(board, here, alley) != forward(board, there, alley) else -signs[here]
            if there not in signs:
                signs[there] = sign
                front.append(there)
            elif signs[there] != sign:
                both = {"district": board.districts[here].key, "other_district": board.districts[there].key}
                raise fault("twisted", both)


def forward(board: Shape, district: int, alley: int) -> bool:
    """Whether the order of the district's three squares traverses the alley from its first end to its second."""
    squares = board.districts[district].squares
    return squares[board.districts[district].alleys.index(alley)] == board.alleys[alley].ends[0]


def differences(board: Shape) -> list[Difference]:
    """How a map differs from what 1.4 prints while still being playable."""
    told = []
    if len(board.squares) != PRINTED_SQUARES:
        told.append(Difference("squares", {"n": len(board.squares), "printed": PRINTED_SQUARES}))
    for key, printed, alleys in (
        ("spaces", PRINTED_SPACES, [alley.key for alley in board.alleys if len(alley.values) not in PRINTED_SPACES]),
        ("values", PRINTED_VALUES, [a.key for a in board.alleys if not {*a.values} <= {*PRINTED_VALUES}]),
    ):
        if alleys:
            told.append(Difference(key, {"least": printed[0], "most": printed[-1], "alleys": ", ".join(alleys)}))
    bordering = {alley for district in board.districts for alley in district.alleys}
    idle = [alley.key for number, alley in enumerate(board.alleys) if number not in bordering]
    if idle:
        told.append(Difference("idle", {"alleys": ", ".join(idle)}))
    walks = ((here, there) for here, one in enumerate(board.districts) for there in one.neighbours if there >= 0)
    near = reached(0, walks)
    far = [district.key for number, district in enumerate(board.districts) if number not in near]
    if far:
        told.append(Difference("far", {"district": board.districts[0].key, "districts": ", ".join(far)}))
    return told
