"""A game in the terminal, driven by a person's typing."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

import piazzetta
from piazzetta import Match, Record, Setting
from piazzetta.batch.playout import random_game
from piazzetta.bots import Position, bot
from piazzetta.terminal.playing import play as play_module
from piazzetta.terminal.playing.play import BOTS, bots_of, play
from tests.tiers import tier

pytestmark = pytest.mark.compiled_only  # whole games by hand take long when interpreted

Typed = Callable[..., str]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Play with these lines typed; return the output. Continues ``match``, by default Portobello's for two."""

    def run(lines: Iterable[str], humans: Iterable[int] = (0,), game: str = "portobello", **options: Any) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        console = Console(file=io.StringIO(), width=80, color_system=None)
        match = options.pop("match", None)
        setting = (
            match.setting
            if match
            else piazzetta.game(game, players=options.pop("players", 2), rules=options.pop("rules", {}))
        )
        play(setting, set(humans), options.pop("seed", 1), console, match=match, **options)
        text: str = console.file.getvalue()  # type: ignore[attr-defined]
        printed = [line for line in text.splitlines() if "? " not in line]  # typed lines may be long
        printed = [line for line in printed if not line.startswith("  piazzetta ")]  # to copy: never broken
        assert max(cell_len(line) for line in printed) <= 80
        return text

    return run


def begun() -> Match:
    """A game for two in which seat 0 is about to act: the Bobby stands in D7, tile 3 is in use."""
    match = piazzetta.game("portobello").start(seed=1)
    match.play("bobby D7")
    match.play("tile 3")
    return match


def nearly_over() -> Match:
    """A game for two that needs one more move."""
    setting = piazzetta.game("portobello")
    return Record.from_log(setting, random_game(setting, 1, 0)[:-1], None).replay()


def under_way(setting: Setting, seed: int, moves: int) -> Match:
    """A game that bots have played for so many moves; in the long tier at its beginning."""
    match, player = setting.start(seed=seed), bot("random", 1)
    while len(match.log) < tier(moves, 0):
        match.play(player.choose(Position.of(match)))
    assert not match.over
    return match


@pytest.mark.parametrize(("players", "humans"), [(2, [0]), (3, [0, 2])][tier(1, 0) :])
def test_a_game_to_its_end_by_the_first_choice(typed: Typed, players: int, humans: list[int]) -> None:
    match = under_way(piazzetta.game("portobello", players=players), seed=1, moves=140)
    text = typed(["1"] * 2000, humans, match=match)
    assert match.over
    assert "Final scores" in text
    assert "won" in text
    assert "looks like a move, not like a file" in text  # the 1 typed after the end
    assert "piazzetta replay FILE" in text
    assert "Pass the terminal" not in text  # nothing is secret in Portobello Market


@pytest.mark.parametrize("humans", tier([[0, 1, 2]], [[1], [0, 1, 2]]))
def test_a_game_with_secrets_to_its_end(typed: Typed, humans: list[int]) -> None:
    match = under_way(piazzetta.game("viaggiatore", players=3, rules={"target": tier(1, 5)}), seed=4, moves=112)
    text = typed(["1"] * 4000, humans, match=match)
    assert match.over
    assert "Final scores" in text
    assert ("Pass the terminal to" in text) == (len(humans) > 1)


def test_nobody_sees_another_hand(typed: Typed) -> None:
    """A handover page separates the pages of different seats; a page shows one hand."""
    text = typed(["", "1", "1", "", "1", "", "1", "1"], [0, 1], "viaggiatore", players=2)
    pages = [page for page in text.split("─" * 80) if page.strip()]
    assert pages[0].strip().startswith("Pass the terminal to  ◆  Red")
    hands = [{name for name in ("Red", "Yellow") if f" {name}  " in page and "vehicles" in page} for page in pages]
    assert any(page.strip().startswith("Pass the terminal to  ●  Yellow") for page in pages)
    for page, hand in zip(pages, hands, strict=True):
        assert ("card" in page and "≥" in page) == ("your move?" in page)
        assert hand or "Pass" in page


def test_quit_at_the_hand_over(typed: Typed) -> None:
    assert "was not saved" in typed(["quit"], [0, 1], "viaggiatore", players=2)


