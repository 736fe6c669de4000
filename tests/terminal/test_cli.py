"""The command line: what it prints, what it writes, and how it exits."""

from __future__ import annotations

import io
import json
import shlex
import subprocess
import sys
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from unittest.mock import patch

import pytest
from typer.testing import CliRunner

import piazzetta
from piazzetta import Record, __version__
from piazzetta.cli import app, main
from piazzetta.games.registry import NAMES, find_game
from piazzetta.terminal.commands.options import DEVELOP, EXPLORE, HOST, PLAY
from tests.settings import editions

pytestmark = pytest.mark.compiled_only  # the commands have their own tests under tests/terminal

DATA = Path(__file__).parents[2] / "src" / "piazzetta" / "data"


Done = subprocess.CompletedProcess[str]


def start(*arguments: str) -> Done:
    """Run the command as a person does."""
    command = [sys.executable, "-c", "import sys; from piazzetta.cli import main; sys.exit(main())", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=1200, check=False)


def run(*arguments: str, stdin: str = "") -> Done:
    """The same within this process: a separate one would spend two seconds on its imports."""
    out, err = io.StringIO(), io.StringIO()
    status: object = 0
    with ExitStack() as stack:
        stack.enter_context(patch.object(sys, "argv", ["piazzetta", *arguments]))
        stack.enter_context(patch.object(sys, "stdin", io.StringIO(stdin)))
        stack.enter_context(redirect_stdout(out))
        stack.enter_context(redirect_stderr(err))
        try:
            main()
        except SystemExit as ended:
            status = ended.code
    assert isinstance(status, int)
    return Done(arguments, status, out.getvalue(), err.getvalue())


def simulate(folder: Path, name: str, *options: str) -> Path:
    file = folder / f"{name}.jsonl"
    done = run("simulate", name, "--games", "5", "--records", str(file), *options)
    assert done.returncode == 0, done.stderr
    return file


def test_a_flag_is_not_shown_as_if_it_took_a_value() -> None:
    """ "--parquet <bool>" made people type "--parquet true"."""
    shown = run("export", "--help").stdout
    assert "--parquet" in shown
    assert "bool" not in shown
    assert "<str>" in shown


def test_help_teaches_every_command() -> None:
    """Commands for players come first, those for developers last."""
    shown = CliRunner().invoke(app, ["--help"]).output
    groups = [shown.index(panel) for panel in (PLAY, HOST, EXPLORE, DEVELOP)]
    assert groups == sorted(groups)
    for command in ("play", "replay", "verify", "rules", "serve", "simulate", "board", "deck", "bench", "warm"):
        assert f"│ {command} " in shown
        assert CliRunner().invoke(app, [command, "--help"]).exit_code == 0
    for command in ("bench", "warm", "build-wasm", "build-rulebooks"):
        assert shown.index(f"│ {command} ") > groups[-1]


def test_version() -> None:
    assert start("--version").stdout == f"piazzetta {__version__}\n"


