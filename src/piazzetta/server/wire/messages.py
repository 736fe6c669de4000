"""Messages over the WebSocket, in both directions, each tagged with its ``type``.

What a table says of its game and its seats is typed in ``piazzetta.tables.messages``. A message's docstring and the
comments of its fields are its description in ``docs/protocol.md``.
"""

from __future__ import annotations

from typing import Annotated, get_args

import msgspec
from msgspec import Meta, Struct

from piazzetta.bots.hint import Hint as Advice
from piazzetta.games.seats import MOST_SEATS
from piazzetta.server.wire.common import Body
from piazzetta.server.wire.tables import Contribution, Identifier, MoveText, Name, SeatNumber, Token
from piazzetta.tables.messages import (
    ChangeMessage,
    ChatMessage,
    ClockMessage,
    JsonObject,
    RematchMessage,
    SeatedMessage,
    SeatsMessage,
    TableCard,
    UpdateMessage,
)

VERSION = 1


# --- from the client ---


class SeatKey(Body):
    seat: SeatNumber
    token: Token
    contribution: Contribution | None = None


class Hello(Body, tag="hello"):
    """The first message of a connection."""

    v: int
    seats: Annotated[list[SeatKey], Meta(max_length=MOST_SEATS)] = []
    since: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None
    client: Identifier = "-"
    previews: bool = True
    notes: bool = True  # what a choice costs and gains, in English too
    visible: bool = True  # the page is visible
    changes: bool = False  # after the first update, only what has changed
    contribution: Contribution | None = None  # for seats that a cookie opens: without ``seats``
    watch: bool = False  # watch without a seat, even with a token or a cookie of one


class _Command(Body):
    id: Identifier
    at: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0
    seat: SeatNumber | None = None


class Play(_Command, tag="play", kw_only=True):
    """Make a move, as in `legal`."""

    move: MoveText


class Undo(_Command, tag="undo"):
    """Undo your own last move, as far as the engine allows."""


class Say(_Command, tag="chat", kw_only=True):
    """Say something: plain text, up to 500 characters."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Why(_Command, tag="why", kw_only=True):
    """Ask why a move is not allowed."""

    move: MoveText


class AskHint(_Command, tag="hint"):
    """Ask for the best few moves, with reasons."""


class BotFor(_Command, tag="bot_for", kw_only=True):
    """Let a bot play for a seat that is `missing`, or has been away for the waiting time."""

    absent: SeatNumber


class ChangeSeat(_Command, tag="change_seat", kw_only=True):
    """Before the game: sit on a free seat, or in the place of a bot, which goes to yours. Use the new seat from then
    on."""

    to: SeatNumber


class FillSeats(_Command, tag="fill_seats"):
    """Before the game: bots take the free seats, and play for people who have been away for the waiting time without
    having come; then the game begins."""

    level: Annotated[str, Meta(max_length=20)] = "medium"
    names: Annotated[list[Name], Meta(max_length=MOST_SEATS)] = []


class TakeBackSeat(_Command, tag="take_back_seat"):
    """Take your seat back from a bot that has played for you."""


class Resign(_Command, tag="resign"):
    """Resign for good: a bot plays the seat to the end. If one player, or no person, is left, the game is over."""


class OfferEnd(_Command, tag="offer_end"):
    """Offer to end the game as it stands, or accept that; it ends when every player without a bot on
    their seat agrees."""


class DeclineEnd(_Command, tag="decline_end"):
    """Play on: all offers to end are gone."""


class Claim(_Command, tag="claim"):
    """End the game without the players who are `missing`; it ends when every other player without a bot on
    their seat agrees. The most points among them win."""


class StandIn(_Command, tag="stand_in"):
    """Choose the stand-in bot that plays for you when your time runs out (null: the usual one); `now`: it plays from
    now on, until you take your seat back."""

    level: Annotated[str, Meta(max_length=20)] | None = None
    now: bool = False


class PlannedMove(Body):
    """A move to make, if my view then has this value in a field."""

    move: MoveText
    when: Annotated[str, Meta(max_length=40)] | None = None
    value: Annotated[str, Meta(max_length=64)] | int | bool | None = msgspec.field(name="is", default=None)


class PlanMoves(_Command, tag="plan"):
    """Choose moves in advance: for each of your next decisions the first of these that can be made; an empty list
    withdraws them."""

    steps: Annotated[list[Annotated[list[PlannedMove], Meta(min_length=1, max_length=12)]], Meta(max_length=12)] = []


class Look(_Command, tag="look"):
    """The page has become visible, or gone to the background: then the player is [notified](notifications.md) of
    their turn."""

    visible: bool = True


class Ping(_Command, tag="ping"):
    """Nothing, but an answer."""


_BeforeTheGame = ChangeSeat | FillSeats
_OfThePace = StandIn | PlanMoves
_OfPeople = Say | BotFor | TakeBackSeat | Resign | OfferEnd | DeclineEnd | Claim
Command = Play | Undo | Why | AskHint | _BeforeTheGame | _OfThePace | _OfPeople | Look | Ping
Incoming = Hello | Command
#: Everything a client says, in the order of the documents.
COMMANDS: tuple[type[Struct], ...] = get_args(Incoming)

INCOMING: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)


# --- from the server ---


class WelcomeMessage(Struct, tag="welcome"):
    """The answer to `hello`: the table, with `chart`."""

    v: int
    table: TableCard
    yours: tuple[int, ...]  # your seats
    keys: tuple[int, ...]  # where the person of each token in your hello sits, in the same order
    at: int


class AnnouncementMessage(Struct, tag="announcement"):
    """What the admin has to say to everybody; an empty text takes it back. It comes after `welcome` if there is one,
    and whenever it changes."""

    text: str


class DoneMessage(Struct, tag="done"):
    """Your command is stored durably, as event `at`. Also the answer to a `ping`."""

    id: str
    at: int


class RefusedMessage(Struct, tag="refused"):
    """Nothing changed. After `busy` it may have: send the same command again, with its `id`, and it happens once."""

    id: str | None
    code: str
    sentence: str
    clause: str | None
    key: str | None  # the engine's reason as data
    params: JsonObject | None


class WhyMessage(Struct, tag="why"):
    """Why a move is not allowed; `sentence` is null if it is."""

    id: str
    sentence: str | None
    clause: str | None
    key: str | None
    params: JsonObject


class HintMoves(Struct):
    """The best few moves a bot found, the best one first."""

    moves: list[Advice]


class HintMessage(Struct, tag="hint"):
    """A hint. Hints are counted only where other people play too; the refusal `rate` then has the key `hint_due` with
    `seconds`."""

    id: str
    hint: HintMoves


ChangeMessage.__doc__ = """If your `hello` asked for `changes`: a [JSON Patch](https://www.rfc-editor.org/rfc/rfc6902)
(`add`, `remove`, `replace`) that turns the latest `update` you have, whose `at` is `from`, into the next one; if yours
has another `at`, connect again. A connection begins with a whole `update`, and now and then another one comes."""

Answer = DoneMessage | WhyMessage | HintMessage
#: Everything a server says, in the order of the documents.
OUTGOING: tuple[type, ...] = (
    *(WelcomeMessage, UpdateMessage, ChangeMessage, SeatedMessage, SeatsMessage, ChatMessage, AnnouncementMessage),
    *(ClockMessage, RematchMessage, DoneMessage, RefusedMessage, WhyMessage, HintMessage),
)
