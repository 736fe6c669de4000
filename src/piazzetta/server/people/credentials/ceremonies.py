"""What WebAuthn asks of an authenticator and how its answers are checked, by the library ``webauthn``.

The library takes as long to load as the rest of the server's people together, so it is loaded by the first passkey.
"""

from __future__ import annotations

import msgspec
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
)

from piazzetta.errors import BadInput
from piazzetta.tables.messages import JsonObject

_MILLISECONDS = 300_000


def wish_for_new(host: str, person: str, name: str, known: list[str]) -> tuple[bytes, JsonObject]:
    """Return what the browser needs to make a passkey, with its challenge; those that are known are not made twice."""
    options = generate_registration_options(
        rp_id=host,
        rp_name="Piazzetta",
        user_name=name,
        user_id=person.encode(),
        timeout=_MILLISECONDS,
        exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(one)) for one in known],
        # found without a name: nobody types one to sign in
        authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
    )
    return options.challenge, msgspec.json.decode(options_to_json(options))


def wish_for_any(host: str) -> tuple[bytes, JsonObject]:
    """Return what the browser needs to ask for any passkey of a page, with its challenge."""
    options = generate_authentication_options(rp_id=host, timeout=_MILLISECONDS)
    return options.challenge, msgspec.json.decode(options_to_json(options))


def challenge_of(credential: JsonObject) -> bytes:
    """Return the challenge that an answer is for; ``BadInput`` if it is no answer."""
    try:
        return parse_client_data_json(base64url_to_bytes(credential["response"]["clientDataJSON"])).challenge
    except Exception as problem:  # the library's own, and whatever its parsers say to the bytes of strangers
        raise BadInput("this is no answer of an authenticator") from problem


def registered(credential: JsonObject, challenge: bytes, host: str, origin: str) -> tuple[str, str, int]:
    """Return a new passkey's id, its public key and how often it was used; ``BadInput`` if the answer is not right."""
    try:
        verified = verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=host, expected_origin=origin
        )
    except Exception as problem:
        raise BadInput("the passkey is not valid") from problem
    public_key = bytes_to_base64url(verified.credential_public_key)
    return bytes_to_base64url(verified.credential_id), public_key, verified.sign_count


def recognized(credential: JsonObject, challenge: bytes, host: str, origin: str, public_key: str, uses: int) -> int:
    """Return how often a passkey has been used now; ``BadInput`` if somebody else has answered."""
    try:
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=host,
            expected_origin=origin,
            credential_public_key=base64url_to_bytes(public_key),
            credential_current_sign_count=uses,
        )
    except Exception as problem:
        raise BadInput("the passkey does not fit") from problem
    return verified.new_sign_count
