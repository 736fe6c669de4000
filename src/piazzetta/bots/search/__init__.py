"""The search, as kernels, generic over games: Monte-Carlo tree search for any number of players and chance.

A simulation goes down the tree with chance sampled on its way, adds one node, evaluates it, and carries the value of
every seat back up; each seat wants its own to be high. Nodes are decisions. Which node a position belongs to is said by
a key, and here the two algorithms part: ``transpositions`` where all know everything, ``information_sets`` where seats
have secrets. ``game.has_secrets`` chooses when the search is bound.

What a game adds beside its eight functions stands in ``games/knowledge.py``. Memory is handed in (``bots/tree.py``).
"""

from piazzetta.bots.search.run import search_of

__all__ = ["search_of"]
