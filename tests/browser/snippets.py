"""Python in the style of the translated modules, a bit of everything: each function gives the same in JavaScript."""

from __future__ import annotations

import hashlib
import hmac
import json
import math
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property, lru_cache, partial
from itertools import combinations, pairwise, product
from string import Formatter
from typing import Any, NamedTuple, NotRequired, TypedDict, cast
from xml.sax.saxutils import escape

FIRST, SECOND = 1, 2
WORDS = ("one", "two", "three")
TABLE: dict[Any, str] = {1: "a", "1": "b", (1, 2): "c", None: "d"}


class Refused(ValueError):
    def __init__(self, sentence: str, clause: str = "?", params: Mapping[str, Any] | None = None) -> None:
        super().__init__(sentence)
        self.clause = clause
        self.params = dict(params or {})


class Point(NamedTuple):
    x: int
    y: int = 7


@dataclass(frozen=True)
class Pair:
    left: int
    right: tuple[Point, ...] = ()
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.left < 0:
            raise Refused(f"{self.left} is too small", params={"left": self.left})

    @property
    def double(self) -> int:
        return 2 * self.left

    @cached_property
    def made(self) -> list[int]:
        return [self.left]

    @classmethod
    def of(cls, left: int, **others: Any) -> Pair:
        return cls(left, notes=[f"{key}={value!r}" for key, value in others.items()])


class Stopped(Exception):
    pass


@dataclass
class Empty:
    left: int = 4


@dataclass
class Box:
    pair: Pair = field(default_factory=lambda: Pair(5))
    point: Point = field(default_factory=lambda: Point(1))
    empty: Empty = field(default_factory=Empty)
    loose: dict[str, int] = field(default_factory=dict)


class Named(TypedDict):
    name: str


class Message(Named):
    at: int
    to: NotRequired[str]


class Shelf:
    title = "shelf"

    def __init__(self, size: int) -> None:
        self.size = size

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[int]:
        return (place * place for place in range(self.size))

    def __contains__(self, what: object) -> bool:
        return what == "book"

    def named(self, new: str, default: str = "-") -> str:
        return f"{self.title} {new} {default}"


class Deep(Shelf):
    title = "deep shelf"

    def named(self, new: str, default: str = "+") -> str:
        return super().named(new, default) + "!"


@lru_cache(maxsize=8)
def squares(count: int) -> tuple[int, ...]:
    return tuple(x * x for x in range(count))


def numbers() -> list[Any]:
    a, b = 7, -2
    return [
        a // b,
        a % b,
        -7 // 2,
        -7 % 3,
        a / 2,
        2**10,
        2**70 % 1000,
        2**53 + 1 - 2**53,
        (1 << 40) >> 38,
        a & 3 | 8,
        0xFFFFFFFF * 0xD256D193 & 0xFFFFFFFF,
        5 ^ 0x1_0000_0001 & 0xFF,
        divmod(17, 5),
        abs(-3),
        round(0.12345, 4),
        round(2 / 3, 2),
        True + True,
        sum(x > 1 for x in range(4)),
        int("12"),
        int(3.9),
        int(True),
        math.sqrt(2),
        *(math.atan2(1, 2), math.hypot(3, 4), math.degrees(1.5), math.radians(30), math.ceil(-1.5), f"{-0.0:.1f}"),
        max(3, 1, 2),
        min([4, 2]),
        int.from_bytes(b"\x01\x00\x00\x00\x00\x00\x00\x00\x05", "big") % 97,
        (0.5).as_integer_ratio(),
    ]


