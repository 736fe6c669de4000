"""Make it fair: a spoilt map gets better in a fixed number of games, and nothing is lost to an interruption."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from rich.console import Console

import piazzetta
from piazzetta import BadInput
from piazzetta.arena.games import Games
from piazzetta.arena.play import Place, play
from piazzetta.arena.players import NetworkPlayers
from piazzetta.games.portobello.workbench import shared_out
from piazzetta.games.registry import NAMES, find_game, workbench
from piazzetta.games.workbench import Knob
from piazzetta.terminal.workshop import improvement_table
from piazzetta.workshop.aim import Aim, Figures
from piazzetta.workshop.improve import improve
from piazzetta.workshop.search import SearchPlan, Step
from piazzetta.workshop.strategy import Evolution
from piazzetta.workshop.tally import tally_of

pytestmark = pytest.mark.compiled_only

SMALL = SearchPlan(games=48, batch=6, candidates=4)


def spoilt() -> piazzetta.Setting:
    """Two players on a map where the starter wins more than two games of three."""
    return piazzetta.game("portobello", board=workbench("portobello").draw(9, {"players": 2}))


def test_a_spoilt_map_improves_in_a_fixed_number_of_games() -> None:
    """Its 1,792 games are the same on every machine."""
    steps: list[Step] = []
    found = improve(spoilt(), Aim(), SearchPlan(games=640, batch=40, shape=True), 2, on_step=steps.append)
    assert len(steps) == 2
    assert found.before.unevenness > 0.15
    assert found.after.unevenness < found.before.unevenness - 0.04
    assert found.better
    assert found.uneven.value < 0
    assert found.changed
    assert found.components != spoilt().components


def test_the_games_are_those_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    """The bar ends at the number of games that were played, and the result tells them, with intervals."""
    played = 0

    class Counting(NetworkPlayers):
        def prepare(self, setting: piazzetta.Setting) -> None:
            """No game to load the kernels."""

        def play(self, setting: piazzetta.Setting, first: int, count: int, seed: int) -> Games:
            nonlocal played
            played += count
            return super().play(setting, first, count, seed)

    bar: list[tuple[int, int]] = []
    setting = piazzetta.game("viaggiatore", players=2)
    found = improve(
        setting,
        Aim(),
        SMALL,
        2,
        progress=lambda done, total: bar.append((done, total)),
        players=Counting(setting.game),
        place=Place(workers=1),
    )
    assert bar[-1] == (played, played)
    assert sum(found.played.values()) == played
    assert [done for done, _ in bar] == sorted(done for done, _ in bar)
    console = Console(width=80)
    console.print(improvement_table(found))
    told = " ".join(capsys.readouterr().out.split())
    assert f"= {played:,}." in told
    assert len(re.findall(r" ± |\(\S+–\S+\)|\(\S+ to \S+\)", told)) >= 3 * len(found.compared)
    for one in found.compared[:2]:
        assert one.before.low <= one.before.value <= one.before.high
        assert one.change.value == pytest.approx(one.after.value - one.before.value)


def test_the_loss_is_what_the_aim_says() -> None:
    even = Figures(10_000, (0.5, 0.5), 13.0, 15.0)
    assert even.loss(Aim()) == pytest.approx(0, abs=0.1)
    uneven = Figures(10_000, (0.6, 0.4), 13.0, 15.0)
    assert uneven.loss(Aim()) > 20
    assert even.loss(Aim(rounds=13, margin=15)) == even.loss(Aim())
    assert even.loss(Aim(rounds=10)) > even.loss(Aim(rounds=12)) > 1
    assert Figures(10, (0.6, 0.4), 13.0, 15.0).loss(Aim()) < uneven.loss(Aim())  # ten games prove little


def test_the_same_command_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    setting = piazzetta.game("viaggiatore", players=2)
    whole = improve(setting, Aim(), SMALL, 2, journal=tmp_path / "whole.jsonl")
    journal = tmp_path / "stopped.jsonl"

    def stop(step: Step) -> None:
        raise KeyboardInterrupt

    stopped = improve(setting, Aim(), SMALL, 2, journal=journal, on_step=stop)
    assert stopped.stopped
    assert len(stopped.steps) == 1
    stopped.components.check_players(2)  # the best so far, and playable
    played = len(journal.read_text().splitlines())
    resumed = improve(setting, Aim(), SMALL, 2, journal=journal)
    assert not resumed.stopped
    assert resumed.to_json() == whole.to_json()
    assert journal.read_text().splitlines()[0] == (tmp_path / "whole.jsonl").read_text().splitlines()[0]
    assert played < len(journal.read_text().splitlines())


def test_a_journal_of_another_search_is_refused(tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    setting = piazzetta.game("viaggiatore", players=2)
    improve(setting, Aim(), SMALL, 2, journal=journal)
    with pytest.raises(BadInput, match="another search"):
        improve(setting, Aim(rounds=5), SMALL, 2, journal=journal)
    journal.write_text("nonsense\n")
    with pytest.raises(BadInput, match="not the journal"):
        improve(setting, Aim(), SMALL, 2, journal=journal)


def test_too_few_games_are_refused() -> None:
    with pytest.raises(BadInput, match="at least 800"):
        improve(spoilt(), Aim(), SearchPlan(games=100))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", [False, True])
def test_knobs_at_their_ends_give_valid_maps_and_decks(name: str, shape: bool) -> None:
    game = find_game(name)
    bench, own = workbench(game.name), game.default_components()
    knobs = bench.knobs(own, shape)
    assert bench.turned(own, [knob.now for knob in knobs]).to_json() == own.to_json()
    for end in ("least", "most"):
        turned = bench.turned(own, [getattr(knob, end) for knob in knobs])
        assert game.read_components(json.loads(json.dumps(turned.to_file()))).to_json() == turned.to_json()


@pytest.mark.parametrize("worth", range(3, 20))
def test_values_are_shared_out_as_wished(worth: int) -> None:
    given = shared_out((1, 3, 2, 1), worth, 5)
    assert len(given) == 5
    assert sum(given) == min(max(worth, 5), 15)
    assert set(given) <= {1, 2, 3}


class ResultsOnly(NetworkPlayers):
    """Players of whose games only the results are known, as of a large network's."""

    def play(self, setting: piazzetta.Setting, first: int, count: int, seed: int) -> Games:
        played = super().play(setting, first, count, seed)
        return Games(played.points, played.won)


