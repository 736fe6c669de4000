"""Apply events: the only place where a table changes, both live and when its log is replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from piazzetta.bots.levels import LEVELS
from piazzetta.match.match import Match
from piazzetta.match.provable_draws import FairDealer
from piazzetta.match.setting import Setting
from piazzetta.tables import log
from piazzetta.tables.clocks import passed
from piazzetta.tables.log import LogEntry
from piazzetta.tables.messages import ChatMessage, Json
from piazzetta.tables.missed import missing_seats
from piazzetta.tables.table import REMEMBERED, STAND_IN, TALK, Asked, Options, Seat, Step, Table, setting_of, started_by


def load(table_id: str, entries: Sequence[LogEntry]) -> Table:
    """Return the table that a log describes."""
    head: log.Created = entries[0].body
    table = Table(
        table_id,
        setting_of(head),
        Options(**head["options"]),
        [Seat(**seat) for seat in head["seats"]],
        bytes.fromhex(head["seed"]),
        entries[0].time,
        head.get("prepared"),
        draws_starter=head.get("draw_starter", False),
        draws_seats=head.get("draw_seats", False),
        lesson=head.get("lesson"),
    )
    for entry in entries:
        apply(table, entry)
    return table


def apply(table: Table, entry: LogEntry) -> None:
    """Apply an event. The event itself stays unchanged."""
    assert entry.number == table.head + 1, "events come in order"
    _happen(table, entry)
    if table.status == "playing" and any(seat.claims for seat in table.seats) and not missing_seats(table):
        for seat in range(len(table.seats)):  # a missing player is back
            _change_seat(table, seat, {"claims": False})
    table.head = entry.number
    if entry.command is not None:
        table.commands[entry.command] = entry.number
        if len(table.commands) > REMEMBERED:
            table.commands.pop(next(iter(table.commands)))


def _happen(table: Table, entry: LogEntry) -> None:
    body = entry.body
    match entry.kind:
        case "created":
            pass
        case "joined":
            table.seats[body["seat"]] = Seat(
                "person", body["name"], hash=body["hash"], program=body.get("program", False)
            )
        case "bot_joined":
            table.seats[body["seat"]] = Seat("bot", body["name"], body["level"])
        case "seated":
            table.draws_seats = False  # a person who chooses a seat wants to keep it
            reseat(table, body["seating"])
        case "contributed":
            _change_seat(table, body["seat"], {"contribution": body["text"]})
        case "left":
            _leave(table, body["seat"])
        case "bot_for":
            _change_seat(table, body["absent"], {"bot_plays": True})
        case "taken_back":
            _change_seat(table, body["seat"], {"bot_plays": False, "back_at": entry.number})
        case "stand_in" | "deputy":  # as earlier logs call it
            changes: dict[str, Json] = {"stand_in": body["level"]}
            _change_seat(table, body["seat"], {**changes, "bot_plays": True} if body["now"] else changes)
        case "hinted":
            _change_seat(table, body["seat"], {"hinted": True})
        case "holiday":
            _pause(table, body["seat"], entry.time, body["until"])
        case "returned":
            _pause(table, body["seat"], entry.time, entry.time)
        case "resigned":
            _change_seat(table, body["seat"], {"bot_plays": True, "resigned": True, "offers_end": False})
            _noted(table, entry, body["seat"])
        case "offered_end":
            _change_seat(table, body["seat"], {"offers_end": True})
            _noted(table, entry, body["seat"])
        case "declined_end":
            for seat in range(len(table.seats)):
                _change_seat(table, seat, {"offers_end": False})
            _noted(table, entry, body["seat"])
        case "claimed":
            _change_seat(table, body["seat"], {"claims": True})
            _noted(table, entry, body["seat"])
        case "ended":
            table.status = "over"
            table.asked = {}
            table.ended = body
            _noted(table, entry, None)
        case "expired":
            table.status = "closed"
            table.asked = {}
        case "chat":
            table.talk.append(chat_message(entry))
            if len(table.talk) > TALK:
                table.talk.pop(0)
        case "rematch":
            table.rematch = body["table"]
        case "started":
            _start(table, entry, body)
        case "play":
            _play(table, entry, body)
        case "undo":
            _undo(table, entry, body)
        case _:
            raise AssertionError(f"there is no event {entry.kind}")


def chat_message(entry: LogEntry) -> ChatMessage:
    """Return what everyone is told of a ``chat`` event."""
    said = entry.body
    return {
        "type": "chat",
        "at": entry.number,
        "seat": said["seat"],
        "name": said["name"],
        "text": said["text"],
        "time": entry.time,
    }


def _change_seat(table: Table, seat: int, changes: dict[str, Json]) -> None:
    table.seats[seat] = replace(table.seats[seat], **changes)


def _pause(table: Table, seat: int, begin: int, until: int) -> None:
    """Stop a seat's clock from ``begin`` until ``until``; this replaces any later part of an earlier holiday."""
    before = [[since, min(end, begin)] for since, end in table.pauses.get(seat, [])]
    table.pauses[seat] = [*before, [begin, until]] if until > begin else before


