"""The table server: live games for people and bots. ``app`` puts it together; ``docs/server.md`` tells how it works."""
