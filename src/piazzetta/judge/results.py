"""The results alone of many games that a network plays against itself: all of them side by side on one device."""

from __future__ import annotations

import numpy as np
import torch

from piazzetta.judge.judges import Results
from piazzetta.judge.selfplay import TEMPERATURE
from piazzetta.match.setting import Setting
from piazzetta.train.network import NEVER, Network
from piazzetta.train.tables import Tables

#: Games side by side.
ROWS = {"cpu": 1024, "cuda": 65_536}


def results(network: Network, setting: Setting, games: int, seed: int, device: str = "cpu") -> Results:
    """Play games to their end."""
    found = []
    for first in range(0, games, ROWS[device]):
        found.append(_play(network, setting, min(ROWS[device], games - first), seed + first, device))
    return Results(*(np.concatenate(part) for part in zip(*found, strict=True)))


def _play(network: Network, setting: Setting, games: int, seed: int, device: str) -> Results:
    tables = Tables([setting], games, device, seed, restart=False)
    network = network.to(device)
    lots = torch.Generator(device).manual_seed(seed)
    seen, legal = tables.room(1)
    mover = torch.zeros(games, dtype=torch.int8, device=device)
    shares = torch.zeros(games, setting.players, device=device)
    won = torch.zeros_like(shares)
    while True:
        tables.look(seen[0], legal[0], mover)
        if not bool((mover >= 0).any()):
            break
        with torch.inference_mode():
            scores, _ = network(seen[0], tables.sight)
            scores = (scores / TEMPERATURE).masked_fill(~legal[0], NEVER)
            drawn = torch.multinomial(torch.softmax(scores, 1), 1, generator=lots)[:, 0]
        tables.step(drawn)
        tables.shares(won)
        shares += won
    states = tables.snapshot()["states"].view(tables.batch.states.dtype)  # a copy on the host
    points = np.array(states[setting.game.sources().score_field][:, : setting.players], int)
    return Results(points, shares.cpu().numpy().astype(float))
