"""Calls: telling people that it is their turn, wherever they are."""
