"""Maps and decks alone: as a picture, and on paper."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from piazzetta.cli import app, main
from piazzetta.errors import BadInput
from piazzetta.games.registry import NAMES, find_game, workbench
from piazzetta.workshop.printing import print_components

pytestmark = pytest.mark.interpreted_only


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_shows_the_map_or_deck_alone(name: str, tmp_path: Path) -> None:
    """It was a game in progress, with players and points beside it."""
    target = tmp_path / "picture.svg"
    done = CliRunner().invoke(app, ["workshop", "generate", name, "--seed", "3", "--picture", str(target)])
    assert done.exit_code == 0, done.output
    drawn = ElementTree.fromstring(target.read_text("utf-8"))
    texts = {text for element in drawn.iter() if (text := element.text)}
    assert texts
    assert not texts & {"Red", "Yellow", "neutral tiles", "before the first round", "Portobello Market"}


def test_a_deck_takes_a_page_for_nine_cards() -> None:
    bench = workbench("viaggiatore")
    for cards, pages in ((9 + 1, 2), (18, 2), (96, 11)):
        assert len(bench.pages(bench.draw(1, {"cards": cards}))) == pages
    assert len(workbench("portobello").pages(find_game("portobello").default_components())) == 1


@pytest.mark.parametrize(("source", "pages"), [("portobello", "1 page"), ("deck", "2 pages")])
def test_a_pdf(source: str, pages: str, tmp_path: Path) -> None:
    pytest.importorskip("weasyprint")
    if source == "deck":
        source = str(tmp_path / "deck.json")
        CliRunner().invoke(app, ["workshop", "generate", "viaggiatore", "--cards", "10", "--out", source])
    target = tmp_path / "paper.pdf"
    done = CliRunner().invoke(app, ["workshop", "print", source, "--paper", "a3", "--out", str(target)])
    assert done.exit_code == 0, done.output
    assert pages in done.output
    assert target.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--paper", "b5"], "paper must be one of a4, a3"),
        (["--out", "poster.png"], "the file to print into ends in .pdf, not 'poster.png'"),
    ],
)
def test_bad_input_gets_a_sentence(
    options: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["piazzetta", "workshop", "print", "portobello", *options])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    assert sentence in capsys.readouterr().err


def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(Exception, match=r"WeasyPrint \(pip install .*rulebook"):
        CliRunner().invoke(
            app, ["workshop", "print", "portobello", "--out", str(tmp_path / "a.pdf")], catch_exceptions=False
        )


def test_without_the_extra_it_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The base install has no Jinja either: it was a traceback."""
    for name in [name for name in sys.modules if name.startswith("piazzetta.booklet")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(BadInput, match=r"jinja2 is missing; install it with: pip install .*rulebook"):
        print_components("portobello", "", find_game("portobello").default_components(), tmp_path / "a.pdf", "a4")


@pytest.mark.parametrize("name", NAMES)
def test_any_map_or_deck_is_drawn(name: str, tmp_path: Path) -> None:
    target = tmp_path / "picture.svg"
    done = CliRunner().invoke(app, ["workshop", "draw", name, "--out", str(target)])
    assert done.exit_code == 0, done.output
    assert find_game(name).default_components().summary() in " ".join(done.output.split())
    assert ElementTree.fromstring(target.read_text("utf-8")).tag.endswith("svg")
    refused = CliRunner().invoke(app, ["workshop", "draw", name, "--out", "map.png"])
    assert (refused.exit_code, "ends in .svg, not 'map.png'" in refused.output) == (2, True)


def test_the_list_of_the_shelf_fits_a_terminal() -> None:
    shown = CliRunner().invoke(app, ["workshop", "shelf"], env={"COLUMNS": "80"}).output
    assert "leather-lane  Leather Lane, 1924, 2 players\n" in shown
    assert "    7 squares, 11 alleys, 5 districts, 66 spaces. Small and sharp" in shown
