"""The log on disk: SQLite for one server, PostgreSQL for several."""
