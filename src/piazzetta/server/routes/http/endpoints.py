"""Routes of declared endpoints: decoding, checks, the handler, its answer as a response."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import reduce
from types import UnionType
from typing import NewType, Union, get_args, get_origin

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from piazzetta.server.people.people import Person
from piazzetta.server.rooms.seat_keys import Key
from piazzetta.server.routes.http.answers import Reply
from piazzetta.server.routes.http.bodies import read_body, read_json
from piazzetta.server.routes.http.checks import AdminDevice, RequestChecks
from piazzetta.server.routes.http.declare import (
    PARTS,
    Endpoint,
    Limit,
    Parameter,
    Query,
    TypeForm,
    Upload,
    endpoints_of,
    get,
    post,
)
from piazzetta.server.routes.http.rate_limits import address_of
from piazzetta.server.wire.tables import Who
from piazzetta.tables.refusals import Refused

__all__ = ["Limit", "Query", "SeatKeys", "Upload", "get", "http_routes", "post"]

#: What answers a request.
Handler = Callable[[Request], Awaitable[Response]]
#: Words of the addresses of 0.2, which lead to the same places, by the words of today.
_OLD_WORDS = {
    "/notifications": "/calls",
    "/blocks": "/manners",
    "/me/games": "/me/desk",
    "/guest/games": "/desk",
    "^/admin": "/host",
    "/resolve": "/settle",
}
SeatKeys = NewType("SeatKeys", list[Key])
PARTS |= {Person: "person", Person | None: "guest", SeatKeys: "keys", AdminDevice: "admin"}


def http_routes(handlers: Iterable[object], checks: RequestChecks) -> list[Route]:
    """Return the routes of all endpoints, one for each path, so that the refusal of a method names the others."""
    by_path: dict[str, dict[str, Handler]] = {}
    for one in handlers:
        for endpoint in endpoints_of(type(one)):
            by_path.setdefault(endpoint.route, {})[endpoint.method] = _handling(endpoint, one, checks)
    addressed = {**by_path, **{_as_in_0_2(path): methods for path, methods in by_path.items()}}
    return [Route(path, _dispatch(methods), methods=list(methods)) for path, methods in addressed.items()]


def _as_in_0_2(path: str) -> str:
    """Return the address that an endpoint had in 0.2."""
    return reduce(lambda found, word: re.sub(rf"{word}(?=/|$)", _OLD_WORDS[word], found), _OLD_WORDS, path)


def _dispatch(methods: Mapping[str, Handler]) -> Handler:
    async def dispatch(request: Request) -> Response:
        return await methods["GET" if request.method == "HEAD" else request.method](request)

    return dispatch


def _handling(endpoint: Endpoint, handlers: object, checks: RequestChecks) -> Handler:
    """Return what handles a request: it collects what the handler needs, and sends its answer."""
    handler = getattr(handlers, endpoint.handler)
    names = [one.name for one in endpoint.path_parameters]
    parts, queries = endpoint.parts, [(query, _given_type(query.type)) for query in endpoint.queries]
    known = parts.get("person") or parts.get("guest")

    async def handle(request: Request) -> Response:
        given: dict[str, object] = {name: request.path_params[name] for name in names}
        if "request" in parts:
            given[parts["request"]] = request
        if "admin" in parts:  # before anything else: for everybody else there is nothing here
            given[parts["admin"]] = await checks.admin(request)
        body: object = None
        if "upload" in parts:
            given[parts["upload"]] = await read_body(request, endpoint.most)
        elif endpoint.body is not None:
            body = await read_json(request, endpoint.body, endpoint.most)
            if "body" in parts:
                given[parts["body"]] = body
        read = {query.name: _read_query(request, query, kind) for query, kind in queries}
        given |= {parts["query"]: endpoint.query(**read)} if endpoint.query else read
        person = None
        if known is not None:
            person = given[known] = await checks.person(request, endpoint.scope, "person" in parts, endpoint.banned)
        if endpoint.stranger:
            await checks.stranger(request)
        if endpoint.limit is not None:
            by = None if known is None else (person.id if person else "")
            checks.limit(endpoint.limit.rate, endpoint.limit.sentence, by, address_of(request))
        if "keys" in parts:
            who = Who(getattr(body, "seat", None), getattr(body, "token", None))
            given[parts["keys"]] = await checks.seat_keys(request, who, endpoint.scope)
        said = await handler(**given)
        if isinstance(said, Response):
            if isinstance(said, Reply) and said.as_declared:
                said.status_code = endpoint.status
            return said
        return Reply(said, endpoint.status)

    return handle


def _given_type(kind: TypeForm) -> TypeForm:
    """Return the type of a parameter that is there, without the None of one that is not."""
    origin: object = get_origin(kind)
    if origin in (Union, UnionType):
        (kind,) = (one for one in get_args(kind) if one is not type(None))
    return kind


def _read_query(request: Request, query: Parameter, kind: TypeForm) -> object:
    text = request.query_params.get(query.name)
    if text is None and query.default is not ...:
        return query.default
    try:
        return msgspec.convert(text, kind, strict=False)
    except msgspec.ValidationError as problem:
        raise Refused("bad", f"{query.name}: {explained(kind) or str(problem)[:200]}.") from None


def explained(kind: TypeForm) -> str:
    """Return the description of a parameter's type."""
    found = [one.description for one in getattr(kind, "__metadata__", ()) if isinstance(one, msgspec.Meta)]
    return next((one for one in found if one), "")
