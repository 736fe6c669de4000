"""One seat in each of many games, as kernels generic over games: the steps of the vector environment.

Arrays have one game per row, as in a batch. Random opponents play here, the others in Python between two calls: a row
then waits with their seat as its mover.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from piazzetta.batch.rows import deal, reward_row
from piazzetta.games.base import Game, apply, legal, observe, payoff, setup, why_not
from piazzetta.kernel import OVER, below, borrowed, inlined, start_stream

OWN, RANDOM, BOT = 0, 1, 2  # who plays a seat
WAIT, PLAY, BEGIN, LOSE = 0, 1, 2, 3  # what to do in a row


class Rows(NamedTuple):
    """The arrays of a vector environment."""

    states: Any
    rng: Any
    seat: Any  # the agent's seat
    mover: Any
    before: Any  # the agent's points when it was last asked
    refused: Any  # the reason of an action's refusal, or 0
    finished: Any  # a game ended in this step
    reward: Any
    final: Any  # the last observation of a game that ended in this step
    points: Any  # the points at its end


class Shown(NamedTuple):
    """What the user gets."""

    masks: Any
    observations: Any


class Options(NamedTuple):
    by_points: int
    any_seat: int


class Room(NamedTuple):
    """A thread's working space."""

    choice: Any
    out: Any
    shares: Any


def go_on(params, rows, i, plays, choice):
    """Let chance and the random players move until another player is asked; returns whose move it is then."""
    state = rows.states[i]
    rng = rows.rng[i]
    players = int(params.players)
    who = deal(params, state, rng)
    while who >= 0:
        chair = who - int(rows.seat[i])
        if plays[chair + players if chair < 0 else chair] != RANDOM:
            break
        count = legal(params, state, choice)
        apply(params, state, int(choice[below(rng, count)]))
        who = deal(params, state, rng)
    return who


def end_row(params, rows, i, by_points, room):
    """Store the result of a game that has ended, or is lost by an illegal action."""
    state = rows.states[i]
    seat = int(rows.seat[i])
    payoff(params, state, room.out)
    for other in range(int(params.players)):
        rows.points[i, other] = room.out[other]
    if rows.mover[i] != OVER:
        rows.reward[i] = -1.0
    elif by_points:
        rows.reward[i] = room.out[seat] - rows.before[i]
    else:
        reward_row(params, state, OVER, 0, room.out, room.shares)
        rows.reward[i] = room.shares[seat]
    rows.finished[i] = True
    observe(params, state, seat, rows.final[i])


def show_row(params, rows, i, by_points, room, mask, observation):
    """The agent is asked: write its reward since the last time, and what it may do and know."""
    state = rows.states[i]
    seat = int(rows.seat[i])
    if by_points and not rows.finished[i]:
        payoff(params, state, room.out)
        rows.reward[i] = room.out[seat] - rows.before[i]
        rows.before[i] = room.out[seat]
    for action in range(len(mask)):
        mask[action] = 0
    count = legal(params, state, room.choice)
    for index in range(count):
        mask[room.choice[index]] = 1
    observe(params, state, seat, observation)


def check_rows(params, rows, low, high, actions):
    """Write the reason why each row refuses its action; returns how many do."""
    rows = borrowed(rows)
    bad = 0
    for i in range(low, high):
        reason = why_not(params[0], rows.states[i], int(actions[i]))
        rows.refused[i] = reason
        bad += int(reason != 0)
    return bad


def do_rows(params, rows, low, high, todo, actions, seed, plays, options, room, shown):
    """Do what each row needs; returns how many rows refuse their action and stay unchanged.

    The next game follows a finished one at once. A row's chance outcomes depend only on the seed and the row.
    """
    rows = borrowed(rows)
    room = borrowed(room)
    shown = borrowed(shown)
    bad = 0
    table = params[0]
    for i in range(low, high):
        if todo[i] == WAIT:
            continue
        state = rows.states[i]
        fresh = todo[i] != PLAY
        if todo[i] == BEGIN:
            start_stream(rows.rng[i], seed, i, 0)
            rows.finished[i] = True  # so that it gets no reward
        elif todo[i] == LOSE:
            end_row(table, rows, i, options.by_points, room)
        else:
            if rows.mover[i] == rows.seat[i]:
                rows.finished[i] = False
                rows.reward[i] = 0.0
            reason = why_not(table, state, int(actions[i]))
            rows.refused[i] = reason
            if reason != 0:
                bad += 1
                continue
            apply(table, state, int(actions[i]))
        while True:
            if fresh:
                if options.any_seat:
                    rows.seat[i] = below(rows.rng[i], int(table.players))
                setup(table, state)
                payoff(table, state, room.out)
                rows.before[i] = room.out[rows.seat[i]]
            rows.mover[i] = go_on(table, rows, i, plays, room.choice)
            if rows.mover[i] != OVER:
                break
            end_row(table, rows, i, options.by_points, room)
            fresh = True
        if rows.mover[i] == rows.seat[i]:
            show_row(table, rows, i, options.by_points, room, shown.masks[i], shown.observations[i])
    return bad


class Seats(NamedTuple):
    """The loops above, compiled for one game."""

    check_rows: Any
    do_rows: Any


@lru_cache
def seats_of(game: Game) -> Seats:
    parts: dict[str, Any] = {"deal": game.bind(deal), "reward_row": game.bind(reward_row)}
    for part in (go_on, end_row, show_row):
        parts[part.__name__] = game.bind(part, inlined, **parts)
    return Seats(game.bind(check_rows), game.bind(do_rows, **parts))
