"""Whole games of a game's small network without search. Game *n* of a seed has the same draws on every map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from piazzetta.bots.knowledge import has_network, new_evaluator
from piazzetta.bots.network.policy import FACTS, policy_games_of
from piazzetta.errors import BadInput
from piazzetta.games.base import Array, Game
from piazzetta.kernel import RNG_DTYPE, RNG_SIZE, random_stream, records
from piazzetta.match.match import MOST_MOVES
from piazzetta.match.setting import Setting

PART = 32  # games in one compiled call
#: The strongest draws its moves by the square of the network's policy: slips are rare, and no two games are the same.
POWER = 2.0
DRAWS = 0xD1CE  # tells the stream of the players' draws from that of chance


@dataclass(frozen=True)
class Policy:
    """How a seat draws its moves: by a power of the network's policy, and none below a share of the best."""

    name: str
    power: float
    cut: float = 0.0


STRONGEST = Policy("judge", POWER)  # the name that results have given it from the start


def check_network(game: Game) -> None:
    """Refuse a game without a small network."""
    if not has_network(game):
        raise BadInput(f"{game.title} has no network that could play: piazzetta train {game.name} makes one")


class Portion(NamedTuple):
    """Finished games, one per row."""

    points: Array  # by seat, then who won
    facts: Array  # ``FACTS``
    states: Array  # the final positions
    uses: Array  # how often each action was chosen, or happened, in all games together
    logs: list[tuple[Array, Array]]  # of the first games, if wanted: actions, and everyone's points after each


def play_portion(
    setting: Setting,
    first: int,
    count: int,
    seed: int,
    lineups: Sequence[Sequence[Policy]],
    barred: Array | None,
    logged: int,
) -> Portion:
    """Play games number ``first``, … of a seed on this core.

    Game *n* takes line-up *n* mod their number, and the same row of ``barred``: 1 for each move that a seat may not
    make; a bar is waived where nothing else is legal. The first ``logged`` games of the portion keep their moves.
    """
    game, players = setting.game, setting.players
    if barred is None:
        barred = np.zeros((len(lineups), players, setting.action_count), np.uint8)
    assert barred.shape == (len(lineups), players, setting.action_count)
    evaluator = new_evaluator(setting)
    key = int(random_stream(seed)[0])
    points = np.zeros((count, 2 * players), np.int16)
    facts, states = records(FACTS, count), setting.states(count)
    uses = np.zeros(setting.action_count, np.int64)
    log = np.zeros((count, MOST_MOVES if logged else 0, 1 + players), np.int16)
    policy_games_of(game)(
        setting.params,
        states,
        evaluator.network,
        np.zeros((players, len(evaluator.seen)), evaluator.seen.dtype),
        np.zeros((players, len(evaluator.lanes)), evaluator.lanes.dtype),
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
