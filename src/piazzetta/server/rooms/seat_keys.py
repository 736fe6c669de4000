"""Secret tokens for seats, and the ids of tables."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import Table

#: A seat and the token presented for it.
Key = tuple[int, str]


class Proven(str):
    """In place of a token, the hash of one whose holder has shown by other means that the seat is theirs. Only the
    server makes them: what somebody sends is never one."""


def new_token() -> str:
    """Return a seat's secret: 160 bits."""
    return secrets.token_hex(20)


def new_id() -> str:
    """Return a table's id: 60 bits, so that an unlisted table cannot be guessed."""
    letters = "abcdefghijkmnpqrstuvwxyz23456789"  # without look-alikes
    return "".join(secrets.choice(letters) for _ in range(12))


def token_hash(token: str) -> str:
    """Return the stored form of a token. Tokens are long and random, so a plain hash cannot be reversed."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def fits(token: str, stored: str | None) -> bool:
    """Return whether a token matches the stored hash, compared in constant time."""
    given = str(token) if isinstance(token, Proven) else token_hash(token)
    return hmac.compare_digest(given, stored or "0" * 64) and stored is not None


def held_seats(table: Table, keys: Sequence[Key]) -> list[int]:
    """The seats whose tokens are among the keys, in their order. A token goes along when its person changes seats, so
    that the seat in a key only says where they sat when they came."""
    found = [_seat_of(table, token, seat) for seat, token in keys]
    return [seat for seat in found if seat is not None]


def held_by(table: Table, seat: int) -> str:
    """Return the hash of a seat's token: the same as long as its player keeps the token."""
    return table.seats[seat].hash or ""


def _seat_of(table: Table, token: str, likely: int) -> int | None:
    seats = [likely, *range(len(table.seats))] if likely < len(table.seats) else range(len(table.seats))
    return next((seat for seat in seats if fits(token, table.seats[seat].hash)), None)


def own_seat(table: Table, keys: Sequence[Key], seat: int | None) -> int:
    """Return the seat that the holder of these tokens acts for."""
    held = held_seats(table, keys)
    if not held or (len(held) > 1 and seat is not None and seat not in held):
        raise Refused("not_your_seat", "this needs the seat's token.")
    return held[0] if seat is None or seat not in held else seat
