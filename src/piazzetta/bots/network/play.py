"""Whole games of the small network without search, on all cores. Game *n* of a seed has the same luck on every map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from piazzetta.bots.knowledge import has_network, new_judge
from piazzetta.bots.network.policy import FACTS, policy_games_of
from piazzetta.errors import BadInput
from piazzetta.games.base import Array, Game
from piazzetta.kernel import RNG_DTYPE, RNG_SIZE, cores, random_stream, records
from piazzetta.match.match import MOST_MOVES
from piazzetta.match.setting import Setting

#: Updates a progress bar: games done, and how many there will be.
Progress = Callable[[int, int], None]
PART = 32  # games in one compiled call
#: The judge draws its moves by the square of its policy: slips are rare, and no two games are the same.
POWER = 2.0
DRAWS = 0xD1CE  # tells the stream of the players' draws from that of chance


@dataclass(frozen=True)
class Player:
    """How a seat draws its moves: by a power of the network's policy, and none below a share of the best."""

    name: str
    power: float
    cut: float = 0.0


JUDGE = Player("judge", POWER)


def check_judge(game: Game) -> None:
    if not has_network(game):
        raise BadInput(f"{game.title} has no network that could judge: piazzetta train {game.name} makes one")


def silent(done: int, total: int) -> None:
    """No progress bar."""


@dataclass
class Played:
    """Finished games, one a row."""

    setting: Setting
    points: Array  # by seat
    won: Array  # by seat: 1 for every winner
    facts: Array  # ``FACTS``
    states: Array  # the final positions
    uses: Array  # how often each action was chosen, or happened, in all games together
    logs: list[tuple[Array, Array]]  # of the first games, if wanted: actions, and everyone's points after each

    @cached_property
    def shares(self) -> Array:
        """Each seat's share of the win."""
        shares: Array = self.won / self.won.sum(axis=1, keepdims=True)
        return shares

    @property
    def games(self) -> int:
        return len(self.points)


class Portion(NamedTuple):
    """Some games in a row: ``Played`` without the setting, as it travels to another process."""

    points: Array  # by seat, then who won
    facts: Array
    states: Array
    uses: Array
    logs: list[tuple[Array, Array]]


def play_portion(
    setting: Setting,
    first: int,
    count: int,
    seed: int,
    lineups: Sequence[Sequence[Player]],
    barred: Array | None,
    logged: int,
) -> Portion:
    """Games number ``first``, … of a seed, on this core; the first ``logged`` of them keep their moves."""
    game, players = setting.game, setting.players
    if barred is None:
        barred = np.zeros((len(lineups), players, setting.action_count), np.uint8)
    assert barred.shape == (len(lineups), players, setting.action_count)
    judge = new_judge(setting)
    key = int(random_stream(seed)[0])
    points = np.zeros((count, 2 * players), np.int16)
    facts, states = records(FACTS, count), setting.states(count)
    uses = np.zeros(setting.action_count, np.int64)
    log = np.zeros((count, MOST_MOVES if logged else 0, 1 + players), np.int16)
    policy_games_of(game)(
        setting.params,
        states,
        judge.network,
        np.zeros((players, len(judge.seen)), judge.seen.dtype),
        np.zeros((players, len(judge.lanes)), judge.lanes.dtype),
        np.zeros(RNG_SIZE, RNG_DTYPE),
        np.zeros(RNG_SIZE, RNG_DTYPE),
        np.array([key, key ^ DRAWS], np.int64),
        first,
        np.zeros(game.most_legal, np.int32),
        np.array([[player.power for player in lineup] for lineup in lineups]),
        np.array([[player.cut for player in lineup] for lineup in lineups]),
        np.array(barred),  # what came over a network is read-only
        points,
        uses,
        facts,
        log,
    )
    lengths = facts["moves"][:logged]
    logs = [(log[row, :length, 0].copy(), log[row, :length, 1:].copy()) for row, length in enumerate(lengths)]
    return Portion(points, np.asarray(facts), np.asarray(states), uses, logs)


def portions_of(games: int, logged: int) -> list[tuple[int, int, int]]:
    """How games are shared out: the first of each portion, how many, and how many of them keep their moves."""
    starts = range(0, games, PART)
    return [(first, min(PART, games - first), min(PART, max(0, logged - first))) for first in starts]


def joined(setting: Setting, portions: Sequence[Portion]) -> Played:
    """All games of some portions, in their order."""
    games, seats = sum(len(portion.points) for portion in portions), setting.players
    points = np.zeros((games, 2 * seats), np.int16)
    facts, states = records(FACTS, games), setting.states(games)
    uses = np.zeros(setting.action_count, np.int64)
    at = 0
    for portion in portions:  # into zeros: joined by NumPy, the gaps between the fields of records would hold anything
        rows = slice(at, at := at + len(portion.points))
        points[rows], facts[rows], states[rows] = portion.points, portion.facts, portion.states
        uses += portion.uses
    logs = [log for portion in portions for log in portion.logs]
    return Played(setting, points[:, :seats].astype(int), points[:, seats:].astype(int), facts, states, uses, logs)


def play(
    setting: Setting,
    games: int,
    seed: int = 0,
    *,
    lineups: Sequence[Sequence[Player]] = (),
    barred: Array | None = None,
    logged: int = 0,
    progress: Progress = silent,
    threads: int | None = None,
) -> Played:
    """Play games. Game *n* takes line-up *n* mod their number, and the same row of ``barred``: a list of moves not
    allowed (1) for each seat; a bar is waived where nothing else is legal. The first ``logged`` games keep their moves.
    """
    check_judge(setting.game)
    chosen = lineups or [[JUDGE] * setting.players]
    policy_games_of(setting.game)  # compiled once, not by every thread

    def part(task: tuple[int, int, int]) -> Portion:
        first, count, kept = task
        return play_portion(setting, first, count, seed, chosen, barred, kept)

    portions: list[Portion] = []
    done = 0
    progress(0, games)
    with ThreadPoolExecutor(threads or cores()) as pool:
        for portion in pool.map(part, portions_of(games, logged)):
            portions.append(portion)
            done += len(portion.points)
            progress(done, games)
    return joined(setting, portions)
