"""Tables for people who are far from each other: network, store, workers and cluster around ``tables/``."""
