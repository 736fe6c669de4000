"""Processes in which bots think and games are analysed."""
