"""Whole games that a game's small network plays without search, many in one compiled call: for verdicts on maps.

Moves are drawn from the network's policy to a power of their own for each seat: 2 is sharp, 1 the policy itself, 0 any
legal move. Chance and the draws of moves have streams of their own: game *n* of a seed has the same draws on every map.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from piazzetta.bots.knowledge import has_network, new_evaluator
from piazzetta.bots.network.kernels import draw_move, forget
from piazzetta.bots.search.run import network_kernels
from piazzetta.errors import BadInput
from piazzetta.games.base import Array, Game, apply, legal, mover, payoff, sample, setup
from piazzetta.kernel import CHANCE, OVER, borrowed, compiled, inlined, random_stream, records, start_stream
from piazzetta.match.match import MOST_MOVES
from piazzetta.match.setting import Setting

PART = 32  # games in one compiled call
#: The strongest draws its moves by the square of the network's policy: slips are rare, and no two games are the same.
POWER = 2.0
DRAWS = 0xD1CE  # tells the stream of the players' draws from that of chance

#: What is noted of each game.
FACTS = np.dtype(
    [
        ("moves", np.int32),  # chance included
        ("turns", np.int32),
        ("decisions", np.int32),  # where there was a choice
        ("open", np.int32),  # of these, with an entropy of at least ``OPEN_BITS``
        ("entropy", np.float64),  # of the policy over all decisions, in bits
        ("lead_changes", np.int32),
        ("decided", np.int32),  # the move after which the leader stayed the same
        ("wanted", np.int32),  # decisions in which a move was barred
        ("waived", np.int32),  # of these, where nothing else was legal
    ]
)
OPEN_BITS = 0.5


@compiled
def permitted(choice, count, barred):
    """Strike the barred moves; returns how many are left, 0 (and none struck) if that would be none."""
    left = 0
    for index in range(count):
        left += int(barred[int(choice[index])] == 0)
    if left == 0 or left == count:
        return left
    left = 0
    for index in range(count):
        if barred[int(choice[index])] == 0:
            choice[left] = choice[index]
            left += 1
    return left


@compiled
def sole_leader(points, players):
    """The seat with the most points; −1 if several have them."""
    best = 0
    alone = True
    for seat in range(1, players):
        if points[seat] > points[best]:
            best = seat
            alone = True
        elif points[seat] == points[best]:
            alone = False
    return best if alone else -1


def policy_game(params, state, net, seen, lanes, chance, dice, choice, power, cut, barred, points, uses, fact, log):
    """Play a game from its start; ``log``, if it has room, gets all actions and everyone's points after each.

    Every seat has a row of ``seen`` and ``lanes``: less changes between two of its decisions than from seat to seat.
    """
    players = int(params.players)
    setup(params, state)
    for seat in range(players):
        forget(seen[seat])
    leader = -1
    for index in range(MOST_MOVES):
        who = mover(params, state)
        if who == OVER:
            break
        if who == CHANCE:
            action = sample(params, state, chance)
        else:
            count = legal(params, state, choice)
            left = permitted(choice, count, barred[who])
            fact.wanted += int(left < count)
            fact.waived += int(left == 0)
            count = left if left > 0 else count
            action = int(choice[0])
            if count > 1:
                action, bits = draw_move(
                    params, state, who, net, seen[who], lanes[who], choice, count, power[who], cut[who], dice
                )
                fact.decisions += 1
                fact.open += int(bits >= OPEN_BITS)
                fact.entropy += bits
        uses[action] += 1
        apply(params, state, action)
        payoff(params, state, points)
        fact.moves += 1
        if index < len(log):
            log[index, 0] = action
            for seat in range(players):
                log[index, 1 + seat] = points[seat]
        ahead = sole_leader(points, players)
        if ahead >= 0 and ahead != leader:
            fact.lead_changes += int(leader >= 0)
            fact.decided = fact.moves
            leader = ahead
    fact.turns = int(state.turn)


def policy_games(
    params, states, net, seen, lanes, chance, dice, keys, first, choice, powers, cuts, barred, points, uses, facts, log
):
    """Play games number ``first``, … of a seed; game *n* takes row *n* mod their number of powers, cuts and bars."""
    net, seen, lanes, chance, dice, choice = borrowed((net, seen, lanes, chance, dice, choice))
    for index in range(len(points)):
        number = first + index
        row = number % len(powers)
        start_stream(chance, keys[0], number, 0)
        start_stream(dice, keys[1], number, 0)
        policy_game(params[0], states[index], net, seen, lanes, chance, dice, choice,
                    powers[row], cuts[row], barred[row], points[index], uses, facts[index], log[index])  # fmt: skip


@lru_cache
def policy_games_of(game: Game) -> Any:
    """``policy_games`` compiled for a game that has a network."""
    return game.bind(
        policy_games, policy_game=game.bind(policy_game, inlined, draw_move=network_kernels(game)["draw_move"])
    )


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
        random_stream(seed),
        random_stream(seed),
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
