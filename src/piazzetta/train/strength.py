"""The strength of a network without any search: games against fixed opponents; and the calibration of its chances."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from piazzetta.arena.results.statistics import share
from piazzetta.batch import Batch
from piazzetta.bots import Position, bot
from piazzetta.games.base import Array
from piazzetta.games.flat_encoding import encoding_of
from piazzetta.match.setting import Setting
from piazzetta.train.engines import seats_of_chairs
from piazzetta.train.network import NEVER, Network
from piazzetta.train.plan import load_network
from piazzetta.train.sight import Sight

BINS = 20


class Strength(NamedTuple):
    """The share of wins of one network against opponents of one kind."""

    opponent: str
    players: int
    games: int
    share: float
    low: float  # its 95% interval
    high: float


def choices(network: nn.Module, sight: Sight, seen: Array, mask: Array) -> Array:
    """The network's preferred slot in each row, on the CPU."""
    given = np.concatenate([seen[:, source : source + count] for source, _, count in sight.pieces], 1)
    with torch.inference_mode():
        scores, _ = network(torch.from_numpy(given), sight)
    scores = scores.masked_fill(~torch.from_numpy(mask[:, sight.columns]), NEVER)
    slots: Array = np.asarray(sight.columns)[scores.argmax(1).numpy()]
    return slots


def play(network: Network, setting: Setting, opponent: str, games: int, seed: int) -> list[float]:
    """The network's share of the win in each game, on seat ``game % players``, against ``random`` or a level."""
    encoding = encoding_of(setting.game.name)
    sight = Sight(encoding, [setting])
    batch = Batch(setting, games, seed=seed, encoding=encoding, threads=1)
    bots = [] if opponent == "random" else [bot(opponent, seed=seed * 1000 + row) for row in range(games)]
    own = np.arange(games) % setting.players
    won, steps = np.zeros(games), 0
    while (batch.mover >= 0).any():
        slots = np.array(batch.random_actions())
        mine = np.nonzero((batch.mover == own) & (batch.mover >= 0))[0]
        if len(mine):
            slots[mine] = choices(network, sight, batch.observation[mine], batch.legal_mask[mine])
        for row in np.nonzero((batch.mover != own) & (batch.mover >= 0))[0] if bots else ():
            position = Position.determinized(
                setting, int(batch.mover[row]), batch.states[row : row + 1], steps * 7919 + int(row)
            )
            action = bots[row].choose(position)
            slots[row] = encoding.slot_of(setting.params_record, batch.state(int(row)), action)
        batch.step(slots)
        steps += 1
        ended = batch.finished
        shares = (batch.reward * (setting.players - 1) + 1) / setting.players
        won[ended] = shares[np.arange(games), own][ended]
    return [float(share) for share in won]


def measure(file: str, setting: Setting, opponent: str, games: int, seed: int) -> Strength:
    """Return the strength of a network's file; called in a process of its own."""
    torch.set_num_threads(1)
    won = play(load_network(Path(file)), setting, opponent, games, seed)
    return Strength(opponent, setting.players, len(won), *share(sum(won), len(won)))


class Calibration(NamedTuple):
    """By bins of the predicted chance: count, mean prediction, and mean outcome."""

    times: list[int]
    foretold: list[float]
    came: list[float]

    @property
    def error(self) -> float:
        """The expected calibration error: the mean gap, weighted by the count of each bin."""
        total = max(sum(self.times), 1)
        gaps = zip(self.times, self.foretold, self.came, strict=True)
        return sum(count * abs(expected - came) for count, expected, came in gaps) / total

    def to_json(self) -> dict[str, Any]:
        return {**self._asdict(), "error": self.error}


def calibration(network: nn.Module, setting: Setting, games: int, seed: int) -> Calibration:
    """The chances of all seats at every decision of the network's games against itself, and their outcomes."""
    encoding = encoding_of(setting.game.name)
    sight = Sight(encoding, [setting])
    batch = Batch(setting, games, seed=seed, encoding=encoding, threads=1)
    generator = torch.Generator().manual_seed(seed)
    players = torch.full((games,), setting.players)
    predicted: list[tuple[Array, Array]] = []
    ends = np.zeros((games, setting.players))
    while (batch.mover >= 0).any():
        rows = np.nonzero(batch.mover >= 0)[0]
        given = np.concatenate([batch.observation[rows, s : s + count] for s, _, count in sight.pieces], 1)
        with torch.inference_mode():
            scores, chairs = network(torch.from_numpy(given), sight)
        legal = torch.from_numpy(batch.legal_mask[rows][:, sight.columns])
        shares = torch.softmax(scores.masked_fill(~legal, NEVER), 1)
        drawn = torch.multinomial(shares, 1, generator=generator)[:, 0].numpy()
        mover = torch.from_numpy(batch.mover[rows].astype(np.int64))
        by_seat = torch.zeros(len(rows), setting.players)
        by_seat.scatter_(1, seats_of_chairs(mover, players[rows], setting.players), torch.softmax(chairs, 1))
        predicted.append((rows, by_seat.numpy()))
        slots = np.zeros(games, np.int64)
        slots[rows] = np.asarray(sight.columns)[drawn]
        batch.step(slots)
        ended = batch.finished
        ends[ended] = (batch.reward[ended] * (setting.players - 1) + 1) / setting.players
    foretold = np.concatenate([chances.ravel() for _, chances in predicted])
    came = np.concatenate([ends[rows].ravel() for rows, _ in predicted])
    which = np.minimum((foretold * BINS).astype(int), BINS - 1)
    count = np.bincount(which, minlength=BINS)
    sums = (np.bincount(which, values, minlength=BINS) for values in (foretold, came))
    first, second = ((total / np.maximum(count, 1)).tolist() for total in sums)
    return Calibration(count.tolist(), first, second)
