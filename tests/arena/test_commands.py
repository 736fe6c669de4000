"""The arena's commands: what they print and write, and how they reject bad input."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from piazzetta import Record
from piazzetta.cli import app, main

pytestmark = pytest.mark.compiled_only


def test_arena_prints_tables_and_writes_a_report(tmp_path: Path) -> None:
    out = tmp_path / "new" / "folder"
    command = ["arena", "viaggiatore", "--bots", "easy,random", "--games", "4", "--workers", "1", "--out", str(out)]
    shown = CliRunner().invoke(app, command, env={"COLUMNS": "80"})
    assert shown.exit_code == 0, shown.output
    assert "per move" in shown.output
    assert "finishes ahead of" in shown.output
    assert "…" not in shown.output.replace("ahead of …", "")  # no column is cut
    table = shown.output.split("games of Il Commercio")[1].split("finishes ahead of …\n")[0]
    assert len([line for line in table.splitlines() if line.startswith("│")]) == 2  # one line for each bot
    assert (out / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert len((out / "games.jsonl").read_text().splitlines()) == 4
    again = CliRunner().invoke(app, [*command, "--json"])
    result = json.loads(again.stdout)
    assert result["games"] == 4
    assert [bot["name"] for bot in result["bots"]] == ["easy", "random"]
    assert len(result["bots"][0]["rating"]) == 3
    assert result["cross"][0]["ahead"][0] == pytest.approx(1 - result["cross"][1]["ahead"][0])
    assert len((out / "games.jsonl").read_text().splitlines()) == 4  # nothing was played twice
    Record.loads((out / "games.jsonl").read_text().splitlines()[0]).verify()


def test_a_bot_in_the_current_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first agent of the documents was found only with PYTHONPATH set."""
    (tmp_path / "first_of_mine.py").write_text(
        "from piazzetta.bots import bot\ndef make(setting, seed):\n    return bot('random', seed)\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [one for one in sys.path if one])
    python = ["--python", "mine=first_of_mine:make"]
    done = CliRunner().invoke(
        app, ["arena", "viaggiatore", "--bots", "mine", *python, "--games", "2", "--workers", "1"]
    )
    assert done.exit_code == 0, done.output
    assert "mine" in done.output


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("arena", "chess", "--bots", "easy"), "unknown game 'chess'"),
        (("arena", "portobello", "--bots", "easy,clever"), "unknown bot 'clever'; choose from random, easy"),
        (("arena", "portobello", "--bots", ","), "name the bots that take part"),
        (("arena", "portobello", "--bots", "easy", "--players", "7"), "is for 2 to 4 players, not 7"),
        (("arena", "portobello", "--bots", "easy", "--edition", "xx"), "has no edition 'xx'"),
        (("arena", "portobello", "--bots", "easy", "--games", "0"), "games must be at least 1"),
        (("arena", "portobello", "--bots", "easy", "--games", "2", "--out", "/dev/null/x"), "/dev/null"),
        (("study", "portobello", "--players", "9"), "--players takes all, or numbers from 2 to 4"),
        (("study", "portobello", "--bots", "clever"), "unknown bot 'clever'; choose from quick"),
        (("arena", "portobello", "--bots", "mine", "--program", "mine=/no/such"), "cannot be started"),
    ],
)
def test_bad_input_is_a_sentence_and_status_2(
    options: tuple[str, ...], sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["piazzetta", *options, "--workers", "1"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err
