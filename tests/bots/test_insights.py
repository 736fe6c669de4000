"""Insights from many games: figures and intervals as NumPy has them, examples, and when there is too little to say."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from piazzetta.bots.analysis import SLIGHT, analyse
from piazzetta.bots.insights.digest import choices_of, digest, table_of
from piazzetta.bots.insights.report import FEW, Habit, games_of, insights
from piazzetta.bots.luck import odds
from piazzetta.cli import app
from tests.mistakes import mistaken

KINDS = ("build", "draw", "tile")


def made_up(number: int, decisions: int, **more: Any) -> dict[str, Any]:
    """A digest with random figures; the last third costs more, and builds where drawing was better."""
    dice = np.random.default_rng(number)
    choices = []
    for at in range(decisions):
        phase = 3 * at // decisions
        kind = KINDS[int(dice.integers(3))]
        lost = round(float(dice.exponential(0.01 if phase < 2 else 0.06)), 4)
        best = "draw" if kind == "build" and lost >= SLIGHT else kind
        choices.append([2 * at, phase, kind, best, lost, int(dice.integers(1, 60_000))])
    luck = {"start": 0.5, "decisions": -0.1, "luck": float(dice.normal(0, 0.3)), "others": 0.0, "spread": 0.3}
    given = {
        "table": f"t{number}",
        "time": 1000 - number,  # given out of order
        "game": "portobello",
        "players": 2,
        "seat": 0,
        "order": 1 + number % 2,
        "opening": 3,
        "level": "hard",
        "opponents": ["bot:hard" if number % 3 else "person:Anna"],
        "luck": {**luck, "result": float(number % 2)},
        "choices": choices,
        "others": [["bot:hard" if number % 3 else "person:Anna", 10, 0.1, 0.002]],
    }
    return {**given, **more}


GAMES = [made_up(number, 40) for number in range(12)]


def costs(*, phase: str | None = None, order: int | None = None) -> np.ndarray[Any, Any]:
    every = [choice for game in GAMES for choice in choices_of(game)]
    return np.array([one.gave_away for one in every if phase in (None, one.phase) and order in (None, one.order)])


def test_means_and_intervals_are_those_of_the_decisions() -> None:
    found = insights(GAMES, "portobello")
    assert (found.games, found.skill.decisions) == (12, 480)
    all_costs = costs()
    wide = 1.96 * all_costs.std(ddof=1) / math.sqrt(480)
    assert found.skill.error == pytest.approx(all_costs.mean())
    assert (found.skill.low, found.skill.high) == pytest.approx((all_costs.mean() - wide, all_costs.mean() + wide))
    for groups, word in ((found.phases, "phase"), (found.orders, "order")):
        for group in groups:
            own = costs(**{word: group.key if word == "phase" else int(group.key)})  # type: ignore[arg-type]
            assert group.skill.decisions == len(own)
            assert group.skill.error == pytest.approx(own.mean())
            assert group.rest is not None
            mean = (all_costs.sum() - own.sum()) / (480 - len(own))
            assert group.rest.value == pytest.approx(own.mean() - mean)
            assert group.rest.low < group.rest.value < group.rest.high
    for groups in (found.phases, found.kinds, found.orders, found.opponents, found.times):
        assert sum(group.skill.decisions for group in groups) == 480
    first, middle, last = found.phases
    assert [one.rest.clearly for one in (first, middle, last) if one.rest] == ["less", "less", "more"]
    assert last.example is not None
    assert last.example.gave_away == costs(phase="last").max()
    assert {stretch.games for stretch in found.course} == {2}
    assert [stretch.begin for stretch in found.course] == sorted(stretch.begin for stretch in found.course)
    assert found.change is not None


def test_intervals_hold_as_often_as_they_say() -> None:
    """Of 95% intervals from made-up players whose true cost is known, about 95% hold it."""
    dice = np.random.default_rng(1)
    held = 0
    for _ in range(400):
        choices = [[at, 0, "draw", "draw", float(lost), None] for at, lost in enumerate(dice.exponential(0.03, 200))]
        skill = insights([made_up(0, 1, choices=choices)], "portobello").skill
        held += skill.low <= 0.03 <= skill.high
    assert 0.9 < held / 400 < 0.98


def test_habits_compare_with_the_best_moves_of_the_same_decisions() -> None:
    habits = {habit.kind: habit for habit in insights(GAMES, "portobello").habits}
    every = [choice for game in GAMES for choice in choices_of(game)]
    wrong = [one for one in every if one.kind == "build" and one.gave_away >= SLIGHT]
    build, draw = habits["build"], habits["draw"]
    assert build.played == sum(one.kind == "build" for one in every)
    assert build.played - build.best == len(wrong) == draw.best - draw.played
    assert build.share.value == pytest.approx(len(wrong) / 480) == pytest.approx(-draw.share.value)
    assert (build.share.clearly, draw.share.clearly, habits["tile"].share.clearly) == ("more", "less", "")
    assert build.share.low < build.share.value < build.share.high
    assert build.cost == pytest.approx(sum(one.gave_away for one in wrong)) == pytest.approx(draw.cost)
    worst = max(wrong, key=lambda one: one.gave_away)
    assert build.more is not None
    assert (build.more.table, build.more.frame) == (worst.table, worst.frame)
    assert draw.less == build.more
    assert build.less is None


def test_moves_as_good_as_the_best_are_no_habit() -> None:
    slight = [[at, 0, "build", "draw", SLIGHT / 2, None] for at in range(100)]
    assert [
        (habit.kind, habit.played, habit.best)
        for habit in insights([made_up(0, 1, choices=slight)], "portobello").habits
    ] == [
        ("build", 100, 100),
        ("draw", 0, 0),
    ]


def test_luck_of_all_games_adds_up_and_says_how_likely_it_was() -> None:
    others = [made_up(50 + number, 5, game="viaggiatore") for number in range(3)]
    fortune = insights([*GAMES, *others], "portobello").fortune
    luck = np.array([game["luck"]["luck"] for game in [*GAMES, *others]])
    assert fortune.streak.games == 15
    assert fortune.streak.luck == pytest.approx(luck.sum())
    assert fortune.streak.spread == pytest.approx(0.3 * math.sqrt(15))
    assert fortune.streak.odds == odds(fortune.streak.luck, fortune.streak.spread)
    assert fortune.adjusted == pytest.approx(fortune.won - luck.sum())
    assert fortune.worst is not None
    assert fortune.worst.luck == luck.min()
    assert fortune.worst.among == pytest.approx(1 - (1 - fortune.worst.odds) ** 15)
    assert fortune.best is not None
    assert fortune.best.luck == luck.max()
    assert fortune.advantage is not None
    ahead = np.array([game["luck"]["result"] - game["luck"]["luck"] - 0.5 for game in [*GAMES, *others]])
    assert fortune.advantage.value == pytest.approx(ahead.mean())
    assert fortune.advantage.high - fortune.advantage.value == pytest.approx(1.96 * ahead.std(ddof=1) / math.sqrt(15))


def test_too_few_decisions_say_nothing() -> None:
    found = insights([made_up(1, FEW - 1)], "portobello")
    assert found.change is None
    assert [group.rest for group in (*found.phases, *found.kinds)] == [None] * 6
    assert {habit.share.clearly for habit in found.habits} == {""}
    assert found.fortune.advantage is None
    nothing = insights([], "portobello")
    assert (nothing.games, nothing.skill.decisions, nothing.course, nothing.habits) == (0, 0, (), ())
    assert nothing.fortune.worst is None


def test_stretches_are_never_short() -> None:
    few = [made_up(number, 20) for number in range(4)]
    assert [stretch.games for stretch in insights(few, "portobello").course] == [2, 2]
    assert [stretch.games for stretch in insights(few[:3], "portobello").course] == [3]
    assert sum(stretch.skill.decisions for stretch in insights(GAMES, "portobello").course) == 480


def test_others_in_the_same_games_are_the_yardstick() -> None:
    found = {one.key: one for one in insights(GAMES, "portobello").yardsticks}
    assert found["bot:hard"].games == 8
    assert found["bot:hard"].skill.decisions == 80
    assert found["bot:hard"].skill.error == pytest.approx(0.01)
    # ten decisions of a game: their sum is 0.1, the sum of their squares 0.002
    wide = 1.96 * math.sqrt((8 * 0.002 - 80 * 0.01**2) / 79 / 80)
    assert found["bot:hard"].skill.high - found["bot:hard"].skill.error == pytest.approx(wide)


def test_games_are_told_apart() -> None:
    others = [made_up(50, 5, game="viaggiatore")]
    assert games_of([*GAMES, *others]) == ["portobello", "viaggiatore"]
    assert insights([*GAMES, *others], "viaggiatore").skill.decisions == 5


def test_the_table_has_a_line_for_each_decision() -> None:
    lines = table_of(GAMES[:1]).splitlines()
    assert len(lines) == 41
    assert {line.count(",") for line in lines} == {10}
    assert lines[1].startswith("portobello,t0,1000,2,1,3,first,")


@pytest.mark.compiled_only
def test_a_game_leaves_what_its_analysis_says_of_a_seat() -> None:
    record = mistaken("portobello")
    analysis = json.loads(json.dumps(analyse(record, "medium").to_json()))
    players = ["person:Anna", "bot:easy"]
    found = json.loads(json.dumps(digest(record, analysis, 0, players, "t1", 5)))
    own = [one for one in analysis["decisions"] if one["seat"] == 0]
    assert [choice[0] for choice in found["choices"]] == [one["index"] for one in own]
    assert sum(choice[4] for choice in found["choices"]) == pytest.approx(-found["luck"]["decisions"], abs=0.01)
    assert found["opponents"] == ["bot:easy"]
    (name, count, total, _) = found["others"][0]
    assert (name, count) == ("bot:easy", len(analysis["decisions"]) - len(own))
    assert total == pytest.approx(analysis["seats"][1]["gave_away"])
    assert {choice[5] for choice in found["choices"]} == {None}
    for choice in choices_of(found):  # a replay's frame shows the position before the move
        assert record.replay(choice.frame - found["opening"]).mover == 0
    told = insights([found], "portobello")
    assert told.skill.decisions == len(own)
    assert {group.key for group in told.phases if group.skill.decisions} == {"first", "middle", "last"}
    assert told.habits
    assert isinstance(told.habits[0], Habit)


@pytest.mark.compiled_only
def test_what_a_bot_played_for_a_person_is_not_theirs() -> None:
    record = mistaken("portobello")
    analysis = analyse(record, "medium").to_json()
    own = [one["index"] for one in analysis["decisions"] if one["seat"] == 0]
    times: list[int | None] = [1000 * at if seat == 0 else None for at, (seat, _) in enumerate(record.moves)]
    times[own[3]] = None
    record = type(record)(record.setting, record.opening, record.moves, record.result, {"times": times})
    found = digest(record, analysis, 0, ["person:Anna", "bot:easy"], "t1", 5)
    assert [choice[0] for choice in found["choices"]] == [*own[:3], *own[4:]]
    assert [choice[5] for choice in found["choices"]] == [1000 * index for index in [*own[:3], *own[4:]]]


@pytest.mark.compiled_only
def test_the_command_says_the_same_of_record_files(tmp_path: Path) -> None:
    record = mistaken("portobello")
    file = tmp_path / "games.jsonl"
    named = type(record)(record.setting, record.opening, record.moves, record.result, {"names": ["Anna", "Leo"]})
    file.write_text(named.dumps() + "\n", encoding="utf-8")
    asked = ["insights", str(file), "--player", "Anna", "--level", "medium", "--workers", "1"]
    (told,) = json.loads(CliRunner().invoke(app, [*asked, "--json"]).stdout)
    found = digest(record, analyse(record, "medium").to_json(), 0, ["player:Anna", "player:Leo"], f"{file}:1", 0)
    assert told["skill"]["decisions"] == len(found["choices"])
    assert told["skill"]["error"] == pytest.approx(np.mean([choice[4] for choice in found["choices"]]), rel=0.2)
    assert told["opponents"][0]["key"] == "player:Leo"
    shown = CliRunner().invoke(app, asked).stdout
    assert "decisions" in shown
    assert "bobby" in shown
    asked[3] = "Nobody"
    refused = CliRunner().invoke(app, asked)
    assert refused.exit_code != 0
