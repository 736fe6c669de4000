"""Fill the cache of compiled kernels, so that nobody waits for a compiler while playing."""

from __future__ import annotations

from rich.console import Console
from rich.progress import track

from piazzetta.batch.batch import Batch
from piazzetta.batch.playout import random_game, random_games
from piazzetta.bots import LEVELS, Position, bot
from piazzetta.envs.warm import warm_environments
from piazzetta.games.registry import NAMES
from piazzetta.match.record import Record
from piazzetta.match.setting import game


def warm(console: Console) -> None:
    """Do once, for each game, everything that calls a kernel."""
    for name in track(NAMES, "compiling the rules", console=console, transient=True):
        setting = game(name)
        random_games(setting, 1)
        match = setting.start(seed=0)
        while not match.over:
            action = match.legal_moves.actions[0]
            match.preview(action)
            match.play(action)
            match.why_not(action)
        random_game(setting, 0, 0)
        match.view(0)
        match.events(0)
        Record.of(match).verify()
        for level in LEVELS[:-1]:  # expert searches as hard does
            bot(level).choose(Position.of(setting.start(seed=0)))
        batch = Batch(setting, 1)
        batch.step(batch.random_actions())
        warm_environments(setting)
