"""One way to play many games: whoever plays and wherever, the same games, figures and bytes.

``tests/arena/test_ray.py`` has the same on a real cluster.
"""

from __future__ import annotations

import json
import multiprocessing
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import piazzetta
from piazzetta import Setting
from piazzetta.arena import Entry
from piazzetta.arena.play import Place, Players, Run, play, play_each
from piazzetta.arena.players import NetworkPlayers, QuickPlayers, RandomPlayers, SeatedBots
from piazzetta.arena.pools import Pool, open_pool
from piazzetta.bots.policy import PART
from piazzetta.games.registry import NAMES
from piazzetta.workshop.aim import Aim
from piazzetta.workshop.improve import improve
from piazzetta.workshop.judge import judge
from piazzetta.workshop.search import SearchPlan
from piazzetta.workshop.trials import bars_of, rungs_of
from tests.terminal.test_cli import run

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def elsewhere() -> Iterator[Place]:
    """A place whose workers get settings as text, as in other processes."""
    with Place() as found:
        found._pool = Pool(ThreadPoolExecutor(2), 2, 8)
        yield found


def test_portions_are_the_same_games(elsewhere: Place) -> None:
    setting = piazzetta.game("viaggiatore", players=3)
    rungs, (_, alone) = rungs_of(setting), bars_of(setting, "bid")
    runs = [
        Run(setting, NetworkPlayers(setting.game, logged=PART + 3), 2 * PART + 5, 7),
        Run(setting, NetworkPlayers(setting.game, rungs[0].lineups), 4, 8),
        Run(setting, NetworkPlayers(setting.game, alone.lineups, np.array(alone.barred, np.uint8)), PART + 1, 7),
    ]
    told: list[int] = []
    for run_, there in zip(runs, play_each(runs, elsewhere, told.append), strict=True):
        here = play(*run_)
        for name in ("states", "facts", "points", "won", "uses"):
            assert getattr(here, name).tobytes() == getattr(there, name).tobytes(), name
        assert [(log.tolist(), points.tolist()) for log, points in here.logs or ()] == [
            (log.tolist(), points.tolist()) for log, points in there.logs or ()
        ]
    assert sum(told) == sum(one.games for one in runs)


def test_a_verdict_in_portions_is_the_same(elsewhere: Place) -> None:
    setting, steps = piazzetta.game("viaggiatore", players=2), []
    here = judge(setting, 40, 3, against=setting, progress=lambda done, total: steps.append(done / total))
    there = judge(setting, 40, 3, against=setting, place=elsewhere)
    assert json.dumps(here.to_json()) == json.dumps(there.to_json())
    assert steps == sorted(steps)
    assert steps[-1] == 1


def test_a_search_in_portions_is_the_same(elsewhere: Place) -> None:
    setting, plan = piazzetta.game("viaggiatore", players=2), SearchPlan(games=48, batch=6, candidates=4)
    here = improve(setting, Aim(), plan, 2)
    there = improve(setting, Aim(), plan, 2, place=elsewhere)
    assert json.dumps(here.to_json()) == json.dumps(there.to_json())
    assert here.components.to_json() == there.components.to_json()


def every_kind(setting: Setting) -> list[Players]:
    entries = [Entry("easy", "easy"), Entry("random", "random")]
    return [RandomPlayers(setting), QuickPlayers(), NetworkPlayers(setting.game), SeatedBots(entries)]


def test_an_interrupted_place_ends_its_own_workers_and_nobody_elses() -> None:
    bystander = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(300,))
    bystander.start()
    place = Place(workers=1)
    place._pool = open_pool(1)
    try:
        place._pool.executor.submit(time.sleep, 300)
        (own,) = set(multiprocessing.active_children()) - {bystander}
        place.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
        own.join(30)
        assert own.exitcode is not None
        assert bystander.is_alive()
    finally:
        bystander.terminate()
        bystander.join(30)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_depends_only_on_its_number_and_seed(name: str) -> None:
    """Whoever plays: game 5 is the same after others and by itself, no two games are alike, nor is another seed's."""
    setting = piazzetta.game(name, players=2)
    for players in every_kind(setting):
        several = players.play(setting, 2, 4, 3)
        alone = players.play(setting, 5, 1, 3)
        assert several.points[3].tolist() == alone.points[0].tolist(), players.name
        assert several.won.sum(axis=1).min() >= 1
        games = play(setting, players, 6, 3, on=Place(workers=1))
        assert games.points[2:].tolist() == several.points.tolist(), players.name
        assert len({tuple(row) for row in games.points.tolist()}) > 3, players.name
        assert play(setting, players, 6, 4, on=Place(workers=1)).points.tolist() != games.points.tolist()


def test_lots_of_a_fair_start_are_drawn_game_by_game_whoever_plays() -> None:
    setting = piazzetta.game("viaggiatore", players=2, rules={"handicap": "fair"})
    count = 12
    lots = [setting.of_game(5, number) for number in range(count)]
    assert len({one.given for one in lots}) > 1
    for players in every_kind(setting):
        drawn = players.play(setting, 0, count, 5)
        for number, own in enumerate(lots):
            one = players.play(own, number, 1, 5)
            assert drawn.points[number].tolist() == one.points[0].tolist(), players.name


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["judge", "portobello", "--on", "spark"], "--on takes ray or ray://HOST:PORT, not 'spark'"),
        (["improve", "portobello", "--on", "spark"], "--on takes ray or ray://HOST:PORT, not 'spark'"),
        (["improve", "portobello", "--on", "ray", "--network", "x.pt"], "--on is for the games of the small network"),
    ],
)
def test_a_wrong_place_is_refused_in_a_sentence(arguments: list[str], why: str) -> None:
    done = run("workshop", *arguments)
    assert done.returncode == 2
    assert why in " ".join(done.stderr.replace("│", " ").split())
