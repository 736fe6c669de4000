"""Requests and answers about passkeys and access tokens (``docs/protocol.md``)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from piazzetta.server.wire.common import Body
from piazzetta.server.wire.people import Label
from piazzetta.server.wire.tables import VISIBLE
from piazzetta.tables.messages import JsonObject

#: What an access token may allow. No scope lets a program create tokens, add devices or delete the profile.
Scope = Literal["games:read", "games:play", "tables:create", "profile"]


# --- passkeys ---


class PasskeyAnswer(Body):
    """The answer of the browser's authenticator, as JSON (``PublicKeyCredential.toJSON``)."""

    credential: JsonObject
    device: Label = ""  # the name that its owner gives the passkey, or the device that signs in


class PasskeyOptions(Struct):
    """What to ask the browser's authenticator, as JSON (``PublicKeyCredential.parse…OptionsFromJSON``)."""

    options: JsonObject


class Passkey(Struct):
    id: str
    label: str
    site: str  # the host name of the page for which it works
    created: int
    used: int  # the last time


class Passkeys(Struct):
    passkeys: list[Passkey]


# --- tokens ---


class NewToken(Body):
    name: Annotated[str, Meta(min_length=1, max_length=60, extra_json_schema=VISIBLE)]
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=4)]
    days: Annotated[int, Meta(ge=1, le=3650)] | None = None  # until it expires; null: never


class TokenCard(Struct, kw_only=True):
    id: str
    name: str
    scopes: list[str]
    created: int
    expires: int | None
    used: int | None  # the last time, to the hour


class MadeToken(TokenCard, kw_only=True):
    """A new token. Its text is shown once: the server stores only its hash."""

    token: str


class Tokens(Struct):
    tokens: list[TokenCard]
