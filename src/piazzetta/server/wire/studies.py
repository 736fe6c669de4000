"""Requests and answers about shared studies (``docs/protocol.md``)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from piazzetta.server.wire.common import Body
from piazzetta.server.wire.tables import Token

MOST_LETTERS = 250_000
#: The way to a position from the first one: which of the continuations, at each.
Way = Annotated[list[Annotated[int, Meta(ge=0, le=40_000)]], Meta(max_length=5_000)]
StudyText = Annotated[str, Meta(min_length=2, max_length=MOST_LETTERS)]


class StudyOffer(Body):
    """Share a study with everybody who has its link."""

    study: StudyText  # as JSON: `data/rules/studies.md`
    at: Way = []


class StudyChange(Body):
    """What has changed in a shared study."""

    token: Token
    study: StudyText | None = None
    at: Way | None = None  # where its author looks


class StudyRemoval(Body):
    token: Token


class SharedStudyToken(Struct):
    """The study is shared. With the token it can be changed or no longer shared."""

    key: str
    token: str


class SharedStudy(Struct):
    """A shared study, and where its author looks."""

    key: str
    game: str
    version: int  # grows with every change
    time: int  # of the last change: milliseconds since 1970
    at: list[int]
    study: str | None  # null where nothing but the position has changed since the version that was asked about


class StudyVersion(Struct):
    version: int
