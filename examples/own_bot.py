"""Your own bot in forty lines: any program that reads lines of JSON and answers with move texts.

piazzetta arena portobello --bots easy,mine --program "mine=python examples/own_bot.py" --games 100
"""

import json
import random
import sys

# Simple preferences, best first: how a move's text begins. Each game has its own moves.
TASTE = ["travel", "ride", "carry", "bid", "auction", "mark", "tile 4", "tile 3", "build", "draw", "place", "end"]


def taste(move):
    """A move's place in the list above; moves that are not in it come last."""
    return next((place for place, start in enumerate(TASTE) if move.startswith(start)), len(TASTE))


def choose(message, dice):
    """Return one of the most preferred moves. message["view"] holds what this seat may know of the position."""
    best = min(taste(move) for move in message["legal"])
    if message["view"]["game"] == "portobello" and message["view"].get("turn", 0) < 12:
        best = max(best, TASTE.index("tile 3")) if "tile 3" in message["legal"] else best  # marks score later
    return dice.choice([move for move in message["legal"] if taste(move) == best] or message["legal"])


def main():
    dice = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "game":  # a new game: its rules, this bot's seat, a seed
            dice = random.Random(message["seed"])
            print("ready", flush=True)
        elif message["type"] == "move":  # it is this seat's turn to decide
            print(choose(message, dice), flush=True)
        # "over" brings the result; it needs no answer


if __name__ == "__main__":
    main()
