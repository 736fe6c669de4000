"""An arena in the terminal: its result as tables, and its report."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from piazzetta.arena import Summary
from piazzetta.arena.reports.findings import arena_headline, sprt_headline
from piazzetta.arena.results.formats import duration, elo
from piazzetta.arena.results.pool import Pool
from piazzetta.arena.results.statistics import Estimate
from piazzetta.games.registry import find_game
from piazzetta.terminal.tables import titled

REPORT = "report.html"


def write_arena(result: Summary, folder: Path, command: str, console: Console) -> None:
    """Write the report of an arena into its folder."""
    from piazzetta.arena.reports.arena import arena_report

    (folder / REPORT).write_text(arena_report(result, command), encoding="utf-8")
    console.print(Text(f"The report is {folder / REPORT}, the games are in {folder / 'games.jsonl'}."))


def ratings_table(found: Pool) -> RenderableType:
    """Show one rating over several arenas as a table."""
    counts = sorted({players for bot in found.bots for players in bot.games})
    title = f"{found.games:,} games of {find_game(found.game).title}; Plackett–Luce, Elo scale, 95% intervals"
    table = Table()
    table.add_column("bot", overflow="fold")
    for name in ("rating", *(f"games with {players}" for players in counts)):
        table.add_column(name, justify="right")
    for bot in found.bots:
        table.add_row(bot.name, elo(bot.rating), *(f"{bot.games.get(players, 0):,}" for players in counts))
    return titled(title, table)


def _share(e: Estimate) -> str:
    return f"{100 * e.value:.1f}%\n{100 * e.low:.1f}–{100 * e.high:.1f}"


def arena_table(result: Summary) -> RenderableType:
    """Show a result as tables: ratings, then wins of each bot against each other."""
    ranked, headline = result.ranked, arena_headline(result)[1]
    ratings = Table()
    ratings.add_column("bot", overflow="fold", min_width=8)
    for name in ("Elo", "wins", "95%", "points", "games", "per move"):
        ratings.add_column(name, justify="right")
    for bot in ranked:
        ratings.add_row(
            bot.name,
            elo(bot.rating),
            f"{100 * bot.wins.value:.1f}%",
            f"{100 * bot.wins.low:.1f}–{100 * bot.wins.high:.1f}",
            f"{bot.points.value:.1f} ± {bot.points.half:.1f}",
            f"{bot.games:,}",
            duration(bot.seconds_median),
        )
    if len(ranked) == 1:
        return titled(headline, ratings)
    cross = Table()
    cross.add_column("bot", overflow="fold")
    for bot in ranked:
        cross.add_column(bot.name, justify="right", overflow="fold")
    for bot in ranked:
        pairs = [result.pair(bot.name, other.name) for other in ranked]
        cross.add_row(bot.name, *(_share(pair.ahead) if pair else "·" for pair in pairs))
    forfeits = [
        Text(f"{bot.name} forfeited {bot.forfeited} {'game' if bot.forfeited == 1 else 'games'}: {why}")
        for bot in ranked
        for why in bot.forfeits[:3]
    ]
    test = [Text(""), *(Text(words) for words in sprt_headline(result.sprt))] if result.sprt else []
    note = Text("Intervals are 95%; a tie counts half.", "dim")
    return Group(titled(headline, ratings), titled("finishes ahead of …", cross), note, *forfeits, *test)
