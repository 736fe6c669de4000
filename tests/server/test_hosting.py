"""The files for hosts name things that exist."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from typer.testing import CliRunner

from piazzetta.cli import app
from piazzetta.server.metrics import Metrics
from piazzetta.server.settings import Settings
from piazzetta.server.store.store import Store
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parents[2]
HOSTING = ROOT / "hosting"


def test_the_dashboard_and_the_guide_name_real_metrics(server: ServerProcess) -> None:
    server.create("portobello", ["bot random", "bot random"])
    shown = set(re.findall(r"^# TYPE (piazzetta_\w+)", server.metrics(), re.MULTILINE))
    board = json.loads((HOSTING / "dashboard.json").read_text("utf-8"))
    texts = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    texts.append((ROOT / "docs" / "operating.md").read_text("utf-8"))
    named = {re.sub("_bucket$", "", name) for text in texts for name in re.findall(r"piazzetta_[a-z_]+", text)}
    assert len(named) > 10
    assert named - shown <= {f"piazzetta_{table}" for table in ("events", "tables", "deeds", "leases", "owners")}, (
        "besides the tables of the database"
    )


def options_of(command: str) -> set[str]:
    return set(re.findall(r"--[a-z-]+", CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "200"}).output))


def test_the_unit_starts_the_server_as_somebody_harmless() -> None:
    unit = (HOSTING / "piazzetta.service").read_text("utf-8")
    assert "User=piazzetta" in unit
    assert set(re.findall(r" (--[a-z-]+)", re.findall("ExecStart=(.*)", unit)[0])) <= options_of("serve")


def instructions() -> list[tuple[str, str]]:
    """What the image is made of, in order: the name of each instruction and what follows."""
    text = re.sub(r"\\\n\s*", "", (HOSTING / "Containerfile").read_text("utf-8"))
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines)]


def test_the_image_agrees_with_the_project() -> None:
    """No builder is asked: whatever the instructions name has to be there."""
    image = instructions()
    of = dict(image)  # of those that come several times, the last
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert of["FROM"] == "$BASE"
    found = re.fullmatch(r"BASE=docker\.io/library/python:3\.(\d+)-slim", of["ARG"])
    assert found is not None
    assert int(found[1]) >= int(project["requires-python"].removeprefix(">=3."))
    # what is copied: a file of the project, and the wheel that the first line says how to build
    pinned = (ROOT / "constraints.txt").read_text("utf-8")
    assert of["COPY"].split() == ["constraints.txt", f"dist/{project['name']}-*.whl", "/tmp/"]
    assert "`make wheel`" in (HOSTING / "Containerfile").read_text("utf-8").splitlines()[0]
    assert "\nwheel:" in (ROOT / "Makefile").read_text("utf-8")
    assert "\nasyncpg==" in pinned
    # who does what
    names = [name for name, _ in image]
    assert of["USER"] == "piazzetta"
    made = next(rest for name, rest in image if name == "RUN" and "useradd" in rest)
    assert made.split(" && ")[0].endswith(" piazzetta")
    assert names.index("USER") < names.index("ENTRYPOINT")
    # the commands
    command = json.loads(of["ENTRYPOINT"])
    assert command[0] in project["scripts"]
    assert command[1] == "serve"
    assert {word for word in command if word.startswith("--")} <= options_of("serve")
    assert ("RUN", "piazzetta warm --tables") in image[names.index("USER") :]
    assert "--tables" in options_of("warm")
    # the port, and where its data is
    port = of["EXPOSE"]
    assert int(port) == Settings().port
    assert f"127.0.0.1:{port}/healthz" in of["HEALTHCHECK"]
    assert command[command.index("--db") + 1].startswith(f"sqlite:///{of['VOLUME']}/")
    cache = re.search(r"PIAZZETTA_CACHE=(\S+)", of["ENV"])
    assert cache is not None
    assert not cache[1].startswith(of["VOLUME"])
    assert f"install -d -o piazzetta {cache[1]}" in made


def test_durations_are_histograms() -> None:
    metrics = Metrics(Store("sqlite:////nowhere.sqlite"))
    for seconds in (0.002, 0.003, 20.0):
        metrics.command_seconds["play"].note(seconds)
    metrics.commit_seconds.note(0.5)
    found = {family.name: family for family in text_string_to_metric_families(metrics.text())}
    commands = found["piazzetta_command_seconds"]
    assert commands.type == "histogram"
    counts = {sample.labels["le"]: sample.value for sample in commands.samples if sample.name.endswith("_bucket")}
    assert (counts["0.002"], counts["0.005"], counts["10.0"], counts["+Inf"]) == (1, 2, 2, 3)
    values = {sample.name.rsplit("_", 1)[1]: sample.value for sample in commands.samples if "le" not in sample.labels}
    assert values == {"count": 3, "sum": 20.005}
    assert {sample.labels.get("kind") for sample in commands.samples} == {"play"}
    assert [one.value for one in found["piazzetta_commit_seconds"].samples if one.name.endswith("_count")] == [1]
