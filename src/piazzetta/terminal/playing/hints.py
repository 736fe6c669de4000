"""The best moves of a position, as lines."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from piazzetta.bots.hint import Hint


def hint_lines(found: Sequence[Hint]) -> Table:
    """The best moves, each with what it promises and why."""
    table = Table.grid(padding=(0, 2, 1, 0))
    table.add_column(justify="right", style="bold")
    table.add_column(min_width=12)
    table.add_column()
    for place, advice in enumerate(found, start=1):
        chances = f"{100 * advice.win:.0f}% to win"
        words = Text(advice.sentence or "Nothing happens at once.")
        if advice.plan:
            words.append(f"\nthen {', '.join(advice.plan)}", "dim")
        table.add_row(str(place), Text.assemble((advice.move, "bold"), "\n", (chances, "dim")), words)
    return table
