"""A whole arena: legal games, the same chance for all seatings, and nothing lost to an interruption."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import piazzetta
from piazzetta import BadInput, Record
from piazzetta.arena import Entry, Summary, play, read_entries
from piazzetta.arena.reports.arena import arena_report
from piazzetta.arena.store import Store
from piazzetta.bots import Position
from piazzetta.tables.sources import point_sources, source_names
from tests.settings import label, some_settings

pytestmark = pytest.mark.compiled_only

TWO = [Entry("easy", "easy"), Entry("random", "random")]


def timeless(result: Summary) -> dict[str, Any]:
    """A result without measured times."""
    data = json.loads(json.dumps(result.to_json()))
    for bot in data["bots"]:
        for key in [key for key in bot if key.startswith("seconds")]:
            del bot[key]
    return data


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]


def test_games_are_records_that_verify(tmp_path: Path) -> None:
    result = play(piazzetta.game("portobello", players=3), TWO, games=4, folder=tmp_path)
    assert result.games == 12  # two line-ups (by who has two seats), three orders each, twice
    assert len(lines(tmp_path)) == 12
    for line in lines(tmp_path):
        Record.loads(json.dumps(line)).verify()


def test_the_same_chance_for_every_seating_of_a_block(tmp_path: Path) -> None:
    play(piazzetta.game("viaggiatore", players=2), TWO, games=6, folder=tmp_path)
    dealt: dict[int, list[Any]] = {}
    for line in lines(tmp_path):
        dealt.setdefault(line["arena"]["block"], []).append(line["dealt"])
    assert all(first == second for first, second in dealt.values())
    assert dealt[0] != dealt[1]


def test_interrupted_and_resumed_is_the_same_as_uninterrupted(tmp_path: Path) -> None:
    setting = piazzetta.game("viaggiatore", players=3, rules={"target": 1})
    whole = play(setting, TWO, games=6, seed=5, folder=tmp_path / "whole")

    class Stop(Exception):
        pass

    def stop(done: int, total: int) -> None:
        if done == 5:
            raise Stop

    with pytest.raises(Stop):
        play(setting, TWO, games=6, seed=5, folder=tmp_path / "parts", progress=stop)
    file = tmp_path / "parts" / "games.jsonl"
    assert len(file.read_bytes().splitlines()) == 5
    with file.open("ab") as torn:  # the machine crashed while writing a line
        torn.write(file.read_bytes().splitlines()[0][:300])
    seen: list[int] = []
    again = play(
        setting, TWO, games=6, seed=5, folder=tmp_path / "parts", progress=lambda done, total: seen.append(done)
    )
    assert seen[0] == 5
    assert timeless(again) == timeless(whole)
    assert timeless(play(setting, TWO, games=6, seed=5)) == timeless(whole)


def test_worker_processes_play_the_same_games(tmp_path: Path) -> None:
    setting = piazzetta.game("viaggiatore", edition="it", rules={"ending": "round"})
    assert timeless(play(setting, TWO, games=8, workers=2)) == timeless(play(setting, TWO, games=8))


def test_bots_and_games_can_be_added_later(tmp_path: Path) -> None:
    setting = piazzetta.game("viaggiatore")
    play(setting, TWO, games=2, folder=tmp_path)
    more = [*TWO, Entry("random 2", "random")]
    counts: list[tuple[int, int]] = []
    result = play(setting, more, games=4, folder=tmp_path, progress=lambda *count: counts.append(count))
    assert counts[0] == (2, 12)
    assert timeless(result) == timeless(play(setting, more, games=4))


def test_a_folder_holds_one_arena(tmp_path: Path) -> None:
    play(piazzetta.game("viaggiatore"), TWO, games=2, folder=tmp_path)
    with pytest.raises(BadInput, match="another game, number of players or rules"):
        play(piazzetta.game("viaggiatore", players=3), TWO, games=2, folder=tmp_path)
    with pytest.raises(BadInput, match="another seed"):
        play(piazzetta.game("viaggiatore"), TWO, games=2, folder=tmp_path, seed=1)
    with pytest.raises(BadInput, match="'easy' was another bot"):
        play(piazzetta.game("viaggiatore"), [Entry("easy", "random")], games=2, folder=tmp_path)
    (tmp_path / "games.jsonl").write_text('{"no": "game"}\n')
    with pytest.raises(BadInput, match="line 1 is not a game"):
        play(piazzetta.game("viaggiatore"), TWO, games=2, folder=tmp_path)
    (tmp_path / "arena.json").write_text("[]")
    with pytest.raises(BadInput, match="not the head of an arena"):
        play(piazzetta.game("viaggiatore"), TWO, games=2, folder=tmp_path)
    (tmp_path / "arena.json").unlink()
    with pytest.raises(BadInput, match=r"no arena\.json"):
        Store(tmp_path, {}, {})


def test_random_against_random_is_even() -> None:
    result = play(piazzetta.game("portobello"), read_entries(["random", "random"]), games=60)
    first, second = result.bots
    assert first.rating.low < 0 < first.rating.high
    assert first.wins.low < 0.5 < first.wins.high
    assert first.wins.value + second.wins.value == pytest.approx(1)
    pair = result.pair("random", "random 2")
    assert pair is not None
    assert pair.games == 60


def test_easy_beats_random_in_portobello() -> None:
    result = play(piazzetta.game("portobello"), TWO, games=20)
    assert result.bots[0].rating.low > 0
    assert result.bots[0].wins.low > 0.5


@pytest.mark.parametrize("setting", some_settings(6), ids=label)
def test_sources_add_up_to_the_score(setting: piazzetta.Setting) -> None:
    match = setting.start(seed=11)
    entry = Entry("easy", "easy")
    player = entry.player(setting, 0, 0, seed=3)
    while not match.over:
        match.play(player.choose(match))
    for tally, score in zip(point_sources(match), match.scores, strict=True):
        assert sum(tally.values()) == score
        assert tuple(tally) == source_names(setting.game)


def test_the_report_shows_everything_and_fetches_nothing() -> None:
    result = play(piazzetta.game("portobello", players=2), read_entries(["easy", "random", "random"]), games=4)
    text = arena_report(result, "piazzetta arena portobello --bots '<easy>'")
    for words in ("Ratings", "Cross table", "Points", "Where points come from", "districts", "tolls", "Seats",
                  "Time per move", "random 2", "12 games of Portobello Market with 2", "&lt;easy&gt;"):  # fmt: skip
        assert words in text
    assert text.count("<svg") == 5
    assert "http" not in text
    assert "nan" not in text
    alone = arena_report(play(piazzetta.game("viaggiatore", players=5), [TWO[0]], games=2), "")
    assert "easy plays itself" in alone
    assert "accessories" in alone


def random_maker(setting: piazzetta.Setting, seed: int) -> Any:
    """A bot made by a function: it plays the last legal move."""

    class Last:
        name = "last"

        def choose(self, position: Position) -> int:
            return position.legal()[-1]

    return Last()


def test_a_function_can_make_a_bot() -> None:
    entries = read_entries(["random", "last"], python=["last=tests.arena.test_play:random_maker"])
    assert play(piazzetta.game("viaggiatore"), entries, games=2).games == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((["clever"],), "unknown bot 'clever'; choose from random, easy, medium, hard, expert, master"),
        (([],), "name the bots that take part"),
        ((["mine"], ["mine"]), "--program takes NAME=COMMAND"),
        ((["easy"], ["easy=cat"]), "the name 'easy' is already taken"),
        ((["easy"], ["mine=cat"]), "'mine' is defined but does not take part"),
        ((["mine"], [], ["mine=nowhere:make"]), "is no MODULE:FUNCTION that can be loaded"),
        ((["easy"], [], [], 0), "up to 3600 seconds"),
    ],
)
def test_bad_entries_are_refused(arguments: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        read_entries(*arguments)


def test_bad_numbers_are_refused() -> None:
    with pytest.raises(BadInput, match="games must be at least 1"):
        play(piazzetta.game("portobello"), TWO, games=0)
    with pytest.raises(BadInput, match="workers must be"):
        play(piazzetta.game("portobello"), TWO, games=1, workers=0)
    with pytest.raises(BadInput, match="its own name"):
        play(piazzetta.game("portobello"), [TWO[0], TWO[0]], games=1)
    with pytest.raises(BadInput, match="10,000,000 is the limit"):
        play(piazzetta.game("portobello"), TWO, games=10**8)
