"""Portobello's picture: it fits, shows every piece, and needs no colour."""

from __future__ import annotations

import io
import math
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

import piazzetta
from piazzetta import OPEN, Match, Record
from piazzetta.batch.playout import random_game
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.drawing.ground import MapPicture
from piazzetta.games.portobello.drawing.heat import warmth
from piazzetta.games.portobello.drawing.svg import svg
from piazzetta.games.portobello.drawing.terminal_colours import SIGNS
from piazzetta.games.portobello.drawing.terminal_layout import layout_of
from piazzetta.games.svg import Sheet
from piazzetta.kernel import INTERPRETED
from tests.portobello.maps import valid_maps
from tests.tiers import tier

ANSI = re.compile(r"\x1b\[[0-9;]*m")
EXAMPLES = tier(4, 8) if INTERPRETED else tier(12, 25)


def drawn(match: Match, width: int = 80, colours: Any = None, console_width: int | None = None) -> str:
    file = io.StringIO()
    console = Console(file=file, width=console_width or width, color_system=colours, force_terminal=bool(colours))
    setting = match.setting
    console.print(setting.game.drawing(setting.components, match.view(OPEN), width))
    return file.getvalue()


def random_match(seed: int, at: float = 1.0, **setting: Any) -> Match:
    """A random game, played up to a fraction ``at`` of its moves."""
    table = piazzetta.game("portobello", **setting)
    record = Record.from_log(table, random_game(table, seed, 0), None)
    return record.replay(round(at * len(record.moves)))


def widest(text: str) -> int:
    return max(cell_len(line) for line in ANSI.sub("", text).splitlines())


@settings(max_examples=EXAMPLES)
@given(
    seed=st.integers(0, 1000),
    at=st.floats(0, 1),
    players=st.integers(2, 4),
    clients=st.sampled_from(["bag", "queue", "house"]),
    colours=st.sampled_from([None, "standard", "256", "truecolor"]),
)
def test_any_position_fits_80_columns(seed: int, at: float, players: int, clients: str, colours: str | None) -> None:
    text = drawn(random_match(seed, at, players=players, rules={"clients": clients}), colours=colours)
    assert widest(text) <= 80
    assert len(text.splitlines()) <= 40


@settings(max_examples=EXAMPLES)
@given(board=valid_maps(), seed=st.integers(0, 1000), at=st.floats(0, 1), width=st.integers(40, 120))
def test_any_map_fits(board: dict[str, Any], seed: int, at: float, width: int) -> None:
    match = random_match(seed, at, players=4, board=board)
    assert widest(drawn(match, width)) <= width
    assert widest(drawn(match, 80, "truecolor")) <= 80


@settings(max_examples=EXAMPLES)
@given(board=valid_maps(), seed=st.integers(0, 1000), at=st.floats(0, 1))
def test_every_piece_of_any_map_is_shown(board: dict[str, Any], seed: int, at: float) -> None:
    match = random_match(seed, at, players=4, board=board)
    _assert_complete(match, drawn(match))


@settings(max_examples=EXAMPLES)
@given(seed=st.integers(0, 1000), at=st.floats(0, 1), players=st.integers(2, 4))
def test_every_piece_of_the_default_map_is_in_the_picture(seed: int, at: float, players: int) -> None:
    match = random_match(seed, at, players=players)
    text = drawn(match)
    assert "Alleys" not in text  # nothing needs the list
    _assert_complete(match, text)


def _assert_complete(match: Match, text: str) -> None:
    """Count the symbols: each stall with its value, each client on its square, each mark, the Bobby."""
    view = match.view(OPEN)
    components = match.setting.components
    assert isinstance(components, Board)
    legend = text.splitlines()[-1]
    listed = "Alleys" in text  # then everything appears at least once, possibly twice
    body = text.split("\nSquares")[1] if listed else text
    for seat in range(view["players"]):
        for value in (1, 2, 3):
            stalls = [
                space
                for alley in components.alleys
                for space, owner in zip(alley.values, view["alleys"][alley.key]["stalls"], strict=True)
                if (space, owner) == (value, seat)
            ]
            sign = f"{SIGNS[seat]}{value}"
            assert body.count(sign) - legend.count(sign) == len(stalls)
        marks = [mark for mark in view["districts"].values() if mark and mark["seat"] == seat]
        assert len(re.findall(f"{SIGNS[seat]}×[24]", body)) == len(marks)
    for key, client in view["squares"].items():
        sign = {"servant": "s", "burgher": "b", "lord": "L", None: "–"}[client]
        if listed:
            assert re.search(rf"(^|\s){key} {sign}(\s|$)", body)
        else:
            assert (f"({key} {sign})" if client else f"( {key} )") in text
    if view["bobby"]:
        assert f"☻ {view['bobby']}" in body


