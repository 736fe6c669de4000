"""Whose turn it is at a table, in what every spectator may see: a notification may appear on a locked screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from piazzetta.games.words.messages import English, words_of
from piazzetta.tables.clocks import warnings
from piazzetta.tables.table import Table

_WORTH_A_WARNING = 10 * 60 * 1000  # milliseconds for a question
_MOST_TAPS = 2  # buttons that every system shows in a notification


@dataclass(frozen=True)
class Tap:
    """A move that can be made by a button of the notification. ``words``: its label by language."""

    move: str
    words: dict[str, str]


@dataclass(frozen=True)
class Turn:
    """A person is asked for a decision."""

    table: str
    seat: int
    asked: int  # the event since which
    at: int  # the table's latest event
    hash: str  # of the seat's token
    here: bool  # they are looking at the table
    game: str
    name: str
    others: tuple[str, ...]
    taps: tuple[Tap, ...]
    deadline: int | None = None  # when their time runs out, milliseconds since 1970
    warnings: tuple[int, int] | None = None  # when to warn them before: with a quarter left, and at the last
    away_until: int | None = None  # they are on holiday
    left: int | None = None  # of a warning: the milliseconds they have
    acted: int = 0  # the event of their latest own move; 0: none yet


def turns_of(table: Table, here: Callable[[int], bool], time: int, languages: tuple[str, ...] = ()) -> list[Turn]:
    """Return the turns of the people who are asked. ``languages``: in which to label buttons; empty: no buttons."""
    if table.status != "playing" or table.match is None:
        return []
    names = [seat.name or "" for seat in table.seats]
    game = table.setting.game
    return [
        Turn(
            table.id,
            seat,
            asked.number,
            table.head,
            table.seats[seat].hash or "",
            here(seat),
            game.name,
            names[seat],
            tuple(name for other, name in enumerate(names) if other != seat and name),
            _taps(table, seat, languages),
            table.deadline(seat),
            _warnings(table, seat),
            table.away_until(seat, time),
            acted=_acted(table, seat),
        )
        for seat, asked in table.asked.items()
        if table.seats[seat].decides
    ]


def _acted(table: Table, seat: int) -> int:
    """Return the event of a person's latest move that neither the clock nor a plan has made; 0: none yet."""
    own = (
        step.number
        for step in reversed(table.steps)
        if step.seat == seat and step.kind in ("play", "sealed") and not (step.by_clock or step.planned)
    )
    return next(own, 0)


def _warnings(table: Table, seat: int) -> tuple[int, int] | None:
    """Return when to warn a person that time runs out; None in fast games and for questions of minutes."""
    asked, end = table.asked[seat], table.deadline(seat)
    if not table.options.patient or end is None or asked.allowed is None or asked.allowed < _WORTH_A_WARNING:
        return None
    return warnings(end, asked.allowed, table.stood_still(seat))


def _taps(table: Table, seat: int, languages: tuple[str, ...]) -> tuple[Tap, ...]:
    """Return the legal moves if they are few enough for buttons. Games with hidden hands get none: the legal moves
    would tell what is in a hand."""
    match = table.match
    if match is None or not languages or table.setting.game.has_secrets or seat != match.mover:
        return ()
    moves = list(match.choices(seat))
    if len(moves) > _MOST_TAPS:
        return ()
    previews = match.previews(seat, notes=False)
    speeches = {lang: _speech(table, seat, lang) for lang in languages}
    return tuple(
        Tap(move, {lang: speech(preview.events[0]) for lang, speech in speeches.items()})
        for move, preview in zip(moves, previews, strict=True)
        if preview.events
    )


class _Reader(English):
    """Words for a person at a seat, in their language. A button needs no keys of places, which are for typing."""

    shows_keys = False

    def __init__(self, game: object, seat: int, lang: str) -> None:
        super().__init__(game, seat)
        self._words = words_of(game, lang)


def _speech(table: Table, seat: int, lang: str) -> Callable[[object], str]:
    setting = table.setting
    speech = setting.game.speech(_Reader(setting.game, seat, lang), setting.components)

    def said(event: object) -> str:
        return str(speech.say("event", event.key, event.params)).rstrip(".")  # type: ignore[attr-defined]

    return said
