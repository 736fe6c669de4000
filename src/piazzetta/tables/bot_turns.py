"""The turns that bots take, for themselves or for people whose time has run out, and when to show their moves."""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from piazzetta.games.knowledge import SECONDS
from piazzetta.tables.lessons import outcome
from piazzetta.tables.table import STAND_IN, Table


@dataclass(frozen=True)
class Question:
    """A decision for a bot to make: for which seat, asked by which event, at which level."""

    seat: int
    asked: int
    level: str
    by: str = "bot"  # or clock: for a person who was too slow
    seed: int = 0  # of the bot's own draws


def bot_seed(table: Table, seat: int) -> int:
    """Return the seed of a bot's own draws. It comes from the table's secret, so games differ and can be replayed."""
    block = hmac.digest(table.seed, f"piazzetta bot {seat}".encode(), "sha256")
    return int.from_bytes(block[:4], "big")


def bots_asked(table: Table) -> list[Question]:
    """Return the decisions that bots have to make; none once a lesson is decided."""
    if outcome(table) != "open":
        return []
    return [
        Question(seat, asked.number, table.seats[seat].bot_level, seed=bot_seed(table, seat))
        for seat, asked in table.asked.items()
        if table.seats[seat].by_bot
    ]


def too_slow(table: Table, time: int) -> list[Question]:
    """Return the decisions that a bot makes for people whose time has run out."""
    found = []
    for seat, asked in table.asked.items():
        deadline = table.deadline(seat)
        if deadline is not None and deadline <= time and not table.seats[seat].by_bot:
            found.append(Question(seat, asked.number, table.seats[seat].bot_level, "clock", bot_seed(table, seat)))
    return found


def next_deadline(table: Table, answered: list[int]) -> int | None:
    """Return when the next person's time runs out. For ``answered`` seats a bot is already thinking."""
    times = [table.deadline(seat) or 0 for seat in table.asked if seat not in answered and not table.seats[seat].by_bot]
    return min(times) if table.options.timed and times else None


def moves_in_a_row(table: Table, seat: int) -> int:
    """Return the number of bots' moves since a person's last; where only bots play, this bot's moves in a row."""
    people = any(not other.by_bot for other in table.seats)
    row = 0
    for step in reversed(table.steps):
        if step.kind != "play" or step.seat is None:
            continue
        if step.seat != seat and not (people and table.seats[step.seat].by_bot):
            break
        row += 1
    return row


def seconds_to_think(table: Table, level: str) -> float:
    """Return the seconds that a level, or a network, may think about a move at this table."""
    budgets = table.setting.game.bots.budgets
    return budgets[level].move_seconds if level in budgets else SECONDS.get(level, SECONDS[STAND_IN])


def release_time(seconds: float, pace: float, secret: bool, random: float, row: int = 0) -> float:
    """Return when to show a bot's move, in seconds after the bot was asked. ``random``: a number from 0 to 1.

    ``seconds``: what the bot may take (``seconds_to_think``).

    ``row``: the moves that bots made just before it. Each comes faster than the last, so that a round of bots does not
    drag on.

    In a game with secrets this depends only on the level, never on whether there was a choice (a forced decline, clause
    4.4 of Viaggiatore) or how long the bot thought.
    """
    if not secret:
        return pace / (1 + row) * (1 + 0.6 * random)
    least = max(pace, 1.2 * seconds if pace > 0 else 0)
    return least * (1 + 0.6 * random)
