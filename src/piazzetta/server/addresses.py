"""Where a server can be reached: the machine's own addresses in its networks."""

from __future__ import annotations

import contextlib
import socket
from ipaddress import ip_address

import ifaddr

ANYWHERE = ("0.0.0.0", "::")
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_FAR_AWAY = ("192.0.2.1", 9)  # a documentation address: nothing is ever sent there


def written(host: str, port: int) -> str:
    """Return an address as browsers write it."""
    return f"http://{f'[{host}]' if ':' in host else host}{'' if port == 80 else f':{port}'}"


def _first_choice() -> str:
    """Return the address this machine uses towards the rest of the world; empty if it has no way there."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_FAR_AWAY)
        return str(probe.getsockname()[0])
    return ""


def own_addresses() -> list[str]:
    """Return this machine's IPv4 addresses that others may reach, the most likely one first."""
    found = {str(one.ip) for adapter in ifaddr.get_adapters() for one in adapter.ips if one.is_IPv4}
    first = _first_choice()
    useful = [ip for ip in found if not (ip_address(ip).is_loopback or ip_address(ip).is_link_local)]
    return sorted(useful, key=lambda ip: (ip != first, ip_address(ip)))


def own_names(host: str) -> tuple[str, ...]:
    """Return the host names under which this machine's own page may call; add others with ``--origin``."""
    if host in ANYWHERE:
        name = socket.gethostname().lower()
        return tuple(dict.fromkeys((*_LOOPBACK, name, f"{name.removesuffix('.local')}.local", *own_addresses())))
    return tuple(dict.fromkeys((*_LOOPBACK, f"[{host}]" if ":" in host else host)))
