"""Profiles over HTTP: devices, games, statistics and ratings of a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from piazzetta.server.people.credentials.access_tokens import PLAY, PROFILE, READ
from piazzetta.server.people.credentials.authentication import Authentication
from piazzetta.server.people.credentials.device_keys import device_key, drop_key, set_key
from piazzetta.server.people.deletion import PersonalData
from piazzetta.server.people.holidays import Holidays
from piazzetta.server.people.moments import Moments
from piazzetta.server.people.my_games import MyGames
from piazzetta.server.people.people import People, Person
from piazzetta.server.people.ratings import Ratings
from piazzetta.server.people.statistics import Statistics
from piazzetta.server.rooms.records import Records
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.routes.http.answers import Reply
from piazzetta.server.routes.http.checks import ANY_TOKEN, DEVICE
from piazzetta.server.routes.http.endpoints import SeatKeys, get, post
from piazzetta.server.routes.tables import check_game, drawn
from piazzetta.server.wire import people as m
from piazzetta.server.wire.common import Empty
from piazzetta.server.wire.export import Export
from piazzetta.server.wire.moments import KeptMomentCard, KeptMoments, MomentReviews
from piazzetta.server.wire.people import Holiday, NewHoliday
from piazzetta.server.wire.tables import GameName, TableId
from piazzetta.tables.refusals import Refused

DeviceId = Annotated[str, Meta(max_length=32)]
MomentId = Annotated[str, Meta(max_length=40)]
Moment = Annotated[str, Meta(pattern=r"^[0-9]{1,16}$", description="must be a time in milliseconds since 1970")]


async def signed_in(people: People, request: Request, key: str) -> Reply[m.SignedIn]:
    """Return the answer to a device that has just become a person's."""
    person = await people.find(key)
    if person is None:  # deleted in the same moment
        raise Refused("nobody", "you are not signed in on this device: sign in or create a profile first.")
    reply = Reply(m.SignedIn(await people.me(person), key))
    set_key(request, reply, key)
    return reply


