"""One rating over several arenas: all levels, older versions, any numbers of players.

Plackett–Luce takes rankings of any length, so games of two and of six count on the same scale. Bots of different
versions of the program are different bots.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from piazzetta.arena.lines import FIELD
from piazzetta.arena.results.ratings import orders, ranking, rate
from piazzetta.arena.results.statistics import Estimate
from piazzetta.arena.store import HEAD, read_games
from piazzetta.errors import BadInput


@dataclass
class Rated:
    """A bot's rating on the Elo scale, and how many games it rests on, by number of players."""

    name: str
    rating: Estimate
    games: dict[int, int]


@dataclass
class Pool:
    """The ratings of all bots, best first. Their mean is 0, or the ``anchor`` has exactly the rating it was given."""

    game: str
    games: int
    bots: list[Rated]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def pool(folders: Sequence[str], anchor: str | None = None) -> Pool:
    """Rate the bots of several arenas. ``anchor`` names the bot whose rating is 0.

    A folder is given as ``FOLDER`` or, with the version of the program that played there, ``0.1=FOLDER``.
    """
    rankings: list[list[int]] = []
    blocks: list[int] = []
    number: dict[str, int] = {}
    games: list[dict[int, int]] = []
    titles = set()
    for folder in folders:
        version, equals, path = folder.rpartition("=")
        head, lines = _read(Path(path))
        titles.add(head["setting"]["game"])
        levels = {name for name, entry in head["entries"].items() if entry["kind"] == "level"}
        first = max(blocks, default=-1) + 1  # blocks of different arenas share no chance
        for line in lines:
            names = [f"{bot} {version}" if equals and bot in levels else bot for bot in line[FIELD]["bots"]]
            for name in names:
                if name not in number:
                    number[name] = len(number)
                    games.append({})
            for name in set(names):
                own = games[number[name]]
                own[len(names)] = own.get(len(names), 0) + 1
            for order in orders(ranking(line)):
                rankings.append([number[names[seat]] for seat in order])
                blocks.append(first + line[FIELD]["block"])
    if len(titles) != 1 or not rankings:
        raise BadInput("ratings need finished games of one game: name folders that `piazzetta arena --out` has made")
    if anchor is not None and anchor not in number:
        raise BadInput(f"no bot {anchor!r} in these games; choose from {', '.join(number)}")
    _check_connected(list(number), rankings)
    found = rate(len(number), rankings, blocks)
    zero = found[number[anchor]].value if anchor is not None else 0.0
    bots = [
        Rated(name, Estimate(*(value - zero for value in found[place])), dict(sorted(games[place].items())))
        for name, place in number.items()
    ]
    return Pool(titles.pop(), len(rankings) // 2, sorted(bots, key=lambda bot: -bot.rating.value))


def _read(folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    try:
        head = json.loads((folder / HEAD).read_bytes())
        if "setting" not in head:
            raise KeyError
    except (OSError, ValueError, KeyError, TypeError):
        raise BadInput(f"{folder} is not an arena folder: {HEAD} is missing or invalid") from None
    return head, read_games(folder)


def _check_connected(names: Sequence[str], rankings: Sequence[Sequence[int]]) -> None:
    """Ratings compare only bots that met, or met others who did."""
    near: dict[int, set[int]] = {place: set() for place in range(len(names))}
    for order in rankings:
        for bot in order:
            near[bot].update(order)
    reached, fresh = {0}, {0}
    while fresh:
        fresh = set().union(*(near[bot] for bot in fresh)) - reached
        reached |= fresh
    apart = [name for place, name in enumerate(names) if place not in reached]
    if apart:
        raise BadInput(f"{names[0]} and {apart[0]} have no games that connect them, even through others")
