"""An arena's result as a page: ratings, cross table, points, where they come from, seats, time."""

from __future__ import annotations

from piazzetta.arena.reports import charts
from piazzetta.arena.reports.findings import arena_headline, sprt_headline
from piazzetta.arena.reports.page import ReportTable, TableCell, render
from piazzetta.arena.results.formats import interval, seat_names, signed
from piazzetta.arena.results.summary import BotSummary, Summary
from piazzetta.games.registry import find_game


def arena_report(result: Summary, command: str) -> str:
    """Return the report of an arena as HTML. ``command`` is the command that made it."""
    ranked = result.ranked
    heading, lead = sprt_headline(result.sprt) if result.sprt else arena_headline(result)
    by_seat = [(bot.name, [chair.wins for chair in bot.chairs]) for bot in ranked]
    if len(ranked) > 1:
        by_seat.append(("all", result.seats))
    game = find_game(result.game)
    return render(
        "arena.html",
        title=game.title,
        heading=heading,
        lead=lead,
        result=result,
        ranked=ranked,
        ratios=result.sprt
        and charts.walk(
            "The sequential test's log-likelihood ratio", result.sprt.ratios, result.sprt.hypotheses.bounds
        ),
        ratings_chart=charts.whiskers(
            "Ratings with 95% intervals", [(bot.name, bot.rating) for bot in ranked], signed, 0.0
        ),
        ratings=_ratings(ranked),
        cross=_cross(result, ranked),
        points=charts.boxes("Points of each bot", [(bot.name, bot.quantiles, bot.points.value) for bot in ranked]),
        sources=charts.stacks("Sources of points", [(bot.name, bot.sources) for bot in ranked], result.sources),
        sources_note=game.sources().note,
        by_seat=charts.grouped(
            "Wins by seat", by_seat, seat_names(result.players), reference=1 / result.players, within=(0, 1)
        ),
        times=charts.times(
            "Time per move",
            [(bot.name, bot.seconds_median, bot.seconds_mean, bot.seconds_slowest) for bot in ranked],
        ),
        forfeits=ReportTable(
            ["bot", "why"], [[TableCell(bot.name), TableCell(why)] for bot in ranked for why in bot.forfeits], "words"
        ),
        command=command,
    )


def _ratings(ranked: list[BotSummary]) -> ReportTable:
    rows = [
        [
            TableCell(bot.name, "" if bot.what == bot.name else bot.what),
            TableCell(signed(round(bot.rating.value)), f"± {bot.rating.half:.0f}", strong=True),
            TableCell(f"{100 * bot.wins.value:.1f}%", f"{interval(bot.wins)}; even is {100 * bot.even:.0f}%"),
            TableCell(f"{bot.points.value:.1f}", f"± {bot.points.half:.1f}"),
            TableCell(f"{bot.games:,}", f"{bot.forfeited} forfeited" if bot.forfeited else ""),
        ]
        for bot in ranked
    ]
    return ReportTable(["bot", "rating", "wins", "points", "games"], rows)


def _cross(result: Summary, ranked: list[BotSummary]) -> ReportTable:
    rows = []
    for bot in ranked:
        cells = [TableCell(bot.name)]
        for other in ranked:
            pair = result.pair(bot.name, other.name)
            if pair is None:
                cells.append(TableCell("·" if bot is other else "–"))
                continue
            tint = "gain" if pair.ahead.low > 0.5 else "cost" if pair.ahead.high < 0.5 else ""
            cells.append(TableCell(f"{100 * pair.ahead.value:.1f}%", interval(pair.ahead), tint))
        rows.append(cells)
    return ReportTable(["", *(bot.name for bot in ranked)], rows)
