"""What each viewer sees, built from ``Match.view`` and ``Match.events_of``, which know what a viewer may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from piazzetta.games.base import SPECTATOR, Event, Preview
from piazzetta.kernel import OVER
from piazzetta.tables.lessons import lesson_card
from piazzetta.tables.table import Step, Table


def event_data(events: Iterable[Event]) -> list[dict[str, Any]]:
    return [{"key": event.key, "params": event.params} for event in events]


def _option(preview: Preview) -> dict[str, Any]:
    return {
        "move": preview.move,
        "points": list(preview.points),
        "events": event_data(preview.events),
        "notes": list(preview.notes),
        "remarks": event_data(preview.remarks),
    }


class ViewerUpdates:
    """What viewers see of a table after its latest event, with each part built once for all who may see the same.

    ``packed`` encodes a view for sending, so that a view sent to many is serialised only once.
    """

    def __init__(self, table: Table, packed: Callable[[dict[str, Any]], Any] | None = None) -> None:
        self._table = table
        self._packed = packed
        self._first: dict[str, Any] | None = None  # of the views
        self._views: dict[int, Any] = {}
        self._happened: dict[tuple[int, int], list[dict[str, Any]]] = {}
        self._options: dict[tuple[int, bool], list[dict[str, Any]]] = {}

    def update(self, yours: Sequence[int], since: int, previews: bool) -> dict[str, Any]:
        """The message ``update`` for a client that holds these seats and knows everything up to event ``since``."""
        table = self._table
        message: dict[str, Any] = {"type": "update", "at": table.head}
        if len(yours) > 1:
            message["happened"] = self.happened(SPECTATOR, since)
            message["sights"] = [
                {**self.sight(seat, previews), "happened": self.happened(seat, since)} for seat in yours
            ]
        else:
            viewer = yours[0] if yours else SPECTATOR
            message["happened"] = self.happened(viewer, since)
            message["sight"] = self.sight(viewer, previews)
        message["over"] = table.status == "over"
        if table.lesson:
            message["lesson"] = lesson_card(table)
        return message

    def sight(self, viewer: int, previews: bool) -> dict[str, Any]:
        """What one viewer sees now. ``previews``: include what each choice costs and gains."""
        table = self._table
        match = table.match
        undo, undo_key = self._undo(viewer)
        return {
            "viewer": viewer,
            "view": self._view(viewer),
            "mover": OVER if match is None or table.status == "over" else match.mover,
            "awaited": table.awaited,
            "asked": table.asked_at(viewer),
            "legal": self._legal(viewer, previews),
            "undo": undo,
            "undo_key": undo_key,
            "sealed": match.sealed(viewer) if match is not None and viewer >= 0 else None,
            "deadline": table.deadline(viewer),
        }

    def happened(self, viewer: int, since: int) -> list[dict[str, Any]]:
        """What happened after event ``since``, as far as a viewer may know."""
        eyes = viewer if self._table.setting.game.has_secrets else SPECTATOR
        key = (eyes, since)
        if key not in self._happened:
            self._happened[key] = [self._step(step, eyes) for step in _after(self._table.steps, since)]
        return self._happened[key]

    def _view(self, viewer: int) -> Any:
        match = self._table.match
        if match is None:
            return None
        if viewer not in self._views:
            if self._first is None or self._table.setting.game.has_secrets:
                view = match.view(viewer)
            else:  # nothing is secret: one view fits all, except for its first line
                view = {**self._first, "viewer": viewer}
            self._first = view
            self._views[viewer] = view if self._packed is None else self._packed(view)
        return self._views[viewer]

    def _legal(self, viewer: int, previews: bool) -> list[dict[str, Any]]:
        match = self._table.match
        if match is None or viewer not in self._table.asked:
            return []
        key = (viewer, previews)
        if key not in self._options:
            if previews:
                self._options[key] = [_option(preview) for preview in match.previews(viewer)]
            else:
                self._options[key] = [{"move": move} for move in match.choices(viewer)]
        return self._options[key]

    def _undo(self, viewer: int) -> tuple[str | None, str | None]:
        """Why the last move cannot be taken back, as a sentence and as a key; two None if it can."""
        table = self._table
        if viewer < 0:
            return "spectators do not play.", "undo_spectator"
        if not table.options.undo:
            return "moves cannot be taken back at this table.", "undo_never"
        if table.match is None or table.status != "playing":
            return "no game is going on.", "undo_no_game"
        refusal = table.match.undo_refusal(viewer)
        return (None, None) if refusal is None else (str(refusal), refusal.key)

    def _step(self, step: Step, viewer: int) -> dict[str, Any]:
        match = self._table.match
        assert match is not None
        events = [event for at in range(step.begin, step.end) for event in match.events_of(at, viewer)]
        told: dict[str, Any] = {
            "at": step.number,
            "frame": step.end,
            "seat": step.seat,
            "kind": step.kind,
            "events": event_data(events),
        }
        if step.by_clock:
            told["by"] = "clock"
        if step.kind == "started" and self._table.draws_starter:
            told["starter"] = self._table.setting.starter
        if step.kind == "started" and self._table.seating is not None:
            told["seating"] = self._table.seating
        if step.kind == "play" and step.begin == step.end:
            told["undone"] = True
        return told


def _after(steps: list[Step], since: int) -> list[Step]:
    """The steps after an event, searched from the end: there are usually one or none."""
    first = len(steps)
    while first and steps[first - 1].number > since:
        first -= 1
    return steps[first:]
