"""Films in the page: the translated plan and every picture are those of Python, to the byte; the same is refused."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from piazzetta import OPEN, SPECTATOR, BadInput, Record
from piazzetta.films.cut import Cut
from piazzetta.films.storyboard import Storyboard
from piazzetta.games.words.messages import words_of
from tests.browser.engine import Host
from tests.films.test_films import played
from tests.tables.driver import plain


def filmed(record: Record, cut: Cut, numbers: list[int]) -> list[Any]:
    """The step that makes a film in the page."""
    game = record.setting.game
    wish = {name: value for name, value in asdict(cut).items() if value is not None}
    ask = {"kept": None, "record": record.to_json(), "wish": wish, "words": words_of(game, cut.lang).compiled()}
    return ["filmed", game.name, ask, numbers]


@pytest.mark.parametrize(
    ("game", "players", "cut"),
    [
        ("portobello", 2, Cut(viewer=OPEN, lang="fr", pace="slow")),
        ("portobello", 3, Cut(viewer=1, lang="de", width=480, first=30, last=90)),
        ("viaggiatore", 3, Cut(lang="it", kind="gif")),
        ("viaggiatore", 2, Cut(viewer=0, lang="es", pace="fast", turn=4)),
        ("viaggiatore", 3, Cut(viewer=OPEN, width=1200)),
    ],
)
def test_the_same_film_in_both_languages(host: Host, game: str, players: int, cut: Cut) -> None:
    record = played(game, players)
    board = Storyboard(record, cut)
    numbers = list(range(0, len(board.positions), 5))
    (given,) = host.ask(host.new_table(), [filmed(record, cut, numbers)])
    assert given["plan"] == plain(board.plan())
    drawn: dict[int, str] = {}
    for number, parts in zip(numbers, given["pictures"], strict=True):
        for part, sheet in zip(parts, board.parts(number), strict=True):
            assert (part["left"], part["top"], part["right"], part["bottom"]) == board.box(sheet)
            svg, wanted = part["svg"] or drawn[part["id"]], board.svg(sheet)
            at = next((at for at, (one, other) in enumerate(zip(wanted, svg, strict=False)) if one != other), 0)
            assert svg == wanted, f"picture {number}: {svg[at - 60 : at + 60]!r}, not {wanted[at - 60 : at + 60]!r}"
            drawn[part["id"]] = svg
    asked = [part["svg"] for parts in given["pictures"] for part in parts]
    assert None in asked or len(numbers) == 1, "what has not changed is not sent again"


@pytest.mark.parametrize(
    "cut", [Cut(viewer=2), Cut(first=9, last=8), Cut(last=100_000), Cut(turn=1000), Cut(viewer=OPEN)]
)
def test_the_same_is_refused(host: Host, cut: Cut) -> None:
    whole = played("portobello", 2)
    record = Record(whole.setting, whole.opening, whole.moves[:40])
    with pytest.raises(BadInput) as refusal:
        Storyboard(record, cut)
    (given,) = host.ask(host.new_table(), [filmed(record, cut, [])])
    assert given == {"bad": str(refusal.value)}


def test_a_running_game_is_filmed_as_its_players_see_it(host: Host) -> None:
    wish = {"game": "viaggiatore", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    table = host.new_table()
    asked: list[tuple[int, list[int]]] = [(0, [0]), (SPECTATOR, [0]), (1, [0]), (OPEN, [0]), (SPECTATOR, [])]
    begin = [["create", wish, "07" * 32, {"0": "h"}, 5], ["command", "Contribute", {"texts": {"0": "t"}}, 6]]
    given = host.ask(table, [*begin, *(["filmable", viewer, held] for viewer, held in asked)])[2:]
    codes = [one["refused"]["code"] if isinstance(one, dict) else one for one in given]
    assert codes == [0, 0, "not_your_seat", "not_over", "not_over"]
