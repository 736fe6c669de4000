"""The moments from which people learn, with every review of them: they follow a profile from device to device.

When a moment comes again is computed from its reviews, by the page and with the same library everywhere, so two devices
that were used apart agree as soon as both have told their reviews.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import msgspec

from piazzetta.server.people.deletion import HoldsPersonalData
from piazzetta.server.people.people import Person
from piazzetta.server.store.store import Store
from piazzetta.server.wire.export import Export, OwnMoment
from piazzetta.server.wire.moments import MOST_REVIEWS, KeptMoment, MomentReview, MomentReviews
from piazzetta.tables.messages import JsonObject
from piazzetta.tables.refusals import Refused

MOST: Final = 300
#: The table, the seat, and after how many moves.
_ID = re.compile(r"[a-z0-9]{1,32}-[0-5]-[0-9]{1,5}")

_MOMENTS = "SELECT id, kept FROM piazzetta_moments WHERE person_id = :person ORDER BY kept, id"
_REVIEWS = "SELECT moment_id, time, outcome FROM piazzetta_reviews WHERE person_id = :person ORDER BY moment_id, time"
_CARD = "SELECT card FROM piazzetta_moments WHERE person_id = :person AND id = :id"
_CARDS = "SELECT id, kept, card FROM piazzetta_moments WHERE person_id = :person ORDER BY kept, id"
_KEEP = "INSERT INTO piazzetta_moments VALUES (:person, :id, :kept, :card) ON CONFLICT (person_id, id) DO NOTHING"
_REVIEW = (
    "INSERT INTO piazzetta_reviews VALUES (:person, :id, :time, :outcome) "
    "ON CONFLICT (person_id, moment_id, time) DO NOTHING"
)


@dataclass
class Moments(HoldsPersonalData):
    _store: Store

    async def of(self, person: Person) -> list[KeptMoment]:
        """Return a person's moments, the first that was kept first, each with its reviews in order."""
        reviews = await self._reviews(person)
        rows = await self._store.read(_MOMENTS, person=person.id)
        return [KeptMoment(one, kept, reviews.get(one, [])) for one, kept in rows]

    async def card(self, person: Person, moment: str) -> JsonObject:
        card = await self._store.value(_CARD, person=person.id, id=moment)
        if card is None:
            raise Refused("missing", "you do not keep this moment.")
        return msgspec.json.decode(card, type=JsonObject)

    async def keep(self, person: Person, moment: str, sent: MomentReviews) -> None:
        """Keep a moment, if it is new, and the reviews that are new."""
        if not _ID.fullmatch(moment):
            raise Refused("bad", "moment: must be a table, a seat and a number of moves, such as abcdefghijkl-0-12.")
        known = {one.id: one.reviews for one in await self.of(person)}
        statements = []
        if moment not in known:
            if sent.card is None:
                raise Refused("bad", "card: must be sent with a moment that is new.")
            if len(known) >= MOST:
                raise Refused("full", f"a profile keeps at most {MOST} moments.")
            card = msgspec.json.encode(sent.card).decode()
            statements.append((_KEEP, {"person": person.id, "id": moment, "kept": sent.kept, "card": card}))
        new = {review.time: review for review in sent.reviews}
        for review in known.get(moment, []):
            new.pop(review.time, None)
        if len(known.get(moment, [])) + len(new) > MOST_REVIEWS:
            raise Refused("full", f"a moment is reviewed at most {MOST_REVIEWS} times.")
        for review in new.values():
            named = {"person": person.id, "id": moment, "time": review.time, "outcome": review.outcome}
            statements.append((_REVIEW, named))
        if statements:
            await self._store.write(*statements)

    async def _reviews(self, person: Person) -> dict[str, list[MomentReview]]:
        found: dict[str, list[MomentReview]] = {}
        for moment, time, outcome in await self._store.read(_REVIEWS, person=person.id):
            found.setdefault(moment, []).append(MomentReview(time, outcome))
        return found

    async def add_to_export(self, export: Export, person: Person) -> None:
        reviews = await self._reviews(person)
        export.moments = [
            OwnMoment(one, kept, reviews.get(one, []), msgspec.json.decode(card, type=JsonObject))
            for one, kept, card in await self._store.read(_CARDS, person=person.id)
        ]
