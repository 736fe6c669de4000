"""The report of a run: labels that can be read, and intervals."""

from __future__ import annotations

import io
import re
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.console import Console

from piazzetta.arena.results.formats import percent
from piazzetta.terminal.train import _tell_how_to_play, strength_table
from piazzetta.train import rating
from piazzetta.train.plan import Folder, TrainingPlan
from piazzetta.train.rating import Ratings
from piazzetta.train.report import _spread, curves
from piazzetta.train.strength import Strength


def test_labels_of_lines_that_end_together_are_not_written_over_each_other() -> None:
    ends = _spread([0.9, 0.91, 0.2, 0.9], 0.06)
    assert ends[2] == 0.2
    apart = sorted(ends)
    assert all(above - below >= 0.06 - 1e-9 for below, above in pairwise(apart))
    lines = {name: [(1.0, 0.4), (2.0, 0.9)] for name in ("random, 2", "random, 4", "medium, 2")}
    drawn = curves("Share of wins", lines, percent, (0.0, 1.0)).alone
    places = [float(y) for y in re.findall(r'translate\([\d.]+ ([\d.]+)\)"[^>]*>(?:random|medium)', drawn)]
    places = places or [float(y) for y in re.findall(r'y="([\d.]+)"[^>]*>(?:random|medium)', drawn)]
    assert len(places) == 3
    assert min(abs(a - b) for i, a in enumerate(places) for b in places[:i]) > 10


def test_a_share_is_drawn_with_its_interval() -> None:
    lines = {"random, 2": [(1.0, 0.4), (2.0, 0.9)]}
    plain = curves("Share of wins", lines, percent, (0.0, 1.0)).alone
    sure = curves("Share of wins", lines, percent, (0.0, 1.0), {"random, 2": [(0.3, 0.5), (0.8, 0.95)]}).alone
    assert sure.count("<path") == plain.count("<path") + 2


@pytest.mark.parametrize(("won", "told"), [(0, "0.0–3.7%"), (100, "96.3–100.0%")])
def test_none_or_all_of_a_hundred_games_are_not_certain(won: int, told: str) -> None:
    """The table said "0.0% ± 0.0"."""
    line = {"players": 2, "opponent": "medium", "games": 100, "share": won / 100}
    shown = io.StringIO()
    Console(width=80, file=shown).print(strength_table(SimpleNamespace(lines=lambda: [line])))  # type: ignore[arg-type]
    assert told in shown.getvalue()


def test_no_ratings_are_a_sentence_not_an_empty_table() -> None:
    shown = io.StringIO()
    Console(width=80, file=shown).print(strength_table(SimpleNamespace(lines=list)))  # type: ignore[arg-type]
    assert shown.getvalue().startswith("No ratings: ")


def test_ratings_that_a_kill_left_unfinished_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run killed in its last ratings was resumed with an empty table."""
    measured = Strength("random", 2, 2, 1.0, 9.0, 12.0)
    monkeypatch.setattr(rating, "ProcessPoolExecutor", lambda workers, context: ThreadPoolExecutor(workers))
    monkeypatch.setattr(rating, "measure", lambda *given: measured)
    monkeypatch.setattr(rating, "load_network", lambda file: None)
    monkeypatch.setattr(rating, "calibration", lambda *given: SimpleNamespace(to_json=list))
    folder = Folder(tmp_path)
    folder.tell({"decisions": 400, "seconds": 30.0})
    (tmp_path / "rated-512.pt").touch()
    Ratings(TrainingPlan("viaggiatore", (2,)), folder, ["random"], 2, 1).close()
    told = [line for line in folder.lines() if "opponent" in line]
    assert [(line["decisions"], line["minutes"], line["opponent"]) for line in told] == [(512, 0.5, "random")]
    assert not list(tmp_path.glob("rated-*"))


def test_commands_to_copy_are_not_broken() -> None:
    shown = io.StringIO()
    _tell_how_to_play("portobello", Path("/a/folder/with/a/rather/long/name/network.pt"), Console(width=60, file=shown))
    name = "/a/folder/with/a/rather/long/name/network.pt"
    assert f"  piazzetta arena portobello --bots {name},medium --games 200\n" in shown.getvalue()
