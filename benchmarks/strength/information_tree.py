"""Small games of two with secrets in sequence form: every line of play is followed to its end, once, by the engine.

A seat's *information set* is all it has been told since the root, its own hand there included; a *sequence* is an
information set with one of its actions, and sequence 0 the empty one. Seats forget nothing, so one sequence leads to
each information set, and the whole game is two such trees and a sparse matrix: what each pair of sequences is worth.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from scipy.sparse import csr_array

from piazzetta.bots.position import Position, one
from piazzetta.envs.kernels.steps import steps_of
from piazzetta.games.base import Array, Move
from piazzetta.games.viaggiatore.state import DRAWING, FINISHED, LOADING
from piazzetta.kernel import CHANCE, OVER
from piazzetta.match.setting import Setting

_LONGEST = 256  # moves of a line


class TooLarge(Exception):
    """The tree has more histories than were allowed."""


def deals(setting: Setting, state: Array) -> list[Array]:
    """All positions that both seats, each by its own hand, hold possible together: hidden cards dealt anew.

    Once the deck has run out (6.2) there is only the true one: what is neither in sight nor in the own hand is in the
    other's.
    """
    true = state[0]
    if true["turned"] or true["deck"] == 0:
        return [state]
    places = [(int(true["head"]) + k) % len(true["ring"]) for k in range(true["deck"])]
    hands = [true["hand"][seat, : true["held"][seat]].tolist() for seat in (0, 1)]
    hidden = sorted([*hands[0], *hands[1], *true["ring"][places].tolist()])
    found = []
    for first in combinations(hidden, len(hands[0])):
        rest = [card for card in hidden if card not in first]
        for second in combinations(rest, len(hands[1])):
            dealt = one(setting, true)
            dealt["hand"][0, 0, : len(first)] = first
            dealt["hand"][0, 1, : len(second)] = second
            dealt["ring"][0, places] = [card for card in rest if card not in second]
            found.append(dealt)
    return found


@dataclass
class Choices:
    """The information sets of one seat, each after the one it comes from."""

    parent: list[int] = field(default_factory=list)  # the sequence that leads to it
    first: list[int] = field(default_factory=list)  # the sequence of its first action; the others follow
    actions: list[tuple[int, ...]] = field(default_factory=list)
    position: list[Position] = field(default_factory=list)  # what its seat knows
    sequences: int = 1

    def add(self, parent: int, actions: Iterable[int], position: Position) -> int:
        self.parent.append(parent)
        self.first.append(self.sequences)
        self.actions.append(tuple(actions))
        self.position.append(position)
        self.sequences += len(self.actions[-1])
        return len(self.parent) - 1


@dataclass(frozen=True)
class InformationTree:
    """A game of two: what its seats decide, and the first seat's share of the win by pairs of sequences.

    ``shares[i, j]`` is the chance of all ends that both sequences lead to, times the first seat's share of the win.
    """

    setting: Setting
    choices: tuple[Choices, Choices]
    shares: csr_array
    deals: int  # equally likely positions at the root
    histories: int  # lines of play until nothing matters any more, chance included; draws of the same cards count once


class _Growth:
    """What is known of a tree while it is followed."""

    def __init__(self, setting: Setting, limit: int) -> None:
        self.setting, self.limit = setting, limit
        self.steps = steps_of(setting.game)
        self.choices = (Choices(), Choices())
        self.numbers: dict[object, int] = {}  # of information sets, by what was told
        self.settled: dict[bytes, float | None] = {}  # by position
        self.worth: dict[tuple[int, int], float] = defaultdict(float)
        self.histories = 0
        self._out = np.zeros(max(setting.game.most_legal, setting.game.most_outcomes), np.int32)
        self._weight = np.zeros(setting.game.most_outcomes, np.int32)
        self._points, self._shares = np.zeros(4, np.int16), np.zeros(2)
        room = setting.states(_LONGEST)  # the position after each move of the line that is followed
        self._line = [room[depth : depth + 1] for depth in range(_LONGEST)]

    def begin(self, root: Array, chance: float) -> None:
        """Add every line of play from a position in which somebody decides."""
        self._hands = [root["hand"][0, seat].tobytes() for seat in range(2)]
        self._copy(root, self._line[0])
        self._follow(0, *self._whose(root), [], (0, 0), chance)

    def _copy(self, source: Array, target: Array) -> None:
        target.view(np.uint8)[:] = source.view(np.uint8)

    def _follow(
        self, depth: int, mover: int, actions: list[int], told: list[Move], pair: tuple[int, int], chance: float
    ) -> None:
        """Go on from a position of the line. ``pair`` has both seats' sequences, ``chance`` how likely luck was."""
        state = self._line[depth]
        share = self._settled(depth, mover, actions)
        if share is not None:
            self.histories += 1
            if self.histories > self.limit:
                raise TooLarge
            self.worth[pair] += chance * share
            return
        after = self._line[depth + 1]
        if mover == CHANCE:
            for moves, (drawn, luck) in self._draws(state).items():
                self._copy(drawn, after)
                self._follow(depth + 1, *self._whose(after), [*told, *moves], pair, chance * luck)
            return
        first = -1
        if len(actions) > 1:
            first = self._first_sequence(state, mover, told, pair[mover], actions)
        for number, action in enumerate(actions):
            self._copy(state, after)
            seen_by, then, further = self._play(after, action)
            next_pair = pair
            if len(actions) > 1:
                next_pair = (first + number, pair[1]) if mover == 0 else (pair[0], first + number)
            self._follow(depth + 1, then, further, [*told, (mover, action, seen_by)], next_pair, chance)

    def _settled(self, depth: int, mover: int, actions: list[int]) -> float | None:
        """The first seat's share if every line of play from here ends with the same one."""
        state = self._line[depth]
        if mover != OVER and self._only_draws_left(state):
            state["phase"] = FINISHED
            mover = OVER
        if mover == OVER:
            self.steps.result(self.setting.params, state, self._points, self._shares)
            return float(1 + self._shares[0]) / 2
        key = state.tobytes()
        if key not in self.settled:
            if depth + 1 == _LONGEST or len(self.settled) > 10 * self.limit:
                raise TooLarge
            if mover == CHANCE:
                count, _ = self.steps.list_chances(self.setting.params, state, 0, self._out, self._weight)
                actions = self._out[:count].tolist()
            shares: set[float | None] = set()
            for action in actions:
                self._copy(state, self._line[depth + 1])
                _, then, further = self._play(self._line[depth + 1], action)
                shares.add(self._settled(depth + 1, then, further))
                if len(shares) > 1 or None in shares:
                    break
            self.settled[key] = shares.pop() if len(shares) == 1 else None
        return self.settled[key]

    def _only_draws_left(self, state: Array) -> bool:
        """Whether this is the end of the last turn (7.1): drawing (6) changes no points. Only a shortcut: without it
        the same tree grows, more slowly."""
        record = state[0]
        return (
            int(record["phase"]) in (DRAWING, LOADING)
            and int(record["active"]) != self.setting.starter
            and self.setting.rules["ending"] == "round"
            and int(record["points"].max()) >= int(self.setting.rules["target"])
        )

    def _play(self, state: Array, action: int) -> tuple[int, int, list[int]]:
        """Play an action: who saw it, whose move it is then, and what is legal."""
        _, seen_by, mover, count = self.steps.attempt(self.setting.params, state, action, self._out)
        return seen_by, mover, self._out[:count].tolist()

    def _whose(self, state: Array) -> tuple[int, list[int]]:
        """Whose move it is, and what is legal."""
        count = self.steps.list_legal(self.setting.params, state, self._out)
        return int(self.setting.game.kernels.mover(self.setting.params[0], state[0])), self._out[:count].tolist()

    def _first_sequence(self, state: Array, seat: int, told: list[Move], parent: int, actions: list[int]) -> int:
        """The information set of a decision: the sequence of its first action."""
        choices = self.choices[seat]
        key = seat, self._hands[seat], tuple(self.setting.game.history_for(2, told, seat))
        number = self.numbers.get(key)
        if number is None:
            number = choices.add(parent, actions, Position.determinized(self.setting, seat, state))
            self.numbers[key] = number
        assert choices.parent[number] == parent, "a seat forgot what it did"
        return choices.first[number]

    def _draws(self, state: Array) -> dict[tuple[Move, ...], tuple[Array, float]]:
        """All ways chance can go until somebody decides, with their shares. The order of cards drawn in a row makes no
        difference: they are in one hand before anybody decides, and an unordered deck is a set."""
        going: dict[tuple[Move, ...], tuple[Array, float]] = {(): (state, 1.0)}
        gone: dict[tuple[Move, ...], tuple[Array, float]] = {}
        while going:
            further: dict[tuple[Move, ...], tuple[Array, float]] = {}
            for moves, (at, share) in going.items():
                count, total = self.steps.list_chances(self.setting.params, at, 0, self._out, self._weight)
                outcomes = zip(self._out[:count].tolist(), self._weight[:count].tolist(), strict=True)
                for action, weight in outcomes:
                    after = one(self.setting, at[0])
                    _, seen_by, mover, _ = self.steps.attempt(self.setting.params, after, action, self._out)
                    into = further if mover == CHANCE else gone
                    key = tuple(sorted((*moves, (CHANCE, action, int(seen_by)))))
                    before = into[key][1] if key in into else 0.0
                    into[key] = after, before + share * weight / total
            going = further
        return gone


def grow(setting: Setting, roots: list[Array], limit: int) -> InformationTree:
    """The tree from one of several equally likely positions: each seat knows its own hand and what is public."""
    growth = _Growth(setting, limit)
    for root in roots:
        growth.begin(root, 1 / len(roots))
    rows, columns = zip(*growth.worth, strict=True)
    shape = growth.choices[0].sequences, growth.choices[1].sequences
    shares = csr_array((list(growth.worth.values()), (rows, columns)), shape=shape)
    return InformationTree(setting, growth.choices, shares, len(roots), growth.histories)
