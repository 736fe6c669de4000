"""A verdict as a page: what strong players make of a map or deck, with the heat map drawn on it."""

from __future__ import annotations

from piazzetta.arena.reports import charts
from piazzetta.arena.reports.drawing import Drawing
from piazzetta.arena.reports.page import ReportTable, TableCell, render
from piazzetta.arena.results.formats import is_uneven, seat_names, signed, signed_percent
from piazzetta.arena.results.statistics import Estimate
from piazzetta.games.registry import workbench
from piazzetta.match.setting import Setting
from piazzetta.workshop.kinds import kind_of_move
from piazzetta.workshop.verdict import Verdict, headline


def verdict_report(found: Verdict, setting: Setting, command: str) -> str:
    """Return a verdict as HTML."""
    heat = workbench(setting.game.name).heat(setting.components, found.uses)
    return render(
        "workshop.html",
        title=setting.game.title,
        what=setting.game.listing.components_option,
        found=found,
        heading=headline(found),
        heat=heat,
        drawings=drawings(found),
        figures=_figures(found),
        uses=[(use.what, _uses(use.keys, use.names, use.a_game, found.dead.get(use.what, []))) for use in found.uses],
        totals={name: ReportTable(["", *of], [[TableCell("")] + [TableCell(f"{n:.3g}") for n in of.values()]])
                for name, of in found.totals.items()},
        changes=_changes(found),
        command=command,
    )  # fmt: skip


def drawings(found: Verdict) -> dict[str, Drawing]:
    seats = list(zip(seat_names(found.players), found.wins, strict=True))
    made = {
        "wins": charts.whiskers("Wins by seat", seats, _percent, 1 / found.players),
        "sources": charts.stacks(
            "Where the points of a seat come from",
            [("a seat", {name: e.value for name, e in found.sources.items()})],
            list(found.sources),
        ),
    }
    if found.ladder:
        rungs = [(f"{rung.player} among {rung.others}", rung.wins) for rung in found.ladder]
        made["ladder"] = charts.whiskers("How much better play pays", rungs, _percent, 1 / found.players)
    if found.restrictions:
        kinds = [kind_of_move(found.game, bar.move) for bar in found.restrictions]
        points = [(kind, bar.points) for kind, bar in zip(kinds, found.restrictions, strict=True)]
        wins = [(kind, bar.wins) for kind, bar in zip(kinds, found.restrictions, strict=True)]
        made["nobody"] = charts.whiskers("Points of a seat if nobody may …", points, signed, 0.0)
        made["one"] = charts.whiskers("Wins of a player who alone may not …", wins, signed_percent, 0.0)
    return made


def _percent(value: float) -> str:
    return f"{100 * value:.1f}%"


def _figures(found: Verdict) -> ReportTable:
    def row(name: str, e: Estimate, share: bool = False, digits: int = 1) -> list[TableCell]:
        scale, unit = (100, "%") if share else (1, "")
        value, low, high, half = (f"{scale * one:.{digits}f}".replace("-", "−") for one in (*e, e.half))
        return [TableCell(name), TableCell(value + unit, f"{low}–{high}{unit}" if is_uneven(e) else f"± {half}{unit}")]

    return ReportTable(
        ["", ""],
        [
            row("wins of the starter above an even share", found.first_move, True),
            row("rounds", found.rounds),
            row("moves, chance included", found.moves),
            row("lead changes", found.lead_changes),
            row("the lead is final after this share of the game", found.decided, True),
            row("margin between first and second", found.margin),
            row("close games (margin at most a tenth of the winner's points, or one point)", found.close, True),
            row("shared wins", found.ties, True),
            row("decisions with a choice", found.decisions),
            row("of these open (at least half a bit)", found.open, True),
            row("entropy of a decision, in bits", found.entropy, digits=2),
        ],
        "words",
    )


def _uses(keys: tuple[str, ...], names: tuple[str, ...], a_game: tuple[float, ...], dead: list[str]) -> ReportTable:
    ordered = sorted(zip(keys, names, a_game, strict=True), key=lambda one: one[2])
    rows = [
        [
            TableCell(name if name == key else f"{key}: {name}"),
            TableCell(f"{used:.2f}", tint="cost" if key in dead else ""),
        ]
        for key, name, used in ordered
    ]
    return ReportTable(["", "in a game"], rows)


def _changes(found: Verdict) -> ReportTable | None:
    if not found.changes:
        return None
    rows = []
    for name, change in found.changes.items():
        e = change.difference
        tint = ("gain" if e.value > 0 else "cost") if e.excludes_zero else ""
        difference = TableCell(f"{e.value:+.2f}".replace("-", "−"), f"± {e.half:.2f}", tint)
        rows.append([TableCell(name), TableCell(f"{change.here:.2f}"), TableCell(f"{change.there:.2f}"), difference])
    return ReportTable(["", "here", "there", "difference"], rows)
