"""What an arena found, as data: ratings, cross table, points and their sources, seats, time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

import numpy as np

from piazzetta.arena.entries import Entry
from piazzetta.arena.lines import FIELD
from piazzetta.arena.results.ratings import orders, ranking, rate
from piazzetta.arena.results.sprt import Sprt
from piazzetta.arena.results.statistics import Estimate, mean, share
from piazzetta.match.setting import Setting
from piazzetta.tables.sources import source_names

Line = Mapping[str, Any]


@dataclass
class Chair:
    """How a bot did on one seat."""

    seat: int
    games: int
    wins: Estimate


@dataclass
class BotSummary:
    """How one bot did. A shared win counts as the fraction that belongs to the bot's seats."""

    name: str
    kind: str
    what: str
    games: int
    rating: Estimate  # on the Elo scale; the mean of all participants is 0
    wins: Estimate
    even: float  # the expected wins if all were equally strong
    points: Estimate
    quantiles: list[float]  # of the points: 5, 25, 50, 75, 95%
    sources: dict[str, float]
    chairs: list[Chair]
    decisions: float  # per game and seat, not counting forced moves
    seconds_median: float  # per move
    seconds_mean: float
    seconds_slowest: float
    forfeits: list[str]  # why, at most ten
    forfeited: int


@dataclass
class Pair:
    """How often one bot finished ahead of another; a tie counts half."""

    bot: str
    other: str
    games: int
    ahead: Estimate


@dataclass
class Summary:
    """What an arena found. Intervals are 95%."""

    game: str
    players: int
    edition: str
    rules: dict[str, Any]
    seed: int
    games: int
    bots: list[BotSummary]
    cross: list[Pair]
    turns: Estimate
    ties: Estimate  # games with more than one winner
    seats: list[Estimate]  # wins by seat, of all entries
    sources: list[str]
    sprt: Sprt | None = None  # the sequential test, if one was asked for

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"sprt": self.sprt.to_json() if self.sprt else None}

    @property
    def ranked(self) -> list[BotSummary]:
        """The bots by rating, the best first."""
        return sorted(self.bots, key=lambda bot: -bot.rating.value)

    def pair(self, bot: str, other: str) -> Pair | None:
        return next((pair for pair in self.cross if (pair.bot, pair.other) == (bot, other)), None)


def won(line: Line) -> list[float]:
    """Each seat's share of the win."""
    best = ranking(line)[0]
    return [1 / len(best) if seat in best else 0.0 for seat in range(len(line[FIELD]["bots"]))]


def _ahead(line: Line, bot: str, other: str) -> float | None:
    """The share of its meetings with the other bot that the first won in a game, 0 to 1; None if they did not meet."""
    bots = line[FIELD]["bots"]
    place = {seat: number for number, group in enumerate(ranking(line)) for seat in group}
    met = [(place[a], place[b]) for a in place if bots[a] == bot for b in place if bots[b] == other]
    if not met:
        return None
    return sum(1.0 if mine < theirs else 0.5 if mine == theirs else 0.0 for mine, theirs in met) / len(met)


def summarise(setting: Setting, entries: Sequence[Entry], seed: int, lines: Sequence[Line]) -> Summary:
    """Summarise the games of an arena."""
    names = [entry.name for entry in entries]
    number = {name: place for place, name in enumerate(names)}
    rankings, blocks = [], []
    for line in lines:
        for order in orders(ranking(line)):
            rankings.append([number[line[FIELD]["bots"][seat]] for seat in order])
            blocks.append(line[FIELD]["block"])
    ratings = rate(len(names), rankings, blocks)
    cross = []
    for bot in names:
        for other in names:
            met = [ahead for line in lines if bot != other and (ahead := _ahead(line, bot, other)) is not None]
            if met:
                cross.append(Pair(bot, other, len(met), share(sum(met), len(met))))
    wins = [won(line) for line in lines]
    return Summary(
        game=setting.game.name,
        players=setting.players,
        edition=setting.edition,
        rules=dict(setting.rules),
        seed=seed,
        games=len(lines),
        bots=[_bot(setting, entry, rating, lines, wins) for entry, rating in zip(entries, ratings, strict=True)],
        cross=cross,
        turns=mean([line[FIELD]["turns"] for line in lines], [line[FIELD]["block"] for line in lines]),
        ties=share(sum(max(row) < 1 for row in wins), len(lines)),
        seats=[share(sum(row[seat] for row in wins), len(lines)) for seat in range(setting.players)],
        sources=list(source_names(setting.game)),
    )


def _bot(
    setting: Setting, entry: Entry, rating: Estimate, lines: Sequence[Line], wins: Sequence[list[float]]
) -> BotSummary:
    own = [(line, row, seat) for line, row in zip(lines, wins, strict=True)
           for seat, name in enumerate(line[FIELD]["bots"]) if name == entry.name]  # fmt: skip
    games = sum(entry.name in line[FIELD]["bots"] for line in lines)
    whole = [(line, seat) for line, _, seat in own if line["result"] is not None]
    points = [line["result"]["scores"][seat] for line, seat in whole]
    facts = [(line[FIELD], seat) for line, _, seat in own]
    chairs = []
    for seat in range(setting.players):
        there = [row[seat] for _, row, place in own if place == seat]
        chairs.append(Chair(seat, len(there), share(sum(there), len(there))))
    asked = sum(fact["decisions"][seat] for fact, seat in facts)
    forfeits = [line[FIELD]["forfeit"]["why"] for line, _, seat in own
                if line[FIELD]["forfeit"] and line[FIELD]["forfeit"]["seat"] == seat]  # fmt: skip
    return BotSummary(
        name=entry.name,
        kind=entry.kind,
        what=entry.what,
        games=games,
        rating=rating,
        wins=share(sum(row[seat] for _, row, seat in own), games),
        even=len(own) / setting.players / games if games else 0.0,
        points=mean(points, [line[FIELD]["block"] for line, _ in whole]),
        quantiles=np.percentile(points, [5, 25, 50, 75, 95]).tolist() if points else [],
        sources={
            name: float(np.mean([line[FIELD]["sources"][seat][name] for line, seat in whole])) if whole else 0.0
            for name in source_names(setting.game)
        },
        chairs=chairs,
        decisions=asked / len(own) if own else 0.0,
        seconds_median=median(fact["median"][seat] for fact, seat in facts) if facts else 0.0,
        seconds_mean=sum(fact["seconds"][seat] for fact, seat in facts) / asked if asked else 0.0,
        seconds_slowest=max((fact["slowest"][seat] for fact, seat in facts), default=0.0),
        forfeits=forfeits[:10],
        forfeited=len(forfeits),
    )
