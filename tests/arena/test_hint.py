"""Hints: the best moves with chances, and reasons that are true of the position."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

import piazzetta
from piazzetta import BadInput, Match, Record
from piazzetta.bots import Position, hint
from piazzetta.bots.hint import adviser as adviser_of
from piazzetta.bots.hint import compare, explain, look
from piazzetta.bots.levels import RootMove
from piazzetta.bots.reasons import FollowedLine, in_words, most_often, sentence
from piazzetta.cli import app
from piazzetta.games.facts import Event
from piazzetta.games.portobello.bots.reasons import drawbacks
from tests.settings import all_settings

pytestmark = pytest.mark.compiled_only


def reasons_for(match: Match, move: str, *others: str) -> dict[str, dict[str, object]]:
    """The reasons given for a move, by key, whatever a search thinks of it."""
    position = Position.of(match)
    players = match.setting.players
    even = (1 / players,) * players
    weighed = [RootMove(match.number(text), 1, even, even) for text in (move, *others)]
    found = explain(position, weighed, 1)[0]
    assert found.move == move
    assert found.sentence.endswith(".")
    return {reason.key: reason.params | {"say": reason.say} for reason in found.reasons}


def drawbacks_of(match: Match, move: str, better: str) -> dict[str, dict[str, object]]:
    """What is said against a move compared with another, by key."""
    players = match.setting.players
    even = (1 / players,) * players
    best, played = RootMove(match.number(better), 1, even, even), RootMove(match.number(move), 1, even, even)
    _, against = compare(Position.of(match), [best, played], played)
    return {reason.key: reason.params | {"say": reason.say} for reason in against}


def market(*moves: str, players: int = 2, edition: str = "de") -> Match:
    """A game of Portobello Market after the given moves, including chance moves."""
    match = Match(piazzetta.game("portobello", players=players, edition=edition))
    for move in moves:
        match.play(move)
    return match


#: Red has two of the three spaces of D-E, and clients stand on D and E: one stall completes it.
NEARLY = (
    "bobby D7",
    "tile 4", "draw", "servant", "place D", "draw", "burgher", "place E", "build D-E@D", "build D-E@D", "end",
    "tile 2",
)  # fmt: skip


def test_completing_an_alley_says_its_points() -> None:
    match = market(*NEARLY)
    spaces = len(next(alley for alley in match.setting.components.alleys if alley.key == "D-E").values)  # type: ignore[attr-defined]
    while match.view(0)["alleys"]["D-E"]["stalls"].count(None) > 1:
        match.play("build D-E@D")
        assert spaces > 2
    found = reasons_for(match, "build D-E@D")
    preview = match.preview("build D-E@D")
    scored = next(event for event in preview.events if event.key == "alley_scored")
    assert found["completes"]["points"] == scored.params["points"]
    own, other = scored.params["points"][1], scored.params["points"][0]
    assert found["completes"]["say"] == f"Completes {scored.params['name']} (D-E): you {own}, Red {other}"


def test_marking_says_stalls_and_factor() -> None:
    match = market("bobby D7", "tile 4", "build D-E@D", "build D-E@D", "build D-I@D", "build D-I@D", "end", "tile 2",
                   "build E-I@E", "build E-I@E", "end")  # fmt: skip
    found = reasons_for(match, "mark D7 x2")
    assert found["marks"]["points"] == 8
    assert found["marks"]["say"] == f"Marks {found['marks']['name']} (D7) for 8 points (4 × 2)"


def test_tolls_and_majorities_are_named() -> None:
    match = market("bobby D7", "tile 3", "build D-E@D", "build D-E@D", "build D-I@D", "end", "tile 2")
    found = reasons_for(match, "bobby D2")
    assert found["pays"]["receivers"] == [0]
    assert str(found["pays"]["say"]).startswith("Costs 1 point in tolls, to Red")
    found = reasons_for(match, "build E-I@E")
    places = found["majority"]["places"]
    assert isinstance(places, list)
    assert "E-I" in [place["alley"] for place in places]


def test_the_bobby_is_left_where_the_next_seat_must_pay() -> None:
    match = market("bobby D7", "tile 4", "build D-E@D", "build D-I@D", "build E-I@E", "build E-I@E")
    found = reasons_for(match, "end")
    assert found["bobby_pays_you"] | {"say": ""} == {
        "seat": 1, "district": "D7", "name": found["bobby_pays_you"]["name"], "mine": 0, "say": "",
    }  # fmt: skip
    assert str(found["bobby_pays_you"]["say"]).endswith("where Yellow has to pay you")


def test_a_client_beside_the_own_stalls() -> None:
    match = market("bobby D7", "tile 4", "build D-E@D", "build D-E@D", "draw", "servant")
    found = reasons_for(match, "place D")
    alley = next(alley for alley in match.setting.components.alleys if alley.key == "D-E")  # type: ignore[attr-defined]
    assert found["seats_client"]["worth"] == sum(alley.values[:2])


def test_what_the_next_seat_can_score_is_foreseen() -> None:
    match = market("bobby D7", "tile 4", "draw", "servant", "place D", "draw", "burgher", "place E", "build D-E@D",
                   "build D-E@D")  # fmt: skip
    found = reasons_for(match, "end")
    assert {"answer", "no_answer"} & set(found)


def test_a_move_that_gives_up_points_or_gives_them_away() -> None:
    match = market(*NEARLY)
    while match.view(0)["alleys"]["D-E"]["stalls"].count(None) > 1:
        match.play("build D-E@D")
    scored = next(event for event in match.preview("build D-E@D").events if event.key == "alley_scored")
    ended, own = drawbacks_of(match, "end", "build D-E@D"), scored.params["points"][1]
    assert ended["gives_up"]["say"] == f"Scores 0 points this turn, where {own} were possible"
    other = scored.params["points"][0]
    assert drawbacks_of(match, "build D-E@D", "end")["gives"]["say"] == f"Gives Red {other} points at once instead of 0"


def test_a_move_that_scored_says_what_it_let_the_next_seat_do() -> None:
    """It scored 36 points, and opened 24 for the next seat, where the better move had left 6."""

    def line(seat: int, *points: list[int]) -> Any:
        scored = [Event("alley_scored", {"alley": "D-E", "name": "Elgin Lane", "points": each}) for each in points]
        return SimpleNamespace(seat=seat, events=scored, setting=SimpleNamespace(players=2))

    facts = drawbacks(line(0, [36, 0]), line(1, [0, 20], [3, 4]), line(0, [30, 0]), line(1, [0, 6]))
    (said,) = in_words(facts, market().setting, 0)
    assert said.say == "Lets Yellow score 24 points next turn instead of 6: Elgin Lane (20) and Elgin Lane (4)"
    assert said.clause == "8.2"


def test_a_move_without_points_is_compared_by_what_it_takes_and_leaves() -> None:
    """What is better is counted, not named, as somebody may be looking for it."""
    match = market("bobby D7", "tile 4", "build D-E@D", "build D-E@D", "build D-I@D")
    drawn = drawbacks_of(match, "draw", "build D-E@D")["takes_less"]
    assert drawn["say"] == "Takes spaces worth 0 this turn, where 3 were possible"
    walked = drawbacks_of(match, "bobby D11", "build D-E@D")
    assert walked["takes_less"]["values"] == 2
    assert walked["overpays"]["say"] == "Costs 1 point in tolls instead of 0"
    led = drawbacks_of(match, "build D-E@D", "build E-I@E")["leads_less"]
    assert led["say"] == "Wins the majority in no alley this turn instead of 1"


def test_a_customer_far_from_the_own_stalls_is_told() -> None:
    match = market("bobby D7", "tile 4", "build D-E@D", "build D-E@D", "draw", "servant")
    beside, far = reasons_for(match, "place D"), drawbacks_of(match, "place K", "place D")
    assert far["seats_less"]["worth"] == 0
    assert far["seats_less"]["instead"] == beside["seats_client"]["worth"]
    assert "seats_less" not in drawbacks_of(match, "place D", "place K")


def test_where_nothing_speaks_against_a_move_that_is_said() -> None:
    match = market("bobby D7")
    better, move = list(match.legal_moves)[:2]
    assert set(drawbacks_of(match, move, better)) == {"wins_less"}


def test_no_points_are_expected_at_the_end() -> None:
    """Features promised half of what came, so a hint says nothing about it."""
    best = hint(market("bobby D7"), level="medium", count=1)[0].to_json()
    assert best["points"] is None
    assert best["scores"] is None


def test_a_forced_move_is_not_the_best_of_one() -> None:
    match = market()
    found = reasons_for(match, next(iter(match.legal_moves)))
    assert found["only_move"]["say"] == "The only legal move"
    assert "most_often" not in found


def test_nothing_to_say_is_said_too() -> None:
    reasons = in_words([most_often(12, 0.034)], market().setting, 0)
    assert sentence(reasons) == "Wins most often of all 12 moves, 3% more often than the next best."
    assert sentence([]) == ""


# --- Il Commercio Viaggiatore ---


def salesman(seed: int, phase: str, level: str = "medium") -> Match:
    """A game in which somebody has a choice in the given phase."""
    match = piazzetta.game("viaggiatore", players=3).start(seed=seed)
    player = piazzetta.bots.bot(level, seed)
    while match.view(-1)["phase"] != phase or len(match.legal_moves) == 1:
        match.play(player.choose(Position.of(match)))
    return match


def test_a_bid_says_what_it_brings_and_what_could_beat_it() -> None:
    match = salesman(2, "bidding")
    card = next(move for move in match.legal_moves if move.startswith("bid"))
    found = reasons_for(match, card)
    grows, beaten = found["sale_grows"], found["beaten_by"]
    assert 0 <= grows["before"] < grows["after"] <= 4  # type: ignore[operator]
    assert 0 <= beaten["beating"] <= beaten["unseen"] <= 96 - len(match.view(match.mover)["seats"][match.mover]["hand"])  # type: ignore[operator]
    assert reasons_for(match, "bluff")["keeps_cards"]["held"] == match.view(match.mover)["seats"][match.mover]["held"]


def test_a_bid_that_is_not_made_gives_up_its_baggage() -> None:
    match = salesman(2, "bidding")
    cards = [move for move in match.legal_moves if move.startswith("bid")]
    missed = drawbacks_of(match, "bluff", cards[0])["misses_baggage"]
    assert missed["before"] < missed["after"]  # type: ignore[operator]
    assert str(missed["say"]).startswith("Gives up the chance of ")
    for card in cards[1:]:
        assert set(drawbacks_of(match, card, cards[0])) & {"sells_less", "beaten_by"}
    assert "beaten_by" in drawbacks_of(match, cards[0], "bluff")


def test_a_journey_that_is_shorter_is_called_so() -> None:
    match = salesman(3, "travelling")
    ride = next(move for move in match.legal_moves if move.startswith("travel"))
    found = drawbacks_of(match, "stay", ride)
    assert found["falls_short"]["steps"] == 0
    assert str(found["falls_short"]["say"]).startswith("Moves 0 steps instead of ")


def test_a_ticket_says_its_steps_and_who_rides() -> None:
    match = salesman(3, "travelling")
    for move in match.legal_moves:
        found = reasons_for(match, move)
        if move == "stay":
            assert "keeps_cards" in found
        else:
            walked = match.preview(move).events[0].params
            key = "arrives" if walked["arrived"] else "steps"
            assert found[key]["steps"] == walked["steps"]
            assert ("lets_ride" in found) != ("no_rider" in found)
            assert ("sale" in found) == walked["arrived"]


def test_a_carrier_says_the_steps_of_its_ticket() -> None:
    match = salesman(4, "carrying")
    move = next(iter(match.legal_moves))
    found = reasons_for(match, move)["ticket_steps"]
    assert found["vehicle"] == move.split()[2]
    assert f"{found['steps']} step" in match.preview(move).notes[0]


def test_reasons_do_not_depend_on_what_is_hidden() -> None:
    match = salesman(5, "bidding")
    for seed in range(5):
        other = Position.of(match, seed=seed)
        weighed = [RootMove(action, 1, (0.3,) * 3, (1.0,) * 3) for action in other.legal()]
        found = [(advice.reasons, advice.plan) for advice in explain(other, weighed, 3)]
        if seed == 0:
            first = found
        assert [reasons for reasons, _ in found] == [reasons for reasons, _ in first]
        assert all(not plan for _, plan in found)  # nothing after a secret bid can be foreseen


# --- any position ---


def test_hints_for_every_setting_are_legal_and_json() -> None:
    for number, setting in enumerate(all_settings()):
        if number % 3:
            continue
        match = setting.start(seed=number)
        player = piazzetta.bots.bot("easy", number)
        for _ in range(25 + number):
            if not match.over:
                match.play(player.choose(Position.of(match)))
        if match.over:
            continue
        found = hint(match, level="medium")
        assert 1 <= len(found) <= 3
        for advice in found:
            assert advice.move in match.legal_moves
            assert -1e-9 <= advice.win <= 1 + 1e-9
            assert sum(advice.wins) == pytest.approx(1, abs=1e-6)
        data = json.loads(json.dumps([advice.to_json() for advice in found]))
        assert data[0]["sentence"] == found[0].sentence


def test_the_best_hint_is_what_the_search_tried_most() -> None:
    position = Position.of(market(*NEARLY))
    weighed = look(position, adviser_of("medium"))
    assert hint(position, level="medium")[0].action == weighed[0].action
    assert weighed[0].tried == max(move.tried for move in weighed)


def test_a_single_legal_move_has_its_chances_too() -> None:
    match = piazzetta.game("viaggiatore", players=3).start(seed=1)
    player = piazzetta.bots.bot("random", 1)
    while len(match.legal_moves) > 1:
        match.play(player.choose(Position.of(match)))
    (advice,) = hint(match, level="medium")
    assert advice.move == next(iter(match.legal_moves))
    assert sum(advice.wins) == pytest.approx(1)


def test_a_line_ends_where_chance_or_another_seat_comes_in() -> None:
    match = market("bobby D7", "tile 2")
    line = FollowedLine(Position.of(match))
    line.play(match.number("draw"))
    assert line.mover == -1
    assert not line.goes_on
    assert line.moves == ["draw"]


def test_bad_questions_are_refused() -> None:
    match = piazzetta.game("portobello").start(seed=1)
    with pytest.raises(BadInput, match="no hints from level 'random'; choose from medium, hard, expert, master"):
        hint(match, level="random")
    with pytest.raises(BadInput, match="at least 1"):
        hint(match, count=0)


def test_the_command_prints_the_position_and_the_moves(tmp_path: Path) -> None:
    match = market(*NEARLY)
    file = tmp_path / "game.json"
    Record.of(match).write(file)
    shown = CliRunner().invoke(app, ["hint", str(file), "--level", "medium"], env={"COLUMNS": "100"})
    assert shown.exit_code == 0, shown.output
    assert "% to win" in shown.output
    assert "Yellow" in shown.output
    data = CliRunner().invoke(app, ["hint", str(file), "--at", "1", "--level", "medium", "--json", "--count", "2"])
    found = json.loads(data.stdout)
    assert len(found) == 2
    assert found[0]["move"].startswith(("tile", "mark"))
    assert found[0]["reasons"][0].keys() == {"key", "params", "say", "clause"}
    for options, words in (
        (["--at", "99"], "there is no position after 99"),
        (["--at", "3"], "after 3 moves a random draw comes next"),
        (["--line", "2"], "no record number 2"),
        (["--level", "easy"], "no hints from level"),
    ):
        refused = CliRunner().invoke(app, ["hint", str(file), *options])
        assert isinstance(refused.exception, BadInput)
        assert words in str(refused.exception)