def reseat(table: Table, seating: Sequence[int]) -> None:
    """Change seats before the game: the person on seat ``i`` moves to seat ``seating[i]``.

    Their token, their contribution to the draws, their chat messages and the right to start move with them.
    """
    before = list(table.seats)
    for seat, to in enumerate(seating):
        table.seats[to] = before[seat]
    table.pauses = {seating[seat]: pauses for seat, pauses in table.pauses.items()}
    table.talk = [{**said, "seat": seating[said["seat"]]} for said in table.talk]
    if not table.draws_starter:
        table.setting = started_by(table.setting, seating[table.setting.starter])


def _leave(table: Table, seat: int) -> None:
    """Free the seat before the game; during it, let a bot take over."""
    if table.status != "waiting":
        _change_seat(table, seat, {"bot_plays": True})
        return
    table.seats[seat] = Seat("open")
    if not any(other.by_person for other in table.seats):
        table.status = "closed"


# --- the game ---


def start_match(table: Table, setting: Setting, dealt: Sequence[str] | None = None) -> tuple[Match, FairDealer]:
    """Start the game of a table: deal, and play the moves before a tour or lesson. Return the match and its dealer.

    ``dealt``: the chance outcomes, if the log has them.
    """
    dealer = FairDealer(table.seed, table.contributions)
    prepared = log.Prepared(dealt=[], moves=[]) if table.prepared is None else table.prepared
    _foretell(table, dealer, prepared["dealt"] if dealt is None else dealt)
    match = Match(setting, dealer)
    for seat, move in prepared["moves"]:
        match.choose(move, seat)  # others may have sealed their bids before the learner bids
    return match, dealer


def _foretell(table: Table, dealer: FairDealer, dealt: Sequence[str]) -> None:
    """Set the next chance outcomes, from the log or as prepared for a lesson."""
    dealer.known.extend(table.setting.action(text) for text in dealt)


def take_places(table: Table, body: log.Started) -> None:
    """Apply what the draw before the game decided: who sits where, and who starts."""
    if "seating" in body:
        table.seating = body["seating"]
        reseat(table, body["seating"])
    if "starter" in body:
        table.setting = started_by(table.setting, body["starter"])


def _start(table: Table, entry: LogEntry, body: log.Started) -> None:
    table.status = "playing"
    take_places(table, body)
    table.match, table.dealer = start_match(table, table.setting, body.get("dealt"))
    _stepped(table, table.match, entry, None, 0)


def _play(table: Table, entry: LogEntry, body: log.Played) -> None:
    assert table.match is not None
    assert table.dealer is not None
    seat = body["seat"]
    _foretell(table, table.dealer, body.get("dealt", []))
    begin, turn = table.match.length, table.turn
    table.match.choose(body["move"], seat)
    if body.get("by") in ("bot", "clock") and table.seats[seat].by_person:
        table.helped = table.helped or table.seats[seat].bot_level not in LEVELS[: LEVELS.index(STAND_IN) + 1]
    _stepped(table, table.match, entry, seat, begin, turn=turn)


def _undo(table: Table, entry: LogEntry, body: log.Undone) -> None:
    assert table.match is not None
    seat = body["seat"]
    table.match.undo(seat)
    length = table.match.length
    taken = [step for step in table.steps if step.seat == seat and (step.kind == "sealed" or step.end > length)]
    table.steps = [_cut(step, length) for step in table.steps]
    shown = taken[-1].left if taken else None
    _stepped(table, table.match, entry, seat, length, _turned_back(table, shown, body.get("left")))


