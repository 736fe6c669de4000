"""The types of everything that a table says: cards, messages, views, replays.

They are plain dictionaries at run time, so that the same code makes them in the browser. The server's OpenAPI document,
``docs/protocol.md`` and the page's types are derived from here; a field's comment is its description there.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

#: JSON whose fields others decide: a game, a browser, the author of a map, a deck or a record.
Json = Any
JsonObject = dict[str, Any]

SeatKind = Literal["person", "hotseat", "bot", "open"]
Status = Literal["waiting", "playing", "over", "closed"]
Outcome = Literal["open", "done", "missed"]

# --- a table and its seats ---


class SeatCard(TypedDict):
    """A seat as everyone sees it."""

    seat: int
    kind: SeatKind
    name: str | None
    level: str | None  # of a bot
    temperament: str | None  # of a bot: what it likes to do
    connected: bool
    thinking: bool
    away_since: int | None  # milliseconds since 1970
    bot_from: int | None  # from when on others may let a bot play: milliseconds since 1970
    bot_plays: bool  # a bot plays for a person who is away
    resigned: bool
    offers_end: bool
    contributed: bool  # whether a contribution to the fair draws was given
    stand_in: str | None  # level of the stand-in bot, if its person has chosen one
    holiday: int | None  # until when its clock stands or stood still: milliseconds since 1970
    program: bool  # a bot account: a program of somebody's own plays
    hinted: bool  # has asked for a hint in this game
    missing: bool  # has missed two turns in a row: the others may claim the game, or let a bot play
    claims: bool  # wants to end the game without those who are missing


class OptionsCard(TypedDict):
    """What a table allows."""

    spectators: bool
    undo: bool
    hints: bool
    chat: bool
    listed: bool  # among the open tables; otherwise only the link leads there
    clock: int | None  # seconds per turn
    bank: int | None  # or seconds for the whole game
    increment: int  # seconds added to the bank for each turn
    by_turn: bool  # when time runs out, a bot finishes the turn; false in games of 0.1: the clock is for each move


#: Why a game does not count for ratings: it begins with a prepared position; several share a device; its map or deck is
#: not one of ours; a person asked for a hint; a move was undone; a bot stronger than usual stood in for somebody; it
#: ended by agreement before everybody had made about ten moves, or after 5,000 moves.
Unrated = Literal["prepared", "hotseat", "components", "hints", "undo", "stand_in", "early", "long"]


class EndedCard(TypedDict):
    """A game that ended before the rules end it. `claimed`: without those who had missed two turns in a row. `long`:
    after 5,000 moves."""

    by: Literal["resigned", "agreed", "claimed", "long"]
    scores: list[int]
    winners: list[int]


class LessonCard(TypedDict):
    """The lesson of a table, how the learner is doing, and the lesson after it."""

    id: str
    number: int
    of: int
    next: str | None
    outcome: Outcome


class TableCard(TypedDict):
    """A table as everyone sees it."""

    id: str
    game: str
    edition: str
    rules: dict[str, str | int]  # every switch
    players: int
    starter: int
    status: Status
    seats: list[SeatCard]
    options: OptionsCard
    commitment: str  # SHA-256 of the seed of all draws
    created: int  # milliseconds since 1970
    at: int  # number of the latest event
    chart: Json  # the map or deck; null in lists of tables
    rematch: str | None  # the table of the next game
    spectators: int
    starter_drawn: bool  # the fair draw decides who starts
    seats_drawn: bool  # the fair draw will decide who sits where
    ended: EndedCard | None
    lesson: LessonCard | None
    unrated: NotRequired[Unrated | None]  # on a server: why the game does not count for ratings


# --- what a viewer sees of the game ---


#: What one viewer may know of a position. Each game has its own fields.
View = JsonObject


class EventData(TypedDict):
    """Something that happened in the game: a key of the game's words, and its parameters."""

    key: str
    params: JsonObject


class Option(TypedDict):
    """A legal move, with what it costs and brings unless `hello` has refused `previews`."""

    move: str
    points: NotRequired[list[int]]  # of each seat
    events: NotRequired[list[EventData]]
    notes: NotRequired[list[str]]  # in English what the move costs and brings
    remarks: NotRequired[list[EventData]]  # the same as keys with parameters


class WhyCard(TypedDict):
    """Why a move is not allowed; the sentence is null if it is."""

    sentence: str | None
    clause: str | None
    key: str | None
    params: JsonObject


#: A move to make, perhaps only if the field ``when`` of one's view then has the value ``is``.
PlannedMoveCard = TypedDict(
    "PlannedMoveCard", {"move": str, "when": NotRequired[str], "is": NotRequired[str | int | bool | None]}
)


class PlanCard(TypedDict):
    """The viewer's own plan, sent to its seat alone."""

    steps: list[list[PlannedMoveCard]]  # as they were sent
    done: int  # how many were made
    missed: bool  # it is the seat's turn, and none of the planned moves could be made


class Happening(TypedDict):
    """One event of the game and what it did, as far as the viewer may know, including chance."""

    at: int
    frame: int  # the resulting position: its number among the frames of a replay
    seat: int | None
    kind: str  # started, play, sealed, undo, resigned, offered_end, declined_end, claimed or ended
    events: list[EventData]  # in order; none of a move that has since been undone
    by: NotRequired[str]  # clock: time ran out, and a bot moved
    late: NotRequired[bool]  # the first of these moves in a turn: time ran out before it
    starter: NotRequired[int]  # with started: the seat that the draw chose
    seating: NotRequired[list[int]]  # with started: where the draw put everybody, as in seated
    undone: NotRequired[bool]


