"""What an analysed game leaves of one seat: a *digest*, small enough to keep those of hundreds of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from piazzetta.match.record import Record

PHASES = ("first", "middle", "last")  # thirds of the record's moves

#: A digest, as ``digest`` makes it: JSON data.
Digest = Mapping[str, Any]


class Choice(NamedTuple):
    """A decision of the player, of whichever game."""

    table: str
    frame: int  # of a replay: the position before it
    phase: str
    kind: str  # the first word of the move
    best: str  # that of the best move
    gave_away: float
    time: int | None  # milliseconds; 0: planned; None: nobody knows
    order: int  # the seat's place in turn order, from 1
    opponents: tuple[str, ...]


def digest(
    record: Record, analysis: Mapping[str, Any], seat: int, players: Sequence[str], table: str, time: int
) -> dict[str, Any]:
    """What a game leaves of a seat, as data. ``players``: ``bot:hard``, ``person:Anna``, …"""
    times = _times(record, seat)
    choices: list[list[Any]] = []
    others: dict[str, list[float]] = {}
    for one in analysis["decisions"]:
        index, lost = one["index"], one["gave_away"]
        if one["seat"] != seat:
            others.setdefault(players[one["seat"]], []).append(lost)
        elif times is None or times[index] is not None:  # otherwise a bot has moved for the seat
            phase = min(2, 3 * index // max(1, analysis["moves"]))
            used = None if times is None else times[index]
            choices.append([index, phase, kind_of(one["move"]), kind_of(one["best"]), round(lost, 4), used])
    luck = analysis["luck"]
    own = None if luck is None else luck["seats"][seat]
    names = ("start", "decisions", "luck", "others", "result", "spread")
    return {
        "table": table,
        "time": time,
        "game": analysis["game"],
        "players": analysis["players"],
        "seat": seat,
        "order": (seat - record.setting.starter) % record.setting.players + 1,
        "opening": analysis["opening"],
        "level": analysis["level"],
        "opponents": [name for other, name in enumerate(players) if other != seat],
        "luck": None if own is None else {name: own[name] for name in names},
        "choices": choices,
        "others": [[name, len(costs), sum(costs, 0.0), _squares(costs)] for name, costs in others.items()],
    }


def kind_of(move: str) -> str:
    """The kind of a move: its first word."""
    return move.split()[0]


def _times(record: Record, seat: int) -> list[Any] | None:
    """How long each move of a record took, None for one that no person made; None if nobody measured."""
    given = record.extra.get("times")
    if not isinstance(given, list) or len(given) != len(record.moves):
        return None
    own = [used for used, (mover, _) in zip(given, record.moves, strict=True) if mover == seat]
    return given if any(used is not None for used in own) else None


def _squares(costs: Sequence[float]) -> float:
    return sum([one * one for one in costs], 0.0)


def choices_of(one: Digest) -> list[Choice]:
    """The decisions of a digest."""
    opponents = tuple(one["opponents"])
    return [
        Choice(one["table"], one["opening"] + index, PHASES[phase], kind, best, lost, used, one["order"], opponents)
        for index, phase, kind, best, lost, used in one["choices"]
    ]


def table_of(digests: Sequence[Digest]) -> str:
    """All decisions as comma-separated values, one line each."""
    lines = ["game,table,ended,players,order,frame,phase,kind,best,gave_away,milliseconds"]
    for one in digests:
        head = [one["game"], one["table"], str(one["time"]), str(one["players"]), str(one["order"])]
        for made in choices_of(one):
            used = "" if made.time is None else str(made.time)
            cells = [*head, str(made.frame), made.phase, made.kind, made.best, f"{made.gave_away:.4f}", used]
            lines.append(",".join(cells))
    return "\n".join(lines) + "\n"
