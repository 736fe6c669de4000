"""Reports: missing packages are reported before any game starts; drawings follow the page's theme, or stand alone."""

from __future__ import annotations

import importlib.util
import logging
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from piazzetta.arena.reports import charts, theme
from piazzetta.arena.reports.drawing import text_width
from piazzetta.arena.results.formats import change_percent, percent, signed, signed_percent, with_interval
from piazzetta.arena.results.statistics import Estimate
from piazzetta.cli import app
from piazzetta.errors import BadInput
from piazzetta.extras import install_command


def test_without_the_extra_nothing_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr("piazzetta.arena.reports.find_spec", lambda name: None if name == "matplotlib" else find(name))
    command = ["arena", "viaggiatore", "--bots", "random,random", "--games", "2", "--out", str(tmp_path / "out")]
    with pytest.raises(BadInput, match=re.escape(f"a report needs matplotlib: {install_command('reports')}")):
        CliRunner().invoke(app, command, catch_exceptions=False)
    assert not (tmp_path / "out").exists()


def test_fonts_are_found_without_noise(caplog: pytest.LogCaptureFixture) -> None:
    """Matplotlib said "findfont: Failed to find font weight 600" at every report."""
    with caplog.at_level(logging.WARNING):
        drawing = charts.whiskers("Ratings", [("easy", Estimate(0.5, 0.4, 0.6))], percent, 0.5)
    assert not caplog.records
    assert "50 ± 10%" in drawing.alone  # a figure has its interval


def test_figures_have_their_intervals() -> None:
    assert with_interval(Estimate(12.0, 9.0, 15.0), signed) == "+12 ± 3"
    assert with_interval(Estimate(-0.12, -0.2, -0.04), signed_percent) == "−12 ± 8%"
    assert with_interval(Estimate(1.0, 0.61, 1.0), percent) == "100 (61–100)%"  # not up to 120%
    assert with_interval(Estimate(-0.07, -0.19, 0.11), change_percent) == "−7.0 (−19.0 to +11.0)%"


def test_a_drawing_takes_the_colours_of_its_page_or_has_its_own() -> None:
    rows = [("<easy>", Estimate(10, -5, 25))]
    drawing = charts.whiskers("Ratings", rows, lambda value: f"{value:.0f}", 0.0)
    assert drawing == charts.whiskers("Ratings", rows, lambda value: f"{value:.0f}", 0.0)  # the same bytes
    assert "<title>&lt;easy&gt;: 10, from -5 to 25</title>" in drawing.on_page
    assert "var(--bottle)" in drawing.on_page
    assert "#1f3a31" in drawing.alone
    assert "var(" not in drawing.alone


@pytest.mark.parametrize("label", ["medium", "random", "a program with a long name", "WWWW"])
def test_labels_of_rows_are_not_cut(label: str) -> None:
    """ "medium" began left of the drawing: widths were guessed from the number of letters."""
    drawing = charts.whiskers("Ratings", [(label, Estimate(0.5, 0.4, 0.6))], percent, 0.5)
    (end,) = re.findall(rf'text-anchor: end[^>]* x="([\d.]+)"[^>]*>{label}<', drawing.inside)
    assert float(end) - text_width(label, 13) >= 4


def test_dots_at_the_edge_are_whole() -> None:
    """Half of a dot at 0 or 100% was cut off with the axis."""
    ends = [Estimate(0.0, 0.0, 0.1), Estimate(1.0, 0.9, 1.0)]
    drawing = charts.grouped("Seats", [("2 players", ends)], ["first", "second"], within=(0, 1))
    dots = re.findall(r"<g[^>]*>\s*<use [^>]*/>", drawing.inside)
    assert len(dots) >= 2
    assert not [dot for dot in dots if "clip-path" in dot]


def test_a_report_holds_its_typefaces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme, "_ASSETS", tmp_path)
    assert theme.faces() == ""  # a checkout without the page
    (tmp_path / "cabin-latin-wght-normal-1.woff2").write_bytes(b"abc")
    assert "font-family:Cabin" in theme.faces()
    assert "base64,YWJj)" in theme.faces()
    assert {name for name in theme._FACES if f"{name}," in "".join(theme.FONTS.values())} == {"Cabin", "Fraunces"}
