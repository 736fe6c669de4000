"""What the explorer says of a position: its moves, how often each was played and how it did."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from piazzetta.arena.results.statistics import wilson
from piazzetta.errors import BadInput
from piazzetta.explorer.book import Book, Section
from piazzetta.explorer.gather import Visitor, without_fair_start
from piazzetta.games.registry import find_game
from piazzetta.kernel import as_records
from piazzetta.match.match import Match
from piazzetta.match.setting import Setting


@dataclass(frozen=True)
class Tried:
    """A move of a position."""

    move: str  # its text, or the kind of moves it stands for
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
    least: int  # so many games must reach a position
    visits: int
    ways: int  # orders of moves that led here; 0 where draws make every way different
    share: float  # an equal share of the wins
    moves: list[Tried]  # the most played first

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
    visitor = Visitor(without_fair_start(setting), 1)
    found = section.find(visitor.key(_replayed(match, visitor.setting), match.mover))
    moves = [] if found is None else sorted(found.moves, key=lambda move: -move.played)
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
        [
            Tried(
                visitor.kinds[move.kind],
                move.played,
                move.played / move.could,
                move.wins / move.played,
                *wilson(move.wins, move.played),
                move.points / move.played,
            )
            for move in moves
        ],
    )


def _replayed(match: Match, setting: Setting) -> Any:
    """The match's position as it would be without the points of a fair start."""
    if not match.setting.head_start:
        return match.state()
    states = setting.states(1)
    kernels = setting.game.kernels
    state = as_records(states)[0]
    kernels.setup(setting.params_record, state)
    for _, action in match.log:
        kernels.apply(setting.params_record, state, action)
    return state
