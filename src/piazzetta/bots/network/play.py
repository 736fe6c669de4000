"""Whole games of the small network without search, on all cores. Game *n* of a seed has the same luck on every map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property

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
    game, players = setting.game, setting.players
    check_judge(game)
    lineups = lineups or [[JUDGE] * players]
    powers = np.array([[player.power for player in lineup] for lineup in lineups])
    cuts = np.array([[player.cut for player in lineup] for lineup in lineups])
    if barred is None:
        barred = np.zeros((len(lineups), players, setting.action_count), np.uint8)
    assert barred.shape == (len(lineups), players, setting.action_count)
    points = np.zeros((games, 2 * players), np.int16)
    facts = records(FACTS, games)
    states = setting.states(games)
    kernel = policy_games_of(game)
    key = int(random_stream(seed)[0])
    keys = np.array([key, key ^ DRAWS], np.int64)
    done = 0

    def part(first: int) -> tuple[Array, list[tuple[Array, Array]]]:
        rows = slice(first, min(first + PART, games))
        count = rows.stop - rows.start
        judge = new_judge(setting)
        uses = np.zeros(setting.action_count, np.int64)
        log = np.zeros((count, MOST_MOVES if first < logged else 0, 1 + players), np.int16)
        kernel(
            setting.params,
            states[rows],
            judge.network,
            judge.seen,
            judge.lanes,
            np.zeros(RNG_SIZE, RNG_DTYPE),
            np.zeros(RNG_SIZE, RNG_DTYPE),
            keys,
            first,
            np.zeros(game.most_legal, np.int32),
            powers,
            cuts,
            barred,
            points[rows],
            uses,
            facts[rows],
            log,
        )
        kept = min(count, max(0, logged - first))
        lengths = facts["moves"][first : first + kept]
        return uses, [(log[row, :length, 0].copy(), log[row, :length, 1:].copy()) for row, length in enumerate(lengths)]

    uses = np.zeros(setting.action_count, np.int64)
    logs: list[tuple[Array, Array]] = []
    progress(0, games)
    with ThreadPoolExecutor(threads or cores()) as pool:
        for own, kept in pool.map(part, range(0, games, PART)):
            uses += own
            logs += kept
            done = min(done + PART, games)
            progress(done, games)
    return Played(setting, points[:, :players].astype(int), points[:, players:].astype(int), facts, states, uses, logs)
