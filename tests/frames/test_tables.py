"""Games as tables: nothing of a record is lost, every column says what it promises, three libraries read them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import piazzetta
from piazzetta import frames
from piazzetta.batch.playout import random_game
from piazzetta.cli import app
from piazzetta.errors import BadInput, BadRecord
from piazzetta.extras import install_command
from piazzetta.frames.columns import TABLES, markdown
from piazzetta.frames.parquet import schema
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting

pytestmark = pytest.mark.compiled_only
pytest.importorskip("pyarrow")

DOCUMENT = Path(__file__).parents[2] / "docs" / "data.md"


def played(setting: Setting, number: int, **extra: object) -> Record:
    match = Record.from_log(setting, random_game(setting, 1, number), None).replay()
    record = Record.of(match)
    record.extra.update(extra)
    return record


@pytest.fixture(scope="module")
def records() -> dict[str, Record]:
    portobello = piazzetta.game("portobello", players=3, edition="it", starter=1)
    handicap = piazzetta.game("viaggiatore", players=3, rules={"handicap": "fair"}).of_game(1)
    bots = {"bots": ["easy", "hard", "easy"]}
    started = piazzetta.game("portobello", players=2).start(seed=2)
    started.play("bobby D4")
    return {
        "one": played(portobello, 0, names=["Ada", None, "Bob"]),
        "two": played(portobello, 1, arena=bots),
        "three": played(handicap, 2),
        "row": played(piazzetta.game("portobello", rules={"clients": "house"}), 3),
        "begun": Record.of(started),
    }


@pytest.fixture(scope="module")
def tables(records: dict[str, Record]) -> frames.Tables:
    return frames.tables(records)


def test_every_record_comes_back_whole(records: dict[str, Record], tables: frames.Tables) -> None:
    for key, record in records.items():
        extra = {name: value for name, value in record.extra.items() if name == "names"}
        whole = Record(record.setting, record.opening, record.moves, record.result, extra)
        assert frames.record(tables, key).dumps() == whole.dumps()


def test_a_map_is_stored_once(tables: frames.Tables) -> None:
    assert tables.components.num_rows == 2
    assert set(tables.games["components"].to_pylist()) == set(tables.components["components"].to_pylist())


def test_columns_say_what_they_promise(records: dict[str, Record], tables: frames.Tables) -> None:
    for key, record in records.items():
        match = record.replay()
        rows = [row for row in tables.decisions.to_pylist() if row["game"] == key]
        begun = len(record.opening)
        for at, row in enumerate(rows):
            before = record.replay(at)
            assert row["at"] == at
            assert (row["seat"], row["move"]) == record.moves[at]
            assert record.setting.text(row["action"]) == row["move"]
            assert row["kind"] == row["move"].split()[0]
            assert row["turn"] == before.state().turn
            if row["seat"] >= 0:
                assert row["choices"] == len(before.legal_moves)
                assert row["points"] == before.scores[row["seat"]]
                assert row["gain"] == record.replay(at + 1).scores[row["seat"]] - row["points"]
            else:
                assert row["choices"] > 0
                assert row["points"] is None
                assert row["gain"] is None
            if at > 40:
                break
        seats = [row for row in tables.seats.to_pylist() if row["game"] == key]
        assert [seat["points"] for seat in seats] == match.scores
        assert [seat["won"] for seat in seats] == (
            [seat in match.winners for seat in range(len(seats))] if match.over else [None] * len(seats)
        )
        assert sum(seat["share"] or 0 for seat in seats) == pytest.approx(1 if match.over else 0)
        assert [seat["order"] for seat in seats].index(0) == record.setting.starter
        assert len(match.log) == begun + len(rows)
        assert [seat["choices"] for seat in seats] == [
            sum(row["seat"] == seat and row["choices"] > 1 for row in rows) for seat in range(len(seats))
        ]
    named = {(row["game"], row["seat"]): (row["player"], row["bot"]) for row in tables.seats.to_pylist()}
    assert named["one", 0] == ("Ada", None)
    assert named["one", 1] == (None, None)
    assert named["two", 1] == (None, "hard")


def test_what_is_wrong_is_named(records: dict[str, Record], tmp_path: Path) -> None:
    wrong = Record.loads(records["one"].dumps())
    wrong.moves[3] = (0, "tile 9")
    with pytest.raises(BadRecord, match="mine: move 3"):
        frames.tables({"mine": wrong})
    with pytest.raises(BadInput, match="two games are called 'a'"):
        frames.tables([("a", records["one"]), ("a", records["two"])])
    with pytest.raises(BadInput, match="no game 'x'"):
        frames.record(frames.tables({"a": records["one"]}), "x")
    (tmp_path / "bad.jsonl").write_text("{}\n")
    with pytest.raises(BadRecord, match=r"bad\.jsonl:1: format is missing"):
        frames.read(tmp_path / "bad.jsonl")
    assert frames.tables({}).games.num_rows == 0


def test_the_document_lists_the_columns() -> None:
    assert markdown() in DOCUMENT.read_text(encoding="utf-8"), f"docs/data.md lacks\n{markdown()}"
    for table, columns in TABLES.items():
        assert [field.name for field in schema(table)] == [column.name for column in columns]
        assert all(field.metadata for field in schema(table))


def export(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["export", *map(str, arguments)])
    return done.exit_code, done.output if done.exception is None else done.output + str(done.exception)


def test_export_and_three_libraries(records: dict[str, Record], tables: frames.Tables, tmp_path: Path) -> None:
    import duckdb

    file = tmp_path / "games.jsonl"
    file.write_text("".join(record.dumps() + "\n" for record in records.values()))
    status, said = export(tmp_path / "out", "--parquet", "--from", file)
    assert status == 0, said
    assert "tables of 5 games" in said
    found = frames.read(tmp_path / "out")
    assert found.decisions.drop_columns("game") == tables.decisions.drop_columns("game")
    assert found.games["game"].to_pylist() == [f"{file}:{line}" for line in range(1, 6)]
    assert found.seats["player"].null_count == found.seats.num_rows, "nobody is named unless asked for"
    assert export(tmp_path / "out", "--parquet", "--from", file, "--names")[0] == 0
    assert frames.read(tmp_path / "out").seats["player"].to_pylist()[:3] == ["Ada", None, "Bob"]
    assert not list((tmp_path / "out").glob("*.part"))

    moves = len(records["one"].moves)
    pandas, polars = found.pandas(), found.polars()
    assert pandas.decisions.groupby("game").size().iloc[0] == moves
    assert pandas.decisions["points"].dtype == "int16[pyarrow]"
    assert polars.decisions.group_by("game", maintain_order=True).len()["len"][0] == moves
    sql = f"select count(*) from '{tmp_path}/out/decisions.parquet' group by game order by game"
    with duckdb.connect() as connection:
        assert connection.execute(sql).fetchall()[0] == (moves,)


def test_an_analysis_fills_columns(records: dict[str, Record], tables: frames.Tables, tmp_path: Path) -> None:
    assert tables.decisions["luck"].null_count == tables.decisions["position"].null_count == tables.decisions.num_rows
    file = tmp_path / "games.jsonl"
    file.write_text(records["begun"].dumps() + "\n" + records["begun"].dumps() + "\n")
    status, said = export(tmp_path / "out", "--parquet", "--from", file, "--analyse", "medium")
    assert status == 0, said
    found = frames.read(tmp_path / "out")
    (one, again) = found.decisions.to_pylist()
    assert one["position"]
    assert one["position"] == again["position"]
    assert sum(one["wins"]) == pytest.approx(1)
    assert (one["best"] == one["move"]) == (one["gave_away"] == 0)
    assert one["luck"] is None
    assert [seat["luck"] for seat in found.seats.to_pylist()] == [0.0] * 4
    assert sum(seat["start"] for seat in found.seats.to_pylist()) == pytest.approx(2)
    assert "no hints from level 'easy'" in export(tmp_path / "b", "--parquet", "--from", file, "--analyse", "easy")[1]
    assert "--parquet" in export(tmp_path / "b", "--analyse", "medium")[1]


def test_export_says_what_is_wrong(tmp_path: Path) -> None:
    assert "--parquet" in export(tmp_path / "a", "--from", tmp_path / "b.jsonl")[1]
    (tmp_path / "empty").mkdir()
    assert "no finished games" in export(tmp_path / "a", "--parquet", "--from", tmp_path / "empty")[1]
    assert "No such file" in export(tmp_path / "a", "--parquet", "--from", tmp_path / "missing.jsonl")[1]


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, tables: frames.Tables) -> None:
    def gone(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr("piazzetta.frames.import_module", gone)
    with pytest.raises(BadInput, match="pip install pandas"):
        tables.pandas()
    monkeypatch.setattr("piazzetta.frames.parquet.import_module", gone)
    with pytest.raises(BadInput, match=re.escape(install_command("data"))):
        frames.tables({})


def test_the_meaning_of_rules_is_kept(records: dict[str, Record], tables: frames.Tables) -> None:
    for row in tables.games.to_pylist():
        assert json.loads(row["rules"]) == dict(records[row["game"]].setting.rules)
