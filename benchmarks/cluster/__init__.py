"""Measure what a cluster costs."""
