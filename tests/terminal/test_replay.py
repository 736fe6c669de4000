"""Records drawn step by step."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import piazzetta
from piazzetta import OPEN, BadInput, BadRecord, Record
from piazzetta.batch.playout import random_game
from piazzetta.terminal.playing.replay import replay


@pytest.fixture(scope="module")
def record() -> Record:
    setting = piazzetta.game("portobello", players=3)
    return Record.from_log(setting, random_game(setting, 1, 0), None)


def shown(record: Record, at: int | None = None, interactive: bool = False, viewer: int = OPEN) -> str:
    console = Console(file=io.StringIO(), width=80, color_system=None)
    replay(record, at, console, interactive, viewer)
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return text


def walked(monkeypatch: pytest.MonkeyPatch, record: Record, *lines: str, at: int | None = None) -> list[str]:
    """The headings of the drawn positions."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    text = shown(record, at, interactive=True)
    return [line.split(" moves")[0] for line in text.splitlines() if line.startswith("After ")]


def test_one_position(record: Record) -> None:
    text = shown(record, 5)
    seat, move = record.moves[4]
    assert seat == 0
    assert f"After 5 of {len(record.moves)} moves   ◆  Red: {move}" in text
    assert "Red marks the district Book Row (D12): 0 stalls × 4 = 0 points." in text
    assert str(record.replay(5)).splitlines()[5] in text  # a line of the picture


def test_the_first_and_the_last_position(record: Record) -> None:
    assert "places the Bobby in a district" in shown(record, 0)
    assert "The game is over" in " ".join(shown(record, len(record.moves)).split())


@pytest.mark.parametrize("at", [-1, 10_000])
def test_no_such_position(record: Record, at: int) -> None:
    with pytest.raises(BadInput, match="there is no position after"):
        shown(record, at)


def test_the_whole_record_in_words(record: Record) -> None:
    text = " ".join(shown(record).split())
    match = record.replay()
    for at in range(len(match.log)):
        for event in match.events_of(at, OPEN):
            if event.key != "turn":
                said = match.setting.game.say(match.setting.components, event)
                assert said.split()[-1] in text
    assert text.count("The game is over") == 2  # in the story, and below the last position
    assert f"After {len(record.moves)} of" in text


def test_walking(monkeypatch: pytest.MonkeyPatch, record: Record) -> None:
    last = len(record.moves)
    lines = ["", "n", "b", "40", "b", str(last), "n", "0", "b", "zebra", str(last + 1), "q", "n"]
    places = [0, 1, 2, 1, 40, 39, last, 0]
    assert walked(monkeypatch, record, *lines) == [f"After {at} of {last}" for at in places]
    assert walked(monkeypatch, record, at=7) == [f"After 7 of {last}"]  # the end of input ends it


def test_walking_to_the_next_scoring(monkeypatch: pytest.MonkeyPatch, record: Record) -> None:
    headings = walked(monkeypatch, record, *["e"] * 200)
    match = record.replay()
    for heading in headings[1:]:
        at = int(heading.split()[1])
        keys = {event.key for event in match.events_of(at - 1, OPEN)}
        assert keys & {"alley_scored", "district_marked", "game_over"}
    assert len(headings) > 5


def test_a_record_that_goes_wrong_is_drawn_up_to_there(record: Record) -> None:
    wrong = Record(record.setting, record.opening, [*record.moves[:9], (0, "lord")])
    assert "After 9 of 10" in shown(wrong, 9)
    with pytest.raises(BadRecord):
        shown(wrong)


def test_secrets_stay_secret() -> None:
    setting = piazzetta.game("viaggiatore", players=2)
    record = Record.from_log(setting, random_game(setting, 3, 0), None)
    bid = next(at for at, (seat, move) in enumerate(record.moves) if seat == 0 and move.startswith("bid "))
    card = record.moves[bid][1].split()[1]
    assert f"Red: bid {card}" in shown(record, bid + 1)
    assert f"card {card}" in shown(record, bid + 1, viewer=0)
    text = shown(record, bid + 1, viewer=1)
    assert "Red lays a card face down." in text
    assert f"bid {card}" not in text


def test_dealt_cards_are_before_the_first_move() -> None:
    setting = piazzetta.game("viaggiatore", players=2)
    record = Record.from_log(setting, random_game(setting, 3, 0), None)
    assert f"After 0 of {len(record.moves)} moves" in shown(record, 0)
    assert "may call an auction" in shown(record, 0)
