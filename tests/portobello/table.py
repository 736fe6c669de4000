"""A table for testing the rules: readable positions, moves to play, refusals checked closely."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

import piazzetta
from piazzetta.booklet.examples import arranged
from piazzetta.errors import IllegalMove
from piazzetta.games.base import SPECTATOR, Event
from piazzetta.games.portobello.board import Board
from piazzetta.match.match import Match

EDITIONS = ("de", "it", "fr", "es", "fr-memo")
LETTERS = "ABCDEFGHIJKLMNOP"
TEN = {square: "servant" if square in "ABCDE" else "burgher" for square in "ABCDEFGHIJ"}  # all but the square K

# Fifteen stalls in full alleys far from D5 and its neighbours: all but one of a fourth player's stalls.
FIFTEEN_RED = {"A-B": "rrrrr", "A-H": "rrrrrr", "D-H": "rrrr"}


def new(players: int = 4, **how: Any) -> Match:
    """A match from its start; chance outcomes are played like moves."""
    return Match(piazzetta.game("portobello", players=players, **how))


def strip(squares: int, values: Mapping[str, Sequence[int]] | None = None) -> Board:
    """A map of squares A, B, C, … in two rows: every three consecutive squares make a district (D1: A, B, C).

    Alleys are A-B, A-C, B-C, B-D, …; each is worth 1 and 2 unless ``values`` says otherwise. The Bobby moves from a
    district to the next over the alley of its last two squares.
    """
    keys = LETTERS[:squares]
    pairs = [pair for k in range(squares - 1) for pair in (keys[k : k + 2], keys[k : k + 3 : 2]) if len(pair) == 2]
    return Board.read(
        {
            "squares": list(keys),
            "alleys": {"-".join(pair): list((values or {}).get("-".join(pair), (1, 2))) for pair in pairs},
            "districts": {f"D{k + 1}": list(keys[k : k + 3]) for k in range(squares - 2)},
        }
    )


#: What ``piazzetta.game`` takes; everything else describes the position.
SETTING = {"edition", "rules", "board", "starter"}


def position(players: int = 4, **given: Any) -> Match:
    """A match in mid-game: what ``piazzetta.game`` takes, and the position as ``booklet/arrange.py`` describes it."""
    how = {name: given.pop(name) for name in SETTING & set(given)}
    return arranged(piazzetta.game("portobello", players=players, **how), given)


def play(match: Match, *moves: str) -> Match:
    """Play moves one after the other; return the match."""
    for move in moves:
        match.play(move)
    return match


def bring(match: Match, client: str, square: str) -> Match:
    """One whole action of clause 5: draw, have chance bring this client, place it."""
    return play(match, "draw", client, f"place {square}")


def idle_turn(match: Match) -> None:
    """Use any face-up tile and end the turn without doing anything."""
    tile = next(move for move in match.legal_moves if move.startswith("tile"))
    play(match, tile, "end")


def refused(match: Match, move: str, clause: str, *words: str) -> IllegalMove:
    """Check that a move is illegal, by which clause and in which words, and that nothing changes."""
    before, mover = match.state().tobytes(), match.mover
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    refusal = caught.value
    sentence = str(refusal)
    assert refusal.clause == clause, sentence
    assert refusal.move == move
    assert sentence.startswith(f"{move} is not allowed. ")
    assert sentence.endswith(f" (clause {clause}).")
    assert "{" not in sentence
    board: Any = match.setting.components
    short = sentence.lower()
    for place in (*board.squares, *board.alleys, *board.districts):
        short = short.replace(f"{place.name} ({place.key})".lower(), place.key.lower())
    for word in words:
        assert word.lower() in short, sentence
    assert str(match.why_not(move)) == sentence
    assert move not in match.legal_moves
    assert match.state().tobytes() == before
    assert match.mover == mover
    return refusal


def can(match: Match, *kinds: str) -> list[str]:
    """The legal moves that begin with one of these words, sorted."""
    return sorted(move for move in match.legal_moves if move.split()[0] in kinds)


def outcomes(match: Match) -> dict[str, int]:
    """At a chance node: the possible outcomes and their weights."""
    game = match.setting.game
    out, weight = np.zeros(game.most_outcomes, np.int32), np.zeros(game.most_outcomes, np.int32)
    count = game.kernels.chances(match.setting.params_record, match.state(), out, weight)
    return {match.setting.text(int(out[k])): int(weight[k]) for k in range(count)}


def look(match: Match) -> dict[str, Any]:
    """The position as anybody sees it."""
    return match.view(SPECTATOR)


def tiles(match: Match, seat: int) -> tuple[str, str]:
    """A seat's tiles: those face up, those face down."""
    held = look(match)["tiles"][seat]
    return " ".join(held["up"]), " ".join(held["down"])


def gains(match: Match, *moves: str) -> list[int]:
    """How each seat's score changes while these moves are played; the last one's preview must agree."""
    before = match.scores
    play(match, *moves[:-1])
    foreseen = match.preview(moves[-1]).points if match.mover >= 0 else None
    middle = match.scores
    match.play(moves[-1])
    assert foreseen in (None, tuple(_minus(match.scores, middle)))
    return _minus(match.scores, before)


def _minus(after: Iterable[int], before: Iterable[int]) -> list[int]:
    return [a - b for a, b in zip(after, before, strict=True)]


def last_events(match: Match) -> list[Event]:
    """What the last move did."""
    return match.events_of(len(match.log) - 1, SPECTATOR)
