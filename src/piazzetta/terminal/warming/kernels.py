"""Fills the cache of compiled kernels, so that nobody waits for the compiler while playing."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

from rich.console import Console

from piazzetta.arena.players import NetworkPlayers
from piazzetta.batch.batch import Batch
from piazzetta.batch.playout import random_game, random_games
from piazzetta.bots import Position, bot
from piazzetta.bots.draws import openings, standing
from piazzetta.bots.hint import outlook
from piazzetta.bots.knowledge import has_network
from piazzetta.bots.quick import play_quick
from piazzetta.envs.warm import warm_environments
from piazzetta.games.registry import names
from piazzetta.kernel import cores
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting, game
from piazzetta.terminal.progress import spinner
from piazzetta.terminal.warming.note import note_warm


def warm(console: Console, tables: bool = False) -> None:
    """Run, for each game, everything that calls a kernel; ``tables``: only what a game at a table calls."""
    with (
        spinner(console, "compiling the rules"),
        ProcessPoolExecutor(min(cores(), len(names())), multiprocessing.get_context("spawn")) as pool,
    ):
        for _ in pool.map(warm_game, names(), [tables] * len(names())):
            pass
        # Processes that cache the same shared kernel at once may lose an entry; what is already cached is instant here.
        for name in names():
            warm_game(name, tables)
    note_warm(tables)


def warm_game(name: str, tables: bool) -> None:
    setting = game(name)
    warm_table(setting)
    if not tables:
        warm_research(setting)


def warm_table(setting: Setting) -> None:
    """Run a game with its refusals, previews and views, the bots, a hint, luck."""
    match = setting.start(seed=0)
    while not match.over:
        action = match.legal_moves.actions[0]
        match.preview(action)
        match.play(action)
        match.why_not(action)
    match.view(0)
    match.events(0)
    Record.of(match).verify()
    for level in ("random", "medium"):  # all levels that think use the same search
        bot(level).choose(Position.of(setting.start(seed=0)))
    outlook(Position.of(setting.start(seed=0)))  # a hint when there is only one move
    standing(setting, match.state())
    openings(setting, 1, 0)


def warm_random(setting: Setting) -> None:
    """Run random play."""
    random_games(setting, 1)
    random_game(setting, 0, 0)


#: What a command may need of a game.
PARTS = {"tables": warm_table, "random": warm_random}


def warm_research(setting: Setting) -> None:
    """Run random play, batches (those for networks too), quick players, the small network's games, the environments."""
    warm_random(setting)
    play_quick(setting, 0, 0, 0)
    own = setting.game.knowledge().encoding
    for encoding in (None, own) if own else (None,):
        batch = Batch(setting, 1, encoding=encoding)
        batch.step(batch.random_actions())
    if has_network(setting.game):
        NetworkPlayers(setting.game).prepare(setting)
    warm_environments(setting)
