"""Computer players of several levels. They get what their seat may know, and answer with a legal action."""

from piazzetta.bots.champion import Champion, champion
from piazzetta.bots.hint import Hint, hint
from piazzetta.bots.levels import LEVELS, Bot
from piazzetta.bots.named import bot
from piazzetta.bots.position import Position

__all__ = ["LEVELS", "Bot", "Champion", "Hint", "Position", "bot", "champion", "hint"]
