"""``piazzetta new-game`` writes a game that runs: its own tests, the terminal, a server's table, training."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from piazzetta.cli import app
from tests.nursery import ANEW
from tests.server.tools import Player, ServerProcess, any_move, at_table
from tests.tiers import LONG, tier
from tests.tinygame.test_processes import wait_until_loaded

NAME = "hazel_nuts"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game, with the entry point that its installation would leave."""
    made = tmp_path_factory.mktemp("own") / "game"
    done = CliRunner().invoke(app, ["new-game", NAME, "--out", str(made)])
    assert done.exit_code == 0, done.output
    assert f"piazzetta play {NAME}" in done.output
    project = tomllib.loads((made / "pyproject.toml").read_text("utf-8"))["project"]
    assert any(one.startswith("pytest") for one in project["optional-dependencies"]["test"])  # a wheel brings none
    entry = project["entry-points"]["piazzetta.games"]
    info = made / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    (info / "entry_points.txt").write_text("[piazzetta.games]\n" + "".join(f"{n} = {v}\n" for n, v in entry.items()))
    return made


def run(folder: Path, *words: str, typed: str = "") -> str:
    """Return what a command prints, in a process that finds the game as if it were installed."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(words, cwd=folder, env=environment, input=typed, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def command(folder: Path, *words: str, typed: str = "") -> str:
    return run(folder, sys.executable, "-c", ANEW, *words, typed=typed)


def test_nothing_of_the_skeleton_is_left_in_it(folder: Path) -> None:
    for file in folder.rglob("*"):
        assert "acorn" not in file.name.lower()
        if file.is_file() and file.suffix != ".pyc":
            assert "acorn" not in file.read_text("utf-8").lower(), file
    assert 'title="Hazel nuts"' in (folder / NAME / "listing.py").read_text("utf-8")


@pytest.mark.interpreted_only
def test_its_own_tests_pass(folder: Path) -> None:
    assert " passed" in run(folder, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")


@pytest.mark.interpreted_only
def test_slips_of_its_author_are_named(folder: Path, tmp_path: Path) -> None:
    """A refusal without a message lost the game with a traceback; a record of 14 bytes failed deep in the search."""
    own = tmp_path / "game"
    shutil.copytree(folder, own)
    words, state = own / NAME / "words" / "en" / "game.json", own / NAME / "state.py"
    words.write_text(words.read_text("utf-8").replace('"refusal.too_many"', '"refusal.other"'), "utf-8")
    with pytest.raises(AssertionError, match=r"has no message “refusal.too_many”"):
        run(own, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "property")
    typed = "take 4\n" + "take 1\n" * 30
    said = " ".join(command(own, "play", NAME, "--bots", "easy", "--seed", "1", typed=typed).split())
    assert "words/en/*.json has no message “refusal.too_many” to say why (clause 3.2)." in said
    assert "Final scores" in said
    state.write_text(
        state.read_text("utf-8").replace('("turn", np.int16),', '("turn", np.int16), ("more", np.int16),'), "utf-8"
    )
    with pytest.raises(AssertionError, match="state_dtype is 14 bytes; it must be a multiple of four"):
        command(own, "play", NAME)


@pytest.mark.interpreted_only
def test_it_is_played_in_the_terminal(folder: Path, tmp_path: Path) -> None:
    assert json.loads(command(folder, "simulate", NAME, "--games", "20", "--bots", "easy,random", "--json"))["seats"]
    kept = tmp_path / "game.json"
    options = ["--players", "3", "--bots", "easy", "--seed", "1", "--record", str(kept)]
    assert "Final scores" in command(folder, "play", NAME, *options, typed="take 1\n" * 30)
    assert "1 of 1 records are valid" in command(folder, "verify", str(kept))
    assert "at most three" in command(folder, "rules", NAME, "3.2")


@pytest.mark.interpreted_only
def test_a_server_deals_it_on_a_plain_table(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    server = ServerProcess(f"sqlite:///{tmp_path}/tables.db", "--pace", "0", anew=True).start()
    try:
        wait_until_loaded(server, NAME)
        card = httpx.get(f"{server.base}/api/v1/games").json()["games"][-1]
        assert (card["name"], card["title"]) == (NAME, "Hazel nuts")
        assert card["drawing"].startswith("<svg")
        messages = httpx.get(f"{server.base}/api/v1/words/{NAME}?lang=en").json()["messages"]
        assert messages["view.stones"] == "Stones in the heap"
        assert "move.take" not in messages  # it would say “Take” on every button, and not how many
        made = server.create(NAME, ["me", "bot easy"])

        async def game() -> None:
            async with at_table(Player(server.base, made["table"], {0: made["tokens"]["0"]})) as (player,):
                assert (await player.turn())["view"]["drawing"].startswith("<svg")
                await player.play_on(any_move(1))

        asyncio.run(game())
    finally:
        server.stop()


@pytest.mark.compiled_only
@pytest.mark.skipif(find_spec("torch") is None, reason="needs PyTorch")
def test_it_is_trained_for_seconds(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the short tier interpreted: compiling takes longer, and ``test_train.py`` trains a tiny game compiled."""
    if not LONG:
        monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    options = ["--decisions", tier("500", "4000"), "--rows", tier("16", "32"), "--rate", "none", "--out", str(tmp_path)]
    command(folder, "train", NAME, *options)
    network = str(tmp_path / "network.pt")
    play = ["simulate", NAME, "--bots", f"{network},random", "--games", tier("2", "10"), "--json"]
    found = json.loads(command(folder, *play))
    assert found["seats"][0]["bot"] == network


@pytest.mark.interpreted_only
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("My-Game", "small letters, digits and _, such as my_game, not 'My-Game'"),
        ("class", "not 'class'"),
        ("portobello", "portobello is a game already"),
        ("json", "json is a Python package already"),
        ("acorns", "is not empty"),
    ],
)
def test_bad_names_get_a_sentence(
    name: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from piazzetta.cli import main

    (tmp_path / "file").write_text("")
    monkeypatch.setattr(sys, "argv", ["piazzetta", "new-game", name, "--out", str(tmp_path)])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    assert sentence in capsys.readouterr().err
