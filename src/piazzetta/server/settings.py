"""A server's start-up settings, and its limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from piazzetta.server.addresses import ANYWHERE, own_addresses, own_names, written

MOST_BYTES = 64 * 1024  # of a message or a body
Rate = tuple[float, float]


def default_database() -> str:
    """Return an SQLite file in the user's data folder."""
    folder = Path(platformdirs.user_data_path("piazzetta"))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.sqlite'}"


@dataclass(frozen=True)
class Settings:
    """All settings of a server."""

    host: str = "127.0.0.1"
    port: int = 8000
    db: str = ""
    origins: tuple[str, ...] = ()  # further origins whose pages may call, such as https://play.example.org
    address_limits: bool = True  # off: for load tests and trusted networks
    waiting: float = 60.0  # seconds a person must be away before others may let a bot play
    pace: float = 0.25  # minimum seconds a bot takes for a move, so that people can follow
    idle: float = 60.0  # seconds without a move after which a position is dropped from memory (the log has it)
    workers: int = 1  # processes in which bots think
    bots: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # by game and name: networks, beside the levels
    explorers: Mapping[str, Path] = field(default_factory=dict)  # by game: opening explorers of this server's own games
    processes: int = 1  # servers on this machine and port, which share the tables of one database
    name: str = ""  # of this server among those on its database; empty: drawn
    standby: bool = False  # keep everything loaded in another process, which takes over if the server's own dies
    unjoined: float = 24 * 3600.0  # seconds until a table that nobody joins is closed
    abandoned: float = 30 * 24 * 3600.0  # seconds until a game in which nothing happens is closed
    resting: float = 24 * 3600.0  # seconds after which such a game is not resumed at a start: only when somebody comes
    drain: float = 0.0  # seconds during which a server that was told to stop still answers, but is no longer ready
    lan: bool = False  # for friends in the same network: pages show the addresses of this machine
    proxy: str = ""  # IP of the reverse proxy, which says who asks and whether by https; empty: none
    call_after: float = 20.0  # seconds after a move until a player who is asked and not there is notified
    smtp: str = ""  # smtp://user:password@host:port, for email notifications; empty: disabled
    mail_from: str = ""  # the sender of these emails
    private_calls: bool = False  # notifications may go to private addresses, and by plain http
    match_after: float = 30.0  # seconds after which bots complete a quick match, if all who wait agree
    metrics_token: str = ""  # the secret with which /metrics is read; empty: nobody can
    host_key: str = ""  # the admin's secret, with which any shared map or deck can be removed; empty: disabled

    # caps
    most_tables: int = 100_000  # not counting finished ones
    most_connections: int = 20_000
    most_per_address: int = 100  # WebSockets
    most_requests_at_once: int = 100  # connections of an address that are no WebSockets
    most_per_seat: int = 8  # connections
    most_spectators: int = 100  # of a table

    # rates: burst limit, and long-term rate per second
    messages: Rate = (300, 100)  # of a person, however often they connect; spectators of an address share one
    bad_messages: Rate = (10, 0.2)
    chats: Rate = (5, 0.5)
    hints: Rate = (5, 0.2)
    household: int = 6  # an address may do this many times what one person may
    requests: Rate = (60, 20)  # of an address
    files: Rate = (1800, 50)  # of the page: a first visit loads them all, for offline use; a family visits together
    changes: Rate = (30, 0.5)  # requests of an address that change something
    tickets: Rate = (12, 0.2)  # quick matches that a person joins the queue for
    asks: Rate = (20, 1 / 10)  # friends looked for, asked or invited by a person
    reports: Rate = (5, 1 / 60)  # of a person to the admin
    host_entries: Rate = (10, 1 / 10)  # codes for the admin's page that an address tries
    films: Rate = (6, 1 / 20)  # of an address
    offers: Rate = (6, 1 / 60)  # maps, decks and studies that an address shares
    first_calls: Rate = (10, 1 / 120)  # emails and first messages to webhooks that an address causes
    joins: Rate = (200, 20)  # WebSockets of an address

    names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", own_names(self.host))

    @property
    def allowed_origins(self) -> frozenset[str]:
        """The pages that may open a WebSocket or change something."""
        own = {f"http://{name}:{self.port}" for name in self.names}
        if self.port == 80:
            own |= {f"http://{name}" for name in self.names}
        return frozenset(own | {origin.rstrip("/") for origin in self.origins})

    def page_address(self, origin: str | None) -> str:
        """The page's address for links that leave the server: of the page that asks, which the gate has let through, or
        else the likeliest one."""
        if origin and origin != "null":
            return origin.rstrip("/")
        return next(iter([*map(str, self.origins), *self.invitations(), written(self.names[0], self.port)])).rstrip("/")

    def invitations(self) -> list[str]:
        """Return the addresses for friends in the same network, looked up anew: a machine may change its network."""
        if not self.lan:
            return []
        hosts = own_addresses() if self.host in ANYWHERE else [self.host]
        return [written(host, self.port) for host in hosts]
