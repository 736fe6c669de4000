"""Types of translated Python for TypeScript: declarations made from annotations."""

from __future__ import annotations

from pathlib import Path

from piazzetta.browser.translate import Translation
from piazzetta.browser.types import declarations

_ONE = """
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypedDict
from pieces.two import Base, Number
if TYPE_CHECKING:
    from pieces.two import Late

LIMIT = 3
NAMES: list[str] = []
_HIDDEN = 1

@dataclass(frozen=True)
class Seat:
    name: str
    level: str | None = None
    marks: tuple[int, ...] = ()

    @property
    def taken(self) -> bool:
        return bool(self.name)

    def _secret(self) -> int:
        return 1

class Wish(Base):
    def __init__(self, seats: list[Seat], late: Late, by: Callable[[int], str] | None = None) -> None:
        self.seats = seats
        self.table: dict[str, Any] = {}
        self._late = late

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Wish:
        return cls([], data["late"])

class Message(TypedDict):
    at: int

def told(message: Message, kind: Literal["chat", "clock"] = "chat") -> list[Message]:
    return [message, Message(at=1)]

def first(wishes: Sequence[Wish], at: Number, *, new: bytes = b"") -> tuple[int, float | None]:
    return (LIMIT + _HIDDEN, None) if NAMES else (0, 1.5)

def handwritten(x: int) -> int:
    return x
"""
_TWO = """
Number = int | None

class Base:
    def size(self) -> int:
        return 1

class Late:
    pass
"""
_DECLARED = """
import type * as $ from "./python";
import type { Base as two$Base } from "./two.js";
export const LIMIT: number;
export const NAMES: string[];
export class Seat extends $.Thing {
  constructor(name: string, level?: string | null, marks?: readonly number[]);
  readonly name: string;
  readonly level: string | null;
  readonly marks: readonly number[];
  readonly taken: boolean;
}
export class Wish extends two$Base {
  constructor(seats: Seat[], late: any, by?: ((given0: number) => string) | null);
  seats: Seat[];
  table: $.Dict<string, any>;
  static of(data: $.Dict<string, any>): Wish;
}
export function told(message: $.Dict<string, any>, kind?: "chat" | "clock"): ($.Dict<string, any>)[];
export function first(wishes: readonly Wish[], at: number | null, new$?: Uint8Array): readonly [number, number | null];
export const handwritten: any;
export type handwritten = any;
"""


def test_annotations_become_declarations(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(_ONE)
    (tmp_path / "two.py").write_text(_TWO)
    translation = Translation("pieces", tmp_path, {}, {"pieces.one": {"handwritten"}})
    for name in ("Seat", "Wish", "told", "first", "handwritten"):
        translation.want("pieces.one", name)
    translation.run()
    found = declarations(translation, "python")
    assert found["one.d.ts"].partition("\n")[2] == _DECLARED.lstrip()
    assert "size(): number;" in found["two.d.ts"]
    assert "Late" not in found["two.d.ts"]
    assert '$handwritten["one.handwritten"]' in translation.files("python", "host/handwritten")["one.js"]
