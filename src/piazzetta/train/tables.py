"""Many games for a learner: a batch of mixed settings, its arrays as tensors, the rows it shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from piazzetta.batch import Batch
from piazzetta.games.flat_encoding import encoding_of
from piazzetta.match.setting import Setting
from piazzetta.train.mixture import which_rows
from piazzetta.train.sight import Sight


class Tables:
    """Parallel games, restarted when they end. ``players`` is the number of players in each."""

    def __init__(
        self,
        settings: Sequence[Setting],
        size: int,
        device: str,
        seed: int,
        restart: bool = True,
        threads: int | None = None,
    ) -> None:
        encoding = encoding_of(settings[0].game.name)
        self.sight = Sight(encoding, settings)
        self.batch = Batch(
            settings,
            size,
            which=which_rows(size, len(settings)),
            encoding=encoding,
            device=device,
            seed=seed,
            restart=restart,
            illegal="count",
            threads=threads,
        )
        self.device = device
        self.seats = max(setting.players for setting in settings)
        players = torch.tensor([setting.players for setting in settings], device=device)
        self.players = players[torch.as_tensor(self.batch.which, dtype=torch.long, device=device)]
        self.columns = torch.tensor(self.sight.columns, device=device)
        names = ("observation", "legal_mask", "mover", "reward", "finished")
        self._seen, self._mask, self._mover, self._reward, self.finished = map(self._tensor, names)

    def _tensor(self, name: str) -> Tensor:
        """An array of the batch's own memory, without a copy: it changes with every step."""
        array = getattr(self.batch, name)
        return torch.from_numpy(array) if self.device == "cpu" else torch.as_tensor(array, device=self.device)

    def look(self, seen: Tensor, legal: Tensor, mover: Tensor) -> None:
        """Copy what the movers see, what they may choose, and who they are."""
        for source, start, count in self.sight.pieces:
            seen[:, start : start + count].copy_(self._seen[:, source : source + count])
        for source, start, count in self.sight.slot_pieces:
            legal[:, start : start + count].copy_(self._mask[:, source : source + count])
        mover.copy_(self._mover)

    def step(self, choices: Tensor) -> None:
        self.batch.step(self.columns[choices])

    def shares(self, out: Tensor) -> None:
        """Each seat's share of the win in the games that the last step ended; 0 elsewhere."""
        players = self.players[:, None]
        won = (self._reward * (players - 1) + 1) / players
        out.copy_(won * self.finished[:, None] * (torch.arange(self.seats, device=self.device) < players))

    def room(self, steps: int) -> tuple[Tensor, Tensor]:
        """Room for what movers see and may choose in some steps, with the batch's memory layout on its device."""
        size, sight = len(self.batch), self.sight
        seen = torch.zeros(steps, *self._order(size, sight.size), dtype=torch.uint8, device=self.device)
        legal = torch.zeros(steps, *self._order(size, sight.choices), dtype=torch.bool, device=self.device)
        return (seen, legal) if self.device == "cpu" else (seen.transpose(1, 2), legal.transpose(1, 2))

    def _order(self, rows: int, columns: int) -> tuple[int, int]:
        return (rows, columns) if self.device == "cpu" else (columns, rows)

    def snapshot(self) -> dict[str, Any]:
        return self.batch.snapshot()

    def restore(self, kept: Mapping[str, Any]) -> None:
        self.batch.restore(kept)
