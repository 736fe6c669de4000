"""One game of an arena, played to its end and stored as one line: a record plus what the arena observed."""

from __future__ import annotations

import time
from collections.abc import Mapping
from statistics import median
from typing import Any

from piazzetta.arena.entries import Entry, Player, seed_of
from piazzetta.arena.program import Forfeit
from piazzetta.arena.results.sources import quick_sources
from piazzetta.arena.seating import Job
from piazzetta.bots.quick import play_quick
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting
from piazzetta.tables.sources import point_sources

#: The record's field for the arena's own data.
FIELD = "arena"


def play_game(setting: Setting, entries: Mapping[str, Entry], job: Job, seed: int) -> dict[str, Any]:
    """Play a game; returns its record as JSON, with the field ``arena``.

    Chance depends only on seed and block, a bot's own seed on seed, block and its name: swapping seats changes neither.
    """
    match = setting.start(seed, number=job.block)
    players: list[Player] = []
    seconds: list[list[float]] = [[] for _ in job.bots]
    forfeit = None
    seat = 0
    try:
        for seat, name in enumerate(job.bots):
            copy = job.bots[:seat].count(name)
            own = seed_of(seed, job.block, name, copy)
            players.append(entries[name].player(match.setting, seat, copy, own))
        while not match.over:
            seat = match.mover
            actions = match.legal_moves.actions
            if len(actions) == 1:  # no choice
                match.play(actions[0])
                continue
            begun = time.perf_counter()
            action = players[seat].choose(match)
            seconds[seat].append(time.perf_counter() - begun)
            match.play(action)
    except Forfeit as fault:
        forfeit = {"seat": seat, "bot": job.bots[seat], "why": str(fault)}
    for player in players:
        player.leave(match)
    times = {
        "forfeit": forfeit,
        "seconds": [round(sum(own), 6) for own in seconds],
        "median": [round(median(own), 6) if own else 0.0 for own in seconds],
        "slowest": [round(max(own), 6) if own else 0.0 for own in seconds],
    }
    sources = None if forfeit else point_sources(match)
    facts = _facts(job, int(match.state().turn), [len(own) for own in seconds], sources)
    return Record.of(match).to_json() | {FIELD: facts | times}


def play_quick_game(setting: Setting, job: Job, seed: int) -> dict[str, Any]:
    """A game between quick players with the same chance outcomes: its result, without a record and without times."""
    played = play_quick(setting, seed, job.block, seed_of(seed, job.block))
    result = {"scores": played.points[-1].tolist(), "winners": played.winners}
    facts = _facts(
        job, played.turns, played.decisions, quick_sources(setting, played.log.tolist(), played.points.tolist())
    )
    return {"result": result, FIELD: facts}


def _facts(job: Job, turns: int, decisions: list[int], sources: list[dict[str, int]] | None) -> dict[str, Any]:
    facts = {
        "block": job.block,
        "bots": list(job.bots),
        "turns": turns,
        "decisions": decisions,
        "sources": sources,
        "forfeit": None,
    }
    return facts | {"setting": job.setting} if job.setting else facts


def job_of(line: Mapping[str, Any]) -> Job:
    """The job that a line is the result of."""
    own = line[FIELD]
    return Job(own["block"], tuple(own["bots"]), own.get("setting", 0))
