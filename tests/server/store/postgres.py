"""Databases of a private PostgreSQL server in a temporary folder, if it is installed."""

from __future__ import annotations

import atexit
import contextlib
import itertools
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest


def _programs() -> Path | None:
    """Where initdb and pg_ctl are."""
    found = shutil.which("pg_ctl")
    if found:
        return Path(found).resolve().parent  # a link may stand alone in its folder
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return versions[-1] if versions else None


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """The URL of an empty database; skips the test with a reason if none can be started.

    All databases of this process are at one PostgreSQL: to set one up takes longer than most tests that use it.
    """
    house = _house()
    name = f"test{next(_numbers)}"
    house.run("createdb", "-h", "127.0.0.1", "-p", str(house.port), "-U", "piazzetta", name)
    yield f"postgresql://piazzetta@127.0.0.1:{house.port}/{name}"


class House(NamedTuple):
    """A running PostgreSQL."""

    programs: Path
    folder: Path
    port: int
    user: dict[str, int]

    def run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, **self.user)  # type: ignore[call-overload]
        if done.returncode:
            pytest.skip(f"PostgreSQL could not be started here: {done.stderr[-300:]}")


_numbers = itertools.count(1)
#: Waits until nobody holds its input any more, however that process ended; then PostgreSQL and its files go.
_CLEAN_UP = 'cd /; read _; "$1" -D "$2/data" -m immediate stop; rm -rf "$2"'


@cache
def _house() -> House:
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
    cleaner = subprocess.Popen(  # type: ignore[call-overload]
        ["sh", "-c", _CLEAN_UP, "sh", str(programs / "pg_ctl"), str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # an interrupt at the keyboard is not for it
        **user,
    )
    atexit.register(cleaner.communicate)
    house = House(programs, folder, port, user)
    data = str(folder / "data")
    house.run("initdb", "-D", data, "-A", "trust", "-U", "piazzetta", "--no-sync", "-E", "UTF8")
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
    house.run("pg_ctl", "-D", data, "-l", str(folder / "log"), "-o", options, "-w", "start")
    return house