def test_no_humans_at_all(typed: Typed) -> None:
    text = typed([], [], players=4)
    assert "Final scores" in text
    assert "Save the game?" not in text


def test_a_seed_gives_the_same_game(typed: Typed) -> None:
    first, again, other = (typed(["1"] * 15, [0], seed=seed) for seed in (5, 5, 6))
    assert first == again
    assert first != other


def test_a_move_by_its_text_in_any_case_and_spacing(typed: Typed) -> None:
    match = begun()
    typed(["BUILD   d-e@e"], match=match)
    assert match.moves[-1] == (0, "build D-E@E")


def test_choices_say_what_they_cost_and_bring(typed: Typed) -> None:
    text = " ".join(typed([], match=begun()).split())
    assert "bobby D2 moves the Bobby across Elgin Crescent to Costers Row (D2): Costs 1 point" in text
    match = piazzetta.game("portobello").start(seed=1)
    match.play("bobby D7")
    text = typed([], match=match)
    assert "tile 3       uses the 3 tile: 3 actions" in text
    assert "4  mark D1…D12 x2|x4  24 choices (4 to 27) that bring 0 points" in text


def test_folded_choices_are_listed_by_their_word_and_can_be_played(typed: Typed) -> None:
    """They filled a terminal, which showed the end of the list alone."""
    match = piazzetta.game("portobello").start(seed=1)
    match.play("bobby D7")
    text = typed(["mark", "15"], match=match)
    assert text.count("mark D12 x4  Brings 0 points (0 × 4)") == 1
    assert (0, "mark D12 x2") in match.moves


def test_only_the_edition_in_play_is_quoted(typed: Typed) -> None:
    """Codes such as IT, FR, FM were never explained, and no line said which edition is played."""
    match = piazzetta.game("portobello", rules={"lord": "action"}).start(seed=1)
    match.play("bobby D7")
    text = " ".join(typed(["rules 6.2", "bobby D9", "why"], match=match).split())
    assert "German short rules (de), lord action" in text
    assert "c) The active player shares the majority with others. 1 point, to nobody." in text
    assert "FM" not in text
    assert "IT" not in text


def test_a_hint_gives_the_best_moves(typed: Typed) -> None:
    match = begun()
    text = typed(["hint"], match=match)
    assert text.count("% to win") == 3
    assert len(match.log) == 2


def test_a_note_about_compiling_comes_once_and_when_it_is_done(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = iter(["Compiling once, about a minute", "Compiling once, 20 s left", "", ""])
    monkeypatch.setattr(play_module, "compiling_note", lambda: next(notes))
    text = typed(["board", "board", "board"], match=begun())
    assert text.count("Compiling once") == 1
    assert text.count("Everything is compiled") == 1


def test_undo(typed: Typed) -> None:
    match = begun()
    text = typed(["build D-E@E", "undo"], match=match)
    assert "build D-E@E was undone." in text
    assert len(match.log) == 2


def test_undo_is_refused_past_a_draw(typed: Typed) -> None:
    match = begun()
    text = typed(["draw", "undo"], match=match)
    assert "A random draw cannot be undone" in text
    assert len(match.log) == 4


def test_a_refusal_loses_nothing_and_can_be_asked_about(typed: Typed) -> None:
    match = begun()
    text = " ".join(typed(["why", "end", "why", "why build A-B@A", "why draw"], match=match).split())
    assert "No move has been refused yet" in text
    assert "end is not allowed. You have 3 actions left" in text
    assert "must take every action that is possible" in text  # clause 3.3
    assert "The active player builds one of their stalls on a free space of an alley that" in text  # clause 4.1
    assert "draw is allowed" in text
    assert len(match.log) == 2


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("0", "There is no choice 0; the choices are numbered from 1 to"),
        ("99", "There is no choice 99"),
        ("9" * 5000, "There is no choice 999999999999;"),
        ("", "Type a number from 1 to"),
        ("buidl D-E@E", "did you mean “build D-E@E”?"),
        ("[bold]x[/bold]", "is not a move"),
        ("why nonsense", "is not a move"),
        ("rules xyzzy", "no rule matches 'xyzzy'"),
        ("rules 6.3", "A crossing that costs more points than the active player has"),
        ("rules lord", "5.4"),
        ("help", "play a move by its text"),
        ("HELP", "play a move by its text"),
        ("?", "play a move by its text"),
        ("nonsense", "is not a move of this game. Type help"),
        ("save", "Give a file name"),
        ("save /nowhere/at/all/game.json", "cannot be written"),
        ("save " + "x" * 5000, "not a valid file name"),
        ("save a\0b", "not a valid file name"),
        ("save ~nobody_of_that_name/x", "not a valid file name"),
        ("log", "Red uses tile 3"),
        ("board", "3 actions left"),
    ],
)
def test_a_line_that_is_no_move(typed: Typed, line: str, answer: str) -> None:
    match = begun()
    text = " ".join(typed([line], match=match).split())
    assert answer in text
    assert len(match.log) == 2


