"""The players' colours and signs, by seat: one list for the terminal, the pictures and the words of all games."""

from __future__ import annotations

from typing import NamedTuple


class Seat(NamedTuple):
    """How a seat is told apart: never by colour alone, so each has a sign of its own as well."""

    name: str  # its colour, in English
    sign: str
    letter: str  # where signs cannot be printed
    fill: str  # the colours of pictures: surface, edge, the light of its cloth, the ink on it
    deep: str
    light: str
    ink: str
    badge: str  # the terminal's styles, of sixteen colours: of its sign, and of its name
    style: str

    @property
    def title(self) -> str:
        """Its name at the beginning of a sentence."""
        return self.name.capitalize()


#: Diamond, disc, triangle, square, star, hexagon: the page draws the same.
SEATS = (
    Seat("red", "◆", "R", "#c03a2b", "#7e1f15", "#fff3e2", "#ffffff", "bold bright_white on red", "bold red"),
    Seat("yellow", "●", "Y", "#eab12c", "#8a5a05", "#fff6d6", "#3a2600", "bold black on yellow", "bold yellow"),
    Seat("green", "▲", "G", "#23804f", "#0f4a2b", "#eaf6e2", "#ffffff", "bold black on green", "bold green"),
    Seat("blue", "■", "B", "#2c62ab", "#173a6d", "#e8f1fb", "#ffffff", "bold bright_white on blue", "bold blue"),
    Seat("plum", "★", "P", "#84457f", "#4f2350", "#f4e6f1", "#ffffff", "bold bright_white on magenta", "bold magenta"),
    Seat("slate", "⬢", "S", "#56636b", "#2b353b", "#e8edee", "#ffffff", "bold black on white", "bold bright_black"),
)
