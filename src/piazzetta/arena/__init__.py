"""Bots against each other: balanced seating, ratings with error bars, reports with plots; and studies of rules.

>>> import piazzetta
>>> from piazzetta.arena import Entry, tournament
>>> result = tournament(piazzetta.game("viaggiatore"), [Entry("easy", "easy"), Entry("random", "random")], games=2)
>>> result.games
2
"""

from piazzetta.arena.entries import Entry, read_entries
from piazzetta.arena.results.summary import Summary
from piazzetta.arena.tournament import tournament

#: The name of ``tournament`` in 0.1.
play = tournament

__all__ = ["Entry", "Summary", "play", "read_entries", "tournament"]
