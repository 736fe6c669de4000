"""The page's workshop draws the same random maps and decks as Python, finds the same faults, and judges alike: the same
games, figures, intervals, uses and differences."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

import piazzetta
from piazzetta import Setting
from piazzetta.arena.players import NetworkPlayers
from piazzetta.bots.knowledge import network_digest
from piazzetta.errors import Fault
from piazzetta.games.portobello.board import Board
from piazzetta.games.portobello.workbench import drawn
from piazzetta.games.registry import find_game, workbench
from piazzetta.games.viaggiatore.deck import Deck
from piazzetta.games.viaggiatore.workbench import drawn as deck
from piazzetta.games.viaggiatore.workbench import totals
from piazzetta.workshop.aim import Aim
from piazzetta.workshop.fair_start import fair_start
from piazzetta.workshop.improve import improve
from piazzetta.workshop.search import SearchPlan
from piazzetta.workshop.strategy import Evolution
from piazzetta.workshop.tally import Tally, tally_of
from piazzetta.workshop.trials import Trial, bars_of, holds, is_rare, restriction, rung, rungs_of, used_of, words_of
from piazzetta.workshop.verdict import verdict_on
from tests.browser.engine import Host
from tests.played import network_games
from tests.portobello.test_board_refused import REFUSALS

GAMES = 8  # of the judge


def _play(file: dict[str, Any]) -> Any:
    """What matters to play: coordinates come from cosines, whose last digits depend on the machine."""
    return Board.read(file).to_json()


def test_random_maps_are_the_same(host: Host) -> None:
    frames = [(seed, None if seed % 2 else 5 + seed % 12, 2 + seed % 3) for seed in range(0, 40, 3)] + [(2**40, 9, 3)]
    steps: list[list[Any]] = [["drawn", "portobello", *frame] for frame in frames]
    for frame, given in zip(frames, host.ask(host.new_table(), steps), strict=True):
        wanted = drawn(*frame)
        assert _play(given) == wanted.to_json()
        assert given["name"] == wanted.name


def test_faults_name_the_same_places(host: Host) -> None:
    seen = set()
    for rule, (source, _) in REFUSALS.items():
        if rule in ("value 1.0", "value huge"):  # JSON knows neither
            continue
        try:
            Board.read(source)
        except Fault as fault:
            (given,) = host.ask(host.new_table(), [["checked", "portobello", source]])
            assert given["fault"] == {"key": fault.key, "params": fault.params, "sentence": str(fault)}
            seen.add(fault.key)
        except ValueError:
            pass
    assert len(seen) > 15


def test_a_valid_map_comes_back_as_its_file(host: Host) -> None:
    board = Board.default()
    (given,) = host.ask(host.new_table(), [["checked", "portobello", board.to_file()]])
    assert json.loads(given.pop("plays")) == board.to_json()
    assert given == {"file": board.to_file(), "differences": [], "totals": None}


def test_a_deck_is_counted_and_checked_alike(host: Host) -> None:
    ours = Deck.default()
    (given,) = host.ask(host.new_table(), [["checked", "viaggiatore", ours.to_file()]])
    assert given["totals"] == totals(ours)
    cards = ours.to_json()
    for spoilt in (cards[:9], cards + cards[:1], [card | {"shop": [None] * 4} for card in cards]):
        with pytest.raises(Fault) as fault:
            Deck.read(spoilt)
        (given,) = host.ask(host.new_table(), [["checked", "viaggiatore", spoilt]])
        wanted = {"key": fault.value.key, "params": fault.value.params, "sentence": str(fault.value)}
        assert given["fault"] == wanted


def test_random_decks_are_the_same(host: Host) -> None:
    frames: list[Any] = [
        [],
        [60],
        [96, [24, 24, 24, 24], None, None, [96, 0, 0, 0]],
        [40, [10, 20, 5, 5], [40, 0, 0, 0], None, [10, 10, 20, 30]],
    ]
    steps = [["drawn", "viaggiatore", 3 + number, *frame] for number, frame in enumerate(frames)]
    for number, given in enumerate(host.ask(host.new_table(), steps)):
        assert given == deck(3 + number, *frames[number]).to_file()


def near(wanted: Any, given: Any) -> Any:
    """The same up to the order in which sums were taken."""
    if isinstance(wanted, dict):
        return {key: near(value, given[key]) for key, value in wanted.items()}
    if isinstance(wanted, list):
        return [near(value, given[place]) for place, value in enumerate(wanted)]
    return pytest.approx(wanted, abs=1e-9) if isinstance(wanted, float) else wanted


def told(setting: Setting, tally: Tally) -> dict[str, Any]:
    name = setting.game.name
    uses = workbench(name).uses(setting.components, tally.games, tally.held, tally.actions)
    found = verdict_on(setting, tally, uses, 1, network_digest(setting.game), "")
    plain: dict[str, Any] = json.loads(json.dumps(found.to_json()))
    return plain


@pytest.mark.compiled_only
@pytest.mark.parametrize(("name", "players"), [("portobello", 3), ("viaggiatore", 2)])
def test_verdicts_are_the_same(name: str, players: int, host: Host) -> None:
    key = find_game(name).components_key
    versions = [workbench(name).draw(seed, {}) for seed in (1, 2)]
    charts = [version.to_file() for version in versions]
    (given,) = host.ask(host.new_table(), [["judged", name, charts, players, GAMES, 2]])
    there = None
    for version, verdict in zip(versions, given, strict=True):
        own: dict[str, Any] = {key: version}
        setting = piazzetta.game(name, players=players, **own)
        tally = tally_of(setting, network_games(setting, GAMES, seed=1, logged=GAMES // 2), there)
        there = tally.rows
        wanted = told(setting, tally)
        assert verdict == near(wanted, verdict)
        assert set(verdict) == set(wanted)
    assert given[1]["changes"]["rounds"]["difference"][2] > given[1]["changes"]["rounds"]["difference"][1]


@pytest.mark.compiled_only
@pytest.mark.parametrize(("name", "players"), [("portobello", 3), ("viaggiatore", 2)])
def test_skill_and_barred_moves_are_the_same(name: str, players: int, host: Host) -> None:
    """The page plays as many games of each trial; the command line an eighth and a quarter of the judge's."""
    setting = piazzetta.game(name, players=players)
    (given,) = host.ask(host.new_table(), [["tried", name, setting.components.to_file(), players, GAMES]])
    free = tally_of(setting, network_games(setting, GAMES, seed=1))

    def tried(trial: Trial) -> Tally:
        barred = np.array(trial.barred, np.uint8) if trial.barred else None
        return tally_of(setting, network_games(setting, GAMES, seed=1, lineups=trial.lineups, barred=barred))

    wanted: list[Any] = [asdict(rung(trial, tried(trial))) for trial in rungs_of(setting)]
    for word in words_of(setting):
        used = used_of(setting, word, free)
        nobody, alone = (tried(trial) for trial in bars_of(setting, word))
        if not is_rare(used) and holds(nobody):
            wanted.append(asdict(restriction(word, used, free.rows, nobody, alone)))
    plain = json.loads(json.dumps(wanted))
    assert [one.get("player") or one["move"] for one in given] == [one.get("player") or one["move"] for one in plain]
    assert given == near(plain, given)


