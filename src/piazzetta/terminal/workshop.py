"""The workshop's results as tables: a verdict, an improvement, fair starts, the shelf."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from piazzetta.arena.results.formats import (
    change,
    change_percent,
    one_digit,
    one_digit_percent,
    plain,
    seat_names,
    with_interval,
)
from piazzetta.arena.results.statistics import Estimate
from piazzetta.games.registry import find_game, names, shelf
from piazzetta.match.setting import Setting
from piazzetta.terminal.tables import pairs_table, titled
from piazzetta.workshop.improve import Improvement
from piazzetta.workshop.kinds import kind_of_move
from piazzetta.workshop.search import Step
from piazzetta.workshop.start_search import ConfirmedStart
from piazzetta.workshop.verdict import Verdict, headline


def percent(e: Estimate) -> str:
    return with_interval(e, one_digit_percent)


def number(e: Estimate) -> str:
    return with_interval(e, one_digit)


def _table(*columns: str) -> Table:
    table = Table()
    for place, column in enumerate(columns):
        table.add_column(column, justify="right" if place else "left", overflow="fold")
    return table


def verdict_table(found: Verdict) -> RenderableType:
    said = f"{found.name}: {found.games:,} games of {find_game(found.game).title}, {found.players} players."
    seats = _table("seat", "wins", "points")
    for name, wins, points in zip(seat_names(found.players), found.wins, found.points, strict=True):
        seats.add_row(name, percent(wins), number(points))
    game = pairs_table()
    rows = {
        "starter's advantage": with_interval(found.first_move, change_percent),
        "rounds": number(found.rounds),
        "decisions with a choice": number(found.decisions),
        "of these open": f"{percent(found.open)}, {found.entropy.value:.2f} bits on average",
        "lead changes": number(found.lead_changes),
        "the lead is final after": f"{percent(found.decided)} of the game",
        "margin": number(found.margin),
        "close games": percent(found.close),
        "shared wins": percent(found.ties),
    }
    for name, words in rows.items():
        game.add_row(name, words)
    parts: list[RenderableType] = [Text(headline(found), "bold"), Text(said), seats, titled("A game", game)]
    sources = pairs_table()
    for name, points in found.sources.items():
        sources.add_row(name, number(points))
    parts.append(titled(f"Points of a seat, by source ({found.source_games} games)", sources))
    if found.ladder:
        ladder = _table("one", "others", "wins")
        for rung in found.ladder:
            ladder.add_row(rung.player, rung.others, percent(rung.wins))
        parts.append(titled(f"How much better play pays (even is {100 / found.players:.0f}%)", ladder))
    if found.restrictions:
        bars = _table("to …", "in a game", "if nobody may:\npoints of a seat", "if one may not:\nits wins")
        for bar in found.restrictions:
            nobody, one = with_interval(bar.points, change), with_interval(bar.wins, change_percent)
            bars.add_row(kind_of_move(found.game, bar.move), plain(bar.used), nobody, one)
        parts.append(titled("What a kind of move is worth", bars))
    if found.changes:
        parts.append(_changes(found))
    parts.append(Text(_dead(found.dead)))
    return Group(*parts, Text(f"Judged by {found.judge}. {found.trust}", "dim"))


def _changes(found: Verdict) -> RenderableType:
    table = _table("", "here", "there", "difference")
    for name, changed in found.changes.items():
        e = changed.difference
        style = "bold" if e.excludes_zero else ""
        words = f"{e.value:+.2f} ± {e.half:.2f}".replace("-", "−")
        table.add_row(name, f"{changed.here:.2f}", f"{changed.there:.2f}", Text(words, style))
    return titled(f"Against {found.against}, with the same luck", table)


def _dead(dead: Mapping[str, list[str]]) -> str:
    if not dead:
        return "No dead places."
    lines = [f"{what}: {', '.join(keys[:12])}{', …' if len(keys) > 12 else ''}" for what, keys in dead.items()]
    return "Hardly used, by what happens there: " + "; ".join(lines) + "."


def step_line(step: Step) -> str:
    """A generation in one line."""
    wins = " / ".join(f"{100 * share:.0f}" for share in step.figures.wins)
    return (
        f"generation {step.generation + 1}: wins {wins}%, {step.figures.rounds:.1f} rounds, "
        f"margin {step.figures.margin:.1f}, loss {step.loss:.1f}"
    )


def improvement_table(found: Improvement) -> RenderableType:
    title = f"Confirmed by {found.after.games:,} games each, with the same new draws"
    table = _table("", "before", "after", "change")
    names = [f"wins, {name}" for name in seat_names(len(found.before.wins))]
    for name, row in zip([*names, "rounds", "margin"], found.compared, strict=True):
        show = percent if name in names else number
        changed = with_interval(row.change, change_percent if name in names else change)
        table.add_row(name, show(row.before), show(row.after), changed)
    both = found.before, found.after
    table.add_row("farthest from even", *(f"{100 * figures.unevenness:.1f}%" for figures in both))
    table.add_row("loss", f"{found.loss_before:.1f}", f"{found.loss_after:.1f}")
    e = found.uneven
    played = " + ".join(f"{games:,} {what}" for what, games in found.played.items())
    words = [
        f"Games: {played} = {sum(found.played.values()):,}. Intervals are 95%.",
        f"The farthest seat's advantage changed by {with_interval(e, change_percent)}.",
    ]
    if not found.changed:
        words.append("Nothing better than the original was found.")
    elif not found.better:
        words.append("Fresh luck does not confirm it as better, so the original is kept: play more games.")
    if found.stopped:
        words.append("The search was stopped; the same command takes it up again.")
    return Group(titled(title, table), Text(" ".join(words)))


def shelf_list() -> RenderableType:
    """The included maps and decks: each with its key, then what it is."""
    parts: list[RenderableType] = []
    for name in names():
        if not shelf(name):
            continue
        found = find_game(name)
        parts.append(Text(found.title, "italic"))
        for one in shelf(name):
            seats = f"{' or '.join(map(str, one.players))} players"
            parts.append(Text.assemble((f"{one.key}  ", "bold"), f"{one.title}, {seats}"))
            parts.append(Padding(f"{found.read_components(one.source).summary()}. {one.about}", (0, 0, 0, 4)))
    return Group(*parts)


def start_table(name: str, found: Sequence[tuple[Setting, ConfirmedStart]]) -> RenderableType:
    """Fair starts: the points in turn order, with lots if there are several, and the wins with and without them."""
    title = f"{name}: points for each player in turn order, the starter first"
    table = _table("edition", "players", "lot", "points", "wins", "without", "games")
    for setting, start in found:
        half = 100 * max(one.half for one in start.after)
        wins, before = (" / ".join(f"{100 * one.value:.1f}" for one in all_) for all_ in (start.after, start.before))
        for number, (lot, points) in enumerate(start.lots):
            own = ("", "") if number else (setting.edition, str(setting.players))
            measured = ("", "", "") if number else (f"{wins} ± {half:.1f}%", f"{before}%", f"{start.games:,}")
            table.add_row(*own, f"{lot}%", " ".join(str(one) for one in points), *measured)
    return titled(title, table)


def seat_line(name: str, wins: Sequence[Estimate], by: str) -> str:
    """How often each seat wins, in one line."""
    shares = " / ".join(f"{100 * one.value:.1f}" for one in wins)
    farthest = max(abs(one.value - 1 / len(wins)) for one in wins)
    half = 100 * max(one.half for one in wins)
    return f"{name}: {shares}% ± {half:.1f}, the farthest {100 * farthest:.1f}% from even ({by})"
