"""Hints and analyses in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.text import Text

from piazzetta.arena import reports
from piazzetta.arena.reports.findings import analysis_headline, luck_sentence, seat_sentence
from piazzetta.arena.results.formats import percent
from piazzetta.bots.analysis import SLIGHT, Analysis
from piazzetta.bots.analysis import analyse as run_analysis
from piazzetta.bots.hint import Hint
from piazzetta.bots.moments import Moment, MomentSearch
from piazzetta.bots.reasons import sentence
from piazzetta.errors import BadInput
from piazzetta.games.registry import find_game
from piazzetta.kernel import CHANCE
from piazzetta.match.match import Match
from piazzetta.match.record import Record
from piazzetta.terminal.playing.hints import hint_lines
from piazzetta.terminal.playing.screen import picture, prepare, seat_text
from piazzetta.terminal.progress import progress_bar

#: How to read the parts of a result.
_SUM = (
    "Start, decisions, luck and the others add up to the result, in shares of a win. Every decision counts, those of "
    "the others too, so the parts may be larger than a win. piazzetta luck adds up many games."
)


def position_of(record: Record, at: int | None) -> Match:
    """The match after ``at`` of the record's moves; it must be somebody's move."""
    if at is not None and not 0 <= at <= len(record.moves):
        raise BadInput(f"the record has {len(record.moves)} moves; there is no position after {at}")
    match = record.replay(at)
    where = f"after {len(record.moves) if at is None else at} moves"
    if match.over:
        raise BadInput(f"{where} the game is over; use --at N for the position after N moves")
    if match.mover == CHANCE:
        raise BadInput(f"{where} a random draw comes next; choose another position with --at N")
    return match


def hint_table(console: Console, match: Match, found: Sequence[Hint]) -> RenderableType:
    """The position, and the best moves below it."""
    prepare(console)
    heading = Text.assemble(seat_text(match.setting.game, match.mover), " to move. The best moves:\n")
    return Group(picture(console, match, match.mover), Text(), heading, hint_lines(found))


def analyse(record: Record, level: str, workers: int, out: Path | None, command: str, console: Console) -> Analysis:
    """Analyse every decision; with ``out``, write the report there."""
    if out is not None:
        reports.require()
    with progress_bar(console, f"analysing by {level}") as advance:
        found = run_analysis(record, level, workers=workers, progress=advance)
    if out is not None:
        from piazzetta.arena.reports.analysis import analysis_report

        out.write_text(analysis_report(found, command), encoding="utf-8")
        console.print(Text(f"The report is {out}."))
    return found


def moments_of(record: Record, found: Analysis, console: Console) -> list[Moment]:
    """The moments of every seat that an analysis and a deeper search agree on, in the order of the game."""
    match = record.replay()
    searches = [
        MomentSearch(match, seat, [(one.index, one.gave_away, one.best) for one in found.decisions if one.seat == seat])
        for seat in range(found.players)
    ]
    with progress_bar(console, "looking again") as advance:
        for done, search in enumerate(searches):
            advance(done, len(searches))
            while not search.done:
                search.look()
        advance(len(searches), len(searches))
    return sorted([one for search in searches for one in search.found], key=lambda one: one.index)


def analysis_table(found: Analysis, moments: Sequence[Moment] | None = None) -> RenderableType:
    """Turning points, how well each seat played, and its luck; then its moments, if they were looked for."""
    game = find_game(found.game)
    parts: list[RenderableType] = [Text(analysis_headline(found), "bold"), Text()]
    for number, point in enumerate(found.turning_points, start=1):
        change = f": {percent(point.before)} → {percent(point.after)}, moves {point.index} to {point.until}. "
        who = seat_text(game, point.seat)
        parts.append(Text.assemble((f"{number}. ", "bold"), who, change, " ".join(point.happened)))
        if point.gave_away >= SLIGHT:
            cost = f"   {point.move} cost {percent(point.gave_away)} of winning chance."
            better = f"Better: {point.best}. {point.why}"
            parts.append(Text(f"{cost} {sentence(point.against)} {better}", "dim"))
    parts.append(Text())
    for own in found.seats:
        parts.append(Text.assemble(seat_text(game, own.seat), ": ", seat_sentence(found, own)))
        if found.luck is not None:
            parts.append(Text(f"   {luck_sentence(found.luck.seats[own.seat])}", "dim"))
    if found.luck is not None:
        parts.append(Text(f"\n{_SUM}", "dim"))
    if moments is not None:
        many = "1 moment" if len(moments) == 1 else f"{len(moments) or 'No'} moments"
        parts.append(Text(f"\n{many} to look at", "bold"))
        parts += [_moment_line(found, one) for one in moments]
    return Group(*parts)


def _moment_line(found: Analysis, moment: Moment) -> Text:
    """A moment without its solution: ``--json`` has that too."""
    cost = f"{moment.move} cost {percent(moment.before - moment.after)} of winning chance."
    where = f", round {moment.round}, move {moment.index}: {cost} {sentence(moment.against)}"
    return Text.assemble(seat_text(find_game(found.game), moment.seat), where)
