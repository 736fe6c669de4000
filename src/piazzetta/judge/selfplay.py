"""A network plays itself without search, many games side by side."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch

from piazzetta.arena.results.sources import at_start
from piazzetta.batch import Batch
from piazzetta.games.base import OPEN, Array
from piazzetta.games.encoding import encoding_of
from piazzetta.match.setting import Setting
from piazzetta.train.network import NEVER, Network
from piazzetta.train.sight import Sight

#: Its moves are drawn from its policy, sharpened: slips are rare, and no two games are the same.
TEMPERATURE = 0.5


class Games(NamedTuple):
    """Finished games, one per row."""

    points: Array  # by seat
    shares: Array  # each seat's share of the win
    turns: Array
    decisions: Array  # of each seat, where it had a choice
    sources: list[list[dict[str, int]]] | None  # by row and seat; None if moves do not tell where points come from


def self_play(network: Network, setting: Setting, games: int, seed: int, device: str = "cpu") -> Games:
    """Play games. The same seed brings the same chance to row *i*, whatever the rules; its moves are drawn too."""
    encoding = encoding_of(setting.game.name)
    sight = Sight(encoding, [setting])
    columns = np.asarray(sight.columns)
    batch = Batch(setting, games, seed=seed, encoding=encoding, threads=1)
    lots = torch.Generator(device).manual_seed(seed)
    network = network.to(device)
    tally = _Tally(setting, batch)
    seats = range(setting.players)
    shares, asked = np.zeros((games, setting.players)), np.zeros((games, setting.players), int)
    while (batch.mover >= 0).any():
        rows = np.nonzero(batch.mover >= 0)[0]
        mask = batch.legal_mask[rows][:, columns]
        given = np.concatenate([batch.observation[rows, start : start + n] for start, _, n in sight.pieces], 1)
        with torch.inference_mode():
            scores, _ = network(torch.from_numpy(given).to(device), sight)
            scores = (scores / TEMPERATURE).masked_fill(~torch.from_numpy(mask).to(device), NEVER)
            drawn = torch.multinomial(torch.softmax(scores, 1), 1, generator=lots)[:, 0].cpu().numpy()
        slots = np.zeros(games, np.int64)
        slots[rows] = columns[drawn]
        np.add.at(asked, (rows, batch.mover[rows]), mask.sum(1) > 1)
        tally.before(slots)
        batch.step(slots)
        tally.after(rows)
        ended = batch.finished
        shares[ended] = ((batch.reward * (setting.players - 1) + 1) / setting.players)[ended]
    states = batch.states
    points = np.array(states[setting.game.sources().score_field][:, seats], int)
    return Games(points, shares, np.array(states["turn"], int), asked, tally.found)


class _Tally:
    """Where points come from, by the kind of move; by its events where that is not enough."""

    def __init__(self, setting: Setting, batch: Batch) -> None:
        self._setting, self._batch = setting, batch
        self._sources = setting.game.sources()
        self._known = any(self._sources.of_move(text, False, setting.rules) for text in setting.texts)
        seats = range(setting.players)
        self._found = [[at_start(setting, seat) for seat in seats] for _ in range(batch.size)]

    @property
    def found(self) -> list[list[dict[str, int]]] | None:
        return self._found if self._known else None

    def before(self, slots: Array) -> None:
        if self._known:
            self._states, self._slots = self._batch.states.copy(), slots

    def after(self, rows: Array) -> None:
        """Credit what the last step has changed."""
        if not self._known:
            return
        field, setting = self._sources.score_field, self._setting
        gains = self._batch.states[field].astype(int) - self._states[field]
        for row in rows[gains[rows].any(1)]:
            before = self._states.view(np.recarray)[row]
            slot = int(self._slots[row])
            action = int(encoding_of(setting.game.name).action_of(setting.params_record, before, slot))
            source = self._sources.of_move(setting.text(action), bool(self._batch.mover[row] < 0), setting.rules)
            for seat, name, points in self._parts(row, before, action, source, gains[row]):
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
