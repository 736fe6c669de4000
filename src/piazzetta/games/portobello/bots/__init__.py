"""What bots know about Portobello Market: how to judge a position, and how to explain a move."""
