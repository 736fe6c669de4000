"""Requests and answers about the moments of games from which a person learns (``docs/protocol.md``)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from piazzetta.server.wire.common import Body
from piazzetta.tables.messages import JsonObject

#: In milliseconds since 1970.
Time = Annotated[int, Meta(ge=0, le=2**53 - 1)]
MOST_REVIEWS = 200


class MomentReview(Struct, frozen=True):
    """How it went when the moment was looked at."""

    time: Time
    outcome: Literal["solved", "helped", "shown"]  # at once; after wrong tries or with a hint; given up


class MomentReviews(Body):
    """A moment to keep, or new reviews of it. What is known already stays as it is."""

    kept: Time  # when its game was looked at
    reviews: Annotated[list[MomentReview], Meta(max_length=MOST_REVIEWS)]
    card: JsonObject | None = None  # everything that is needed to look at it; only the first one counts


class KeptMoment(Struct):
    """A moment without its card."""

    id: str
    kept: int
    reviews: list[MomentReview]


class KeptMoments(Struct):
    moments: list[KeptMoment]


class KeptMomentCard(Struct):
    card: JsonObject
