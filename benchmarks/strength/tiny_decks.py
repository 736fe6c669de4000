"""How much do the levels give away where the game is solved? Last turns of Il Commercio Viaggiatore with a tiny deck.

``python -m benchmarks.strength.tiny_decks`` plays games of two between `medium` bots with the package's deck, by the
rule ``ending`` `round` (7.1). Once the first seat has reached the target, the second has one turn left: the game surely
ends, and every line of play can be followed. To make them few, all but two random cards of each hand and of the deck
are put onto the discard pile. What is solved is that turn as both seats see it: each knows its own hand and what lies
open, bids are secret, and all deals of the six hidden cards are equally likely. Turns in which nothing can be given
away do not count.

Each level plays both seats, without a temperament. It chooses by what it knows of the position, whatever led there, and
its chances to draw each move are taken as they are; those of a level that searches are a mean over ``--seeds``
searches. A network's file is a player too, without a search: `large.pt` draws by its probabilities, `large.pt^2` by
their squares. Its *exploitability* is what it gives away against whoever knows them, a mean over both seats, and its
*regret* what it gives away against an equilibrium; both in shares of the win, with a 95% interval over games.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import replace
from statistics import mean as average
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

import piazzetta
from benchmarks.strength.equilibrium import Equilibrium, after_best_response, plan_of, solve
from benchmarks.strength.information_tree import Choices, InformationTree, TooLarge, deals, grow
from piazzetta import BadInput, Setting
from piazzetta.arena.results.statistics import mean
from piazzetta.bots import LEVELS, Position, bot, champion
from piazzetta.bots.champion import Champion
from piazzetta.bots.levels import Level
from piazzetta.bots.policy import POWER
from piazzetta.bots.position import one
from piazzetta.games.base import Array
from piazzetta.games.knowledge import Budget
from piazzetta.games.viaggiatore.rules.cards import discard, remove, take
from piazzetta.games.viaggiatore.state import CALLING
from piazzetta.terminal.progress import progress_bar

NETWORK = "network"  # without a search, drawing by the squares of its probabilities as the judge does
PATIENT = 600.0  # seconds: on a busy machine a level still gets all its simulations
CLOSE = 1e-6  # what a linear program may be wrong by


class LastTurn(NamedTuple):
    """A solved turn of a game."""

    number: int  # of the game
    tree: InformationTree
    equilibrium: Equilibrium

    def exploitability(self, plans: Sequence[Array]) -> float:
        """What two plans, one for each seat, lose to best responses: the mean of both."""
        return (1 - sum(after_best_response(self.tree, seat, plan) for seat, plan in enumerate(plans))) / 2

    def regret(self, plans: Sequence[Array]) -> float:
        """What two plans, one for each seat, lose to the equilibrium: the mean of both."""
        (own, other), (best, best_other) = plans, self.equilibrium.plans
        return float(best @ self.tree.shares @ other - own @ self.tree.shares @ best_other) / 2


class Policy:
    """How a level draws its moves."""

    def __init__(self, level: str, setting: Setting, seeds: int) -> None:
        self._found: dict[bytes, list[float]] = {}
        self._levels: list[Level] = []
        self._network: Champion | None = None
        if ".pt" in level:
            file, _, power = level.partition("^")
            self._network, self._power = champion("viaggiatore", "large", file), float(power or 1)
        elif level != "random":
            budget = Budget(1, PATIENT, power=POWER, cut=0.0) if level == NETWORK else setting.game.bots.budgets[level]
            searches = 1 if budget.simulations == 1 else seeds  # what the network likes needs no luck
            self._levels = [Level(level, seed, budget=replace(budget, seconds=PATIENT)) for seed in range(searches)]

    def __call__(self, position: Position, actions: Sequence[int]) -> list[float]:
        """The chance of each action."""
        if not self._levels:
            return [1 / len(actions)] * len(actions)
        key = position.state.tobytes()
        if key not in self._found:
            self._found[key] = [average(chances) for chances in zip(*self._draws(position, actions), strict=True)]
        return self._found[key]

    def plan(self, choices: Choices) -> Array:
        """The plan of a seat that plays so."""
        if self._network is None:
            asked = zip(choices.position, choices.actions, strict=True)
            return plan_of(choices, [self(*one) for one in asked])
        states = np.concatenate([position.state for position in choices.position])
        policy = self._network.judge_states(choices.position[0].setting, states).policy ** self._power
        weights = [row[list(actions)] for row, actions in zip(policy, choices.actions, strict=True)]
        return plan_of(choices, [row / row.sum() for row in weights])

    def _draws(self, position: Position, actions: Sequence[int]) -> list[list[float]]:
        draws = []
        for level in self._levels:
            moves = level.look(position)
            weights = level.weights(position, moves)
            chance = {move.action: weight / sum(weights) for move, weight in zip(moves, weights, strict=True)}
            draws.append([chance[action] for action in actions])
        return draws


def plans_of(tree: InformationTree, policy: Policy) -> list[Array]:
    """The plans of both seats if both play by a policy."""
    return [policy.plan(choices) for choices in tree.choices]


def thinned(setting: Setting, record: Any, cards: int, dice: random.Random) -> Array:
    """A position with so many random cards left of each hand and of the deck; the others lie on the discard pile."""
    state = one(setting, record)
    at = state[0]
    for seat in (0, 1):
        hand = at["hand"][seat, : at["held"][seat]].tolist()
        for card in dice.sample(hand, max(0, len(hand) - cards)):
            remove(at, seat, card)
            discard(at, card)
    deck = sorted(at["ring"][at["head"] : at["head"] + at["deck"]].tolist())
    for card in dice.sample(deck, max(0, len(deck) - cards)):
        take(at, card)
        discard(at, card)
    return state


def last_turn(number: int, setting: Setting, cards: int, limit: int) -> LastTurn | None:
    """Play a game and solve its last turn, thinned: None if there is none or nothing can be given away in it.

    A deck that has run out before (6.2) leaves no secrets: such games do not count either.
    """
    match = setting.start(seed=number)
    player = bot("medium", seed=number)
    while not match.over:
        state = match.state()
        if state.turned:
            return None
        if state.active == 1 and state.phase == CALLING and state.points[0] >= setting.rules["target"]:
            state = thinned(setting, state, cards, random.Random(number))
            tree = grow(setting, deals(setting, state), limit)
            turn = LastTurn(number, tree, solve(tree))
            return turn if turn.exploitability(plans_of(tree, Policy("random", setting, 1))) > CLOSE else None
        match.play(player.choose(Position.of(match)))
    return None


def last_turns(args: argparse.Namespace, setting: Setting, console: Console) -> tuple[list[LastTurn], int]:
    """The solved turns, and how many were too large."""
    found: list[LastTurn] = []
    unsolved = number = 0
    with progress_bar(console, "turns solved") as advance:
        while len(found) < args.turns and number < args.games:
            try:
                turn = last_turn(number, setting, args.cards, args.histories)
            except TooLarge:
                unsolved += 1
            else:
                found += [turn] if turn else []
            number += 1
            advance(len(found), args.turns)
    return found, unsolved


def show(turns: Sequence[LastTurn], unsolved: int, args: argparse.Namespace, console: Console) -> Table:
    """Ask every level, and tabulate what it gives away."""
    sets = [sum(len(choices.parent) for choices in turn.tree.choices) for turn in turns]
    histories = [turn.tree.histories for turn in turns]
    gap = max(2 * turn.exploitability(turn.equilibrium.plans) for turn in turns)
    table = Table(
        title=f"{len(turns)} last turns solved, {unsolved} too large; at most {max(turn.tree.deals for turn in turns)} "
        f"deals, {max(histories):,} histories, {max(sets):,} information sets ({sum(histories):,} and {sum(sets):,} in "
        f"all); NashConv at most {gap:.0e}"
    )
    for column in ("level", "exploitability", "95%", "regret", "95%"):
        table.add_column(column, justify="right" if column != "level" else "left")
    games = [turn.number for turn in turns]
    for level in args.levels:
        with progress_bar(console, level) as advance:
            given: list[tuple[float, float]] = []
            for turn in turns:
                advance(len(given), len(turns))
                plans = plans_of(turn.tree, Policy(level, turn.tree.setting, args.seeds))
                given.append((turn.exploitability(plans), turn.regret(plans)))
            advance(len(given), len(turns))
        estimates = [mean(values, games) for values in zip(*given, strict=True)]
        table.add_row(level, *(text for e in estimates for text in (f"{100 * e.value:.2f}%", f"± {100 * e.half:.2f}")))
    return table


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    players = (*LEVELS, NETWORK)
    parser.add_argument("--turns", type=int, default=36, help="how many to solve")
    parser.add_argument("--games", type=int, default=1000, help="the most to play for them")
    parser.add_argument("--cards", type=int, default=2, help="left of each hand and of the deck")
    parser.add_argument("--target", type=int, default=3)
    parser.add_argument("--histories", type=int, default=8_000, help="the most of one tree")
    parser.add_argument("--seeds", type=int, default=1, help="searches of each position by a level that searches")
    parser.add_argument("--levels", default=",".join(players))
    args = parser.parse_args(argv)
    args.levels = args.levels.split(",")
    unknown = [level for level in args.levels if level not in players and ".pt" not in level]
    if unknown:
        parser.error(f"there is no level {unknown[0]}; there is {', '.join(players)}, and files of networks")
    if min(args.turns, args.games, args.cards, args.histories, args.seeds) < 1:
        parser.error("--turns, --games, --cards, --histories and --seeds take numbers from 1 on")
    try:
        setting = piazzetta.game("viaggiatore", rules={"ending": "round", "target": args.target})
    except BadInput as error:
        parser.error(str(error))
    console = Console(stderr=True)
    turns, unsolved = last_turns(args, setting, console)
    if not turns:
        parser.error(f"nothing matters in the last turns of {args.games} games, or they are too large ({unsolved})")
    Console().print(show(turns, unsolved, args, console))


if __name__ == "__main__":
    main()
