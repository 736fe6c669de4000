"""The server's shelf: maps and decks that its people have made for everybody here."""
