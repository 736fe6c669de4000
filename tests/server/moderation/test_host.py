"""The host: one link, one browser, and everything written down. For all others there is nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner
from websockets.asyncio.client import connect

from piazzetta.cli import main
from piazzetta.errors import BadInput
from piazzetta.server.moderation.admin import Admin, deletion_of_table
from piazzetta.server.moderation.audit_log import AuditLog
from piazzetta.server.moderation.lists import AdminLists
from piazzetta.server.moderation.reports import Reports
from piazzetta.server.store.schema import MIGRATIONS
from piazzetta.server.store.store import Store
from piazzetta.server.wire import moderation as m
from tests.server.moderation.hosting import Host, admin
from tests.server.pace.test_slow_games import asked, legal_bids, people_at
from tests.server.people.friends import keep
from tests.server.people.test_my_games import until
from tests.server.people.test_people import Known
from tests.server.store.postgres import postgres
from tests.server.tools import Player, ServerProcess, at_table, closed_with

pytestmark = pytest.mark.compiled_only


def test_the_link_works_once_and_only_its_browser_is_the_hosts(server: ServerProcess) -> None:
    host = Host(server)
    assert "httponly" in host.cookie.lower()
    assert "samesite=strict" in host.cookie.lower()
    again = server.post("/api/v1/admin/enter", {"code": host.code})
    assert (again.status_code, again.json()["code"]) == (403, "no_code")
    assert host.get().json()["activity"][0]["action"] == "enter"
    ada = keep(server, "Ada")
    for path in ("", "/tables", "/people", "/reports"):
        assert host.get(path).status_code == 200
        for stranger in (server.get(f"/api/v1/admin{path}"), ada.get(f"/admin{path}")):
            assert (stranger.status_code, stranger.json()["code"]) == (404, "missing")
    for path in (
        "/people/x/ban",
        "/people/x/unban",
        "/tables/x/delete",
        "/announcement",
        "/reports/x/resolve",
        "/leave",
    ):
        assert ada.post(f"/admin{path}", {}).status_code == 404
    with contextlib.closing(sqlite3.connect(server.db.removeprefix("sqlite:///"))) as database:
        rows = "\n".join(database.iterdump())
    assert host.key not in rows
    assert host.code not in rows
    assert host.post("/leave").status_code == 200
    assert host.get().status_code == 404
    # a person's own link makes nobody the host
    code = ada.post("/me/links").json()["code"]
    assert server.post("/api/v1/admin/enter", {"code": code}).status_code == 403


def test_a_banned_person_is_turned_away(server: ServerProcess) -> None:
    host, bad, ada = Host(server), keep(server, "Mallory"), keep(server, "Ada")
    table = ada.create("viaggiatore")
    token = bad.join(table, "Mallory")
    person = bad.me()["id"]

    async def story() -> None:
        by_key, by_token = Known(bad, table), Player(server.base, table, {1: token})
        async with at_table(by_key, by_token):
            assert host.post(f"/people/{person}/ban", {"reason": "insults"}).status_code == 200
            assert (await by_token.command("chat", text="haha"))["code"] == "banned"  # at once
            assert await asyncio.wait_for(closed_with(by_key), 30) == 4430

    asyncio.run(story())
    for answer in (
        bad.get("/me"),
        bad.post("/tables", {"game": "portobello", "seats": [{"kind": "me"}, {"kind": "open"}]}),
        bad.post(f"/tables/{ada.create()}/join", {"name": "Mallory"}),
        bad.get("/me/games"),
        bad.post("/match", {"game": "portobello", "players": 2, "name": "Mallory"}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "banned")

    async def closed() -> int:
        again = Known(bad, table)
        again.socket = await connect(again.url, additional_headers=bad.headers)
        await again.send(type="hello", v=1)
        return await closed_with(again)

    assert asyncio.run(closed()) == 4430
    assert next(one for one in host.get("/people?name=mall").json()["people"] if one["id"] == person)["banned"]
    assert bad.get("/me/export").status_code == 200  # their data stay theirs
    assert host.post(f"/people/{person}/unban").status_code == 200
    assert bad.me()["name"] == "Mallory"
    assert host.post(f"/people/{person}/unban").status_code == 404
    assert host.post("/people/nobody/ban", {}).status_code == 404
    assert bad.post("/me/delete", {"name": "Mallory"}).status_code == 200
    assert person not in host.get().text  # nor do the entries name them


def test_a_deleted_table_is_gone_from_the_database_and_from_memory(server: ServerProcess) -> None:
    host, ada = Host(server), keep(server, "Ada")
    table = ada.create("viaggiatore", ("me", "bot easy"))
    server.get(f"/api/v1/tables/{table}")

    async def story() -> int:
        async with at_table(Known(ada, table)) as (player,):
            assert host.post(f"/tables/{table}/delete").status_code == 200
            return await asyncio.wait_for(closed_with(player), 30)

    assert asyncio.run(story()) == 4404
    assert server.get(f"/api/v1/tables/{table}").status_code == 404
    assert host.post(f"/tables/{table}/delete").status_code == 404
    with contextlib.closing(sqlite3.connect(server.db.removeprefix("sqlite:///"))) as database:
        left = [line for line in database.iterdump() if table in line]
    assert len(left) == 1, left
    assert "piazzetta_deeds" in left[0]
    assert table not in ada.get("/me/games").text


def test_plans_go_with_their_table(server: ServerProcess) -> None:
    host = Host(server)
    table, tokens = server.seated("viaggiatore", 3)

    def plans() -> int:
        with contextlib.closing(sqlite3.connect(server.db.removeprefix("sqlite:///"))) as database:
            query = "SELECT count(*) FROM piazzetta_events WHERE table_id LIKE ? AND kind = 'planned'"
            return int(database.execute(query, (f"{table}%",)).fetchone()[0])

    async def story() -> None:
        async with at_table(*people_at(server, table, tokens)) as players:
            caller = await asked(list(players))
            planner = players[(caller.seat + 1) % 3]
            bid = legal_bids(server, table, planner.seat)[0]
            assert (await planner.command("plan", steps=[[{"move": bid}]]))["type"] == "done"

    asyncio.run(asyncio.wait_for(story(), 60))
    assert plans() == 1
    assert host.post(f"/tables/{table}/delete").status_code == 200
    assert plans() == 0


def test_every_row_of_a_table_goes() -> None:
    """A later migration may bring rows about tables: then ``deletion_of_table`` has to know them."""
    reports = "piazzetta_reports"  # they have a time of their own
    named = set()
    for statement in (one for migration in MIGRATIONS for one in migration):
        words = statement.split()
        if statement.startswith("CREATE TABLE") and ("table_id" in statement or "piazzetta_tables" in statement):
            named.add(words[2])
        elif words[:2] == ["ALTER", "TABLE"] and words[3:5] == ["RENAME", "TO"]:
            named = named - {words[2]} | {words[5]}
    wiped = {str(statement).split()[2] for statement, _ in deletion_of_table("x")}
    assert named - wiped == {reports}


def test_an_announcement_reaches_the_front_page_and_the_tables(server: ServerProcess) -> None:
    host = Host(server)
    table, tokens = server.seated("portobello", 2)
    words = "We move on <b>Sunday</b>."

    async def story() -> None:
        async with at_table(Player(server.base, table, {0: tokens[0]})) as (player,):
            assert host.post("/announcement", {"text": words}).status_code == 200
            assert (await asyncio.wait_for(player.until("announcement"), 30))["text"] == words
        async with at_table(Player(server.base, table, {1: tokens[1]})) as (late,):
            assert (await asyncio.wait_for(late.until("announcement"), 30))["text"] == words
            host.post("/announcement", {"text": ""})
            assert (await asyncio.wait_for(late.until("announcement"), 30))["text"] == ""

    asyncio.run(story())
    until(lambda: server.get("/api/v1/tables").json()["announcement"] == "")
    admin(server, "announce", "Tea is ready.")
    until(lambda: server.get("/api/v1/tables").json()["announcement"] == "Tea is ready.")
    admin(server, "announce")
    until(lambda: server.get("/api/v1/tables").json()["announcement"] == "")


def test_the_commands_work_beside_the_server_and_are_written_down(server: ServerProcess) -> None:
    ada = keep(server, "Ada [bold] Lovelace")
    table = ada.create("portobello")
    person = ada.me()["id"]
    assert "Ada [bold] Lovelace" in admin(server, "people", "lovelace")
    listed = json.loads(admin(server, "tables", "--status", "waiting", "--json"))
    mine = next(one for one in listed if one["id"] == table)
    assert (mine["game"], mine["status"]) == ("portobello", "waiting")
    assert table in admin(server, "tables")
    admin(server, "ban", person, "--reason", "a test")
    assert ada.get("/me").status_code == 403
    admin(server, "unban", person)
    assert ada.me()["id"] == person
    admin(server, "delete-table", table)
    assert server.get(f"/api/v1/tables/{table}").status_code in (200, 404)  # within seconds
    until(lambda: server.get(f"/api/v1/tables/{table}").status_code == 404)
    other, tokens = server.seated("portobello", 2)
    body = {"about": 1, "reason": "other", "words": "odd", "seat": 0, "token": tokens[0]}
    report = server.post(f"/api/v1/tables/{other}/reports", body).json()["report"]
    assert report in admin(server, "reports")
    admin(server, "settle", report)
    assert report not in admin(server, "reports")
    assert report in admin(server, "reports", "--all")
    activity = Host(server).get().json()["activity"]
    done = [(one["action"], one["about"]) for one in activity if one["host"] == "command"]
    assert {("ban", person), ("unban", person), ("delete-table", table), ("settle", report)} <= set(done)


def test_whole_ids_in_a_narrow_terminal(server: ServerProcess) -> None:
    ada, ben = keep(server, "Ada"), keep(server, "Ben with rather a long name for a column")
    table, person = ada.create(), ben.me()["id"]
    ben.join(table, "Ben")
    body = {"about": 1, "reason": "insults", "words": "He said that I am a fool, and that more than once."}
    report = ada.post(f"/tables/{table}/reports", body).json()["report"]
    printed = admin(server, "reports", columns=80)
    assert max(map(len, printed.splitlines())) == 80
    for found in (report, table, person):
        assert found in printed
    assert person in admin(server, "people", "ben with", columns=80)
    assert table in admin(server, "tables", columns=80)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["unban", "nobody"], "person"),
        (["delete-table", "nowhere"], "table"),
        (["settle", "none"], "report"),
        (["tables", "--status", "odd"], "--status"),
        (["link", "--at", "ftp://x"], "--at"),
        (["announce", "x" * 501], "500"),
    ],
)
def test_bad_input_names_what_is_wrong(
    server: ServerProcess,
    words: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.argv", ["piazzetta", "admin", *words, "--db", server.db])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_there_has_to_be_a_database(tmp_path: Path) -> None:
    file = tmp_path / "none.sqlite"
    from piazzetta.cli import app

    done = CliRunner().invoke(app, ["admin", "people", "--db", f"sqlite:///{file}"])
    assert isinstance(done.exception, BadInput)
    assert not file.exists()


def test_the_same_on_postgresql() -> None:
    async def story(db: str) -> None:
        store = Store(db)
        await store.open()
        reports, audit_log, lists = Reports(store), AuditLog(store), AdminLists(store)
        admin = Admin(store, audit_log, reports)
        assert await audit_log.unread() == []
        await asyncio.gather(*(admin.announce("command", f"{number}") for number in range(5)))
        actions = await audit_log.unread()
        assert [action.id for action in actions] == [1, 2, 3, 4, 5]
        assert await audit_log.announcement() == actions[-1].words
        key = await admin.enter(m.AdminEntry(await admin.new_code(), "phone"))
        assert await admin.device(key)
        report = await reports.put(m.NewReport(0, "spam"), "t", 3, ("", "X"), None, "Y", [])
        await admin.resolve("command", report)
        assert await reports.listed() == []
        assert len(await reports.listed(everything=True)) == 1
        assert await lists.tables() == []
        assert await lists.people("a") == []
        await store.close()

    with postgres() as db:
        asyncio.run(asyncio.wait_for(story(db), 120))