def texts() -> list[Any]:
    s, dashed, brackets = "Zürich 🎲 it's", "a-b-c", "{}"
    return [
        s[1:4],
        s[-4:],
        s[7],
        len(s),
        s.upper(),
        "abc".capitalize(),
        f"{s!r} {'a' + chr_of()!r}",
        f"{0.25:.1f} {0.75:.1f}",
        f"{2.5:.0f} {3.5:.0f} {1e5:g} {0.001:g} {-1e5:g}",
        ", ".join(["a", "b"]),
        dashed.split("-", 1),
        ["a", "b", "c"],
        re.compile(r"[\x00-\x1f\u200b]").sub("_", "a\u200bb\nc"),
        "x" * 3,
        "-".join(WORDS),
        "  x ".strip(),
        "  x ".rstrip(),
        *(dashed.rsplit("-", 1), s.rsplit("-", 1), "a.b.".replace(".", "$&"), "n12".removeprefix("n")),
        "A_B".isupper(),
        "12".isdigit(),
        "é".isascii(),
        "a\x00".isprintable(),
        "tile 3".startswith("tile"),
        "{who} pays {n}".format(who="red", n=2),
        str(1.5),
        repr(None),
        f"{[1, (2,), {'a': True}]}",
        f"`${{x}}` {brackets}",
    ]


def chr_of() -> str:
    return '"\n\\'


def lists() -> list[Any]:
    row = [3, 1, 2]
    same = row
    same += [5]
    row.sort(key=lambda x: -x)
    nothing: list[int] = []
    fixed: tuple[int, ...] = (1, 2)
    fixed += (3,)
    head, (left, right) = 1, (2, 3)
    row[0], row[-1] = row[-1], row[0]
    grid = [[0] * 3 for _ in range(2)]
    grid[1][2] += 4
    return [
        row,
        same is row,
        fixed,
        head,
        left,
        right,
        row[1:],
        row[:-1],
        row.index(3),
        3 in row,
        9 not in row,
        grid,
        [*row, *fixed],
        sorted(row, reverse=True),
        sorted([(1, "b"), (1, "a")]),
        list(zip("ab", (1, 2), strict=True)),
        [x + y for x in (1, 2) for y in (10, 20) if x + y != 21],
        (0,) * 3,
        row.pop(),
        row.count(5),
        nothing or "none",
        row and "some",
        all(x for x in ()),  # type: ignore[var-annotated]
        any(x > 4 for x in row),
        next((x for x in row if x > 4), -1),
        list(range(5, 0, -2)),
        3 in range(1, 9, 2),
        range(10)[-1],
        list(enumerate("ab", 1)),
        list(pairwise((1, 2, 3))),
        list(combinations((1, 2, 3), 2)),
        list(product((1, 2), "ab", combinations((1, 2, 3), 2))),
        bool([]),
    ]


def dicts() -> list[Any]:
    more = {"b": 2}
    d: dict[Any, Any] = {"a": 1, **more}
    d["c"] = d.get("z", 3)
    d.setdefault("l", []).append(4)
    counts: dict[tuple[int, int], int] = {}
    for pair in ((1, 2), (2, 1), (1, 2)):
        counts[pair] = counts.get(pair, 0) + 1
    counts[2, 1] += 4
    sums = dict.fromkeys("xy", 1)
    sums["y"] += 2
    seen = {1, 2} | {3}
    seen |= {9}
    taken = d.pop("a")
    return [
        d,
        list(d),
        list(d.items()),
        taken,
        sums,
        "b" in d,
        [[list(k), v] for k, v in counts.items()],
        sorted(seen - {1}),
        seen <= {1, 2, 3, 9},
        len({(1, 2), (1, 2)}),
        sorted({"b", "c"} & d.keys()),
        TABLE[1] + TABLE["1"] + TABLE[1, 2] + TABLE[None],
        {k: v for k, v in d.items() if k != "l"} | {"x": 0},
        {frozenset((1, 2)): 5}[frozenset((2, 1))],
        d == {"b": 2, "c": 3, "l": [4]},
        *_messages(),
    ]


def _messages() -> list[Any]:
    message = Message(name="a", at=1)
    told = Message(**message, to="b")
    told["at"] += 1
    return [message, told, Message({"name": "c", "at": 3}), cast("Named", told).get("name"), list(told)]


