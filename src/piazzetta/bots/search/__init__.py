"""The search, as kernels generic over games: Monte Carlo tree search for any number of players, with chance.

A simulation descends the tree, sampling chance on the way, adds one node, evaluates it, and propagates every seat's
value back up; each seat maximises its own. Nodes are decisions. A key says which node a position belongs to, and this
is where the two algorithms differ: ``transpositions`` for games of perfect information, ``information_sets`` where
seats have secrets. ``game.has_secrets`` decides when the search is bound.

``games/knowledge.py`` has what a game adds to its functions. The caller passes in memory (``bots/tree.py``).
"""

from piazzetta.bots.search.run import outlook_of, search_of

__all__ = ["outlook_of", "search_of"]