@pytest.mark.compiled_only
@pytest.mark.parametrize(("name", "shape"), [("portobello", True), ("viaggiatore", False)])
def test_a_search_goes_the_same_way(name: str, shape: bool, host: Host) -> None:
    """The page's own strategy, in Python: generation by generation, and what it finds."""
    setting = piazzetta.game(name, players=2)
    plan = SearchPlan(games=36, batch=6, candidates=3, shape=shape)
    ask = {"chart": setting.components.to_file(), "players": 2, "seed": 1, "shape": shape}
    ask |= {"games": plan.games, "batch": plan.batch, "candidates": plan.candidates}
    (given,) = host.ask(host.new_table(), [["improved", name, ask]])
    wanted = improve(setting, Aim(), plan, 1, strategy=Evolution)
    assert given["stages"] == ["search", "search", "choose", "confirm"]
    assert given["steps"] == pytest.approx([step.figures.unevenness for step in wanted.steps])
    found = given["found"]
    assert found["changed"] == len(wanted.changed)
    assert found["better"] == (wanted.better and bool(wanted.changed))
    assert found["uneven"] == pytest.approx(list(wanted.uneven))
    for stage in ("before", "after"):
        assert found[stage] == near(wanted.to_json()[stage], found[stage])
    if found["better"]:
        read = setting.game.read_components
        assert read(found["chart"]).to_json() == wanted.components.to_json()


@pytest.mark.compiled_only
@pytest.mark.parametrize(("name", "players"), [("portobello", 3), ("viaggiatore", 2)])
def test_a_fair_start_is_found_the_same_way(name: str, players: int, host: Host) -> None:
    setting = piazzetta.game(name, players=players)
    ask = {"chart": setting.components.to_file(), "players": players, "games": 48, "rounds": 3}
    (given,) = host.ask(host.new_table(), [["started", name, ask, 1]])
    wanted = fair_start(NetworkPlayers(setting.game), setting, 48, 1, rounds=3)
    *rounds, confirmed = given["stages"]
    assert set(rounds) == {"search"}
    assert confirmed == "confirm"
    found = given["found"]
    assert [(one["lot"], tuple(one["points"])) for one in found["lots"]] == wanted.lots
    assert found["before"]["wins"] == pytest.approx([one.value for one in wanted.before])
    assert found["after"]["wins"] == pytest.approx([one.value for one in wanted.after])
    assert found["better"] == (wanted.better and any(any(points) for _, points in wanted.lots))
