"""The workshop's commands: files, reports, the shelf, and one clear sentence for bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import piazzetta
from piazzetta.games.registry import NAMES, find_game, shelf
from piazzetta.tables.viewers.catalogue import games
from tests.terminal.test_cli import run

pytestmark = pytest.mark.compiled_only


def test_from_a_seed_to_a_report(tmp_path: Path) -> None:
    file, picture = tmp_path / "map.json", tmp_path / "map.svg"
    done = run("workshop", "generate", "portobello", "--seed", "7", "--out", str(file), "--picture", str(picture))
    assert done.returncode == 0, done.stderr
    assert "squares" in done.stdout
    assert picture.read_text().startswith("<svg")
    assert run("board", "check", str(file)).returncode == 0
    page = tmp_path / "verdict.html"
    options = ["--games", "4", "--brief", "--against", "portobello"]
    done = run("workshop", "judge", str(file), *options, "--html", str(page))
    assert done.returncode == 0, done.stderr
    assert "Map 7" in done.stdout
    assert "Map 7" in page.read_text()
    verdict = json.loads(run("workshop", "judge", str(file), *options, "--json").stdout)
    assert verdict["name"] == "Map 7"
    assert verdict["against"] == "the board of Portobello Market"


def test_a_deck_by_its_frame(tmp_path: Path) -> None:
    file = tmp_path / "deck.json"
    done = run("workshop", "generate", "viaggiatore", "--cards", "40", "--bids", "10,10,10,10", "--out", str(file))
    assert done.returncode == 0, done.stderr
    assert "objects by kind: clothes: 25, hats: 25, shoes: 25, accessories: 25" in done.stdout
    better = tmp_path / "better.json"
    done = run("workshop", "improve", str(file), "--games", "16", "--batch", "2", "--out", str(better))
    assert done.returncode == 0, done.stderr
    assert run("deck", "check", str(better)).returncode == 0
    assert (tmp_path / "better.journal.jsonl").exists()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["judge", "nowhere.json"], "nowhere.json cannot be read"),
        (["judge", "{broken}"], "is not JSON"),
        (["judge", "{number}"], "neither a board nor a deck"),
        (["judge", "{empty}"], "has no squares"),
        (["judge", "portobello", "--players", "5"], "2 to 4 players"),
        (["judge", "portobello", "--edition", "xx"], "no edition"),
        (["judge", "portobello", "--games", "1"], "at least 2"),
        (["judge", "portobello", "--against", "viaggiatore"], "is for Il Commercio Viaggiatore"),
        (["judge", "portobello", "--bot", "genius"], "unknown bot 'genius'"),
        (["judge", "portobello", "--bot", "hard", "--network", "net.pt"], "give one of them"),
        (["judge", "portobello", "--bot", "hard", "--html", "page.html"], "only tell who won"),
        (["improve", "portobello", "--games", "5"], "at least 800"),
        (["generate", "portobello", "--cards", "40"], "not by cards"),
        (["generate", "viaggiatore", "--bids", "1,2"], "add up to 96"),
        (["generate", "viaggiatore", "--bids", "a"], "whole numbers such as"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(arguments: list[str], why: str, tmp_path: Path) -> None:
    contents = {"broken": "{", "number": "7", "empty": "{}"}
    for name, text in contents.items():
        (tmp_path / name).write_text(text)
    given = [argument.format(**{name: tmp_path / name for name in contents}) for argument in arguments]
    done = run("workshop", *given, *(["--out", str(tmp_path / "out.json")] if given[0] == "improve" else []))
    assert done.returncode == 2
    assert why in " ".join(done.stderr.replace("│", " ").split())


def test_a_bot_that_thinks_ahead_makes_sure() -> None:
    plain = run("workshop", "judge", "viaggiatore", "--players", "3", "--games", "2", "--brief")
    assert "piazzetta workshop judge viaggiatore --players 3 --bot master --games 400" in plain.stdout
    sure = run("workshop", "judge", "viaggiatore", "--players", "3", "--games", "3", "--bot", "expert", "--json")
    found = json.loads(sure.stdout)
    assert (found["judge"], found["games"]) == ("expert", 3)
    assert sum(value for value, _, _ in found["wins"]) >= 1 - 1e-9


def test_the_shelf_is_listed_everywhere() -> None:
    listed = json.loads(run("workshop", "shelf", "--json").stdout)
    assert "players" in run("workshop", "shelf").stdout
    for card in games()["games"]:
        assert [one["name"] for one in card["shelf"]] == [one["name"] for one in listed[card["name"]]]
    assert len(listed["portobello"]) >= 6
    assert len(listed["viaggiatore"]) >= 3
    seats = {count for one in shelf("portobello") for count in one.players}
    assert seats == {2, 3, 4}


@pytest.mark.parametrize("one", [one for name in NAMES for one in shelf(name)], ids=lambda one: one.key)
def test_everything_on_the_shelf_can_be_played(one: object) -> None:
    from piazzetta.games.listing import Shelved

    assert isinstance(one, Shelved)
    game = find_game(one.game)
    components = game.read_components(one.source)
    assert components.to_file() == one.source, "written as the package writes it"
    for players in one.players:
        own = {game.components_key: components}
        match = piazzetta.game(one.game, players=players, **own).start(seed=1)  # type: ignore[arg-type]
        while not match.over:
            match.play(match.legal_moves.actions[0])
        piazzetta.Record.of(match).verify()


def test_maps_on_the_shelf_are_named_with_care() -> None:
    for one in shelf("portobello"):
        for kind in ("squares", "alleys", "districts"):
            names = [place["name"] for place in one.source[kind].values()]
            assert len(set(names)) == len(names), f"{one.key}: two {kind} of one name"
            assert not set(names) & set(one.source[kind]), f"{one.key}: {kind} without a name"
