"""Draws that nobody can predict or influence, and that everybody can check afterwards.

1. Before anything else the server draws a secret *seed* of 32 bytes and publishes its SHA-256, the *commitment*.
2. Then every person at the table gives a *contribution*, any text; the server can no longer change its seed.
3. All chance outcomes are derived from both::

       key     = HMAC-SHA256(seed, "piazzetta fair draws 1\\n" + JSON list of the contributions by seat)
       block   = HMAC-SHA256(key, "NUMBER/TRY")      NUMBER: draws before this one, TRY: 0, 1, …
       x       = block as an integer, most significant byte first

   Outcomes are listed in order of their action numbers, each as often as its weight; ``x`` modulo the total weight
   selects one. If ``x`` falls into the last, incomplete multiple of that total, it is discarded and the next try is
   used, so that no outcome is favoured.
4. At the end the seed is revealed. A record has it in its field ``fair``, and ``piazzetta verify`` repeats every draw.

Who starts may be drawn too (``starter_drawn``): the word ``starter`` is then used in place of NUMBER. So may the seats
(``seating``), before anything else and with the contributions in the order in which people sat until then.

A lesson, or a record that is played on, begins with a prepared position: the first ``prepared`` draws (a field of
``fair``) were set up, not derived. They still count, so that the later draws are those of any other game.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.match.dealer import outcome

SEED_BYTES = 32


def new_seed() -> bytes:
    """A secret seed from the system's generator."""
    return secrets.token_bytes(SEED_BYTES)


def commitment_of(seed: bytes) -> str:
    """What is published about a seed before the game."""
    return hashlib.sha256(seed).hexdigest()


def _key(seed: bytes, contributions: Sequence[str | None]) -> bytes:
    """What all draws of a game are derived from."""
    text = json.dumps(contributions, ensure_ascii=False, separators=(",", ":"))
    return hmac.digest(seed, b"piazzetta fair draws 1\n" + text.encode("utf-8", "surrogatepass"), "sha256")


class FairDealer:
    """Derives every draw from a seed and the seats' contributions (None for a seat without one, such as a bot's)."""

    def __init__(
        self,
        seed: bytes,
        contributions: Sequence[str | None],
        drawn: int = 0,
        known: Iterable[int] = (),
        key: bytes | None = None,
    ) -> None:
        """``drawn``: how many draws came before, for a game that is resumed.

        ``known``: outcomes that come first, from a replayed log or a prepared position. ``key``: for a copy.
        """
        self._seed = seed
        self._contributions = list(contributions)
        self._key = _key(seed, self._contributions) if key is None else key
        self._drawn = drawn
        self.known = list(known)

    def copy(self) -> FairDealer:
        """A dealer that deals the same from here on."""
        return FairDealer(self._seed, self._contributions, self._drawn, self.known, self._key)

    def draw(self, actions: Sequence[int], weights: Sequence[int]) -> int:
        """Draw an outcome according to the weights, unless it is already known."""
        number, self._drawn = self._drawn, self._drawn + 1
        if self.known:
            return self.known.pop(0)
        ordered = sorted(zip(actions, weights, strict=True))
        return outcome(
            self._below(int(sum(weights)), number), [action for action, _ in ordered], [weight for _, weight in ordered]
        )

    def starter(self, players: int) -> int:
        """The seat that starts, if the draw decides."""
        return self._below(players, "starter")

    def seating(self, players: int) -> list[int]:
        """Return the new seat of the person on each seat, if the draw decides: a shuffle from the last seat down."""
        seats = list(range(players))
        for last in range(players - 1, 0, -1):
            other = self._below(last + 1, f"seat {last}")
            seats[last], seats[other] = seats[other], seats[last]
        return seats

    def _below(self, bound: int, what: int | str) -> int:
        attempt = 0
        while True:
            block = hmac.digest(self._key, f"{what}/{attempt}".encode(), "sha256")
            x = int.from_bytes(block, "big")
            if x < 2**256 - 2**256 % bound:
                return x % bound
            attempt += 1


def proof(
    seed: bytes,
    contributions: Sequence[str | None],
    prepared: int = 0,
    starter_drawn: bool = False,
    seating: Sequence[int] | None = None,
) -> dict[str, Any]:
    """The field ``fair`` of a finished game's record. ``seating``: where people went, if seats were drawn."""
    fair: dict[str, Any] = {
        "commitment": commitment_of(seed),
        "seed": seed.hex(),
        "contributions": list(contributions),
    }
    if prepared:
        fair["prepared"] = prepared
    if starter_drawn:
        fair["starter_drawn"] = True
    if seating is not None:
        fair["seating"] = list(seating)
    return fair


def prepared_draws(fair: object) -> int:
    """How many draws of a record were set up for a lesson, not derived."""
    given = fair.get("prepared", 0) if isinstance(fair, Mapping) else 0
    if not isinstance(given, int) or isinstance(given, bool) or given < 0:
        raise BadInput("fair: prepared must be a whole number: how many draws were laid out beforehand")
    return given


def check_kept(fair: Mapping[str, Any], commitment: str | None, contributions: Sequence[str]) -> None:
    """Check a record's field ``fair`` against what a player kept from the game.

    A player keeps the commitment seen before contributing, and the contributions given. Without this check a server
    could publish another seed, or texts of its own.
    """
    if commitment is not None and fair["commitment"] != commitment:
        raise BadInput(f"fair: the commitment is {fair['commitment']}, but {commitment} was published before the game")
    for given in contributions:
        if given not in fair["contributions"]:
            raise BadInput(f"fair: the contribution {given!r} is not among those that were used")


def check_seating(fair: Mapping[str, Any]) -> None:
    """Check that the seats were drawn as a record's field ``fair`` says; its other fields are valid."""
    seating = fair.get("seating")
    if seating is None:
        return
    given = fair["contributions"]
    whole = isinstance(seating, list) and all(isinstance(seat, int) for seat in seating)
    if not whole or sorted(seating) != list(range(len(given))):
        raise BadInput(f"fair: seating must be a list of all seats from 0 to {len(given) - 1}")
    before = [given[seat] for seat in seating]
    drawn = FairDealer(bytes.fromhex(fair["seed"]), before).seating(len(given))
    if drawn != seating:
        raise BadInput(f"fair: the seating is {seating}, but the draw gives {drawn}")


def dealer_of(fair: object, players: int, chance: Sequence[int] = ()) -> FairDealer:
    """The dealer that a record's field ``fair`` describes; ``BadInput`` says what is invalid.

    ``chance``: the chance outcomes in the record, from which prepared draws are taken.
    """
    if not isinstance(fair, Mapping):
        raise BadInput("fair must be an object with commitment, seed and contributions")
    commitment, seed, given = fair.get("commitment"), fair.get("seed"), fair.get("contributions")
    if not isinstance(seed, str) or len(seed) != 2 * SEED_BYTES or not set(seed) <= set("0123456789abcdef"):
        raise BadInput(f"fair: seed must be {2 * SEED_BYTES} hexadecimal digits")
    if commitment != commitment_of(bytes.fromhex(seed)):
        raise BadInput("fair: the commitment is not the SHA-256 of the seed")
    if not isinstance(given, list) or len(given) != players or not all(g is None or isinstance(g, str) for g in given):
        raise BadInput(f"fair: contributions must be a list of {players} texts, or null for a seat that gave none")
    return FairDealer(bytes.fromhex(seed), given, known=chance[: prepared_draws(fair)])
