"""A run as a page: strength over time against fixed opponents, whether the chances are true, how learning went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from piazzetta import __version__
from piazzetta.arena import page
from piazzetta.arena.plots import WIDTH, percent, plain
from piazzetta.arena.svg import Drawing, Scale
from piazzetta.games.registry import find_game
from piazzetta.train.plan import Folder, Plan

_HEIGHT, _LEFT, _TOP, _BOTTOM = 300, 60, 16, 260
_COLOURS = ("bottle", "brick", "info", "gold", "p-violet", "p-orange")


def curves(
    title: str, lines: Mapping[str, Sequence[tuple[float, float]]], show: Any, limits: tuple[float, float], unit: str
) -> Drawing:
    """Values over the minutes of a run."""
    drawing = Drawing(WIDTH, _HEIGHT, title)
    longest = max((x for line in lines.values() for x, _ in line), default=1.0)
    across, up = Scale(0, longest, _LEFT, WIDTH - 110), Scale(*limits, _BOTTOM, _TOP)
    drawing.axis(across, _TOP, _BOTTOM, plain)
    drawing.side_axis(up, _LEFT, WIDTH - 110, show)
    drawing.text(WIDTH - 110, _BOTTOM + 32, unit, "ink-3", "end", "s")
    for number, (name, line) in enumerate(lines.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        points = [(across(x), up(min(max(y, limits[0]), limits[1]))) for x, y in line]
        drawing.path(points, colour)
        for (x, y), (_, value) in zip(points, line, strict=True) if len(line) < 40 else ():
            drawing.dot(x, y, 4, colour, label=f"{name}: {show(value)}")
        drawing.text(points[-1][0] + 8, points[-1][1] + 4, name, colour, "start", "s")
    return drawing


def calibration_drawing(title: str, found: dict[str, Any]) -> Drawing:
    """What came against what was foretold: on the diagonal the chances are true. Dots grow with their number."""
    drawing = Drawing(WIDTH / 2, _HEIGHT, title)
    across, up = Scale(0, 1, _LEFT, WIDTH / 2 - 20), Scale(0, 1, _BOTTOM, _TOP)
    drawing.axis(across, _TOP, _BOTTOM, percent, 4)
    drawing.side_axis(up, _LEFT, WIDTH / 2 - 20, percent, 4)
    drawing.line(across(0), up(0), across(1), up(1), "rule-strong", 1.5, "4 4")
    most = max(found["times"]) or 1
    for count, told, came in zip(found["times"], found["foretold"], found["came"], strict=True):
        if count:
            words = f"foretold {percent(told)}, came {percent(came)} ({count:,} times)"
            drawing.dot(across(told), up(came), 2 + 6 * (count / most) ** 0.5, "bottle", label=words)
    return drawing


def drawings(folder: Folder) -> dict[str, Drawing]:
    """Every drawing by a name that can be a file's."""
    lines = folder.lines()
    strength: dict[str, list[tuple[float, float]]] = {}
    made: dict[str, Drawing] = {}
    for line in lines:
        if "opponent" in line:
            name = f"{line['opponent']}, {line['players']}"
            strength.setdefault(name, []).append((line["minutes"], line["share"]))
        if "calibration" in line:
            name = f"calibration-{line['players']}"
            made[name] = calibration_drawing(
                f"Chances foretold and come true, {line['players']} players", line["calibration"]
            )
    if strength:
        title = "Share of wins against fixed opponents, without search"
        made["strength"] = curves(title, strength, percent, (0.0, 1.0), "minutes")
    learned = [line for line in lines if "entropy" in line]
    for name, title in (("entropy", "Entropy of the policy"), ("value loss", "Loss of the chances")):
        values = [(line["seconds"] / 60, line[name]) for line in learned]
        if values:
            top = max(value for _, value in values) * 1.05
            made[name.replace(" ", "-")] = curves(title, {name: values}, plain, (0.0, top or 1.0), "minutes")
    return made


def report(plan: Plan, folder: Folder, command: str) -> str:
    """The whole page."""
    title = find_game(plan.game).title
    lines = [line for line in folder.lines() if "window" in line]
    last = lines[-1] if lines else {"decisions": 0, "seconds": 0.0}
    lead = f"{last['decisions']:,} decisions in {last['seconds'] / 60:.1f} minutes on {plan.device}, seed {plan.seed}."
    parts = [page.section(drawing.title, drawing.render()) for drawing in drawings(folder).values()]
    about = page.section("How it was made", page.code(command), page.paragraph(str(plan)))
    caps, foot = "Training", f"Piazzetta {__version__}"
    return page.page(f"Training: {title}", "training", caps, title, lead, [*parts, about], foot)


def write(plan: Plan, folder: Folder, command: str) -> None:
    """The page and its drawings into the folder."""
    (folder.path / "report.html").write_text(report(plan, folder, command), encoding="utf-8")
    for name, drawing in drawings(folder).items():
        (folder.path / f"{name}.svg").write_text(drawing.render(alone=True), encoding="utf-8")
