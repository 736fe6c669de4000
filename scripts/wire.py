"""Writes what follows from the declared wire: the OpenAPI document for the page's types, and docs/protocol.md's tables.

python scripts/wire.py openapi FILE     the HTTP interface and all messages, for openapi-typescript
python scripts/wire.py docs             the tables of docs/protocol.md, between their markers
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from piazzetta.server.routes import openapi
from piazzetta.server.routes.http.declare import Endpoint, endpoints_of
from piazzetta.server.settings import Settings
from piazzetta.server.wire.common import Empty
from piazzetta.server.wire.messages import COMMANDS, OUTGOING

PROTOCOL = Path(__file__).parents[1] / "docs" / "protocol.md"
_BLOCK = re.compile(r"(<!-- wire: ([^\n]*) -->\n).*?(<!-- end -->)", re.DOTALL)


def document(handlers: Iterable[type] = openapi.API) -> bytes:
    """Return the HTTP interface and all messages as one OpenAPI document."""
    return msgspec.json.encode(openapi.document(handlers, also=[*COMMANDS, *OUTGOING]))


def with_tables(text: str, handlers: Iterable[type] = openapi.API) -> str:
    """Return a document with its tables written anew. A marker names classes of endpoints, ``messages``, ``commands``
    or ``types``."""
    known = {kind.__name__: kind for kind in handlers}

    def table(found: re.Match[str]) -> str:
        match found[2]:
            case "messages":
                rows = _messages(OUTGOING)
            case "commands":
                rows = _messages(COMMANDS[1:])
            case "types":
                rows = _types(handlers)
            case classes:
                rows = _requests(known[name] for name in classes.split())
        return found[1] + "\n".join(rows) + "\n" + found[3]

    return _BLOCK.sub(table, text)


# --- endpoints ---


def _requests(handlers: Iterable[type]) -> list[str]:
    rows = ["| request | who | what it does |", "|---|---|---|"]
    for kind in handlers:
        for one in endpoints_of(kind):
            rows.append(_row(_request(one), _who(one), _effect(one)))
    return rows


def _request(one: Endpoint) -> str:
    query = "&".join(f"{given.name}=" for given in one.queries)
    shown = f"`{one.method} {one.path}{'?' if query else ''}{query}`"
    fields = _names(one.body) if isinstance(one.body, type) else ""
    return f"{shown} `{fields}`" if fields else shown


def _who(one: Endpoint) -> str:
    if "admin" in one.parts:
        return "the admin"
    if one.stranger:
        return "a device without a profile"
    scope = {None: "", "device": "device", "any token": "any token"}.get(one.scope, f"`{one.scope}`")
    if "keys" in one.parts and "person" not in one.parts:
        return f"a seat; {scope}"
    return scope if "person" in one.parts else f"anyone; {scope}" if scope else "anyone"


def _effect(one: Endpoint) -> str:
    told = f"{one.summary}."
    if one.description:
        told += f" {one.description}"
    if one.limit is not None:
        burst, rate = getattr(Settings(), one.limit.rate)
        told += f" At most {burst:g}, then one every {1 / rate:g} seconds."
    status = f"{one.status} " if one.status != 200 else ""
    if one.answer is None:
        return f"{told} → {one.media}"
    return told if one.answer is Empty else f"{told} → {status}{_type(one.answer)}"


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


# --- messages and types ---


def _messages(kinds: Iterable[Any]) -> list[str]:
    rows = ["| type | fields | |", "|---|---|---|"]
    for kind in kinds:
        fields = {name: one for name, one in _fields(kind).items() if name not in ("type", *_of_every_command(kind))}
        rows.append(_row(f"`{_tag(kind)}`", _told(kind, fields), _doc(kind)))
    return rows


def _of_every_command(kind: Any) -> tuple[str, ...]:
    return ("id", "at", "seat") if kind in COMMANDS else ()


def _tag(kind: Any) -> str:
    config = getattr(kind, "__struct_config__", None)
    return str(config.tag if config is not None else get_args(get_type_hints(kind)["type"])[0])


def _types(handlers: Iterable[type]) -> list[str]:
    """A row for each type that is sent or answered."""
    sent = [kind for _, one in openapi.all_endpoints(handlers) for kind in (one.body, one.answer)]
    rows = ["| type | fields | |", "|---|---|---|"]
    kinds = openapi.classes_in([*sent, *COMMANDS[:1], *OUTGOING])
    for kind in sorted(set(kinds) - set(OUTGOING) - {Empty}, key=lambda kind: kind.__name__):
        rows.append(_row(f"`{kind.__name__}`", _told(kind, _fields(kind)), _doc(kind)))
    return rows


def _fields(kind: Any) -> dict[str, tuple[Any, bool]]:
    """The fields of a type as they are written: each with its type and whether it may be missing."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = get_type_hints(kind)
        return {one.encode_name: (hints[one.name], not one.required) for one in msgspec.structs.fields(kind)}
    optional = getattr(kind, "__optional_keys__", ())
    return {name: (hint, name in optional) for name, hint in get_type_hints(kind).items() if not name.startswith("_")}


def _names(kind: Any) -> str:
    """The fields of a body, in short."""
    fields = [f'"{name}"{"?" if optional else ""}' for name, (_, optional) in _fields(kind).items()]
    return "{" + ", ".join(fields) + "}"


def _told(kind: Any, fields: dict[str, tuple[Any, bool]]) -> str:
    comments = openapi.field_comments(kind)
    told = []
    for name, (hint, optional) in fields.items():
        comment = f" ({comments[name]})" if name in comments else ""
        told.append(f"`{name}`{'?' if optional else ''} {_type(hint)}{comment}")
    return ", ".join(told)


def _doc(kind: Any) -> str:
    inherited = (msgspec.Struct.__doc__, dict.__doc__)
    told = kind.__doc__ if kind.__doc__ not in inherited else ""
    return " ".join((told or "").split()) if "(" not in (told or "").partition(" ")[0] else ""


_PLAIN = {
    str: "text",
    int: "number",
    float: "number",
    bool: "boolean",
    dict: "object",
    list: "list",
    type(None): "null",
}


def _type(hint: Any) -> str:
    """A type as it is written in the tables."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return "anything"
    if origin is Literal:
        return " or ".join(f"`{value}`" for value in inner)
    if origin in (list, tuple):
        return f"list of {_type(inner[0])}"
    if origin is dict:
        return "object" if inner[1] is Any else f"object of {_type(inner[1])}"
    if inner:
        return " or ".join(_type(one) for one in inner if one is not msgspec.UnsetType)
    return _PLAIN.get(hint) or f"`{hint.__name__}`"


def main(wanted: str, *target: str) -> None:
    if wanted == "openapi":
        Path(target[0]).parent.mkdir(parents=True, exist_ok=True)
        Path(target[0]).write_bytes(document())
    else:
        PROTOCOL.write_text(with_tables(PROTOCOL.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
