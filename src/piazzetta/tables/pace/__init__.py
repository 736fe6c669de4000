"""The pace of a game: clocks, holidays, deputies, and moves that are chosen in advance."""
