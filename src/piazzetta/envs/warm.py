"""Calls every kernel of the environments once, so that nobody has to wait for the compiler later."""

from __future__ import annotations

import numpy as np

from piazzetta.envs.kernels.memory import new_room, new_rows, new_shown
from piazzetta.envs.kernels.seats import BEGIN, OWN, RANDOM, Options, seats_of
from piazzetta.envs.kernels.steps import steps_of
from piazzetta.envs.one_game import OneGame
from piazzetta.kernel import random_stream
from piazzetta.match.setting import Setting


def warm_environments(setting: Setting) -> None:
    """Compile what the environments need for a game, whatever extras are installed."""
    table = OneGame(setting)
    table.begin(0)
    table.play(int(table.show(table.mover)[1].nonzero()[0][0]))
    table.points()
    steps, params, states = steps_of(setting.game), setting.params, setting.states(1)
    choice = np.zeros(max(setting.game.most_legal, setting.game.most_outcomes), np.int32)
    steps.begin(params, states)
    steps.attempt(params, states, 0, choice)
    steps.list_legal(params, states, choice)
    steps.list_chances(params, states, 0, choice, choice.copy())
    steps.look(params, states, 0, np.zeros(setting.observation_size, np.float32))
    steps.determinize(params, states, 0, random_stream(0))
    _warm_seats(setting)


def _warm_seats(setting: Setting) -> None:
    rows = new_rows(setting, 1, 0)
    room = new_room(setting)
    plays = np.array([OWN] + [RANDOM] * (setting.players - 1), np.int8)
    actions = np.zeros(1, np.int32)
    seats = seats_of(setting.game)
    todo = np.full(1, BEGIN, np.int8)
    seats.do_rows(setting.params, rows, 0, 1, todo, actions, 0, plays, Options(0, 0), room, new_shown(setting, 1))
    seats.check_rows(setting.params, rows, 0, 1, actions)
