"""``piazzetta doctor``: each check with a well and a sick server."""

from __future__ import annotations

import json
import socket
import sqlite3
import ssl
import subprocess
import threading
import time
from collections import namedtuple
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from piazzetta.cli import app
from piazzetta.server.settings import Settings
from piazzetta.server.store.schema import MIGRATIONS
from piazzetta.terminal import doctor
from tests.server.store.postgres import postgres

pytestmark = pytest.mark.compiled_only

Usage = namedtuple("Usage", "total used free")


def wrong(name: str, settings: Settings) -> list[bool]:
    """Whether what a check finds is wrong; each finding has a sentence, and each wrong one says what to do."""
    found = doctor._tried(name, doctor.CHECKS[name], settings)
    assert all(one.found for one in found)
    return [bool(one.advice) for one in found]


@pytest.fixture
def db(tmp_path: Path) -> str:
    """A database with one table, as a server leaves it."""
    file = tmp_path / "t.sqlite"
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE piazzetta_schema (version INTEGER)")
        database.execute("INSERT INTO piazzetta_schema VALUES (1)")
        database.execute("CREATE TABLE piazzetta_tables (created INTEGER)")
        database.execute("INSERT INTO piazzetta_tables VALUES (?)", (int(time.time() * 1000),))
    file.chmod(0o600)
    return f"sqlite:///{file}"


def changed(db: str, statement: str) -> Settings:
    with sqlite3.connect(db.removeprefix("sqlite:///")) as database:
        database.execute(statement)
    return Settings(db=db)


def test_database(db: str, tmp_path: Path) -> None:
    assert wrong("database", Settings(db=db)) == [False]
    assert wrong("database", Settings(db=f"sqlite:///{tmp_path}/new.sqlite")) == [False], "the server creates it"
    assert wrong("database", changed(db, f"UPDATE piazzetta_schema SET version = {len(MIGRATIONS) + 1}")) == [True]
    Path(db.removeprefix("sqlite:///")).write_bytes(b"no database " * 100)
    assert wrong("database", Settings(db=db)) == [True]
    assert wrong("database", Settings(db="mysql://nowhere")) == [True]


def test_database_of_postgresql() -> None:
    with postgres() as url:
        assert wrong("database", Settings(db=url)) == [True], "no server has used it"
    assert wrong("database", Settings(db="postgresql://nobody@127.0.0.1:9/none")) == [True]


def test_disk(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for free, sick in ((1 << 40, False), (1 << 20, True)):
        monkeypatch.setattr("shutil.disk_usage", lambda _, free=free: Usage(1 << 41, 0, free))
        assert wrong("disk", Settings(db=db)) == [sick]


def test_clock(db: str) -> None:
    assert wrong("clock", Settings(db=db)) == [False]
    assert wrong("clock", changed(db, "UPDATE piazzetta_tables SET created = created + 3600000")) == [True]


def test_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        def answer() -> None:
            taken.accept()[0].close()

        threading.Thread(target=answer, daemon=True).start()
        assert wrong("port", Settings(port=port)) == [True]
    assert wrong("port", Settings(port=port)) == [False]


@contextmanager
def https(tmp_path: Path, days: int) -> Iterator[int]:
    """A web server with a certificate for localhost."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=DNS:localhost", "-days", str(days)]
    subprocess.run([*command, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                try:
                    context.wrap_socket(listener.accept()[0], server_side=True).close()
                except ssl.SSLError:
                    continue
                except OSError:
                    return

        threading.Thread(target=serve, daemon=True).start()
        yield listener.getsockname()[1]


@pytest.mark.parametrize(("days", "trusted", "sick"), [(90, True, False), (5, True, True), (90, False, True)])
def test_certificates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int, trusted: bool, sick: bool) -> None:
    with https(tmp_path, days) as port:
        if trusted:
            monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
        assert wrong("certificates", Settings(origins=(f"https://localhost:{port}",))) == [sick]


def test_certificates_are_for_https(tmp_path: Path) -> None:
    assert wrong("certificates", Settings(origins=("http://play.example.org",))) == [False]


def test_mail() -> None:
    assert wrong("mail", Settings()) == [False]
    with socket.create_server(("127.0.0.1", 0)) as server:
        smtp = f"smtp://127.0.0.1:{server.getsockname()[1]}"
        assert wrong("mail", Settings(smtp=smtp, mail_from="a@example.org")) == [False]
        assert wrong("mail", Settings(smtp=smtp)) == [True], "no sender"
    assert wrong("mail", Settings(smtp=smtp, mail_from="a@example.org")) == [True]


def test_push() -> None:
    assert wrong("push", Settings()) == [False]
    assert wrong("push", Settings(origins=("https://play.example.org",))) == [False]
    assert wrong("push", Settings(origins=("http://play.example.org",))) == [True]


def test_permissions(db: str) -> None:
    assert wrong("permissions", Settings(db=db)) == [False]
    Path(db.removeprefix("sqlite:///")).chmod(0o644)
    assert wrong("permissions", Settings(db=db)) == [True]


def test_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    for warm in (True, False):
        monkeypatch.setattr("piazzetta.terminal.warming.note.is_warm", lambda tables, warm=warm: warm)
        assert wrong("kernels", Settings()) == [not warm]


def test_secure_context() -> None:
    assert wrong("secure context", Settings()) == [False]
    assert wrong("secure context", Settings("0.0.0.0", origins=("https://play.example.org",))) == [False]
    assert wrong("secure context", Settings("0.0.0.0")) == [True]
    assert wrong("secure context", Settings(origins=("http://play.example.org",))) == [True]


def test_the_command(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piazzetta.terminal.warming.note.is_warm", lambda tables: True)
    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage(1 << 41, 0, 1 << 40))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    well = CliRunner().invoke(app, ["doctor", "--db", db, "--port", port, "--json"])
    assert (well.exit_code, {one["well"] for one in json.loads(well.stdout)}) == (0, {True})
    assert [one["check"] for one in json.loads(well.stdout)] == list(doctor.CHECKS)
    sick = CliRunner().invoke(app, ["doctor", "--db", db, "--port", port, "--host", "0.0.0.0"])
    assert sick.exit_code == 1
    assert "wrong" in sick.stdout