class Sight(TypedDict):
    """What one viewer sees now."""

    viewer: int  # a seat, or -1
    view: View | None  # null while the table is waiting
    mover: int  # a seat, or -2
    awaited: list[int]  # the seats that may decide now
    asked: int | None  # the event that put the question this viewer has to answer
    legal: list[Option]  # only for the viewer's own awaited seats
    undo: str | None  # null: the last move can be undone; otherwise why not
    undo_key: str | None  # the same as a key
    sealed: str | None  # the viewer's own sealed choice
    deadline: int | None  # milliseconds since 1970
    planned: PlanCard | None
    happened: NotRequired[list[Happening]]  # among several sights: what this seat may know


# --- messages over the WebSocket ---


class SeatsMessage(TypedDict):
    """Somebody came, left, is thinking, or was replaced."""

    type: Literal["seats"]
    at: int
    status: Status
    starter: int
    seats_drawn: bool
    seats: list[SeatCard]
    spectators: int
    ended: EndedCard | None
    unrated: NotRequired[Unrated | None]  # on a server: why the game does not count for ratings


class SeatedMessage(TypedDict):
    """People have changed seats, or the draw has placed them: the player of seat *i* now sits on `seating[i]`. It
    comes before the `update` of a game that begins."""

    type: Literal["seated"]
    at: int
    seating: list[int]


class ChatMessage(TypedDict):
    """Something that was said at the table."""

    type: Literal["chat"]
    at: int
    seat: int
    name: str
    text: str
    time: int  # milliseconds since 1970


class ClockMessage(TypedDict):
    """A clock starts, or a holiday changes it. During a holiday it stands still: what it shows is the deadline less the
    seat's `holiday`."""

    type: Literal["clock"]
    at: int
    now: int  # the server's time
    deadlines: dict[str, int | None]  # milliseconds since 1970, by seat
    banks: NotRequired[dict[str, int]]  # milliseconds left for the whole game, by seat, without the current question


class RematchMessage(TypedDict):
    """Somebody asked for a rematch: the next table."""

    type: Literal["rematch"]
    at: int
    table: str


class UpdateMessage(TypedDict):
    """Everything after an event of the game. A client with one seat, or none, gets `sight`; one with several seats gets
    `sights`, each with its own `happened`, and the outer `happened` is what everybody may know."""

    type: Literal["update"]
    at: int
    happened: list[Happening]
    sight: NotRequired[Sight]
    sights: NotRequired[list[Sight]]
    over: bool
    lesson: NotRequired[LessonCard | None]


#: A JSON Patch (RFC 6902) of the operations ``add``, ``remove`` and ``replace``.
Patch = list[JsonObject]

ChangeMessage = TypedDict("ChangeMessage", {"type": Literal["change"], "from": int, "at": int, "patch": Patch})


#: What everyone at a table is told alike.
Notice = SeatsMessage | SeatedMessage | ChatMessage | ClockMessage | RematchMessage


# --- replays, and what is the same for everyone ---


class DifferenceData(TypedDict):
    """How a map or deck differs from the printed game and from ours: the message `difference.KEY` of the game's words,
    and its parameters."""

    key: str
    params: JsonObject


class Frame(TypedDict):
    """One step of a replay from a viewer's point of view."""

    at: int
    seat: int | None  # -1: chance; null: the first position
    events: list[EventData]
    view: View
    move: str | None  # null if the viewer may not know it


class Result(TypedDict):
    """How a game ended by the rules."""

    scores: list[int]
    winners: list[int]


class Replay(TypedDict):
    """A game, position by position."""

    game: str
    players: int
    starter: int
    edition: str
    rules: dict[str, str | int]
    head_start: NotRequired[list[int]]
    rules_version: NotRequired[int]  # missing: 1
    position: NotRequired[Json]  # the prepared one it begins from; missing: a new game's
    chart: Json
    viewer: int
    frames: list[Frame]
    result: Result | None  # null: the rules did not end the game
    differences: list[DifferenceData]  # of its map or deck


class SwitchCard(TypedDict):
    """A rule that can be chosen."""

    clause: str
    meaning: str
    choices: dict[str, str | int]  # each with its meaning, or the least and the most of a number


class ShelfCard(TypedDict):
    """A map or deck of the package."""

    name: str
    title: str
    players: list[int]
    about: str
    official: bool  # the fairer map for its number of players


class LessonEntry(TypedDict):
    """A lesson that can be begun."""

    id: str
    players: int


class GameCard(TypedDict):
    """A game with its editions, switches, default map or deck, and levels of bots."""

    name: str
    title: str
    players: tuple[int, int]  # least and most
    default_edition: str
    editions: dict[str, dict[str, str | int]]  # every switch, by edition
    balanced: NotRequired[dict[str, list[int]]]  # by edition: for how many searching players found the fair start even
    switches: dict[str, SwitchCard]
    chart_key: str  # board or deck
    chart: Json  # the default one
    shelf: list[ShelfCard]
    levels: list[str]  # of bots
    lessons: list[LessonEntry]
    credits: dict[str, list[str]]  # who made the game, by language
    explorer: NotRequired[bool]  # true: this server has an opening explorer of its own games
    drawing: NotRequired[str]  # a first position as SVG, of a game that brings no art of its own


class Games(TypedDict):
    """All games."""

    games: list[GameCard]


class GameWords(TypedDict):
    """A game's messages in a language, compiled for the page."""

    messages: JsonObject


class Clause(TypedDict):
    """A clause of a rulebook."""

    number: str
    text: str  # of all editions
    editions: NotRequired[dict[str, str]]  # as each edition has it; missing: all as ``text``


class Section(TypedDict):
    """A section of a rulebook."""

    number: str
    title: str
    text: str
    clauses: list[Clause]


class RulebookCard(TypedDict):
    """A rulebook, clause by clause."""

    title: str
    lang: str  # en if there is no translation
    sections: list[Section]
