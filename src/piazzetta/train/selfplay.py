"""Networks play without search, many games side by side: only their results, or everything a study wants to know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from piazzetta.arena.games import Games, Sources, joined
from piazzetta.bots.policy import POWER
from piazzetta.games.base import OPEN, Array
from piazzetta.games.flat_encoding import encoding_of
from piazzetta.match.setting import Setting
from piazzetta.tables.sources import at_start
from piazzetta.train.network import NEVER, Network
from piazzetta.train.tables import Tables

#: Games side by side where only results count.
ROWS = {"cpu": 1024, "cuda": 65_536}


class Decision(NamedTuple):
    """What the movers (−1 where a game is over) might choose, and chose."""

    mover: Tensor
    legal: Tensor
    chosen: Tensor


def decisions(players: Sequence[Network], tables: Tables, seed: int, device: str) -> Iterator[Decision]:
    """Play all games to their end and yield one decision of each at a time, after it was made.

    Moves are drawn by the square of the policy. The players take the seats in turn, the first one again after the last.
    """
    players = [network.to(device) for network in players]
    lots = torch.Generator(device).manual_seed(seed)
    seen, legal = tables.room(1)
    mover = torch.zeros(len(tables.batch), dtype=torch.int8, device=tables.device)
    while True:
        tables.look(seen[0], legal[0], mover)
        if not bool((mover >= 0).any()):
            return
        shown = seen[0].to(device)
        with torch.inference_mode():
            scores, _ = players[0](shown, tables.sight)
            for number, network in enumerate(players[1:], 1):
                theirs = (mover % len(players) == number)[:, None].to(device)
                scores = torch.where(theirs, network(shown, tables.sight)[0], scores)
            scores = (scores * POWER).masked_fill(~legal[0].to(device), NEVER)
            drawn = torch.multinomial(torch.softmax(scores, 1), 1, generator=lots)[:, 0].to(tables.device)
        tables.step(drawn)
        yield Decision(mover, legal[0], drawn)


def results(players: Sequence[Network], setting: Setting, games: int, seed: int, device: str = "cpu") -> Games:
    """Play games on one device and return only how they ended."""
    found = []
    for first in range(0, games, ROWS[device]):
        rows = min(ROWS[device], games - first)
        tables = Tables([setting], rows, device, seed + first, restart=False)
        shares = torch.zeros(rows, setting.players, device=device)
        won = torch.zeros_like(shares)
        for _ in decisions(players, tables, seed + first, device):
            tables.shares(won)
            shares += won
        states = tables.snapshot()["states"].view(tables.batch.states.dtype)  # a copy on the host
        found.append(Games(_points(setting, states), (shares > 0).int().cpu().numpy()))
    return joined(found)


def self_play(network: Network, setting: Setting, games: int, seed: int, device: str = "cpu") -> Games:
    """Play games on this core, while the network computes on a device.

    The same seed brings the same chance to row *i*, whatever the rules. Moves are drawn too.
    """
    tables = Tables([setting], games, "cpu", seed, restart=False, threads=1)
    sources = _Sources(setting, tables)
    ended, choices = torch.zeros(games, setting.players), np.zeros((games, setting.players), int)
    won = torch.zeros(games, setting.players)
    for mover, legal, chosen in decisions([network], tables, seed, device):
        playing = mover >= 0
        rows = playing.nonzero()[:, 0].numpy()
        np.add.at(choices, (rows, mover[playing].long().numpy()), (legal[playing].sum(1) > 1).numpy())
        sources.add(rows, tables.columns[chosen].numpy())
        tables.shares(won)
        ended += won
    states = tables.batch.states
    return Games(
        _points(setting, states),
        (ended > 0).int().numpy(),
        turns=np.array(states["turn"], int),
        choices=choices,
        sources=sources.found,
    )


def _points(setting: Setting, states: Array) -> Array:
    points: Array = np.array(states[setting.game.sources().score_field][:, : setting.players], int)
    return points


class _Sources:
    """Where the points of each row come from: told by the kind of move, or by its events where that is not enough."""

    def __init__(self, setting: Setting, tables: Tables) -> None:
        self._setting, self._batch = setting, tables.batch
        self._sources = setting.game.sources()
        self._known = any(self._sources.of_move(text, False, setting.rules) for text in setting.texts)
        seats = range(setting.players)
        self._found = [[at_start(setting, seat) for seat in seats] for _ in range(len(tables.batch))]
        self._states = tables.batch.states.copy()  # before the latest move

    @property
    def found(self) -> list[Sources | None] | None:
        """By row; None if moves do not tell where points come from."""
        return list(self._found) if self._known else None

    def add(self, rows: Array, slots: Array) -> None:
        """Credit what the latest moves, in these rows, have changed."""
        if not self._known:
            return
        field, setting = self._sources.score_field, self._setting
        before, self._states = self._states, self._batch.states.copy()
        gains = self._states[field].astype(int) - before[field]
        for row in rows[gains[rows].any(1)]:
            state = before.view(np.recarray)[row]
            action = int(encoding_of(setting.game.name).action_of(setting.params_record, state, int(slots[row])))
            source = self._sources.of_move(setting.text(action), bool(self._batch.mover[row] < 0), setting.rules)
            for seat, name, points in self._parts(row, state, action, source, gains[row]):
                self._found[row][seat][name] += points

    def _parts(
        self, row: int, before: Any, action: int, source: str | None, gains: Array
    ) -> list[tuple[int, str, int]]:
        if source is not None:
            return [(seat, source, int(gains[seat])) for seat in range(self._setting.players)]
        setting = self._setting
        after = self._batch.state(row)
        events = setting.game.events(setting.components, setting.params_record, before, action, after, OPEN)
        return [part for event in events for part in self._sources.gains(event)]
