"""The illustrated rulebook: complete in every language, every link leads somewhere, every clause has its place."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import pytest

import piazzetta
from piazzetta.booklet.booklet import Booklet, edition_for
from piazzetta.booklet.examples import examples_of
from piazzetta.booklet.pdf import whole_page, write_pdf
from piazzetta.bots.reasons import GENERAL
from piazzetta.errors import BadInput
from piazzetta.games.registry import NAMES, find_game
from piazzetta.games.rulebooks.rulebook import LANGUAGES, find_rulebook
from piazzetta.terminal.rules import write_rulebook
from tests.messages import game_words

pytestmark = pytest.mark.interpreted_only
BOTH = [(game, lang) for game in NAMES for lang in LANGUAGES]


@cache
def book(game: str, lang: str) -> str:
    return Booklet(game, lang).html()


@cache
def anchors(game: str, lang: str) -> set[str]:
    without_pictures = re.sub(r"<svg.*?</svg>", "", book(game, lang), flags=re.DOTALL)
    found = re.findall(r'\sid="([^"]+)"', without_pictures)
    assert len(found) == len(set(found)), "an anchor stands for one place"
    return set(found)


@pytest.mark.parametrize(("game", "lang"), BOTH)
def test_every_clause_and_example_has_its_place(game: str, lang: str) -> None:
    clauses = {clause.number for section in find_rulebook(game, lang).sections for clause in section.clauses}
    assert anchors(game, lang) >= clauses | set(examples_of(game))


@pytest.mark.parametrize(("game", "lang"), BOTH)
def test_every_link_leads_somewhere(game: str, lang: str) -> None:
    links = set(re.findall(r'href="#([^"]+)"', re.sub(r"xlink:href", "", book(game, lang))))
    assert len(links) > 40
    assert links - anchors(game, lang) == set()


@pytest.mark.parametrize(("game", "lang"), BOTH)
def test_every_chapter_is_there(game: str, lang: str) -> None:
    chapters = {"box", "turn", "options", "legend", "aid", "glossary", "credits"}
    chapters |= {"editions", "notes"} if game == "portobello" else {"secrets"}
    assert anchors(game, lang) >= chapters


@pytest.mark.parametrize("game", NAMES)
def test_every_refusal_leads_to_its_clause(game: str) -> None:
    """The clauses named by refusals, by the page's hints and by the switches."""
    folder = Path(piazzetta.__file__).parent / "games" / game
    sources = [folder / "words" / "refusals.py", *(folder / "bots").glob("*.py"), folder / "editions.py"]
    asked = {
        number for path in sources for number in re.findall(r'"(\d{1,2}\.\d{1,2}[a-d]?)"', path.read_text("utf-8"))
    }
    assert len(asked) > 12
    assert asked - anchors(game, "en") == set()


@pytest.mark.parametrize("game", NAMES)
def test_every_reason_of_a_hint_leads_to_its_clause(game: str) -> None:
    """All but those that say what the search found, which rest on no clause."""
    clauses = find_game(game).bots.clauses
    said = {key.removeprefix("reason.") for key in game_words(game) if key.startswith("reason.")}
    assert said - set(clauses) == set(GENERAL)
    assert set(clauses) <= said
    assert set(clauses.values()) <= anchors(game, "en")


@pytest.mark.parametrize(("game", "lang"), BOTH)
def test_it_is_well_formed_and_has_no_inline_style(game: str, lang: str) -> None:
    """The page's security policy and WeasyPrint both read it strictly."""
    for svg in re.findall(r"<svg.*?</svg>", book(game, lang), flags=re.DOTALL):
        root = ET.fromstring(svg)
        assert root.get("aria-label") or root.get("aria-hidden")
    assert "style=" not in book(game, lang)
    assert "<script" not in book(game, lang)


def test_it_opens_with_the_edition_of_its_language() -> None:
    game = find_game("portobello")
    assert [edition_for(game, lang) for lang in LANGUAGES] == ["de", "it", "es", "fr", "de"]
    assert 'data-edition="it"' in book("portobello", "it")
    assert 'data-edition="fr-memo"' in Booklet("portobello", "fr").html("fr-memo")


def test_the_table_marks_what_differs_from_most() -> None:
    rows = {row["clause"]: row["cells"] for row in Booklet("portobello", "en").editions()}
    differing = {clause: [cell["edition"] for cell in cells if cell["differs"]] for clause, cells in rows.items()}
    assert differing["2.1"] == ["it"]
    assert differing["6.3"] == []
    assert rows["10"][3]["sentence"].startswith("los 11 clientes")


