"""What a room announces. Parts of the server that want to know what happens at tables subscribe; a room knows none of
them."""

from __future__ import annotations

from collections.abc import Sequence

from piazzetta.server.store.database import Statement
from piazzetta.tables.log import LogEntry
from piazzetta.tables.table import Table


class Subscriber:
    """Receives the announcements of all tables of this process. A method does nothing unless a part overrides it."""

    async def table_loaded(self, table: Table) -> None:
        """A table was read from its log and is in memory now."""

    def table_dropped(self, table_id: str) -> None:
        """A table is no longer in memory."""

    def statements(self, table: Table) -> Sequence[Statement]:
        """Return what to store in the same transaction as the events that the table has just applied."""
        return ()

    def events_stored(self, table: Table, entries: Sequence[LogEntry]) -> None:
        """This process has stored events: the game started, or somebody moved, talked, is asked now, and so on."""

    def game_ended(self, table: Table, time: int) -> None:
        """This process has stored the end of a game. The table may change later: copy it to keep it."""

    def seats_visited(self, table_id: str, seats: Sequence[int]) -> None:
        """The people of these seats are looking at the table."""

    def seats_lost(self, table_id: str, seats: Sequence[int]) -> None:
        """The connection of the people of these seats has broken off. They may have missed what happened last."""

    async def rematch_created(self, table_id: str, new_id: str) -> None:
        """The people of a finished game have a new table."""
