"""Tools that calculate: the analysis of a record, and the verdict on a map or deck."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

import anyio.from_thread
import anyio.to_thread
from mcp.server.mcpserver import Context

from piazzetta.arena.reports.findings import analysis_headline, seat_sentence
from piazzetta.bots.analysis import Analysis, costly_moves
from piazzetta.bots.analysis import analyse as run_analysis
from piazzetta.bots.reasons import sentence
from piazzetta.errors import BadInput
from piazzetta.match.record import Record
from piazzetta.match.setting import game as set_up
from piazzetta.workshop.files import find_given
from piazzetta.workshop.judge import judge
from piazzetta.workshop.verdict import headline

Result = TypeVar("Result")

#: A game of thousands of decisions, or a verdict of more games, is for the command line.
MOST_GAMES = 5000
COSTLY_MOVES = 5  # of each seat


async def in_thread(context: Context[Any, Any], work: Callable[[Callable[[int, int], None]], Result]) -> Result:
    """Do long work in a thread, and tell the assistant how far it is."""

    def progress(done: int, total: int) -> None:
        anyio.from_thread.run(context.report_progress, done, total)

    return await anyio.to_thread.run_sync(work, progress)


def read_record(given: dict[str, Any] | str) -> Record:
    """A record, as an object or as the text of its file."""
    return Record.loads(given if isinstance(given, str) else json.dumps(given))


async def analyse_record(
    record: dict[str, Any] | str, context: Context[Any, Any], level: str = "medium"
) -> dict[str, Any]:
    """Analyse a game record: how well each seat played, turning points, and the moves that cost the most.

    record: the content of a record file (at a table, finished_record gets it). level: medium (some seconds), hard or
    expert (minutes). Chances are shares of a win, from 0 to 1.
    """
    played = read_record(record)
    found = await in_thread(context, lambda progress: run_analysis(played, level, progress=progress))
    return {
        "headline": analysis_headline(found),
        "game": found.game,
        "level": found.level,
        "result": found.result,
        "seats": [seat_sentence(found, own) for own in found.seats],
        "turning_points": [
            {
                "after_move": point.index,
                "seat": point.seat,
                "chance_before": round(point.before, 3),
                "chance_after": round(point.after, 3),
                "happened": list(point.happened),
            }
            for point in found.turning_points
        ],
        "costly_moves": [_costly(found, seat) for seat in range(found.players)],
    }


def _costly(found: Analysis, seat: int) -> list[dict[str, Any]]:
    return [
        {
            "after_move": one.index,
            "move": one.move,
            "cost": round(one.gave_away, 3),
            "better": one.best,
            "why_better": one.why,
            "against_it": sentence(one.against),
        }
        for one in costly_moves(found.decisions, seat)[:COSTLY_MOVES]
    ]


async def judge_design(
    design: dict[str, Any] | list[Any] | str,
    context: Context[Any, Any],
    players: int | None = None,
    games: int = 300,
    edition: str | None = None,
) -> dict[str, Any]:
    """Judge a map or a deck by games between strong players: does every seat win equally often, how long and how close
    are games, where do points come from, what is never used.

    design: the content of a map or deck file, the name of an included one (list_games), or a game's name for its
    standard one. games: 2 to 5,000; the intervals, at 95%, become half as wide with four times the games. Each figure
    is a value with its lower and upper end.
    """
    if not 2 <= games <= MOST_GAMES:
        raise BadInput(f"games must be from 2 to {MOST_GAMES:,}, not {games}; piazzetta workshop judge plays more")
    found = find_given(design)
    own: dict[str, Any] = {found.game.components_key: found.components}
    setting = set_up(found.game.name, players=players, edition=edition, **own)
    verdict = await in_thread(
        context, lambda progress: judge(setting, games, name=found.name, whole=False, progress=progress)
    )
    fields = verdict.to_json()
    for left_out in ("uses", "ladder", "restrictions", "against", "changes"):  # a figure for each card or alley
        fields.pop(left_out, None)
    return {"headline": headline(verdict), **fields, "warnings": list(found.components.warnings)}
