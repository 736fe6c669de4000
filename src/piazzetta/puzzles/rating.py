"""Puzzles, bots and solvers on one scale: each try is a game between who tries and the puzzle, rated by ``openskill``.

A solver's rating moves in the same way, with the same model; the server's leaderboards count games of players and have
scales of their own.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from openskill.models import PlackettLuce, PlackettLuceRating

from piazzetta.puzzles.puzzle import Puzzle, Rating

#: The library's 25 is shown as 1500, its first uncertainty of 25/3 as ± 1000 (two standard deviations).
MIDDLE, SCALE = 1500, 60
_TRIES = 10  # of each level at each puzzle
#: Who is rated with the puzzles. Not ``master``: its search says what solves a puzzle, so it would solve all of them.
RATED = ("random", "easy", "medium", "hard", "expert")


def shown(rating: PlackettLuceRating) -> Rating:
    """Return a rating as people read it."""
    return Rating(round(MIDDLE + SCALE * (rating.mu - 25)), round(2 * SCALE * rating.sigma))


def rated(puzzles: Sequence[Puzzle], seed: int) -> tuple[list[Puzzle], Mapping[str, Rating]]:
    """Rate puzzles by how often each level solves them, the easiest first, and the levels.

    The tries come in a random order, so that no puzzle meets only bots that nobody knows yet.
    """
    rng = random.Random(seed)
    tries = []
    for number, puzzle in enumerate(puzzles):
        for level in RATED:
            share = puzzle.solved_by[level]
            solved = int(share * _TRIES + rng.random())
            tries += [(number, level, again < solved) for again in range(_TRIES)]
    rng.shuffle(tries)
    model = PlackettLuce()
    own = [model.rating() for _ in puzzles]
    bots = {level: model.rating() for level in RATED}
    for number, level, solved in tries:
        ranks = [0.0, 1.0] if solved else [1.0, 0.0]
        ((bots[level],), (own[number],)) = model.rate([[bots[level]], [own[number]]], ranks=ranks)
    found = [replace(puzzle, rating=shown(rating)) for puzzle, rating in zip(puzzles, own, strict=True)]
    found.sort(key=lambda puzzle: (puzzle.rating.rating, puzzle.id))
    return found, {level: shown(rating) for level, rating in bots.items()}
