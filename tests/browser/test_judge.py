"""The page's judge tells the same as the command line's: the same games, figures, intervals, uses and differences."""

from __future__ import annotations

import json
from typing import Any

import pytest

import piazzetta
from piazzetta import Setting
from piazzetta.bots.knowledge import network_digest
from piazzetta.bots.network.play import play
from piazzetta.games.registry import find_game, workbench
from piazzetta.workshop.measure import tally_of
from piazzetta.workshop.tally import Tally
from piazzetta.workshop.verdict import verdict_on
from tests.browser.engine import Host

pytestmark = pytest.mark.compiled_only
GAMES = 8


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
        tally = tally_of(play(setting, GAMES, seed=1, logged=GAMES // 2), there)
        there = tally.rows
        wanted = told(setting, tally)
        assert verdict == near(wanted, verdict)
        assert set(verdict) == set(wanted)
    assert given[1]["changes"]["rounds"]["difference"][2] > given[1]["changes"]["rounds"]["difference"][1]
