"""Games of the judge in portions, as a cluster plays them: the same games, figures and bytes as in one process.

``tests/arena/test_ray.py`` has the same on a real cluster.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import piazzetta
from piazzetta.arena.pools import Pool
from piazzetta.bots.network.play import PART, play
from piazzetta.judge.crew import Crew, PoolCrew, Wish
from piazzetta.workshop.aim import Aim
from piazzetta.workshop.improve import improve
from piazzetta.workshop.judge import judge
from piazzetta.workshop.measure import SmallNetwork
from piazzetta.workshop.search import Plan
from piazzetta.workshop.trials import bars_of, rungs_of
from tests.terminal.test_cli import run

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def crew() -> Iterator[Crew]:
    with PoolCrew(Pool(ThreadPoolExecutor(2), 2, 8)) as found:
        yield found


def test_portions_are_the_same_games(crew: Crew) -> None:
    setting = piazzetta.game("viaggiatore", players=3)
    rungs, (_, alone) = rungs_of(setting), bars_of(setting, "bid")
    wishes = [
        Wish(setting, 2 * PART + 5, 7, logged=PART + 3),
        Wish(setting, 4, 8, rungs[0].lineups),
        Wish(setting, PART + 1, 7, alone.lineups, np.array(alone.barred, np.uint8)),
    ]
    told: list[int] = []
    for wish, there in zip(wishes, crew.each(wishes, told.append), strict=True):
        here = play(*wish[:3], lineups=wish.lineups, barred=wish.barred, logged=wish.logged)
        assert here.states.tobytes() == there.states.tobytes()
        assert here.facts.tobytes() == there.facts.tobytes()
        assert here.points.tolist() == there.points.tolist()
        assert here.won.tolist() == there.won.tolist()
        assert here.uses.tolist() == there.uses.tolist()
        assert [(log.tolist(), points.tolist()) for log, points in here.logs] == [
            (log.tolist(), points.tolist()) for log, points in there.logs
        ]
    assert sum(told) == sum(wish.games for wish in wishes)


def test_a_verdict_in_portions_is_the_same(crew: Crew) -> None:
    setting, steps = piazzetta.game("viaggiatore", players=2), []
    here = judge(setting, 40, 3, against=setting, progress=lambda done, total: steps.append(done / total))
    there = judge(setting, 40, 3, against=setting, crew=crew)
    assert json.dumps(here.to_json()) == json.dumps(there.to_json())
    assert steps == sorted(steps)
    assert steps[-1] == 1


def test_a_search_in_portions_is_the_same(crew: Crew) -> None:
    setting, plan = piazzetta.game("viaggiatore", players=2), Plan(games=48, batch=6, candidates=4)
    here = improve(setting, Aim(), plan, 2)
    there = improve(setting, Aim(), plan, 2, plays=SmallNetwork(crew))
    assert json.dumps(here.to_json()) == json.dumps(there.to_json())
    assert here.components.to_json() == there.components.to_json()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["judge", "portobello", "--on", "spark"], "--on takes ray or ray://HOST:PORT, not 'spark'"),
        (["improve", "portobello", "--on", "spark"], "--on takes ray or ray://HOST:PORT, not 'spark'"),
        (["improve", "portobello", "--on", "ray", "--judge", "x.pt"], "--on is for the games of the small network"),
    ],
)
def test_a_wrong_place_is_refused_in_a_sentence(arguments: list[str], why: str) -> None:
    done = run("workshop", *arguments)
    assert done.returncode == 2
    assert why in " ".join(done.stderr.replace("│", " ").split())
