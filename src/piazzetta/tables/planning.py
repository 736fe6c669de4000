"""Plans at work: which move a plan makes now, and when it no longer counts.

A plan is secret from everyone but its seat, and so is whether there is one. The numbers of a table's events are public,
and a gap would give a plan away, so plans have a log of their own. Their progress follows from the table's log.
"""

from __future__ import annotations

from collections.abc import Sequence

from piazzetta.errors import IllegalMove
from piazzetta.tables.conditions import check_playing
from piazzetta.tables.messages import PlanCard, View
from piazzetta.tables.plan import Plan, PlannedMove, steps_data
from piazzetta.tables.refusals import Refused, by_rules
from piazzetta.tables.table import Table


def new_plan(table: Table, seat: int, steps: Sequence[Sequence[PlannedMove]]) -> Plan:
    """Return a new plan of a seat; one without steps cancels planning. ``Refused`` says what is wrong with it."""
    match = check_playing(table)
    if table.seats[seat].bot_plays:
        raise Refused("bot_plays", "a bot is playing for you; take your seat back first.")
    if steps and seat in table.asked:
        raise Refused("your_turn", "it is your move now: make it.")
    view = match.view(seat)
    for number, step in enumerate(steps):
        if not step:
            raise Refused("bad", f"steps[{number}] has no move.")
        for one in step:
            try:
                match.number(one.move)
            except IllegalMove as refusal:
                raise by_rules("illegal", refusal) from None
            if one.field is not None and not _can_hold(view, one):
                raise Refused("bad", f"when names a value of your view, such as phase; {one.field[:40]!r} is none.")
    return Plan(seat, table.head, [list(step) for step in steps])


def _can_hold(view: View, one: PlannedMove) -> bool:
    """Return whether a condition can be about this field of a view."""
    return one.field in view and not isinstance(view[one.field], dict) and not isinstance(view[one.field], list)


def progress(table: Table, plan: Plan) -> int | None:
    """Return how many steps of a plan were made; None if it no longer counts.

    A plan ends when its seat makes another move, a move is taken back, a bot takes over, all steps are made or the game
    is over.
    """
    if plan.at < table.seats[plan.seat].back_at:  # a bot has played meanwhile
        return None
    made = 0
    for step in reversed(table.steps):
        if step.number <= plan.at:
            break
        if step.kind == "undo":
            return None
        if step.seat == plan.seat and step.kind in ("play", "sealed"):
            if not step.planned:
                return None
            made += 1
    over = table.status != "playing" or table.seats[plan.seat].bot_plays
    return None if over or made >= len(plan.steps) else made


def answer(table: Table, plan: Plan) -> str | None:
    """Return the move that a plan makes now; None if its seat is not asked, or no planned move is possible."""
    made = progress(table, plan)
    if made is None or plan.seat not in table.asked:
        return None
    match = check_playing(table)
    view = match.view(plan.seat)
    for one in plan.steps[made]:
        if one.field is not None and view.get(one.field) != one.value:
            continue
        if match.why_not(one.move, plan.seat) is None:
            return one.move
    return None


def plan_card(table: Table, seat: int) -> PlanCard | None:
    """Return a seat's plan as only that seat sees it. ``missed``: it is asked, but no planned move is possible."""
    plan = table.plans.get(seat)
    made = None if plan is None else progress(table, plan)
    if plan is None or made is None:
        return None
    missed = seat in table.asked and answer(table, plan) is None
    return {"steps": steps_data(plan.steps), "done": made, "missed": missed}


def plans_due(table: Table) -> list[int]:
    """Return the seats whose plan makes a move now."""
    return [seat for seat, plan in table.plans.items() if answer(table, plan) is not None]
