"""The batched search: legal moves, the same games for the same seed, chance, puzzles, and the same on a GPU."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

torch = pytest.importorskip("torch")


import piazzetta  # noqa: E402
from piazzetta import BadInput  # noqa: E402
from piazzetta.arena.play import Run, play  # noqa: E402
from piazzetta.cli import app  # noqa: E402
from piazzetta.games.portobello.state import DRAW  # noqa: E402
from piazzetta.match.setting import Setting  # noqa: E402
from piazzetta.train.network import Network, Size  # noqa: E402
from piazzetta.train.plan import load_network, save  # noqa: E402
from piazzetta.train.search.forest import Thinking, halving  # noqa: E402
from piazzetta.train.search.players import SearchingNetwork  # noqa: E402
from piazzetta.train.search.search import Search, Seating, Thought  # noqa: E402
from tests.batch.test_gpu import run  # noqa: E402
from tests.bots.puzzles import PORTOBELLO  # noqa: E402

pytestmark = pytest.mark.compiled_only
CHAMPION = Path(__file__).parents[2] / "models" / "portobello.pt"


def network() -> Network:
    torch.manual_seed(1)
    return Network("portobello", Size(width=16, depth=1, pool=8, head=8))


def seated(players: int, games: int, *simulations: int, seed: int = 1, **rules: str) -> Seating:
    setting = piazzetta.game("portobello", players=players, rules=rules)
    return Seating(setting, range(games), tuple(map(Thinking, simulations)), seed)


def ended(seatings: Sequence[Seating], threads: int = 1) -> list[list[list[int]]]:
    return [result.points.tolist() for result in Search(network(), seatings, threads=threads).play()]


def test_candidates_are_halved_until_two_are_left() -> None:
    assert halving(1, 3) == [0, 1, 2]
    assert halving(4, 12) == [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    for candidates in (2, 3, 7, 16, 32):
        schedule = halving(candidates, 64)
        assert len(schedule) == 64
        assert schedule.count(0) == candidates
        assert all(schedule.count(tried) >= schedule.count(tried + 1) for tried in range(max(schedule)))


def test_only_legal_moves_are_played_by_any_number_of_players() -> None:
    search = Search(network(), [seated(2, 2, 4, 3), seated(3, 2, 3, 0, 2, clients="queue"), seated(4, 2, 2, 2, 2, 2)])
    settings = [seating.setting for seating in search.seatings for _ in seating.numbers]
    while len(games := search.active()):
        search.plant(games)
        search.think(len(games))
        search.choose(len(games))
        states, actions = search.positions, search.arrays["action"].tolist()
        for game in games.tolist():
            setting = settings[game]
            assert setting.game.kernels.why_not(setting.params[0], states[game], actions[game]) == 0
        search.advance()
    for result in search.results():
        assert result.finished.all()
        assert result.shares.sum(1) == pytest.approx(1)
        assert (result.decisions > 30).all()


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads() -> None:
    seatings = [seated(2, 3, 3, 2), seated(3, 2, 2, 2, 2)]
    found = ended(seatings)
    assert found == ended(seatings, threads=2)
    assert found != ended([replace(one, seed=2) for one in seatings])


def thoughts(settings: Sequence[Setting], positions: np.ndarray, way: Thinking, seed: int = 1) -> list[Thought]:
    seatings = [Seating(setting, [0], (way,) * setting.players, seed) for setting in settings]
    search = Search(load_network(CHAMPION), seatings)
    search.put(positions)
    return search.look()


def test_simulations_are_counted_and_chance_is_drawn_anew() -> None:
    search = Search(network(), [seated(2, 4, 40, 40)])
    drew = 0
    for _ in range(40):
        games = search.active()
        search.plant(games)
        search.think(len(games))
        search.choose(len(games))
        arrays = search.arrays
        for tree in range(len(games)):
            edges = slice(0, int(arrays["width"][tree, 0]))
            tried, child = arrays["tried"][tree, edges], arrays["child"][tree, edges]
            assert int(tried.sum()) == 40
            assert int(arrays["visits"][tree, 0]) == 41
            draws = arrays["label"][tree, edges] == DRAW
            assert bool((child[draws] == -1).all())  # no single position follows a draw
            assert bool((child[(tried > 0) & ~draws] >= 0).all())
            drew += int(tried[draws].sum())
        search.advance()
    assert drew > 50


def test_a_choice_does_not_depend_on_what_chance_will_bring() -> None:
    search = Search(network(), [seated(2, 4, 12, 12)])
    for _ in range(12):
        games = search.active()
        search.plant(games)
        search.think(len(games))
        search.choose(len(games))
        search.advance()
    imagined = search.arrays["thought"].clone()
    first = search.look()
    search.arrays["luck"] += 17  # another future
    search.arrays["thought"].copy_(imagined)
    for one, other in zip(first, search.look(), strict=True):
        assert one.chosen == other.chosen
        assert one.tried.tolist() == other.tried.tolist()


def test_it_finds_nearly_all_that_master_finds() -> None:
    positions = [puzzle.position() for puzzle in PORTOBELLO]
    states = np.concatenate([position.state for position in positions])
    way = Thinking(256, noise=0.0)
    found = {one.game: one for one in thoughts([position.setting for position in positions], states, way)}
    solved = [
        puzzle.about
        for number, (puzzle, position) in enumerate(zip(PORTOBELLO, positions, strict=True))
        if position.setting.text(found[number].chosen) in puzzle.best.split("|")
    ]
    assert len(solved) >= len(PORTOBELLO) - 2  # with a sixteenth of its simulations


SIMULATED = """
import torch
import piazzetta
from piazzetta.batch.memory import all_params
from piazzetta.train.network import Network, Size
from piazzetta.train.search.forest import Thinking
from piazzetta.train.search.gpu import OnGpu
from piazzetta.train.search.kernels import BEGIN
from piazzetta.train.search.search import Search, Seating

