"""The pace of a game: clocks, holidays, stand-in bots and planned moves."""
