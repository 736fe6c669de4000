"""The services of a server that need the engine: made here, once, and handed to each other and to routes by name."""

from __future__ import annotations

import contextlib

from starlette.routing import BaseRoute

from piazzetta.server.background import Background
from piazzetta.server.lobby.lobby import Lobby
from piazzetta.server.lobby.matchmaking import Matchmaking
from piazzetta.server.lobby.watching import Watching
from piazzetta.server.metrics import Metrics
from piazzetta.server.moderation.admin import Admin
from piazzetta.server.moderation.audit_log import AuditLog
from piazzetta.server.moderation.block_list import BlockList
from piazzetta.server.moderation.enforcement import Enforcement
from piazzetta.server.moderation.lists import AdminLists
from piazzetta.server.moderation.reports import Reports
from piazzetta.server.notifications.notifier import Notifier
from piazzetta.server.notifications.senders.sender import sender_of
from piazzetta.server.notifications.subscriptions import Subscriptions
from piazzetta.server.people.bans import Bans
from piazzetta.server.people.credentials.access_tokens import AccessTokens
from piazzetta.server.people.credentials.authentication import Authentication
from piazzetta.server.people.credentials.passkeys import Passkeys
from piazzetta.server.people.deletion import PersonalData
from piazzetta.server.people.friends import Friends
from piazzetta.server.people.holidays import Holidays
from piazzetta.server.people.moments import Moments
from piazzetta.server.people.my_games import MyGames
from piazzetta.server.people.people import People
from piazzetta.server.people.ratings import Ratings
from piazzetta.server.people.results import Results
from piazzetta.server.people.statistics import Statistics
from piazzetta.server.rooms.records import Records
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.table_metrics import TableMetrics
from piazzetta.server.routes.admin import AdminRoutes
from piazzetta.server.routes.commands import LiveServices
from piazzetta.server.routes.credentials import CredentialRoutes
from piazzetta.server.routes.friends import FriendRoutes
from piazzetta.server.routes.http.checks import RequestChecks
from piazzetta.server.routes.http.endpoints import http_routes
from piazzetta.server.routes.http.rate_limits import RateLimits
from piazzetta.server.routes.live import live_route
from piazzetta.server.routes.lobby import LobbyRoutes
from piazzetta.server.routes.moderation import ModerationRoutes
from piazzetta.server.routes.notifications import NotificationRoutes
from piazzetta.server.routes.openapi import DocumentRoutes
from piazzetta.server.routes.people import PeopleRoutes
from piazzetta.server.routes.preview import Previews, PuzzlePictures
from piazzetta.server.routes.shelf import ShelfRoutes, StudyRoutes
from piazzetta.server.routes.tables import FilmRoutes, TableRoutes
from piazzetta.server.settings import Settings
from piazzetta.server.shelf.shelf import Shelf
from piazzetta.server.shelf.studies import SharedStudies
from piazzetta.server.store.database import Unavailable
from piazzetta.server.store.store import Store
from piazzetta.server.workers.analyses import Analyses
from piazzetta.server.workers.fair_queue import LongWork
from piazzetta.server.workers.films import Films
from piazzetta.server.workers.pictures import Pictures
from piazzetta.server.workers.pool import Pool
from piazzetta.server.workers.thinkers import Thinkers


class Services:
    """``previews`` are part of the page; everything else reaches the services through their routes."""

    def __init__(
        self, settings: Settings, store: Store, metrics: Metrics, limits: RateLimits, pool: Pool | None = None
    ) -> None:
        self._settings = settings
        self.background = Background()
        self._thinkers = Thinkers(settings.workers, pool, settings.bots)
        long_work = LongWork()
        analyses = Analyses(self._thinkers, self.background)
        self.tables = TableRegistry(settings, store, self.background, self._thinkers, long_work)
        films = Films()
        pictures = Pictures(self._thinkers)
        records = Records(self.tables, analyses, pictures, long_work, films)
        studies = SharedStudies(store, settings.host_key)
        puzzle_pictures = PuzzlePictures(pictures, long_work)
        self.previews = Previews(self.tables, studies, puzzle_pictures)

        people = People(store, self.tables.disconnect)
        tokens, passkeys = AccessTokens(store, self.tables.disconnect), Passkeys(store, people)
        authentication = Authentication(people, tokens)
        my_games = MyGames(store, self.tables, people)
        friends, ratings = Friends(store), Ratings(store)
        self._results = Results(store, self.background)

        self._subscriptions = Subscriptions(store)
        self._notifier = Notifier(settings, self._subscriptions, self.background, self.tables)

        block_list, reports, audit_log = BlockList(store), Reports(store), AuditLog(store)
        admin = Admin(store, audit_log, reports)
        self._enforcement = Enforcement(store, self.tables, audit_log, reports)

        lobby = Lobby(store, self.tables, friends, block_list, self._enforcement)
        matchmaking = Matchmaking(settings, store, self.tables, block_list)
        watching = Watching(store, self.tables, block_list, ratings)

        moments = Moments(store)
        parts = (
            *(friends, moments, tokens, passkeys, self._subscriptions),
            *(block_list, reports, audit_log, admin, matchmaking),
        )
        personal_data = PersonalData(store, self.tables, people, parts)
        table_metrics = TableMetrics(self.tables, self._thinkers, self.background)
        metrics.add(table_metrics.collect)
        for subscriber in (table_metrics, my_games, self._results, self._notifier):
            self.tables.subscribe(subscriber)

        handlers: list[object] = [
            TableRoutes(settings, self.tables, records, analyses, long_work, my_games, lobby, block_list),
            FilmRoutes(records, films, long_work),
            ShelfRoutes(Shelf(store, settings.host_key)),
            StudyRoutes(studies, pictures, long_work),
            puzzle_pictures,
            LobbyRoutes(matchmaking, watching),
            PeopleRoutes(
                *(self.tables, records, people, authentication, my_games, Holidays(store, self.tables)),
                *(Statistics(store), ratings, moments, personal_data),
            ),
            CredentialRoutes(store, long_work, people, passkeys, tokens),
            FriendRoutes(self.tables, authentication, friends, ratings, my_games, self._notifier),
            NotificationRoutes(settings, self._subscriptions, self._notifier),
            ModerationRoutes(self.tables, block_list, reports),
            AdminRoutes(admin, audit_log, reports, AdminLists(store)),
            DocumentRoutes(),
        ]
        checks = RequestChecks(settings, people, authentication, admin)
        services = LiveServices(
            settings=settings,
            limits=limits,
            metrics=metrics,
            background=self.background,
            thinkers=self._thinkers,
            tables=self.tables,
            people=people,
            authentication=authentication,
            my_games=my_games,
            bans=Bans(store),
            enforcement=self._enforcement,
        )
        self.routes: list[BaseRoute] = [*http_routes(handlers, checks), live_route(services)]

    async def open(self) -> None:
        """Start everything that runs in the background."""
        await self.tables.open()
        with contextlib.suppress(Unavailable):  # the database fails for a moment: the background task asks again
            self._notifier.ready = await sender_of(self._settings, self._subscriptions)
        self.background.supervise("send notifications", self._send_notifications)
        self.background.supervise("store missing results", self._results.run)
        self.background.supervise("follow the audit log", self._enforcement.run)

    async def _send_notifications(self) -> None:
        sender = self._notifier.ready or await sender_of(self._settings, self._subscriptions)
        await self._notifier.run(sender)

    async def close(self) -> None:
        await self.background.close()
        await self.tables.close()
        self._thinkers.stop()