def test_the_picture_names_points_turn_and_supply() -> None:
    match = piazzetta.game("portobello", players=3).start(seed=1)
    match.play("bobby D7")
    match.play("tile 3")
    text = drawn(match)
    assert "Red uses tile 3: 3 actions left." in text
    assert "▸ ◆  Red         10      20  2 3 4" in text
    assert "3 3 2 2 1 1 1 1" in text
    assert "D7 Fruit Corner" in text
    match.play("bobby D2")
    assert "D2 Costers Row, was in D7" in " ".join(drawn(match).split())


def test_the_picture_says_what_chance_has_to_bring() -> None:
    arranging = Match(piazzetta.game("portobello", rules={"clients": "house"}))
    assert "the customers are laid out." in drawn(arranging)
    drawing = Match(piazzetta.game("portobello"))
    for move in ("bobby D7", "tile 3", "draw"):
        drawing.play(move)
    assert "Red draws a customer." in drawn(drawing)
    drawing.play("burgher")
    assert "Red places the burgher on a free square." in drawn(drawing)


@pytest.mark.parametrize("seed", range(3))
def test_the_end_names_the_winners(seed: int) -> None:
    match = random_match(seed, players=2)
    heading = drawn(match).splitlines()[0]
    for seat, name in enumerate(("Red", "Yellow")):
        assert (name in heading) == (seat in match.winners)


def test_an_ascii_console_gets_ascii() -> None:
    match = random_match(1, 0.7, players=4)
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding="ascii")
    Console(file=file, width=80).print(match.setting.game.drawing(match.setting.components, match.view(OPEN)))
    file.flush()
    text = raw.getvalue().decode("ascii")
    assert re.search(r"[RYGB][123]", text)
    assert "@ D" in text


def test_a_narrower_console_is_kept_to() -> None:
    assert widest(drawn(random_match(1, 0.5), width=80, console_width=60)) <= 60


def test_names_are_not_taken_for_markup() -> None:
    source = Board.default().to_file()
    source["districts"]["D1"]["name"] = "[red]市場[/]"
    match = piazzetta.game("portobello", board=source).start(seed=1)
    match.play("bobby D1")
    assert "D1 [red]市場[/]" in drawn(match)
    assert widest(drawn(match)) <= 80


def test_printing_a_match_draws_it() -> None:
    match = piazzetta.game("portobello").start(seed=1)
    assert "( A )" in str(match)
    assert "\x1b" not in str(match)


def test_a_bent_alley_is_drawn_as_a_bow() -> None:
    file = Board.default().to_file()
    key = next(iter(file["alleys"]))
    straight, bent = (Board.read(one) for one in (file, _bent(file, key)))
    alley = bent.alley_index(key)
    ground = MapPicture(bent, {"bobby": None}, Sheet(1, 1))
    a, b = (ground.squares[end] for end in bent.alleys[alley].ends)
    x, y = ground.courses[alley].at(0.5)
    off = ((y - a[1]) * (b[0] - a[0]) - (x - a[0]) * (b[1] - a[1])) / math.dist(a, b) ** 2
    assert off == pytest.approx(0.2)  # to the right of the way from the first square to the second
    angles = {round(angle) for _, _, angle in ground.places(bent.alleys[alley])[0]}
    assert len(angles) == len(bent.alleys[alley].values)
    there = piazzetta.game("portobello", board=bent).start(seed=1).view(-1)
    bows = [len(re.findall(r'd="M[\d. ]+Q', svg(board, there))) for board in (straight, bent)]
    assert bows[1] == bows[0] + 2  # its rim and its pavement
    layouts = [layout_of(board, 100) for board in (straight, bent)]
    assert layouts[0].squares == layouts[1].squares
    assert layouts[0].ground != layouts[1].ground


def _bent(file: dict[str, Any], key: str) -> dict[str, Any]:
    return {**file, "alleys": {**file["alleys"], key: {**file["alleys"][key], "bend": 0.2}}}


@pytest.mark.parametrize("share", [step / 40 for step in range(41)])
def test_figures_of_a_heat_map_can_be_read(share: float) -> None:
    """A contrast of 4.5 (WCAG) between the ink and the colour."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted(light(colour) for colour in warmth(share))
    assert (bright + 0.05) / (dark + 0.05) >= 4.5
