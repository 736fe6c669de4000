"""The cookies of a browser: one for each table, with the tokens of all seats it holds there."""

from __future__ import annotations


def cookie_name(table: str) -> str:
    return f"piazzetta_{table}"


def read_cookie(value: str) -> list[tuple[int, str]]:
    """Return the seats and tokens in a cookie, or in an ``Authorization`` header; ignores invalid entries."""
    found = []
    for part in value[:1000].split("-"):
        seat, dot, token = part.partition(".")
        if dot and seat in ("0", "1", "2", "3", "4", "5") and 0 < len(token) <= 64:
            found.append((int(seat), token))
    return found


def write_cookie(seats: list[tuple[int, str]]) -> str:
    return "-".join(f"{seat}.{token}" for seat, token in sorted(dict(seats).items()))
