"""The tests find the game even where it is not installed."""

from __future__ import annotations

from piazzetta.games.registry import register

register("acorns", "acorns.listing:LISTING")
