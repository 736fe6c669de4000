"""A private PostgreSQL server in a temporary folder, if it is installed."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


def _programs() -> Path | None:
    """Where initdb and pg_ctl are."""
    found = shutil.which("pg_ctl")
    if found:
        return Path(found).parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return versions[-1] if versions else None


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """The URL of an empty database; skips the test with a reason if none can be started."""
    programs = _programs()
    if programs is None:
        pytest.skip("no PostgreSQL is installed here: what needs one is not tested")
    user: dict[str, int] = {}
    if os.geteuid() == 0:  # it refuses to run as root
        try:
            entry = pwd.getpwnam("postgres")
        except KeyError:
            pytest.skip("PostgreSQL does not run as root, and there is no user postgres: what needs it is not tested")
        user = {"user": entry.pw_uid, "group": entry.pw_gid}
    folder = Path(tempfile.mkdtemp(prefix="piazzetta-pg-"))
    if user:
        os.chown(folder, user["user"], user["group"])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = folder / "data"

    def run(*command: str) -> None:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, **user)  # type: ignore[call-overload]
        if done.returncode:
            pytest.skip(f"PostgreSQL could not be started here: {done.stderr[-300:]}")

    try:
        run(str(programs / "initdb"), "-D", str(data), "-A", "trust", "-U", "piazzetta", "--no-sync", "-E", "UTF8")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
        run(str(programs / "pg_ctl"), "-D", str(data), "-l", str(folder / "log"), "-o", options, "-w", "start")
        try:
            yield f"postgresql://piazzetta@127.0.0.1:{port}/postgres"
        finally:
            run(str(programs / "pg_ctl"), "-D", str(data), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