def test_other_players_may_play_for_a_search() -> None:
    """Only results are known of their games: wins and margins are the same as those of a tally."""
    setting = piazzetta.game("viaggiatore", players=3)
    own = tally_of(setting, play(setting, NetworkPlayers(setting.game), 12, 5))
    other = tally_of(setting, play(setting, ResultsOnly(setting.game), 12, 5), own.rows)
    assert Figures.of(other).wins == pytest.approx(Figures.of(own).wins)
    assert Figures.of(other).margin == pytest.approx(Figures.of(own).margin)
    assert other.differences[0].mean().value == pytest.approx(0)
    assert improve(setting, Aim(), SMALL, 2, players=ResultsOnly(setting.game)).before.games == SMALL.final


def test_the_pages_strategy_finds_its_way() -> None:
    """It needs no luck on a plain slope: knobs far from where they should be get there."""
    knobs = [Knob(f"knob {number}", 0, 20, 4) for number in range(8)]
    strategy = Evolution(knobs, 10, 3)
    for _ in range(25):
        asked = strategy.ask()
        assert all(0 <= at <= 20 for settings in asked for at in settings)
        strategy.tell([sum((at - 13) ** 2 for at in settings) for settings in asked])
    assert all(abs(at - 13) <= 2 for at in strategy.middle())