@dataclass
class PeopleRoutes:
    _tables: TableRegistry
    _records: Records
    _people: People
    _authentication: Authentication
    _my_games: MyGames
    _holidays: Holidays
    _statistics: Statistics
    _ratings: Ratings
    _moments: Moments
    _personal_data: PersonalData

    @get("/me", scope=ANY_TOKEN)
    async def who_am_i(self, request: Request, person: Person | None) -> Reply[m.WhoAmI]:
        """Whose profile this device, or token, belongs to; null for a guest."""
        key = device_key(request)
        reply = Reply(m.WhoAmI(None if person is None else await self._people.me(person)))
        if person is not None and key is not None and "authorization" not in request.headers:
            set_key(request, reply, key)  # the cookie's time begins anew
        return reply

    @post("/me", status=201, stranger=True)
    async def create(self, request: Request, wish: m.NewPerson) -> Reply[m.SignedIn]:
        """Create a profile.

        Also sets the device's cookie. `avatar`: any word of `a-z0-9-`; the page draws `face-1` to `face-16`.
        """
        return await signed_in(self._people, request, await self._people.create(wish))

    @post("/me/change", scope=PROFILE)
    async def change(self, request: Request, wish: m.Change, person: Person) -> m.Me:
        """Change name, avatar or other fields of the profile.

        `listed`: on the leaderboard. `puzzles`: whether the host may make puzzles of the person's finished games.
        `program` true: a bot account, for good (`stays_program`, 409).
        """
        await self._people.change(person, wish)
        return await self._people.me(await self._authentication.person(request, PROFILE))

    @post("/me/seats", scope=PLAY)
    async def claim(self, wish: m.Claims, person: Person) -> m.Claimed:
        """Add this device's games to the profile, up to 50 seats."""
        claimed, refused = 0, []
        for seat in wish.seats:
            hashes = []
            try:
                hashes = await self._tables.held(seat.table, [(seat.seat, seat.token)])
            except Refused as refusal:  # nobody can play there; when all of them have to wait, say so
                if refusal.code not in ("missing", "damaged", "old_rules"):
                    raise
            await self._my_games.add(person, seat.table, hashes)
            if hashes and await self._people.owner(seat.table, hashes[0]) == person.id:
                claimed += 1
            else:
                refused.append(seat.table)
        return m.Claimed(claimed, refused)

    @post("/me/links", scope=DEVICE, status=201)
    async def new_link(self, person: Person) -> m.OneTimeLink:
        """A link that adds another device, once, within ten minutes."""
        return await self._people.new_link(person)

    @post("/me/recovery", scope=DEVICE, status=201)
    async def new_recovery(self, person: Person) -> m.RecoveryCode:
        """A new recovery code, instead of the one before."""
        return await self._people.new_recovery(person)

    @post("/me/enter", stranger=True)
    async def enter(self, request: Request, entry: m.SignIn) -> Reply[m.SignedIn]:
        """Sign in with the code of a link, or the recovery code.

        Also sets the device's cookie.
        """
        return await signed_in(self._people, request, await self._people.enter(entry))

    @post("/me/enter/owner", stranger=True)
    async def code_owner(self, question: m.CodeQuestion) -> m.CodeOwner:
        """The profile that a code signs in; the code stays valid.

        Ask before you use a link that somebody sent.
        """
        return await self._people.code_owner(question.code)

    @get("/me/devices", scope=DEVICE)
    async def devices(self, person: Person) -> m.Devices:
        """My devices."""
        return m.Devices(await self._people.devices(person))

    @post("/me/devices/{device}/sign_out", scope=DEVICE)
    async def sign_out_device(self, device: DeviceId, person: Person) -> Reply[Empty]:
        """Sign one of my devices out."""
        await self._people.sign_out(person, device)
        reply = Reply(Empty())
        if device == person.credential:
            drop_key(reply)
        return reply

    @post("/me/sign_out", scope=DEVICE)
    async def sign_out(self, person: Person) -> Reply[Empty]:
        """Sign this device out."""
        return await self.sign_out_device(person.credential, person)

    @get("/me/export", scope=DEVICE, banned=True)
    async def export(self, person: Person) -> Reply[Export]:
        """Everything that is stored about me."""
        named = {"Content-Disposition": 'attachment; filename="piazzetta-me.json"'}
        return Reply(await self._personal_data.export(person), headers=named)

    @post("/me/delete", scope=DEVICE, banned=True)
    async def delete(self, wish: m.DeleteProfile, person: Person) -> Reply[Empty]:
        """Delete my profile."""
        await self._personal_data.delete(person, wish.name)
        reply = Reply(Empty())
        drop_key(reply)
        return reply

    @get("/me/games", scope=READ)
    async def games(self, person: Person) -> m.MyGames:
        """My games: those that wait for me first, and the latest finished ones."""
        return await self._my_games.of(person)

    @post("/guest/games")
    async def guests_games(self, wish: m.GuestSeats) -> m.MyGames:
        """A guest's games, by the tokens of their seats: those that wait for them first, and the finished ones."""
        return await self._my_games.of_guest(wish.seats)

    @get("/me/finished", scope=READ)
    async def finished(self, person: Person, before: Moment) -> m.Finished:
        """My games that ended before a moment."""
        return await self._my_games.finished(person, int(before))

    @post("/me/tables/{table}", scope=PLAY)
    async def hide(self, table: TableId, wish: m.HideGame, person: Person) -> Empty:
        """Hide a game, or show it again."""
        await self._my_games.hide(person, table, wish.hidden)
        return Empty()

    @get("/me/tables/{table}/picture", scope=READ, media="image/png")
    async def picture(self, table: TableId, keys: SeatKeys) -> Response:
        """A picture of one of my games, also of a guest's: what lies open there."""
        return await drawn(self._records.picture(table, keys), "private")

    @get("/me/holiday", scope=DEVICE)
    async def holiday(self, person: Person) -> Holiday:
        """Whether I am on holiday, and how much of it is left."""
        return await self._holidays.of(person)

    @post("/me/holiday", scope=DEVICE)
    async def go_on_holiday(self, wish: NewHoliday, person: Person) -> Holiday:
        """Go on holiday until a moment, change when it ends, or be back (null).

        409 `holiday`: more than 30 days within 365.
        """
        await self._holidays.set(person, wish.until)
        return await self._holidays.of(person)

    @get("/me/statistics", scope=READ)
    async def statistics(self, person: Person) -> m.Statistics:
        """My statistics."""
        return await self._statistics.of(person)

    @get("/me/moments", scope=DEVICE)
    async def moments(self, person: Person) -> KeptMoments:
        """The moments of my games from which I learn, without their cards."""
        return KeptMoments(await self._moments.of(person))

    @get("/me/moments/{moment}", scope=DEVICE)
    async def moment(self, moment: MomentId, person: Person) -> KeptMomentCard:
        """Everything that is needed to look at one of my moments."""
        return KeptMomentCard(await self._moments.card(person, moment))

    @post("/me/moments/{moment}", scope=DEVICE)
    async def keep_moment(self, moment: MomentId, sent: MomentReviews, person: Person) -> Empty:
        """Keep a moment, or what is new of it: `TABLE-SEAT-MOVES`.

        Reviews are joined by their time, so two devices may tell theirs in any order. At most 300 moments (`full`).
        """
        await self._moments.keep(person, moment, sent)
        return Empty()

    @get("/ratings/{game}", scope=ANY_TOKEN)
    async def ratings(self, game: GameName, person: Person | None) -> m.Ratings:
        """The leaderboard of a game, by number of players."""
        check_game(game)
        return await self._ratings.leaderboards(game, person.id if person else None)
