"""What the explorer says of a position: its moves, how often each was played and how it did."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from piazzetta.arena.results.statistics import wilson
from piazzetta.errors import BadInput
from piazzetta.explorer.book import Book, Played, Section
from piazzetta.explorer.positions import key_of, kinds_of, without_fair_start
from piazzetta.games.registry import find_game
from piazzetta.match.match import Match
from piazzetta.match.setting import Setting

#: How many moves are listed one by one; all others are summed up.
FEW = 5


@dataclass(frozen=True)
class Tried:
    """A move of a position."""

    move: str  # its text, or the kind of moves it stands for
    plays: str | None  # a legal move of that kind; None if none is legal here
    played: int  # how often
    chosen: float  # the share of times in which it was played when it could be
    wins: float  # the share of wins; a shared win counts for its share
    low: float  # its 95% confidence interval
    high: float
    points: float  # the mean at the end


@dataclass(frozen=True)
class Lookup:
    """A position in the explorer. ``visits`` is 0 if too few games reached it."""

    game: str
    players: int
    edition: str
    turn: int
    seat: int  # whose move
    games: int  # of this setting
    least: int  # games that must reach a position before it is counted
    visits: int
    ways: int  # orders of moves that led here; 0 where draws make every way different
    share: float  # an equal share of the wins
    moves: list[Tried]  # the most played first
    others: Tried | None  # all after the first few together; None if there are none

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def section_of(book: Book, setting: Setting) -> Section:
    """The counts of a setting; ``BadInput`` says what there is instead."""
    found = book.section(setting)
    if found is not None:
        return found
    there = sorted({(str(section.head["edition"]), int(section.head["players"])) for section in book.sections})
    known = ", ".join(f"{edition} for {players}" for edition, players in there) or "none"
    raise BadInput(
        f"the explorer has no games of {setting.game.title} by these rules, on this {setting.game.components_key}, "
        f"with {setting.players} players; it has {known}. piazzetta build-explorer plays some"
    )


def look_up(book: Book, match: Match) -> Lookup:
    """What is known of a match's position; it must be somebody's move."""
    setting = match.setting
    if book.game != setting.game.name:
        raise BadInput(f"this explorer is of {find_game(book.game).title}, not of {setting.game.title}")
    section = section_of(book, setting)
    kinds = kinds_of(setting)
    alike = _without_fair_start(match)
    found = section.find(key_of(alike.setting, alike.state(), match.mover))
    moves = [] if found is None else sorted(found.moves, key=lambda move: -move.played)
    plays = _plays(match)
    rest = moves[FEW:]
    return Lookup(
        setting.game.name,
        setting.players,
        setting.edition,
        int(match.state()["turn"]),
        match.mover,
        int(section.head["games"]),
        int(section.head["least"]),
        0 if found is None else found.visits,
        0 if found is None or setting.game.has_secrets else found.ways,
        1 / setting.players,
        [_tried(move, kinds[move.kind], plays.get(kinds[move.kind])) for move in moves],
        _tried(_together(rest, found.visits), "", None) if found is not None and rest else None,
    )


def _tried(move: Played, kind: str, plays: str | None) -> Tried:
    return Tried(
        kind,
        plays,
        move.played,
        move.played / move.could,
        move.wins / move.played,
        *wilson(move.wins, move.played),
        move.points / move.played,
    )


def _together(moves: list[Played], visits: int) -> Played:
    """Several moves as one that could always be made."""
    played = sum([move.played for move in moves])
    return Played(-1, visits, played, sum([move.wins for move in moves]), sum([move.points for move in moves]))


def _plays(match: Match) -> dict[str, str]:
    """A legal move of each kind."""
    setting = match.setting
    found: dict[str, str] = {}
    kinds = setting.game.explored_moves(setting.components)
    for action in match.legal_moves.actions:
        found.setdefault(kinds[action], setting.text(action))
    return found


def _without_fair_start(match: Match) -> Match:
    """The match as it would be without the points of a fair start."""
    if not match.setting.head_start:
        return match
    found = Match(without_fair_start(match.setting))
    for _, action in match.log:
        found.play(action)
    return found
