"""The kernels against the plain reading of the clauses in ``reference.py``, move by move, in random games."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from piazzetta.games.portobello.board import Board
from piazzetta.kernel import CHANCE, INTERPRETED
from piazzetta.match.match import Match
from tests.portobello.maps import valid_maps
from tests.portobello.reference import Reference
from tests.portobello.table import EDITIONS, look, new, outcomes, strip

# In a match that stands still for three rounds nothing more is learned; this many moves are enough for any other.
LONGEST = 600
relaxed = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=8 if INTERPRETED else 20, derandomize=True
)
SWITCHES = {
    "start_score": st.sampled_from([0, 1, 10]),
    "bobby_set_by": st.sampled_from(["right", "left"]),
    "actions": st.sampled_from(["must", "may"]),
    "lord": st.sampled_from(["free", "action"]),
    "shared_majority": st.sampled_from(["bank", "holders", "free"]),
    "new_tile": st.sampled_from(["up", "down"]),
    "clients": st.sampled_from(["bag", "queue", "house"]),
}


def reference_of(match: Match) -> Reference:
    setting = match.setting
    assert isinstance(setting.chart, Board)
    return Reference(setting.chart.to_json(), setting.players, setting.starter, dict(setting.rules))


def compare(match: Match, reference: Reference) -> None:
    assert match.mover == reference.mover
    assert match.scores == reference.scores
    assert sorted(match.legal_moves) == sorted(reference.legal())
    assert outcomes(match) == reference.chances()
    seen = look(match)
    assert seen["squares"] == reference.clients
    assert {key: alley["stalls"] for key, alley in seen["alleys"].items()} == reference.row
    assert seen["stalls_left"] == reference.stalls


def play_both(match: Match, seed: int) -> None:
    rng = random.Random(seed)
    reference = reference_of(match)
    for _ in range(LONGEST):
        compare(match, reference)
        if match.over:
            best = max(match.scores)
            assert match.winners == [seat for seat, points in enumerate(match.scores) if points == best]
            return
        if match.mover == CHANCE:
            move = rng.choice(list(reference.bag))
        else:
            # seldom marking and seldom walking, or stalls would hardly ever fill an alley
            moves = sorted(match.legal_moves)
            move = rng.choices(moves, [1 if m[0] == "m" else 2 if m.startswith("bobby") else 8 for m in moves])[0]
        match.play(move)
        reference.play(move)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_plays_as_its_clauses_say(edition: str, players: int) -> None:
    play_both(new(players, edition=edition, starter=players - 1), players)


@pytest.mark.parametrize("clients", ["queue", "house"])
@pytest.mark.parametrize("squares", [3, 7, 10, 11, 12, 16])
def test_variants_on_smaller_and_larger_maps(squares: int, clients: str) -> None:
    lord = "free" if squares % 2 else "action"
    play_both(new(3, board=strip(squares), rules={"clients": clients, "lord": lord}), squares)


@relaxed
@given(valid_maps(), st.integers(2, 4), st.integers(0, 3), st.fixed_dictionaries(SWITCHES), st.integers(0, 2**16))
def test_any_map_and_any_mix_of_rules(
    board: dict[str, Any], players: int, starter: int, rules: dict[str, Any], seed: int
) -> None:
    play_both(new(players, starter=starter % players, board=board, rules=rules), seed)
