"""The files for hosts name things that exist."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from piazzetta.cli import app
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parents[2]
HOSTING = ROOT / "hosting"


def test_the_dashboard_and_the_guide_name_real_metrics(server: ServerProcess) -> None:
    server.create("portobello", ["bot random", "bot random"])
    shown = set(re.findall(r"^# TYPE (piazzetta_\w+)", server.get("/metrics").text, re.MULTILINE))
    board = json.loads((HOSTING / "dashboard.json").read_text("utf-8"))
    texts = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    texts.append((ROOT / "docs" / "operating.md").read_text("utf-8"))
    named = {re.sub("_bucket$", "", name) for text in texts for name in re.findall(r"piazzetta_[a-z_]+", text)}
    assert len(named) > 10
    assert named - shown <= {f"piazzetta_{table}" for table in ("events", "tables", "deeds", "leases", "owners")}, (
        "besides the tables of the database"
    )


def test_the_unit_and_the_image_start_the_server_as_somebody_harmless() -> None:
    options = set(re.findall(r"--[a-z-]+", CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200"}).output))
    unit = (HOSTING / "piazzetta.service").read_text("utf-8")
    assert "User=piazzetta" in unit
    assert set(re.findall(r" (--[a-z-]+)", re.findall("ExecStart=(.*)", unit)[0])) <= options
    image = (HOSTING / "Containerfile").read_text("utf-8")
    assert image.index("USER piazzetta") < image.index("ENTRYPOINT")
    assert set(re.findall(r'"(--[a-z-]+)"', image)) <= options
