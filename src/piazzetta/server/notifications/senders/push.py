"""Web Push: a message that only the subscribed browser can read (RFC 8291, with the content coding of RFC 8188)."""

from __future__ import annotations

import os

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from piazzetta.errors import BadInput
from piazzetta.server.notifications.senders.outward import checked, post
from piazzetta.server.notifications.senders.vapid import Vapid, decoded

_RECORD = 4096  # bytes: one record holds all that a push service takes
_LASTING = 24 * 3600  # seconds for which a push service keeps a call for a device that is off
MOST = _RECORD - 86 - 17  # bytes of a message, after the head, the tag and the mark at the end of a record


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def _stretched(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypted(
    message: bytes,
    p256dh: str,
    auth: str,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a push message for a subscription's keys. ``sender`` and ``salt`` are new for each, except in a test
    of the RFC's own example."""
    reader = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh))
    sender = sender or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    own, theirs = _point(sender.public_key()), _point(reader)
    shared = sender.exchange(ec.ECDH(), reader)
    secret = _stretched(decoded(auth), shared, b"WebPush: info\0" + theirs + own, 32)
    key = _stretched(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _stretched(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD.to_bytes(4, "big") + bytes([len(own)]) + own
    return head + AESGCM(key).encrypt(nonce, message + b"\2", None)  # 2 marks the last record


def check_subscription(endpoint: str, p256dh: str, auth: str, private: bool) -> None:
    """Raise ``BadInput`` unless a message can be sent to this subscription."""
    checked(endpoint, private)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh))
        right = len(decoded(auth)) == 16
    except ValueError:
        right = False
    if not right:
        raise BadInput("these are not the keys of a push subscription")


async def push(endpoint: str, p256dh: str, auth: str, message: bytes, topic: str, vapid: Vapid, private: bool) -> int:
    """Hand a message to a push service; its answer. ``topic``: a later message of it replaces one not read yet."""
    assert len(message) <= MOST
    headers = {
        "Authorization": vapid.authorization(endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(_LASTING),
        "Topic": topic,
        "Urgency": "high",  # somebody waits: a sleeping phone is woken
    }
    return await post(endpoint, headers, encrypted(message, p256dh, auth), private)
