"""HTTP answers: JSON that must not be cached."""

from __future__ import annotations

import math
from typing import Any

from starlette.responses import Response

from piazzetta.server.routes.guard import TooMuch
from piazzetta.server.wire.tables import Problem, encode
from piazzetta.tables.refusals import Refused

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
    "no_token": 403,
    "scope": 403,
    "device_only": 403,
    "stays_program": 409,
    "no_mail": 409,
    "holiday": 409,
    "your_turn": 409,
    "full_ways": 409,
    "no_answer": 409,
    "not_sent": 409,
    "stale": 409,
    "damaged": 500,
    "not_over": 409,
    "too_big": 413,
    "rate": 429,
    "full": 429,
    "busy": 503,
    "compiling": 503,
}


def answer(value: Any, status: int = 200) -> Response:
    """Any value as JSON; bytes are taken as JSON already."""
    body = value if isinstance(value, bytes) else encode(value)
    return Response(body, status, media_type="application/json", headers={"Cache-Control": "no-store"})


def refusal_answer(refusal: Refused) -> Response:
    response = answer(Problem(refusal.code, refusal.sentence, refusal.clause), STATUS.get(refusal.code, 400))
    if isinstance(refusal, TooMuch):
        response.headers["Retry-After"] = str(max(1, math.ceil(refusal.seconds)))
    return response