torch.manual_seed(1)
net = Network("portobello", Size(width=16, depth=1, pool=8, head=8))
ways = Thinking(3), Thinking(0), Thinking(2)
seatings = [Seating(piazzetta.game("portobello", players=count), [0, 5], ways[:count], 4) for count in (2, 3)]

def thoughts(gpu):
    search = Search(net, seatings)
    if gpu:
        search.rows = OnGpu(search.game, all_params([one.setting for one in seatings]), search.arrays)
        search.rows.work(BEGIN, search.count)
    for _ in range(4):
        games = search.active()
        search.plant(games)
        search.think(len(games))
        search.choose(len(games))
        search.renew()
        told = "action", "mover", "tried", "worth", "games", "place", "fates", "over", "number"
        yield [search.arrays[name].tolist() for name in told]

for one, other in zip(thoughts(False), thoughts(True), strict=True):
    assert one == other
print("the same")
"""


def test_the_simulated_gpu_thinks_the_same() -> None:
    done = run(SIMULATED, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1")
    assert done.stdout == "the same\n", done.stderr[-3000:]


def small_file(folder: Path) -> Path:
    file = folder / "tiny.pt"
    save(network().to_file(), file)
    return file


def test_searching_players_take_all_seats_side_by_side_with_the_lots_of_a_start(tmp_path: Path) -> None:
    players = SearchingNetwork(small_file(tmp_path), "portobello", 2)
    players.portion = 5  # less than there is to play
    plain = piazzetta.game("portobello", players=2)
    drawn = piazzetta.game("portobello", players=3, edition="it", rules={"handicap": "fair"})
    found = players.play_at_once([Run(plain, players, 3, 1), Run(drawn, players, 4, 2)])
    assert [len(games) for games in found] == [3, 4]
    assert [games.won.shape for games in found] == [(3, 2), (4, 3)]
    assert all((games.won.sum(1) >= 1).all() for games in found)
    assert play(plain, players, 3, 1).won.shape == (3, 2)


def test_games_with_secrets_and_odd_wishes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="games without secrets"):
        SearchingNetwork(small_file(tmp_path), "viaggiatore", 2)
    with pytest.raises(BadInput, match="1 to 4,000 simulations"):
        SearchingNetwork(small_file(tmp_path), "portobello", 0)
    shown = CliRunner().invoke(app, ["workshop", "judge", "portobello", "--search", "8"])
    assert shown.exit_code == 2
    assert "--network" in shown.output


def test_the_commands_search_and_resume(tmp_path: Path) -> None:
    file, out = small_file(tmp_path), tmp_path / "fair"
    searching = ["--network", str(file), "--search", "2"]
    shown = CliRunner().invoke(app, ["workshop", "judge", "portobello", *searching, "--games", "4", "--json"])
    assert shown.exit_code == 0, shown.output
    told = json.loads(shown.stdout)
    assert told["judge"].endswith("2 simulations")
    assert sum(one[0] for one in told["wins"]) == pytest.approx(1)
    command = ["workshop", "handicap", "portobello", "-n", "2,3", *searching, "--games", "4", "--json", "-o", str(out)]
    starts = json.loads(CliRunner().invoke(app, command).stdout)
    assert [start["players"] for start in starts] == [2, 3]
    rounds = (out / "rounds.jsonl").read_text()
    (out / "fair.jsonl").unlink()  # as if it had been stopped: no round is played again
    assert json.loads(CliRunner().invoke(app, command).stdout) == starts
    assert (out / "rounds.jsonl").read_text() == rounds
