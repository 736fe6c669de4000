"""Reports to the host: with the log by reference, what was said as a copy, and nothing that was hidden."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from pathlib import Path

import pytest

from piazzetta.server.moderation import reports as module
from piazzetta.server.moderation.reports import Reports
from piazzetta.server.store.store import Store
from piazzetta.server.wire import moderation as m
from tests.server.moderation.hosting import Host
from tests.server.people.friends import keep
from tests.server.people.test_people import Known
from tests.server.tools import ServerProcess, at_table

pytestmark = pytest.mark.compiled_only

RUDE = "you play like a wet sock"


def test_a_report_reaches_the_host_and_outlives_its_person_until_it_is_settled(server: ServerProcess) -> None:
    ada, bob = keep(server, "Ada Reporter"), keep(server, "Bob Rude")
    table = ada.create("viaggiatore")
    bob.join(table, "Bob Rude")

    async def talk() -> tuple[int, list[str]]:
        async with at_table(Known(ada, table), Known(bob, table)) as (_, rude):
            said = await rude.command("chat", text=RUDE)
            await rude.command("chat", text="sorry")
            return int(said["at"]), rude.heard

    number, heard = asyncio.run(asyncio.wait_for(talk(), 60))
    made = ada.post(f"/tables/{table}/reports", {"about": 1, "reason": "insults", "words": "Rude.", "lines": [number]})
    assert made.status_code == 201, made.text
    host = Host(server)
    found = next(one for one in host.get("/reports").json()["reports"] if one["id"] == made.json()["report"])
    assert (found["table"], found["seat"], found["name"], found["person"]) == (table, 1, "Bob Rude", bob.me()["id"])
    assert (found["by"], found["reason"], found["words"], found["settled"]) == (
        "Ada Reporter",
        "insults",
        "Rude.",
        None,
    )
    assert [line["text"] for line in found["lines"]] == [RUDE]  # this line, not the other
    assert found["number"] >= number
    assert set(found) == set(m.Report.__struct_fields__)  # no position, no cards
    assert heard

    # the person goes; the evidence waits for the host, and then goes, too
    assert bob.post("/me/delete", {"name": "Bob Rude"}).status_code == 200
    found = next(one for one in host.get("/reports").json()["reports"] if one["id"] == made.json()["report"])
    assert (found["lines"][0]["text"], found["person"]) == (RUDE, module.GONE)
    assert host.post(f"/reports/{found['id']}/resolve").status_code == 200
    assert host.post(f"/reports/{found['id']}/resolve").status_code == 404
    with contextlib.closing(sqlite3.connect(server.db.removeprefix("sqlite:///"))) as database:
        assert RUDE not in "\n".join(database.iterdump())


def test_who_may_report_whom(server: ServerProcess) -> None:
    ada, bob, eve = keep(server, "Ada"), keep(server, "Bob"), keep(server, "Eve")
    table, tokens = server.seated("portobello", 2)
    report = {"about": 1, "reason": "stalling"}
    assert server.post(f"/api/v1/tables/{table}/reports", report).json()["code"] == "not_your_seat"
    seated = server.post(f"/api/v1/tables/{table}/reports", {**report, "seat": 0, "token": tokens[0]})
    assert seated.status_code == 201  # a guest who sits there
    assert eve.post(f"/tables/{table}/reports", report).status_code == 201  # somebody who watches, and is known
    own = server.post(f"/api/v1/tables/{table}/reports", {**report, "about": 0, "seat": 0, "token": tokens[0]})
    assert (own.status_code, "about" in own.text) == (400, True)
    for bad in ({**report, "lines": [1]}, {**report, "about": 4}, {**report, "reason": "mood"}):
        assert eve.post(f"/tables/{table}/reports", bad).status_code in (400, 404)
    assert eve.post("/tables/nowhere/reports", report).status_code == 404
    assert ada.get(f"/tables/{table}/reports").status_code == 405
    assert bob.get("/me/export").json()["reports"] == []
    assert [one["reason"] for one in eve.get("/me/export").json()["reports"]] == ["stalling"]
    # whoever reported goes: their name and words are gone, the report stays
    host = Host(server)
    assert eve.post("/me/delete", {"name": "Eve"}).status_code == 200
    assert "Eve" not in [one["by"] for one in host.get("/reports").json()["reports"]]


def test_a_flood_of_reports_has_to_wait_and_a_person_never_does(server: ServerProcess) -> None:
    ada = keep(server, "Ada")
    table, _ = server.seated("portobello", 2)
    report = {"about": 1, "reason": "spam"}
    answers = [ada.post(f"/tables/{table}/reports", report) for _ in range(5)]  # a bad evening
    assert {answer.status_code for answer in answers} == {201}
    flood = ada.post(f"/tables/{table}/reports", report)
    assert (flood.status_code, flood.json()["code"]) == (429, "rate")
    assert 1 <= int(flood.headers["Retry-After"]) <= 60
    assert keep(server, "Bob").post(f"/tables/{table}/reports", report).status_code == 201  # others never feel it


def test_a_report_is_kept_for_thirty_days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        store = Store(f"sqlite:///{tmp_path / 't.sqlite'}")
        await store.open()
        reports = Reports(store)
        await reports.put(m.NewReport(0, "name"), "table", 3, ("", "X"), None, "Gus", [])
        await reports.delete_old()
        assert len(await reports.listed()) == 1
        later = int(time.time() * 1000) + 30 * 24 * 3600 * 1000 + 1000
        monkeypatch.setattr(module, "now", lambda: later)
        await reports.delete_old()
        assert await reports.listed(everything=True) == []
        await store.close()

    asyncio.run(story())
