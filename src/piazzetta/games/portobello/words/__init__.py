"""What Portobello Market says: what happened, and why a move is not allowed."""