def test_the_aid_leaves_out_rulings_and_remarks() -> None:
    groups = Booklet("portobello", "en").aid()
    words = " ".join(text for group in groups for _, text in group["items"])
    assert "ruling" not in words.lower()
    assert "(IT" not in words
    assert "1 point" in words, "the tolls are there"
    told = {number for group in groups for number, _ in group["items"]}
    assert told >= {"3.3", "3.5", "5.2", "5.4", "6.3", "7.3", "7.4"}
    assert "face up" in words
    assert "face down" in words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_synopsis_and_each_edition_are_views_of_one_book(lang: str) -> None:
    """What belongs to some editions says so; the style sheet hides it in the others."""
    html = book("portobello", lang)
    named = {edition for value in re.findall(r'data-for="([^"]*)"', html) for edition in value.split()}
    assert named == set(find_game("portobello").editions)
    assert "\ue000" not in html
    assert "=&quot;" not in html
    assert '<span data-for="es">' in html
    assert 'class="booklet all"' in Booklet("portobello", lang).html("all")
    style = Path(piazzetta.__file__).parent.joinpath("booklet", "booklet.css").read_text("utf-8")
    assert all(f'[data-for]:not([data-for~="{edition}"])' in style for edition in named)
    for version in ("E8", "E8-es", "E8-fr-memo"):
        assert f'id="{version}" data-for=' in html


def test_an_example_shows_each_edition_s_version_with_its_own_words() -> None:
    versions = {one["editions"]: one["words"] for one in Booklet("portobello", "en").versions("E8")}
    assert set(versions) == {"de it fr", "es", "fr-memo"}
    assert "pays 1 to the other" in versions["es"]
    assert all("pays 1 to the other" not in words for edition, words in versions.items() if edition != "es")
    assert all("our own example" in words.lower() for words in versions.values())


def test_only_the_synopsis_compares_the_editions() -> None:
    html = book("portobello", "it")
    style = Path(piazzetta.__file__).parent.joinpath("booklet", "booklet.css").read_text("utf-8")
    assert ".booklet:not(.all) .compared," in style
    for part in ('<section id="editions" class="chapter compared"', '<li class="compared"><a href="#editions"'):
        assert part in html
    assert '<section id="editions" class="chapter compared"' in Booklet("portobello", "it").aside(), "on demand"


@pytest.mark.parametrize("game", NAMES)
def test_the_last_page_is_the_aid(game: str) -> None:
    chapters = re.findall(r'<section id="(\w+)"', book(game, "en"))
    assert chapters[-3:] == ["glossary", "credits", "aid"]
    listed = re.findall(r'<li[^>]*><a href="#(\w+)"', book(game, "en"))
    assert listed[-3:] == chapters[-3:]


def test_the_french_aid_has_a_french_colon() -> None:
    assert "Portobello Market\u00a0: résumé" in book("portobello", "fr")
    assert "FM\u00a0: </span>" in book("portobello", "fr"), "and so have the codes of editions"


def test_a_page_of_its_own_needs_no_other_file() -> None:
    page = whole_page(Booklet("viaggiatore", "it"))
    assert page.startswith("<!doctype html>")
    assert re.findall(r'(?:src|href)="(?!#)[^"]*"', page) == []


def test_a_pdf_has_pages(tmp_path: Path) -> None:
    try:
        import weasyprint  # noqa: F401
    except (ImportError, OSError):
        pytest.skip("no WeasyPrint, or no Pango for it")
    booklet = Booklet("viaggiatore", "de")
    booklet.html = lambda edition="": '<article class="booklet" lang="de"><h1>Titel</h1></article>'  # type: ignore[method-assign]
    write_pdf(booklet, tmp_path / "book.pdf")
    assert (tmp_path / "book.pdf").read_bytes().startswith(b"%PDF")


def test_what_there_is_not_is_refused(tmp_path: Path) -> None:
    for name, lang, edition in (("chess", "en", ""), ("portobello", "ru", ""), ("portobello", "en", "nl")):
        with pytest.raises(BadInput):
            write_rulebook(name, lang, edition, tmp_path / "book.html", False)
    write_rulebook("viaggiatore", "it", "", tmp_path / "book.html", False)
    assert (tmp_path / "book.html").stat().st_size > 100_000
