"""Insights from many analysed games of one player."""
