"""The moves made in a game and the positions between them: what happened, as far as each viewer may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from piazzetta.games.base import OPEN, Event, Parts, Viewer
from piazzetta.kernel import CHANCE, plain
from piazzetta.match.position_history import PositionHistory
from piazzetta.match.setup import Setup


class PlayedMoves:
    """The past of a game. ``Match`` adds what can be played next."""

    def __init__(self, setting: Setup, trail: PositionHistory) -> None:
        self.setting = setting
        self._trail = trail
        self._log: list[tuple[int, int]] = []

    @property
    def log(self) -> list[tuple[int, int]]:
        """All moves so far, as pairs of seat (−1: chance) and action number."""
        return list(self._log)

    @property
    def length(self) -> int:
        """How many moves were made so far, those of chance too."""
        return len(self._log)

    @property
    def moves(self) -> list[tuple[int, str]]:
        """All moves so far, as pairs of seat (−1: chance) and text."""
        return [(seat, self.setting.text(action)) for seat, action in self._log]

    def state(self, at: int | None = None) -> Any:
        """Return a copy of the position after ``at`` moves (None: now), as a record."""
        return self._at(at).copy()

    @property
    def turn(self) -> int:
        """The number of the turn that is being played; it grows whenever a turn is finished."""
        return int(plain(self._at()).turn)

    def trim(self) -> None:
        """Forget what is kept only to be read faster: nobody moves for a while."""
        self._trail.trim()

    def _at(self, at: int | None = None) -> Any:
        """Return the position after ``at`` moves (None: now) for immediate reading; not a copy."""
        return self._trail.record(len(self._log) if at is None else range(len(self._log) + 1)[at])

    @property
    def scores(self) -> list[int]:
        return self._trail.result(len(self._log))[0]

    @property
    def winners(self) -> list[int]:
        """The seats that have won; empty while the game is in progress."""
        return self._trail.result(len(self._log))[1]

    def scores_at(self, at: int) -> list[int]:
        """Return everybody's points after ``at`` moves."""
        return self._trail.result(at)[0]

    def view(self, viewer: Viewer, at: int | None = None) -> dict[str, Any]:
        """Return what a viewer may know: a seat, ``SPECTATOR`` (−1), or ``OPEN`` (−2, everything)."""
        return self.setting.game.view(self.setting.components, self.setting.params_record, self._at(at), viewer)

    def views(self, viewers: Sequence[Viewer], parts: Parts) -> list[dict[str, Any]]:
        """Return the views of several viewers now.

        Views share their equal parts, also with earlier views, so do not change them.
        """
        return self.setting.game.views(self.setting.components, self.setting.params_record, self._at(), viewers, parts)

    def events(self, viewer: Viewer, since: int = 0) -> list[Event]:
        """What happened from move number ``since`` on, as far as the viewer may know."""
        happened: list[Event] = []
        for at in range(since, len(self._log)):
            happened += self.events_of(at, viewer)
        return happened

    def events_of(self, at: int, viewer: Viewer) -> list[Event]:
        """What move number ``at`` did, as far as the viewer may know."""
        setting = self.setting
        action = self._log[at][1]
        return setting.game.events(
            setting.components, setting.params_record, self._at(at), action, self._at(at + 1), viewer
        )

    def seen_by(self, at: int) -> Viewer:
        """Return who saw move number ``at`` in full when it was made: one seat, or everyone (``SPECTATOR``)."""
        action = self._log[at][1]
        return int(self.setting.game.kernels.visible_to(self.setting.params_record, self._at(at), action))

    def text_of(self, at: int, viewer: Viewer) -> str | None:
        """Return the text of move number ``at``; None if it may be secret from the viewer, such as a bid."""
        seat, action = self._log[at]
        known = viewer == OPEN or not self.setting.game.has_secrets or (seat == viewer and seat != CHANCE)
        return self.setting.text(action) if known else None
