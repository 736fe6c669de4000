"""The colours of the map in pictures (SVG). The page's are in ``portobello.css``, where they follow the reader's theme;
the terminal's are in ``terminal_colours.py``."""

from __future__ import annotations

LAWN = "#b9c492"
STREET, STREET_EDGE, BEAT_EDGE = "#e9dec3", "#a89468", "#d8b86a"  # the beat: alleys around the Bobby (3.2)
HOUSES, HOUSES_EDGE = "#a9745a", "#8b5c46"  # around a district's garden
GARDEN, GARDEN_EDGE = "#c9d1a3", "#8ba067"
DISTRICT_NAME, DISTRICT_HALO = "#2c3520", "#e3e8c8"
SQUARE, SQUARE_EDGE = "#f8efd9", "#4a3320"
SQUARE_MIDDLE, SQUARE_RING, SQUARE_KEY = "#c9b88e", "#a08b5c", "#6b5734"
SPACE_EDGE = "#7d6237"
#: A space of an alley and the ink on it, by its value.
VALUES = {1: ("#fbf4e0", "#4b3621"), 2: ("#f3cd82", "#45290c"), 3: ("#b04d1a", "#fff8ea")}
