"""The signs and colours of Portobello Market in the terminal, depending on what the console can show.

A style is a name here ("stall0", "street"); the theme supplies its colours when printing.
"""

from __future__ import annotations

from rich.console import Console
from rich.theme import Theme

from piazzetta.games.seats import SEATS

SIGNS = [seat.sign for seat in SEATS]
BOBBY = "☻"
CLIENT_SIGNS = {"servant": "s", "burgher": "b", "lord": "L"}
#: The same in ASCII, sign by sign.
ASCII = str.maketrans({seat.sign: seat.letter for seat in SEATS} | dict(zip("☻▸·×–", "@>.x-", strict=True)))

# The 256 colours of xterm look the same almost everywhere. Every foreground has its own background, since the
# terminal's own may be light or dark.
_MANY = {
    "stall0": "bold color(230) on color(160)",
    "stall1": "bold color(232) on color(178)",
    "stall2": "bold color(230) on color(29)",
    "stall3": "bold color(230) on color(25)",
    "value1": "color(234) on color(230)",
    "value2": "color(234) on color(223)",
    "value3": "bold color(234) on color(180)",
    "square": "bold color(234) on color(144)",
    "servant": "bold color(234) on color(251)",
    "burgher": "bold color(234) on color(218)",
    "lord": "bold color(231) on color(16)",
    "bobby": "bold color(231) on color(18)",
    "district": "bold color(230)",
    "name": "italic color(151)",
    "dot": "color(180)",
    "beat": "bold color(87)",
    "lawn": "on color(233)",
    "garden": "on color(22)",
    "bobbys": "on color(24)",
    "street": "on color(239)",
}
# The table's own colours, by lamplight: quiet greens and browns are missing from the 256.
_ALL = _MANY | {
    "stall0": "bold #fff3e2 on #c03a2b",
    "stall1": "bold #2a1d08 on #eab12c",
    "stall2": "bold #eaf6e2 on #23804f",
    "stall3": "bold #e8f1fb on #2c62ab",
    "value1": "#33261a on #efe4c9",
    "value2": "#33261a on #e0c48a",
    "value3": "bold #33261a on #cf935a",
    "square": "bold #2b2115 on #c0ad80",
    "bobby": "bold #ffffff on #16324f",
    "name": "italic #b9c4a4",
    "dot": "#b5a67c",
    "lawn": "on #16211b",
    "garden": "on #26382a",
    "bobbys": "on #2f5157",
    "street": "on #4b4639",
}
# The sixteen colours have no quiet ones: the ground keeps the terminal's own.
_FEW = {
    "stall0": "bold bright_white on red",
    "stall1": "bold black on yellow",
    "stall2": "bold black on green",
    "stall3": "bold bright_white on blue",
    "value1": "black on white",
    "value2": "black on white",
    "value3": "bold black on white",
    "square": "bold black on cyan",
    "servant": "bold black on white",
    "burgher": "bold black on magenta",
    "lord": "bold bright_white on black",
    "bobby": "bold reverse",
    "district": "bold",
    "name": "italic",
    "dot": "dim",
    "beat": "bold cyan",
    "lawn": "",
    "garden": "",
    "bobbys": "",
    "street": "",
}
_THEMES = {"truecolor": Theme(_ALL), "256": Theme(_MANY)}
_PLAIN = Theme(_FEW)


def theme_for(console: Console) -> Theme:
    """The colours for a console; none if it has no colours."""
    return _THEMES.get(console.color_system or "", _PLAIN)
