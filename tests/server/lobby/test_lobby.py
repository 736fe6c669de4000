"""The open tables, as far as somebody wants to see them."""

from __future__ import annotations

import pytest

from piazzetta.server.lobby.lobby import pace_of
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only


def test_filters(server: ServerProcess) -> None:
    quick = server.create("portobello", ["me", "open"], options={"clock": 60})["table"]
    slow = server.create("viaggiatore", ["me", "open", "open"], options={"clock": 86400})["table"]
    free = server.create("viaggiatore", ["me", "open", "bot easy"])["table"]
    all_three = {quick, slow, free}

    def found(query: str) -> set[str]:
        answer = server.get(f"/api/v1/tables?{query}")
        assert answer.status_code == 200, answer.text
        return all_three & {table["id"] for table in answer.json()["open"]}

    assert found("") == all_three
    assert found("game=viaggiatore") == {slow, free}
    assert found("game=viaggiatore&players=3&pace=free") == {free}
    assert found("players=2") == {quick}
    assert found("pace=live") == {quick}
    assert found("pace=days") == {slow}
    assert found("free=2") == {slow}
    playing = server.create("portobello", ["bot easy", "bot easy"], options={"clock": 60})["table"]
    watchable = server.get("/api/v1/tables?pace=live&game=portobello").json()["watchable"]
    assert playing in [table["id"] for table in watchable] or server.table(playing).status == "over"


@pytest.mark.parametrize(
    "query", ["game=chess", "players=1", "players=two", "pace=slow", "free=0", "free=6", "players=", "game="]
)
def test_a_bad_filter_is_named(server: ServerProcess, query: str) -> None:
    answer = server.get(f"/api/v1/tables?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad")
    assert answer.json()["sentence"].startswith(query.partition("=")[0])


def test_paces() -> None:
    assert [pace_of({"clock": clock}) for clock in (None, 5, 3599, 3600, 86400)] == [
        "free",
        "live",
        "live",
        "days",
        "days",
    ]
    assert [pace_of({"clock": None, "bank": bank}) for bank in (600, 86400)] == ["live", "days"]
