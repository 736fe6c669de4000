"""A refusal names the clause that forbids the move: these tests read both, in every language."""

from __future__ import annotations

import pytest

from piazzetta.games.registry import NAMES
from piazzetta.games.rulebooks.rulebook import LANGUAGES, find_rulebook
from tests.printed.refusals import pairs, stems

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize("game", NAMES)
def test_a_refusal_speaks_of_what_its_clause_speaks_of(game: str) -> None:
    met = list(pairs(game))
    assert len(met) >= 15, "the sweep meets most reasons"
    for key, clause, sentence, text in met:
        assert all(find_rulebook(game, lang).clause(clause) for lang in LANGUAGES), (key, clause)
        if key not in ("no_such_move", "game_over"):
            assert stems(sentence.rpartition(" (clause")[0]) & stems(text), (key, clause, sentence, text)
