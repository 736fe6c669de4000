"""The charts of reports: estimates with whiskers, boxes, stacked sources, seats, times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from piazzetta.arena.reports.drawing import DISPLAY, SMALL, Drawing, finish, new_figure, text_width
from piazzetta.arena.reports.theme import COLOURS, MARKER_SIZES, MARKERS
from piazzetta.arena.results.formats import Show, duration, percent, plain, with_interval
from piazzetta.arena.results.statistics import Estimate

_WIDTH = 720
_ROW, _LINE = 34, 14
_TOP, _LEGEND, _AXIS = 14, 26, 30
_LABEL_SIZE, _LABEL_PAD = 13, 12
#: The colour of each source of points; a source without its own takes the next in order.
_SOURCE_COLOURS = {"start": "paper-4", "alleys": "street", "districts": "gold", "tolls": "toll", "lord": "lord"}
_OTHERS = ("street", "gold", "brick", "info")


class _Rows:
    """A chart in progress: labelled rows from top to bottom, an axis below, figures on the right."""

    def __init__(
        self, labels: Sequence[str], show: Show, *, row: float = _ROW, right: float = 90, legend: bool = False
    ) -> None:
        top = _TOP + (_LEGEND if legend else 0)
        height = top + row * len(labels) + _AXIS
        self.left = _LABEL_PAD + 8 + max((text_width(label, _LABEL_SIZE) for label in labels), default=0)
        self.right = right
        self.height = height
        self.tooltips: dict[Artist, str] = {}
        self.figure: Figure = new_figure(_WIDTH, height)
        self.axes: Axes = self.figure.add_axes(
            (self.left / _WIDTH, _AXIS / height, (_WIDTH - right - self.left) / _WIDTH, row * len(labels) / height)
        )
        self.axes.set_ylim(len(labels) - 0.5, -0.5)
        self.axes.set_yticks(range(len(labels)), labels)
        self.axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
        self.axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: show(value)))
        self.axes.spines[:].set_visible(False)
        self.axes.tick_params(length=0, pad=8)
        self.axes.tick_params(axis="y", labelsize=_LABEL_SIZE, labelcolor=COLOURS["ink-1"], pad=_LABEL_PAD)
        self.axes.tick_params(axis="x", labelsize=12, labelcolor=COLOURS["ink-3"])
        self.axes.grid(axis="x", color=COLOURS["rule"], linewidth=1)
        self.axes.set_axisbelow(True)

    def line(self, start: float, end: float, y: float, width: float = 2, caps: bool = False) -> None:
        colour = COLOURS["rule-strong"]
        self.axes.plot([start, end], [y, y], color=colour, linewidth=width, solid_capstyle="round", clip_on=False)
        if caps:
            self.axes.plot([start, end], [y, y], "|", color=colour, markersize=10, markeredgewidth=1.5, clip_on=False)

    def dot(self, x: float, y: float, marker: str, size: float, fill: str, edge: str, tooltip: str) -> None:
        (artist,) = self.axes.plot(
            [x], [y], marker, markersize=size, color=COLOURS[fill], clip_on=False,
            markeredgecolor=COLOURS[edge], markeredgewidth=1.3,
        )  # fmt: skip
        self.tooltips[artist] = tooltip

    def bar(self, start: float, end: float, y: float, height: float, colour: str) -> None:
        self.axes.barh(
            [y],
            [end - start],
            height,
            start,
            color=COLOURS[colour],
            edgecolor=COLOURS["paper-1"],
            linewidth=1,
            zorder=2,
            clip_on=False,
        )

    def figure_at(self, y: float, words: str, small: bool = False) -> None:
        """A value at the right end of a row."""
        font, colour = (SMALL, "ink-2") if small else (DISPLAY, "ink-1")
        self.axes.annotate(
            words, (1, y), (self.right - 8, 0), self.axes.get_yaxis_transform(), "offset points", ha="right",
            va="center", annotation_clip=False, fontproperties=font, color=COLOURS[colour],
        )  # fmt: skip

    def reference(self, value: float | None, dashed: bool = True) -> None:
        if value is not None:
            self.axes.axvline(
                value, color=COLOURS["rule-strong"], linewidth=1.5, linestyle=(0, (3, 3)) if dashed else "-"
            )

    def span(self, values: Sequence[float], reference: float | None, within: tuple[float, float] | None = None) -> None:
        """Set the axis from the smallest to the largest value, with some margin."""
        known = [value for value in [*values, reference] if value is not None and isfinite(value)] or [0.0, 1.0]
        low, high = min(known), max(known)
        room = (high - low) * 0.06 or 0.5
        low, high = low - room, high + room
        if within is not None:
            low, high = max(low, within[0]), min(high, within[1])
        self.axes.set_xlim(low, high)

    def legend(self, handles: Sequence[Line2D | Patch]) -> None:
        self.figure.legend(
            handles=handles, loc="upper left", bbox_to_anchor=(self.left / _WIDTH, 1 - 4 / self.height),
            ncols=len(handles), frameon=False, fontsize=12, labelcolor=COLOURS["ink-2"], borderpad=0,
            borderaxespad=0, handletextpad=0.5, columnspacing=1.6, handlelength=1.1, handleheight=1.1,
        )  # fmt: skip

    def finish(self, title: str) -> Drawing:
        return finish(self.figure, title, self.tooltips)


def whiskers(title: str, rows: Sequence[tuple[str, Estimate]], show: Show, reference: float) -> Drawing:
    """Each estimate as a dot on its 95% interval, with its value in figures."""
    chart = _Rows([label for label, _ in rows], show, right=130)
    chart.span([value for _, e in rows for value in (e.low, e.high)], reference)
    chart.reference(reference)
    for y, (label, e) in enumerate(rows):
        if not isfinite(e.value):
            continue
        chart.line(e.low, e.high, y, 3, caps=True)
        words = f"{label}: {show(e.value)}, from {show(e.low)} to {show(e.high)}"
        chart.dot(e.value, y, "o", 13, "bottle", "paper-1", words)
        chart.figure_at(y, with_interval(e, show))
    return chart.finish(title)


def boxes(title: str, rows: Sequence[tuple[str, Sequence[float], float]]) -> Drawing:
    """Points: a box from 25 to 75%, a line from 5 to 95%, the median as a stroke, the mean as a dot."""
    chart = _Rows([label for label, _, _ in rows], plain)
    chart.span([value for _, quantiles, _ in rows for value in quantiles], None)
    for y, (label, quantiles, mean) in enumerate(rows):
        if not quantiles:
            continue
        low, first, middle, third, high = quantiles
        chart.line(low, high, y)
        chart.bar(first, third, y, 18 / _ROW, "street")
        chart.axes.plot([middle, middle], [y - 9 / _ROW, y + 9 / _ROW], color=COLOURS["gold"], linewidth=3)
        chart.dot(mean, y, "o", 8, "paper-0", "ink-1", f"{label}: mean {mean:.1f}")
        chart.figure_at(y, f"{mean:.1f}")
    return chart.finish(title)


def stacks(title: str, rows: Sequence[tuple[str, Mapping[str, float]]], names: Sequence[str]) -> Drawing:
    """Where points come from: one bar per row, losses to the left of zero."""
    colours = {name: _SOURCE_COLOURS.get(name) or _OTHERS[place % 4] for place, name in enumerate(names)}
    chart = _Rows([label for label, _ in rows], plain, legend=True)
    chart.legend([Patch(color=COLOURS[colours[name]], label=name) for name in names])
    gained = [sum(max(value, 0) for value in parts.values()) for _, parts in rows]
    lost = [sum(min(value, 0) for value in parts.values()) for _, parts in rows]
    chart.axes.set_xlim(min([0, *lost]) * 1.05, max([1e-9, *gained]) * 1.03)
    for y, (_, parts) in enumerate(rows):
        plus = minus = 0.0
        for name in names:
            value = parts[name]
            start = plus if value >= 0 else minus
            chart.bar(start, start + value, y, 20 / _ROW, colours[name])
            plus, minus = plus + max(value, 0), minus + min(value, 0)
        chart.figure_at(y, f"{sum(parts.values()):.1f}")
    chart.reference(0, dashed=False)
    return chart.finish(title)


def grouped(
    title: str,
    rows: Sequence[tuple[str, Sequence[Estimate]]],
    names: Sequence[str],
    show: Show = percent,
    reference: float | None = None,
    within: tuple[float, float] | None = None,
) -> Drawing:
    """Several estimates per row, one below the other, each with the sign of its name in the legend."""
    row = 16 + _LINE * len(names)
    chart = _Rows([label for label, _ in rows], show, row=row, right=112, legend=True)
    chart.legend([
        Line2D([], [], linestyle="none", marker=MARKERS[place], markersize=8 * MARKER_SIZES[place],
               color=COLOURS[f"seat-{place}"], label=name)
        for place, name in enumerate(names)
    ])  # fmt: skip
    chart.span([value for _, estimates in rows for e in estimates for value in (e.low, e.high)], reference, within)
    chart.reference(reference)
    for place, (label, estimates) in enumerate(rows):
        if place:
            chart.axes.axhline(place - 0.5, color=COLOURS["rule"], linewidth=1)
        for number, e in enumerate(estimates):
            if not isfinite(e.value):
                continue
            y = place + (number - (len(names) - 1) / 2) * _LINE / row
            chart.line(e.low, e.high, y)
            words = f"{label}, {names[number]}: {show(e.value)}, from {show(e.low)} to {show(e.high)}"
            chart.dot(e.value, y, MARKERS[number], 11 * MARKER_SIZES[number], f"seat-{number}", "paper-1", words)
            chart.figure_at(y, with_interval(e, show), small=True)
    return chart.finish(title)


def times(title: str, rows: Sequence[tuple[str, float, float, float]]) -> Drawing:
    """Time per move on a logarithmic scale: median, mean and slowest."""
    chart = _Rows([label for label, *_ in rows], duration, right=170)
    known = [value for _, *values in rows for value in values if value > 0] or [1e-3]
    chart.axes.set_xscale("log")
    chart.axes.xaxis.set_major_locator(LogLocator())
    chart.axes.xaxis.set_minor_locator(NullLocator())
    chart.axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: duration(value)))
    chart.axes.set_xlim(min(known) / 2, max(known) * 2)
    for y, (label, *values) in enumerate(rows):
        middle, average, slowest = (max(value, min(known)) for value in values)
        chart.line(middle, slowest, y)
        chart.axes.plot([slowest], [y], "|", color=COLOURS["rule-strong"], markersize=12, markeredgewidth=2)
        chart.dot(average, y, "o", 8, "paper-0", "ink-1", f"{label}: mean {duration(average)}")
        chart.dot(middle, y, "o", 13, "bottle", "paper-1", f"{label}: median {duration(middle)}")
        chart.figure_at(y, f"{duration(middle)} · {duration(slowest)}")
    return chart.finish(title)


def walk(title: str, values: Sequence[float], band: tuple[float, float]) -> Drawing:
    """A value step by step, and the band that it leaves at last."""
    height = 240
    figure = new_figure(_WIDTH, height)
    axes = figure.add_axes((60 / _WIDTH, _AXIS / height, (_WIDTH - 80) / _WIDTH, (height - _AXIS - _TOP) / height))
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, pad=8, labelsize=12, labelcolor=COLOURS["ink-3"])
    axes.grid(color=COLOURS["rule"], linewidth=1)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    for bound in band:
        axes.axhline(bound, color=COLOURS["rule-strong"], linewidth=1.5, linestyle=(0, (3, 3)))
    (line,) = axes.plot(range(len(values) + 1), [0.0, *values], color=COLOURS["bottle"], linewidth=2)
    axes.set_xlim(0, max(len(values), 1))
    last = f"{values[-1]:.2f} after {len(values):,} blocks" if values else "no block yet"
    return finish(figure, title, {line: last})
