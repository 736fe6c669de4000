"""A passkey as a phone or a stick keeps it: answers what a page's server asks, with a private key of its own.

By the letter of WebAuthn (level 2: 6.1 authenticator data, 5.8.1 client data), not by the library the server uses.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

_PRESENT, _VERIFIED, _ATTESTED = 0x01, 0x04, 0x40


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.uses = 0
        self._id = secrets.token_bytes(32)
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._user = ""

    def _client_data(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _data(self, host: str, flags: int) -> bytes:
        self.uses += 1
        return hashlib.sha256(host.encode()).digest() + struct.pack(">BI", _PRESENT | _VERIFIED | flags, self.uses)

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to ``navigator.credentials.create``."""
        self._user = options["user"]["id"]
        point = self._key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        attested = bytes(16) + struct.pack(">H", len(self._id)) + self._id + cbor2.dumps(public)
        data = self._data(options["rp"]["id"], _ATTESTED) + attested
        return self._answer(
            clientDataJSON=self._client_data("webauthn.create", options["challenge"]),
            attestationObject=cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data}),
        )

    def show(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to ``navigator.credentials.get``."""
        said, data = self._client_data("webauthn.get", options["challenge"]), self._data(options["rpId"], 0)
        signature = self._key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(SHA256()))
        answer = self._answer(clientDataJSON=said, authenticatorData=data, signature=signature)
        answer["response"]["userHandle"] = self._user
        return answer

    def _answer(self, **response: bytes) -> dict[str, Any]:
        name = encoded(self._id)
        said = {key: encoded(value) for key, value in response.items()}
        return {"id": name, "rawId": name, "type": "public-key", "response": said, "clientExtensionResults": {}}
