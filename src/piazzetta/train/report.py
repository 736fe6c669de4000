"""A run as a page: strength over time against fixed opponents, calibration of its chances, and the learning curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from piazzetta.arena.reports.drawing import Drawing, finish, new_figure
from piazzetta.arena.reports.page import render
from piazzetta.arena.reports.theme import COLOURS
from piazzetta.arena.results.formats import percent, plain
from piazzetta.arena.results.statistics import wilson
from piazzetta.games.registry import find_game
from piazzetta.train.plan import Folder, TrainingPlan

_WIDTH, _HEIGHT = 720, 300
_COLOURS = ("bottle", "brick", "info", "gold", "seat-4", "seat-5")


def _axes(width: float, right: float, across: Any, up: Any) -> tuple[Figure, Axes]:
    """An empty chart. ``across`` and ``up`` format the numbers on its axes."""
    figure = new_figure(width, _HEIGHT)
    axes = figure.add_axes((60 / width, 40 / _HEIGHT, (width - 60 - right) / width, 244 / _HEIGHT))
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, pad=8, labelsize=12, labelcolor=COLOURS["ink-3"])
    axes.grid(color=COLOURS["rule"], linewidth=1)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: across(value)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: up(value)))
    return figure, axes


def curves(
    title: str,
    lines: Mapping[str, Sequence[tuple[float, float]]],
    show: Any,
    limits: tuple[float, float],
    intervals: Mapping[str, Sequence[tuple[float, float]]] | None = None,
) -> Drawing:
    """Values over the minutes of a run, with their 95% intervals if they are given."""
    figure, axes = _axes(_WIDTH, 110, plain, show)
    axes.set_ylim(*limits)
    axes.set_xlabel("minutes", fontsize=12, color=COLOURS["ink-3"], loc="right")
    tips: dict[Artist, str] = {}
    ends = _spread([line[-1][1] for line in lines.values()], (limits[1] - limits[0]) * 16 / 244)
    for number, (name, line) in enumerate(lines.items()):
        colour = COLOURS[_COLOURS[number % len(_COLOURS)]]
        times, values = [x for x, _ in line], [y for _, y in line]
        axes.plot(times, values, color=colour, linewidth=2)
        for x, y in line if len(line) < 40 else ():
            (dot,) = axes.plot([x], [y], "o", color=colour, markersize=6, clip_on=False)
            tips[dot] = f"{name}: {show(y)}"
        axes.annotate(
            name, (times[-1], ends[number]), (8, 0), textcoords="offset points", color=colour, fontsize=12, va="center",
            annotation_clip=False,
        )  # fmt: skip
        for x, (low, high) in zip(times, (intervals or {}).get(name, ()), strict=False):
            axes.plot([x, x], [low, high], color=colour, linewidth=1, alpha=0.6, clip_on=False)
    return finish(figure, title, tips)


def _spread(values: Sequence[float], least: float) -> list[float]:
    """Where to write labels beside some values, so that none is written over another: at least this far apart."""
    places = list(values)
    order = sorted(range(len(values)), key=lambda number: values[number])
    for below, above in pairwise(order):
        places[above] = max(places[above], places[below] + least)
    return places


def calibration_drawing(title: str, found: dict[str, Any]) -> Drawing:
    """Actual against predicted chances: on the diagonal they are calibrated. Dots grow with their counts."""
    figure, axes = _axes(_WIDTH / 2, 20, percent, percent)
    axes.plot([0, 1], [0, 1], color=COLOURS["rule-strong"], linewidth=1.5, linestyle=(0, (3, 3)))
    most = max(found["times"]) or 1
    tips: dict[Artist, str] = {}
    for count, chance, came in zip(found["times"], found["foretold"], found["came"], strict=True):
        if count:
            (dot,) = axes.plot(
                [chance], [came], "o", color=COLOURS["bottle"], markersize=4 + 12 * (count / most) ** 0.5
            )
            tips[dot] = f"foretold {percent(chance)}, came {percent(came)} ({count:,} times)"
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    return finish(figure, title, tips)


def drawings(folder: Folder) -> dict[str, Drawing]:
    """Every drawing, by a name that can be used for a file."""
    lines = folder.lines()
    strength: dict[str, list[tuple[float, float]]] = {}
    rated: dict[str, list[tuple[float, float]]] = {}
    ranges: dict[str, list[tuple[float, float]]] = {}
    sure: dict[str, list[tuple[float, float]]] = {}
    made: dict[str, Drawing] = {}
    for line in lines:
        if "opponent" in line:
            name = f"{line['opponent']}, {line['players']}"
            strength.setdefault(name, []).append((line["minutes"], line["share"]))
            sure.setdefault(name, []).append(wilson(line["share"] * line["games"], line["games"]))
        if "elo" in line:
            rated.setdefault(line["opponent"], []).append((line["minutes"], line["elo"][0]))
            ranges.setdefault(line["opponent"], []).append((line["elo"][1], line["elo"][2]))
        if "calibration" in line:
            name = f"calibration-{line['players']}"
            made[name] = calibration_drawing(
                f"Chances foretold and come true, {line['players']} players", line["calibration"]
            )
    if strength:
        title = "Share of wins against fixed opponents, with 95% intervals"
        made["strength"] = curves(title, strength, percent, (0.0, 1.0), sure)
    if rated:
        ends = [end for pairs in ranges.values() for pair in pairs for end in pair]
        title = "Elo above fixed opponents, two players, with 95% intervals"
        made["elo"] = curves(title, rated, plain, (min(ends), max(*ends, min(ends) + 1)), ranges)
    learned = [line for line in lines if "entropy" in line]
    for name, title in (("entropy", "Entropy of the policy"), ("value loss", "Loss of the chances")):
        values = [(line["seconds"] / 60, line[name]) for line in learned]
        if values:
            top = max(value for _, value in values) * 1.05
            made[name.replace(" ", "-")] = curves(title, {name: values}, plain, (0.0, top or 1.0))
    return made


def report(plan: TrainingPlan, folder: Folder, command: str) -> str:
    """The whole page."""
    title = find_game(plan.game).title
    lines = [line for line in folder.lines() if "window" in line]
    last = lines[-1] if lines else {"decisions": 0, "seconds": 0.0}
    lead = f"{last['decisions']:,} decisions in {last['seconds'] / 60:.1f} minutes on {plan.device}, seed {plan.seed}."
    return render(
        "training.html",
        title=title,
        lead=lead,
        drawings=list(drawings(folder).values()),
        plan=str(plan),
        command=command,
    )


def write(plan: TrainingPlan, folder: Folder, command: str) -> None:
    """Write the page and its drawings into the folder."""
    (folder.path / "report.html").write_text(report(plan, folder, command), encoding="utf-8")
    for name, drawing in drawings(folder).items():
        (folder.path / f"{name}.svg").write_text(drawing.alone, encoding="utf-8")
