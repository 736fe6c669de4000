"""The server's own key for Web Push (VAPID, RFC 8292): it tells push services who sends, without any account there."""

from __future__ import annotations

import base64
import json
import time
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

_VALID = 12 * 3600  # seconds; push services accept a day at most


def coded(value: bytes) -> str:
    """Return bytes as Web Push writes them: Base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of such a text; ``ValueError`` if it is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


@dataclass(frozen=True)
class Vapid:
    """``pem``: the private key. ``contact``: a mail or web address for the people of a push service (RFC 8292, 2.1)."""

    pem: str
    contact: str

    @staticmethod
    def new_key() -> str:
        key = ec.generate_private_key(ec.SECP256R1())
        form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        return key.private_bytes(*form).decode()

    @cached_property
    def _key(self) -> ec.EllipticCurvePrivateKey:
        key = serialization.load_pem_private_key(self.pem.encode(), None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        return key

    @cached_property
    def public(self) -> str:
        """The public key, which browsers bind a subscription to."""
        form = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return coded(self._key.public_key().public_bytes(*form))

    def authorization(self, endpoint: str) -> str:
        """Return the header for a push service: a token that it alone can use, signed with our key."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + _VALID,
            "sub": self.contact,
        }
        signed = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = coded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={signed}.{signature}, k={self.public}"


def _part(value: dict[str, object]) -> str:
    return coded(json.dumps(value, separators=(",", ":")).encode())
