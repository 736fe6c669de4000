"""A finished game as a line of ``games.jsonl``: its result, and what an arena or a study wants to know of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from piazzetta.arena.games import Games, Sources
from piazzetta.arena.seating import Job

#: The field of a line for what is not in a record.
FIELD = "arena"


def line_of(job: Job, games: Games, row: int = 0) -> dict[str, Any]:
    """Return the line of a job: a record, if its players keep one, or only the result."""
    if games.records is not None:
        line = games.records[row]
        return line | {FIELD: line[FIELD] | _setting_of(job)}
    assert games.turns is not None
    assert games.choices is not None
    winners = games.won[row].nonzero()[0].tolist()
    sources = games.sources[row] if games.sources is not None else None
    facts = facts_of(job.block, job.bots, int(games.turns[row]), games.choices[row].tolist(), sources)
    return {"result": {"scores": games.points[row].tolist(), "winners": winners}, FIELD: facts | _setting_of(job)}


def facts_of(
    number: int, names: Sequence[str], turns: int, choices: list[int], sources: Sources | None
) -> dict[str, Any]:
    """Return what is stored of every game besides its result."""
    return {
        "block": number,
        "bots": list(names),
        "turns": turns,
        "decisions": choices,
        "sources": sources,
        "forfeit": None,
    }


def _setting_of(job: Job) -> dict[str, int]:
    return {"setting": job.setting} if job.setting else {}


def job_of(line: Mapping[str, Any]) -> Job:
    """Return the job whose result is in a line."""
    own = line[FIELD]
    return Job(own["block"], tuple(own["bots"]), own.get("setting", 0))
