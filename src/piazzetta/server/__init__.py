"""Online tables for people in different places: network, store, workers and cluster around ``tables/``."""
