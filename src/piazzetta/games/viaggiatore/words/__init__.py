"""What Il Commercio Viaggiatore says: what happened, what would happen, and why a move is not allowed."""
