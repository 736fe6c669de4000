"""Mutes, blocks, reports, what admins do, and the audit log. ``people/bans.py`` has the bans."""
