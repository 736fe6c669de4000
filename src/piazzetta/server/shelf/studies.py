"""Studies that people share by a link, in the log of events: each under an id of its own that no table can have.

Its link shows what its author changes, and the position at which the author looks. Earlier versions are not needed,
so an event with the whole study takes the place of those before it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from piazzetta.errors import BadInput
from piazzetta.games.registry import NAMES
from piazzetta.server.rooms.seat_keys import fits, new_token, token_hash
from piazzetta.server.shelf.events import ATTEMPTS, append, busy
from piazzetta.server.store.store import Store
from piazzetta.server.wire.studies import SharedStudy, SharedStudyToken, StudyChange, StudyOffer
from piazzetta.server.workers.pictures import Shown, shown_match
from piazzetta.studies import Study
from piazzetta.tables.log import LogEntry
from piazzetta.tables.refusals import Refused

#: Before its key, in the log. The id of a table has twelve letters.
STUDY = "-study-"
_SHARED, _CHANGED, _REMOVED = "shared", "changed", "removed"
_MOST_CHANGES = 10_000
_HELD = 200
_FORGET = "DELETE FROM piazzetta_events WHERE table_id = :study AND number < :number"


@dataclass
class _Shared:
    """A study as far as its log was read."""

    game: str = ""
    text: str = ""
    written: int = 0  # the version with this text
    at: tuple[int, ...] = ()
    version: int = 0
    time: int = 0
    hash: str = ""
    removed: bool = False

    def read(self, entry: LogEntry) -> None:
        body = entry.body
        self.version, self.time = entry.number, entry.time
        if "study" in body:
            self.game, self.text, self.written = body["game"], body["study"], entry.number
        if "at" in body:
            self.at = tuple(body["at"])
        self.hash = body.get("hash", self.hash)
        self.removed = entry.kind == _REMOVED


class SharedStudies:
    def __init__(self, store: Store, host_key: str = "") -> None:
        self._store = store
        self._host_hash = token_hash(host_key) if host_key else None
        self._held: OrderedDict[str, _Shared] = OrderedDict()
        self._reading = asyncio.Lock()

    async def share(self, offer: StudyOffer) -> SharedStudyToken:
        written = await asyncio.to_thread(_checked, offer.study)
        key, token = secrets.token_urlsafe(9), new_token()
        body = {**written, "at": offer.at, "hash": token_hash(token)}
        if not await append(self._store, STUDY + key, 1, _SHARED, body):
            raise busy()
        return SharedStudyToken(key, token)

    async def find(self, key: str, after: int = 0) -> SharedStudy:
        """Return a study, without its text if that has not changed after this version."""
        one = await self._read(key)
        text = one.text if one.written > after else None
        return SharedStudy(key, one.game, one.version, one.time, list(one.at), text)

    async def change(self, key: str, change: StudyChange) -> int:
        """Store what its author has changed; return the new version."""
        body: dict[str, object] = {} if change.at is None else {"at": change.at}
        if change.study is not None:
            await self._admit(key, change.token)  # before the work of reading it
            body |= await asyncio.to_thread(_checked, change.study)
        return await self._next(key, change.token, _CHANGED, body)

    async def remove(self, key: str, token: str) -> None:
        """Stop sharing a study, with the author's token or the admin's key. Its text is deleted."""
        await self._next(key, token, _REMOVED, {"game": "", "study": ""}, host=True)

    async def _next(self, key: str, token: str, kind: str, body: Mapping[str, object], host: bool = False) -> int:
        for _ in range(ATTEMPTS):
            one = await self._admit(key, token, host)
            if one.version >= _MOST_CHANGES and kind == _CHANGED:
                raise Refused("full", f"a shared study changes at most {_MOST_CHANGES:,} times: share it anew.")
            number = one.version + 1
            whole = {"at": one.at, "hash": one.hash, **body} if "study" in body else body
            if not await append(self._store, STUDY + key, number, kind, whole):
                continue
            if "study" in body:
                await self._store.write((_FORGET, {"study": STUDY + key, "number": number}))
            return number
        raise busy()

    async def _admit(self, key: str, token: str, host: bool = False) -> _Shared:
        one = await self._read(key)
        if not fits(token, one.hash) and not (host and fits(token, self._host_hash)):
            raise Refused("not_yours", "only its author can change a shared study.")
        return one

    async def _read(self, key: str) -> _Shared:
        async with self._reading:
            one = self._held.pop(key, None) or _Shared()
            for entry in await self._store.load(STUDY + key, one.version):
                one.read(entry)
            if one.version:
                self._held[key] = one
            if len(self._held) > _HELD:
                self._held.popitem(last=False)
        if not one.version or one.removed:
            raise Refused("missing", "no study is shared under this link, or its author has stopped sharing it.")
        return one


def shown_at(shared: SharedStudy) -> Shown:
    """Return what a preview shows of a study: where its author looks, with all cards open."""
    study = Study.loads(shared.study or "")
    match = study.match(study.at(shared.at))
    return shown_match(f"study {shared.key}", shared.version, match)


def _checked(text: str) -> dict[str, object]:
    """Return a study as the engine writes it; refuse what is none."""
    try:
        study = Study.loads(text)
    except (BadInput, RecursionError) as problem:
        raise Refused("bad", str(problem)[:300]) from None
    game = study.setting.game.name
    if game not in NAMES:
        raise Refused("missing", f"studies of {game} cannot be shared here.")
    return {"game": game, "study": study.dumps()}
