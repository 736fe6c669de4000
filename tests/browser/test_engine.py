"""Translated tables say exactly the same as Python's."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

import piazzetta
from piazzetta import Record, Setting
from piazzetta.bots.insights.digest import digest, table_of
from piazzetta.bots.insights.report import games_of, insights
from piazzetta.games.base import OPEN, SPECTATOR
from piazzetta.games.registry import NAMES, find_game
from piazzetta.tables.viewers.moments import attempt, moment_card, moment_scene
from tests.bots.test_insights import GAMES, made_up
from tests.browser.engine import Host, Twin, compare
from tests.mistakes import judged, mistaken, searched
from tests.settings import label, some_settings
from tests.tiers import LONG, tier

SETTINGS = some_settings(2)
#: In the short tier every third setting plays to the end (most games are shorter), the others begin.
MOVES = [450 if number % 3 == 0 or LONG else 80 for number in range(len(SETTINGS))]


def twin_of(setting: Setting, rng: random.Random) -> Twin:
    given = [rng.choice([None, "", "abc", 'Zürich 🎲 "q"\n']) for _ in range(setting.players)]
    return Twin(setting, rng.randbytes(32), given)


def some_move(twin: Twin, rng: random.Random) -> str:
    """Any move text: mostly one that is illegal now, sometimes one that does not exist."""
    if rng.random() < 0.15:
        return rng.choice(["", "bild A-B@A", "tile 9", "bid", "Bobby d4", "carry 3 tram", "x" * 60, "épée"])
    return rng.choice(twin.setting.texts)


def play_some(twin: Twin, rng: random.Random, moves: int) -> None:
    """A random game of at most so many moves, with everything a table can do."""
    players = twin.setting.players
    while not twin.match.over and len(twin.match.log) < moves:
        awaited = twin.match.awaited
        seat = rng.choice(awaited)
        chance = rng.random()
        if chance < 0.06:
            twin.do("update", rng.choice([[], [0], [players - 1, 0]]), rng.randrange(twin.head))
            twin.do("update", [seat], 0, rng.random() < 0.5)
        elif chance < 0.16:
            twin.do("why", rng.choice([seat, 0]), some_move(twin, rng))
        elif chance < 0.2:
            twin.choose(some_move(twin, rng), rng.randrange(players))
        elif chance < 0.24:
            twin.do("command", "Undo", {"seat": rng.randrange(players), "at": twin.head - rng.randrange(2)}, 8)
        elif chance < 0.25:
            twin.kept()
            twin.do("reload")
        if twin.match.over or seat not in twin.match.awaited:
            continue
        before = twin.head
        twin.choose(rng.choice(list(twin.match.choices(seat))), seat)
        twin.do("update", rng.choice([[], [rng.randrange(players)]]), before)
    for yours in ([], [players - 1]):
        twin.do("update", yours)
    twin.do("card")
    twin.kept()
    for viewer in (OPEN, SPECTATOR, players - 1):
        twin.do("replay", viewer, [])


@pytest.mark.parametrize(("setting", "moves"), [*zip(SETTINGS, MOVES, strict=True)], ids=[*map(label, SETTINGS)])
def test_everything_said_in_a_game_is_the_same(setting: Setting, moves: int, host: Host) -> None:
    rng = random.Random(label(setting))
    twin = twin_of(setting, rng)
    play_some(twin, rng, moves)
    twin.compare(host)


@pytest.fixture
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only simulations count."""
    for game in map(find_game, NAMES):
        unhurried = {level: replace(budget, seconds=float("inf")) for level, budget in game.bots.budgets.items()}
        monkeypatch.setattr(type(game), "bots", replace(game.bots, budgets=unhurried))


@pytest.mark.compiled_only
@pytest.mark.usefixtures("no_clock")
@pytest.mark.parametrize(("name", "players"), [(name, n) for name in NAMES for n in find_game(name).seats])
def test_bots_choose_the_same(name: str, players: int, host: Host) -> None:
    """Every level up to hard: the quick ones start a game, which occasionally asks hard and the hint."""
    rng = random.Random(players)
    twin = twin_of(piazzetta.game(name, players=players, edition=rng.choice(list(find_game(name).editions))), rng)
    asked = 0
    while not twin.match.over and asked < tier(30, 90):
        seat = rng.choice(twin.match.awaited)
        asked += 1
        if asked % 15 == 7:
            twin.bot("hard", asked, seat)
        if asked % 30 == 11:
            twin.advice(seat, "hard")
        elif asked % 10 == 3:
            twin.advice(seat, "medium")
        twin.choose(twin.bot(rng.choice(["random", "easy", "medium"]), asked % 5, seat), seat)
    twin.compare(host)


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", NAMES)
def test_moments_and_tries_are_the_same(name: str, host: Host) -> None:
    """Every moment with all its chances; its scene, and the best, the worst and the played move tried."""
    record = mistaken(name)
    cards = [moment_card(record, moment) for moment in searched(name).found]
    steps: list[list[Any]] = [["moments", record.to_json(), 0, judged(name)]]
    expected: list[Any] = [cards]
    for card in cards:
        moves = [card["weighed"][0]["move"], card["weighed"][-1]["move"], card["move"]]
        cut = Record.loads(json.dumps(card["record"]))
        steps.append(["tries", card, moves])
        expected.append({"scene": moment_scene(cut, card), "tries": [attempt(cut, card, move) for move in moves]})
    compare(host, steps, json.loads(json.dumps(expected)))


def test_insights_are_the_same(host: Host) -> None:
    """A digest of a game whose moves were timed, and what many digests say."""
    record = mistaken("viaggiatore")
    times = [1000 * at if mover == 0 and at % 5 else None for at, (mover, _) in enumerate(record.moves)]
    given = record.to_json() | {"times": times}
    own = [(at, mover, move) for at, (mover, move) in enumerate(record.moves) if mover >= 0]
    decisions = [
        {"index": at, "seat": mover, "move": move, "best": "bluff", "gave_away": at / 700} for at, mover, move in own
    ]
    parts = {"start": 0.5, "decisions": -0.125, "luck": 0.25, "others": 0.375, "result": 1.0, "spread": 0.5}
    analysis = {
        "game": "viaggiatore",
        "players": 2,
        "level": "hard",
        "moves": len(record.moves),
        "opening": 11,
        "decisions": decisions,
        "luck": {"draws": [], "seats": [parts, parts]},
    }
    players = ["person:Anna", "bot:easy"]
    kept = digest(Record.loads(json.dumps(given)), analysis, 0, players, "t", 5)
    played = {"record": given, "analysis": analysis, "seat": 0, "players": players, "table": "t", "time": 5}
    digests = [*GAMES, made_up(20, 40, game="viaggiatore"), made_up(21, 3), kept]
    said = [insights(digests, game).to_json() for game in games_of(digests)]
    steps: list[list[Any]] = [["digest", played], ["insights", digests]]
    compare(host, steps, json.loads(json.dumps([kept, {"insights": said, "table": table_of(digests)}])))


@pytest.mark.compiled_only
@pytest.mark.usefixtures("no_clock")
@pytest.mark.parametrize("name", tier(["viaggiatore"], NAMES))
def test_an_analysis_is_the_same(name: str, host: Host) -> None:
    rng = random.Random(3)
    twin = twin_of(piazzetta.game(name, players=2), rng)
    while not twin.match.over:
        seat = twin.match.awaited[0]
        twin.choose(rng.choice(list(twin.match.choices(seat))), seat)
    twin.analyse("medium")
    twin.compare(host)
