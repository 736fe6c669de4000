"""Somebody who cannot see the page solves a puzzle and goes through a study, by the keyboard alone.

The transcripts are kept and written anew as those of ``test_transcripts.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import piazzetta
from piazzetta import Record
from piazzetta.bots import Position, bot
from tests.page.aloud.listener import Listener, compare
from tests.page.aloud.test_transcripts import TRANSCRIPTS, WRITE
from tests.page.learning.test_lessons import by_keys, tab_to
from tests.page.learning.test_puzzles import book
from tests.page.looking.test_study import brought
from tests.page.people.visitor import Visitor
from tests.tables.ways import WAYS
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only
Visit = Callable[..., Visitor]

MOVES = 9  # of the game that is studied


@pytest.mark.parametrize("game", tier(["viaggiatore"], list(WAYS)))
def test_a_puzzle(visit: Visit, game: str) -> None:
    """A hint, a wrong move and the solution of the easiest puzzle of the package."""
    puzzle = book(game).puzzles[0]
    ada = visit()
    page = ada.go(f"/puzzles/{game}/{puzzle.id}")
    page.wait_for_selector("[data-moment=open]")
    listener = Listener(ada)
    listener.listen()
    listener.heading(f"A puzzle, {game}")
    listener.hear()
    listener.look("main")
    tab_to(page, ".do button:has(use[href='#i-hint'])")
    listener.does("Hint, by the keyboard")
    page.keyboard.press("Enter")
    listener.hear()
    for move in (puzzle.weighed[-1].move, puzzle.solutions[0]):
        listener.does(f"{move}, by the keyboard")
        by_keys(page, game, move)
        listener.hear()
    page.wait_for_selector("[data-moment=found]")
    listener.heading("It is solved")
    listener.look(".do")
    compare(listener.transcript(), TRANSCRIPTS / f"{game}-puzzle.txt", WRITE)


def test_a_study(visit: Visit, tmp_path: Path) -> None:
    """Back and forth in a game, another move, a comment on it, and back to the game."""
    match = piazzetta.game("portobello", players=2).start(seed=4)
    player = bot("random", 1)
    while len([seat for seat, _ in match.moves if seat >= 0]) < MOVES:
        match.play(player.choose(Position.of(match)))
    at, other = next(
        (at, other)
        for at in range(len(match.moves) - 2, 0, -1)
        for other in Record.of(match).replay(at).legal_moves
        if other != match.moves[at][1] and other.startswith("build")
    )
    ada = brought(visit, tmp_path, Record.of(match), at)
    page = ada.page
    listener = Listener(ada)
    listener.listen()
    listener.heading("The analysis board")
    listener.look("main")
    for key in ("ArrowRight", "ArrowLeft"):
        listener.does(key)
        page.keyboard.press(key)
        listener.hear()
    listener.does(f"{other}, by the keyboard")
    by_keys(page, "portobello", other)
    page.wait_for_selector(".branch [aria-current=step]")
    listener.hear()
    listener.look(".tree")
    page.get_by_role("button", name="Comment", exact=True).press("Enter")
    page.get_by_label("Comment", exact=True).fill("Was this better?")
    page.get_by_role("button", name="Save", exact=True).press("Enter")
    listener.does("A comment, by the keyboard")
    listener.hear()
    for key in ("ArrowLeft", "ArrowRight"):
        listener.does(key)
        page.keyboard.press(key)
        listener.hear()
    listener.heading("The study")
    listener.look(".tree")
    compare(listener.transcript(), TRANSCRIPTS / "portobello-study.txt", WRITE)
