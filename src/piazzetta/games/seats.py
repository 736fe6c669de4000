"""The players' colours and signs, by seat: one list for the terminal, the pictures and the words of all games."""

from __future__ import annotations

from typing import NamedTuple


class Seat(NamedTuple):
    """How to tell a seat apart: never by colour alone, so each has its own sign as well."""

    name: str  # its colour, in English
    sign: str
    letter: str  # for output that cannot show signs
    fill: str  # colours in pictures: surface, edge, highlight of its cloth, ink on it
    deep: str
    light: str
    ink: str
    badge: str  # terminal styles (16 colours) of its sign and of its name
    style: str

    @property
    def title(self) -> str:
        """Its name, capitalised to begin a sentence."""
        return self.name.capitalize()


#: Diamond, disc, triangle, square, star, hexagon: the same as on the page.
SEATS = (
    Seat("red", "◆", "R", "#c03a2b", "#7e1f15", "#fff3e2", "#ffffff", "bold bright_white on red", "bold red"),
    Seat("yellow", "●", "Y", "#eab12c", "#8a5a05", "#fff6d6", "#3a2600", "bold black on yellow", "bold yellow"),
    Seat("green", "▲", "G", "#23804f", "#0f4a2b", "#eaf6e2", "#ffffff", "bold black on green", "bold green"),
    Seat("blue", "■", "B", "#2c62ab", "#173a6d", "#e8f1fb", "#ffffff", "bold bright_white on blue", "bold blue"),
    Seat("plum", "★", "P", "#84457f", "#4f2350", "#f4e6f1", "#ffffff", "bold bright_white on magenta", "bold magenta"),
    Seat("slate", "⬢", "S", "#56636b", "#2b353b", "#e8edee", "#ffffff", "bold black on white", "bold bright_black"),
)

#: No game has more seats.
MOST_SEATS = len(SEATS)
