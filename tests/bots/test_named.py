"""Bots by name: ``judge`` and the files of small networks, wherever bots are named."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import piazzetta
from piazzetta import BadInput
from piazzetta.arena import Entry, read_entries, tournament
from piazzetta.bots import LEVELS, Position, bot
from piazzetta.bots.named import NAMES_IN_WORDS, bot_digest, check_bot
from piazzetta.cli import main
from piazzetta.games.knowledge import packaged
from piazzetta.games.registry import find_game
from piazzetta.terminal.commands.options import BOT_NAMES
from piazzetta.terminal.simulate import seat_bots

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def small(tmp_path: Path) -> str:
    """The small network of Viaggiatore in a file of its own."""
    file = tmp_path / "student.bin"
    file.write_bytes(packaged("network-viaggiatore.bin")())
    return str(file)


def test_a_file_with_the_same_weights_plays_like_judge(small: str) -> None:
    match = piazzetta.game("viaggiatore", players=3).start(seed=4)
    for _ in range(40):
        position = Position.of(match)
        chosen = bot("judge", seed=7).choose(position)
        assert chosen in position.legal()
        assert bot(small, seed=7).choose(position) == chosen
        match.play(chosen)


def test_other_weights_are_those_of_the_file(small: str, tmp_path: Path) -> None:
    """All weights 0 like every move equally, which the game's own network does not."""
    empty = tmp_path / "empty.bin"
    empty.write_bytes(bytes(len(Path(small).read_bytes())))
    position = Position.of(piazzetta.game("viaggiatore", players=2).start(seed=4))
    priors = {move.prior for move in bot(str(empty)).look(position)}  # type: ignore[attr-defined]
    assert max(priors) - min(priors) < 1e-9
    own = {move.prior for move in bot(small).look(position)}  # type: ignore[attr-defined]
    assert max(own) - min(own) > 0.01


def test_another_games_file_gets_a_sentence(small: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"student\.bin plays viaggiatore, not portobello"):
        check_bot(small, find_game("portobello"))
    odd = tmp_path / "odd.bin"
    odd.write_bytes(b"123")
    with pytest.raises(BadInput, match=r"odd\.bin plays no known game: it has 3 weights, not portobello"):
        check_bot(str(odd), find_game("portobello"))
    with pytest.raises(BadInput, match=r"gone\.bin cannot be read: No such file"):
        check_bot("gone.bin", find_game("portobello"))
    with pytest.raises(BadInput, match="unknown bot level 'genius'; choose from random, easy"):
        check_bot("genius", find_game("portobello"))
    with pytest.raises(BadInput, match="portobello"):  # in Python the game is known only when it moves
        bot(small).choose(Position.of(piazzetta.game("portobello").start(seed=1)))


def test_the_number_of_bots_is_one_or_that_of_the_players(small: str) -> None:
    setting = piazzetta.game("viaggiatore", players=3)
    assert seat_bots([small], setting) == [small] * 3
    assert seat_bots(["judge", small, "easy"], setting) == ["judge", small, "easy"]
    with pytest.raises(BadInput, match="2 bots for 3 players; name one for all seats, or one per seat"):
        seat_bots(["judge", small], setting)


def test_the_arena_knows_a_file_by_its_contents(small: str, tmp_path: Path) -> None:
    """Games against an earlier network of the same name are not counted as those of the later one."""
    setting = piazzetta.game("viaggiatore", players=2)
    folder = tmp_path / "arena"
    found = tournament(setting, read_entries([small, "judge", "random"]), games=2, folder=folder)
    assert {one.name for one in found.bots} == {small, "judge", "random"}
    before = bot_digest(small)
    Path(small).write_bytes(Path(small).read_bytes()[:-1] + b"\x01")
    assert bot_digest(small) != before
    with pytest.raises(BadInput, match=r"student\.bin' was another bot"):
        tournament(setting, read_entries([small, "judge", "random"]), games=2, folder=folder)
    with pytest.raises(BadInput, match=r"student\.bin plays viaggiatore, not portobello"):
        tournament(piazzetta.game("portobello"), [Entry("mine", small, "network")], games=2)


@pytest.mark.parametrize("command", ["play", "simulate", "arena"])
def test_every_command_refuses_another_games_network(
    command: str, small: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["piazzetta", command, "portobello", "--bots", small])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    assert "student.bin plays viaggiatore, not portobello" in capsys.readouterr().err


def test_the_help_names_what_bots_takes() -> None:
    """The help says it without loading a bot."""
    for name in (*LEVELS, "judge", ".pt", ".bin"):
        assert name in BOT_NAMES
        assert name in NAMES_IN_WORDS
