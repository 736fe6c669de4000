"""Bots against each other: balanced seating, ratings with error bars, reports with plots; and studies of rules.

>>> import piazzetta
>>> from piazzetta.arena import Entry, play
>>> result = play(piazzetta.game("viaggiatore"), [Entry("easy", "easy"), Entry("random", "random")], games=2)
>>> result.games
2
"""

from piazzetta.arena.entries import Entry, read_entries
from piazzetta.arena.play import play
from piazzetta.arena.results.summary import Summary

__all__ = ["Entry", "Summary", "play", "read_entries"]
