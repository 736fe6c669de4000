"""``piazzetta train``: its files, its report, a kill in the middle, and friendly error messages."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch
from typer.testing import CliRunner

from piazzetta.cli import app, main
from piazzetta.extras import install_command
from piazzetta.train.plan import load
from tests.tiers import long_only

SMALL = ["train", "viaggiatore", "--rows", "32", "--width", "32", "--players", "2,3"]


def test_a_run_leaves_a_network_a_log_and_a_report(tmp_path: Path) -> None:
    options = ["--decisions", "3000", "--rate", "random", "--games", "4", "--workers", "1", "--out", str(tmp_path)]
    done = CliRunner().invoke(app, [*SMALL, *options])
    assert done.exit_code == 0, done.output
    assert "share of wins" in done.output
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert {line["players"] for line in lines if "opponent" in line} == {2, 3}
    report = (tmp_path / "report.html").read_text()
    for words in ("Share of wins against fixed opponents", "Chances foretold", "Entropy", "piazzetta"):
        assert words in report
    assert (tmp_path / "strength.svg").read_text().startswith("<svg")
    assert (tmp_path / "calibration-2.svg").exists()
    assert not list(tmp_path.glob("rated-*"))


@long_only  # test_run.py kills one within this process
def test_a_run_killed_for_good_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    def command(folder: str) -> list[str]:
        options = [
            "--decisions",
            "8000",
            "--rate",
            "none",
            "--every",
            "1",
            "--out",
            str(tmp_path / folder),
        ]
        return [sys.executable, "-m", "piazzetta", *SMALL, *options]

    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    subprocess.run(command("whole"), env=environment, check=True, capture_output=True, timeout=1200)
    killed = subprocess.Popen(command("killed"), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    begun = time.monotonic()
    while not (tmp_path / "killed" / "run.pt").exists() and time.monotonic() - begun < 300:
        time.sleep(0.05)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    subprocess.run(command("killed"), env=environment, check=True, capture_output=True, timeout=1200)
    whole, other = (load(tmp_path / name / "network.pt")["weights"] for name in ("whole", "killed"))
    assert all(torch.equal(value, other[name]) for name, value in whole.items())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["go"], "go"),
        (["portobello", "--device", "tpu"], "device must be cpu or cuda"),
        (["portobello", "--players", "7"], "numbers from 2 to 4"),
        (["portobello", "--editions", "xx"], "--editions takes all"),
        (["portobello", "--maps", "nowhere"], "nowhere is not default, random or a folder"),
        (["portobello", "--rate", "genius"], "unknown bot level 'genius'"),
        (["portobello", "--exploit", "none.pt"], "none.pt cannot be read"),
    ],
)
def test_bad_input_gets_a_sentence(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["piazzetta", "train", *arguments, "--out", str(tmp_path)])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    assert sentence in capsys.readouterr().err


def test_without_torch_the_error_says_what_to_install(tmp_path: Path) -> None:
    script = (
        "import sys, importlib.util as u\n"
        "find = u.find_spec\n"
        "u.find_spec = lambda name, *rest: None if name == 'torch' else find(name, *rest)\n"
        "sys.argv = ['piazzetta', 'train', 'portobello']\n"
        "from piazzetta.cli import main\nmain()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=1200, check=False)
    assert done.returncode == 2
    assert install_command("train") in done.stderr
