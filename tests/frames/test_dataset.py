"""A data set: the same games however often it is interrupted, and a card that is true."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from piazzetta import frames
from piazzetta.arena import dataset
from piazzetta.arena.dataset import DataSet, DatasetPlan
from piazzetta.arena.dataset_card import uneven_bots
from piazzetta.bots.named import small_size
from piazzetta.cli import app
from piazzetta.errors import BadInput
from piazzetta.games.registry import find_game

pytestmark = pytest.mark.compiled_only
pytest.importorskip("pyarrow")

PLAN = DatasetPlan("viaggiatore", 7, ("easy", "random"), (2, 3), ("it",), seed=4)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "PART", 3)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dataset, "PART", 3)
        assert DataSet(folder, PLAN).play(workers=1) == 7
    return folder


def test_the_games_of_a_plan(whole: Path) -> None:
    tables = frames.read(whole)
    assert tables.games["game"].to_pylist() == [PLAN.key(number) for number in range(7)]
    assert tables.games["players"].to_pylist() == [2, 3, 2, 3, 2, 3, 2]
    assert tables.components.num_rows == 1
    bots = [PLAN.lineup(number, 2 + number % 2) for number in range(7)]
    assert tables.seats["bot"].to_pylist() == [bot for lineup in bots for bot in lineup]
    assert {"easy", "random"} == set(tables.seats["bot"].to_pylist())
    assert len(list((whole / "games").iterdir())) == 3
    for key in tables.games["game"].to_pylist():
        frames.record(tables, key).verify()


def test_a_bot_with_more_than_its_share_of_seats_is_named(whole: Path) -> None:
    """Twelve games gave ``easy`` 19 of 24 seats without a word."""
    tables = frames.read(whole)
    number = tables.seats["bot"].to_pylist().count("easy")
    own = ("easy", "easy", "easy", "easy", "random")
    told = uneven_bots(tables, DatasetPlan("viaggiatore", 7, own, (2, 3), ("it",), seed=4))
    assert told == [
        f"The bots are unevenly drawn: `easy` has {number} of 17 seats, and 14 would be its share. "
        "More games even that out."
    ]
    even = DatasetPlan("viaggiatore", 7, ("easy",) * number + ("random",) * (17 - number), (2, 3), ("it",), seed=4)
    assert uneven_bots(tables, even) == []


class Stopped(Exception):
    pass


@pytest.mark.parametrize("after", [1, 3, 5])
def test_an_interruption_loses_nothing(whole: Path, tmp_path: Path, after: int) -> None:
    def stop(done: int, total: int) -> None:
        if done == after:
            raise Stopped

    with pytest.raises(Stopped):
        DataSet(tmp_path, PLAN).play(workers=1, progress=stop)
    unfinished = tmp_path / "unfinished.jsonl"
    if unfinished.exists():
        with unfinished.open("ab") as file:
            file.write(b'{"format": "piaz')  # a line cut off
    resumed = DataSet(tmp_path, PLAN)
    assert resumed.done == after
    assert resumed.play(workers=1) == 7 - after
    assert frames.read(tmp_path) == frames.read(whole)
    assert DataSet(tmp_path, PLAN).play(workers=1) == 0


def test_a_part_that_was_not_closed_is(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(folder: Path, records: object) -> int:
        raise Stopped

    with monkeypatch.context() as patch:
        patch.setattr(dataset, "write", stop)
        with pytest.raises(Stopped):
            DataSet(tmp_path, PLAN).play(workers=1)
    resumed = DataSet(tmp_path, PLAN)
    assert (resumed.done, resumed.parts) == (3, 1)
    resumed.play(workers=1)
    assert frames.read(tmp_path) == frames.read(whole)


def test_more_games_are_added_to_whole_parts_only(tmp_path: Path) -> None:
    def plan(games: int) -> DatasetPlan:
        return DatasetPlan("viaggiatore", games, ("random",), (2,), ("it",))

    DataSet(tmp_path, plan(3)).play(workers=1)
    assert DataSet(tmp_path, plan(4)).play(workers=1) == 1
    for games in (3, 6):
        with pytest.raises(BadInput, match="holds 4 games"):
            DataSet(tmp_path, plan(games))


def test_another_plan_is_refused(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="another bots"):
        DataSet(whole, DatasetPlan("viaggiatore", 7, ("easy",), (2, 3), ("it",), seed=4))
    (tmp_path / "mine.txt").write_text("")
    with pytest.raises(BadInput, match="name an empty folder"):
        DataSet(tmp_path, PLAN)


def test_networks_are_told_apart_by_what_is_in_them(tmp_path: Path) -> None:
    file = tmp_path / "student.bin"
    weights = np.zeros(small_size(find_game("viaggiatore")), np.int8)
    file.write_bytes(weights.tobytes())
    plan = DatasetPlan("viaggiatore", 1, (str(file), "judge"), (2,), ("it",))
    for _ in range(2):
        assert DataSet(tmp_path / "set", plan).done == 0
    file.write_bytes((weights + 1).tobytes())
    with pytest.raises(BadInput, match="other networks under these names"):
        DataSet(tmp_path / "set", plan)
    with pytest.raises(BadInput, match="plays viaggiatore, not portobello"):
        DatasetPlan("portobello", 1, (str(file),), (2,), ("de",))


def run(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["dataset", *map(str, arguments)])
    return done.exit_code, done.output if done.exception is None else done.output + str(done.exception)


def test_the_command_writes_a_true_card(tmp_path: Path) -> None:
    arguments = ("viaggiatore", "--games", 4, "--bots", "random", "-n", "2", "--workers", 1, "--out", tmp_path / "set")
    status, said = run(*arguments)
    assert status == 0, said
    card = (tmp_path / "set" / "README.md").read_text()
    tables = frames.read(tmp_path / "set")
    assert f"4 complete games of Il Commercio Viaggiatore with {tables.decisions.num_rows:,} moves" in card
    assert "| random | 8 | 50.0% (21.5% to 78.5%)" in card
    for name, pattern in re.findall(r"config_name: (\w+)\n  data_files: (\S+)", card):
        assert list((tmp_path / "set").glob(pattern)), name


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--bots", "clever"), "unknown bot level 'clever'"),
        (("-n", "9"), "for 2 to 6 players, not 9"),
        (("-n", "two"), "such as 2,3, not 'two'"),
        (("--editions", "xx"), "unknown edition 'xx'"),
        (("--games", "0"), "at least 1"),
    ],
)
def test_wrong_options_are_named(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    assert said in run("viaggiatore", "--out", tmp_path / "set", *arguments)[1]
    assert not (tmp_path / "set").exists()
