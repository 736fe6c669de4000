"""The colours of the map in pictures (SVG). The page's are in ``portobello.css``, where they follow the reader's theme;
the terminal's are in ``terminal_colours.py``."""

from __future__ import annotations

LAWN = "#b9c492"
STREET, STREET_EDGE, BEAT_EDGE = "#e9dec3", "#a89468", "#d8b86a"  # the beat: alleys around the Bobby (3.2)
GARDEN, GARDEN_EDGE = "#c9d1a3", "#8ba067"
YARD, YARD_EDGE = "#d8c7a4", "#ab946a"  # behind the houses around a district's garden
#: Roofs by family and tone: the page's by day.
ROOFS = (
    ("#b9674c", "#c2745a", "#ad5c44"),
    ("#8f8a86", "#9a9590", "#827d7b"),
    ("#c08f58", "#ca9b66", "#b3834e"),
    ("#9c6a63", "#a8786f", "#8e5d57"),
    ("#a9745a", "#b48168", "#9b684f"),
)
#: The same, turned away from the light.
SHADED_ROOFS = (
    ("#9a523c", "#a05c46", "#914a36"),
    ("#7a6c67", "#82756e", "#70635f"),
    ("#9f7044", "#a6794f", "#95673d"),
    ("#84544d", "#8d5f56", "#7a4b44"),
    ("#8e5c46", "#966650", "#83533e"),
)
ROOF_EDGE = "#5b3c2c"
DISTRICT_NAME, DISTRICT_HALO = "#2c3520", "#e3e8c8"
SQUARE, SQUARE_EDGE = "#f8efd9", "#4a3320"
SQUARE_MIDDLE, SQUARE_RING, SQUARE_KEY = "#c9b88e", "#a08b5c", "#6b5734"
SPACE_EDGE = "#7d6237"
#: A space of an alley and the ink on it, by its value.
VALUES = {1: ("#fbf4e0", "#4b3621"), 2: ("#f3cd82", "#45290c"), 3: ("#b04d1a", "#fff8ea")}