def test_save_and_resume(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    match = begun()
    text = typed([f"save {file}", "build D-E@E", f"save {file}", "draw", "quit", ""], match=match)
    assert "Overwrite" not in text  # its own file
    assert "as it was 2 moves ago" in " ".join(text.split())
    again = Record.read(file).replay()
    assert again.moves[-1] == (0, "build D-E@E")
    again.play("draw")
    assert "places the" in typed([], match=again)  # chance is dealt for a match without a dealer


def test_a_resumed_game_has_its_bots_and_its_file(typed: Typed, tmp_path: Path) -> None:
    """It went on against other bots, and an unchanged one "was not saved"."""
    file = tmp_path / "game.json"
    typed([f"save {file}"], match=begun(), bots=["easy"])
    record = Record.read(file)
    record.verify()
    assert record.extra[BOTS] == [None, "easy"]
    assert bots_of(record) == ["medium", "easy"]
    text = typed(["quit"], match=record.replay(), bots=bots_of(record), resumed=file)
    assert "was not saved" not in text
    assert f"  piazzetta play portobello --humans 0 --bots medium,easy --resume {file}\n" in text


def test_another_file_is_not_overwritten_unasked(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("dear Ada")
    assert "Nothing was saved." in typed([f"save {file}", "n"], match=begun())
    assert file.read_text() == "dear Ada"
    typed([f"save {file}", "y"], match=begun())
    assert Record.read(file).moves == begun().moves


def test_quit_offers_to_save(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    text = " ".join(typed(["quit", str(file)], match=begun()).split())
    assert "Save the game?" in text
    assert "To go on with it: piazzetta play portobello --humans 0 --bots random --resume" in text
    assert Record.read(file).moves == begun().moves
    assert "was not saved" in typed(["quit", ""], match=begun())
    assert "was not saved" in typed(["quit"], match=begun())


def test_the_end_of_input_ends_the_game(typed: Typed) -> None:
    text = " ".join(typed([], match=begun()).split())
    resume = "piazzetta play portobello --humans 0 --bots random --resume FILE"
    assert text.endswith(f"save FILE keeps it; then this goes on with it: {resume}")


def test_ctrl_c_offers_to_save(typed: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    answers = iter(["", str(file)])

    def answer(console: Console, prompt: object) -> str:
        given = next(answers)
        if given:
            return given
        raise KeyboardInterrupt

    monkeypatch.setattr(play_module, "ask", answer)
    typed([], match=begun())
    assert file.exists()


def test_a_record_is_kept_up_to_date(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    match = begun()
    typed(["build D-E@E"], match=match, record=file)
    assert Record.read(file).moves == match.moves
    text = typed(["end"], [0, 1], match=nearly_over(), record=file)
    record = Record.read(file)
    record.verify()
    assert record.result is not None
    assert "Save the game?" not in text


def test_a_record_that_cannot_be_kept_is_said_once(typed: Typed, tmp_path: Path) -> None:
    text = " ".join(typed(["1", "1", "1"], match=begun(), record=tmp_path / "no" / "such.json").split())
    assert text.count("cannot be written") == 1


def test_the_record_of_a_finished_game_can_be_saved(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    text = typed(["end", str(file)], [0, 1], match=nearly_over())
    record = Record.read(file)
    record.verify()
    assert record.result is not None
    assert f"  piazzetta replay {file}\n" in text
