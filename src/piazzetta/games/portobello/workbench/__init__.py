"""Portobello Market in the workshop."""
