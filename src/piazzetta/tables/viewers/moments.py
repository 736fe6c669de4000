"""What a player gets to learn from a finished game: its moments, each as its seat saw it, and the answers to tries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from piazzetta.bots.moments import Moment, MomentSearch, judge, moment_from
from piazzetta.bots.position import Position
from piazzetta.bots.reasons import FollowedLine
from piazzetta.errors import BadInput
from piazzetta.match.match import Match
from piazzetta.match.record import Record
from piazzetta.tables.analyses import rounded
from piazzetta.tables.messages import EventData, Json, JsonObject, Option, Replay, View
from piazzetta.tables.refusals import Refused
from piazzetta.tables.viewers.records import replay
from piazzetta.tables.viewers.viewer_updates import event_data, options_of, with_drawing


class MomentScene(TypedDict):
    """A moment as its seat saw it: everything that had happened, and what there was to choose from."""

    replay: Replay
    legal: list[Option]


class Attempt(TypedDict):
    """A try: what it would have shown the seat, and how good it is."""

    events: list[EventData]
    view: View
    mover: int  # whose move it is then
    verdict: JsonObject


def moments_of(record: Record, seat: int, judged: Sequence[tuple[int, float, str]]) -> MomentSearch:
    """Start looking for a seat's moments; ``judged`` comes from an analysis. Refuses a game that goes on."""
    if record.result is None and "ended" not in record.extra:
        raise Refused("not_over", "this becomes available when the game is over.")
    if not 0 <= seat < record.setting.players:
        raise Refused("bad", f"this game has no seat {seat}.")
    return MomentSearch(record.replay(), seat, judged)


def moment_card(record: Record, moment: Moment) -> JsonObject:
    """Return a moment as data, with the game as it was then: all that is needed to play it again later."""
    before = Record(record.setting, record.opening, record.moves[: moment.index])
    if "names" in record.extra:
        before.extra["names"] = record.extra["names"]
    found: JsonObject = {**rounded(moment.to_json()), "record": before.to_json()}
    return found


def _position(record: Record, card: Json) -> tuple[Match, Moment, Position]:
    """The match at a moment, and the position as the seat knew it."""
    match, moment = record.replay(), moment_from(card)
    if match.mover != moment.seat:
        raise BadInput(f"seat {moment.seat} does not decide at move {moment.index}")
    true = Position.at(match.setting, moment.seat, match.state())
    return match, moment, Position.determinized(match.setting, moment.seat, true.state)


def moment_scene(record: Record, card: Json) -> MomentScene:
    """Show a moment from its seat's point of view. ``record`` ends there."""
    match, moment, _ = _position(record, card)
    return {"replay": replay(match, moment.seat, None), "legal": options_of(match, moment.seat, True, False)}


def attempt(record: Record, card: Json, move: str) -> Attempt:
    """Try a move at a moment. What it would have revealed stays hidden: the seat did not know it."""
    _, moment, position = _position(record, card)
    verdict = judge(position, moment, move)
    setting, game = position.setting, position.setting.game
    line = FollowedLine(position)
    line.play(setting.action(move))
    mover = line.mover
    reveals = game.has_secrets and game.undo_barrier(line.state(0)) != game.undo_barrier(line.state())
    view = game.view(setting.components, setting.params_record, line.state(0 if reveals else 1), moment.seat)
    return {
        "events": [] if reveals else event_data(line.events_of(0)),
        "view": with_drawing(setting, view),
        "mover": mover,
        "verdict": rounded(verdict.to_json()),
    }
