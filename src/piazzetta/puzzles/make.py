"""Makes puzzles: the decisions that are puzzles, in games that the small network plays against itself or people played.

Game number *n* of a seed is the same on every machine, and so are its puzzles.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace
from itertools import count, cycle, islice
from typing import Any

from piazzetta.arena.pools import open_pool
from piazzetta.bots.analysis import positions
from piazzetta.bots.policy import Policy, check_network, play_portion
from piazzetta.bots.workers import behave
from piazzetta.errors import BadInput
from piazzetta.games.registry import find_game, shelf
from piazzetta.match.match import Match
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting, game
from piazzetta.puzzles.judging import TRIVIAL, PuzzleJudge
from piazzetta.puzzles.puzzle import Made, Puzzle, PuzzleBook
from piazzetta.puzzles.rating import rated

#: Gets how many puzzles were found so far and how many are wanted.
Progress = Callable[[int, int], None]
#: Where puzzles are looked for: games played by the network in these settings, or games that were played.
Games = Sequence[Setting] | Sequence[Record]
#: Most puzzles of one game; most of them with the same themes; fewest turns between two of them.
MOST, ALIKE, APART = 6, 2, 2
#: Of ten games this many are played as most people do, and by other editions; the rest on other maps or decks.
_USUAL, _EDITIONS = 6, 2

_PLAYER = Policy("policy", 1.0)  # the network as it is: good, and not the same moves in every game


def settings_of(name: str, players: Sequence[int], editions: Sequence[str] | None = None) -> list[Setting]:
    """What games are played as, in turn: mostly the default edition on the game's own map or deck.

    ``editions``: only these, each as often as the others, and on no other map or deck.
    """
    found = find_game(name)
    if editions is not None:
        return [game(name, players=number, edition=edition) for edition in editions for number in players]
    usual = [game(name, players=number) for number in players]
    names = [edition for edition in found.editions if edition != found.default_edition]
    others = [game(name, players=number, edition=edition) for edition in names for number in players]
    shelved = [
        game(name, players=number, components=one.source)
        for one in shelf(name)
        for number in one.players
        if number in players
    ]
    parts = cycle(usual), cycle(others or usual), cycle(shelved or usual)
    shares = [_USUAL, _EDITIONS, 10 - _USUAL - _EDITIONS]
    rounds = max(len(part) for part in (usual, others, shelved))
    return [next(part) for _ in range(rounds) for part, share in zip(parts, shares, strict=True) for _ in range(share)]


def self_played(setting: Setting, seed: int, number: int) -> Record:
    """Game number ``number`` of a seed, as the network plays it."""
    log = play_portion(setting, number, 1, seed, [[_PLAYER] * setting.players], None, 1).logs[0]
    match = Match(setting)
    for action in log[0].tolist():
        match.play(action)
    return Record.of(match)


def puzzles_of(record: Record, seed: int, times: int) -> list[Puzzle]:
    """The puzzles among a game's decisions, apart from each other: they are looked at in a random order."""
    match = record.replay()
    setting = match.setting
    judge = PuzzleJudge(setting, seed, times)
    opening = setting.opening_length
    decisions = positions(match)
    random.Random(seed ^ len(record.moves)).shuffle(decisions)
    found: list[Puzzle] = []
    turns: list[int] = []
    for at, position in decisions:
        turn = int(position.record.turn)
        if at < opening or any(abs(turn - other) < APART for other in turns) or not judge.promising(position):
            continue
        weighed = judge.weigh(position)
        if weighed is None:
            continue
        moves, exact = weighed
        number = (turn - 1) // setting.players + 1
        puzzle = Puzzle(record, at - opening, position.seat, number, moves, exact=exact)
        themes = judge.themes(position, moves[0].move, moves[len(puzzle.solutions)].move)
        if sum(one.themes == themes for one in found) == ALIKE:
            continue
        solved_by = judge.solved_by(position, puzzle.solutions)
        if solved_by["easy"] > TRIVIAL:
            continue
        found.append(replace(puzzle, themes=themes, solved_by=solved_by))
        turns.append(turn)
        if len(found) == MOST:
            break
    return sorted(found, key=lambda puzzle: puzzle.index)


def make(
    games: Games,
    wanted: int,
    made: Made,
    workers: int,
    progress: Progress,
    seconds: float = float("inf"),
    known: Sequence[Puzzle] = (),
) -> PuzzleBook:
    """Make puzzles until there are enough, until ``seconds`` are over, or of all played games, and rate them.

    ``made`` says with what, and how many games were searched before; ``known`` is what was found there. Neither how
    often it is interrupted nor how many workers there are changes what is found.
    """
    first = games[0]
    if isinstance(first, Setting):
        check_network(first.game)
    played = first.game if isinstance(first, Setting) else first.setting.game
    if wanted < 1:
        raise BadInput(f"count must be at least 1, not {wanted}")
    end = time.monotonic() + seconds
    found, done = list(known), made.games
    progress(min(len(found), wanted), wanted)
    if len(found) < wanted:
        for puzzles in _searched(games, made, workers, end):
            ids = {puzzle.id for puzzle in found}
            found += [puzzle for puzzle in puzzles if puzzle.id not in ids]  # games may begin alike
            done += 1
            progress(min(len(found), wanted), wanted)
            if len(found) >= wanted:
                break
    kept, bots = rated(found, made.seed)
    return PuzzleBook(played.name, tuple(kept), bots, made._replace(games=done))


def _searched(games: Games, made: Made, workers: int, end: float) -> Iterator[list[Puzzle]]:
    """The puzzles of one game after another, until the time or the games are over."""
    numbers = count(made.games) if isinstance(games[0], Setting) else iter(range(made.games, len(games)))
    if workers == 1:
        for number in numbers:
            if time.monotonic() >= end:
                return
            yield _of_game(games, number, made)
        return
    pool = open_pool(workers, prepare=_prepare, arguments=_sent(games))
    running: deque[Future[list[Puzzle]]] = deque()
    try:
        while True:
            ahead = pool.ahead - len(running) if time.monotonic() < end else 0
            running += [pool.executor.submit(_work, number, made) for number in islice(numbers, ahead)]
            if not running:
                return
            yield running.popleft().result()
    finally:
        pool.executor.shutdown(wait=False, cancel_futures=True)


def _sent(games: Games) -> tuple[list[Any], bool]:
    """What a worker needs to know the games, and whether they were played."""
    played = isinstance(games[0], Record)
    return [one.dumps() if isinstance(one, Record) else one.to_json(full=False) for one in games], played


_games: Games = []  # in a worker


def _prepare(games: list[Any], played: bool) -> None:
    global _games
    behave()
    _games = [Record.loads(one) for one in games] if played else [Setting.from_json(one) for one in games]


def _work(number: int, made: Made) -> list[Puzzle]:
    return _of_game(_games, number, made)


def _of_game(games: Games, number: int, made: Made) -> list[Puzzle]:
    one = games[number % len(games)]
    record = one if isinstance(one, Record) else self_played(one, made.seed, number)
    return puzzles_of(record, made.seed + number, made.times)
