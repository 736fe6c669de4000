"""Answers over HTTP: JSON that is not to be kept."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from piazzetta.server.errors import Refused
from piazzetta.server.messages import Problem, encode


def answer(value: Any, status: int = 200) -> Response:
    """Anything as JSON; bytes are JSON already."""
    body = value if isinstance(value, bytes) else encode(value)
    return Response(body, status, media_type="application/json", headers={"Cache-Control": "no-store"})


def refusal_answer(refusal: Refused) -> Response:
    return answer(Problem(refusal.code, refusal.sentence, refusal.clause), refusal.status)
