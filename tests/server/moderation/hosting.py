"""The host of a server, as a test sees them: a browser that came in by the link of ``piazzetta admin link``."""

from __future__ import annotations

from typing import Any

import httpx
from typer.testing import CliRunner

from piazzetta.cli import app
from tests.server.tools import ServerProcess


def admin(server: ServerProcess, *words: str, columns: int = 250) -> str:
    """What ``piazzetta admin`` prints, beside the running server."""
    done = CliRunner().invoke(app, ["admin", *words, "--db", server.db], env={"COLUMNS": str(columns)})
    assert done.exit_code == 0, (done.output, done.exception)
    return str(done.output)


class Host:
    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        link = admin(server, "link", "--at", f"{server.base}/").strip()
        self.code = link.partition("/admin#in=")[2]
        answer = server.post("/api/v1/admin/enter", {"code": self.code, "device": "Firefox, Linux"})
        assert answer.status_code == 200, answer.text
        self.cookie = answer.headers["set-cookie"]
        self.key = self.cookie.partition("piazzetta_host=")[2].partition(";")[0]

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer host.{self.key}"}

    def get(self, path: str = "") -> httpx.Response:
        return self.server.get(f"/api/v1/admin{path}", headers=self.headers)

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return self.server.post(f"/api/v1/admin{path}", body, headers=self.headers)
