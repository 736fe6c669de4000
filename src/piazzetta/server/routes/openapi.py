"""The HTTP API as OpenAPI 3.1 and the messages as JSON Schema, generated from the types used for validation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from piazzetta import __version__
from piazzetta.games.registry import listing, names
from piazzetta.server.lobby.filters import PACES
from piazzetta.server.moderation.lists import STATUSES
from piazzetta.server.wire import credentials as access
from piazzetta.server.wire import holidays as holidays
from piazzetta.server.wire import lobby as meeting
from piazzetta.server.wire import moderation as manners
from piazzetta.server.wire import notifications as calls
from piazzetta.server.wire import people as people
from piazzetta.server.wire import shelf as shelf
from piazzetta.server.wire import tables as m
from piazzetta.tables.seating import INVISIBLE

_TABLE = {"name": "table", "in": "path", "required": True, "schema": {"type": "string", "maxLength": 32}}
_GAME = {"name": "game", "in": "path", "required": True, "schema": {"enum": list(names())}}
_KEY = {"name": "key", "in": "path", "required": True, "schema": {"type": "string", "maxLength": 32}}
_DEVICE = {"name": "device", "in": "path", "required": True, "schema": {"type": "string", "maxLength": 32}}
_PASSKEY = {"name": "passkey", "in": "path", "required": True, "schema": {"type": "string", "maxLength": 16}}
_TOKEN = {"name": "token", "in": "path", "required": True, "schema": {"type": "string", "maxLength": 16}}
_WAY = {"name": "way", "in": "path", "required": True, "schema": {"type": "string", "maxLength": 16}}
_BEFORE = {"name": "before", "in": "query", "required": True, "schema": {"type": "string", "pattern": "^[0-9]{1,16}$"}}
_PERSON = {"name": "person", "in": "path", "required": True, "schema": {"type": "string", "maxLength": 16}}
_REPORT = {"name": "report", "in": "path", "required": True, "schema": {"type": "string", "maxLength": 16}}


def _choice(name: str, values: Sequence[Any]) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": {"enum": list(values)}}


_FILTERS = [
    _choice("game", names()),
    _choice("players", range(2, 7)),
    _choice("pace", PACES),
    _choice("free", range(1, 6)),
]
_STATUS = _choice("status", STATUSES)
_ALL = {"name": "all", "in": "query", "schema": {"type": "string"}}
_NAME = {"name": "name", "in": "query", "schema": {"type": "string", "maxLength": 40, "pattern": "^[^\\x00]*$"}}
_CALLED = {**_NAME, "required": True, "schema": {"type": "string", "minLength": 1, "maxLength": 40}}
_LANG = {"name": "lang", "in": "query", "schema": {"type": "string", "maxLength": 10}}
_VIEWER = {
    "name": "viewer",
    "in": "query",
    "description": "a seat, -1 for a spectator, -2 for everything",
    "schema": {"type": "integer", "minimum": -2, "maximum": 5},
}

#: path, method, what it does, type of the body, type of the answer, status, parameters
_PATHS: list[tuple[str, str, str, Any, Any, int, list[dict[str, Any]]]] = [
    ("/api/v1/games", "get", "The games, their editions and switches", None, dict[str, Any], 200, []),
    ("/api/v1/invitations", "get", "Addresses for friends in the same network", None, m.Invitations, 200, []),
    ("/api/v1/tables", "get", "Open tables and tables to watch", None, m.Listed, 200, _FILTERS),
    ("/api/v1/tables", "post", "Create a table", m.NewTable, m.Created, 201, []),
    ("/api/v1/tables/{table}", "get", "A table", None, m.TableCard, 200, [_TABLE]),
    ("/api/v1/tables/{table}/join", "post", "Take an open seat", m.Join, m.Joined, 200, [_TABLE]),
    ("/api/v1/tables/{table}/leave", "post", "Leave a seat", m.Who, dict[str, Any], 200, [_TABLE]),
    ("/api/v1/tables/{table}/resign", "post", "Give up for good", m.Who, dict[str, Any], 200, [_TABLE]),
    ("/api/v1/tables/{table}/rematch", "post", "Play again", m.Who, dict[str, str], 200, [_TABLE]),
    ("/api/v1/tables/{table}/record", "get", "A finished game's record", None, dict[str, Any], 200, [_TABLE]),
    ("/api/v1/tables/{table}/replay", "get", "A game, position by position", None, m.Replay, 200, [_TABLE, _VIEWER]),
    ("/api/v1/tables/{table}/analysis", "get", "Analysis of a finished game", None, m.Analysis, 200, [_TABLE]),
    ("/api/v1/replay/analysis", "post", "Analysis of a record", dict[str, Any], m.Analysis, 200, []),
    ("/api/v1/replay", "post", "A record, position by position", dict[str, Any], m.UploadedReplay, 200, [_VIEWER]),
    ("/api/v1/rules/{game}", "get", "A rulebook", None, dict[str, Any], 200, [_GAME, _LANG]),
    ("/api/v1/words/{game}", "get", "A game's messages", None, dict[str, Any], 200, [_GAME, _LANG]),
    ("/api/v1/shelf", "get", "Maps and decks of this server's people", None, shelf.Shelf, 200, []),
    ("/api/v1/shelf", "post", "Put a map or deck there", shelf.Offer, shelf.Put, 201, []),
    ("/api/v1/shelf/{key}", "get", "One of them, with its file", None, shelf.ShelvedPiece, 200, [_KEY]),
    ("/api/v1/shelf/{key}/take_down", "post", "Take it down", shelf.Removal, dict[str, Any], 200, [_KEY]),
    ("/api/v1/me", "get", "Who this device belongs to", None, people.WhoAmI, 200, []),
    ("/api/v1/me", "post", "Keep me", people.NewPerson, people.Kept, 201, []),
    ("/api/v1/me/change", "post", "Change name or avatar", people.Change, people.Me, 200, []),
    ("/api/v1/me/seats", "post", "Take this device's games along", people.Claims, people.Claimed, 200, []),
    ("/api/v1/me/links", "post", "A one-time link for another device", people.Nothing, people.OneTimeLink, 201, []),
    ("/api/v1/me/recovery", "post", "A new recovery code", people.Nothing, people.RecoveryCode, 201, []),
    ("/api/v1/me/enter", "post", "Come in with a code", people.Entry, people.Kept, 200, []),
    ("/api/v1/me/enter/owner", "post", "Whom a code signs in", people.CodeQuestion, people.CodeOwner, 200, []),
    ("/api/v1/me/devices", "get", "My devices", None, people.Devices, 200, []),
    (
        *("/api/v1/me/devices/{device}/sign_out", "post", "Sign a device out"),
        *(people.Nothing, dict[str, Any], 200, [_DEVICE]),
    ),
    ("/api/v1/me/passkeys", "get", "My passkeys", None, access.Passkeys, 200, []),
    ("/api/v1/me/passkeys", "post", "Keep a new passkey", access.PasskeyAnswer, access.Passkey, 201, []),
    (
        *("/api/v1/me/passkeys/options", "post", "What the browser needs to make a passkey"),
        *(people.Nothing, access.PasskeyOptions, 200, []),
    ),
    ("/api/v1/me/passkeys/enter", "post", "Come in with a passkey", access.PasskeyAnswer, people.Kept, 200, []),
    (
        *("/api/v1/me/passkeys/enter/options", "post", "What the browser needs to ask for a passkey"),
        *(people.Nothing, access.PasskeyOptions, 200, []),
    ),
    (
        *("/api/v1/me/passkeys/{passkey}/remove", "post", "Remove a passkey"),
        *(people.Nothing, dict[str, Any], 200, [_PASSKEY]),
    ),
    ("/api/v1/me/tokens", "get", "My tokens", None, access.Tokens, 200, []),
    ("/api/v1/me/tokens", "post", "Make a token for a program", access.NewToken, access.MadeToken, 201, []),
    ("/api/v1/me/tokens/{token}/revoke", "post", "Revoke a token", people.Nothing, dict[str, Any], 200, [_TOKEN]),
    ("/api/v1/me/sign_out", "post", "Sign this device out", people.Nothing, dict[str, Any], 200, []),
    ("/api/v1/me/export", "get", "Everything that is stored about me", None, people.Export, 200, []),
    ("/api/v1/me/delete", "post", "Delete me", people.Farewell, dict[str, Any], 200, []),
    ("/api/v1/me/desk", "get", "My games", None, people.Desk, 200, []),
    ("/api/v1/me/finished", "get", "Older finished games", None, people.Finished, 200, [_BEFORE]),
    ("/api/v1/me/tables/{table}", "post", "Hide a game", people.OnMyDesk, dict[str, Any], 200, [_TABLE]),
    ("/api/v1/me/holiday", "get", "Whether I am on holiday", None, holidays.Holiday, 200, []),
    ("/api/v1/me/holiday", "post", "Go on holiday, or be back", holidays.NewHoliday, holidays.Holiday, 200, []),
    ("/api/v1/me/statistics", "get", "My games in numbers", None, people.Statistics, 200, []),
    ("/api/v1/ratings/{game}", "get", "The table of the house", None, people.Ratings, 200, [_GAME]),
    ("/api/v1/calls", "get", "How this server can call people", None, calls.CallOffer, 200, []),
    ("/api/v1/calls/play", "post", "Make a move in a call", calls.Answered, calls.Outcome, 200, []),
    ("/api/v1/calls/renew", "post", "A subscription has moved", calls.Renewal, dict[str, Any], 200, []),
    ("/api/v1/me/calls", "get", "How I am called", None, calls.Ways, 200, []),
    ("/api/v1/me/calls", "post", "Call me at all my tables", calls.NewWay, calls.WayCard, 201, []),
    ("/api/v1/me/calls/quiet", "post", "My quiet hours", calls.NewQuiet, calls.Ways, 200, []),
    ("/api/v1/me/calls/{way}/stop", "post", "No longer", m.Who, dict[str, Any], 200, [_WAY]),
    ("/api/v1/tables/{table}/calls", "get", "How I am called here", None, calls.Ways, 200, [_TABLE]),
    ("/api/v1/tables/{table}/calls", "post", "Call me", calls.NewWay, calls.WayCard, 201, [_TABLE]),
    ("/api/v1/tables/{table}/calls/quiet", "post", "Quiet hours", calls.NewQuiet, calls.Ways, 200, [_TABLE]),
    ("/api/v1/tables/{table}/calls/{way}/stop", "post", "No longer", m.Who, dict[str, Any], 200, [_TABLE, _WAY]),
    ("/api/v1/me/manners", "get", "Whom I keep away", None, manners.AllManners, 200, []),
    ("/api/v1/me/manners", "post", "Mute or block somebody", manners.TowardsPerson, manners.AllManners, 200, []),
    ("/api/v1/tables/{table}/manners", "get", "Whom I keep away here", None, manners.TableManners, 200, [_TABLE]),
    (
        *("/api/v1/tables/{table}/manners", "post", "Mute or block whoever sits there"),
        *(manners.TowardsSeat, manners.TableManners, 200, [_TABLE]),
    ),
    (
        *("/api/v1/tables/{table}/reports", "post", "Report somebody to the host"),
        *(manners.NewReport, manners.Reported, 201, [_TABLE]),
    ),
    ("/api/v1/me/friends", "get", "My friends", None, meeting.Friends, 200, []),
    ("/api/v1/me/friends/find", "get", "People of a name", None, meeting.Found, 200, [_CALLED]),
    ("/api/v1/me/friends/ask", "post", "Ask somebody, or say yes", meeting.Befriend, meeting.Friends, 200, []),
    ("/api/v1/me/friends/remove", "post", "No longer, or no", meeting.Befriend, meeting.Friends, 200, []),
    ("/api/v1/me/friends/presence", "post", "Be seen by friends", meeting.Presence, meeting.Friends, 200, []),
    ("/api/v1/me/friends/invite", "post", "Ask a friend to a table", meeting.Invite, dict[str, Any], 200, []),
    ("/api/v1/match", "get", "Who waits for a game with anybody", None, meeting.Match, 200, []),
    ("/api/v1/match", "post", "Play with anybody", meeting.NewTicket, meeting.Ticket, 201, []),
    ("/api/v1/match/cancel", "post", "Give the ticket back", meeting.Cancel, dict[str, Any], 200, []),
    ("/api/v1/watch", "get", "Games to watch, the best one first", None, meeting.Watch, 200, []),
    ("/api/v1/host", "get", "The house at a glance", None, manners.House, 200, []),
    ("/api/v1/host/enter", "post", "Make this browser the host's", manners.HostEntry, dict[str, Any], 200, []),
    ("/api/v1/host/leave", "post", "No longer", people.Nothing, dict[str, Any], 200, []),
    ("/api/v1/host/tables", "get", "All tables", None, manners.HostTables, 200, [_STATUS]),
    ("/api/v1/host/people", "get", "All people", None, manners.HostPeople, 200, [_NAME]),
    ("/api/v1/host/reports", "get", "Reports", None, manners.Reports, 200, [_ALL]),
    (
        *("/api/v1/host/reports/{report}/settle", "post", "A report is settled"),
        *(people.Nothing, dict[str, Any], 200, [_REPORT]),
    ),
    ("/api/v1/host/people/{person}/ban", "post", "Ban somebody", manners.Ban, dict[str, Any], 200, [_PERSON]),
    (
        *("/api/v1/host/people/{person}/unban", "post", "Let them in again"),
        *(people.Nothing, dict[str, Any], 200, [_PERSON]),
    ),
    (
        *("/api/v1/host/tables/{table}/delete", "post", "Delete a table"),
        *(people.Nothing, dict[str, Any], 200, [_TABLE]),
    ),
    ("/api/v1/host/announcement", "post", "Tell everybody", manners.Announcement, dict[str, Any], 200, []),
    ("/healthz", "get", "Whether the server is healthy", None, m.Health, 200, []),
    ("/readyz", "get", "Whether people may be sent to this server now", None, m.Readiness, 200, []),
]


_PICTURES = [
    ("/api/v1/tables/{table}/picture", "A picture of a table, for previews of its link", "get_picture"),
    ("/api/v1/me/tables/{table}/picture", "A picture of a game as I see it", "get_me_picture"),
]

#: What can be done with the table that a request has created.
_AT_A_NEW_TABLE = ("get_table", "get_picture", "get_replay", "post_join")


#: For people who read the document: a body and an answer of a request, such as ``POST /api/v1/me``.
_EXAMPLES: dict[str, dict[str, Any]] = msgspec.json.decode(Path(__file__).with_name("examples.json").read_bytes())


def _content(schema: Any, example: Any = None) -> dict[str, Any]:
    shown = {} if example is None else {"example": example}
    return {"application/json": {"schema": schema, **shown}}


def _operation(method: str, path: str) -> str:
    """A name for what a request does."""
    if path.startswith(("/api/v1/me/", "/api/v1/host", "/api/v1/match")) or "/calls" in path or "/manners" in path:
        path = path.removeprefix("/api/v1/").replace("/{", "_").replace("}", "").replace("/", "_")
    upload = "_upload" if path.startswith("/api/v1/replay") else ""
    return f"{method}_{path.rsplit('/', 1)[-1].strip('{}')}{upload}"


def _download(summary: str, name: str, problem: dict[str, Any], kind: str = "application/zip") -> dict[str, Any]:
    """An answer that is no JSON."""
    answers = {
        "200": {"description": "Success", "content": {kind: {}}},
        "4XX": problem,
        "503": {**problem, "description": "Busy: try again"},
    }
    return {"summary": summary, "operationId": name, "responses": answers}


def _mail_page(problem: dict[str, Any]) -> dict[str, Any]:
    """What a link in a mail leads to: for people and for mail programs, so that it is no JSON."""
    page: dict[str, Any] = {"text/html": {}}
    key = {"name": "key", "in": "path", "required": True, "schema": {"type": "string", "maxLength": 80}}
    form = {"application/x-www-form-urlencoded": {"schema": {"type": "object"}}}
    answers = {
        "200": {"description": "Success", "content": page},
        "404": {"description": "This link is no longer valid", "content": page},
        "4XX": problem,
        "503": {**problem, "description": "Busy: try again"},
    }
    common = {"parameters": [key], "responses": answers}
    return {
        "get": {"summary": "Whether to get mail: a page with a button", "operationId": "get_mail", **common},
        "post": {
            "summary": "Agree to calls by mail, or end them",
            "operationId": "post_mail",
            "requestBody": {"content": form},
            **common,
        },
    }


@cache
def openapi() -> bytes:
    """The document."""
    bodies = [path[3] for path in _PATHS if path[3] is not None]
    answers = [path[4] for path in _PATHS]
    types = [*bodies, *answers, m.Problem]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    by_type = {str(kind): schema for kind, schema in zip(types, schemas, strict=True)}
    problem = {"description": "Refused", "content": _content(by_type[str(m.Problem)])}
    for wish in ("NewTable", "Offer", "NewTicket"):
        components[wish]["properties"]["game"] = {"enum": list(names())}
    for named in ("Join", "NewPerson", "NewToken", "NewTicket"):  # something visible
        components[named]["properties"]["name"]["pattern"] = rf"[^\s{INVISIBLE.pattern[1:]}"
    paths: dict[str, dict[str, Any]] = {}
    for path, method, summary, body, answer, status, parameters in _PATHS:
        example = _EXAMPLES.get(f"{method.upper()} {path}", {})
        operation: dict[str, Any] = {
            "summary": summary,
            "operationId": _operation(method, path),
            "parameters": parameters,
            "responses": {
                str(status): {
                    "description": "Success",
                    "content": _content(by_type[str(answer)], example.get("answer")),
                },
                "4XX": problem,
                "503": {**problem, "description": "Busy: try again"},
            },
        }
        if body is not None:
            operation["requestBody"] = {"required": True, "content": _content(by_type[str(body)], example.get("body"))}
        paths.setdefault(path, {})[method] = operation
    for path, summary, name in _PICTURES:
        paths[path] = {"get": {**_download(summary, name, problem, "image/png"), "parameters": [_TABLE]}}
    paths["/api/v1/calls/mail/{key}"] = _mail_page(problem)
    paths["/api/v1/me/games.zip"] = {"get": _download("My finished games as records", "get_my_games", problem)}
    paths["/api/v1/tables"]["post"]["responses"]["201"]["links"] = {
        name: {"operationId": name, "parameters": {"table": "$response.body#/table"}} for name in _AT_A_NEW_TABLE
    }
    document = {
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
    return msgspec.json.encode(document)


@cache
def messages() -> bytes:
    """The messages a client may send over the WebSocket."""
    return msgspec.json.encode(msgspec.json.schema(m.Incoming))
