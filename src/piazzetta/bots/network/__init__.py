"""The small network of a game: it evaluates positions and choices inside the search, in whole numbers only.

    things ──▶ relu(numbers · W) ──sum──▶ ┐
    table ────────────────────────────────┴▶ trunk ──▶ context
    things ──▶ relu(numbers · W' + context) · v ──▶ how good each choice is; for seats: their chance to win

The architecture is that of ``train/network.py``, only smaller. Weights have 8 bits, activations are whole 64ths, sums
have 32 bits, so that every machine, and the browser, computes the same. ``train/student`` makes the weights.
"""
