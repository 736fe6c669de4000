"""People of a server, as a test sees them: each device with its key."""

from __future__ import annotations

from typing import Any

import httpx

from tests.server.tools import ServerProcess


class Device:
    """A device that sends its person's key."""

    def __init__(self, server: ServerProcess, key: str) -> None:
        self.server = server
        self.key = key

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer me.{self.key}"}

    def get(self, path: str) -> httpx.Response:
        return self.server.get(f"/api/v1{path}", headers=self.headers)

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return self.server.post(f"/api/v1{path}", body, headers=self.headers)

    def me(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get("/me").json()["me"]
        return found

    def create(self, game: str = "portobello", seats: tuple[str, ...] = ("me", "open"), **more: Any) -> str:
        """A table of this person's."""
        wish = [{"kind": seat.split()[0], "level": ([*seat.split(), None])[1]} for seat in seats]
        answer = self.post("/tables", {"game": game, "seats": wish, **more})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    def join(self, table: str, name: str = "B") -> str:
        answer = self.post(f"/tables/{table}/join", {"name": name})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["token"])

    def another(self) -> Device:
        """A second device of the same person, by a one-time link."""
        code = self.post("/me/links").json()["code"]
        answer = self.server.post("/api/v1/me/enter", {"code": code, "device": "phone"})
        assert answer.status_code == 200, answer.text
        return Device(self.server, answer.json()["key"])


def keep(server: ServerProcess, name: str, avatar: str = "") -> Device:
    answer = server.post("/api/v1/me", {"name": name, "avatar": avatar, "device": "laptop"})
    assert answer.status_code == 201, answer.text
    return Device(server, answer.json()["key"])
