"""Maps and decks of the server's people, in the log of events as everything else is: under an id no table can have.

Other servers and commands may write to the same log, so every question first reads what is new in it.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from dataclasses import dataclass

from piazzetta.errors import BadInput
from piazzetta.games.registry import NAMES, find_game
from piazzetta.server.rooms.seat_keys import fits, new_token, token_hash
from piazzetta.server.shelf.events import ATTEMPTS, append, busy
from piazzetta.server.store.store import Store
from piazzetta.server.wire.shelf import Offer, Put, ShelvedCard, ShelvedPiece
from piazzetta.tables.refusals import Refused

#: In the log. The id of a table has twelve letters.
SHELF = "-shelf"
_PUT, _TAKEN_DOWN = "shelved", "taken_down"
_MOST = 200


@dataclass(frozen=True)
class _Piece:
    card: ShelvedPiece
    hash: str  # of the token with which it can be taken down


class Shelf:
    def __init__(self, store: Store, host_key: str = "") -> None:
        self._store = store
        self._host_hash = token_hash(host_key) if host_key else None
        self._pieces: dict[str, _Piece] = {}
        self._at = 0
        self._reading = asyncio.Lock()

    async def listed(self) -> list[ShelvedCard]:
        """Return all shared maps and decks without their files, the newest first."""
        await self._read()
        cards = (piece.card for piece in reversed(self._pieces.values()))
        return [ShelvedCard(card.key, card.game, card.title, card.players, card.time) for card in cards]

    async def find(self, key: str) -> ShelvedPiece:
        await self._read()
        return self._find(key).card

    async def put(self, offer: Offer) -> Put:
        """Put a valid map or deck on the shelf."""
        file = await asyncio.to_thread(_checked, offer)
        key = hashlib.sha256(json.dumps([offer.game, file], sort_keys=True).encode()).hexdigest()[:12]
        token = new_token()
        body = {"key": key, "game": offer.game, "title": offer.title.strip(), "players": offer.players, "chart": file}
        for _ in range(ATTEMPTS):
            await self._read()
            if key in self._pieces:
                raise Refused("taken", "this is already shared on this server.")
            if len(self._pieces) >= _MOST:
                raise Refused("full", f"this server already shares {_MOST} maps and decks: stop sharing one first.")
            if await append(self._store, SHELF, self._at + 1, _PUT, {**body, "hash": token_hash(token)}):
                return Put(key, token)
        raise busy()

    async def take_down(self, key: str, token: str) -> None:
        """Take a map or deck down, with the token of the person who shared it or the admin's key."""
        for _ in range(ATTEMPTS):
            await self._read()
            if not fits(token, self._find(key).hash) and not fits(token, self._host_hash):
                raise Refused("not_yours", "only the player who shared it, or the admin, can stop sharing it.")
            if await append(self._store, SHELF, self._at + 1, _TAKEN_DOWN, {"key": key}):
                return
        raise busy()

    def _find(self, key: str) -> _Piece:
        if key not in self._pieces:
            raise Refused("missing", "no map or deck of this name is shared on this server.")
        return self._pieces[key]

    async def _read(self) -> None:
        async with self._reading:
            for entry in await self._store.load(SHELF, self._at):
                body = entry.body
                if entry.kind == _PUT:
                    card = ShelvedPiece(
                        body["key"], body["game"], body["title"], body["players"], entry.time, body["chart"]
                    )
                    self._pieces[card.key] = _Piece(card, body["hash"])
                elif entry.kind == _TAKEN_DOWN:
                    self._pieces.pop(body["key"], None)
                self._at = entry.number


def _checked(offer: Offer) -> object:
    """Return the file as the engine writes it; refuse what cannot be played."""
    if offer.game not in NAMES:
        raise Refused("missing", f"unknown game {offer.game[:40]!r}: choose from {', '.join(NAMES)}.")
    game = find_game(offer.game)
    try:
        components = game.read_components(offer.chart)
        components.check_players(offer.players or game.seats[0])
    except (BadInput, RecursionError) as problem:
        raise Refused("bad", str(problem)[:300]) from None
    return components.to_file()
