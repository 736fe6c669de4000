"""The words of notifications, in five languages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from piazzetta.games.registry import find_game
from piazzetta.games.words.messages import messages_of, words_of
from piazzetta.server.notifications.whose_turn import Turn
from piazzetta.tables.table import Table

_PACKAGE = "piazzetta.server.notifications"


@dataclass(frozen=True)
class Invited:
    """A friend's invitation: the sender, the game and the table."""

    who: str
    game: str
    table: str
    players: int
    map: str  # empty: the game's own map, or a deck, which has no name


def invited_to(table: Table, who: str) -> Invited:
    """Return a person's invitation to a table."""
    setting = table.setting
    file = setting.components.to_file()
    own = setting.components == setting.game.default_components()
    name = file.get("name", "") if isinstance(file, dict) and not own else ""
    return Invited(who, setting.game.name, table.id, setting.players, name)


def say(lang: str, key: str, **params: object) -> str:
    """Return a message in a language."""
    return messages_of(_PACKAGE, lang).say(key, params)


def invitation(invited: Invited, lang: str) -> tuple[str, str]:
    """Return the title and the text of an invitation's notification."""
    game = words_of(find_game(invited.game), lang).say("title", {})
    key = "call.invited.map" if invited.map else "call.invited.game"
    return say(lang, "call.invited", who=invited.who), say(lang, key, game=game, map=invited.map, n=invited.players)


def _game(turn: Turn, lang: str) -> str:
    return words_of(find_game(turn.game), lang).say("title", {})


def _with(turn: Turn, lang: str) -> str:
    """Return the game and the people in it."""
    if not turn.others:
        return _game(turn, lang)
    return say(lang, "call.with", game=_game(turn, lang), names=", ".join(turn.others))


def _line(turn: Turn, lang: str) -> str:
    """Return the game and its people, and how long the reader still has there."""
    if turn.left is None:
        return _with(turn, lang)
    return say(lang, "call.left", table=_with(turn, lang), time=spelled(turn.left, lang))


def spelled(left: int, lang: str) -> str:
    """Return milliseconds in words: 2 days, 5 hours."""
    minutes = max(1, round(left / 60_000))
    for unit, size in (("day", 24 * 60), ("hour", 60)):
        if minutes >= 2 * size:
            return say(lang, f"time.{unit}", n=round(minutes / size))
    return say(lang, "time.minute", n=minutes)


def heading(turns: Sequence[Turn], lang: str) -> str:
    hurried = {turn.table for turn in turns if turn.left is not None}
    if hurried:
        return say(lang, "call.hurry", count=len(hurried))
    return say(lang, "call.title", count=len({turn.table for turn in turns}))


def body(turns: Sequence[Turn], lang: str) -> str:
    return "\n".join(dict.fromkeys(_line(turn, lang) for turn in turns))


def link(turns: Sequence[Turn], base: str) -> str:
    """Return the link to the table, or to the home page if there are several."""
    tables = {turn.table for turn in turns}
    return f"{base}/t/{turns[0].table}" if len(tables) == 1 else f"{base}/"


def personal_text(turns: Sequence[Turn], lang: str, base: str) -> str:
    """Return a whole message to one person, with links."""
    lines = [heading(turns, lang)]
    lines += [f"{_line(turn, lang)}: {base}/t/{turn.table}" for turn in turns]
    return "\n".join(dict.fromkeys(lines))


def table_text(turns: Sequence[Turn], lang: str, base: str) -> str:
    """Return a message to everybody at a table."""
    lines = [say(lang, "call.whose", who=turn.name, game=_game(turn, lang)) for turn in turns]
    return "\n".join([*dict.fromkeys(lines), link(turns, base)])
