"""One rating over several arenas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from piazzetta import BadInput
from piazzetta.arena.results.pool import pool
from piazzetta.arena.results.ratings import ELO
from piazzetta.arena.seating import schedule
from piazzetta.cli import app

TRUE = {"a": 150.0, "b": 0.0, "c": -80.0, "b 0.1": -200.0}


def arena(folder: Path, names: list[str], players: int, games: int, seed: int, version: str = "") -> str:
    """An arena whose results are drawn from known strengths."""
    dice = np.random.default_rng(seed)
    folder.mkdir()
    entries = {name: {"name": name, "what": name, "kind": "python" if name == "a" else "level"} for name in names}
    (folder / "arena.json").write_text(json.dumps({"setting": {"game": "viaggiatore"}, "entries": entries}))
    lines: list[dict[str, Any]] = []
    for job in schedule(names, players, games):
        strength = [TRUE[f"{name} {version}" if version and name != "a" else name] for name in job.bots]
        finish = dice.exponential(size=players) / np.exp(np.array(strength) / ELO)
        scores = np.argsort(np.argsort(-finish)).tolist()
        result = {"scores": scores, "winners": [int(np.argmax(scores))]}
        lines.append({"result": result, "arena": {"block": job.block, "bots": list(job.bots), "forfeit": None}})
    (folder / "games.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return f"{version}={folder}" if version else str(folder)


def test_numbers_of_players_and_versions_are_rated_together(tmp_path: Path) -> None:
    two = arena(tmp_path / "two", ["a", "b", "c"], 2, 400, 1)
    five = arena(tmp_path / "five", ["a", "b", "c"], 5, 300, 2)
    old = arena(tmp_path / "old", ["a", "b"], 2, 600, 3, version="0.1")
    found = pool([two, five, old], anchor="b")
    assert [bot.name for bot in found.bots] == ["a", "b", "c", "b 0.1"]
    assert found.bots[1].rating.value == 0
    for bot in found.bots:
        assert bot.rating.value == pytest.approx(TRUE[bot.name], abs=35)
    assert found.bots[0].games == {2: 1400, 5: 900}
    shown = CliRunner().invoke(app, ["ratings", two, five, old], env={"COLUMNS": "120"})
    assert "games with 5" in shown.output
    data = json.loads(CliRunner().invoke(app, ["ratings", two, old, "--json"]).stdout)
    assert sum(bot["rating"][0] for bot in data["bots"]) == pytest.approx(0, abs=1e-6)


def test_what_cannot_be_compared_is_refused(tmp_path: Path) -> None:
    one = arena(tmp_path / "one", ["b", "c"], 2, 4, 1)
    old = arena(tmp_path / "old", ["b"], 2, 4, 1, version="0.1")
    with pytest.raises(BadInput, match=r"b and b 0\.1 have no games that connect them"):
        pool([one, old])
    with pytest.raises(BadInput, match="no bot 'z'"):
        pool([one], "z")
    with pytest.raises(BadInput, match="not an arena folder"):
        pool([str(tmp_path)])
