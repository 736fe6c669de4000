"""A program as a bot: the protocol, what it receives, and what happens when it breaks."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import piazzetta
from piazzetta import BadInput
from piazzetta.arena import Entry, play, read_entries
from piazzetta.arena.program import Forfeit, Program, _running

pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "examples" / "own_bot.py"


def program(folder: Path, answer: str, seconds: float = 300.0) -> list[Entry]:
    """An arena of easy against a program that answers a message ``m`` with the given expression."""
    file = folder / "bot.py"
    file.write_text(
        "import json, sys, time, os\n"
        "log = open(sys.argv[1], 'a')\n"
        "for line in sys.stdin:\n"
        "    log.write(line); log.flush()\n"
        "    m = json.loads(line)\n"
        "    if m['type'] == 'game': print('ready', flush=True)\n"
        f"    elif m['type'] == 'move': print({answer}, flush=True)\n"
    )
    command = f"mine={sys.executable} {file} {folder / 'log'}"
    return read_entries(["easy", "mine"], [command], seconds=seconds)


def messages(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "log").read_text().splitlines()]


def test_the_example_is_short_and_plays_both_games() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 40
    for name in ("portobello", "viaggiatore"):
        entries = read_entries(["random", "mine"], [f"mine={sys.executable} {EXAMPLE}"])
        result = play(piazzetta.game(name), entries, games=4)
        assert result.bots[1].forfeited == 0
        assert result.bots[1].decisions > 10
    assert not _running  # stopped with the arena


def test_the_same_seed_plays_the_same_game_with_a_program() -> None:
    entries = read_entries(["random", "mine"], [f"mine={sys.executable} {EXAMPLE}"])
    results = [play(piazzetta.game("viaggiatore"), entries, games=2, seed=3) for _ in range(2)]
    assert results[0].bots[1].points == results[1].bots[1].points


def test_a_program_is_told_what_happens_and_nothing_secret(tmp_path: Path) -> None:
    play(piazzetta.game("viaggiatore"), program(tmp_path, "m['legal'][0]"), games=2)
    told = messages(tmp_path)
    assert [message["type"] for message in told].count("game") == 2  # one process for both games
    assert told[0]["protocol"] == 1
    assert "dealt" not in told[0]["setting"]
    assert told[-1]["type"] == "over"
    seat = told[0]["seat"]
    for message in told:
        for mover, text in message.get("moves", []):
            if mover not in (seat, -1):
                assert text is None or not text.startswith(("bid", "bluff"))
        if message["type"] == "game":
            seat = message["seat"]
        if "view" in message and message["type"] == "move":
            assert message["view"]["viewer"] == seat
            assert message["view"]["seats"][1 - seat]["hand"] is None
    first = next(message for message in told if message["type"] == "move")
    cards = [text for mover, text in first["moves"] if mover == -1]
    assert len(cards) == 10
    assert cards.count(None) == 5  # the opponent's hand


def test_a_program_can_follow_an_open_game_move_by_move(tmp_path: Path) -> None:
    play(piazzetta.game("portobello"), program(tmp_path, "m['legal'][-1]"), games=1)
    told = messages(tmp_path)
    end = next(place for place, message in enumerate(told) if message["type"] == "over")
    match = piazzetta.game("portobello").start(dealer=None, seed=0)
    match = piazzetta.Match(piazzetta.game("portobello"))
    for message in told[1 : end + 1]:
        for seat, text in message["moves"]:
            match.play(text, seat)
        if message["type"] == "move":
            assert list(match.legal_moves) == message["legal"]
    assert match.scores == told[end]["result"]["scores"]


@pytest.mark.parametrize(
    ("answer", "seconds", "why"),
    [
        ("'fly'", 10, "it answered 'fly': “fly” is not a move of this game"),
        ("'end'", 10, "it answered 'end'"),
        ("''", 10, "it answered ''"),
        ("sys.exit('out of ideas')", 10, "it ended with status 1: out of ideas"),
        ("time.sleep(60)", 0.2, "it did not answer within 0.2 s"),
        ("os.close(1)", 10, "it "),
    ],
)
def test_a_program_that_breaks_the_rules_loses_the_game(tmp_path: Path, answer: str, seconds: float, why: str) -> None:
    result = play(piazzetta.game("portobello"), program(tmp_path, answer, seconds), games=2, folder=tmp_path / "out")
    easy, mine = result.bots
    assert mine.forfeited == 2
    assert mine.forfeits[0].startswith(why)
    assert easy.wins.value == 1
    assert easy.rating.value > 0
    for line in (tmp_path / "out" / "games.jsonl").read_text().splitlines():
        piazzetta.Record.loads(line).verify()  # an unfinished game, valid as far as it goes


def test_in_a_forfeited_game_of_four_the_others_share_the_win(tmp_path: Path) -> None:
    result = play(piazzetta.game("portobello", players=4), program(tmp_path, "'fly'"), games=6)
    easy, mine = result.bots
    assert easy.wins.value == pytest.approx(2 / 3)
    assert mine.wins.value == pytest.approx(1 / 3)  # its other seat


def test_a_program_that_never_works_stops_the_arena(tmp_path: Path) -> None:
    for command, sentence in (
        ("/nowhere/at-all", "mine: '/nowhere/at-all' cannot be started"),
        (f"{sys.executable} -c 'print(1)'", "does not speak the arena's protocol: it answered '1'"),
        (f"{sys.executable} -c 'import sys; sys.exit(3)'", "it ended with status 3"),
        ("'unclosed", "cannot be started"),
    ):
        with pytest.raises(BadInput, match=sentence):
            play(piazzetta.game("portobello"), read_entries(["easy", "mine"], [f"mine={command}"]), games=2)
    assert not _running


def test_what_a_program_said_before_it_ended_is_still_its_answer() -> None:
    mine = Program("mine", f"{sys.executable} -c 'print(1)'")
    mine._process.wait()
    assert not mine.tell({"type": "game"})
    assert mine.answer(60) == "1"
    with pytest.raises(Forfeit, match="it ended with status 0"):
        mine.answer(60)
    mine.close()
