"""Games on a Ray cluster of several nodes, of each command: the same as on one machine, whatever dies."""

from __future__ import annotations

import io
import json
import os
import signal
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import piazzetta
from piazzetta.arena import read_entries, tournament
from piazzetta.arena.play import Place
from piazzetta.arena.pools import check_place, open_pool
from piazzetta.arena.study import study
from piazzetta.cli import app
from piazzetta.errors import BadInput
from piazzetta.terminal.simulate import simulate
from piazzetta.workshop.judge import judge
from tests.batch.test_gpu import run
from tests.tiers import LONG

pytestmark = [pytest.mark.compiled_only, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes with a processor each, as far as Ray knows."""
    if not LONG:
        pytest.skip("make test-long: its nodes take a minute to start, and listen on the machine's own address")
    ray: Any = pytest.importorskip("ray")
    clusters: Any = import_module("ray.cluster_utils")
    nodes = clusters.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, log_to_driver=False, logging_level="error")
    yield nodes
    ray.shutdown()
    nodes.shutdown()


def _kill_a_worker() -> bool:
    """``kill -9`` of a process in which games are being played."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"ray::_RayWorker" in (process / "cmdline").read_bytes():
                os.kill(int(process.name), signal.SIGKILL)
                return True
        except OSError:
            continue
    return False


def _timeless(found: Any) -> Any:
    """Without what a clock measured."""
    if isinstance(found, dict):
        return {key: _timeless(value) for key, value in found.items() if not key.startswith("seconds")}
    return [_timeless(value) for value in found] if isinstance(found, list) else found


@pytest.mark.skipif(not Path("/proc").exists(), reason="finds the worker to kill in /proc")
def test_an_arena_on_a_cluster_plays_the_same_games_though_a_worker_is_killed(cluster: Any) -> None:
    setting = piazzetta.game("viaggiatore", players=2)
    entries = read_entries(["easy", "medium"])
    games = 24
    killed: list[bool] = []

    def progress(done: int, total: int) -> None:
        if done == total // 3 and not killed:
            killed.append(_kill_a_worker())

    here = tournament(setting, entries, games, seed=5)
    there = tournament(setting, entries, games, seed=5, workers=None, progress=progress, on="ray")
    assert killed == [True]
    assert _timeless(here.to_json()) == _timeless(there.to_json())


def test_records_from_a_cluster_are_the_same_bytes(cluster: Any, tmp_path: Path) -> None:
    quiet = Console(file=io.StringIO())
    for name, bots, games in (("portobello", ["random"], 300), ("viaggiatore", ["easy"], 4)):
        setting = piazzetta.game(name, players=3)
        simulate(setting, games, 7, bots, tmp_path / "here.jsonl", quiet)
        simulate(setting, games, 7, bots, tmp_path / "there.jsonl", quiet, on="ray")
        assert (tmp_path / "here.jsonl").read_bytes() == (tmp_path / "there.jsonl").read_bytes()


def test_a_study_on_a_cluster_finds_the_same_and_resumes(cluster: Any, tmp_path: Path) -> None:
    asked: dict[str, Any] = {"editions": "it", "players": "2", "games": 4, "seed": 3}
    here = study("viaggiatore", **asked)
    there = study("viaggiatore", **asked, workers=2, folder=tmp_path, on="ray")
    assert here.to_json() == there.to_json()
    again = study("viaggiatore", **asked, folder=tmp_path)  # everything is there already
    assert again.to_json() == here.to_json()


@pytest.mark.skipif(not Path("/proc").exists(), reason="finds the worker to kill in /proc")
def test_a_verdict_from_a_cluster_is_the_same_bytes_though_a_worker_is_killed(cluster: Any) -> None:
    setting = piazzetta.game("portobello", players=2)
    killed: list[bool] = []

    def progress(done: int, total: int) -> None:
        if done > total // 3 and not killed:
            killed.append(_kill_a_worker())

    here = judge(setting, 400, 5, against=setting)
    with Place("ray") as place:
        there = judge(setting, 400, 5, against=setting, place=place, progress=progress)
    assert killed == [True]
    assert json.dumps(here.to_json()) == json.dumps(there.to_json())


def test_the_workshops_commands_write_the_same_files_from_a_cluster(cluster: Any, tmp_path: Path) -> None:
    own = ["viaggiatore", "--players", "2", "--seed", "4"]
    for place, on in (("here", []), ("there", ["--on", "ray"])):
        out = ["--out", str(tmp_path / f"{place}.deck.json")]
        improve = ["workshop", "improve", *own, "--games", "96", "--batch", "6", *out, "--json", *on]
        judged = ["workshop", "judge", *own, "--games", "40", "--json", *on]
        for name, command in (("search", improve), ("verdict", judged)):
            with redirect_stdout(io.StringIO()) as shown:
                app(command, standalone_mode=False)
            (tmp_path / f"{place}.{name}.json").write_text(shown.getvalue())
    for name in ("deck.json", "deck.journal.jsonl", "search.json", "verdict.json"):
        assert (tmp_path / f"here.{name}").read_bytes() == (tmp_path / f"there.{name}").read_bytes(), name


#: In a process of its own, whose kernels are interpreted: Numba's simulator stands for a GPU, here and in the cluster.
WITH_A_GPU = """
import io, sys
import ray
from pathlib import Path
from rich.console import Console
import piazzetta
from piazzetta.arena.pools import open_pool
from piazzetta.terminal.simulate import simulate

def own():
    import os, ray
    return ray.get_gpu_ids(), os.environ["CUDA_VISIBLE_DEVICES"]

quiet, folder = Console(file=io.StringIO()), Path(sys.argv[1])
setting = piazzetta.game("viaggiatore", players=2)
ray.init(num_cpus=2, num_gpus=int(sys.argv[2]), include_dashboard=False, log_to_driver=False, logging_level="error")
try:
    with open_pool(None, "ray", device="cuda").executor as pool:
        assert pool.workers == 1, pool.workers
        assert pool.submit(own).result() == ([0], "0")
    for device, on in (("cuda", None), ("cuda", "ray"), ("cpu", None)):
        simulate(setting, 2, 7, ["random"], folder / f"{device}-{on}.jsonl", quiet, device, on)
    found = {file.read_bytes() for file in folder.glob("*.jsonl")}
    assert len(found) == 1, found
    print("the same")
except piazzetta.BadInput as refusal:
    print(refusal)
"""


@pytest.mark.skipif(not LONG, reason="make test-long: a cluster takes a while to start")
@pytest.mark.parametrize(
    ("gpus", "said"),
    [(1, "the same"), (0, "the cluster has no GPU: --device cpu plays the same games on its processors")],
)
def test_a_worker_gets_a_gpu_of_its_own_and_plays_the_same_there(tmp_path: Path, gpus: int, said: str) -> None:
    pytest.importorskip("ray")
    done = run(
        WITH_A_GPU, str(tmp_path), str(gpus), NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1", RAY_ADDRESS="local"
    )
    assert done.stdout.strip() == said, done.stderr[-3000:]


def test_a_device_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadInput, match="device must be one of cpu, cuda, not 'tpu'"):
        simulate(piazzetta.game("portobello"), 1, 0, ["random"], None, Console(file=io.StringIO()), "tpu")


def _refuse() -> None:
    raise BadInput("this sentence")


def test_a_worker_refuses_in_the_same_words(cluster: Any) -> None:
    pool, workers, _ = open_pool(None, "ray")
    try:
        assert workers == 2
        with pytest.raises(BadInput, match=r"^this sentence$"):
            pool.submit(_refuse).result()
    finally:
        pool.shutdown()


def test_only_ray_is_a_place_to_play() -> None:
    for on in ("spark", "ray:", "http://127.0.0.1"):
        with pytest.raises(BadInput, match="takes ray or ray://HOST:PORT"):
            check_place(on)
