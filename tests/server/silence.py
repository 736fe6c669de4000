"""A network between clients and a server that goes silent: packets are dropped, and nothing is closed."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator


class Line:
    """One connection through the network, and which of its directions work."""

    def __init__(self, client: socket.socket, server: socket.socket) -> None:
        self.there = self.back = True
        self._ends = (client, server)
        for source, target, way in ((client, server, "there"), (server, client, "back")):
            threading.Thread(target=self._carry, args=(source, target, way), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, way: str) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if getattr(self, way):
                    target.sendall(data)
        if getattr(self, way):  # the end of a connection is a packet, too
            with contextlib.suppress(OSError):
                target.shutdown(socket.SHUT_WR)

    def hang_up(self) -> None:
        for end in self._ends:
            end.close()


class Network:
    """A proxy in front of a port of this machine. ``lines`` are its connections so far."""

    def __init__(self) -> None:
        self.to = 0
        self.lines: list[Line] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self.lines.append(Line(client, socket.create_connection(("127.0.0.1", self.to))))

    def cut(self, there: bool = True, back: bool = True) -> None:
        """Drop from now on what the present connections carry in these directions. New ones work."""
        for line in self.lines:
            line.there, line.back = line.there and not there, line.back and not back

    def close(self) -> None:
        self._listener.close()
        for line in self.lines:
            line.hang_up()


@contextlib.contextmanager
def network() -> Iterator[Network]:
    """A network; its ``to`` is to be set."""
    made = Network()
    try:
        yield made
    finally:
        made.close()
