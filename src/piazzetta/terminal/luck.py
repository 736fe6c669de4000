"""Luck and skill over many games in the terminal (``piazzetta luck``), and where a player errs (``insights``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table

from piazzetta.arena.results.formats import percent, plain, signed, signed_percent
from piazzetta.bots.hint import adviser
from piazzetta.bots.insights.digest import digest
from piazzetta.bots.insights.report import Group as Decisions
from piazzetta.bots.insights.report import Insights, games_of, insights
from piazzetta.bots.ledger import Account, Finding, accounts, findings
from piazzetta.bots.luck import Skill
from piazzetta.errors import BadInput
from piazzetta.frames.files import count_records, named_records
from piazzetta.frames.rows import players_of
from piazzetta.match.record import Record
from piazzetta.terminal.progress import progress_bar


def read_accounts(files: Sequence[Path], level: str | None, workers: int, console: Console) -> list[Account]:
    """What the finished games of some files and folders say of each player."""
    if level is not None:
        adviser(level)  # refuses an unknown one before any work
    total = sum(map(count_records, files))
    games = (record for path in files for _, record in named_records(path) if record.result is not None)
    with progress_bar(console, "games") as advance:
        found = accounts(_each(games, level, min(workers, max(total, 1)), lambda done: advance(done, total)))
    if not found:
        raise BadInput("there is no finished game in these files")
    return found


def _each(
    games: Iterator[Record], level: str | None, workers: int, advance: Callable[[int], None]
) -> Iterator[tuple[Sequence[str], Finding]]:
    seated: list[list[str]] = []

    def noted() -> Iterator[Record]:
        for record in games:
            seated.append(players_of(record))
            yield record

    for done, one in enumerate(findings(noted(), level, workers), start=1):
        advance(done)
        yield seated[done - 1], one


def account_table(found: Sequence[Account]) -> RenderableType:
    """One line for each player."""
    table = Table(box=None, pad_edge=False)
    table.add_column("player")
    for name in ("games", "won", "expected", "luck", "± usual", "how likely", "cost of a decision"):
        table.add_column(name, justify="right")
    for one in found:
        cost = _cost(one.skill) if one.skill else ""
        luck, usual = signed(one.luck.luck), f"{one.luck.spread:.1f}"
        often = _often(one.luck.odds)
        table.add_row(one.player, str(one.games), plain(one.won), plain(one.start), luck, usual, often, cost)
    return table


def _cost(skill: Skill) -> str:
    return f"{100 * skill.error:.2f}% ({100 * skill.low:.2f} to {100 * skill.high:.2f})"


def _often(odds: float) -> str:
    return f"1 in {round(1 / odds):,}" if odds < 1 else ""


# --- one player ---


def read_insights(files: Sequence[Path], player: str, level: str, workers: int, console: Console) -> list[Insights]:
    """What the finished games of some files and folders say of one player's decisions, game by game."""
    adviser(level)  # refuses an unknown one before any work
    total = sum(map(count_records, files))
    digests: list[dict[str, Any]] = []
    seen: set[str] = set()
    wanted: list[tuple[str, Record, list[str]]] = []

    def noted() -> Iterator[Record]:
        for path in files:
            for name, record in named_records(path):
                if record.result is not None:
                    seated = players_of(record)
                    seen.update(seated)
                    if player in seated:
                        wanted.append((name, record, seated))
                        yield record

    with progress_bar(console, "games") as advance:
        for done, found in enumerate(findings(noted(), level, min(workers, max(total, 1)))):
            advance(done + 1, total)
            if found.analysis is None:
                continue
            name, record, seated = wanted[done]
            keys = [f"player:{one}" for one in seated]
            own = [seat for seat, one in enumerate(seated) if one == player]
            digests += [digest(record, found.analysis.to_json(), seat, keys, name, done) for seat in own]
    if not digests:
        known = ", ".join(sorted(seen)) or "nobody"
        raise BadInput(f"{player!r} made no decision in a finished game of these files; there played: {known}")
    return [insights(digests, game) for game in games_of(digests)]


def insights_table(found: Sequence[Insights]) -> RenderableType:
    """What each group of decisions cost, which kinds of moves were made too often or too rarely, and luck."""
    parts: list[RenderableType] = []
    for one in found:
        parts.append(
            f"[bold]{one.game}[/]: {one.games} games, {one.skill.decisions} decisions, {_cost(one.skill)} each"
        )
        table = Table(box=None, pad_edge=False)
        table.add_column("decisions")
        for name in ("", "number", "cost of a decision", "than the others", "example"):
            table.add_column(name, justify="right" if name == "number" else "left")
        words = ("phase", one.phases), ("kind", one.kinds), ("place in turn order", one.orders)
        for word, groups in (*words, ("against", one.opponents), ("seconds, from", one.times)):
            for group in groups:
                if group.skill.decisions:
                    table.add_row(word, *_group_cells(group))
        parts += [table, _habit_table(one)]
    fortune = found[0].fortune
    result = f"{plain(fortune.won)} won, {plain(fortune.start)} expected"
    luck = f"luck {signed(fortune.streak.luck)} (usual: ± {fortune.streak.spread:.1f})"
    often = f"; draws like these: {_often(fortune.streak.odds)}" if fortune.streak.odds < 1 else ""
    parts.append(f"All {fortune.streak.games} games: {result}; {luck}{often}")
    return Group(*parts)


def _group_cells(group: Decisions) -> tuple[str, str, str, str, str]:
    key = group.key.partition(":")[2] or group.key
    rest = "too few" if group.rest is None else {"more": "costlier", "less": "cheaper"}.get(group.rest.clearly, "alike")
    example = f"{group.example.table}, frame {group.example.frame}" if group.example else ""
    return key, str(group.skill.decisions), _cost(group.skill), rest, example


def _habit_table(one: Insights) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in ("move", "played", "best", "difference", ""):
        table.add_column(name, justify="left" if name in ("move", "") else "right")
    for habit in one.habits:
        share = habit.share
        shown = f"{signed_percent(share.value)} ({signed_percent(share.low)} to {signed_percent(share.high)})"
        verdict = {"more": "too often", "less": "too rarely"}.get(share.clearly, "")
        played, best = percent(habit.played / habit.decisions), percent(habit.best / habit.decisions)
        table.add_row(habit.kind, played, best, shown, verdict)
    return table
