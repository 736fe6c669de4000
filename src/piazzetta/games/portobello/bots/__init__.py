"""What bots know about Portobello Market: how to judge a position, and what speaks for a move."""
