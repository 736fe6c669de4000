"""Moments to learn from: never a doubtful one, never what the seat could not know, and tries judged fairly."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from piazzetta import BadInput, Record
from piazzetta.bots import Position
from piazzetta.bots.analysis import SLIGHT
from piazzetta.bots.hint import look
from piazzetta.bots.moments import MOST, STEPS, WORTH, Moment, MomentSearch, judge, moment_from, second_search
from piazzetta.games.registry import NAMES
from piazzetta.tables.refusals import Refused
from piazzetta.tables.viewers.moments import attempt, moment_card, moment_scene, moments_of
from tests.mistakes import judged, mistaken, searched

pytestmark = pytest.mark.compiled_only


@pytest.fixture(params=NAMES)
def search(request: pytest.FixtureRequest) -> MomentSearch:
    return searched(request.param)


def position_of(search: MomentSearch, moment: Moment) -> Position:
    record = Record.of(search.match)
    return Position.of(record.replay(moment.index))


def test_moments_are_few_costly_and_apart(search: MomentSearch) -> None:
    assert 2 <= len(search.found) <= MOST
    setting = search.match.setting
    turns = [int(position_of(search, moment).record.turn) for moment in search.found]
    assert all(later - earlier >= setting.players for earlier, later in pairwise(turns))
    for moment in search.found:
        assert moment.before - moment.after >= WORTH
        assert Record.of(search.match).moves[moment.index] == (0, moment.move)
        assert {one.move for one in moment.weighed} == {setting.text(a) for a in position_of(search, moment).legal()}
        assert moment.against, "a moment without a title"


def test_a_moment_that_the_second_search_disputes_is_not_shown(search: MomentSearch) -> None:
    """Whoever claims that the worst move was the best is not believed."""
    for moment in search.found:
        worst = min(moment.weighed, key=lambda one: one.win)
        for best, expected in ((worst.move, 0), (moment.weighed[0].move, 1)):
            again = MomentSearch(search.match, 0, [(moment.index, 0.5, best)])
            again.look()
            assert again.done
            assert len(again.found) == expected


def test_a_third_search_agrees_on_what_is_best(search: MomentSearch) -> None:
    for moment in search.found:
        third = look(position_of(search, moment), second_search(search.match.setting.game, seed=77))
        win = {search.match.setting.text(move.action): move.win[0] for move in third}
        assert max(win.values()) - win[moment.weighed[0].move] < 2 * SLIGHT
        assert win[moment.weighed[0].move] - win[moment.move] >= WORTH / 2


def test_tries_are_warmer_colder_or_best(search: MomentSearch) -> None:
    for moment in search.found:
        position = position_of(search, moment)
        best, worst = moment.weighed[0], min(moment.weighed, key=lambda one: one.win)
        verdict = judge(position, moment, best.move)
        assert (verdict.warmth, verdict.step, verdict.win) == ("best", STEPS, best.win)
        assert verdict.reasons
        verdict = judge(position, moment, worst.move)
        assert (verdict.warmth, verdict.step) == ("colder", 1)
        assert verdict.reasons
        assert judge(position, moment, moment.move).warmth == "colder"
        for one in moment.weighed[:: max(1, len(moment.weighed) // 4)]:
            verdict = judge(position, moment, one.move)
            assert (verdict.warmth == "best") == (best.win - one.win < SLIGHT) == (verdict.step == STEPS)
            assert (verdict.warmth == "colder") == (one.win - moment.after < SLIGHT)
    with pytest.raises(BadInput, match="no legal move"):
        judge(position, moment, "nonsense")


def secrets(value: Any) -> list[Any]:
    """The hands in a view, wherever they stand."""
    return [seat.get("hand") for seat in value.get("seats", []) if isinstance(seat, dict)]


def test_a_moment_shows_what_the_seat_knew(search: MomentSearch) -> None:
    record = Record.of(search.match)
    for moment in search.found:
        card = moment_card(record, moment)
        assert card["record"]["moves"] == [list(move) for move in record.moves[: moment.index]]
        assert card["record"]["result"] is None
        cut = Record.loads(json.dumps(card["record"]))
        scene = moment_scene(cut, card)
        view = scene["replay"]["frames"][-1]["view"]
        assert view == cut.replay().view(0)
        assert {option["move"] for option in scene["legal"]} == {one["move"] for one in card["weighed"]}
        for one in (card["weighed"][0], card["weighed"][-1]):
            tried = attempt(cut, card, one["move"])
            assert tried["verdict"]["move"] == one["move"]
            assert [hand is None for hand in secrets(tried["view"])] == [hand is None for hand in secrets(view)]
        assert moment_from(card).weighed[0].move == card["weighed"][0]["move"]


@pytest.mark.parametrize("name", NAMES)
def test_a_running_game_gives_no_moments(name: str) -> None:
    record = mistaken(name)
    running = Record(record.setting, record.opening, record.moves[:40])
    with pytest.raises(Refused, match="when the game is over"):
        moments_of(running, 0, judged(name)[:1])
    with pytest.raises(Refused, match="no seat 7"):
        moments_of(record, 7, [])
    with pytest.raises(BadInput, match="no decision of seat 0"):
        moments_of(record, 0, [(10_000, 0.5, "end")]).look()


def test_a_resigned_game_gives_moments() -> None:
    record = mistaken("portobello")
    ended = Record(record.setting, record.opening, record.moves[:40], None, {"ended": {"by": "resigned"}})
    assert moments_of(ended, 0, []).done
