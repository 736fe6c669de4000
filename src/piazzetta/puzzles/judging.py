"""Whether a decision is a puzzle: a move that is clearly the best, in every search and, at the end of a game, exactly.

The search that decides is that of ``master`` with several times its thinking, from what the seat knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from piazzetta.bots.analysis import SLIGHT
from piazzetta.bots.hint import adviser, follow, reply
from piazzetta.bots.levels import Level, RootMove
from piazzetta.bots.moments import Weighed
from piazzetta.bots.position import Position
from piazzetta.games.base import Game
from piazzetta.match.setting import Setting
from piazzetta.puzzles.exact import Solver
from piazzetta.puzzles.puzzle import Puzzle
from piazzetta.puzzles.rating import RATED

#: How far every other move falls behind the solutions, in chances to win.
MARGIN = 0.06
#: What ``master`` thinks about a puzzle, as a multiple of what it thinks about a move.
TIMES = 10
#: Fewest legal moves for each solution: guesses mostly fail.
FEWEST = 3
#: A puzzle that ``easy`` solves more often than this is none.
TRIVIAL = 0.9

#: Of each look before the deep search: simulations, least for each move, and the margin that it must show.
_LOOKS = ((100, 5, 0.03), (1_000, 50, 0.05))
_FIRST = 2  # how many times as long as ``master`` the first deep search thinks
_SECONDS = 60.0  # never cuts a search short: the same puzzles on every machine
_TRIES = 3  # of each level, with seeds and so temperaments of their own
_SOLVED_POSITIONS = 400_000  # the largest endgame that is solved


@dataclass(frozen=True)
class Found:
    """What one search says of a decision: its legal moves, the best first."""

    moves: tuple[RootMove, ...]
    chosen: int  # the action that the search would play


def thinking(game: Game, simulations: int, least: int, seed: int) -> Level:
    """``master`` with another amount of thinking, which plays what it holds for the best."""
    budgets = game.bots.budgets
    strongest = budgets["master"] if "master" in budgets else budgets["expert"]
    budget = replace(strongest, simulations=simulations, least=least, seconds=_SECONDS, power=0.0, slip=0.0)
    return Level("master", seed, 1, False, None, budget)


def deep(game: Game, times: int, seed: int, part: int = 40) -> Level:
    """Return ``master`` with ``times`` its simulations; each move gets at least one of every ``part``."""
    budgets = game.bots.budgets
    usual = (budgets["master"] if "master" in budgets else budgets["expert"]).simulations
    return thinking(game, usual * times, max(1, usual * times // part), seed)


def search(position: Position, level: Level) -> Found:
    """Search a decision."""
    moves = level.look(position)
    seat = position.seat
    by_chance = sorted(moves, key=lambda move: (-move.win[seat], -move.tried, move.action))
    return Found(tuple(by_chance), moves[0].action)


def solutions(found: Found, seat: int) -> set[int]:
    """The actions that are as good as the best, as far as a search can tell."""
    best = found.moves[0].win[seat]
    return {move.action for move in found.moves if best - move.win[seat] < SLIGHT}


def clear(found: Found, seat: int, margin: float) -> bool:
    """Whether the solutions are few, every other move falls behind by a margin, and the search would play one."""
    best, own = found.moves[0].win[seat], solutions(found, seat)
    if FEWEST * len(own) > len(found.moves) or found.chosen not in own:
        return False
    return all(best - move.win[seat] >= margin for move in found.moves if move.action not in own)


def holds(puzzle: Puzzle, position: Position, level: Level) -> bool:
    """Whether a search does not dispute a puzzle: it would play a solution, and holds no other move for better."""
    found = search(position, level)
    setting, seat = position.setting, position.seat
    own = {setting.action(move) for move in puzzle.solutions}
    best = max(move.win[seat] for move in found.moves if move.action in own)
    return found.chosen in own and found.moves[0].win[seat] - best < SLIGHT


class PuzzleJudge:
    """Judges the decisions of a game; its searches keep their memory. The same seed judges alike everywhere."""

    def __init__(self, setting: Setting, seed: int, times: int = TIMES) -> None:
        game = setting.game
        self._looks = [thinking(game, many, least, seed) for many, least, _ in _LOOKS]
        self._deep = [deep(game, _FIRST, seed + 1), deep(game, times, seed + 2)]
        self._levels = [[Level(name, seed + again) for again in range(_TRIES)] for name in RATED[1:]]
        self._quick = adviser("medium", seed)

    def promising(self, position: Position) -> bool:
        """Whether quick looks see a puzzle, and one that is not too easy."""
        if len(position.legal()) < FEWEST:
            return False
        for level, (_, _, margin) in zip(self._looks, _LOOKS, strict=True):
            found = search(position, level)
            if not clear(found, position.seat, margin):
                return False
        own = solutions(found, position.seat)
        return sum(_share(level, position, own) for level in self._levels[0]) <= TRIVIAL * _TRIES

    def weigh(self, position: Position) -> tuple[tuple[Weighed, ...], bool] | None:
        """Every move with what both deep searches say on average, the best first, and whether it was solved exactly.

        None if it is no puzzle: they differ, or the exact solution does.
        """
        seat, setting = position.seat, position.setting
        first = search(position, self._deep[0])
        if not clear(first, seat, MARGIN):
            return None
        second = search(position, self._deep[1])
        if not clear(second, seat, MARGIN) or solutions(first, seat) != solutions(second, seat):
            return None
        worth = _solved(position)
        if worth is not None:
            best = max(worth.values())
            if {action for action, value in worth.items() if best - value < SLIGHT} != solutions(first, seat):
                return None
        again = {move.action: move for move in second.moves}
        weighed = []
        for move in first.moves:
            other = again[move.action]
            win = (move.win[seat] + other.win[seat]) / 2 if worth is None else worth[move.action]
            points = tuple([(one + two) / 2 for one, two in zip(move.points, other.points, strict=True)])
            weighed.append(Weighed(setting.text(move.action), round(win, 3), points))
        weighed.sort(key=lambda one: -one.win)
        return tuple(weighed), worth is not None

    def solved_by(self, position: Position, best: Sequence[str]) -> dict[str, float]:
        """How often each rated level finds one of the best moves."""
        setting = position.setting
        actions = {setting.action(move) for move in best}
        found = {RATED[0]: len(actions) / len(position.legal())}
        for tries in self._levels:
            shares = [_share(level, position, actions) for level in tries]
            found[tries[0].name] = sum(shares) / len(shares)
        return found

    def themes(self, position: Position, best: str, rival: str) -> tuple[str, ...]:
        """What the best move is about, by the game's themes: what it is, what it does, what speaks for it alone.

        A reason that speaks for its best rival too is none.
        """
        setting = position.setting
        bots = setting.game.bots
        line, other = [follow(position, setting.action(move), self._quick) for move in (best, rival)]
        answer, instead = reply(line, self._quick), reply(other, self._quick)
        named = {reason.key for reason in bots.reasons(line, answer)}
        named -= {reason.key for reason in bots.reasons(other, instead)}
        named |= {fact.key for fact in bots.compared(line, answer, other, instead)}
        named |= {best.split(" ")[0]} | {event.key for event in line.events_of(0)}
        return tuple([theme for theme, keys in bots.themes.items() if named & set(keys)])


def _share(level: Level, position: Position, actions: set[int]) -> float:
    """How likely a level chooses one of the actions."""
    budget = level.budget(position.setting.game)
    moves = level.look(position)
    weights = level.weights(position, moves) if budget.power > 0 else [int(move is moves[0]) for move in moves]
    own = sum(weight for move, weight in zip(moves, weights, strict=True) if move.action in actions)
    share = own / sum(weights)
    return (1 - budget.slip) * share + budget.slip * len(actions) / len(moves)


@lru_cache(maxsize=1)
def _solver(setting: Setting) -> Solver:
    return Solver(setting, _SOLVED_POSITIONS)


def _solved(position: Position) -> dict[int, float] | None:
    """Each move's share of the win with perfect play; None where that cannot be computed."""
    setting, record = position.setting, position.record
    near = setting.game.bots.endgame
    if setting.players != 2 or setting.game.has_secrets or not near or not getattr(record, near):
        return None
    solver = _solver(setting)
    solver.forget()
    return solver.solve(position.state)
