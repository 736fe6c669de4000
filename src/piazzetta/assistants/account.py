"""An account on a table server, as far as its access token reaches."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import httpx2

from piazzetta.errors import BadInput

_TABLE = re.compile(r"[A-Za-z0-9_-]{1,64}")


def read_address(text: str) -> str:
    """The address of a server without its path. A token is sent unencrypted within the local network only.

    >>> read_address("http://127.0.0.1:8000/t/abc")
    'http://127.0.0.1:8000'
    """
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadInput(f"{text!r} is no address of a server, such as http://127.0.0.1:8000")
    if parts.scheme == "http" and not _is_near(parts.hostname):
        raise BadInput(f"{parts.hostname} is reached through the internet: use https, or anyone could read the token")
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def _is_near(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".lan"))


def read_table(text: str) -> str:
    """The name of a table, from its link or as it is. What is secret in a link is not looked at.

    >>> read_table("http://127.0.0.1:8000/t/abc123#s=1")
    'abc123'
    """
    name = urlsplit(text).path.rpartition("/")[2]
    if not _TABLE.fullmatch(name):
        raise BadInput(f"{text!r} is no table; give its link, or the last part of it")
    return name


class Account:
    """Asks a server over HTTP. The token stands in a header: in no answer, no log and no address."""

    def __init__(self, address: str, token: str) -> None:
        if not re.fullmatch(r"tok\.[\x21-\x7e]+", token):
            raise BadInput(
                "PIAZZETTA_TOKEN must hold an access token (tok.…): create one in the page at My games, Profile, "
                "Access tokens"
            )
        self.address = read_address(address)
        self.headers: Mapping[str, str] = {"Authorization": f"Bearer {token}"}
        self._http = httpx2.AsyncClient(base_url=f"{self.address}/api/v1", headers=self.headers, timeout=60)

    async def get(self, path: str, **query: Any) -> Any:
        return await self._ask("GET", path, params={key: one for key, one in query.items() if one is not None})

    async def post(self, path: str, body: Mapping[str, Any]) -> Any:
        return await self._ask("POST", path, json=dict(body))

    async def _ask(self, method: str, path: str, **sent: Any) -> Any:
        try:
            answer = await self._http.request(method, path, **sent)
        except httpx2.HTTPError as problem:
            kind = type(problem).__name__
            raise BadInput(f"{self.address} does not answer ({kind}); is the server running?") from None
        try:
            data = answer.json()
        except ValueError:
            data = None
        if not answer.is_success:
            said = data.get("sentence") if isinstance(data, dict) else None
            raise BadInput(said or f"{self.address} answered {answer.status_code} to {method} {path}")
        return data

    async def name(self) -> str:
        """The name of the profile; refuses a token that the server does not know."""
        me = (await self.get("/me"))["me"]
        if me is None:
            raise BadInput("the server does not know this access token: it may be revoked or too old")
        return str(me["name"])

    async def close(self) -> None:
        await self._http.aclose()
