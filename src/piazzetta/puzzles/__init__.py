"""Puzzles: positions of self-played games with one clearly best move, rated on one scale with the bots."""
