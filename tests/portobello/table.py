"""A table for testing the rules: readable positions, moves to play, refusals checked closely."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

import piazzetta
from piazzetta.errors import IllegalMove
from piazzetta.games.base import SPECTATOR, Event
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.state import ACTING, DOWN, LAID, PICKING, PLACING, REGULARS, UP
from piazzetta.match.match import Match

EDITIONS = ("de", "it", "fr", "es", "fr-memo")
LETTERS = "ABCDEFGHIJKLMNOP"
SEATS = "rygb"  # red, yellow, green, blue
CLIENTS = {"servant": 1, "burgher": 2, "lord": 3}
TILES = ("2", "3", "4", "n1", "n2", "n3")
STACK = (3, 3, 2, 2, 1, 1, 1, 1)  # 1.2
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


def position(
    players: int = 4,
    *,
    seat: int = 0,
    bobby: str = "D1",
    tile: str | None = None,
    left: int | None = None,
    hand: str | None = None,
    stalls: Mapping[str, str] | None = None,
    clients: Mapping[str, str] | None = None,
    score: Sequence[int] | None = None,
    marked: Mapping[str, str] | None = None,
    down: Mapping[str, str] | None = None,
    idle_rounds: int = 0,
    busy: bool = False,
    **how: Any,
) -> Match:
    """A match in mid-game. Every count in the record follows from the arguments.

    ``stalls``: by alley, a letter (r, y, g, b) or ``-`` for each space from the alley's first square on. ``tile``: the
    tile in use (``3``, ``n1``); without it the player has yet to pick one. ``marked``: by district, whose tile lies
    there (``r4``), in order of marking; the new tiles are held face up. ``down``: by seat letter, the tiles that lie
    face down (``2 n3``). ``how``: what ``piazzetta.game`` takes. Clients come from the bag.
    """
    match = new(players, **how)
    state = match._trail.states[0]
    board = match.setting.components
    assert isinstance(board, Board)
    _put_stalls(board, state, stalls or {})
    _put_clients(board, state, clients or {})
    _lay_tiles(board, state, marked or {}, down or {})
    if score is not None:
        state["score"][:players] = score
    state["seat"] = seat
    state["turn"] = 1 + (seat - match.setting.starter) % players
    state["bobby"] = board.district_index(bobby)
    state["visited"] = 1 << int(state["bobby"])
    state["last_round"] = 0 in state["stalls"][:players]
    state["idle_rounds"] = idle_rounds
    state["busy"] = busy
    state["phase"] = PICKING
    if tile is not None:
        number = TILES.index(tile)
        state["phase"] = ACTING
        state["in_use"] = number
        state["left"] = int(tile[-1]) if left is None else left
        held = state["own"][seat, number] == UP if number < 3 else state["neutral"][seat, 1, number - 3] > 0
        assert held, f"tile {tile} is not held face up"
    if hand is not None:
        assert tile is not None, "a client in hand costs an action of a tile"
        state["phase"] = PLACING
        state["hand"] = CLIENTS[hand]
        if hand != "lord":
            state["bag"][CLIENTS[hand] - 1] -= 1
            state["taken"] += 1
    assert state["bag"].min() >= 0
    assert state["taken"] == REGULARS - state["bag"].sum()
    _refresh(match)
    return match


def _put_stalls(board: Board, state: Any, stalls: Mapping[str, str]) -> None:
    for key, row in stalls.items():
        number = board.alley_index(key)
        alley = board.alleys[number]
        assert len(row) == len(alley.values), f"{key} has {len(alley.values)} spaces, not {len(row)}"
        owners = [SEATS.find(letter) + 1 for letter in row]
        assert "-" not in row.strip("-"), f"{key}: an alley fills without gaps (4.2)"
        assert row[0] == "-" or row[-1] == "-" or "-" not in row
        state["owner"][alley.first : alley.first + len(row)] = owners
        state["built"][number] = sum(owner > 0 for owner in owners)
        state["begun"][number] = 0 if not any(owners) else (1 if owners[0] else 2)
        for owner in owners:
            if owner:
                state["count"][number, owner - 1] += 1
                state["stalls"][owner - 1] -= 1
    assert state["stalls"].min() >= 0, "more stalls than a player has (1.1)"


def _put_clients(board: Board, state: Any, clients: Mapping[str, str]) -> None:
    for square, client in clients.items():
        kind = CLIENTS[client]
        state["client"][board.square_index(square)] = kind
        if client == "lord":
            state["lord"] = board.square_index(square) + 1
        else:
            state["bag"][kind - 1] -= 1
            state["taken"] += 1
            state["placed"] += 1


def _lay_tiles(board: Board, state: Any, marked: Mapping[str, str], down: Mapping[str, str]) -> None:
    for district, tile in marked.items():
        seat, four = SEATS.index(tile[0]), tile[1] == "4"
        assert state["own"][seat, 2 * four] == UP
        state["own"][seat, 2 * four] = LAID
        state["marked"][board.district_index(district)] = 1 + 2 * seat + four
        state["neutral"][seat, 1, STACK[int(state["marks"])] - 1] += 1
        state["marks"] += 1
    for letter, names in down.items():
        seat = SEATS.index(letter)
        for name in names.split():
            number = TILES.index(name)
            if number < 3:
                assert state["own"][seat, number] == UP
                state["own"][seat, number] = DOWN
            else:
                state["neutral"][seat, 1, number - 3] -= 1
                state["neutral"][seat, 0, number - 3] += 1
    assert state["neutral"].min() >= 0


def _refresh(match: Match) -> None:
    """Make a match reread its first position after that has been modified."""
    match._legal = None
    match._mover = match._trail.mover(0)


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
