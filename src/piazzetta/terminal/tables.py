"""What results in the terminal share: titles above tables, and commands to copy."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text


def titled(title: str, table: Table) -> Group:
    """Return a table below its title, a line of its own: ``rich`` would wrap it at the width of a narrow table."""
    return Group(Text(title, "italic"), table)


def pairs_table() -> Table:
    """Return a table of names and figures, which needs no heading."""
    table = Table(show_header=False)
    table.add_column()
    table.add_column(justify="right", no_wrap=True)
    return table


def tell_command(console: Console, why: str, command: Sequence[str]) -> None:
    """Print a command to copy: on a line of its own that is never wrapped."""
    console.print(Text(why))
    console.print(Text(f"  {shlex.join(command)}"), soft_wrap=True)
