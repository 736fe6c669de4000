"""Figures as texts, for the terminal and for reports."""

from __future__ import annotations

from collections.abc import Callable

from piazzetta.arena.results.statistics import Estimate

#: How a value is written.
Show = Callable[[float], str]


def percent(value: float) -> str:
    return f"{100 * value:.0f}%"


def plain(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 10 or value == int(value) else f"{value:.1f}"


def signed(value: float) -> str:
    return "0" if abs(value) < 0.05 else ("+" if value > 0 else "−") + plain(abs(value))


def signed_percent(value: float) -> str:
    return signed(100 * value) + "%"


def one_digit(value: float) -> str:
    return f"{value:,.1f}".replace("-", "−")


def one_digit_percent(value: float) -> str:
    return one_digit(100 * value) + "%"


def change(value: float) -> str:
    """A difference, with its sign."""
    return "0" if abs(value) < 0.05 else f"{value:+,.1f}".replace("-", "−")


def change_percent(value: float) -> str:
    return change(100 * value) + "%"


def is_uneven(e: Estimate) -> bool:
    """Whether one end of the interval is clearly nearer, as with a share near none or all."""
    return abs(e.low + e.high - 2 * e.value) > 0.2 * e.half


def with_interval(e: Estimate, show: Show) -> str:
    """A value with half the width of its interval: "+12 ± 3.1"; with both ends if one is nearer: "100 (61–100)%"."""
    value, low, high, half = (show(one).removesuffix("%") for one in (e.value, e.low, e.high, e.half))
    unit = "%" if show(e.value).endswith("%") else ""
    to = " to " if low[0] in "+−" else "–"
    return f"{value} ({low}{to}{high}){unit}" if is_uneven(e) else f"{value} ± {half.lstrip('+')}{unit}"


def interval(e: Estimate) -> str:
    """The ends of a share's interval."""
    return f"{100 * e.low:.1f}–{100 * e.high:.1f}%"


def elo(e: Estimate) -> str:
    return f"{signed(round(e.value))} ± {e.half:.0f}"


def duration(seconds: float) -> str:
    """A time in a suitable unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size * 0.9995 or unit == "µs":
            return f"{seconds / size:.3g} {unit}"
    raise AssertionError


def seat_names(players: int) -> list[str]:
    """The seats in turn order."""
    return [("1st, starts", "2nd", "3rd", "4th", "5th", "6th")[seat] for seat in range(players)]
