"""A table's game as a record and as frames: when and for which viewers, and when the draws' secrets are revealed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from piazzetta.games.base import Components
from piazzetta.kernel import CHANCE
from piazzetta.match.match import Match
from piazzetta.match.provable_draws import prepared_draws, proof
from piazzetta.match.record import Record
from piazzetta.tables.apply import load, take_places
from piazzetta.tables.log import Created, LogEntry, Prepared
from piazzetta.tables.messages import DifferenceData, Frame, Replay, View
from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import Table
from piazzetta.tables.viewers.viewer_updates import event_data, with_drawing

Result = dict[str, list[int]]


def record_of(table: Table) -> Record:
    """The record of a game, with the names and the proof of its draws: the seed is secret until the end."""
    if table.match is None:
        raise Refused("waiting", "the game has not started yet.")
    record = Record.of(table.match)
    record.extra["names"] = [seat.name for seat in table.seats]
    record.extra["fair"] = proof(
        table.seed,
        table.contributions,
        0 if table.prepared is None else len(table.prepared["dealt"]),
        table.draws_starter,
        table.seating,
    )
    times = times_of(table, table.match)
    if any(times):  # a log that was made from a record knows no times: in it nobody took any
        record.extra["times"] = times
    if table.ended is not None:
        record.extra["ended"] = table.ended
    return record


def times_of(table: Table, match: Match) -> list[int | None]:
    """How many milliseconds each move of the record took; None for draws and for what no person chose."""
    times: list[int | None] = [None] * len(match.log)
    chosen: dict[int, int | None] = {}  # by seat: a secret choice becomes a move later
    for step in table.steps:
        if step.seat is not None and step.kind in ("play", "sealed"):
            chosen[step.seat] = step.used
        for at in range(step.begin, step.end):
            times[at] = chosen.get(match.log[at][0])
    return times[table.setting.opening_length :]


def finished_record(table: Table) -> Record:
    """The record of a finished game, which everyone may have."""
    if table.status != "over":
        raise Refused("not_over", "the record becomes available when the game is over.")
    return record_of(table)


def unplayed_record(table_id: str, entries: Sequence[LogEntry]) -> Record:
    """The record of a game whose rules the package no longer plays, from its log alone.

    Secret choices stand in the order in which they were made; only an agreed end has a result.
    """
    begun = next((at for at, entry in enumerate(entries) if entry.kind == "started"), None)
    if begun is None:
        raise Refused("waiting", "the game has not started yet.")
    table = load(table_id, entries[:begun])
    take_places(table, entries[begun].body)
    setting = table.setting
    drawn: list[str] = entries[begun].body.get("dealt", [])
    opening = setting.opening_length
    prepared = [] if table.prepared is None else table.prepared["moves"]
    turns: list[tuple[int, list[tuple[int, str]]]] = [(seat, [(seat, move)]) for seat, move in prepared]
    for entry in entries[begun:]:
        body = entry.body
        if entry.kind == "play":
            turns.append(
                (body["seat"], [(body["seat"], body["move"]), *((CHANCE, one) for one in body.get("dealt", []))])
            )
        elif entry.kind == "undo":
            del turns[max(at for at, (seat, _) in enumerate(turns) if seat == body["seat"])]
    moves = [(CHANCE, text) for text in drawn[opening:]] + [move for _, made in turns for move in made]
    record = Record(setting, [setting.action(text) for text in drawn[:opening]], moves)
    record.extra["names"] = [seat.name for seat in table.seats]
    return record


def replay_of(table: Table, viewer: int, held: Sequence[int]) -> Replay:
    """The frames of a table's game, as far as a viewer may see them. ``held``: the requester's seats."""
    match = _match_for(table, viewer, held)
    return replay(match, viewer, {"scores": match.scores, "winners": match.winners} if match.over else None)


def _match_for(table: Table, viewer: int, held: Sequence[int]) -> Match:
    """The game of a table, if this viewer may see it from its beginning on."""
    match = table.match
    if match is None:
        raise Refused("waiting", "the game has not started yet.")
    if viewer >= table.setting.players:
        raise Refused("missing", f"this table has no seat {viewer}.")
    if table.status != "over":
        if viewer == -2:
            raise Refused("not_over", "the open cards become visible when the game is over.")
        if viewer >= 0 and viewer not in held:
            raise Refused("not_your_seat", "this needs the seat's token.")
        if viewer < 0 and not table.options.spectators and not held:
            raise Refused("no_spectators", "this table does not allow spectators.")
    return match


def record_to_film(table: Table, viewer: int, held: Sequence[int]) -> Record:
    """The record from which a viewer may have a film made. While a game is going on, only its players film it."""
    match = _match_for(table, viewer, held)
    if table.status != "over" and not held:
        raise Refused("not_over", "films become available when the game is over.")
    record = Record.of(match)
    record.extra["names"] = [seat.name for seat in table.seats]
    if table.ended is not None:
        record.extra["ended"] = table.ended
    return record


def replay_record(record: Record, viewer: int) -> Replay:
    """The frames of any record."""
    if viewer >= record.setting.players:
        raise Refused("bad", f"this game has no seat {viewer}.")
    return replay(record.replay(), viewer, record.result)


def replay(match: Match, viewer: int, result: Result | None) -> Replay:
    """A whole game as frames from a viewer's point of view."""
    setting = match.setting

    def view(at: int) -> View:
        return with_drawing(setting, match.view(viewer, at))

    frames: list[Frame] = [{"at": 0, "seat": None, "events": [], "view": view(0), "move": None}]
    for at, (seat, _) in enumerate(match.log):
        frames.append(
            {
                "at": at + 1,
                "seat": seat,
                "events": event_data(match.events_of(at, viewer)),
                "view": view(at + 1),
                "move": match.text_of(at, viewer),
            }
        )
    played = {
        **setting.facts,
        "chart": setting.components.to_file(),
        "viewer": viewer,
        "frames": frames,
        "result": result,
        "differences": difference_data(setting.components),
    }
    return cast("Replay", played)


def difference_data(components: Components) -> list[DifferenceData]:
    """How a map or deck differs from the printed game and from ours, for readers of any language."""
    return [{"key": key, "params": params} for key, params in components.differences]


def log_of(head: Created, record: Record, time: int) -> list[LogEntry]:
    """The log of a game that was stored as a record, as if it had been played at a table with this first event.

    This lets the browser resume games that it stored before it kept logs. What was set up for a lesson stays distinct
    from what was drawn.
    """
    setting = record.setting
    drawn = [setting.text(action) for action in record.opening]
    turns: list[tuple[int, str, list[str]]] = []
    for seat, text in record.moves:
        if seat >= 0:
            turns.append((seat, text, []))
        elif turns:
            turns[-1][2].append(text)
        else:
            drawn.append(text)
    every = [*drawn, *(text for _, _, dealt in turns for text in dealt)]
    laid_out = prepared_draws(record.extra.get("fair", {}))
    if laid_out:
        head = {**head, "prepared": Prepared(dealt=every[:laid_out], moves=[])}
    entries = [LogEntry(1, time, "created", head), LogEntry(2, time, "started", {"dealt": drawn})]
    for seat, text, dealt in turns:
        body = {"seat": seat, "move": text, "sealed": False, "dealt": dealt}
        entries.append(LogEntry(len(entries) + 1, time, "play", body))
    return entries
