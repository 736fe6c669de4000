"""Limits that people never feel, on a server with all of them: a hasty person is never refused, a flood always is."""

from __future__ import annotations

import time
from collections.abc import Iterator

import httpx
import pytest

from tests.server.people.friends import keep
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(f"sqlite:///{tmp_path_factory.mktemp('pace') / 't.sqlite'}", "--pace", "0").start()
    yield process
    process.stop()


def test_a_hasty_person_is_never_refused_and_a_flood_is(strict: ServerProcess) -> None:
    ada, bob = keep(strict, "Ada"), keep(strict, "Bob")
    table = ada.create()
    bob.join(table)
    answers: list[httpx.Response] = []
    for _ in range(3):  # everything there is, three times within seconds: both, from one house
        answers += [ada.get(path) for path in ("/tables?game=portobello", "/watch", "/match", "/me/blocks")]
        answers += [ada.get(f"/tables/{table}/blocks"), ada.get("/me/friends"), ada.get("/me/friends/find?name=Bob")]
        answers.append(ada.post(f"/tables/{table}/blocks", {"about": 1, "muted": True}))
        ticket = ada.post("/match", {"game": "portobello", "players": 4, "name": "Ada"})
        answers += [ticket, ada.post("/match/cancel", {"token": ticket.json()["token"]})]
        answers.append(ada.post(f"/tables/{table}/reports", {"about": 1, "reason": "spam"}))
        answers.append(bob.post("/me/friends/presence", {"shown": True}))
    assert {answer.status_code for answer in answers} <= {200, 201}, [answer.text for answer in answers]
    token = ada.post("/match", {"game": "portobello", "players": 4, "name": "Ada"}).json()["token"]
    for _ in range(10):  # a page that waits looks every two seconds; ten of them in one house do
        waiting = strict.get("/api/v1/match", headers={"Authorization": f"Bearer match.{token}"})
        assert waiting.status_code == 200

    deadline = time.monotonic() + 60
    for path, body in (
        ("/match", {"game": "portobello", "players": 4, "name": "Eve"}),
        ("/admin/enter", {"code": "x"}),
    ):
        while (answer := strict.post(f"/api/v1{path}", body)).status_code != 429:
            assert time.monotonic() < deadline, path
        assert int(answer.headers["Retry-After"]) >= 1
        assert answer.json()["code"] == "rate"
