"""What is said about people over HTTP (``docs/protocol.md``)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from piazzetta.server.network.messages import Name, SeatNumber, Token

Avatar = Annotated[str, Meta(max_length=40, pattern=r"^[a-z0-9-]*$")]
Label = Annotated[str, Meta(max_length=60)]
TableId = Annotated[str, Meta(min_length=1, max_length=32)]


class _In(Struct, forbid_unknown_fields=True):
    """Something a client sends."""


class NewPerson(_In):
    name: Name
    avatar: Avatar = ""
    device: Label = ""  # what its owner may call this device


class Change(_In):
    """What is left out stays as it is."""

    name: Name | None = None
    avatar: Avatar | None = None
    listed: bool | None = None


class SeatClaim(_In):
    table: TableId
    seat: SeatNumber
    token: Token


class Claims(_In):
    """Seats of this device, which now belong to the person."""

    seats: Annotated[list[SeatClaim], Meta(max_length=50)]


class Entry(_In):
    """A one-time code of a link, or the recovery code."""

    code: Annotated[str, Meta(max_length=64)]
    device: Label = ""


class Farewell(_In):
    """Delete me, really: ``name`` is the person's name, so that nobody does it by mistake."""

    name: Annotated[str, Meta(max_length=40)]


class OnMyDesk(_In):
    """How a game lies on the desk."""

    hidden: bool


class Nothing(_In):
    """An empty body."""


class Me(Struct):
    id: str
    name: str
    avatar: str
    listed: bool  # in the table of the house
    created: int  # milliseconds since 1970
    recovery: bool  # whether there is a recovery code
    passkeys: int


class WhoAmI(Struct):
    me: Me | None


class Kept(Struct):
    """A person on this device. The key is also set as a cookie; programs send it as ``Bearer me.KEY``."""

    me: Me
    key: str


class Claimed(Struct):
    claimed: int
    refused: list[str]  # tables whose seats do not open with these tokens, or belong to somebody else


class OneTimeLink(Struct):
    """Opens this person's games on another device, once."""

    link: str
    code: str
    expires: int


class RecoveryCode(Struct):
    """Shown once: only its hash is kept."""

    code: str


class Device(Struct):
    id: str
    label: str
    created: int
    used: int  # some day on which it was used
    this: bool


class Devices(Struct):
    devices: list[Device]


class Export(Struct, kw_only=True):
    """Everything that is stored about a person."""

    me: Me
    devices: list[Device]
    passkeys: list[dict[str, Any]]
    games: list[dict[str, Any]]
