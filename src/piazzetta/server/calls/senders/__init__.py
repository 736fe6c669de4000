"""How a call leaves the server: Web Push, mail, webhooks."""
