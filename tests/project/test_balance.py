"""docs/balance.md says which fair starts the games give, and which of them may be called balanced."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from piazzetta.games.registry import find_game

TEXT = (Path(__file__).parents[2] / "docs" / "balance.md").read_text(encoding="utf-8")
MOST = 4.0  # per cent from an equal share
FEWEST = 1000  # games

Lots = dict[tuple[int, ...], int]


def table(head: str) -> Iterator[list[str]]:
    """The rows of the table with this first line; an empty first cell is that of the row above."""
    first = ""
    for line in TEXT.split(f"{head} |\n", 1)[1].splitlines()[1:]:
        if not line.startswith("|"):
            return
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        first = cells[0] or first
        yield [first.strip("`"), *cells[1:]]


def percent(cell: str) -> float:
    return float(re.findall(r"[\d.]+%", cell)[0].rstrip("%"))


def count(cell: str) -> int:
    return int(re.findall(r"[\d,]+", cell)[0].replace(",", ""))


def drawn(cell: str, players: int) -> Lots:
    found = {}
    for lot in cell.split(", "):
        weight, points = lot.split("% ")
        found[(0,) * players if points == "none" else tuple(map(int, points.split()))] = int(weight)
    return found


def given(game: str, edition: str, players: int) -> Lots:
    return {points: weight for weight, points in find_game(game).fair_starts[edition][players]}


SEARCHED = {
    (edition, int(players)): rest
    for edition, players, *rest in table(
        "| edition | players | points | wins by turn order | games | furthest from even | without search even at"
    )
}
DEALT = {
    (game, int(players)): rest
    for game, players, *rest in table("| game | players | start | games | wins by turn order | furthest from even")
}
DRAWN = {
    (name.removeprefix("Portobello ").strip("`"), int(players)): lots
    for name, players, lots, _ in table("| | players | points, drawn with these weights | wins")
}


@pytest.mark.parametrize(("edition", "players"), SEARCHED)
def test_portobello(edition: str, players: int) -> None:
    points, _, games, furthest, _ = SEARCHED[edition, players]
    lots = given("portobello", edition, players)
    wanted = drawn(DRAWN[edition, players], players) if points == "drawn" else {tuple(map(int, points.split())): 1}
    assert lots == wanted
    even = percent(furthest) <= MOST and count(games) >= FEWEST
    if edition == "de":
        even = percent(DEALT["Portobello Market", players][-1]) <= MOST
        assert DEALT["Portobello Market", players][0] == points
    assert (players in find_game("portobello").judged_starts.get(edition, ())) == even


@pytest.mark.parametrize("players", range(2, 7))
def test_viaggiatore(players: int) -> None:
    assert given("viaggiatore", "it", players) == drawn(DRAWN["Viaggiatore", players], players)
    *_, furthest = DEALT["Il Commercio Viaggiatore", players]
    assert percent(furthest) <= MOST
    assert players in find_game("viaggiatore").judged_starts["it"]


def test_nothing_is_left_out() -> None:
    game = find_game("portobello")
    assert set(SEARCHED) == {(edition, players) for edition in game.editions for players in range(2, 5)}
