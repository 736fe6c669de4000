"""Every clause and edition is printed, with the sentence it rests on, or is a ruling, or a switch."""

from __future__ import annotations

import re

import pytest

from piazzetta.games.registry import NAMES, find_game
from piazzetta.games.rulebooks.printed import PRINTED, RULING, SWITCH, find_printed
from piazzetta.games.rulebooks.rulebook import LANGUAGES, find_rulebook
from tests.printed.documents import RUN, genuine, uses, words

pytestmark = pytest.mark.interpreted_only

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


#: The point of a rule, which a quotation must reach.
POINTS = {
    "portobello it": {
        "3.3": "deve svolgere",
        "3.5": "rimettere scoperti",
        "5.5": "non ci sarà",
        "6.2c": "nessuno guadagna",
        "6.2d": "ognuno degli avversari",
        "7.2": "viene moltiplicata",
        "7.4": "non può però essere usato",
        "8.1": "vi è un cliente",
    },
    "portobello fr": {
        "3.1": "face visible",
        "3.5": "les réutiliser",
        "4.2": "directement à côté",
        "5.1": "sur une place non occupée",
        "6.2b": "la majorité relative suffit",
        "6.2c": "Personne ne reçoit",
        "6.2d": "reçoivent chacun 1 point",
        "7.2": "est multiplié",
        "7.4": "Il ne peut pas les utiliser",
        "8.1": "un client sur chacune",
        "8.3": "on ne l’évalue pas",
    },
    "portobello es": {
        "2.3": "situará el Bobby",
        "5.5": "tampoco es puntuado",
        "7.2": "multiplicados",
        "8.1": "2 clientes",
    },
    "portobello de": {"4.2": "Endfelder", "6.2a": "an Bank", "6.2b": "0 Punkte", "6.2d": "relative Mehrheit"},
    "portobello fr-memo": {"9.3": "un client soit à l’autre bout"},
    "viaggiatore it": {
        "3.4": "perdono",
        "3.6": "se tutti i giocatori",
        "4.2": "minimo 1 passo",
        "5.2": "guadagna 1 punto",
    },
}


@pytest.mark.parametrize("document", POINTS)
def test_a_quotation_reaches_the_point_of_its_rule(document: str) -> None:
    game, edition = document.split()
    for clause, point in POINTS[document].items():
        assert point in find_printed(game).cell(clause, edition).sentence, clause


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
