"""Notifications: telling people by push, email or webhook that it is their turn."""
