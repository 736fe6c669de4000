"""What is said about holidays over HTTP (``docs/protocol.md``)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class NewHoliday(Struct, forbid_unknown_fields=True):
    """Until when I am away, in milliseconds since 1970; null: I am back."""

    until: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None


class Holiday(Struct):
    """``left``: how many milliseconds of holidays may still be taken, of ``most`` in a year."""

    until: int | None  # null: not on holiday
    left: int
    most: int
