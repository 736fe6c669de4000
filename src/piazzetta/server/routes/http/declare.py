"""Endpoints, each declared once where its handler is.

``@get`` and ``@post`` name the path, who may ask, how often, and the status of the answer. The handler's signature says
the rest: which parts of the request it needs, and the type of its answer. Routing, decoding and checks
(``http_routes``), the OpenAPI document, the tables of ``docs/protocol.md`` and the page's types follow from that.

A handler's parameters are recognised by their types: ``Request``; ``Person`` (guests are refused) or ``Person | None``;
``SeatKeys``, the seats that the request may act for; ``AdminDevice`` (everybody else is refused); ``Upload``, a body as
bytes; a ``Query``, whose fields are parameters of the query; any other struct, the body. Those named in the path come
from there, all others are parameters of the query.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NewType, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from starlette.requests import Request

from piazzetta.server.routes.http.answers import Reply
from piazzetta.server.settings import MOST_BYTES
from piazzetta.server.wire.common import Nothing

Upload = NewType("Upload", bytes)
JSON = "application/json"
#: A class, or what ``typing`` makes of classes, such as ``Annotated[int, …]``.
TypeForm = Any
#: What a handler's parameter of a type is. ``endpoints`` adds those whose modules load the engine.
PARTS: dict[TypeForm, str] = {Request: "request", Upload: "upload"}

F = TypeVar("F", bound=Callable[..., Awaitable[object]])


@dataclass(frozen=True)
class Limit:
    """How often something may be asked: a rate of ``Settings`` and what is said to those who have to wait.

    By person and address where the handler knows the person, otherwise by address.
    """

    rate: str
    sentence: str


@dataclass(frozen=True)
class Parameter:
    """A parameter of the path or of the query; ``default`` is ``...`` if it is required."""

    name: str
    type: TypeForm
    default: object


class Query(msgspec.Struct):
    """Parameters of the query that several endpoints have."""


@dataclass(frozen=True)
class Endpoint:
    """What is known of an endpoint."""

    method: str
    path: str
    route: str  # the path as Starlette takes it
    handler: str  # its method's name
    summary: str
    description: str  # Markdown, perhaps empty
    status: int
    scope: str | None  # of tokens; None: nobody is asked who they are
    limit: Limit | None
    most: int  # bytes of a body
    body: TypeForm | None  # its type; None: there is none
    answer: TypeForm | None  # its type; None: it is no JSON
    media: str
    form: bool  # the body is a form, which the handler reads
    banned: bool  # banned people may ask too
    stranger: bool  # refused if the device belongs to a person already
    path_parameters: tuple[Parameter, ...]
    queries: tuple[Parameter, ...]
    query: type[Query] | None  # what the handler gets them as; None: as they are
    parts: Mapping[str, str] = field(default_factory=dict)  # the handler's other parameters, by what they are

    @property
    def guests(self) -> bool:
        """Whether a guest may ask."""
        return "person" not in self.parts and "admin" not in self.parts


def _declare(
    method: str,
    path: str,
    *,
    scope: str | None = None,
    limit: Limit | None = None,
    status: int = 200,
    most: int = MOST_BYTES,
    media: str = JSON,
    form: bool = False,
    banned: bool = False,
    stranger: bool = False,
    sent: TypeForm | None = None,
) -> Callable[[F], F]:
    """``sent``: the type of an ``Upload``, for documents alone."""

    def declared(handler: F) -> F:
        hints = get_type_hints(handler, include_extras=True)
        answer = hints.pop("return")
        if get_origin(answer) is Reply:
            (answer,) = get_args(answer)
        defaults = {name: one.default for name, one in inspect.signature(handler).parameters.items()}
        names = re.findall(r"{(\w+)", path)
        body, parts, queries, query = sent, {}, [], None
        for name, hint in hints.items():
            if _is_a(Query, hint):
                parts["query"], query = name, hint
                queries += [Parameter(one.name, one.type, one.default) for one in msgspec.structs.fields(hint)]
                continue
            kind = PARTS.get(hint) or ("body" if _is_a(msgspec.Struct, hint) else None)
            if kind is not None:
                parts[kind] = name
                body = hint if kind == "body" else body
            elif name not in names:
                default = defaults[name]
                queries.append(Parameter(name, hint, ... if default is inspect.Parameter.empty else default))
        if method == "POST" and body is None and not form:
            body = Nothing
        summary, _, description = inspect.cleandoc(handler.__doc__ or "").partition("\n\n")
        assert summary, f"{handler.__qualname__} has no docstring"
        endpoint = Endpoint(
            method=method,
            path=path.replace(":path}", "}"),
            route=path,
            handler=handler.__name__,
            summary=" ".join(summary.split()).removesuffix("."),
            description=" ".join(description.split()),
            status=status,
            scope=scope,
            limit=limit,
            most=most,
            body=body,
            answer=None if media != JSON else answer,
            media=media,
            form=form,
            banned=banned,
            stranger=stranger,
            path_parameters=tuple(Parameter(name, hints[name], ...) for name in names),
            queries=tuple(queries),
            query=query,
            parts=parts,
        )
        handler.__endpoint__ = endpoint  # type: ignore[attr-defined]
        return handler

    return declared


#: Declare the handler of a GET or POST request; ``_declare`` has the options.
get = partial(_declare, "GET")
post = partial(_declare, "POST")


def _is_a(base: type, hint: TypeForm) -> bool:
    return isinstance(hint, type) and issubclass(hint, base)


def endpoints_of(handlers: type) -> list[Endpoint]:
    """Return the endpoints that a class declares, in order."""
    return [one.__endpoint__ for one in vars(handlers).values() if hasattr(one, "__endpoint__")]
