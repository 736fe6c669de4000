"""A bot's choice depends only on what its seat may know, not on hidden cards or the next draw."""

from __future__ import annotations

import pytest

import piazzetta
from piazzetta.bots import LEVELS, Position, bot
from piazzetta.bots.position import _kernels
from piazzetta.kernel import INTERPRETED, random_stream
from piazzetta.match.dealer import SeededDealer
from piazzetta.match.match import Match
from piazzetta.match.record import Record

CHEAP = ["random", "easy"] if INTERPRETED else ["random", "easy", "medium", "hard"]


def reached(players: int, moves: int) -> Match:
    match = piazzetta.game("viaggiatore", players=players).start(seed=players)
    while not match.over and len(match.log) < moves:
        actions = match.legal_moves.actions
        match.play(actions[len(match.log) % len(actions)])
    return match


def twin(match: Match, seed: int) -> Position:
    """The mover's position, made from a true state with other hidden cards, other face-down bids and another deck."""
    setting, seat = match.setting, match.mover
    state = setting.states(1)
    state[0] = match.state()
    before = state.tobytes()
    _kernels(setting.game)[0](setting.params, state, seat, random_stream(seed))
    assert state.tobytes() != before, "something was hidden"
    return Position.determinized(setting, seat, state, seed + 1)


@pytest.mark.parametrize("level", CHEAP)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_hidden_cards_change_nothing(level: str, players: int) -> None:
    mover = bot(level, 7)
    for moves in range(5 * players, 5 * players + (6 if INTERPRETED else 60), 4):
        match = reached(players, moves)
        if match.over or len(match.legal_moves) == 1:
            continue
        choice = mover.choose(Position.of(match))
        assert {mover.choose(twin(match, seed)) for seed in (1, 2, 3)} == {choice}


@pytest.mark.compiled_only
def test_hidden_cards_change_nothing_for_expert() -> None:
    mover = bot("expert", 7)
    match = reached(3, 24)
    assert mover.choose(Position.of(match)) == mover.choose(twin(match, 5))


@pytest.mark.parametrize("level", [level for level in LEVELS if not INTERPRETED or level in CHEAP])
@pytest.mark.parametrize("name", ["portobello", "viaggiatore"])
def test_the_next_draw_changes_nothing(level: str, name: str) -> None:
    """Two matches with the same past, whose dealers draw differently from now on."""
    match = piazzetta.game(name, players=2).start(seed=4)
    for number in range(9):
        actions = match.legal_moves.actions
        match.play(actions[number % len(actions)])
    choices = set()
    for seed in (1, 2):
        again = Record.of(match).replay()
        again.deal_with(SeededDealer(seed))
        choices.add(bot(level, 3).choose(Position.of(again)))
    assert len(choices) == 1


def test_a_bot_gets_a_determinized_state() -> None:
    """Hidden cards cannot leak, whatever a bot does: its position does not contain the true ones."""
    match = reached(2, 14)
    hands = {Position.of(match, seed=seed).state["hand"].tobytes() for seed in range(8)}
    assert len(hands) > 1
    own = {Position.of(match, seed=seed).state["hand"][0, match.mover].tobytes() for seed in range(8)}
    assert own == {match.state().hand[match.mover].tobytes()}
