"""An arena's result as a page: ratings, cross table, points, where they come from, seats, time."""

from __future__ import annotations

from piazzetta import __version__
from piazzetta.arena import page, plots
from piazzetta.arena.statistics import Estimate
from piazzetta.arena.summary import BotSummary, Summary
from piazzetta.games.registry import find_game


def elo(e: Estimate) -> str:
    return f"{plots.signed(round(e.value))} ± {e.half:.0f}"


def _interval(e: Estimate) -> str:
    return f"{100 * e.low:.1f}–{100 * e.high:.1f} %"


def seat_names(players: int) -> list[str]:
    """The seats in turn order."""
    return [("1st, starts", "2nd", "3rd", "4th", "5th", "6th")[seat] for seat in range(players)]


def headline(result: Summary) -> tuple[str, str]:
    """The result in a few words, and in a sentence or two."""
    ranked = sorted(result.bots, key=lambda bot: -bot.rating.value)
    title = find_game(result.game).title
    games = f"{result.games:,} games of {title} with {result.players} players, edition {result.edition}"
    if len(ranked) == 1:
        return f"{ranked[0].name} plays itself.", f"{games}."
    first, second = ranked[0], ranked[1]
    pair = result.pair(first.name, second.name)
    sure = pair is not None and pair.ahead.low > 0.5
    heading = f"{first.name} is ahead." if sure else f"{first.name} and {second.name} cannot be told apart yet."
    ahead = ""
    if pair is not None:
        ahead = (
            f" {first.name} comes in before {second.name} in {100 * pair.ahead.value:.1f} % of their "
            f"{pair.games:,} games ({_interval(pair.ahead)})."
        )
    return heading[0].upper() + heading[1:], f"{games}, every seating order equally often.{ahead}"


def _ratings(ranked: list[BotSummary]) -> str:
    rows = [
        [
            page.cell(bot.name, "" if bot.kind == "level" else bot.what),
            page.cell(plots.signed(round(bot.rating.value)), f"± {bot.rating.half:.0f}", strong=True),
            page.cell(f"{100 * bot.wins.value:.1f} %", f"{_interval(bot.wins)}; even is {100 * bot.even:.0f} %"),
            page.cell(f"{bot.points.value:.1f}", f"± {bot.points.half:.1f}"),
            page.cell(f"{bot.games:,}", f"{bot.forfeited} forfeited" if bot.forfeited else ""),
        ]
        for bot in ranked
    ]
    drawn = plots.whiskers("Ratings with 95 % intervals", [(b.name, b.rating) for b in ranked], plots.signed, 0.0)
    return page.section(
        "Ratings",
        drawn.render(),
        page.table(["bot", "rating", "wins", "points", "games"], rows),
        note="Elo scale: 400 points are odds of ten to one; the mean of those who take part is 0. 95 % intervals.",
    )


def _cross(result: Summary, ranked: list[BotSummary]) -> str:
    rows = []
    for bot in ranked:
        cells = [page.cell(bot.name)]
        for other in ranked:
            pair = result.pair(bot.name, other.name)
            if pair is None:
                cells.append(page.cell("·" if bot is other else "–"))
                continue
            kind = "gain" if pair.ahead.low > 0.5 else "cost" if pair.ahead.high < 0.5 else ""
            cells.append(page.cell(f"{100 * pair.ahead.value:.1f} %", _interval(pair.ahead), kind))
        rows.append(cells)
    return page.section(
        "Cross table",
        page.table(["", *(bot.name for bot in ranked)], rows),
        note="How often the bot of the row comes in before the bot of the column; a tie counts half. "
        "Tinted where the interval (Wilson) leaves 50 % out.",
    )


def _forfeits(ranked: list[BotSummary]) -> list[str]:
    rows = [[page.cell(bot.name), page.cell(why)] for bot in ranked for why in bot.forfeits]
    if not rows:
        return []
    note = "A program that ends, is too slow or answers with a move that is not allowed loses the game."
    return [page.section("Forfeits", page.table(["bot", "why"], rows, "words"), note=note, wide=True)]


def report(result: Summary, command: str) -> str:
    """The page. ``command`` is what made it."""
    ranked = sorted(result.bots, key=lambda bot: -bot.rating.value)
    by_seat = [(bot.name, [chair.wins for chair in bot.chairs]) for bot in ranked]
    if len(ranked) > 1:
        by_seat.append(("all", result.seats))
    heading, lead = headline(result)
    parts = [
        _ratings(ranked),
        _cross(result, ranked) if len(ranked) > 1 else "",
        page.section(
            "Points",
            plots.boxes("Points of each bot", [(b.name, b.quantiles, b.points.value) for b in ranked]).render(),
            note="A line from 5 to 95 % of all games, a box from 25 to 75 %, the median as a stroke, the mean as a dot "
            "and in figures.",
        ),
        page.section(
            "Where points come from",
            plots.stacks("Sources of points", [(b.name, b.sources) for b in ranked], result.sources).render(),
            note=f"Points of a seat in the mean. {find_game(result.game).sources().note}".rstrip(),
        ),
        page.section(
            "Seats",
            plots.grouped(
                "Wins by seat", by_seat, seat_names(result.players), reference=1 / result.players, within=(0, 1)
            ).render(),
            note="Share of wins on each seat with 95 % intervals. The broken line is an even share of the table.",
        ),
        page.section(
            "Time per move",
            plots.times(
                "Time per move", [(b.name, b.seconds_median, b.seconds_mean, b.seconds_slowest) for b in ranked]
            ).render(),
            note="Median (full dot), mean (open dot) and slowest move. In figures: median and slowest.",
        ),
        *_forfeits(ranked),
        page.section(
            "How it was played",
            page.paragraph(
                f"A game takes {result.turns.value:.1f} ± {result.turns.half:.1f} turns; "
                f"{100 * result.ties.value:.1f} % end with a shared win. Seed {result.seed}. "
                "All seatings of a block of games had the same chance."
                + ", ".join(f"{k} {v}" for k, v in result.rules.items())
                + "."
            ),
            page.paragraph("Rules: " + ", ".join(f"{key} {value}" for key, value in result.rules.items()) + "."),
            page.code(command),
            wide=True,
        ),
    ]
    place = f"Arena · {find_game(result.game).title} · {result.players} players"
    foot = f"Made by piazzetta {__version__}. Intervals are 95 %."
    return page.page(f"Arena: {', '.join(b.name for b in ranked)}", place, "The arena", heading, lead, parts, foot)
