"""What is said everywhere over HTTP, and how it is encoded."""

from __future__ import annotations

import msgspec
from msgspec import Struct


class Body(Struct, forbid_unknown_fields=True):
    """Something that a client sends."""


class Nothing(Body):
    """An empty body."""


class Empty(Struct):
    """An empty answer: it is done."""


class Problem(Struct):
    """The form of every refusal over HTTP."""

    code: str
    sentence: str
    clause: str | None = None


class Health(Struct):
    """``database``: events can be written; ``engine``: it is loaded."""

    alive: bool
    database: bool
    engine: bool


class Readiness(Struct):
    ready: bool


_ENCODER = msgspec.json.Encoder()


def encode(value: object) -> bytes:
    """Encode as JSON. Owners convert tuples such as events with ``jsonable`` first, so nothing is guessed here."""
    return _ENCODER.encode(value)
