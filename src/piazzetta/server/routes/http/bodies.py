"""The bodies of requests, read with a limit of size and time."""

from __future__ import annotations

import asyncio
from typing import TypeVar

import msgspec
from starlette.requests import Request

from piazzetta.server.settings import MOST_BYTES
from piazzetta.tables.messages import Json
from piazzetta.tables.refusals import Refused

_BODY_SECONDS = 60.0
T = TypeVar("T")


async def read_body(request: Request, most: int = MOST_BYTES) -> bytes:
    """Return the body of a request that says it is JSON."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":  # a form on a foreign page cannot send this type
        raise Refused("not_json", "the request body must be application/json.")
    got = bytearray()
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            async for chunk in request.stream():
                got += chunk
                if len(got) > most:
                    raise Refused("too_big", f"a request body may have at most {most // 1024} KiB.")
    except TimeoutError:
        raise Refused("late", "the request body arrived too slowly; please try again.") from None
    return bytes(got)


async def read_json(request: Request, kind: type[T], most: int = MOST_BYTES) -> T:
    """Return the body of a request as a value of this type."""
    body = await read_body(request, most)
    try:
        return msgspec.convert(_whole(msgspec.json.decode(body)), type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise Refused("bad", f"the request body is invalid: {str(problem)[:200]}.") from None


def _whole(value: Json) -> Json:
    """Return 1.0 as 1: in JSON, and so in our schemas, it is an integer."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _whole(inner) for key, inner in value.items()}
    return [_whole(inner) for inner in value] if isinstance(value, list) else value
