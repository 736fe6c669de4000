"""Email by SMTP, if the admin has set it up."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from piazzetta.errors import BadInput
from piazzetta.server.notifications.senders.outward import NotSent
from piazzetta.server.settings import Settings

_SECONDS = 15.0
#: Links stay whole: a line of the usual length would cut those in headers, and mail programs could not follow them.
_UNFOLDED = SMTP.clone(max_line_length=900)
#: One address as people have it: nothing that could be a second one, or a header.
_ADDRESS = re.compile(r"[^\s@<>,;:\"'()\[\]\\]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,188}[A-Za-z0-9])?")


def check_address(address: str) -> None:
    if not _ADDRESS.fullmatch(address) or not address.isascii():
        raise BadInput("this is not an email address")


@dataclass(frozen=True)
class Email:
    to: str
    subject: str
    text: str
    unsubscribe: str  # where one press ends these mails (RFC 8058)


class Mailer:
    """``url``: smtp://user:password@host:port, or smtps. ``sender``: the address that emails come from."""

    def __init__(self, url: str, sender: str) -> None:
        parts = urlsplit(url)
        self._secure = parts.scheme == "smtps"
        try:
            port = parts.port
        except ValueError:
            port = -1
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname or port == -1:
            raise BadInput("--smtp takes smtp://user:password@host:port, or smtps://…")
        try:
            check_address(sender)
        except BadInput:
            raise BadInput("--smtp needs --mail-from, the sender's email address") from None
        self.host = parts.hostname
        self._local = self.host in ("localhost", "127.0.0.1", "::1")
        self.port = port or (465 if self._secure else 587 if parts.username else 25)
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")
        self._sender = sender
        self._threads = ThreadPoolExecutor(2, "mail")

    async def send(self, email: Email) -> None:
        """Send an email; raise ``NotSent`` if the mail server does not accept it, or only without encryption."""
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads, self._send, self._written(email))
        except (OSError, smtplib.SMTPException, ssl.SSLError) as problem:
            raise NotSent(type(problem).__name__) from None

    def _written(self, email: Email) -> EmailMessage:
        mail = EmailMessage(policy=_UNFOLDED)
        mail["From"] = self._sender
        mail["To"] = email.to
        mail["Subject"] = " ".join(email.subject.split())
        mail["Date"] = formatdate()
        mail["Message-ID"] = make_msgid(domain=self._sender.partition("@")[2])
        mail["Auto-Submitted"] = "auto-generated"
        mail["List-Unsubscribe"] = f"<{email.unsubscribe}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail.set_content(email.text)
        return mail

    def _send(self, mail: EmailMessage) -> None:
        context = ssl.create_default_context()
        if self._secure:
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=_SECONDS, context=context)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=_SECONDS)
        encrypted = self._secure
        with server:
            server.ehlo()
            if not self._secure and server.has_extn("starttls"):
                server.starttls(context=context)
                server.ehlo()
                encrypted = True
            if self._user and not encrypted and not self._local:
                raise NotSent("the mail server offers no STARTTLS, so that the password would be sent in clear")
            if self._user:
                server.login(self._user, self._password)
            server.send_message(mail)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def mailer_of(settings: Settings) -> Mailer | None:
    """Return what sends emails, None if the admin has set up nothing; raise ``BadInput`` if the settings are wrong."""
    if not settings.smtp:
        if settings.mail_from:
            raise BadInput("--mail-from needs --smtp, the server that sends the emails")
        return None
    return Mailer(settings.smtp, settings.mail_from)
