"""What each viewer gets to see: made from ``Match.view`` and ``Match.events_of``, which know what a viewer may know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from piazzetta.games.base import SPECTATOR, Event, Preview
from piazzetta.kernel import OVER
from piazzetta.match.match import Match
from piazzetta.server.messages import Frame, LegalMove, Replay
from piazzetta.server.table import Step, Table


def event_data(events: Iterable[Event]) -> list[dict[str, Any]]:
    return [{"key": event.key, "params": event.params} for event in events]


def _legal(preview: Preview) -> LegalMove:
    return LegalMove(
        preview.move,
        list(preview.points),
        event_data(preview.events),
        list(preview.notes),
        event_data(preview.remarks),
    )


class Sights:
    """The sights of a table after its latest event, each made once and shared by all who have the same eyes."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._views: dict[int, msgspec.Raw] = {}
        self._happened: dict[tuple[int, int], list[Any]] = {}
        self._legal: dict[tuple[int, bool], list[LegalMove]] = {}

    def _view(self, viewer: int) -> Any:
        match = self._table.match
        if match is None:
            return None
        if viewer not in self._views:
            if not self._table.setting.game.has_secrets and self._views:
                # nothing is secret: one view is right for all, up to its first lines
                view = msgspec.json.decode(next(iter(self._views.values())))
                view["viewer"] = viewer
            else:
                view = match.view(viewer)
            self._views[viewer] = msgspec.Raw(msgspec.json.encode(view))
        return self._views[viewer]

    def _moves(self, viewer: int, previews: bool) -> list[LegalMove]:
        match = self._table.match
        if match is None or viewer not in self._table.asked:
            return []
        key = (viewer, previews)
        if key not in self._legal:
            if previews:
                self._legal[key] = [_legal(preview) for preview in match.previews(viewer)]
            else:
                self._legal[key] = [LegalMove(move) for move in match.choices(viewer)]
        return self._legal[key]

    def _undo(self, viewer: int) -> tuple[str | None, str | None]:
        """Why the last move cannot be taken back, as a sentence and as a key; two None if it can."""
        table = self._table
        if viewer < 0:
            return "spectators do not play.", "undo_spectator"
        if not table.options.undo:
            return "this table plays without taking back.", "undo_never"
        if table.match is None or table.status != "playing":
            return "no game is going on.", "undo_no_game"
        refusal = table.match.undo_refusal(viewer)
        return (None, None) if refusal is None else (str(refusal), refusal.key)

    def sight(self, viewer: int, previews: bool) -> dict[str, Any]:
        """What one viewer sees now."""
        table = self._table
        match = table.match
        undo, undo_key = self._undo(viewer)
        return {
            "viewer": viewer,
            "view": self._view(viewer),
            "mover": OVER if match is None else match.mover,
            "awaited": table.awaited,
            "asked": table.asked[viewer][0] if viewer in table.asked else None,
            "legal": self._moves(viewer, previews),
            "undo": undo,
            "undo_key": undo_key,
            "sealed": match.sealed(viewer) if match is not None and viewer >= 0 else None,
            "deadline": table.deadline(viewer),
        }

    def happened(self, viewer: int, since: int) -> list[Any]:
        """What happened after event ``since``, as far as a viewer may know."""
        eyes = viewer if self._table.setting.game.has_secrets else SPECTATOR
        key = (eyes, since)
        if key not in self._happened:
            self._happened[key] = [self._step(step, eyes) for step in _after(self._table.steps, since)]
        return self._happened[key]

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
        if step.kind == "play" and step.begin == step.end:
            told["undone"] = True
        return told

    def update(self, yours: tuple[int, ...], since: int, previews: bool) -> bytes:
        """The message ``update`` for a client that holds these seats and knows everything up to ``since``."""
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
        return msgspec.json.encode(message)


def _after(steps: list[Step], since: int) -> list[Step]:
    """The steps after an event; there are mostly one or none, so they are looked for from the end."""
    first = len(steps)
    while first and steps[first - 1].number > since:
        first -= 1
    return steps[first:]


def replay(match: Match, viewer: int, result: dict[str, list[int]] | None) -> Replay:
    """A whole game as frames from a viewer's point of view."""
    setting = match.setting
    frames = [Frame(0, None, [], match.view(viewer, 0))]
    for at, (seat, _) in enumerate(match.log):
        events = event_data(match.events_of(at, viewer))
        frames.append(Frame(at + 1, seat, events, match.view(viewer, at + 1), match.text_of(at, viewer)))
    return Replay(
        setting.game.name,
        setting.players,
        setting.starter,
        setting.edition,
        dict(setting.rules),
        setting.components.to_file(),
        viewer,
        frames,
        result,
    )
