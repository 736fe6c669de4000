"""Conditions that several commands share, and questions about a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from piazzetta.bots.levels import LEVELS
from piazzetta.bots.position import Position
from piazzetta.match.match import Match
from piazzetta.tables.messages import WhyCard
from piazzetta.tables.missed import missing_seats
from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import Asked, Table

#: The bots that a server adds to the levels, by game and by name; what plays under a name is for the server to know.
Further = Mapping[str, Mapping[str, str]]


def levels_of(game: str, further: Further) -> list[str]:
    """Return the names of all bots of a game."""
    return [*LEVELS, *further.get(game, {})]


def unknown_level(level: str, game: str, further: Further) -> str:
    """Return what is wrong with a level; "" if there is a bot of that name."""
    known = levels_of(game, further)
    return "" if level in known else f"unknown bot level {level!r}; choose from {', '.join(known)}"


def acting_seat(yours: Sequence[int], seat: int | None) -> int:
    """Return the seat that a command is for: the one it names, or the only seat of its sender."""
    if seat is None:
        if len(yours) != 1:
            raise Refused(
                "not_your_seat",
                "several seats are yours: name the one that acts." if yours else "spectators do not play.",
            )
        return yours[0]
    if seat not in yours:
        raise Refused("not_your_seat", f"seat {seat} is not yours.")
    return seat


def check_playing(table: Table) -> Match:
    """Return the game; raise ``Refused`` unless it is in progress."""
    if table.status == "waiting":
        raise Refused("waiting", "the game has not started yet.")
    if table.status != "playing" or table.match is None:
        raise Refused("over", "the game is over.")
    return table.match


def check_waiting(table: Table) -> None:
    """Check that the game has not begun yet."""
    if table.status != "waiting":
        raise Refused("over", "the table is closed." if table.status == "closed" else "the game has started.")


def check_away(table: Table, absent: int, away_since: int | None, waiting: float, time: int) -> None:
    """Check that a bot may play for a seat: its person has missed two turns, or been away for ``waiting`` seconds.

    ``away_since`` is None while the person is present.
    """
    if absent >= len(table.seats):
        raise Refused("bad", f"this table has no seat {absent}.")
    seat = table.seats[absent]
    if not seat.by_person or seat.bot_plays:
        raise Refused("bot_plays", "no person has to move at that seat now.")
    if absent in missing_seats(table):
        return
    if away_since is None:
        raise Refused("not_away", f"{seat.name} is here.")
    left = waiting - (time - away_since) / 1000
    if left > 0:
        raise Refused("not_away", f"{seat.name} has only just left; wait another {left:.0f} seconds.")


def check_turn(table: Table, seat: int) -> Asked:
    """Since when a seat has been asked; it must be awaited.

    Check this before anything else: whether a move is allowed may be another seat's secret.
    """
    check_playing(table)
    if seat not in table.asked:
        raise Refused("not_your_turn", "it is not your move.", table.setting.game.turn_clause)
    return table.asked[seat]


#: Why a move that a bot made for a person whose time had run out stays.
TIME_RAN_OUT = "your time ran out, so the bot's moves stay."


def moved_by_clock(table: Table, seat: int) -> bool:
    """Return whether a bot made the seat's latest move because time had run out. It cannot be taken back: that would
    give the seat a new question, again and again."""
    last = table.last_move(seat)
    return last is not None and last.by_clock


def why(table: Table, seat: int, move: str) -> WhyCard:
    """Return why a seat may not make a move now."""
    check_turn(table, seat)
    refusal = check_playing(table).why_not(move, seat)
    if refusal is None:
        return {"sentence": None, "clause": None, "key": None, "params": {}}
    return {"sentence": str(refusal), "clause": refusal.clause, "key": refusal.key, "params": refusal.params}


def check_hint(table: Table, seat: int) -> None:
    """Check that a seat may ask for a hint now."""
    if not table.options.hints:
        raise Refused("off", "hints are off at this table.")
    check_turn(table, seat)


def known_position(match: Match, seat: int, seed: int = 0) -> Position:
    """Return what an awaited seat knows of a game, as bots get it: what is hidden from the seat is drawn again."""
    true = Position.at(match.setting, seat, match.position(seat))
    return Position.determinized(match.setting, seat, true.state, seed)