def _turned_back(table: Table, shown: int | None, left: int | None) -> int | None:
    """Return what a seat's clock shows after the seat took a move back.

    ``shown``: what it showed when the move was made. ``left``: what it shows now, if the seat is asked; the time the
    seat has used since the move stays used. A seat that waits for others uses no time.
    """
    if shown is None or left is None:
        return shown
    if table.options.clock is None or table.options.by_turn:
        return left
    return max(0, shown + left - 1000 * table.options.clock)


def _cut(step: Step, length: int) -> Step:
    """Return the part of a step that was not taken back."""
    return step if step.end <= length else step._replace(begin=min(step.begin, length), end=length)


def _stepped(
    table: Table,
    match: Match,
    entry: LogEntry,
    seat: int | None,
    begin: int,
    turned_back: int | None = None,
    turn: int | None = None,
) -> None:
    """Store what an event of the game did, who is asked now, and since when.

    ``turned_back``: what the seat's clock shows after it took a move back. ``turn``: in which it happened (None: in the
    one that is being played).
    """
    kind = "sealed" if entry.body.get("sealed") else entry.kind
    shown, by = entry.body.get("left"), entry.body.get("by")
    during = table.turn if turn is None else turn
    used = _used(table, entry, seat)
    step = Step(entry.number, kind, seat, begin, match.length, by == "clock", shown, by == "plan", during, used)
    table.steps.append(step)
    before, awaited = table.asked, match.awaited
    if table.options.bank is not None:
        _keep_banks(table, entry.kind, seat, seat in awaited, turned_back if entry.kind == "undo" else shown)
    # where several choose at once, another seat's choice does not renew the question
    table.asked = {
        one: before[one]
        if one in before and one != seat
        else _asked(table, entry, one, turned_back if one == seat else None)
        for one in awaited
    }
    if match.over:
        table.status = "over"


def _used(table: Table, entry: LogEntry, seat: int | None) -> int | None:
    """Return how many milliseconds a person took for this choice; None if it is not one of theirs.

    A choice made before its seat was asked took no time, and neither did a planned one.
    """
    by = entry.body.get("by")
    if entry.kind != "play" or seat is None or not table.seats[seat].by_person or by in ("bot", "clock"):
        return None
    asked = table.asked.get(seat)
    if asked is None or by == "plan":
        return 0
    return passed(asked.time, entry.time, table.pauses.get(seat, []))


def _keep_banks(table: Table, kind: str, seat: int | None, goes_on: bool, shown: int | None) -> None:
    """Update the time banks after an event of the game. A finished turn adds the increment once, whatever its moves."""
    bank, more = table.options.bank, table.options.increment
    if kind == "started" and bank is not None:
        table.banks = dict.fromkeys(range(len(table.seats)), 1000 * bank)
    elif seat is not None and shown is not None:
        table.banks[seat] = shown + (0 if goes_on else 1000 * more)


def _asked(table: Table, entry: LogEntry, seat: int, turned_back: int | None) -> Asked:
    """Return the question that a seat is asked now, with the time allowed for it."""
    return Asked(entry.number, entry.time, _time_for(table, seat) if turned_back is None else turned_back)


def _time_for(table: Table, seat: int) -> int | None:
    """Return how many milliseconds a seat has for a new question; None: there is no clock.

    With a clock for each turn that is what is left of this turn's time, and nothing once it has run out.
    """
    options = table.options
    if options.by_turn and table.ran_out(seat):
        return 0
    if options.clock is None:
        return table.banks.get(seat)
    left = _left_in_turn(table, seat) if options.by_turn else None
    return 1000 * options.clock if left is None else left


def _left_in_turn(table: Table, seat: int) -> int | None:
    """Return what a seat's clock showed at its latest move in this turn; None if all its time is left.

    Nobody waits days at the table: with a patient clock all time is there again once another player has moved.
    """
    turn = table.turn
    for step in reversed(table.steps):
        if step.turn < turn:
            break
        if step.seat == seat and step.left is not None and step.turn == turn:
            return step.left
        if table.options.patient and step.seat != seat and step.kind in ("play", "sealed"):
            break
    return None


def _noted(table: Table, entry: LogEntry, seat: int | None) -> None:
    """Add something that people decided about the game to its steps, although it is not a move."""
    assert table.match is not None
    length = table.match.length
    table.steps.append(Step(entry.number, entry.kind, seat, length, length, turn=table.turn))


def dealt_in(table: Table, match: Match, begin: int) -> list[str]:
    """Return the chance outcomes of a game from move ``begin`` on, as texts."""
    setting = table.setting
    return [setting.text(action) for mover, action in match.log[begin:] if mover < 0]
