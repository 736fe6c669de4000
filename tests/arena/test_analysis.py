"""Analysis: chances, turning points and costly moves, judged by what a seat could know."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import piazzetta
from piazzetta import BadInput, Match, Record
from piazzetta.arena.reports.analysis import analysis_report
from piazzetta.arena.reports.findings import analysis_headline, luck_sentence, seat_sentence
from piazzetta.arena.results.formats import signed_percent
from piazzetta.bots import Position, bot
from piazzetta.bots.analysis import SLIGHT, Analysis, Decision, analyse, positions, turning_points
from piazzetta.bots.moments import WORTH
from piazzetta.cli import app

pytestmark = pytest.mark.compiled_only


def played(name: str, players: int = 2, level: str = "easy") -> Match:
    match = piazzetta.game(name, players=players).start(seed=8)
    player = bot(level, 1)
    while not match.over:
        match.play(player.choose(Position.of(match)))
    return match


@pytest.fixture(scope="module", params=["portobello", "viaggiatore"])
def game(request: pytest.FixtureRequest) -> Match:
    return played(request.param)


@pytest.fixture(scope="module")
def analysis(game: Match) -> Analysis:
    return analyse(Record.of(game), level="medium")


def test_every_decision_with_a_choice_is_judged(game: Match, analysis: Analysis) -> None:
    opening = game.setting.game.opening_length(game.setting.params_record)
    assert len(analysis.decisions) == len(list(positions(game)))
    for decision in analysis.decisions:
        seat, action = game.log[opening + decision.index]
        assert (decision.seat, decision.move) == (seat, game.setting.text(action))
        assert sum(decision.wins) == pytest.approx(1, abs=1e-6)
        assert 0 <= decision.gave_away <= 1
        if decision.move == decision.best:
            assert decision.gave_away == 0
        assert bool(decision.why) == bool(decision.against) == (decision.gave_away >= SLIGHT)
    assert sum(own.decisions for own in analysis.seats) == len(analysis.decisions)
    assert analysis.result == {"scores": game.scores, "winners": game.winners}


def test_luck_and_decisions_make_up_the_result(analysis: Analysis) -> None:
    assert analysis.luck is not None
    assert analysis.result is not None
    winners = analysis.result["winners"]
    for own, seat in zip(analysis.seats, analysis.luck.seats, strict=True):
        assert seat.decisions == -own.gave_away
        assert seat.result == (1 / len(winners) if own.seat in winners else 0)
        assert seat.start + seat.decisions + seat.luck + seat.others == pytest.approx(seat.result)
        said = luck_sentence(seat)
        assert f"luck {signed_percent(seat.luck)}" in said
        assert ("Draws as " in said) == (seat.odds < 1)
        assert "come in 1 game of" in said or seat.odds == 1
    report = analysis_report(analysis, "")
    assert "<h2>Decisions and luck</h2>" in report


def test_turning_points_are_three_at_most_and_apart(analysis: Analysis) -> None:
    points = analysis.turning_points
    assert 1 <= len(points) <= 3
    for point in points:
        assert abs(point.before - point.after) >= SLIGHT
        assert point.happened
    for first, second in pairwise(points):
        assert first.until <= second.index


def test_a_turning_point_speaks_of_its_own_player(analysis: Analysis) -> None:
    """What happened to others is told only where nothing happened to the player in question."""
    for point in analysis.turning_points:
        concerned = [
            event["params"].get("seat") == point.seat
            or point.seat in event["params"].get("receivers", ())
            or ("seat" not in event["params"] and bool(event["params"].get("points", [0] * 9)[point.seat]))
            for event in point.events
        ]
        assert all(concerned) or not any(concerned)


def test_a_turning_point_says_what_speaks_against_its_move(analysis: Analysis) -> None:
    judged = {decision.index: decision for decision in analysis.decisions}
    for point in analysis.turning_points:
        assert point.against == judged[point.index].against
        assert bool(point.against) == (point.gave_away >= SLIGHT)


def test_a_person_would_say_how_well_a_seat_played(analysis: Analysis) -> None:
    """Nobody gives away more than a whole win: what moves cost is averaged, not added up."""
    for own in analysis.seats:
        said = seat_sentence(analysis, own)
        assert said.startswith((f"{own.as_good} of {own.decisions} moves were", f"All {own.decisions} moves were"))
        assert all(int(share) <= 100 for share in re.findall(r"(\d+)\.?\d* ?%", said))


def test_a_better_move_can_be_drawn(analysis: Analysis) -> None:
    costly = [decision for decision in analysis.decisions if decision.gave_away >= SLIGHT]
    assert costly
    for decision in costly:
        assert decision.steps[0]["move"] == decision.best
        assert decision.steps[0]["events"]


def test_a_decision_is_judged_without_what_is_hidden() -> None:
    """The judged position looks the same to the seat, but is not the true one."""
    match = played("viaggiatore", 3)
    at, position = next((at, position) for at, position in positions(match) if at > 60)
    setting, seat = match.setting, position.seat
    known = setting.game.view(setting.components, setting.params_record, position.state.view(np.recarray)[0], seat)
    assert known == match.view(seat, at)
    assert position.state[0].tobytes() != match.state(at).tobytes()


def test_the_largest_change_is_found() -> None:
    match = played("portobello")
    own = [index for index, (seat, _) in enumerate(match.log) if seat == 0][:5]
    chances = [0.5, 0.55, 0.1, 0.11, 0.2]
    decisions = [
        Decision(index, 0, "end", "end", (chance, 1 - chance), (0.0, 0.0), 0.0, "")
        for index, chance in zip(own, chances, strict=True)
    ]
    found = turning_points(match, decisions, None)
    assert (found[0].before, found[0].after) == (0.5, 0.55)
    assert (found[1].before, found[1].after) == (0.55, 0.1)
    assert (found[2].before, found[2].after) == (0.11, 0.2)
    assert [point.index for point in found] == [own[0], own[1], own[3]]


def test_the_report_has_the_graph_the_points_and_the_moves(analysis: Analysis) -> None:
    text = analysis_report(analysis, "piazzetta analyse game.json")
    assert "Chances to win" in text
    assert analysis_headline(analysis) in text
    assert text.count("<details>") == 2
    assert "http" not in text
    assert "nan" not in text
    assert json.loads(json.dumps(analysis.to_json()))["level"] == "medium"


def test_workers_find_the_same(game: Match, analysis: Analysis) -> None:
    if game.setting.game.name == "viaggiatore":
        assert analyse(Record.of(game), level="medium", workers=2) == analysis


def test_the_command_writes_a_report(tmp_path: Path) -> None:
    match = piazzetta.game("viaggiatore").start(seed=3)
    player = bot("random", 1)
    for _ in range(40):
        match.play(player.choose(Position.of(match)))
    Record.of(match).write(tmp_path / "game.json")
    out = tmp_path / "report.html"
    command = ["analyse", str(tmp_path / "game.json"), "--level", "medium", "--workers", "1"]
    shown = CliRunner().invoke(app, [*command, "--out", str(out)], env={"COLUMNS": "100"})
    assert shown.exit_code == 0, shown.output
    assert "A game that is not over." in out.read_text(encoding="utf-8")
    assert re.search(r"moves were as good as the best one\.", " ".join(shown.output.split()))
    plain = json.loads(CliRunner().invoke(app, [*command, "--json"]).stdout)
    assert plain["players"] == 2
    assert "moments" not in plain
    learned = json.loads(CliRunner().invoke(app, [*command, "--moments", "--json"]).stdout)
    moments = learned.pop("moments")
    assert learned == plain
    assert moments, "random play has some"
    for moment in moments:
        wins = {one["move"]: one["win"] for one in moment["weighed"]}
        assert max(wins.values()) - wins[moment["move"]] >= WORTH
    shown = CliRunner().invoke(app, [*command, "--moments"], env={"COLUMNS": "100"})
    assert re.search(rf"\b{len(moments)} moments? to look at", shown.output)


def test_the_command_tells_luck_over_many_games(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    for number in range(2):
        record = Record.of(played("portobello", level="random"))
        record.extra["names"] = ["Ada", "Bob"][:: 1 - 2 * number]
        with file.open("a", encoding="utf-8") as out:
            out.write(record.dumps() + "\n")
    command = ["luck", str(file), "--workers", "1"]
    ada, bob = json.loads(CliRunner().invoke(app, [*command, "--json"]).stdout)
    assert (ada["player"], ada["games"], bob["player"]) == ("Ada", 2, "Bob")
    assert ada["luck"]["luck"] == pytest.approx(0)  # the same game from both seats
    assert ada["skill"] is None
    shown = CliRunner().invoke(app, [*command, "--level", "medium"], env={"COLUMNS": "120"})
    assert shown.exit_code == 0, shown.output
    assert re.search(r"Ada +2 +1 +1 +0 .*% \(", shown.output)
    (tmp_path / "empty").mkdir()
    refused = CliRunner().invoke(app, ["luck", str(tmp_path / "empty")])
    assert "no finished game" in refused.output + str(refused.exception)


def test_bad_questions_are_refused() -> None:
    with pytest.raises(BadInput, match="no hints from level"):
        analyse(Record.of(played("viaggiatore", level="random")), level="easy")
    with pytest.raises(BadInput, match="no decisions to analyse"):
        analyse(Record.of(Match(piazzetta.game("portobello"))))
