"""The HTTP API as OpenAPI 3.1 and the messages as JSON Schema, generated from the declared endpoints and types."""

from __future__ import annotations

import contextlib
import inspect
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import get_args, get_type_hints, is_typeddict

import msgspec
from msgspec import UnsetType

from piazzetta import __version__
from piazzetta.games.registry import listing, names
from piazzetta.server.routes.admin import AdminRoutes
from piazzetta.server.routes.credentials import CredentialRoutes
from piazzetta.server.routes.friends import FriendRoutes
from piazzetta.server.routes.health import HealthRoutes
from piazzetta.server.routes.http.answers import Reply
from piazzetta.server.routes.http.declare import JSON, Endpoint, TypeForm, endpoints_of
from piazzetta.server.routes.http.endpoints import get
from piazzetta.server.routes.lobby import LobbyRoutes
from piazzetta.server.routes.moderation import ModerationRoutes
from piazzetta.server.routes.notifications import NotificationRoutes
from piazzetta.server.routes.people import PeopleRoutes
from piazzetta.server.routes.preview import PuzzlePictures
from piazzetta.server.routes.shelf import ShelfRoutes, StudyRoutes
from piazzetta.server.routes.tables import FilmRoutes, TableRoutes
from piazzetta.server.wire import messages
from piazzetta.server.wire.common import Problem
from piazzetta.tables.messages import JsonObject

BASE = "/api/v1"
#: For people who read the document: a body and an answer of a request, such as ``POST /api/v1/me``.
_EXAMPLES: dict[str, JsonObject] = msgspec.json.decode(Path(__file__).with_name("examples.json").read_bytes())
#: What can be done with the table that a request has created.
_AT_A_NEW_TABLE = ("get_table", "get_picture", "get_replay", "post_join")
_REF = "#/components/schemas/{name}"


class DocumentRoutes:
    @get("/openapi.json")
    async def openapi(self) -> Reply[JsonObject]:
        """This interface as OpenAPI 3.1."""
        return Reply(openapi())

    @get("/messages.json")
    async def messages(self) -> Reply[JsonObject]:
        """The messages a client may send over the WebSocket, as JSON Schema."""
        return Reply(_incoming())


#: Every class whose endpoints this server has, in the order of the documents.
API: tuple[type, ...] = (
    *(
        TableRoutes,
        FilmRoutes,
        ShelfRoutes,
        StudyRoutes,
        PuzzlePictures,
        LobbyRoutes,
        PeopleRoutes,
        CredentialRoutes,
        FriendRoutes,
    ),
    *(NotificationRoutes, ModerationRoutes, AdminRoutes, DocumentRoutes, HealthRoutes),
)


def all_endpoints(handlers: Iterable[type] = API) -> list[tuple[str, Endpoint]]:
    """Return all endpoints with their whole paths."""
    return [
        (one.path if kind is HealthRoutes else BASE + one.path, one) for kind in handlers for one in endpoints_of(kind)
    ]


@cache
def openapi() -> bytes:
    """Return the document as JSON; of itself it says nothing."""
    return msgspec.json.encode(document(kind for kind in API if kind is not DocumentRoutes))


@cache
def _incoming() -> bytes:
    return msgspec.json.encode(msgspec.json.schema(messages.Incoming))


