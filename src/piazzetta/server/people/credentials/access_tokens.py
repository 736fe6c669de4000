"""Access tokens: secrets with which a person's programs may do some things in their name, and no others.

A token is sent as ``Authorization: Bearer tok.…``; the database has its hash. What is for devices alone (other devices,
passkeys, tokens, export, deletion) asks for no scope that a token could have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from piazzetta.server.people.bans import check_not_banned
from piazzetta.server.people.deletion import HoldsPersonalData
from piazzetta.server.people.people import Person, now
from piazzetta.server.rooms.seat_keys import new_id, new_token, token_hash
from piazzetta.server.store.store import Store
from piazzetta.server.wire import credentials as m
from piazzetta.server.wire.export import Export
from piazzetta.tables.refusals import Refused
from piazzetta.tables.seating import plain_text

PREFIX = "tok."
READ, PLAY, CREATE, PROFILE = "games:read", "games:play", "tables:create", "profile"
MOST_TOKENS = 30
_HOUR = 3600 * 1000
_DAY = 24 * _HOUR

_FIND = (
    "SELECT p.id, p.name, p.avatar, p.listed, p.puzzles, p.created, p.program, t.id, t.scopes, t.expires, t.used, "
    "b.time FROM piazzetta_tokens t JOIN piazzetta_people p ON p.id = t.person_id "
    "LEFT JOIN piazzetta_bans b ON b.person_id = p.id WHERE t.hash = :hash"
)
_OF = (
    "SELECT id, name, scopes, created, expires, used FROM piazzetta_tokens WHERE person_id = :person "
    "ORDER BY created, id"
)
_NEW = (
    "INSERT INTO piazzetta_tokens (hash, id, person_id, name, scopes, created, expires) "
    "VALUES (:hash, :id, :person, :name, :scopes, :created, :expires)"
)
_USED = "UPDATE piazzetta_tokens SET used = :now WHERE id = :id"
_GONE = "DELETE FROM piazzetta_tokens WHERE person_id = :person AND id = :id"


def check_scope(person: Person, scope: str | None) -> None:
    """Refuse a person whose token lacks this scope; None: only a device of theirs may do this."""
    if person.scopes is None or scope in person.scopes:
        return
    if scope is None:
        raise Refused("device_only", "an access token cannot do this: sign in on one of your own devices.")
    raise Refused("scope", f"this access token does not have the scope {scope}.", params={"scope": scope})


@dataclass
class AccessTokens(HoldsPersonalData):
    _store: Store
    _on_revoke: Callable[[str], object] = lambda token_id: None

    async def holder(self, token: str) -> Person:
        """Return whose token it is; refuse one that is nobody's, revoked or expired."""
        rows = await self._store.read(_FIND, hash=token_hash(token))
        if not rows or (rows[0][9] is not None and rows[0][9] < now()):
            raise Refused("no_token", "this access token is wrong, revoked or expired.")
        person, name, avatar, listed, puzzles, created, program, token_id, scopes, _, used, since = rows[0]
        check_not_banned(since)
        if used is None or now() - used > _HOUR:  # seldom, so that asking costs no writing
            await self._store.write((_USED, {"now": now(), "id": token_id}))
        scope = frozenset(scopes.split())
        return Person(person, name, avatar, bool(listed), bool(puzzles), created, bool(program), token_id, scope)

    async def of(self, person: Person) -> list[m.TokenCard]:
        rows = await self._store.read(_OF, person=person.id)
        return [
            m.TokenCard(id=one, name=name, scopes=scopes.split(), created=created, expires=expires, used=used)
            for one, name, scopes, created, expires, used in rows
        ]

    async def add_to_export(self, export: Export, person: Person) -> None:
        export.tokens = await self.of(person)

    async def create(self, person: Person, wish: m.NewToken) -> m.MadeToken:
        name = plain_text(wish.name)
        if not name:
            raise Refused("bad", "name: must have visible characters.")
        if len(await self.of(person)) >= MOST_TOKENS:
            raise Refused("full", f"a profile may have at most {MOST_TOKENS} access tokens: revoke one first.")
        token, moment = f"{PREFIX}{new_token()}", now()
        made = m.MadeToken(
            id=new_id(),
            name=name,
            scopes=sorted(set(wish.scopes)),
            created=moment,
            expires=None if wish.days is None else moment + wish.days * _DAY,
            used=None,
            token=token,
        )
        row: dict[str, object] = {"hash": token_hash(token), "id": made.id, "person": person.id, "name": name}
        row |= {"scopes": " ".join(made.scopes), "created": moment, "expires": made.expires}
        await self._store.write((_NEW, row))
        return made

    async def revoke(self, person: Person, token_id: str) -> None:
        """Revoke a token, and end its connections."""
        if await self._store.write((_GONE, {"person": person.id, "id": token_id})) == [0]:
            raise Refused("missing", "you do not have this access token.")
        self._on_revoke(token_id)
