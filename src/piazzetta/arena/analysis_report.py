"""An analysed game as a page: the graph of chances, the turning points, and every move that gave something away."""

from __future__ import annotations

from piazzetta import __version__
from piazzetta.arena import page
from piazzetta.arena.plots import percent
from piazzetta.arena.svg import SEATS, Drawing, Scale
from piazzetta.bots.analysis import SLIGHT, Analysis, Decision
from piazzetta.games.registry import find_game

_WIDTH, _HEIGHT = 1180, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 1080, 20, 370
_DASHES = ("", "7 4", "2 4", "9 3 2 3", "12 4", "4 2")  # never colour alone


def seat_name(seat: int) -> str:
    return SEATS[seat][0]


def graph(found: Analysis) -> Drawing:
    """Each seat's chance to win, at every decision as its mover could see it."""
    drawing = Drawing(_WIDTH, _HEIGHT, "Chances to win over the moves")
    across = Scale(0, max(found.moves, 1), _LEFT, _RIGHT)
    up = Scale(0, 1, _BOTTOM, _TOP)
    drawing.side_axis(up, _LEFT, _RIGHT, percent, 5)
    for value in across.ticks(10):
        drawing.text(across(value), _BOTTOM + 20, f"{value:.0f}", "ink-3", "middle", "s")
    drawing.text((_LEFT + _RIGHT) / 2, _BOTTOM + 40, "move", "ink-3", "middle", "s")
    for number, point in enumerate(found.turning_points, start=1):
        x = across(point.index)
        drawing.line(x, _TOP, x, _BOTTOM, "gold-ink", 1.5, "3 4")
        drawing.dot(x, _TOP, 10, "gold-soft", "gold-ink", f"turning point {number}, move {point.index}")
        drawing.text(x, _TOP + 5, str(number), "gold-ink", "middle", "d")
    ends: list[tuple[float, int]] = []
    for seat in range(found.players):
        points = [(across(d.index), up(d.wins[seat])) for d in found.decisions]
        end = found.decisions[-1].wins[seat]
        if found.result is not None:
            winners = found.result["winners"]
            end = 1 / len(winners) if seat in winners else 0.0
            points.append((across(found.moves), up(end)))
        drawing.path(points, SEATS[seat][1], 2.4, _DASHES[seat])
        drawing.sign(seat, *points[-1], 6.5)
        ends.append((up(end), seat))
    y = 0.0
    for height, seat in sorted(ends):  # names beside the ends, none on top of another
        y = max(height + 5, y + 19)
        drawing.sign(seat, _RIGHT + 18, y - 4.5, 5.5)
        drawing.text(_RIGHT + 30, y, seat_name(seat), "ink-1", "start", "d")
    return drawing


def headline(found: Analysis) -> str:
    if found.result is None:
        return "A game that is not over."
    winners = [seat_name(seat) for seat in found.result["winners"]]
    if len(winners) > 1:
        return f"{' and '.join(winners)} share the win."
    scores = sorted(found.result["scores"])
    lead = scores[-1] - scores[-2]
    return f"{winners[0]} wins by {lead}." if lead else f"{winners[0]} wins."


def _turning(found: Analysis) -> str:
    if not found.turning_points:
        return page.section("Turning points", page.paragraph("No chance changed much from one turn to the next."))
    parts = []
    for number, point in enumerate(found.turning_points, start=1):
        change = f"{percent(point.before)} → {percent(point.after)}"
        parts.append(f"<h3>{number}. {seat_name(point.seat)}: {change}</h3>")
        parts.append(page.paragraph(f"Moves {point.index} to {point.until}. " + " ".join(point.happened)))
        if point.gave_away >= SLIGHT:
            words = f"{seat_name(point.seat)} played {point.move}, which gave {percent(point.gave_away)} away."
            parts.append(page.paragraph(f"{words} Better was {point.best}. {point.why}"))
    note = "The largest changes of a seat's chance from one of its decisions to the next."
    return page.section("Turning points", *parts, note=note)


def _row(decision: Decision) -> list[str]:
    return [
        page.cell(str(decision.index)),
        page.cell(decision.move),
        page.cell(percent(decision.wins[decision.seat])),
        page.cell(f"−{100 * decision.gave_away:.1f} %", kind="cost")
        if decision.gave_away >= SLIGHT
        else page.cell("0"),
        page.cell(decision.best if decision.gave_away >= SLIGHT else "", decision.why),
    ]


def _seats(found: Analysis) -> list[str]:
    parts = []
    for own in found.seats:
        decisions = [decision for decision in found.decisions if decision.seat == own.seat]
        costly = sorted((d for d in decisions if d.gave_away >= SLIGHT), key=lambda d: -d.gave_away)[:5]
        note = (
            f"{own.as_good} of {own.decisions} moves gave nothing away; the others together "
            f"{100 * own.gave_away:.0f} % of a win."
        )
        head = ["move", "played", "chance", "gave away", "better"]
        body = page.table(head, [_row(d) for d in costly], "words") if costly else ""
        every = page.table(head, [_row(d) for d in decisions], "words")
        more = f"<details><summary>All {len(decisions)} decisions</summary>{every}</details>"
        parts.append(page.section(seat_name(own.seat), body, more, note=note))
    return parts


def analysis_report(found: Analysis, command: str) -> str:
    """The page."""
    title = find_game(found.game).title
    lead = (
        f"{len(found.decisions)} decisions of {found.moves} moves, looked at by {found.level}. Every one is judged "
        "from what its seat could know; where there was only one legal move there was nothing to judge."
    )
    if found.result is not None:
        lead += " Final scores: " + ", ".join(f"{seat_name(s)} {n}" for s, n in enumerate(found.result["scores"])) + "."
    parts = [
        page.section("Chances to win", graph(found).render(), wide=True,
                     note="At every decision, as the seat to move could see it."),
        _turning(found),
        *_seats(found),
        page.section("How it was made", page.code(command)),
    ]  # fmt: skip
    foot = f"Made by piazzetta {__version__}. Chances are estimates of a search, not certainties."
    place = f"Analysis · {title}"
    return page.page(f"Analysis: {title}", place, "The game again", headline(found), lead, parts, foot)
