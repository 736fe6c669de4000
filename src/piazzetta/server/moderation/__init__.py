"""Mutes, blocks, reports, bans and the audit log."""
