"""The other side of calls, run by the tests themselves: a push service with a subscribed browser, and webhooks."""

from __future__ import annotations

import base64
import json
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature


def coded(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass(frozen=True)
class Delivery:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """Takes whatever is posted to it. ``status``: what it answers, by path."""

    deliveries: list[Delivery] = field(default_factory=list)
    status: dict[str, int] = field(default_factory=dict)

    def __enter__(self) -> Receiver:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.deliveries.append(Delivery(self.path, headers, body))
                self.send_response(receiver.status.get(self.path, 201))
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def at(self, path: str) -> list[Delivery]:
        return [one for one in self.deliveries if one.path == path]

    def wait(self, path: str, count: int = 1, seconds: float = 60) -> list[Delivery]:
        """Wait until something has come to an address so many times."""
        return until(lambda: self.at(path) if len(self.at(path)) >= count else None, seconds)


def until(look: Callable[[], Any], seconds: float = 60) -> Any:
    """Wait for something to be there."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, "it did not come in time"
        time.sleep(0.05)
    return found


class Browser:
    """A browser that has subscribed to push messages: it alone can read them."""

    def __init__(self, receiver: Receiver, path: str = "/push/one") -> None:
        self.path = path
        self.endpoint = receiver.address + path
        self._service = receiver.address
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)

    @property
    def way(self) -> dict[str, str]:
        form = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        own = coded(self._key.public_key().public_bytes(*form))
        return {"kind": "push", "endpoint": self.endpoint, "p256dh": own, "auth": coded(self._auth)}

    def read(self, delivery: Delivery) -> dict[str, Any]:
        """Decrypt a message: with another implementation than the server's."""
        assert delivery.headers["content-encoding"] == "aes128gcm"
        text = http_ece.decrypt(delivery.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        shown: dict[str, Any] = json.loads(text)
        return shown

    def check_sender(self, delivery: Delivery, server_key: str) -> dict[str, Any]:
        """As a push service does: the sender has signed for this service, with the key the subscription is bound to."""
        scheme, _, given = delivery.headers["authorization"].partition(" ")
        assert scheme == "vapid"
        parts = dict(part.strip().split("=", 1) for part in given.split(","))
        assert parts["k"] == server_key
        head, claims, signature = parts["t"].split(".")
        assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
        raw = decoded(signature)
        der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(server_key))
        key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))  # raises if it is not so
        said: dict[str, Any] = json.loads(decoded(claims))
        assert said["aud"] == self._service
        assert time.time() < said["exp"] <= time.time() + 24 * 3600
        return said