def test_a_process_ends_with_a_sentence_and_status_2() -> None:
    done = start("simulate", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert "unknown game 'chess'" in done.stderr
    assert "Traceback" not in done.stderr


def test_simulate_json_sums_up_its_records(tmp_path: Path) -> None:
    """Means, shares and 95% intervals are those of the games that it writes."""
    file = tmp_path / "games.jsonl"
    options = ["--players", "3", "--games", "1e2", "--seed", "4", "-e", "it", "--records", str(file)]
    result = json.loads(run("simulate", "portobello", *options, "--json").stdout)
    assert (result["games"], result["edition"], len(result["seats"])) == (100, "it", 3)
    games = [json.loads(line) for line in file.read_text().splitlines()]
    for seat, found in enumerate(result["seats"]):
        points = [game["result"]["scores"][seat] for game in games]
        half = 1.959964 * stdev(points) / 10
        assert found["points"] == pytest.approx(mean(points))
        assert found["points_interval"] == pytest.approx([mean(points) - half, mean(points) + half])
        share, z = sum(seat in game["result"]["winners"] for game in games) / 100, 1.959964
        middle, spread = share + z * z / 200, z * sqrt(share * (1 - share) / 100 + z * z / 40_000)
        assert found["wins"] == share
        assert found["wins_interval"] == pytest.approx([(middle + s * spread) / (1 + z * z / 100) for s in (-1, 1)])
    decisions = [sum(seat >= 0 for seat, _ in game["moves"]) for game in games]
    assert result["decisions_per_game"] == pytest.approx(mean(decisions))
    assert result["games_per_second"] == pytest.approx(100 / result["seconds"])


def test_simulate_says_that_seats_are_fixed() -> None:
    """Its table reads as a comparison of bots."""
    said = " ".join(run("simulate", "portobello", "--games", "2", "--bots", "random,easy").stdout.split())
    assert "The seats are fixed, so the starter's advantage counts: to compare bots, piazzetta arena" in said
    assert "seats are fixed" not in run("simulate", "portobello", "--games", "2").stdout


def test_games_of_simulated_bots_differ(tmp_path: Path) -> None:
    """Each game has bots with seeds of its own: the first move, before any draw, is not always the same."""
    file = simulate(tmp_path, "portobello", "--bots", "medium")
    openings = {tuple(json.loads(line)["moves"][0]) for line in file.read_text().splitlines()}
    assert len(openings) > 1


@pytest.mark.parametrize("bots", ["random", "easy"])
def test_simulate_draws_the_lots_of_a_fair_start_game_by_game(tmp_path: Path, bots: str) -> None:
    options = ("--rule", "handicap=fair", "--players", "2", "--bots", bots, "--seed", "5", "--games", "12")
    file = simulate(tmp_path, "viaggiatore", *options)
    setting = piazzetta.game("viaggiatore", players=2, rules={"handicap": "fair"})
    drawn = [json.loads(line)["head_start"] for line in file.read_text().splitlines()]
    assert drawn == [list(setting.of_game(5, number).head_start) for number in range(12)]
    assert len({tuple(one) for one in drawn}) > 1
    assert run("verify", str(file)).returncode == 0


def test_the_same_seed_simulates_the_same_games(tmp_path: Path) -> None:
    files = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        files.append(simulate(tmp_path / name, "viaggiatore", "--seed", "9", "--players", "3"))
    assert files[0].read_bytes() == files[1].read_bytes()


def test_simulate_replay_verify(tmp_path: Path) -> None:
    file = simulate(tmp_path, "portobello", "--rule", "lord=action", "--rule", "clients=queue", "--starter", "1")
    assert len(file.read_text().splitlines()) == 5
    done = run("verify", str(file))
    said = "5 of 5 records are valid\n5 by Portobello Market, version 1 of the rules\n"
    assert (done.returncode, done.stdout) == (0, said)
    shown = run("replay", str(file), "--at", "30", "--line", "2")
    assert shown.returncode == 0
    assert max(map(len, shown.stdout.splitlines())) <= 80
    file.write_text(file.read_text().replace('"tile 3"', '"tile 9"', 1))
    done = run("verify", str(file))
    assert done.returncode == 1
    assert "4 of 5 records are valid" in done.stdout
    assert "move " in done.stdout
    assert run("replay", str(file), "--line", "99").returncode == 2


@pytest.mark.parametrize(("name", "edition", "players"), list(editions()))
def test_every_game_edition_and_number_of_players_is_simulated_and_verified(
    tmp_path: Path, name: str, edition: str, players: int
) -> None:
    file = tmp_path / "games.jsonl"
    options = ["--edition", edition, "--players", str(players), "--games", "20", "--records", str(file)]
    done = CliRunner().invoke(app, ["simulate", name, *options])
    assert done.exit_code == 0, done.output
    checked = CliRunner().invoke(app, ["verify", str(file)])
    assert "20 of 20 records are valid" in checked.output


def test_board_and_deck_check(tmp_path: Path) -> None:
    assert "11 squares, 22 alleys" in run("board", "check", str(DATA / "portobello-map.json")).stdout
    assert "96 cards" in run("deck", "check", str(DATA / "viaggiatore-deck.json")).stdout
    bad = tmp_path / "bad.json"
    board = json.loads((DATA / "portobello-map.json").read_text())
    board["alleys"]["A-B"]["values"] = [1, 9]
    bad.write_text(json.dumps(board))
    done = run("board", "check", str(bad))
    assert done.returncode == 2
    assert "A-B" in done.stderr
    assert run("deck", "check", str(bad)).returncode == 2


def test_rules() -> None:
    assert "across one alley" in run("rules", "portobello", "6.1").stdout
    assert "This costs one action" in run("rules", "portobello", "4.3").stdout
    assert run("rules", "viaggiatore", "ticket").stdout.count("•") >= 3
    assert "Components" in run("rules", "portobello").stdout
    assert run("rules", "portobello", "helicopter").returncode == 2
    assert "Das kostet eine Aktion" in run("rules", "portobello", "4.3", "--lang", "de").stdout
    assert run("rules", "portobello", "--lang", "nl").returncode == 2
    italian = run("rules", "portobello", "6.3", "--lang", "it")
    assert "stampato" in italian.stdout
    assert "decisione, opzione" in italian.stdout
    assert "printed" not in italian.stdout
    of_one = run("rules", "portobello", "2.1", "--edition", "it").stdout
    assert "Score markers start on 0." in of_one
    assert "it: printed" in of_one
    assert "fr: printed" not in of_one, "only the edition's own sentence"
    assert run("rules", "portobello", "--edition", "nl").returncode == 2


def test_every_rule_that_can_change_is_listed_in_words() -> None:
    said = ""
    for name in reversed(NAMES):
        said = " ".join(run("rules", name, "--switches").stdout.split())
        for key, switch in find_game(name).switches.items():
            assert f"{key} " in said
            assert f"(clause {switch.clause})" in said
            if not isinstance(switch.choices, range):
                assert all(f"{key}={shlex.quote(value)}" in said for value in switch.choices)
    assert "credit=granted: yes: the score goes below 0" in " ".join(
        run("rules", "portobello", "--switches").stdout.split()
    )


def test_the_help_names_the_extra() -> None:
    assert "the extra rulebook" in run("rulebook", "--help").stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["simulate", "chess"], "unknown game 'chess'"),
        (["simulate", "portobello", "--players", "7"], "2 to 4 players"),
        (["simulate", "portobello", "--edition", "xx"], "no edition 'xx'"),
        (["simulate", "portobello", "--rule", "lord"], "KEY=VALUE"),
        (["simulate", "portobello", "--rule", "lord=x"], "lord must be one of"),
        (["simulate", "portobello", "--bots", "genius"], "unknown bot level 'genius'"),
        (["simulate", "portobello", "--bots", "random,random,random"], "3 bots for 2 players"),
        (["simulate", "portobello", "--games", "0"], "at least 1"),
        (["simulate", "portobello", "--device", "tpu"], "device must be one of cpu, cuda"),
        (["simulate", "portobello", "--games", "ten"], "whole number"),
        (["simulate", "portobello", "--map", "nowhere.json"], "cannot be read"),
        (["simulate", "portobello", "--records", "no/such/folder.jsonl"], "cannot be written"),
        (["verify", "nowhere.json"], "nowhere.json"),
        (["replay", "nowhere.json"], "nowhere.json"),
        (["play", "portobello", "--humans", "5"], "seats from 0 to 1"),
        (["play", "portobello", "--resume", "nowhere.json"], "nowhere.json"),
        (["rules", "chess"], "unknown game 'chess'"),
        (["frobnicate"], "No such command"),
    ],
)
def test_bad_input_gets_a_sentence_and_status_2(arguments: list[str], sentence: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2, done.stdout + done.stderr
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_play_to_the_end_and_save(tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    done = run("play", "portobello", "--seed", "3", stdin=f"1\n1\n1\nsave {saved}\nquit\n")
    assert done.returncode == 0
    assert len(Record.read(saved).moves) >= 3
    resumed = run("play", "portobello", "--resume", str(saved), "--seed", "3", stdin="quit\n")
    assert resumed.returncode == 0
    assert run("play", "viaggiatore", "--resume", str(saved)).returncode == 2


def test_bench_json(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, enough in {"_TRUE_COST": 0, "_GAMES": 40, "_RECORDS": 2}.items():
        monkeypatch.setattr(f"benchmarks.speed.{name}", enough)
    result = json.loads(run("bench", "--json", "--rounds", "1").stdout)
    for name in ("portobello", "viaggiatore"):
        assert result[name]["decisions_per_second"] > 0
    assert isinstance(result["peers"], dict)
