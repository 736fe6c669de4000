"""HTTP answers: JSON that must not be cached."""

from __future__ import annotations

import math
from typing import Generic, TypeVar

from starlette.responses import Response

from piazzetta.server.routes.http.rate_limits import TooMuch
from piazzetta.server.wire.common import Problem, encode
from piazzetta.tables.refusals import Refused

T = TypeVar("T")

#: The HTTP status for each refusal code; 400 for any other.
STATUS = {
    "bad": 400,
    "not_json": 415,
    "foreign": 403,
    "not_your_seat": 403,
    "not_yours": 403,
    "no_spectators": 403,
    "missing": 404,
    "not_allowed": 405,
    "late": 408,
    "taken": 409,
    "waiting": 409,
    "over": 409,
    "banned": 403,
    "guest": 409,
    "nobody": 403,
    "somebody": 409,
    "no_code": 403,
    "no_passkey": 403,
    "no_passkeys": 409,
    "passkeys_off": 409,
    "no_token": 403,
    "scope": 403,
    "device_only": 403,
    "stays_program": 409,
    "not_your_name": 409,
    "no_mail": 409,
    "no_push": 409,
    "films_off": 409,
    "holiday": 409,
    "your_turn": 409,
    "full_ways": 409,
    "no_answer": 409,
    "not_sent": 409,
    "stale": 409,
    "damaged": 500,
    "old_rules": 409,
    "not_over": 409,
    "too_big": 413,
    "rate": 429,
    "full": 429,
    "busy": 503,
    "compiling": 503,
}


class Reply(Response, Generic[T]):
    """A value as JSON, for handlers that set a header, a cookie or a status besides; bytes are taken as JSON already.

    ``status`` None: the one that the endpoint declares.
    """

    def __init__(self, value: T | bytes, status: int | None = None, headers: dict[str, str] | None = None) -> None:
        body = value if isinstance(value, bytes) else encode(value)
        self.as_declared = status is None
        headers = {"Cache-Control": "no-store", **(headers or {})}
        super().__init__(body, status or 200, media_type="application/json", headers=headers)


def refusal_answer(refusal: Refused) -> Response:
    response = Reply(Problem(refusal.code, refusal.sentence, refusal.clause), STATUS.get(refusal.code, 400))
    if isinstance(refusal, TooMuch):
        response.headers["Retry-After"] = str(max(1, math.ceil(refusal.seconds)))
    return response
