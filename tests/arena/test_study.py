"""A study: every edition and switch once, the same random draws for all, intervals on the differences."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import piazzetta
from piazzetta import BadInput, SeededDealer
from piazzetta.arena.lines import job_of
from piazzetta.arena.reports.findings import clear_effects
from piazzetta.arena.reports.study import drawings, study_report
from piazzetta.arena.study import Study, read_editions, read_players, study, variations
from piazzetta.bots import Position, bot
from piazzetta.bots.quick import play_quick
from piazzetta.cli import app
from piazzetta.games.registry import find_game
from piazzetta.tables.sources import point_sources, quick_sources
from piazzetta.terminal.study import bots_of_study, study_table
from tests.settings import label, some_settings

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def small() -> Study:
    return study("portobello", "it,fr", "2", bots_of_study("random", "portobello"), games=6, seed=1)


def test_every_switch_is_varied_by_itself() -> None:
    for name in ("portobello", "viaggiatore"):
        found = find_game(name)
        ways = variations(found, list(found.editions))
        assert [way.name for way in ways[: len(found.editions)]] == list(found.editions)
        changed = {next(iter(way.changes)) for way in ways if way.changes}
        assert changed == set(found.switches)
        assert all(len(way.changes) <= 1 for way in ways)


def test_one_rule_can_be_asked_for_alone() -> None:
    """At best it was one of fifteen variants."""
    found = find_game("portobello")
    ways = variations(found, [], {"credit": "granted", "lord": "action"})
    assert [way.name for way in ways] == ["de", "credit granted", "lord action"]
    assert [dict(way.changes) for way in ways[1:]] == [{"credit": "granted"}, {"lord": "action"}]
    for rules, said in (
        ({"credit": "refused"}, "credit is refused in edition de already"),
        ({"credit": "x"}, "must be one of refused, granted"),
        ({"foo": "1"}, "has no rule 'foo'"),
    ):
        with pytest.raises(BadInput, match=said):
            variations(found, [], rules)
    command = ["study", "portobello", "--rule", "credit=granted", "--players", "2", "--bots", "random", "--games", "2"]
    done = CliRunner().invoke(app, [*command, "--workers", "1", "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["variations"] == ["de", "credit granted"]


def test_equal_rules_are_played_once_and_named_together(small: Study) -> None:
    assert small.cell("lord action", 2).same_as == "fr"
    assert small.cell("fr", 2).effects is not None
    assert small.cell("de", 2).effects is None
    assert small.base == "de"


def test_differences_have_the_same_chance_on_both_sides(small: Study) -> None:
    # with two players, left and right of the start player is the same seat: the games are identical
    effects = small.cell("bobby_set_by left", 2).effects
    assert effects is not None
    assert all(e == (0, 0, 0) for e in effects.values())


def test_start_score_moves_the_start_and_nothing_else_is_invented(small: Study) -> None:
    cell = small.cell("start_score 0", 2)
    assert cell.sources["start"].value == 0
    assert small.cell("de", 2).sources["start"].value == 10
    for cell in small.cells:
        assert sum(e.value for e in cell.sources.values()) == pytest.approx(cell.points.value)
        assert sum(e.value for e in cell.wins) == pytest.approx(1)
        assert cell.points.low <= cell.points.value <= cell.points.high


def test_the_report_holds_every_way_to_play(small: Study) -> None:
    drawn = drawings(small)
    text = study_report(small, drawn, "piazzetta study portobello")
    for words in ("fr = lord action", "start_score 0", "clients house", "What is beyond doubt", "2 players: seats"):
        assert words in text
    assert "http" not in text
    assert "nan" not in text
    assert len(drawn) == 5 + 2
    for drawing in drawn.values():
        alone = drawing.alone
        assert alone.startswith("<svg xmlns=")
        assert "var(" not in alone
    assert all("2 players: " in words for words in clear_effects(small))


def test_what_is_called_clear_is_corrected_for_all_comparisons(small: Study) -> None:
    compared = [cell for cell in small.cells if cell.effects is not None and cell.same_as is None]
    assert small.comparisons == 5 * len(compared)
    beyond = [effects[key] for cell in compared if (effects := cell.effects) for key in cell.clear]
    assert all(e.excludes_zero for e in beyond)
    alone = [e for cell in compared for e in (cell.effects or {}).values() if e.excludes_zero]
    assert len(clear_effects(small)) == len(beyond) < len(alone)
    text = study_report(small, drawings(small), "piazzetta study portobello")
    assert f"{small.comparisons} differences were compared. Holm" in text


@pytest.mark.parametrize("width", [80, 110])
def test_the_table_keeps_all_columns(small: Study, width: int, capsys: pytest.CaptureFixture[str]) -> None:
    """A terminal of 80 columns lost the last column."""
    Console(width=width, highlight=False).print(study_table(small))
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= width
    assert "…" not in shown
    first = next(line for line in shown.splitlines() if line.startswith("│ de"))
    assert first.count("±") + first.count("(") == 5  # few games: a share's interval is given by its ends
    assert "shared_majority" in shown  # names were broken in their middle
    assert "bobby_set_by" in shown


def test_a_study_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    options: dict[str, Any] = {
        "editions": "it",
        "players": "2",
        "seated": bots_of_study("random", "portobello"),
        "seed": 3,
    }
    whole = study("viaggiatore", games=4, **options)
    study("viaggiatore", games=2, folder=tmp_path, **options)
    counts: list[int] = []
    again = study("viaggiatore", games=4, folder=tmp_path, progress=lambda done, total: counts.append(done), **options)
    assert counts[0] == 2 * 7
    assert again.to_json() == whole.to_json()


def test_bad_input_is_refused() -> None:
    found = find_game("portobello")
    with pytest.raises(BadInput, match="no edition 'xx'"):
        read_editions(found, "de,xx")
    for text in ("5", "", "two", "2,,9999999999999999999999"):
        with pytest.raises(BadInput, match="--players takes all, or numbers from 2 to 4"):
            read_players(found, text)
    with pytest.raises(BadInput, match="at least 2"):
        study("portobello", games=1)
    with pytest.raises(BadInput, match="unknown bot 'clever'; choose from quick, random, easy"):
        bots_of_study("clever", "portobello")


def test_the_command_writes_report_figures_and_drawings(tmp_path: Path) -> None:
    out = tmp_path / "study"
    command = ["study", "viaggiatore", "--players", "2", "--bots", "random", "--games", "2", "-w", "1"]
    shown = CliRunner().invoke(app, [*command, "-o", str(out)], env={"COLUMNS": "110"})
    assert shown.exit_code == 0, shown.output
    assert "ending round" in shown.output
    assert json.loads((out / "study.json").read_text())["games"] == 2
    assert (out / "report.html").exists()
    assert (out / "effect-rounds.svg").exists()
    assert json.loads(CliRunner().invoke(app, [*command, "--json"]).stdout)["players"] == [2]


@pytest.mark.parametrize(("name", "players"), [("portobello", 3), ("viaggiatore", 2), ("viaggiatore", 5)])
def test_quick_players_play_whole_legal_games_with_the_dealers_chance(name: str, players: int) -> None:
    setting = piazzetta.game(name, players=players)
    played = play_quick(setting, seed=4, block=2, own_seed=1)
    log = played.log.tolist()
    match = piazzetta.Match(setting)
    dealt = piazzetta.Match(setting, SeededDealer(4, 2))
    for action in log:
        chance = match.mover == piazzetta.CHANCE
        match.play(action)
        if not chance:
            dealt.play(action)  # chance must bring the same here
    assert match.over
    assert dealt.log == match.log
    assert (played.points[-1].tolist(), played.winners) == (match.scores, match.winners)
    assert played.turns == match.state().turn
    assert play_quick(setting, seed=4, block=2, own_seed=1).log.tolist() == log
    assert play_quick(setting, seed=5, block=2, own_seed=1).log.tolist() != log


@pytest.mark.parametrize("setting", some_settings(7), ids=label)
def test_sources_of_quick_games_are_those_of_the_events(setting: piazzetta.Setting) -> None:
    for block in range(3):
        played = play_quick(setting, seed=1, block=block, own_seed=2)
        match = piazzetta.Match(setting)
        for action in played.log.tolist():
            match.play(action)
        assert quick_sources(setting, played.log.tolist(), played.points.tolist()) == point_sources(match)


def test_quick_players_are_no_fools() -> None:
    """They score far more than the random player: eight games of each."""
    setting = piazzetta.game("portobello")
    quick = random = 0
    for number in range(8):
        match = piazzetta.Match(setting)
        for action in play_quick(setting, seed=1, block=number, own_seed=number).log.tolist():
            match.play(action)
        quick += sum(match.scores)
        match, player = setting.start(seed=number), bot("random", number)
        while not match.over:
            match.play(player.choose(Position.of(match)))
        random += sum(match.scores)
    assert quick > 1.4 * random


def test_lots_of_a_fair_start_are_drawn_game_by_game(tmp_path: Path) -> None:
    games = 12
    study("viaggiatore", players="2", games=games, seed=5, folder=tmp_path)
    head = json.loads((tmp_path / "arena.json").read_text())["study"]
    fair = {number: tuple(one["head_start"]) for number, one in enumerate(head) if one["rules"]["handicap"] == "fair"}
    assert len(set(fair.values())) == len(fair) > 1, "each lot is a setting of its own"
    lines = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    played = {job.block: fair[job.setting] for job in map(job_of, lines) if job.setting in fair}
    setting = piazzetta.game("viaggiatore", players=2, rules={"handicap": "fair"})
    assert played == {block: setting.start(seed=5, number=block).setting.head_start for block in range(games)}
