"""Calls by mail, against a mail server of the test's own: only to who agreed, and until they say no."""

from __future__ import annotations

import asyncio
import email
import re
import smtplib
import socket
from collections.abc import Iterator
from email.message import Message
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from typer.testing import CliRunner

from piazzetta.cli import app
from piazzetta.server.notifications.senders import email as senders
from piazzetta.server.notifications.senders.outward import NotSent
from tests.server.notifications.people import pass_the_turn, subscribe
from tests.server.notifications.receiver import until
from tests.server.tools import ServerProcess

pytestmark = pytest.mark.compiled_only


class PostOffice:
    """Keeps every mail."""

    def __init__(self) -> None:
        with socket.socket() as probe:  # a port that is free
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.mails: list[tuple[list[str], Message]] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert envelope.content is not None
        content = envelope.content if isinstance(envelope.content, bytes) else envelope.content.encode()
        self.mails.append((envelope.rcpt_tos, email.message_from_bytes(content)))
        return "250 OK"


def text_of(mail: Message) -> str:
    found = mail.get_payload(decode=True)
    assert isinstance(found, bytes)
    return found.decode()


def link_in(mail: Message) -> str:
    found = re.search(r"http://\S+(/api/v1/notifications/mail/\S+)", text_of(mail))
    assert found
    return found[1]


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    handler = PostOffice()
    controller = Controller(handler, hostname="127.0.0.1", port=handler.port)
    controller.start()
    yield handler
    controller.stop()


@pytest.fixture(scope="module")
def posting(office: PostOffice, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    db = f"sqlite:///{tmp_path_factory.mktemp('mail') / 'tables.sqlite'}"
    mail = ("--smtp", f"smtp://127.0.0.1:{office.port}", "--mail-from", "host@example.org")
    process = ServerProcess(db, "--pace", "0", "--no-address-limits", "--call-after", "0.3", *mail).start()
    yield process
    assert process.stop() == 0
    assert not [line for line in process.output if "Traceback" in line or "ERROR" in line], process.output


def test_a_mail_comes_after_its_reader_agreed_and_until_they_say_no(posting: ServerProcess, office: PostOffice) -> None:
    assert posting.get("/api/v1/notifications").json()["mail"] is True
    table, tokens = posting.seated("portobello", 2)
    way = subscribe(posting, table, 1, tokens[1], {"kind": "mail", "address": "leo@example.org"}, lang="de")
    assert not way["confirmed"]
    ((to, question),) = until(lambda: office.mails)
    assert to == ["leo@example.org"]
    assert question["From"] == "host@example.org"
    link = link_in(question)

    asyncio.run(pass_the_turn(posting, table, tokens, away=1))
    page = posting.get(link)
    assert page.headers["content-type"].startswith("text/html")
    assert "wenn du am Zug bist" in page.text
    assert len(office.mails) == 1, "looking at the page is not agreeing: mail programs look, too"
    assert posting._request("POST", link, data={"wish": "confirm"}).status_code == 200

    asyncio.run(pass_the_turn(posting, table, tokens, away=1))  # they were at the table, and left again
    until(lambda: len(office.mails) >= 2)
    _, mail = office.mails[1]
    assert str(email.header.make_header(email.header.decode_header(mail["Subject"]))) == "Du bist am Zug"
    assert f"/t/{table}" in text_of(mail)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = re.fullmatch(r"<http://[^/]+(/\S+)>", mail["List-Unsubscribe"])
    assert stop
    assert stop[1] == link_in(mail)
    assert posting._request("POST", stop[1], data={"List-Unsubscribe": "One-Click"}).status_code == 200
    key = {"authorization": f"Bearer 1.{tokens[1]}"}
    assert posting.get(f"/api/v1/tables/{table}/notifications", headers=key).json() == {"ways": []}
    assert posting.get(stop[1]).status_code == 404


def test_links_cannot_be_guessed(posting: ServerProcess, office: PostOffice) -> None:
    table, tokens = posting.seated("portobello", 2)
    before = len(office.mails)
    way = subscribe(posting, table, 0, tokens[0], {"kind": "mail", "address": "ada@example.org"})
    until(lambda: len(office.mails) > before)
    link = link_in(office.mails[-1][1])
    assert way["id"] in link
    for wrong in (link[:-1] + ("0" if link[-1] != "0" else "1"), f"/api/v1/notifications/mail/{way['id']}", f"{link}0"):
        assert posting._request("POST", wrong, data={"wish": "confirm"}).status_code == 404


@pytest.mark.parametrize("key", ["", "nonsense", "a%2Fb", "a/b", "%00", "x" * 2000])
def test_a_broken_link_leads_to_a_page(server: ServerProcess, key: str) -> None:
    path = f"/api/v1/notifications/mail/{key}"
    for answer in (server.get(path), server._request("POST", path)):
        assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")


@pytest.mark.parametrize(
    "address", ["", "leo", "leo@", "a@b@c.org", "x@y.org\nBcc: z@y.org", "a@b.org,c@d.org", "<a@b.org>"]
)
def test_what_is_no_address_is_refused(posting: ServerProcess, address: str) -> None:
    table, tokens = posting.seated("portobello", 2)
    wish = {"way": {"kind": "mail", "address": address}, "seat": 0, "token": tokens[0]}
    answer = posting.post(f"/api/v1/tables/{table}/notifications", wish)
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_way"
    assert "address" in answer.json()["sentence"]


def test_without_a_mail_server_there_is_no_mail(calling: ServerProcess) -> None:
    table, tokens = calling.seated("portobello", 2)
    wish = {"way": {"kind": "mail", "address": "ada@example.org"}, "seat": 0, "token": tokens[0]}
    answer = calling.post(f"/api/v1/tables/{table}/notifications", wish)
    assert answer.status_code == 409
    assert answer.json()["code"] == "no_mail"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--smtp", "http://example.org"], "--smtp takes"),
        (["--smtp", "smtp://example.org:port", "--mail-from", "a@b.org"], "--smtp takes"),
        (["--smtp", "smtp://example.org"], "--mail-from"),
        (["--mail-from", "a@b.org"], "needs --smtp"),
    ],
)
def test_settings_that_make_no_sense(tmp_path: Path, options: list[str], said: str) -> None:
    db = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    done = CliRunner().invoke(app, ["serve", "--port", "0", "--db", db, *options], env={"COLUMNS": "200"})
    assert done.exit_code != 0
    assert said in str(done.exception) + done.output


def test_a_password_is_never_sent_in_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mail server, or somebody in between, offers no STARTTLS."""
    said: list[str] = []

    class Plain:
        def __init__(self, host: str, port: int, timeout: float) -> None:
            pass

        def __enter__(self) -> Plain:
            return self

        def __exit__(self, *problem: object) -> None:
            pass

        def ehlo(self) -> None:
            pass

        def has_extn(self, name: str) -> bool:
            return False

        def login(self, user: str, password: str) -> None:
            said.append(password)

        def send_message(self, mail: object) -> None:
            said.append("mail")

    monkeypatch.setattr(smtplib, "SMTP", Plain)
    letter = senders.Email("ada@example.org", "Your turn", "Play.", "https://x.org/stop")
    with pytest.raises(NotSent, match="STARTTLS"):
        asyncio.run(senders.Mailer("smtp://club:s3cret@mail.example.org", "club@example.org").send(letter))
    assert said == []
    asyncio.run(senders.Mailer("smtp://mail.example.org", "club@example.org").send(letter))
    assert said == ["mail"], "without a password there is nothing to protect"
