"""The card of a data set: what is in it, how it was made, what it is good for, and its figures."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from piazzetta import __version__
from piazzetta.arena.dataset import DatasetPlan
from piazzetta.arena.results.statistics import share
from piazzetta.frames import Tables, read
from piazzetta.frames.columns import markdown
from piazzetta.games.registry import find_game

#: By which part of its share a bot's number of seats may miss it without a remark.
_FAR = 0.1
_CARD = """---
license: mit
pretty_name: {title}, {count:,} games between bots
tags: [board-game, game-ai, imitation-learning, offline-reinforcement-learning]
configs:
- config_name: games
  data_files: games/*.parquet
- config_name: seats
  data_files: seats/*.parquet
- config_name: decisions
  data_files: decisions/*.parquet
- config_name: components
  data_files: components.parquet
---
# {title}: {count:,} games between bots

{count:,} complete games of {title} with {decisions:,} moves, {players} players, editions {editions}. Bots of the levels
{bots} were drawn for each seat, each game on its own.

## How it was made
```sh
{command}
```

with Piazzetta {version}. Game *n* follows from this command and *n* alone: the same version writes the same games on
any machine, for any number of workers. Every game was replayed by the rules before it was written.

## What it is for
Imitation and offline learning, opening and strategy statistics, studies of how rules and seats matter among equal bots.
Chance is in it as moves of seat −1, so each game can be replayed to any position:

```py
from piazzetta import frames

tables = frames.read(".")
record = frames.record(tables, tables.games["game"][0].as_py())
match = record.replay(at=20)
```

## What to keep in mind
- No person played these games; the bots' mistakes and habits are in them.
- Moves of all levels are mixed: choose by `seats.bot`.
- Secret choices, such as bids, are in the tables. An agent that learns from what its seat could know should take the
  observations of replayed positions instead.
- Games of one data set share no draws, but all use the same map or deck.
{uneven}
## Figures
A shared win counts as a part of a win. Intervals are 95% (Wilson).

| bot | seats | win rate | points |
|---|---:|---:|---:|
{by_bot}

| players | place in turn order | seats | win rate |
|---|---|---:|---:|
{by_order}

## Columns
{columns}
## Licence
MIT. The games are by their authors (`piazzetta rules {name}` names them); the map or deck in `components` is our own.
"""


def write_card(folder: Path, plan: DatasetPlan, command: str) -> list[str]:
    """Write the card of a complete data set as ``README.md``, and return what its maker should know of it."""
    tables = read(folder)
    text = _CARD.format(
        title=find_game(plan.name).title,
        name=plan.name,
        count=tables.games.num_rows,
        decisions=tables.decisions.num_rows,
        players=_listed(plan.players),
        editions=_listed(f"`{one}`" for one in plan.editions),
        bots=_listed(f"`{one}`" for one in dict.fromkeys(plan.bots)),
        command=command,
        version=__version__,
        uneven="".join(f"- {sentence}\n" for sentence in uneven_bots(tables, plan)),
        by_bot=_by_bot(tables),
        by_order=_by_order(tables),
        columns=markdown(),
    )
    (folder / "README.md").write_text(text, encoding="utf-8")
    return uneven_bots(tables, plan)


def uneven_bots(tables: Tables, plan: DatasetPlan) -> list[str]:
    """Return a sentence if the draw of the bots has missed their shares by far, as it may in a small set."""
    seats = tables.seats.num_rows
    for row in _groups(tables.seats, ["bot"]):
        wanted = seats * plan.bots.count(row["bot"]) / len(plan.bots)
        if abs(row["seat_count"] - wanted) > _FAR * wanted:
            given = f"`{row['bot']}` has {row['seat_count']} of {seats} seats, and {wanted:.0f} would be its share"
            return [f"The bots are unevenly drawn: {given}. More games even that out."]
    return []


def _listed(items: Iterable[object]) -> str:
    *most, last = map(str, items)
    return f"{', '.join(most)} and {last}" if most else last


def _rate(wins: float, seats: int) -> str:
    found = share(wins, seats)
    return f"{found.value:.1%} ({found.low:.1%} to {found.high:.1%})"


def _groups(table: Any, by: list[str]) -> list[dict[str, Any]]:
    found = table.group_by(by).aggregate([("share", "sum"), ("points", "mean"), ("seat", "count")])
    rows: list[dict[str, Any]] = found.sort_by([(one, "ascending") for one in by]).to_pylist()
    return rows


def _by_bot(tables: Tables) -> str:
    return "\n".join(
        f"| {row['bot']} | {row['seat_count']:,} | {_rate(row['share_sum'], row['seat_count'])} "
        f"| {row['points_mean']:.1f} |"
        for row in _groups(tables.seats, ["bot"])
    )


def _by_order(tables: Tables) -> str:
    seated = tables.seats.join(tables.games.select(["game", "players"]), "game")
    return "\n".join(
        f"| {row['players']} | {row['order'] + 1} | {row['seat_count']:,} "
        f"| {_rate(row['share_sum'], row['seat_count'])} |"
        for row in _groups(seated, ["players", "order"])
    )
