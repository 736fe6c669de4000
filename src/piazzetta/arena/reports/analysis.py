"""An analysed game as a page: the graph of winning chances, turning points, costly moves, and luck."""

from __future__ import annotations

from matplotlib.artist import Artist
from matplotlib.ticker import FuncFormatter, MaxNLocator

from piazzetta.arena.reports.drawing import DISPLAY, Drawing, finish, new_figure
from piazzetta.arena.reports.findings import SEATS, analysis_headline, odds_sentence, seat_sentence
from piazzetta.arena.reports.page import ReportTable, TableCell, render
from piazzetta.arena.reports.theme import COLOURS, DASHES, MARKER_SIZES, MARKERS
from piazzetta.arena.results.formats import percent, signed_percent
from piazzetta.bots.analysis import SLIGHT, Analysis, Decision, costly_moves
from piazzetta.bots.luck import SeatLuck
from piazzetta.bots.reasons import sentence
from piazzetta.games.registry import find_game

_WIDTH, _HEIGHT = 1180, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 100, 20, 50  # the margins


def analysis_report(found: Analysis, command: str) -> str:
    """Return the report of an analysed game as HTML."""
    seats = []
    for own in found.seats:
        decisions = [decision for decision in found.decisions if decision.seat == own.seat]
        costly = costly_moves(decisions, own.seat)[:5]
        seats.append((own, seat_sentence(found, own), _table(costly), _table(decisions)))
    return render(
        "analysis.html",
        title=find_game(found.game).title,
        heading=analysis_headline(found),
        found=found,
        sentence=sentence,
        graph=graph(found),
        slight=SLIGHT,
        own_seats=seats,
        luck=None if found.luck is None else _luck_table(found.luck.seats),
        command=command,
    )


def graph(found: Analysis) -> Drawing:
    """Each seat's chance of winning at every decision, as its mover could see it."""
    figure = new_figure(_WIDTH, _HEIGHT)
    axes = figure.add_axes((
        _LEFT / _WIDTH, _BOTTOM / _HEIGHT, (_WIDTH - _LEFT - _RIGHT) / _WIDTH, (_HEIGHT - _TOP - _BOTTOM) / _HEIGHT,
    ))  # fmt: skip
    axes.set_xlim(0, max(found.moves, 1))
    axes.set_ylim(0, 1)
    axes.spines[:].set_visible(False)
    axes.grid(axis="y", color=COLOURS["rule"], linewidth=1)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, labelsize=12, labelcolor=COLOURS["ink-3"], pad=8)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: percent(value)))
    axes.xaxis.set_major_locator(MaxNLocator(10, integer=True))
    axes.set_xlabel("move", color=COLOURS["ink-3"], fontsize=12)
    tooltips: dict[Artist, str] = {}
    for number, point in enumerate(found.turning_points, start=1):
        axes.axvline(point.index, color=COLOURS["gold-ink"], linewidth=1.5, linestyle=(0, (2, 2.5)))
        (dot,) = axes.plot(
            [point.index], [1], "o", markersize=20, color=COLOURS["gold-soft"], markeredgecolor=COLOURS["gold-ink"],
            markeredgewidth=1.5, clip_on=False,
        )  # fmt: skip
        tooltips[dot] = f"turning point {number}, move {point.index}"
        axes.text(
            point.index, 0.997, str(number), fontproperties=DISPLAY, color=COLOURS["gold-ink"], ha="center",
            va="center_baseline",
        )  # fmt: skip
    ends: list[tuple[float, int]] = []
    for seat in range(found.players):
        x = [decision.index for decision in found.decisions]
        y = [decision.wins[seat] for decision in found.decisions]
        if found.result is not None:
            winners = found.result["winners"]
            x.append(found.moves)
            y.append(1 / len(winners) if seat in winners else 0.0)
        colour = COLOURS[f"seat-{seat}"]
        axes.plot(x, y, color=colour, linewidth=2.2, linestyle=DASHES[seat], clip_on=False)
        axes.plot(x[-1:], y[-1:], MARKERS[seat], markersize=12 * MARKER_SIZES[seat], color=colour, clip_on=False)
        ends.append((y[-1], seat))
    height = 2.0
    for end, seat in sorted(ends, key=lambda pair: (-pair[0], pair[1])):  # names next to the line ends, without overlap
        height = min(end, height - 19 / (_HEIGHT - _TOP - _BOTTOM))
        axes.annotate(
            SEATS[seat], (1, height), (30, 0), axes.get_yaxis_transform(), "offset points", va="center",
            annotation_clip=False, fontproperties=DISPLAY, color=COLOURS["ink-1"],
        )  # fmt: skip
        axes.plot(
            [1 + 18 / (_WIDTH - _LEFT - _RIGHT)], [height], MARKERS[seat], markersize=10 * MARKER_SIZES[seat],
            color=COLOURS[f"seat-{seat}"], clip_on=False, transform=axes.get_yaxis_transform(),
        )  # fmt: skip
    return finish(figure, "Chances to win over the moves", tooltips)


def _table(decisions: list[Decision]) -> ReportTable:
    return ReportTable(["move", "played", "chance", "cost", "better"], [_row(d) for d in decisions], "words")


def _row(decision: Decision) -> list[TableCell]:
    costly = decision.gave_away >= SLIGHT
    return [
        TableCell(str(decision.index)),
        TableCell(decision.move, sentence(decision.against)),
        TableCell(percent(decision.wins[decision.seat])),
        TableCell(f"−{100 * decision.gave_away:.1f}%", tint="cost") if costly else TableCell("0"),
        TableCell(decision.best if costly else "", decision.why),
    ]


def _luck_table(seats: tuple[SeatLuck, ...]) -> ReportTable:
    heads = ["seat", "start", "decisions", "luck", "the others", "result", "without luck", ""]
    return ReportTable(heads, [_luck_row(own) for own in seats])


def _luck_row(own: SeatLuck) -> list[TableCell]:
    parts = [own.decisions, own.luck, own.others]
    return [
        TableCell(SEATS[own.seat]),
        TableCell(percent(own.start)),
        *(TableCell(signed_percent(part)) for part in parts),
        TableCell(percent(own.result)),
        TableCell(percent(own.adjusted)),
        TableCell(odds_sentence(own.luck, own.odds)),
    ]
