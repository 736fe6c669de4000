"""``piazzetta doctor``: whether a server with these settings would run well here, and what to do if not."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import socket
import ssl
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

from rich.table import Table

from piazzetta.errors import BadInput
from piazzetta.server.addresses import ANYWHERE, written
from piazzetta.server.settings import Settings
from piazzetta.server.store.database import Unavailable, database_url, file_of
from piazzetta.server.store.schema import MIGRATIONS
from piazzetta.server.store.store import Store

_SECONDS = 5.0  # for an answer
_LEAST_SPACE = 1 << 30  # bytes
_MOST_AHEAD = 60_000  # milliseconds
_LEAST_DAYS = 14  # that a certificate has to last


@dataclass(frozen=True)
class Finding:
    """What a check has found. ``advice``: what to do; empty if all is well."""

    check: str
    found: str
    advice: str = ""


def examine(settings: Settings) -> list[Finding]:
    """Return what every check finds."""
    return [finding for name, check in CHECKS.items() for finding in _tried(name, check, settings)]


def _tried(name: str, check: Callable[[Settings], Iterator[tuple[str, str]]], settings: Settings) -> list[Finding]:
    try:
        return [Finding(name, found, advice) for found, advice in check(settings)]
    except (BadInput, Unavailable, OSError) as problem:
        reason = str(problem.__cause__ or problem) or type(problem).__name__
        return [Finding(name, reason, _ADVICE.get(name, "See docs/operating.md."))]


def as_table(findings: list[Finding]) -> Table:
    table = Table("", "check", "found", "what to do", box=None)
    for one in findings:
        table.add_row("[red]wrong[/]" if one.advice else "[green]well[/]", one.check, one.found, one.advice)
    return table


def as_json(findings: list[Finding]) -> list[dict[str, object]]:
    return [{"well": not one.advice, **asdict(one)} for one in findings]


# --- the checks: what is found, and what to do about it ---


async def _ask(db: str, query: str) -> int | None:
    store = Store(db)
    async with asyncio.timeout(_SECONDS):
        await store.open(reading=True)
        try:
            found: int | None = await store.value(query)
            return found
        finally:
            await store.close()


def _is_new(settings: Settings) -> bool:
    file = file_of(database_url(settings.db))
    return file is not None and not file.exists()


def _folder(settings: Settings) -> Path:
    """Return where the server writes: beside its SQLite file, or its own folder."""
    file = file_of(database_url(settings.db))
    return file.absolute().parent if file is not None else Path.cwd()


def _database(settings: Settings) -> Iterator[tuple[str, str]]:
    if _is_new(settings):
        yield "there is no database yet; the server creates it", ""
        return
    version = asyncio.run(_ask(settings.db, "SELECT max(version) FROM piazzetta_schema")) or 0
    newer = "" if version <= len(MIGRATIONS) else "Install the newer version of piazzetta that has used it."
    yield f"it answers and has schema {version} of {len(MIGRATIONS)}", newer


def _disk(settings: Settings) -> Iterator[tuple[str, str]]:
    folder = _folder(settings)
    free = shutil.disk_usage(folder).free
    yield f"{free / (1 << 30):.1f} GiB are free at {folder}", "" if free >= _LEAST_SPACE else _ADVICE["disk"]


def _clock(settings: Settings) -> Iterator[tuple[str, str]]:
    newest = 0
    with contextlib.suppress(BadInput, Unavailable, OSError):  # no database, or one that another check tells of
        newest = asyncio.run(_ask(settings.db, "SELECT max(created) FROM piazzetta_tables")) or 0
    ahead = newest - int(time.time() * 1000)
    if ahead > _MOST_AHEAD:
        yield f"the newest table is {ahead // 1000} seconds in the future", _ADVICE["clock"]
    else:
        yield "no table is in the future", ""


def _port(settings: Settings) -> Iterator[tuple[str, str]]:
    where = f"{settings.host}:{settings.port}"
    try:
        with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((settings.host, settings.port))
        yield f"{where} is free", ""
    except OSError as problem:
        host = "127.0.0.1" if settings.host in ANYWHERE else settings.host
        try:
            with urllib.request.urlopen(f"{written(host, settings.port)}/healthz", timeout=_SECONDS) as answer:
                well = json.load(answer)["alive"]
        except (OSError, ValueError, KeyError, TypeError):
            well = False
        if well:
            yield f"a healthy server runs at {where}", ""
        else:
            yield f"{where} is not available: {problem.strerror}", _ADVICE["port"]


def _certificates(settings: Settings) -> Iterator[tuple[str, str]]:
    secure = [urlsplit(one) for one in settings.origins if one.startswith("https:")]
    for origin in secure:
        host, port = origin.hostname or "", origin.port or 443
        try:
            with (
                socket.create_connection((host, port), _SECONDS) as plain,
                ssl.create_default_context().wrap_socket(plain, server_hostname=host) as connection,
            ):
                ends = ssl.cert_time_to_seconds(str((connection.getpeercert() or {})["notAfter"]))
        except OSError as problem:
            yield f"{host}:{port} shows none that browsers accept: {problem}", _ADVICE["certificates"]
            continue
        days = int((ends - time.time()) // 86400)
        yield f"that of {host} lasts {days} days", "" if days >= _LEAST_DAYS else _ADVICE["certificates"]
    if not secure:
        yield "no --origin with https needs one", ""


def _mail(settings: Settings) -> Iterator[tuple[str, str]]:
    from piazzetta.server.notifications.senders.email import mailer_of

    mailer = mailer_of(settings)
    if mailer is None:
        yield "no emails are sent: there is no --smtp", ""
        return
    with socket.create_connection((mailer.host, mailer.port), _SECONDS):
        yield f"{mailer.host}:{mailer.port} answers", ""


def _push(settings: Settings) -> Iterator[tuple[str, str]]:
    secure = any(one.startswith("https:") for one in settings.origins)
    if settings.origins and not (settings.mail_from or secure):
        yield "push services are told no contact", "Give --mail-from, or an --origin with https: Apple asks for it."
    else:
        yield "push services are told a contact" if settings.origins else "for this machine alone: none is needed", ""


def _permissions(settings: Settings) -> Iterator[tuple[str, str]]:
    file = file_of(database_url(settings.db))
    files = [] if file is None else [file.with_name(file.name + suffix) for suffix in ("", "-wal", "-shm")]
    open_to_all = [one.name for one in files if one.exists() and one.stat().st_mode & 0o077]
    if open_to_all:
        yield f"others may read {', '.join(open_to_all)}", f"chmod 600 {' '.join(open_to_all)} in {_folder(settings)}."
    else:
        yield "only the server's user reads the database", ""


def _kernels(settings: Settings) -> Iterator[tuple[str, str]]:
    from piazzetta.terminal.warming.note import is_warm

    if is_warm(tables=True):
        yield "all are compiled", ""
    else:
        yield "some are not compiled: the first games would wait for minutes", _ADVICE["kernels"]


def _secure_context(settings: Settings) -> Iterator[tuple[str, str]]:
    local = settings.host in ("localhost", "::1") or settings.host.startswith("127.")
    if any(one.startswith("https:") for one in settings.origins) or (local and not settings.origins):
        yield "browsers take the page for secure", ""
    else:
        yield "browsers have no passkeys, notifications and offline games on a plain page", _ADVICE["secure context"]


CHECKS: dict[str, Callable[[Settings], Iterator[tuple[str, str]]]] = {
    "database": _database,
    "disk": _disk,
    "clock": _clock,
    "port": _port,
    "certificates": _certificates,
    "mail": _mail,
    "push": _push,
    "permissions": _permissions,
    "kernels": _kernels,
    "secure context": _secure_context,
}
_ADVICE = {
    "database": "Start the database, give its URL with --db, or restore a backup with piazzetta restore.",
    "disk": "Free some space, or move the database to a larger disk.",
    "clock": "Set the system's clock, and keep it right with NTP.",
    "port": "Stop the program that uses it, or choose another with --port.",
    "certificates": "Renew the certificate of the web server in front, and see that it renews by itself.",
    "mail": "Correct --smtp and --mail-from, or let this machine reach the mail server.",
    "permissions": "Let the server's user read and write the database.",
    "kernels": "Run piazzetta warm --tables as the server's user.",
    "secure context": "Put a web server with TLS in front and name it with --origin https://…",
}
