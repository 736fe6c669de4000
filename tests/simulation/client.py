"""A person's end of a connection: HTTP requests and WebSockets."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.uri import parse_uri

from tests.simulation.network import Gone, Host, Link, Network


async def request(
    network: Network, host: Host, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
) -> tuple[int, Any]:
    """Make an HTTP request; the status and what the answer says. ``Gone`` if none comes within 15 seconds."""
    try:
        async with asyncio.timeout(15):
            link = await network.connect(host)
            try:
                packed = b"" if body is None else json.dumps(body).encode()
                lines = [f"{method} {path} HTTP/1.1", "host: 10.0.1.1:8000", "connection: close"]
                lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
                lines += [f"content-length: {len(packed)}", "content-type: application/json", "", ""]
                link.write("\r\n".join(lines).encode() + packed)
                return await _answer(link)
            finally:
                link.close()
    except TimeoutError:
        raise Gone from None


async def _answer(link: Link) -> tuple[int, Any]:
    data = b""
    while (more := await link.incoming.get()) is not None:
        data += more
        head, end, body = data.partition(b"\r\n\r\n")
        if not end:
            continue
        lines = head.decode("latin-1").lower().split("\r\n")
        length = next((int(line.split(":")[1]) for line in lines if line.startswith("content-length:")), 0)
        if len(body) >= length:
            status = int(lines[0].split()[1])
            return status, json.loads(body[:length] or b"null")
    raise Gone


class WebSocket:
    """A person's WebSocket."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self._protocol = ClientProtocol(parse_uri("ws://10.0.1.1:8000/"), max_size=None)
        self._texts: list[str] = []

    @classmethod
    async def open(cls, network: Network, host: Host, path: str) -> WebSocket:
        link = await network.connect(host)
        socket = cls(link)
        socket._protocol = ClientProtocol(parse_uri(f"ws://10.0.1.1:8000{path}"), max_size=None)
        socket._protocol.send_request(socket._protocol.connect())
        socket._flush()
        try:
            while socket._protocol.state is State.CONNECTING:
                await socket._read()
        except BaseException:
            link.close()
            raise
        return socket

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self.link.write(data)

    async def _read(self) -> None:
        data = await self.link.incoming.get()
        if data is None:
            raise Gone
        self._protocol.receive_data(data)
        self._flush()
        for event in self._protocol.events_received():
            if isinstance(event, Response):
                if self._protocol.handshake_exc is not None:
                    self.link.close()
                    raise Gone(event.status_code)
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._texts.append(bytes(event.data).decode())
        if self._protocol.close_rcvd is not None and not self._texts:
            self.link.close()
            raise Gone(self._protocol.close_rcvd.code, self._protocol.close_rcvd.reason)

    async def receive(self) -> str:
        while not self._texts:
            await self._read()
        return self._texts.pop(0)

    def send(self, text: str) -> None:
        if self._protocol.state is State.OPEN:
            self._protocol.send_text(text.encode())
            self._flush()

    def close(self) -> None:
        self.link.close()
