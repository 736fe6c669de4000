"""Every clause and edition is printed, with the sentence it rests on, or is a ruling, or a switch."""

from __future__ import annotations

import re

import pytest

from piazzetta.games.registry import NAMES, find_game
from piazzetta.games.rulebooks.printed import PRINTED, RULING, SWITCH, find_printed
from piazzetta.games.rulebooks.rulebook import LANGUAGES, find_rulebook
from tests.printed.documents import RUN, genuine, uses, words

CELLS = [
    (game, row.clause, edition)
    for game in NAMES
    for row in find_printed(game).rows
    for edition in find_printed(game).documents
]


@pytest.mark.parametrize("game", NAMES)
def test_every_clause_has_a_row_and_every_edition_a_cell(game: str) -> None:
    printed = find_printed(game)
    clauses = [
        clause
        for section in find_rulebook(game).sections
        if section.number
        for one in section.clauses
        for clause in ([f"{one.number}{letter}" for letter in re.findall(r"- ([a-d])\)", one.text)] or [one.number])
    ]
    assert [row.clause for row in printed.rows] == clauses
    assert list(printed.documents) == list(find_game(game).editions)
    assert all(list(row.cells) == list(printed.documents) for row in printed.rows)


@pytest.mark.parametrize(("game", "clause", "edition"), CELLS)
def test_a_cell_says_what_it_rests_on(game: str, clause: str, edition: str) -> None:
    printed = find_printed(game)
    basis, sentence, parts = printed.cell(clause, edition)
    row = next(row for row in printed.rows if row.clause == clause)
    assert basis in ((PRINTED, SWITCH) if row.switches else (PRINTED, RULING))
    assert sentence or basis != PRINTED
    assert len(sentence) <= 240, "a short quotation"
    if sentence:
        code = printed.documents[edition]["code"]
        assert all(genuine(code, part) or (len(words(part)) < RUN and uses(code, part)) for part in parts or [sentence])


@pytest.mark.parametrize("game", NAMES)
def test_every_switch_stands_in_the_row_of_its_clause(game: str) -> None:
    rows = find_printed(game).rows
    switches = find_game(game).switches
    assert {switch for row in rows for switch in row.switches} == set(switches)
    for row in rows:
        assert all(row.clause.startswith(switches[switch].clause) for switch in row.switches)


def test_a_made_up_sentence_is_found_out() -> None:
    assert genuine("IT", "Ponete anche il Lord e il Bobby accanto al tabellone")
    assert not genuine("IT", "Ponete anche il Lord e il Bobby sotto il tabellone")
    assert not genuine("DE", "Ponete anche il Lord e il Bobby accanto al tabellone")
    assert not genuine("IT", "il Lord")


#: The English table's words for each value of a switch.
SAID = {
    "right": "right",
    "left": "left",
    "must": "must",
    "may": "may",
    "free": ("automatic, free", "free"),
    "action": "an action",
    "bank": "1 to nobody",
    "holders": "1 to each other holder",
    "refused": "refused",
    "up": "face up",
    "down": "face down",
    "at once": "at once",
    "round": "the round",
    "all": "all his alleys",
    "two customers": "customer at the other end",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_of_editions_is_the_engine_s_and_marks_every_silence(lang: str) -> None:
    """The edition does not print a cell marked °."""
    game, printed = find_game("portobello"), find_printed("portobello")
    lines = [
        line.strip("|").split("|") for line in find_rulebook("portobello", lang).markdown.splitlines() if "|" in line
    ]
    editions = re.findall(r"`([\w-]+)`", "|".join(lines[0]))
    assert editions == list(game.editions)
    rows = {row[0].split()[0]: [cell.strip() for cell in row[1:]] for row in lines[2:]}
    switches = {game.switches[name].clause: name for name in game.switches}
    assert list(rows) == list(switches)
    for clause, cells in rows.items():
        for edition, cell in zip(editions, cells, strict=True):
            variant = "10.2" if edition == "es" else "10.1"
            silent = printed.cell(variant if clause == "10" else clause, edition).basis != PRINTED
            assert cell.endswith("°") == silent, (clause, edition)
            value = game.editions[edition][switches[clause]]
            if lang == "en" and clause != "10":
                wanted = SAID.get(str(value), str(value))
                assert cell.rstrip("°").removesuffix(" of the start player") in (
                    (wanted,) if isinstance(wanted, str) else wanted
                )


@pytest.mark.parametrize(
    ("lang", "said", "never"),
    [
        ("en", "Whoever shuffled the cards begins", "deal"),
        ("it", "Comincia chi ha mischiato le carte", "distribui"),
        ("es", "Empieza quien ha barajado", "reparti"),
        ("fr", "Celui qui a mélangé les cartes commence", "distribu"),
        ("de", "Wer gemischt hat, beginnt", "gegeben"),
    ],
)
def test_whoever_shuffled_begins_a_game_of_viaggiatore(lang: str, said: str, never: str) -> None:
    """Clause 2.1 names the player who shuffled, not a dealer, and quotes the sentence that says so."""
    clause = " ".join((find_rulebook("viaggiatore", lang).clause("2.1") or "").split())
    assert said in clause
    assert never not in clause.lower()
    parts = find_printed("viaggiatore").cell("2.1", "it").parts
    assert "Il giocatore che ha mischiato le carte inizia a giocare" in " ".join(parts)
