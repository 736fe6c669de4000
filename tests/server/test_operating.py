"""``docs/operating.md``, followed word by word: its blocks in order, with the folders of a test. Going back to a moment
is ``store/test_recovery.py``; what only an init system and the internet can do is done by stand-ins."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.tiers import long_only

pytestmark = [pytest.mark.compiled_only, long_only]

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "operating.md").read_text("utf-8")
#: Programs that this machine has otherwise, or had better not run: each notes its words.
STAND_INS = {
    "python": f'mkdir -p "$3/bin" && ln -sf {Path(sys.executable).parent / "piazzetta"} "$3/bin/" && '
    f'ln -sf "$HERE/programs/pip" "$3/bin/"',
    "pip": "true",
    "useradd": 'mkdir -p "$3"',
    "systemctl": "true",
}


def blocks(section: str) -> list[str]:
    """The commands that a section gives."""
    text = GUIDE.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    return re.findall(r"```sh\n(.*?)```", text.partition("\n### ")[0], re.DOTALL)


class Machine:
    """A folder in place of a machine's root."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for name in ("opt", "var/lib", "backups", "etc/systemd/system", "programs"):
            (folder / name).mkdir(parents=True)
        for name, does in STAND_INS.items():
            program = folder / "programs" / name
            program.write_text(f'#!/bin/sh\necho "{name} $*" >> "$HERE/words"\n{does}\n')
            program.chmod(0o755)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]

    @property
    def _environment(self) -> dict[str, str]:
        path = f"{self._folder / 'programs'}:{self._folder / 'opt/piazzetta/bin'}:{os.environ['PATH']}"
        data = str(self._folder / "var/lib")  # whose database is the server's
        return {
            **os.environ,
            "HERE": str(self._folder),
            "PATH": path,
            "XDG_DATA_HOME": data,
            "COLUMNS": "250",
            "WHEEL": "piazzetta.whl",
        }

    def here(self, text: str) -> str:
        """The guide's words with the places of this machine."""
        return re.sub(r"/(?=(?:opt|var/lib|backups|etc/systemd)/)", f"{self._folder}/", text)

    def run(self, words: str) -> str:
        """Run commands in the project's folder, where ``hosting/`` is; they must succeed."""
        command = ["bash", "-euc", self.here(words)]
        done = subprocess.run(command, cwd=ROOT, env=self._environment, capture_output=True, text=True)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    def words(self) -> list[str]:
        """What stand-ins were asked."""
        return (self._folder / "words").read_text().splitlines()

    @contextlib.contextmanager
    def service(self) -> Iterator[str]:
        """What the init system does with the unit; the address of the server."""
        unit = (self._folder / "etc/systemd/system/piazzetta.service").read_text()
        (before,), (start,) = re.findall("ExecStartPre=(.*)", unit), re.findall("ExecStart=(.*)", unit)
        self.run(before)
        command = [*self.here(start).split(), "--port", str(self._port), "--no-address-limits"]
        server = subprocess.Popen(command, env=self._environment, stdout=subprocess.DEVNULL)
        base = f"http://127.0.0.1:{self._port}"
        try:
            deadline = time.monotonic() + 300
            while time.monotonic() < deadline:
                with contextlib.suppress(httpx.TransportError):
                    if httpx.get(f"{base}/readyz").status_code == 200:
                        break
                time.sleep(0.1)
            yield base
        finally:
            server.send_signal(signal.SIGTERM)
            assert server.wait(60) == 0


def asked(base: str, path: str, body: Any, key: str = "") -> Any:
    """What the server answers to a person."""
    headers = {"Authorization": f"Bearer me.{key}"} if key else {}
    answer = httpx.post(f"{base}/api/v1{path}", json=body, headers=headers, timeout=60)
    assert answer.is_success, answer.text
    return answer.json()


def test_the_guide_holds(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    (install,) = blocks("Install")
    machine.run(install)
    told = machine.words()
    assert told[1] == "pip install piazzetta.whl[club,postgres]"
    assert told[-1] == "systemctl enable --now piazzetta"
    backup, restore, export = blocks("Back up")[0].splitlines()
    with machine.service() as base:
        key = asked(base, "/me", {"name": "Ada", "device": "test"})["key"]
        seats = [{"kind": "me"}, {"kind": "open"}]
        table = asked(base, "/tables", {"game": "portobello", "seats": seats}, key)["table"]
        asked(base, f"/tables/{table}/join", {"name": "Bob"})
        report = asked(base, f"/tables/{table}/reports", {"about": 1, "reason": "spam"}, key)["report"]
        machine.run(backup)
        (moderate,) = blocks("Moderate")
        lines = [re.sub(r" +#.*", "", line) for line in moderate.splitlines()]
        people = machine.run("piazzetta admin people --json")
        person = re.findall(r'"(?:id|person)": *"(\w+)"', people)[0]
        real = {"REPORT": report, "PERSON": person, "[NAME]": "Ada", "TABLE": table}
        for line in lines:
            words = re.sub("|".join(map(re.escape, real)), lambda found: real[found[0]], line)
            said = machine.run(words)
            if words.startswith("piazzetta admin people"):
                assert "Ada" in said
        assert httpx.get(f"{base}/api/v1/tables/{table}").status_code == 404, "the table was deleted"
    database = tmp_path / "var/lib/piazzetta/tables.sqlite"
    for file in database.parent.glob("tables.sqlite*"):
        file.unlink()
    machine.run(re.sub(r"tables-[0-9-]+", lambda _: "tables-$(date +%F)", restore))
    machine.run(export)
    assert database.is_file()
    with machine.service() as base:
        assert httpx.get(f"{base}/api/v1/tables/{table}").status_code == 200, "it is in the backup"
        assert httpx.get(f"{base}/healthz").status_code == 200
        assert httpx.get(f"{base}/metrics").status_code in (401, 403, 404), "metrics are private"
