"""The worked examples of the documents: the same data that the rulebook draws, played and checked."""

from __future__ import annotations

import pytest

from piazzetta.booklet.examples import examples_of
from piazzetta.booklet.text import example_texts
from piazzetta.games.illustrations import Example
from piazzetta.games.rulebooks.rulebook import LANGUAGES, find_rulebook

PORTOBELLO, VIAGGIATORE = examples_of("portobello"), examples_of("viaggiatore")
EDITIONS = {"portobello": ("de", "it", "fr", "es", "fr-memo"), "viaggiatore": ("it",)}
PLAYED = [
    pytest.param(example, id=f"{edition}-{example.key}")
    for game, editions in EDITIONS.items()
    for edition in editions
    for example in examples_of(game, edition).values()
]


@pytest.mark.parametrize("example", PLAYED)
def test_an_example_brings_what_each_edition_says(example: Example) -> None:
    for line in example.lines:
        assert list(line.gains) == list(line.expected)
        assert line.frames


def test_every_example_of_portobello_names_its_documents() -> None:
    assert all(set(one.printed_in) <= set(EDITIONS["portobello"]) for one in PORTOBELLO.values())
    assert [one.key for one in PORTOBELLO.values() if not one.printed_in] == ["E8"], "our own, and said to be"
    assert "our own example" in (find_rulebook("portobello").clause("E8") or "")
    assert [one.key for one in PORTOBELLO.values() if "es" not in one.printed_in] == ["E8", "E10"]
    assert [one.key for one in PORTOBELLO.values() if "fr-memo" in one.printed_in] == []


@pytest.mark.parametrize(("edition", "gains"), [("it", [-1, 0]), ("fr", [-1, 0]), ("es", [-1, 1]), ("fr-memo", [0, 0])])
def test_E8_a_shared_majority_by_edition(edition: str, gains: list[int]) -> None:
    assert list(examples_of("portobello", edition)["E8"].lines[0].gains)[:2] == gains


def test_E11_scores_no_alley() -> None:
    """The document's example has none."""
    assert all(event.key != "alley_scored" for frame in PORTOBELLO["E11"].lines[0].frames for event in frame.events)


def test_a_turn_of_viaggiatore_tells_every_card_drawn() -> None:
    last = examples_of("viaggiatore")["T1"].lines[0].frames[-1]
    drawn = {*last.after["seats"][0]["hand"]} - {*last.before["seats"][0]["hand"]}
    assert len(drawn) == 3
    assert {event.params.get("card") for event in last.events} >= drawn


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["portobello", "viaggiatore"])
def test_every_example_of_the_rulebook_is_played_and_drawn(game: str, lang: str) -> None:
    texts = example_texts(find_rulebook(game, lang), {})
    assert [*texts] == [key for key in examples_of(game) if key != "T1"]
    assert all(len(text) > 10 for text in texts.values())


def test_E3_the_lord_scoring() -> None:
    """Alley (a) is full and brings nothing; (b) red 9, yellow 9; (c) green 16, yellow 4."""
    events = PORTOBELLO["E3"].lines[0].frames[0].events
    scored = {event.params["alley"]: event.params["points"] for event in events if event.key == "lord_scored"}
    letters = {letter: alley for alley, letter in PORTOBELLO["E3"].show["letters"].items()}
    assert scored == {letters["b"]: [9, 9, 0, 0], letters["c"]: [0, 4, 16, 0]}


def test_E9_across_c_lies_the_district_of_c_d_and_e() -> None:
    """The hatched spaces of the picture: either end of an empty alley, the next space of the others."""
    before, after = PORTOBELLO["E9"].lines[0].frames
    letters = PORTOBELLO["E9"].show["letters"]

    def open_alleys(legal: object) -> list[str]:
        assert isinstance(legal, list)
        return sorted(letters[move.split()[1].split("@")[0]] for move in legal if move.startswith("build"))

    assert open_alleys(before.legal) == ["a", "a", "b", "c", "c"]
    assert open_alleys(after.legal) == ["c", "c", "d", "e", "e"]


def test_E10_three_ways_to_use_three_actions() -> None:
    built = [[event.key for event in line.frames[0].events] for line in PORTOBELLO["E10"].lines]
    counts = [(keys.count("client_placed"), keys.count("built")) for keys in built]
    assert counts == [(1, 2), (3, 0), (0, 3)]


def test_E11_a_burgher_a_move_of_the_bobby_two_stalls() -> None:
    keys = [event.key for frame in PORTOBELLO["E11"].lines[0].frames for event in frame.events]
    assert [key for key in keys if key in ("client_placed", "bobby_crossed", "built")] == [
        "client_placed",
        "bobby_crossed",
        "built",
        "built",
    ]


def test_X1_six_bidders() -> None:
    events = {event.key: event.params for event in VIAGGIATORE["X1"].lines[0].frames[0].events}
    assert VIAGGIATORE["X1"].names[events["auction_won"]["seat"]] == "Arianna"


def test_X2_three_baggage_cards_two_carriers() -> None:
    (travelled,) = VIAGGIATORE["X2"].lines[0].frames[0].events
    assert travelled.params["steps"] == 5 - 3 + 2


def test_X3_hats_and_shoes() -> None:
    (shop,) = VIAGGIATORE["X3"].lines[0].frames[0].events
    assert shop.params["points"] == [0, 1, 1, 0]
