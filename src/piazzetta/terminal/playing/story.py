"""What happened, as text: one paragraph for each stretch of moves by one seat, including its chance outcomes."""

from __future__ import annotations

from dataclasses import dataclass, field

from rich.table import Table
from rich.text import Text

from piazzetta.games.base import Game, Viewer
from piazzetta.kernel import CHANCE
from piazzetta.match.match import Match
from piazzetta.terminal.playing.screen import seat_sign


@dataclass
class Stretch:
    """Consecutive moves of one seat."""

    seat: int
    sentences: list[str] = field(default_factory=list)


def sentences(match: Match, at: int, viewer: Viewer) -> list[str]:
    """What entry ``at`` of the log did. Does not mention that the next seat is to move."""
    setting = match.setting
    return [setting.game.say(setting.components, event) for event in match.events_of(at, viewer) if event.key != "turn"]


def story(match: Match, viewer: Viewer, since: int = 0) -> list[Stretch]:
    """What happened from entry ``since`` of the log on, as far as the viewer may know."""
    stretches: list[Stretch] = []
    for at, (seat, _) in enumerate(match.log[since:], start=since):
        if not stretches or seat not in (CHANCE, stretches[-1].seat):
            stretches.append(Stretch(seat))
        stretches[-1].sentences += sentences(match, at, viewer)
    return [stretch for stretch in stretches if stretch.sentences]


def story_table(game: Game, stretches: list[Stretch]) -> Table:
    """A story as paragraphs, each preceded by the sign of its seat."""
    table = Table.grid(padding=(0, 1, 0, 0))
    for stretch in stretches:
        sign = Text() if stretch.seat == CHANCE else seat_sign(game, stretch.seat)
        table.add_row(sign, Text(" ".join(stretch.sentences)))
    return table
