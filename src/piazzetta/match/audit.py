"""Play random games of any game and check every property of its functions at every move: for the tests of a game.

It is one kernel, so that thousands of games are checked in seconds.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from piazzetta.games.base import (
    SPECTATOR,
    Game,
    apply,
    chances,
    determinize,
    legal,
    mover,
    observe,
    payoff,
    sample,
    setup,
    why_not,
)
from piazzetta.games.rulebooks.rulebook import find_rulebook
from piazzetta.games.words.messages import english
from piazzetta.kernel import CHANCE, OVER, below, pick, random_stream
from piazzetta.match.setting import Setting

FINE = 0
LEGAL_AND_REFUSAL_DISAGREE = 1
NOTHING_TO_DO = 2
LISTED_TWICE = 3
LOOKING_CHANGED_THE_STATE = 4
WEIGHT_NOT_POSITIVE = 5
OBSERVED_DIFFERENCE = 6
MOVER_DIFFERS = 7
POINTS_BELOW_ZERO = 8
WON_BEFORE_THE_END = 9
NOBODY_WON = 10
NEVER_ENDS = 11
LEGAL_DIFFERS = 12
TOO_MANY_LEGAL = 13
TOO_MANY_OUTCOMES = 14
NOT_A_DECISION = 15
NOT_AN_OUTCOME = 16
SAMPLE_DIFFERS = 17
_MEANING = {
    LEGAL_AND_REFUSAL_DISAGREE: "legal (or chances) lists other actions than why_not allows",
    NOTHING_TO_DO: "it is somebody's move, and nothing is legal",
    LISTED_TWICE: "an action is listed twice",
    LOOKING_CHANGED_THE_STATE: "observe (or sample) has changed the state",
    WEIGHT_NOT_POSITIVE: "an outcome has no positive weight",
    OBSERVED_DIFFERENCE: "a seat can tell a determinized position from the true one",
    MOVER_DIFFERS: "in a determinized position it is another's move",
    POINTS_BELOW_ZERO: "points fall below the least",
    WON_BEFORE_THE_END: "somebody has won before the end",
    NOBODY_WON: "nobody has won at the end",
    NEVER_ENDS: "the game does not end",
    LEGAL_DIFFERS: "in a position determinized for the mover, other moves are legal",
    TOO_MANY_LEGAL: "legal lists more than most_legal actions",
    TOO_MANY_OUTCOMES: "chances lists more than most_outcomes actions",
    NOT_A_DECISION: "legal lists an outcome: decisions are numbered below decision_count",
    NOT_AN_OUTCOME: "chances lists a decision: outcomes are numbered from decision_count on",
    SAMPLE_DIFFERS: "sample draws another outcome than pick over chances does with the same rng",
}
MOST_MOVES = 20_000
_SHOWN = 8


def same_bytes(left, right):
    for index in range(len(left)):
        if left[index] != right[index]:
            return False
    return True


def audit(params, states, raw, rngs, choice, weight, seen, twin_seen, out, actions, sizes, players, moves, least):
    """Play one random game in states[0]; states[1] is for twins. Return the number of the first property that fails.

    ``raw`` holds the bytes of the same states, ``choice`` two rows: the moves, and a twin's moves; the second one of
    ``rngs`` is a copy of the first. ``sizes``: decisions, most legal actions, most outcomes.
    """
    rng = rngs[0]
    table = params[0]
    state = states[0]
    twin = states[1]
    setup(table, state)
    for _ in range(moves):
        who = mover(table, state)
        raw[1, :] = raw[0, :]
        payoff(table, state, out)
        winners = 0
        for seat in range(players):
            if out[seat] < least:
                return POINTS_BELOW_ZERO
            winners += out[players + seat]
        if who == OVER:
            for action in range(actions):
                if why_not(table, state, action) == 0:
                    return LEGAL_AND_REFUSAL_DISAGREE
            return FINE if winners > 0 else NOBODY_WON
        if winners > 0:
            return WON_BEFORE_THE_END
        row = choice[0]
        if who == CHANCE:
            count = chances(table, state, row, weight)
        else:
            count = legal(table, state, row)
        if count == 0:
            return NOTHING_TO_DO
        if who == CHANCE and count > sizes[2]:
            return TOO_MANY_OUTCOMES
        if who != CHANCE and count > sizes[1]:
            return TOO_MANY_LEGAL
        allowed = 0
        for action in range(actions):
            allowed += int(why_not(table, state, action) == 0)
        if allowed != count or why_not(table, state, -1) == 0 or why_not(table, state, actions) == 0:
            return LEGAL_AND_REFUSAL_DISAGREE
        for index in range(count):
            if why_not(table, state, row[index]) != 0:
                return LEGAL_AND_REFUSAL_DISAGREE
            if who == CHANCE and row[index] < sizes[0]:
                return NOT_AN_OUTCOME
            if who != CHANCE and row[index] >= sizes[0]:
                return NOT_A_DECISION
            if who == CHANCE and weight[index] <= 0:
                return WEIGHT_NOT_POSITIVE
            for earlier in range(index):
                if row[earlier] == row[index]:
                    return LISTED_TWICE
        seat = below(rng, players)
        observe(table, state, seat, seen)
        if not same_bytes(raw[0], raw[1]):
            return LOOKING_CHANGED_THE_STATE
        # a twin that this seat cannot tell from the true position: the same sight, the same question
        determinize(table, twin, seat, rng)
        observe(table, twin, seat, twin_seen)
        if not same_bytes(seen, twin_seen):
            return OBSERVED_DIFFERENCE
        if mover(table, twin) != who:
            return MOVER_DIFFERS
        if who == seat:
            if legal(table, twin, choice[1]) != count:
                return LEGAL_DIFFERS
            for index in range(count):
                if choice[0, index] != choice[1, index]:
                    return LEGAL_DIFFERS
        if who == CHANCE:
            rngs[1, :] = rng
            raw[1, :] = raw[0, :]
            action = row[pick(rng, weight, count)]
            if sample(table, state, rngs[1]) != action:
                return SAMPLE_DIFFERS
            if not same_bytes(raw[0], raw[1]):
                return LOOKING_CHANGED_THE_STATE
        else:
            action = row[below(rng, count)]
        apply(table, state, action)
    return FINE if moves < MOST_MOVES else NEVER_ENDS


@lru_cache
def _kernel(game: Game) -> Any:
    return game.bind(audit, same_bytes=game.bind(same_bytes))


def audit_games(setting: Setting, games: int = 100, seed: int = 0, moves: int = MOST_MOVES, least: int = 0) -> None:
    """Fail with the first property that does not hold in some random games, and the number of the game.

    ``moves``: how many of each game to look at; ``least``: the fewest points that a seat may have.
    """
    game = setting.game
    states = setting.states(2)
    raw = states.view(np.uint8).reshape(2, -1)
    # room for what lists too many
    choice = np.zeros((2, 1 + max(game.most_legal, game.most_outcomes, setting.action_count)), np.int32)
    weight = np.zeros(choice.shape[1], np.int32)
    seen = np.zeros(setting.observation_size, np.int16)
    out = np.zeros(2 * setting.players, np.int16)
    sizes = np.array([setting.decision_count, game.most_legal, game.most_outcomes], np.int32)
    given = setting.action_count, sizes, setting.players, moves, least
    kernel = _kernel(game)
    for number in range(games):
        rngs = np.array([random_stream(seed, number)] * 2)
        failure = kernel(setting.params, states, raw, rngs, choice, weight, seen, seen.copy(), out, *given)
        if failure != FINE:
            raise AssertionError(f"{_MEANING[failure]}: game {number} of {setting!r}, {_told(setting, states[0])}")
    _check_words(setting, min(games, 2), seed, moves)


def _told(setting: Setting, state: Any) -> str:
    """What is listed and what is allowed in a position, to find a mistake by."""
    kernels, params, texts = setting.game.kernels, setting.params_record, setting.game.texts(setting.components)
    room = 1 + max(setting.game.most_legal, setting.game.most_outcomes, setting.action_count)
    row, weight = np.zeros(room, np.int32), np.zeros(room, np.int32)
    who = int(kernels.mover(params, state))
    if who == OVER:
        listed, name = 0, "the game is over"
    elif who == CHANCE:
        listed, name = int(kernels.chances(params, state, row, weight)), "chance draws: chances lists"
    else:
        listed, name = int(kernels.legal(params, state, row)), f"seat {who} moves: legal lists"
    allowed = [number for number in range(setting.action_count) if kernels.why_not(params, state, number) == 0]

    def named(numbers: Sequence[int]) -> str:
        some = [texts[number] if 0 <= number < len(texts) else str(number) for number in numbers]
        return ", ".join(some[:_SHOWN]) + (", …" if len(some) > _SHOWN else "") or "nothing"

    first = name if who == OVER else f"{name} {named(row[:listed].tolist())}"
    return f"turn {int(state['turn'])}, {first}; why_not allows {named(allowed)}"


def _check_words(setting: Setting, games: int, seed: int, moves: int) -> None:
    """Fail if two actions share a text, an event or a reason has no message, or a reason has no clause."""
    game, params = setting.game, setting.params_record
    words, book = english(game), find_rulebook(game.name)
    known: set[int] = set()
    texts = list(game.texts(setting.components))
    assert len(texts) == setting.action_count, f"texts has {len(texts)} texts for {setting.action_count} actions"
    twice = sorted({text for text in texts if texts.count(text) > 1})
    assert not twice, f"several actions have the text {twice[0]!r}"
    for number in range(games):
        player = random.Random(f"{seed} {number}")
        match = setting.start(seed=number)
        for _ in range(moves):
            if match.over:
                break
            state = match.state()
            for action in range(setting.action_count):
                code = int(game.kernels.why_not(params, state, action))
                if not code or code in known:
                    continue
                known.add(code)
                try:
                    clause, key, _ = game.why(setting.components, params, state, action, code)
                except KeyError:
                    raise AssertionError(f"why does not know reason {code} of why_not, in {setting!r}") from None
                assert f"refusal.{key}" in words, f"words/en/*.json has no message “refusal.{key}”"
                assert book.clause(clause), f"the rulebook has no clause {clause}, which reason {key} names"
            match.play(player.choice(match.legal_moves.actions))
        for event in match.events(SPECTATOR):
            assert f"event.{event.key}" in words, f"words/en/*.json has no message “event.{event.key}”"
            assert game.say(setting.components, event)
