"""Loads for the table server."""
