"""Requests to other servers, whose addresses people have given us.

A stranger may give any address, so that what may be reached is decided here: names that lead into a private network, to
this machine or to another port are refused, and the connection goes to the very address that was checked. There are no
redirects to follow, and of the answer only its status is read.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Mapping
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

from piazzetta.errors import BadInput

_SECONDS = 15.0  # for a whole request
_TRANSLATED = IPv6Network("64:ff9b::/96")  # IPv4 behind a gateway (RFC 6052)
_LOCALLY_TRANSLATED = IPv6Network("64:ff9b:1::/48")  # the same within a network (RFC 8215)
_PLAIN_TARGET = re.compile(r"[!-~]*")  # nothing that could end a line of the request


class NotSent(Exception):
    """Nothing arrived: the other side does not answer, or may not be asked."""


def checked(url: str, private: bool) -> SplitResult:
    """Return an address that may be used; ``BadInput`` says what is wrong with it.

    ``private``: the host allows addresses of private networks, and plain http.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadInput("this is not an address of the web") from None
    if not _PLAIN_TARGET.fullmatch(url) or not parts.hostname:
        raise BadInput("this is not an address of the web")
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise BadInput("the address has to begin with https://")
    if parts.username is not None or parts.password is not None:
        raise BadInput("the address must not contain a user name")
    if not private and port not in (None, 443):
        raise BadInput("the address must not name a port")
    if not private and _is_address(parts.hostname) and not _public(parts.hostname):
        raise BadInput("the address leads into a private network")
    return parts


def _is_address(host: str) -> bool:
    """Return whether a host is given as a number; a name is looked up when it is used."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _public(address: str) -> bool:
    """Return whether an address belongs to the internet; an IPv4 address within an IPv6 address is checked too."""
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = [found.ipv4_mapped, found.sixtofour, *(found.teredo or ())]
        if found in _LOCALLY_TRANSLATED:
            return False
        if found in _TRANSLATED:
            inner.append(IPv4Address(int(found) & 0xFFFFFFFF))
        if any(one is not None and not one.is_global for one in inner):
            return False
        if found.ipv4_mapped is not None:
            return True
    return found.is_global and not found.is_multicast


async def _resolved(host: str, port: int, private: bool) -> str:
    """Return the address to connect to. If one of a name's addresses is private, none is used: answers may differ."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(one[4][0]) for one in found]
    if not addresses or (not private and not all(map(_public, addresses))):
        raise NotSent("the address leads into a private network")
    return addresses[0]


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


async def post(url: str, headers: Mapping[str, str], body: bytes, private: bool) -> int:
    """Send a body; the status of the answer. ``NotSent`` if there is none."""
    try:
        parts = checked(url, private)
    except BadInput as problem:
        raise NotSent(str(problem)) from None
    host, secure = str(parts.hostname), parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    try:
        async with asyncio.timeout(_SECONDS):
            address = await _resolved(host, port, private)
            reader, writer = await asyncio.open_connection(
                address, port, ssl=_tls() if secure else None, server_hostname=host if secure else None
            )
            try:
                target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
                named = f"[{host}]" if ":" in host else host
                lines = [f"POST {target} HTTP/1.1", f"Host: {named}{f':{parts.port}' if parts.port else ''}"]
                lines += [f"{name}: {value}" for name, value in headers.items()]
                lines += [f"Content-Length: {len(body)}", "Connection: close", "", ""]
                writer.write("\r\n".join(lines).encode("ascii") + body)
                await writer.drain()
                return _status(await reader.readline())
            finally:
                writer.transport.abort()
    except (OSError, ValueError, TimeoutError, asyncio.IncompleteReadError) as problem:
        raise NotSent(type(problem).__name__) from None


def _status(line: bytes) -> int:
    found = re.match(rb"HTTP/1\.[01] (\d{3})\b", line)
    if found is None:
        raise NotSent("no answer of the web")
    return int(found[1])
