"""What each viewer sees, built from ``Match.view`` and ``Match.events_of``, which know what a viewer may know."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from piazzetta.games.base import SPECTATOR, Event, Parts, Preview
from piazzetta.kernel import OVER
from piazzetta.match.match import Match
from piazzetta.match.setting import Setting
from piazzetta.tables.conditions import TIME_RAN_OUT, moved_by_clock
from piazzetta.tables.lessons import lesson_card
from piazzetta.tables.messages import EventData, Happening, Option, Sight, UpdateMessage, View
from piazzetta.tables.planning import plan_card
from piazzetta.tables.table import Step, Table


def with_drawing(setting: Setting, view: View, names: Sequence[str] = ()) -> View:
    """Return a view with the game's drawing of it, an SVG picture, added as ``drawing``.

    A view of a game with a table of its own comes back unchanged: that table draws it.
    """
    if setting.game.listing.own_table:
        return view
    return {**view, "drawing": setting.game.svg(setting.components, view, names)}


def event_data(events: Iterable[Event]) -> list[EventData]:
    return [{"key": event.key, "params": event.params} for event in events]


def option_data(preview: Preview, notes: bool) -> Option:
    """Return a legal move with what it costs and gains; ``notes``: in English too."""
    option: Option = {
        "move": preview.move,
        "points": list(preview.points),
        "events": event_data(preview.events),
    }
    if notes:
        option["notes"] = list(preview.notes)
    option["remarks"] = event_data(preview.remarks)
    return option


def options_of(match: Match, seat: int, previews: bool, notes: bool) -> list[Option]:
    """What a seat may choose from."""
    if previews:
        return [option_data(preview, notes) for preview in match.previews(seat, notes)]
    return [{"move": move} for move in match.choices(seat)]


def onlooker(update: UpdateMessage) -> Hashable:
    """What an update tells of its reader beyond the game itself: where nothing is secret, readers with the same before
    and after are told the same changes. Who may choose is told more than others, and shares it with nobody."""
    sight = update.get("sight")
    if sight is None or sight["legal"] or sight["planned"] is not None:
        return id(update)
    return update["at"], sight["asked"], sight["undo"], sight["deadline"], sight["viewer"] < 0, len(update["happened"])


class ViewerUpdates:
    """What viewers see of a table after its latest event, with each part built once for all who may see the same."""

    def __init__(self, table: Table, parts: Parts | None = None) -> None:
        """``parts``: of the views after earlier events, to be shared where nothing has changed."""
        self._table = table
        self.parts = Parts() if parts is None else parts
        self._views: dict[int, View] = {}
        self._happened: dict[tuple[int, int], list[Happening]] = {}
        self._events: dict[tuple[int, int], list[EventData]] = {}
        self._seers: dict[int, list[int]] = {}
        self._seen: dict[int, int] = {}

    def update(self, yours: Sequence[int], since: int, previews: bool, notes: bool = True) -> UpdateMessage:
        """The message ``update`` for a client that holds these seats and knows everything up to event ``since``.

        ``previews``: with what each choice costs and gains; ``notes``: in English too.
        """
        table = self._table
        over = table.status == "over"
        message: UpdateMessage
        if len(yours) > 1:
            sights: list[Sight] = [
                {**self.sight(seat, previews, notes), "happened": self.happened(seat, since)} for seat in yours
            ]
            happened = self.happened(SPECTATOR, since)
            message = {"type": "update", "at": table.head, "happened": happened, "sights": sights, "over": over}
        else:
            viewer = yours[0] if yours else SPECTATOR
            happened, sight = self.happened(viewer, since), self.sight(viewer, previews, notes)
            message = {"type": "update", "at": table.head, "happened": happened, "sight": sight, "over": over}
        if table.lesson:
            message["lesson"] = lesson_card(table)
        return message

    def sight(self, viewer: int, previews: bool, notes: bool = True) -> Sight:
        """What one viewer sees now."""
        table = self._table
        match = table.match
        undo, undo_key = self._undo(viewer)
        return {
            "viewer": viewer,
            "view": self._view(viewer),
            "mover": OVER if match is None or table.status == "over" else match.mover,
            "awaited": table.awaited,
            "asked": table.asked_at(viewer),
            "legal": self._legal(viewer, previews, notes),
            "undo": undo,
            "undo_key": undo_key,
            "sealed": match.sealed(viewer) if match is not None and viewer >= 0 else None,
            "deadline": table.deadline(viewer),
            "planned": plan_card(table, viewer) if viewer in table.plans else None,
        }

    def happened(self, viewer: int, since: int) -> list[Happening]:
        """What happened after event ``since``, as far as a viewer may know."""
        steps = _after(self._table.steps, since)
        eyes = viewer if viewer in self._told_more(steps, since) else SPECTATOR
        key = (eyes, since)
        if key not in self._happened:
            self._happened[key] = self._told(steps, eyes)
        return self._happened[key]

    def _told(self, steps: Sequence[Step], eyes: int) -> list[Happening]:
        """What some steps did, made once for all who are told the same."""
        return [self._step(step, eyes) for step in steps]

    def _told_more(self, steps: Sequence[Step], since: int) -> list[int]:
        """The seats that saw more of these steps than spectators did."""
        match = self._table.match
        if match is None or not self._table.setting.game.has_secrets:
            return []
        if since not in self._seers:
            self._seers[since] = [self._seen_by(match, at) for step in steps for at in range(step.begin, step.end)]
        return self._seers[since]

    def _seen_by(self, match: Match, at: int) -> int:
        """Return who saw move number ``at`` in full when it was made: one seat, or everyone (``SPECTATOR``)."""
        if at not in self._seen:
            self._seen[at] = match.seen_by(at)
        return self._seen[at]

    def _view(self, viewer: int) -> View | None:
        table = self._table
        match = table.match
        if match is None:
            return None
        if not self._views:
            viewers = [SPECTATOR, *range(len(table.seats))]
            names = [seat.name or "" for seat in table.seats]
            views = [with_drawing(table.setting, view, names) for view in match.views(viewers, self.parts)]
            self._views = dict(zip(viewers, views, strict=True))
        return self._views[viewer]

    def _legal(self, viewer: int, previews: bool, notes: bool) -> list[Option]:
        match = self._table.match
        if match is None or viewer not in self._table.asked:
            return []
        # what others choose at the same time does not change what there is to choose from: that is a new question
        asked = self._table.asked[viewer].number
        name = f"legal {viewer} {previews} {notes}"
        options: list[Option] = self.parts.part(name, asked, lambda: self.options(match, viewer, previews, notes))
        return options

    def options(self, match: Match, seat: int, previews: bool, notes: bool) -> list[Option]:
        """What a seat may choose from, made once for all who are sent it."""
        return options_of(match, seat, previews, notes)

    def _undo(self, viewer: int) -> tuple[str | None, str | None]:
        """Why the last move cannot be taken back, as a sentence and as a key; two None if it can."""
        table = self._table
        if viewer < 0:
            return "spectators do not play.", "undo_spectator"
        if not table.options.undo:
            return "undo is off at this table.", "undo_never"
        if table.match is None or table.status != "playing":
            return "no game is in progress.", "undo_no_game"
        if not table.match.length:
            refusal = table.match.undo_refusal(viewer)
            return (None, None) if refusal is None else (str(refusal), refusal.key)
        barred = table.match.undo_barred(viewer)
        if barred is not None:
            return barred[0], barred[1]
        return (TIME_RAN_OUT, "undo_clock") if moved_by_clock(table, viewer) else (None, None)

    def _events_of(self, at: int, viewer: int) -> list[EventData]:
        """What move number ``at`` did, made once for all viewers who see the same."""
        match = self._table.match
        assert match is not None
        key = (at, viewer if viewer >= 0 and self._seen_by(match, at) == viewer else SPECTATOR)
        if key not in self._events:
            self._events[key] = event_data(match.events_of(at, key[1]))
        return self._events[key]

    def _first_late(self, late: Step) -> bool:
        """Return whether time ran out just before this move of a bot, and not before an earlier one of the turn."""
        for step in reversed(self._table.steps):
            if step.turn < late.turn:
                break
            if step.number < late.number and step.by_clock and step.seat == late.seat and step.turn == late.turn:
                return False
        return True

    def _step(self, step: Step, viewer: int) -> Happening:
        match = self._table.match
        assert match is not None
        events = [event for at in range(step.begin, step.end) for event in self._events_of(at, viewer)]
        happening: Happening = {
            "at": step.number,
            "frame": step.end,
            "seat": step.seat,
            "kind": step.kind,
            "events": events,
        }
        if step.by_clock:
            happening["by"] = "clock"
            if self._first_late(step):
                happening["late"] = True
        if step.kind == "started" and self._table.draws_starter:
            happening["starter"] = self._table.setting.starter
        if step.kind == "started" and self._table.seating is not None:
            happening["seating"] = self._table.seating
        if step.kind == "play" and step.begin == step.end:
            happening["undone"] = True
        return happening


def _after(steps: list[Step], since: int) -> list[Step]:
    """The steps after an event, searched from the end: there are usually one or none."""
    first = len(steps)
    while first and steps[first - 1].number > since:
        first -= 1
    return steps[first:]