def classes() -> list[Any]:
    field_name = "left"
    pair = Pair(1, (Point(2), Point(3, 4)))
    changes: dict[str, Any] = {"right": ()}
    moved = pair.right[0]._replace(x=9)
    x, y = moved
    return [
        asdict(Pair.of(3, new="a", n=2)),
        pair.double,
        pair.made is pair.made,
        [x, y],
        list(moved),
        moved == (9, 7),
        asdict(replace(pair, left=8)),
        replace(pair, **changes).right,
        replace(pair) == pair and replace(pair) is not pair,
        pair.left,
        pair == Pair(1, pair.right),
        moved[1],
        len(Shelf(3)),
        list(Shelf(3)),
        "book" in Shelf(0),
        bool(Shelf(0)),
        Deep(1).named("a"),
        Deep(1).named("a", default="b"),
        Deep.title,
        isinstance(Deep(1), Shelf),
        isinstance(moved, tuple),
        isinstance(True, int),
        isinstance(2.5, int | float),
        isinstance([], list | tuple),
        isinstance("", (int, str)),
        squares(4),
        [Box().pair.left, Box().point.y, Box().empty.left, Box().loose],
        getattr(pair, field_name),
        [one.name for one in fields(Pair)],
        type(pair) is Pair,
        [type(one) is int for one in (1, True, "1", 1.5)],
        [type(one) is str for one in (1, "1")],
    ]


def _finished(notes: list[Any], error: Exception | None) -> str:
    """Return, catch or pass on an error; the end is noted in any case."""
    try:
        try:
            if error is not None:
                raise error
            return "returned"
        finally:
            notes.append("inner")
    except KeyError:
        return "caught"
    except ValueError:
        notes.append("value")
    finally:
        notes.append("outer")
    return "after"


def flow() -> list[Any]:
    found: list[Any] = []
    for n in range(7):
        if n == 1:
            continue
        if n == 5:
            break
        found.append(n)
    while (last := found[-1]) > 3:
        found.append(last - 2)
    for key in ("a", "b", "c"):
        match key:
            case "a" | "b":
                found.append("ab")
            case _:
                found.append("else")
    for left in (1, -1):
        try:
            found.append(Pair(left).left)
        except Refused as refusal:
            found += [str(refusal), refusal.clause, refusal.params]
        except (KeyError, IndexError):
            found.append("never")
    try:
        raise Stopped("enough")
    except Stopped as stop:
        found.append(str(stop))
    try:
        found.append({}["nothing"])  # type: ignore[index]
    except KeyError:
        found.append("no key")
    found += [_finished(found, None), _finished(found, KeyError("a")), _finished(found, ValueError("b"))]
    try:
        _finished(found, IndexError("c"))
    except IndexError as error:
        found.append(str(error))

    def inner(x: int, y: int = 2) -> int:
        return x * y + len(found)

    found.append(inner(3))
    found.append(inner(3, y=5))
    assert found, "there is something"
    return found if 0 < len(found) < 99 else []


def library() -> list[Any]:
    facts = {"x": 1, "y": 2}
    return [
        zlib.crc32(b"piazzetta"),
        escape("<a & b>"),
        hashlib.sha256(b"x").hexdigest(),
        hmac.digest(b"key", "zü".encode(), "sha256").hex(),
        json.dumps(["é", None, '"'], ensure_ascii=False, separators=(",", ":")),
        json.loads('{"a": [1, 2.5, null]}'),
        [name for _, name, _, _ in Formatter().parse("{a} and {b}.") if name],
        re.compile("[a-c]{1,2}").fullmatch("abc") is None,
        [re.findall(r"(\w)=(.*?);", "a=1\n;b=2;", re.DOTALL), partial(squares, 3)(), partial(Shelf(2).named, "a")()],
        bytes.fromhex("00ff").hex(),
        Point(**facts)._replace(y=3),
    ]


ALL = (numbers, texts, lists, dicts, classes, flow, library)
