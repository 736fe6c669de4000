"""The rules of Portobello Market: what is allowed, what a move does, what scores."""
