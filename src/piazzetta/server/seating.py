"""Setting up a table: from a wish, or from the table before."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from piazzetta.bots import LEVELS
from piazzetta.errors import BadInput
from piazzetta.match.fair import new_seed
from piazzetta.match.setting import game
from piazzetta.server.guard import new_token, token_hash
from piazzetta.server.messages import NewTable
from piazzetta.server.table import Table
from piazzetta.server.tours import prepared, toured

_INVISIBLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def plain_text(text: str, newlines: bool = False) -> str:
    """What a person typed, without characters that cannot be seen or that turn the line around."""
    kept = text.replace("\n", "\n\n") if newlines else text
    return " ".join(_INVISIBLE.sub(" ", kept).split())


def head_of(wish: NewTable) -> tuple[dict[str, Any], dict[int, str]]:
    """A new table's first event, and the tokens of its creator's seats; ``BadInput`` says what does not hold."""
    players = len(wish.seats) if wish.players is None else wish.players
    if players != len(wish.seats):
        raise BadInput(f"players is {players}, but there are {len(wish.seats)} seats")
    record = toured(wish)
    if record is not None and record.setting.players != players:
        raise BadInput(f"this tour is for {record.setting.players} players, not {players}")
    setting = (
        record.setting
        if record is not None
        else game(
            wish.game,
            players=players,
            starter=wish.starter,
            edition=wish.edition,
            rules=wish.rules,
            board=wish.board,
            deck=wish.deck,
        )
    )
    kinds = [seat.kind for seat in wish.seats]
    if kinds.count("me") > 1:
        raise BadInput("only one seat can be me; others at the same device are hotseat")
    if "hotseat" in kinds and "me" not in kinds:
        raise BadInput("a hotseat is a further seat at my device: one seat has to be me")
    seats: list[dict[str, Any]] = []
    tokens: dict[int, str] = {}
    for number, seat in enumerate(wish.seats):
        if seat.kind == "bot":
            level = seat.level or "medium"
            if level not in LEVELS:
                raise BadInput(f"there is no bot {level!r}; there is {', '.join(LEVELS)}")
            seats.append({"kind": "bot", "name": plain_text(seat.name or "") or None, "level": level})
        elif seat.kind == "open":
            seats.append({"kind": "open"})
        else:
            tokens[number] = new_token()
            name = plain_text(seat.name or "") or f"Player {number + 1}"
            kind = "person" if seat.kind == "me" else "hotseat"
            seats.append({"kind": kind, "name": name, "hash": token_hash(tokens[number])})
    own_components = wish.board is not None or wish.deck is not None
    head = {
        "game": wish.game,
        "players": players,
        "starter": setting.starter,
        "edition": setting.edition,
        "rules": dict(setting.rules),
        "chart": setting.components.to_file() if own_components else None,
        "seats": seats,
        "options": msgspec.to_builtins(wish.options),
        "seed": new_seed().hex(),
    }
    if record is not None:
        head["prepared"] = prepared(record)
    return head, tokens


def rematch_head(table: Table, seed: bytes) -> dict[str, Any]:
    """The same people at a new table; the next seat starts. Their tokens stay good for their seats."""
    setting = table.setting
    seats = [
        {"kind": seat.kind, "name": seat.name, "level": seat.level, "hash": seat.hash, "bot_plays": False}
        for seat in table.seats
    ]
    return {
        "game": setting.game.name,
        "players": setting.players,
        "starter": (setting.starter + 1) % setting.players,
        "edition": setting.edition,
        "rules": dict(setting.rules),
        "chart": setting.components.to_file() if table.custom_components else None,
        "seats": seats,
        "options": msgspec.to_builtins(table.options) | {"listed": False},
        "seed": seed.hex(),
    }
