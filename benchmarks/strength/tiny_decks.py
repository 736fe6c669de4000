"""How much do the levels give away where the game is solved? Last turns of Il Commercio Viaggiatore with a tiny deck.

``python -m benchmarks.strength.tiny_decks --games 200`` plays games of two between `medium` bots with random decks of a
dozen cards, each with one vehicle on both sides, by the rule ``ending`` `round` (7.1). Once the first seat has reached
the target, the second has one turn left: the game surely ends, and its tree can be followed. What is solved is that
turn, from the first call on whose tree is small enough: bids are secret, hands as far as nobody knows them, and all
deals of the hidden cards are equally likely at its root, which both seats know. Turns in which nothing can be given
away do not count.

Each level plays both seats, without a temperament. It chooses by what it knows of the position, whatever led there, and
its chances to draw each move are taken as they are; those of a level that searches are a mean over ``--seeds``
searches. Its *exploitability* is what it gives away against whoever knows them, a mean over both seats, and its
*regret* what it gives away against an equilibrium; both in shares of the win, with a 95 % interval over games.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from statistics import mean as average
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

import piazzetta
from benchmarks.strength.equilibrium import Equilibrium, after_best_response, plan_of, solve
from benchmarks.strength.information_tree import InformationTree, TooLarge, deals, grow
from piazzetta import BadInput, Setting
from piazzetta.arena.results.statistics import mean
from piazzetta.bots import LEVELS, Position, bot
from piazzetta.bots.network.play import POWER
from piazzetta.bots.position import one
from piazzetta.bots.thinker import Thinker
from piazzetta.games.base import Array
from piazzetta.games.knowledge import Budget
from piazzetta.games.viaggiatore.deck import Deck
from piazzetta.games.viaggiatore.generate import Frame, framed_deck
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
        self._thinkers: list[Thinker] = []
        if level != "random":
            budget = Budget(1, PATIENT, power=POWER, cut=0.0) if level == NETWORK else setting.game.bots.budgets[level]
            searches = 1 if budget.simulations == 1 else seeds  # what the network likes needs no luck
            self._thinkers = [Thinker(level, replace(budget, seconds=PATIENT), seed) for seed in range(searches)]

    def __call__(self, position: Position, actions: Sequence[int]) -> list[float]:
        """The chance of each action."""
        if not self._thinkers:
            return [1 / len(actions)] * len(actions)
        key = position.state.tobytes()
        if key not in self._found:
            self._found[key] = [average(chances) for chances in zip(*self._draws(position, actions), strict=True)]
        return self._found[key]

    def _draws(self, position: Position, actions: Sequence[int]) -> list[list[float]]:
        draws = []
        for thinker in self._thinkers:
            moves = thinker.look(position)
            weights = thinker.weights(position, moves)
            chance = {move.action: weight / sum(weights) for move, weight in zip(moves, weights, strict=True)}
            draws.append([chance[action] for action in actions])
        return draws


def plans_of(tree: InformationTree, policy: Policy) -> list[Array]:
    return [
        plan_of(choices, lambda number, choices=choices: policy(choices.position[number], choices.actions[number]))
        for choices in tree.choices
    ]


def tiny_game(seed: int, cards: int, target: int) -> Setting:
    """A game of two with a random deck in which a carrier shows the same vehicle whichever way it lies."""
    drawn = framed_deck(seed, Frame(cards=cards))
    deck = Deck(tuple(replace(card, vehicles=(card.vehicles[0],) * 2) for card in drawn.cards))
    return piazzetta.game("viaggiatore", deck=deck, rules={"ending": "round", "target": target})


def last_turn(number: int, setting: Setting, limit: int) -> LastTurn | None:
    """Play a game and solve its last turn: None if there is none or nothing can be given away in it.

    Raises ``TooLarge`` if the part of it that can be followed to the end does not matter any more.
    """
    match = setting.start(seed=number)
    player = bot("medium", seed=number)
    missed = False
    while not match.over:
        state = match.state()
        if state.phase == CALLING and state.active == 1 and state.points[0] >= setting.rules["target"]:
            try:
                tree = grow(setting, deals(setting, one(setting, state)), limit)
            except TooLarge:
                missed = True
            else:
                turn = LastTurn(number, tree, solve(tree))
                if turn.exploitability(plans_of(tree, Policy("random", setting, 1))) > CLOSE:
                    return turn
                break
        match.play(player.choose(Position.of(match)))
    if missed:
        raise TooLarge
    return None


def last_turns(args: argparse.Namespace, console: Console) -> tuple[list[LastTurn], int]:
    """The solved turns, and how many were too large."""
    found, unsolved = [], 0
    with progress_bar(console, "games") as advance:
        for number in range(args.games):
            advance(number, args.games)
            try:
                turn = last_turn(number, tiny_game(number, args.cards, args.target), args.histories)
            except TooLarge:
                unsolved += 1
            else:
                found += [turn] if turn else []
        advance(args.games, args.games)
    return found, unsolved


def show(turns: Sequence[LastTurn], unsolved: int, args: argparse.Namespace, console: Console) -> Table:
    """Ask every level, and tabulate what it gives away."""
    sets = [sum(len(choices.parent) for choices in turn.tree.choices) for turn in turns]
    histories = [turn.tree.histories for turn in turns]
    gap = max(2 * turn.exploitability(turn.equilibrium.plans) for turn in turns)
    secret = sum(turn.tree.deals > 1 for turn in turns)
    table = Table(
        title=f"Last turns with {args.cards} cards: {len(turns)} solved, {unsolved} of {args.games} games too large; "
        f"{sum(histories):,} histories (at most {max(histories):,}), {sum(sets):,} information sets "
        f"(at most {max(sets):,}), {secret} with secret hands; NashConv at most {gap:.0e}"
    )
    for column in ("level", "exploitability", "95 %", "regret", "95 %"):
        table.add_column(column, justify="right" if column != "level" else "left")
    games = [turn.number for turn in turns]
    for level in args.levels:
        with progress_bar(console, level) as advance:
            given = []
            for done, turn in enumerate(turns):
                advance(done, len(turns))
                plans = plans_of(turn.tree, Policy(level, turn.tree.setting, args.seeds))
                given.append((turn.exploitability(plans), turn.regret(plans)))
            advance(len(turns), len(turns))
        estimates = [mean(values, games) for values in zip(*given, strict=True)]
        table.add_row(level, *(text for e in estimates for text in (f"{100 * e.value:.1f} %", f"± {100 * e.half:.1f}")))
    return table


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    players = (*LEVELS, NETWORK)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--cards", type=int, default=12)
    parser.add_argument("--target", type=int, default=1)
    parser.add_argument("--histories", type=int, default=4_000, help="the most of one tree")
    parser.add_argument("--seeds", type=int, default=4, help="searches of each position by a level that searches")
    parser.add_argument("--levels", default=",".join(players))
    args = parser.parse_args(argv)
    args.levels = args.levels.split(",")
    unknown = [level for level in args.levels if level not in players]
    if unknown:
        parser.error(f"there is no level {unknown[0]}; there is {', '.join(players)}")
    if min(args.games, args.histories, args.seeds) < 1:
        parser.error("--games, --histories and --seeds take numbers from 1 on")
    try:
        tiny_game(0, args.cards, args.target)
    except BadInput as error:
        parser.error(str(error))
    console = Console(stderr=True)
    turns, unsolved = last_turns(args, console)
    if not turns:
        parser.error(f"no last turn of {args.games} games can be solved and matters ({unsolved} are too large)")
    Console().print(show(turns, unsolved, args, console))


if __name__ == "__main__":
    main()
