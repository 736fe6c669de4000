"""Setting up a game: the front door of the package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.registry import find_game
from piazzetta.match.match import Setting
from piazzetta.match.setup import read_given

__all__ = ["Setting", "game"]


def game(
    name: str,
    *,
    players: int | None = None,
    starter: int = 0,
    edition: str | None = None,
    rules: Mapping[str, object] | None = None,
    head_start: object = None,
    components: object = None,
    position: Mapping[str, Any] | None = None,
    **named: object,
) -> Setting:
    """A game set up for a table.

    ``edition`` names a printed rulebook, ``rules`` changes individual switches. With ``rules={"handicap": "fair"}``
    players get points before the game; ``head_start`` says how many, in turn order, if not as many as the game
    suggests. ``components`` is what the game is played with, a map or deck: parsed JSON, or an object made from it; by
    default the one that comes with the game. A game also takes it by a name of its own (``board`` for Portobello
    Market, ``deck`` for Il Commercio Viaggiatore). ``position`` describes the position that the game begins from.

    >>> import piazzetta
    >>> piazzetta.game("portobello", edition="it", players=3)
    piazzetta.game('portobello', players=3, edition='it')
    """
    found = find_game(name)
    default = found.default_components()
    given_by_name = [key for key, value in named.items() if value is not None]
    for key in given_by_name:
        if key != found.components_key:
            raise BadInput(f"{found.title} is played on a {found.components_key}; it takes no {key}")
        if components is not None:
            raise BadInput(f"components and {key} are the same: give one of them")
        components = named[key]
    if components is None:
        components = default
    edition = edition or found.default_edition
    all_rules = found.rules(edition, rules or {})
    given = read_given(head_start)
    most = found.most_given(all_rules)
    if given and max(given) > most:  # records may hold more: they keep what was played
        raise BadInput(
            f"head_start may give at most {most} points with these rules, not {max(given)}"
            f" (clause {found.switches['handicap'].clause})"
        )
    return Setting(
        found,
        found.seats[0] if players is None else players,
        starter,
        edition,
        all_rules,
        components if isinstance(components, type(default)) else found.read_components(components),
        given,
        position=position,
    )
