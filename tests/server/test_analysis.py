"""The server analyses a finished game: clients poll for the result, it is computed once, nobody waits for it."""

from __future__ import annotations

import time
from typing import Any

import httpx
import pytest

import piazzetta
from piazzetta import Match, Record
from piazzetta.bots import Position, bot
from piazzetta.bots.analysis import positions
from piazzetta.bots.luck import draw_places
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def match() -> Match:
    found = piazzetta.game("viaggiatore", players=2, rules={"target": 1}).start(seed=4)
    player = bot("easy", 1)
    while not found.over:
        found.play(player.choose(Position.of(found)))
    return found


def polled(ask: Any) -> tuple[dict[str, Any], list[httpx.Response]]:
    """Poll until the analysis is ready; return all responses."""
    answers: list[httpx.Response] = []
    deadline = time.monotonic() + 1200
    while not answers or answers[-1].status_code == 202:
        assert time.monotonic() < deadline
        answers.append(ask())
        time.sleep(0.1)
    assert answers[-1].status_code == 200, answers[-1].text
    return answers[-1].json(), answers


def test_a_record_is_looked_at_again(server: ServerProcess, match: Match) -> None:
    record = Record.of(match).dumps()
    head = {"content-type": "application/json"}
    found, answers = polled(
        lambda: httpx.post(f"{server.base}/api/v1/replay/analysis", content=record, headers=head, timeout=1200)
    )
    assert answers[0].json()["analysis"] is None
    decisions, draws = dict(positions(match)), draw_places(match)
    assert found["done"] == found["of"] == len(decisions) + len(draws)
    analysis = found["analysis"]
    assert len(analysis["decisions"]) == len(decisions)
    assert len(analysis["luck"]["draws"]) == len(draws)
    for so_far, seat in zip(found["so_far"], analysis["luck"]["seats"], strict=True):
        parts = [seat[part] for part in ("start", "decisions", "luck", "others")]
        assert sum(parts) == pytest.approx(seat["result"], abs=3e-4)  # each is rounded to four decimals
        assert [so_far["decisions"], so_far["luck"]] == [seat["decisions"], seat["luck"]]
    assert 1 <= len(analysis["turning_points"]) <= 3
    assert analysis["opening"] == 10
    point = analysis["turning_points"][0]
    assert point["events"][0]["key"]
    for decision in analysis["decisions"]:
        assert match.moves[analysis["opening"] + decision["index"]] == (decision["seat"], decision["move"])
        assert bool(decision["reasons"]) == bool(decision["why"])
    again = httpx.post(f"{server.base}/api/v1/replay/analysis", content=record, headers=head, timeout=1200)
    assert (again.status_code, again.content) == (200, answers[-1].content), "it is made once"


def test_a_table_is_looked_at_after_its_end(server: ServerProcess) -> None:
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}]
    waiting = server.post("/api/v1/tables", {"game": "viaggiatore", "seats": seats}).json()["table"]
    early = server.get(f"/api/v1/tables/{waiting}/analysis")
    assert (early.status_code, early.json()["code"]) == (409, "not_over")
    assert server.get("/api/v1/tables/nowhere/analysis").status_code == 404
    bots = [{"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}]
    made = server.post("/api/v1/tables", {"game": "viaggiatore", "seats": bots, "rules": {"target": 1}}).json()["table"]
    deadline = time.monotonic() + 1200
    while server.get(f"/api/v1/tables/{made}").json()["status"] != "over":
        assert time.monotonic() < deadline
        time.sleep(0.2)
    found, _ = polled(lambda: server.get(f"/api/v1/tables/{made}/analysis"))
    record = server.get(f"/api/v1/tables/{made}/record").json()
    assert found["analysis"]["moves"] == len(record["moves"])
    assert found["analysis"]["result"] == record["result"]


def test_what_is_no_record_is_refused(server: ServerProcess) -> None:
    refused = server.post("/api/v1/replay/analysis", {"format": "piazzetta/1"})
    assert (refused.status_code, refused.json()["code"]) == (400, "bad")
