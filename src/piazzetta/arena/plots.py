"""The plots of reports: estimates with whiskers, boxes, stacked sources, seats, times, lines over a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite

from piazzetta.arena.statistics import Estimate
from piazzetta.arena.svg import Drawing, Scale

WIDTH = 720
_ROW = 34
_TOP = 14
_AXIS = 30
#: The colour of each source of points; the order of colours where a source has none of its own.
_SOURCE_COLOURS = {"start": "paper-4", "alleys": "street", "districts": "gold", "tolls": "toll", "lord": "lord"}
_OTHERS = ("street", "gold", "brick", "info")


def percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def plain(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 10 or value == int(value) else f"{value:.1f}"


def signed(value: float) -> str:
    return "0" if abs(value) < 0.05 else ("+" if value > 0 else "−") + plain(abs(value))


def span(values: Sequence[float], around: Sequence[float] = (), room: float = 0.06) -> tuple[float, float]:
    """From the least to the largest value, with some room."""
    known = [value for value in [*values, *around] if isfinite(value)] or [0.0, 1.0]
    low, high = min(known), max(known)
    more = (high - low) * room or 0.5
    return low - more, high + more


def _left(labels: Sequence[str]) -> float:
    return 20 + 7.4 * max((len(label) for label in labels), default=0)


def whiskers(
    title: str,
    rows: Sequence[tuple[str, Estimate]],
    show: Callable[[float], str] = plain,
    reference: float | None = None,
    limits: tuple[float, float] | None = None,
    colours: Sequence[str] = (),
) -> Drawing:
    """Each estimate as a dot on its 95 % interval, and its value in figures."""
    left = _left([label for label, _ in rows])
    drawing = Drawing(WIDTH, _TOP + _ROW * len(rows) + _AXIS, title)
    bottom = _TOP + _ROW * len(rows)
    ends = [value for _, e in rows for value in (e.low, e.high)]
    scale = Scale(*(limits or span(ends, [] if reference is None else [reference])), left, WIDTH - 90)
    drawing.axis(scale, _TOP, bottom, show)
    if reference is not None:
        drawing.line(scale(reference), _TOP, scale(reference), bottom, "rule-strong", 1.5, "4 4")
    for place, (label, e) in enumerate(rows):
        y = _TOP + _ROW * (place + 0.5)
        colour = colours[place] if colours else "bottle"
        drawing.text(left - 12, y + 4.5, label, "ink-1", "end")
        if not isfinite(e.value):
            continue
        drawing.line(scale(e.low), y, scale(e.high), y, "rule-strong", 3)
        for end in (e.low, e.high):
            drawing.line(scale(end), y - 5, scale(end), y + 5, "rule-strong", 1.5)
        words = f"{label}: {show(e.value)}, from {show(e.low)} to {show(e.high)}"
        drawing.dot(scale(e.value), y, 6.5, colour, label=words)
        drawing.text(WIDTH - 8, y + 5, show(e.value), "ink-1", "end", "d")
    return drawing


def boxes(title: str, rows: Sequence[tuple[str, Sequence[float], float]]) -> Drawing:
    """Points: a box from 25 to 75 %, a line from 5 to 95 %, the median as a stroke, the mean as a dot."""
    left = _left([label for label, _, _ in rows])
    bottom = _TOP + _ROW * len(rows)
    drawing = Drawing(WIDTH, bottom + _AXIS, title)
    scale = Scale(*span([value for _, quantiles, _ in rows for value in quantiles]), left, WIDTH - 90)
    drawing.axis(scale, _TOP, bottom, plain)
    for place, (label, quantiles, mean) in enumerate(rows):
        y = _TOP + _ROW * (place + 0.5)
        drawing.text(left - 12, y + 4.5, label, "ink-1", "end")
        if not quantiles:
            continue
        low, first, middle, third, high = (scale(value) for value in quantiles)
        drawing.line(low, y, high, y, "rule-strong", 2)
        drawing.rect(first, y - 9, third - first, 18, "street", 3)
        drawing.line(middle, y - 9, middle, y + 9, "gold", 3)
        drawing.dot(scale(mean), y, 4, "paper-0", "ink-1", f"{label}: mean {mean:.1f}")
        drawing.text(WIDTH - 8, y + 5, f"{mean:.1f}", "ink-1", "end", "d")
    return drawing


def stacks(title: str, rows: Sequence[tuple[str, Mapping[str, float]]], names: Sequence[str]) -> Drawing:
    """Where points come from: one bar a row, what was lost to the left of nought."""
    colours = {name: _SOURCE_COLOURS.get(name) or _OTHERS[place % 4] for place, name in enumerate(names)}
    left = _left([label for label, _ in rows])
    top = _TOP + 26
    bottom = top + _ROW * len(rows)
    drawing = Drawing(WIDTH, bottom + _AXIS, title)
    x = left
    for name in names:
        drawing.rect(x, _TOP - 4, 13, 13, colours[name], 3)
        drawing.text(x + 19, _TOP + 7, name, "ink-2", "start", "s")
        x += 34 + 7.2 * len(name)
    gained = [sum(max(value, 0) for value in parts.values()) for _, parts in rows]
    lost = [sum(min(value, 0) for value in parts.values()) for _, parts in rows]
    scale = Scale(min([0, *lost]) * 1.05, max([1e-9, *gained]) * 1.03, left, WIDTH - 90)
    drawing.axis(scale, top, bottom, plain)
    for place, (label, parts) in enumerate(rows):
        y = top + _ROW * (place + 0.5)
        drawing.text(left - 12, y + 4.5, label, "ink-1", "end")
        plus = minus = 0.0
        for name in names:
            value = parts[name]
            start = plus if value >= 0 else minus + value
            drawing.rect(scale(start), y - 10, scale(start + abs(value)) - scale(start) - 1, 20, colours[name], 2)
            plus, minus = plus + max(value, 0), minus + min(value, 0)
        drawing.text(WIDTH - 8, y + 5, f"{sum(parts.values()):.1f}", "ink-1", "end", "d")
    drawing.line(scale(0), top, scale(0), bottom, "rule-strong", 1.5)
    return drawing


def grouped(
    title: str,
    rows: Sequence[tuple[str, Sequence[Estimate]]],
    names: Sequence[str],
    show: Callable[[float], str] = percent,
    reference: float | None = None,
    within: tuple[float, float] | None = None,
) -> Drawing:
    """Several estimates a row, one below the other, each with the sign that the legend gives its name."""
    left = _left([label for label, _ in rows])
    top = _TOP + 26
    row = 16 + 14 * len(names)
    bottom = top + row * len(rows)
    drawing = Drawing(WIDTH, bottom + _AXIS, title)
    x = left
    for place, name in enumerate(names):
        drawing.sign(place, x + 6, _TOP + 2, 5.5)
        drawing.text(x + 17, _TOP + 7, name, "ink-2", "start", "s")
        x += 34 + 7.2 * len(name)
    ends = [value for _, estimates in rows for e in estimates for value in (e.low, e.high)]
    low, high = span(ends, [] if reference is None else [reference])
    if within is not None:
        low, high = max(low, within[0]), min(high, within[1])
    scale = Scale(low, high, left, WIDTH - 80)
    drawing.axis(scale, top, bottom, show)
    if reference is not None:
        drawing.line(scale(reference), top, scale(reference), bottom, "rule-strong", 1.5, "4 4")
    for place, (label, estimates) in enumerate(rows):
        start = top + row * place
        drawing.text(left - 12, start + row / 2 + 4, label, "ink-1", "end")
        if place:
            drawing.line(left, start, WIDTH - 80, start)
        for number, e in enumerate(estimates):
            if not isfinite(e.value):
                continue
            y = start + 15 + 14 * number
            drawing.line(scale(e.low), y, scale(e.high), y, "rule-strong", 2)
            drawing.sign(number, scale(e.value), y, 5.5)
            drawing.text(WIDTH - 8, y + 4, show(e.value), "ink-2", "end", "s")
    return drawing


def duration(seconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size * 0.9995 or unit == "µs":
            return f"{seconds / size:.3g} {unit}"
    raise AssertionError


def times(title: str, rows: Sequence[tuple[str, float, float, float]]) -> Drawing:
    """Time per move on a logarithmic scale: median, mean and slowest."""
    left = _left([label for label, *_ in rows])
    bottom = _TOP + _ROW * len(rows)
    drawing = Drawing(WIDTH, bottom + _AXIS, title)
    known = [value for _, *values in rows for value in values if value > 0] or [1e-3]
    scale = Scale(min(known) / 2, max(known) * 2, left, WIDTH - 170, log=True)
    drawing.axis(scale, _TOP, bottom, duration)
    for place, (label, middle, average, slowest) in enumerate(rows):
        y = _TOP + _ROW * (place + 0.5)
        drawing.text(left - 12, y + 4.5, label, "ink-1", "end")
        drawing.line(scale(middle), y, scale(slowest), y, "rule-strong", 2)
        drawing.line(scale(slowest), y - 6, scale(slowest), y + 6, "rule-strong", 2)
        drawing.dot(scale(average), y, 4, "paper-0", "ink-1", f"mean {duration(average)}")
        drawing.dot(scale(middle), y, 6.5, "bottle", label=f"median {duration(middle)}")
        drawing.text(WIDTH - 8, y + 5, f"{duration(middle)} · {duration(slowest)}", "ink-1", "end", "d")
    return drawing