def document(handlers: Iterable[type] = API, also: Iterable[TypeForm] = ()) -> JsonObject:
    """Return the OpenAPI document of these endpoints; ``also``: types that no endpoint has."""
    endpoints = all_endpoints(handlers)
    types = {Problem: None, **dict.fromkeys(also)}
    types |= {kind: None for _, one in endpoints for kind in (one.body, one.answer) if kind is not None}
    types |= {given.type: None for _, one in endpoints for given in (*one.path_parameters, *one.queries)}
    schemas, components = msgspec.json.schema_components(list(types), ref_template=_REF)
    schema_of = dict(zip(types, schemas, strict=True))
    sent = {*classes_in(one.body for _, one in endpoints), *classes_in(messages.COMMANDS)}
    for kind in classes_in(types):
        component = components.get(kind.__name__, {})
        if kind not in sent and not is_typeddict(kind):  # what has a default is left out by clients, never by us
            component["required"] = [name for name, hint in hints_of(kind).items() if UnsetType not in get_args(hint)]
        _describe(kind, component)
    refused = {"description": "Refused", "content": {JSON: {"schema": schema_of[Problem]}}}
    paths: dict[str, JsonObject] = {}
    for path, one in endpoints:
        paths.setdefault(path, {})[one.method.lower()] = _operation(path, one, schema_of, refused)
    links = {name: {"operationId": name, "parameters": {"table": "$response.body#/table"}} for name in _AT_A_NEW_TABLE}
    if f"{BASE}/tables" in paths:
        paths[f"{BASE}/tables"]["post"]["responses"]["201"]["links"] = links
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Piazzetta",
            "version": __version__,
            "description": f"Tables of {' and '.join(listing(name).title for name in names())}. See docs/protocol.md.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(path: str, one: Endpoint, schema_of: Mapping[TypeForm, JsonObject], refused: JsonObject) -> JsonObject:
    example = _EXAMPLES.get(f"{one.method} {path}", {})
    if one.media == JSON:
        said = {JSON: {"schema": schema_of[one.answer], **_example(example, "answer")}}
    else:
        said = {one.media: {}}
    parameters = [
        {"name": given.name, "in": "path", "required": True, "schema": schema_of[given.type]}
        for given in one.path_parameters
    ]
    parameters += [
        {"name": given.name, "in": "query", "required": given.default is ..., "schema": _present(schema_of[given.type])}
        for given in one.queries
    ]
    operation: JsonObject = {
        "summary": one.summary,
        "operationId": _operation_id(one.method.lower(), path),
        "parameters": parameters,
        "responses": {
            str(one.status): {"description": "Success", "content": said},
            "4XX": refused,
            "503": {**refused, "description": "Busy: try again"},
        },
    }
    if one.description:
        operation["description"] = one.description
    if one.media == "text/html":
        operation["responses"]["404"] = {"description": "This link is no longer valid", "content": said}
    if one.body is not None:
        content = {JSON: {"schema": schema_of[one.body], **_example(example, "body")}}
        operation["requestBody"] = {"required": True, "content": content}
    elif one.form:
        operation["requestBody"] = {"content": {"application/x-www-form-urlencoded": {"schema": {"type": "object"}}}}
    return operation


def _example(example: JsonObject, part: str) -> JsonObject:
    return {"example": example[part]} if part in example else {}


def _present(schema: JsonObject) -> JsonObject:
    """Return the schema of an optional parameter as it is when it is there."""
    found = [one for one in schema.get("anyOf", ()) if one != {"type": "null"}]
    return found[0] if found else schema


def _operation_id(method: str, path: str) -> str:
    """Return a name for what a request does."""
    spelled_out = tuple(
        f"{BASE}/{part}" for part in ("me/", "guest/", "admin", "match", "ratings", "studies/", "puzzles/", "words")
    )
    if path.startswith(spelled_out) or "/notifications" in path or "/blocks" in path:
        path = re.sub(r"\W+", "_", path.removeprefix(f"{BASE}/")).strip("_")
    upload = "_upload" if path.startswith(f"{BASE}/replay") else ""
    return f"{method}_{path.rsplit('/', 1)[-1].strip('{}')}{upload}"


# --- descriptions of fields: their comments ---

_FIELD = re.compile(r"^    (\w+): [^\n]*?  # (.+)$", re.MULTILINE)


@cache
def field_comments(kind: type) -> dict[str, str]:
    """Return the comments of a type's fields, which are their descriptions in documents."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        if one.__module__.startswith(("piazzetta.", "tests.")):
            with contextlib.suppress(OSError):  # a typed dictionary that is no class
                found |= dict(_FIELD.findall(inspect.getsource(one)))
    for base in getattr(kind, "__orig_bases__", ()):  # typed dictionaries have no others at run time
        if is_typeddict(base):
            found = field_comments(base) | found
    return found


def classes_in(types: Iterable[TypeForm]) -> list[type]:
    """Return the classes among some types and in their fields."""
    found: dict[type, None] = {}
    waiting = list(types)
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and kind.__module__.startswith(("piazzetta.", "tests.")):
            if kind not in found:
                found[kind] = None
                waiting += hints_of(kind).values()
        else:
            waiting += [one for one in getattr(kind, "__args__", ()) if one is not None]
    return list(found)


@cache
def hints_of(kind: type) -> JsonObject:
    """Return the types of a type's fields."""
    return get_type_hints(kind)


def _describe(kind: type, component: JsonObject) -> None:
    """Add the comments of a type's fields to its schema."""
    for name, comment in field_comments(kind).items():
        field = component.get("properties", {}).get(name)
        if field is not None:
            field.setdefault("description", comment)
