"""A stand-in for a language model: it chats, and sometimes names no legal move. For trying examples/language_models.py.

A real one reads the prompt from standard input and prints its answer as this one does.
"""

import sys

prompt = sys.stdin.read()
moves = prompt.partition("Your legal moves:\n")[2].partition("\n\n")[0].splitlines()
if len(prompt) % 7 == 0 and "named no legal move" not in prompt:
    print("I would rather buy the whole market.")
else:
    print(f"Looking at the table, I think this is best:\n\n`{moves[len(prompt) % len(moves)]}`")
