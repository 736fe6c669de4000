"""What every endpoint shares: its declaration, checks before it, bodies and answers."""
