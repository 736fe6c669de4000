"""A verdict: what games on a map or with a deck were like. Every figure has its 95% interval."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from piazzetta.arena.results.statistics import Estimate
from piazzetta.games.workbench import Use
from piazzetta.match.setting import Setting
from piazzetta.workshop.tally import Tally

#: A place that is used less than this share of what was to be expected is dead.
DEAD = 0.25


@dataclass
class Rung:
    """A step of the skill ladder: one seat plays better than the others."""

    player: str
    others: str
    wins: Estimate  # of the better player, in every seat equally often; even is 1 / players


@dataclass
class Restriction:
    """What a kind of move is worth: the difference when it is barred, with the same draws."""

    move: str  # its first word
    used: float  # how often it is made in a game
    points: Estimate  # of a seat, when nobody may
    wins: Estimate  # of a player who alone may not
    waived: float  # the share of decisions in which nothing else was legal: the bar did not hold there


@dataclass
class Change:
    """A figure compared with that of another version, with the same draws."""

    here: float
    there: float
    difference: Estimate


@dataclass
class Verdict:
    """All figures of a map or deck."""

    game: str
    name: str  # of the map or deck
    players: int
    edition: str
    games: int
    seed: int
    judge: str
    trust: str
    wins: list[Estimate]  # by seat, the starting seat first; a shared win is shared
    first_move: Estimate  # wins of the starter above an even share
    points: list[Estimate]  # by seat
    margin: Estimate  # between the winner and the runner-up
    close: Estimate  # share of games won by at most a tenth of the winner's points, or by one
    ties: Estimate
    scoreless: int  # games in which nobody scored
    rounds: Estimate
    moves: Estimate
    lead_changes: Estimate
    decided: Estimate  # the share of the game after which the leader stayed the same
    decisions: Estimate  # with a choice
    open: Estimate  # of these, the share with an entropy of at least half a bit
    entropy: Estimate  # bits in a decision
    sources: dict[str, Estimate]  # points of a seat, by where they came from
    source_games: int  # the first games, which tell the sources
    uses: list[Use]
    dead: dict[str, list[str]]
    totals: dict[str, dict[str, float]]
    ladder: list[Rung]
    restrictions: list[Restriction]
    against: str | None  # the other version
    changes: dict[str, Change]

    @property
    def unevenness(self) -> float:
        """How far the wins of the farthest seat are from an even share."""
        return max(abs(wins.value - 1 / self.players) for wins in self.wins)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "unevenness": self.unevenness}


def verdict_on(setting: Setting, tally: Tally, uses: list[Use], seed: int, judge: str, trust: str) -> Verdict:
    """Return the verdict that follows from a tally.

    It lacks totals, skill ladder and restricted play.
    """
    players = setting.players
    means = {name: figure.mean() for name, figure in zip(tally.names, tally.sums, strict=True)}
    wins = [tally.sums[seat].rate() for seat in range(players)]
    even = 1 / players
    changes = {
        name: Change(there.mean().value + difference.mean().value, there.mean().value, difference.mean())
        for name, there, difference in zip(tally.names, tally.there_sums, tally.differences, strict=True)
        if difference.count
    }
    return Verdict(
        game=setting.game.name,
        name="",
        players=players,
        edition=setting.edition,
        games=tally.games,
        seed=seed,
        judge=judge,
        trust=trust,
        wins=wins,
        first_move=Estimate(wins[0].value - even, wins[0].low - even, wins[0].high - even),
        points=[means[f"points of seat {seat + 1}"] for seat in range(players)],
        margin=means["margin"],
        close=tally.sum_of("close").rate(),
        ties=tally.sum_of("ties").rate(),
        scoreless=tally.scoreless,
        rounds=means["rounds"],
        moves=means["moves"],
        lead_changes=means["lead changes"],
        decided=means["decided"],
        decisions=means["decisions"],
        open=means["open"],
        entropy=means["entropy"],
        sources={name: figure.mean() for name, figure in tally.sources.items()},
        source_games=tally.source_games,
        uses=uses,
        dead={use.what: use.dead(DEAD) for use in uses if use.dead(DEAD)},
        totals={},
        ladder=[],
        restrictions=[],
        against=None,
        changes=changes,
    )


def uneven_seat(found: Verdict) -> int | None:
    """Return the seat whose wins are farthest from an even share; None if chance may be the reason."""
    even = 1 / found.players
    unfair = [seat for seat, wins in enumerate(found.wins) if not wins.low <= even <= wins.high]
    return max(unfair, key=lambda seat: abs(found.wins[seat].value - even), default=None)


def headline(found: Verdict) -> str:
    """Return a verdict in a sentence."""
    if 2 * found.scoreless > found.games:
        return f"Nobody scored in {found.scoreless:,} of {found.games:,} games: they tell nothing about the seats."
    seat = uneven_seat(found)
    if seat is None:
        sure = max(wins.half for wins in found.wins)
        return f"No seat has a measurable advantage in {found.games:,} games (± {100 * sure:.1f}%)."
    much = 100 * (found.wins[seat].value - 1 / found.players)
    difference = f"{abs(much):.1f} percentage points {'more' if much > 0 else 'less'} than an equal share"
    return f"Not balanced: player {seat + 1} wins {difference}."
